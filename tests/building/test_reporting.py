"""Summaries of a check: people read findings that are alike on many cards once, machines read all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import Fault, Finding, Own, Place, about_card
from cardgen.base.words import messages
from cardgen.base.words.messages import message
from cardgen.building.reporting import format_annotation, format_lines, problem_to_data
from cardgen.building.similar import merge_similar
from cardgen.review.server.page_data import codes_by_card
from tests import commands
from tests.commands import Done
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
NAMED = "c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, …"


@pytest.fixture
def many(tmp_path: Path) -> GameOnDisk:
    """A game of forty cards, each with a different rune, and every fifth with the same long name."""
    game = tiny_game_in(tmp_path)
    rows = []
    for number in range(10, 50):
        words = " ".join(["word"] * (2 + number % 5 * 3))
        rows.append(f"  - {{id: c{number}, name: '{words}', rune: {chr(0x1690 + number)}}}\n")
    game.write(CARDS, "cards:\n" + "".join(rows))
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, rune: text}")
    return game


def box(game: GameOnDisk, keys: str) -> None:
    """The face's text box."""
    game.change(TEMPLATE, 'name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}', f"name: {{{keys}}}")


def run(game: GameOnDisk, *arguments: str) -> Done:
    return commands.run(*arguments, cwd=game.root)


