"""Pages of printed files: their keys, decisions on them, the log, the status, an exported site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.review.server.events import parse_events, write_events
from cardgen.review.server.export import export_site
from cardgen.review.server.imports import import_events
from cardgen.review.server.page_data import card_detail, sheets_data
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.reviewer import NOON, Reviewer, status

RULES, SHEETS, MAT = "rules/rules.en.pdf", "sheets/cards-a4.pdf", "sheets/mat-a4.pdf"
GAME, TEXT = "card_data/tiny/game.yaml", "card_data/tiny/rules.md"
FRAME = "    frame: {kind: rect, box: [5, 5, 50, 20], fill: '#335577'}\n"
TARGETS = """\
rulebooks: {en: rules.md}
targets:
  sheets:
    cards-{paper}: {decks: [main], papers: [a4]}
  pages:
    mat-{paper}: {template: mat.yaml, papers: [a4], size: [180, 120]}
"""


def game_with_pages_in(root: Path) -> GameOnDisk:
    """Make a game with cards, a rulebook and a mat."""
    game = tiny_game_in(root)
    game.change(GAME, "targets:\n", TARGETS)
    game.write("templates/mat.yaml", f"face:\n  description: {{en: A mat, zh: 垫}}\n  boxes:\n{FRAME}")
    game.write(TEXT, "# Rules\n\n## Play\n\nDraw a card.\n")
    return game


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_pages_in(tmp_path)


def proposal(reviewer: Reviewer, file: str, number: int = 1, kind: str = "approve", **more: Any) -> dict[str, Any]:
    """Return a decision about a page as the review page sends it."""
    key = f"{file}/{number}"
    current, events = reviewer.catalog.version_of(key), reviewer.store.events_of(key)
    assert current is not None
    seen = events[-1].id if events else ""
    return {"kind": kind, "page": {"file": file, "number": number}, "sides": dict(current.sides), "seen": seen, **more}


def lines(reviewer: Reviewer) -> list[str]:
    return [line for line in map(str, status(reviewer).lines()) if "main/" not in line]


def test_every_page_of_every_printed_file_has_a_key(reviewer: Reviewer) -> None:
    files = {file["file"]: file for file in reviewer.catalog.pages_data()["files"]}
    assert list(files)[:2] == [RULES, MAT]
    assert (files[RULES]["section"], files[RULES]["paper"], files[SHEETS]["section"]) == (
        "rulebook",
        [148, 210],
        "sheets",
    )
    assert "draw a card." in files[RULES]["texts"][2]
    assert files[SHEETS]["texts"] == []
    sheets = {sheet["pdf"]: sheet["pages"] for sheet in sheets_data(reviewer.catalog)}
    assert {path: len(file["pictures"]) for path, file in files.items()} == sheets


def test_a_page_changes_with_what_is_painted_on_it_alone(reviewer: Reviewer, game: GameOnDisk) -> None:
    def keys() -> dict[str, list[str]]:
        reviewer.rebuild()
        return {file["file"]: file["pictures"] for file in reviewer.catalog.pages_data()["files"]}

    before = keys()
    game.change("templates/tiny.yaml", "Card {id}", "A card {id}")  # read aloud, not painted
    assert keys() == before
    game.change(TEXT, "Draw a card.", "Draw two cards.")
    after = keys()
    assert [file for file in after if after[file] != before[file]] == [RULES]
    game.change("card_data/tiny/cards.yaml", "First", "Fist")
    assert keys()[SHEETS] != before[SHEETS]


def test_a_decision_about_a_page_is_a_line_of_the_log_without_data(reviewer: Reviewer) -> None:
    outcome = reviewer.decide(
        proposal(reviewer, RULES), proposal(reviewer, MAT, kind="comment", text="Here", side="face", at_mm=[7, 8])
    )
    assert not outcome.conflicts
    line = json.loads(reviewer.store.log.read_text().splitlines()[0])
    picture = reviewer.catalog.pages_of(RULES)[0].current.sides["face"]
    assert {key: line[key] for key in line if key not in ("id", "at", "by", "tool")} == {
        "kind": "approve", "page": {"file": RULES, "number": 1}, "sides": {"face": picture},
    }  # fmt: skip
    assert reviewer.store.kept_svg(picture) is not None
    assert parse_events(write_events(outcome.saved).splitlines()[0])[0] == outcome.saved[0]


def test_several_pages_and_cards_are_one_decision(reviewer: Reviewer) -> None:
    both = [proposal(reviewer, RULES), reviewer.propose("main/one")]
    outcome = reviewer.store.decide(both, "Ann", NOON, reviewer.catalog, "0123456789abcdef")
    assert [event.key for event in outcome.saved] == [f"{RULES}/1", "main/one"]
    (line,) = reviewer.store.log.read_text().splitlines()
    assert parse_events(line) == outcome.saved


@for_cases(
    ("more", "fault"),
    [
        ({"deck": "main"}, "cannot have `deck`"),
        ({"data": "0" * 32}, "cannot have `data`"),
        ({"sides": {"face": "0" * 32, "back": "0" * 32}}, "cannot have `back`"),
        ({"page": {"file": "../secret", "number": 0}}, "page.number"),
        ({"page": {"file": "one", "number": 1}}, "a path such as"),
        ({"page": None}, "needs `deck`"),
    ],
)  # fmt: skip
def test_an_invalid_event_about_a_page_is_refused(more: dict[str, Any], fault: str) -> None:
    event = {"id": "0" * 16, "at": "2026-11-21T05:00:00Z", "by": "Ann", "tool": "x", "kind": "approve",
             "page": {"file": RULES, "number": 1}, "sides": {"face": "0" * 32}, **more}  # fmt: skip
    with pytest.raises(DataError) as error:
        parse_events(json.dumps({key: value for key, value in event.items() if value is not None}))
    assert fault in str(error.value)


def test_a_page_that_has_changed_cannot_be_decided_on(reviewer: Reviewer, game: GameOnDisk) -> None:
    old = proposal(reviewer, RULES, 3)
    game.change(TEXT, "Draw a card.", "Draw two cards.")
    reviewer.rebuild()
    assert [conflict.why for conflict in reviewer.decide(old).conflicts] == ["card-changed"]
    gone = {**old, "page": {"file": RULES, "number": 99}}
    assert [conflict.why for conflict in reviewer.decide(gone).conflicts] == ["card-changed"]


def test_the_pages_of_a_file_count_once_one_was_decided_on(reviewer: Reviewer, game: GameOnDisk) -> None:
    reviewer.do("main/one")
    reviewer.do("main/two")
    reviewer.decide(proposal(reviewer, MAT, kind="comment", text="Too blue"))
    assert lines(reviewer) == [
        f"{GAME}:15:1: open comment on page 1 of {MAT} by Ann: Too blue",
        "tiny: 2 cards: 2 approved, 1 open comment.",
    ]
    assert status(reviewer).done
    pages = len(reviewer.catalog.pages_of(RULES))
    (saved,) = reviewer.decide(proposal(reviewer, RULES, pages)).saved
    assert status(reviewer).done == (pages == 1)
    reviewer.decide(*(proposal(reviewer, RULES, number) for number in range(1, pages)))
    assert status(reviewer).done
    assert status(reviewer).as_data()["page_counts"]["approved"] == pages
    game.change(TEXT, "Draw a card.", "Draw two cards.")
    changed = status(reviewer)
    assert not changed.done
    assert f"{TEXT}: page 3 of {RULES} has changed since approval (looks different)" in list(map(str, changed.lines()))
    reviewer.rebuild()
    detail = card_detail(reviewer.catalog, f"{RULES}/3", reviewer.store)
    assert detail["compare"] is not None
    assert (detail["compare"]["picture"], detail["compare"]["data"]) == (True, False)
    (area,) = detail["compare"]["areas"]["face"]
    assert area[3] < 10  # one line of text
    assert saved.is_of_page


def test_undoing_the_only_decision_takes_a_file_out_of_review(reviewer: Reviewer) -> None:
    (saved,) = reviewer.decide(proposal(reviewer, MAT)).saved
    assert [*status(reviewer).pages] == [f"{MAT}/1"]
    reviewer.decide(proposal(reviewer, MAT, kind="undo", undoes=saved.id))
    assert status(reviewer).pages == {}


def test_a_page_that_is_gone_is_listed(reviewer: Reviewer, game: GameOnDisk) -> None:
    reviewer.decide(proposal(reviewer, MAT, kind="reject", text="Ugly"))
    game.change(GAME, "mat-{paper}", "map-{paper}")
    assert lines(reviewer)[0] == f"page 1 of {MAT} was removed after its rejection by Ann"


def test_a_site_has_the_pages_and_its_decisions_are_imported(
    reviewer: Reviewer, game: GameOnDisk, tmp_path: Path
) -> None:
    reviewer.decide(proposal(reviewer, MAT))
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site, sheets=False)
    mat, rules = (reviewer.catalog.pages_of(file)[0].current.sides["face"] for file in (MAT, RULES))
    assert (site / "faces" / f"{mat}.svg").is_file()
    assert (site / RULES).is_file()
    assert not (site / "faces" / f"{rules}.svg").is_file()  # nobody has decided on it
    pages = (site / "data" / "pages.js").read_text()
    assert [f'"file":"{file}"' in pages for file in (MAT, RULES, SHEETS)] == [True, False, False]
    assert "page-details" in (site / "data" / "page-details.js").read_text()
    event = {**proposal(reviewer, RULES), "id": "0123456789abcdef", "at": "2026-11-21T05:00:00Z"}
    file = tmp_path / "decisions.jsonl"
    file.write_text(json.dumps(event) + "\n")
    imported = import_events(reviewer.store, file, "Bob", reviewer.catalog)
    assert [event.key for event in imported.saved] == [f"{RULES}/1"]