def test_a_font_that_lacks_the_characters_of_a_whole_deck_is_one_finding(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [5, 5, 53, 8], text: "{rune}", lang: en')
    done = run(many, "check", "tiny")
    (line, report) = done.stdout.splitlines()
    assert done.returncode == 1
    assert line.startswith(f"{TEMPLATE}:5:")
    assert ": error CG103 missing-glyph: card 'c10' and 39 more: name: the font 'regular' has no 'ᚚ' " in line
    assert line.endswith(f"; 39 more of them: ᚛ ᚜ \u169d \u169e \u169f ᚠ ᚡ ᚢ ᚣ ᚤ ᚥ ᚦ …; also {NAMED})")
    assert report == "tiny: 40 cards, 2 distinct faces and backs: 1 finding."  # without their text all look alike


def test_texts_that_overflow_one_box_are_one_finding_with_the_longest(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [20, 35, 20, 8], text: "{name}", lang: en, size: 4')
    findings = many.check().findings
    cards = [finding.card for finding in findings if finding.code == "CG101"]
    (merged,) = merge_similar(findings)
    assert len(cards) == 32  # two words have room
    assert merged.card == "c14"
    text = "word word word word word word word word…"
    assert merged.message == f"card 'c14' and 31 more: name: '{text}' does not fit into 20×8 mm"
    assert f" more: name: '{text}' does not fit" in str(merged)  # not cut as a longer quotation would be
    worst = max(findings, key=lambda finding: finding.own.amount)
    assert merged.hint == f"{worst.hint}; also {', '.join([*cards[:3], *cards[4:13]])}, …"


def test_a_build_prints_findings_as_the_check_does(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [20, 35, 20, 8], text: "{name}", lang: en, size: 4')
    (line, _) = run(many, "check", "tiny").stdout.splitlines()
    assert run(many, "build", "tiny").stderr.splitlines()[0] == line
    (annotation,) = run(many, "check", "tiny", "--format", "github").stdout.splitlines()
    assert "card 'c14' and 31 more" in annotation


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ("CG101", 'kind: text, box: [20, 35, 8, 4], text: "{name}", lang: en, size: 4'),
        ("CG103", 'kind: text, box: [5, 5, 53, 8], text: "{rune}", lang: en'),
        ("CG105", 'kind: text, box: [5, 5, 53, 40], text: "{name}", lang: en, size: 3, colour: "#cccccc"'),
    ],
)
def test_data_and_the_review_page_have_every_card(many: GameOnDisk, code: str, keys: str) -> None:
    box(many, keys)
    report = many.check()
    cards = [f"c{number}" for number in range(10, 50)]
    assert sorted(key for key, codes in codes_by_card(report).items() if code in codes) == [f"main/{c}" for c in cards]
    assert [finding.code for finding in merge_similar(report.findings)].count(code) == 1
    data = json.loads(run(many, "check", "tiny", "--json").stdout)["findings"]
    data = [finding for finding in data if finding["code"] == code]
    assert [finding["card"] for finding in data] == cards
    assert all(finding["message"].startswith(f"card {finding['card']!r}: ") for finding in data)


def test_a_mistake_of_a_template_that_several_decks_use_is_one_finding(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    deck = game.read(GAME).split("decks:\n")[1].split("targets:")[0]
    more = "".join(deck.replace("  main:", f"  {name}:", 1) for name in ("second", "third", "fourth"))
    game.change(GAME, "targets:", f"{more}targets:")
    game.change(TEMPLATE, 'text: "{name}"', "text: A text that is far too long for its place, size: 9")
    findings = game.check().findings
    assert {finding.deck for finding in findings} == {"main", "second", "third", "fourth"}
    merged = merge_similar(findings)
    assert [finding.code for finding in merged] == sorted({finding.code for finding in findings})
    assert all(finding.hint.endswith("; in the decks fourth, main, second, third") for finding in merged)
    assert not any("also" in finding.hint for finding in merged)


def overflow(card: str, line: int = 5, deck: str = "main", own: tuple[str, ...] = ("text",), **values: Any) -> Finding:
    """A finding about a text that does not fit its box."""
    values = {"box": "name", "text": "'x'", "width": 5, **values}
    problem = message("{box}: {text} does not fit into {width}×8 mm", **values)
    text = about_card(card, problem)
    return Finding(Place("t.yaml", line), "CG101", "text-overflow", text, deck=deck, card=card, own=Own(own))


def test_findings_that_differ_in_more_than_their_own_values_stay_apart() -> None:
    first = overflow("a")
    others = [
        overflow("a", box="rules"),
        overflow("a", width=6),
        overflow("a", line=6),
        overflow("a", deck="spare"),
        overflow("a", own=(), text="'z'"),
    ]
    merged = merge_similar([first, overflow("b", text='"it\'s"'), *others])
    assert [finding.message for finding in merged] == [
        "card 'a' and 1 more: name: 'x' does not fit into 5×8 mm",
        *(finding.message for finding in others),
    ]
    assert merge_similar([]) == []


def test_findings_of_some_editions_are_merged_with_their_languages() -> None:
    def in_edition(finding: Finding) -> Finding:
        text = message("{problem} (in {languages})", problem=finding.message, languages="de")
        return Finding(finding.place, finding.code, finding.name, text, deck="main", card=finding.card, own=finding.own)

    merged = merge_similar([in_edition(overflow("a")), overflow("c"), in_edition(overflow("b", text="'y'"))])
    assert [str(finding.message) for finding in merged] == [
        "card 'a' and 1 more: name: 'x' does not fit into 5×8 mm (in de)",
        "card 'c': name: 'x' does not fit into 5×8 mm",
    ]


def test_a_value_is_own_by_its_name_and_not_by_its_text() -> None:
    """The text 'name' is also what the box is called: only the text is left out of the comparison."""
    merged = merge_similar([overflow("a", text="name"), overflow("b", text="rules")])
    assert [finding.message for finding in merged] == ["card 'a' and 1 more: name: name does not fit into 5×8 mm"]


def test_problems_are_rendered_last_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {
        "card {card!r} and {more} more: {problem}": "Karte {card!r} und {more} weitere: {problem}",
        "{box}: {text} does not fit into {width}×8 mm": "{box}: {text} passt nicht in {width}×8 mm",
        "also {cards}": "auch {cards}",
        "{problem} ({hint})": "{problem} – {hint}",
        "wrong": "falsch",
    }

    def translate(language: str, template: str, *_: Any) -> str | None:
        return german.get(template) if language == "de" else None

    monkeypatch.setattr(messages, "translate", translate)
    (merged,) = merge_similar([overflow("a"), overflow("b", text="'y'")])
    problem = "Karte 'a' und 1 weitere: name: 'x' passt nicht in 5×8 mm – auch b"
    line = f"t.yaml:5:1: error CG101 text-overflow: {problem}"
    assert merged.in_language("de") == line
    assert list(format_lines([merged], "de")) == [line]
    assert str(merged) == merged.in_language("en")
    assert problem_to_data(merged, "de")["hint"] == "auch b"
    assert format_annotation(merged, "de").endswith(f"::{problem}")
    assert Fault(Place("a", 1), message("wrong")).in_language("de") == "a:1:1: falsch"
