"""Cards that changed in the same way are one group: by their template's boxes, their fields, fonts and rulesets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.review.server import groups
from cardgen.review.server.details import input_digests
from cardgen.review.server.groups import changes_data
from cardgen.text.fonts import face_named
from tests.games_on_disk import block_killer_in, tiny_game_in
from tests.made_fonts import LICENCE_TEXT
from tests.review.reviewer import Reviewer
from tests.review.test_decisions_of_many import decide_together

ONE, TWO, THREE = "main/one", "main/two", "main/three"
CARDS, TEMPLATE, GAME = "card_data/tiny/cards.yaml", "templates/tiny.yaml", "card_data/tiny/game.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#cc2200"}\n'


@pytest.fixture
def reviewer(tmp_path: Path) -> Reviewer:
    """A reviewer who has approved all three cards."""
    disk = tiny_game_in(tmp_path)
    disk.change(TEMPLATE, GROUND, GROUND + MARK)
    disk.write(CARDS, disk.read(CARDS) + "  - {id: three, name: Third}\n")
    reviewer = Reviewer(disk)
    decide_together(reviewer, ONE, TWO, THREE)
    return reviewer


def groups_of(reviewer: Reviewer) -> list[Any]:
    reviewer.rebuild()
    return list(changes_data(reviewer.catalog, reviewer.store, reviewer.store.read())["groups"])


def test_unchanged_cards_are_in_no_group(reviewer: Reviewer) -> None:
    assert groups_of(reviewer) == []


def test_a_box_of_the_template_is_one_group(reviewer: Reviewer) -> None:
    reviewer.disk.change(TEMPLATE, "#cc2200", "#00cc22")
    assert groups_of(reviewer) == [
        {
            "cards": [ONE, TWO, THREE],
            "since": "approval",
            "data": False,
            "fields": [],
            "boxes": {"face": ["mark"]},
            "inputs": ["template"],
            "words": {"en": [], "zh-Hans": [], "zh-Hant": []},
        }
    ]


def test_cards_with_other_fields_are_another_group(reviewer: Reviewer) -> None:
    reviewer.disk.write(CARDS, reviewer.disk.read(CARDS).replace("First", "Fifth").replace("Third", "Sixth"))
    reviewer.disk.change(CARDS, "copies: 3", "copies: 5")
    names, copies = groups_of(reviewer)
    assert (names["cards"], names["fields"], names["boxes"]) == ([ONE, THREE], ["name"], {"face": ["name"]})
    assert (names["data"], names["inputs"], names["words"]) == (True, [], {})
    assert (copies["cards"], copies["fields"], copies["boxes"]) == ([TWO], ["copies"], {})
    assert copies["words"]["en"] == ["copies 3 → 5"]


def test_another_font_is_one_group_whatever_the_boxes(reviewer: Reviewer) -> None:
    disk = reviewer.disk
    disk.write("card_data/tiny/Own.ttf", face_named("latin").file.read_bytes())
    disk.write("card_data/tiny/OFL.txt", LICENCE_TEXT)
    entry = "{file: Own.ttf, licence: {name: OFL-1.1, file: OFL.txt}}"
    disk.change(GAME, "targets:", f"fonts:\n  title: {entry}\ntargets:")
    disk.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, font: title')
    reviewer.rebuild()
    decide_together(reviewer, ONE, TWO, THREE, event_id="f" * 16)
    disk.write("card_data/tiny/Own.ttf", face_named("latin-bold").file.read_bytes())
    (group,) = groups_of(reviewer)
    assert (group["cards"], group["inputs"], group["boxes"]) == ([ONE, TWO, THREE], ["fonts"], {"face": []})


def test_a_changed_ruleset_is_a_changed_input(tmp_path: Path) -> None:
    disk = block_killer_in(tmp_path)
    game = disk.load()
    before = input_digests(game, game.decks["garbage"])
    disk.change("card_data/block-killer/rules/no-mercy.yaml", "empty_deck: refill ", "empty_deck: nothing ")
    game = disk.load()
    after = input_digests(game, game.decks["garbage"])
    assert {key for key in before if before[key] != after[key]} == {"rules"}


def test_a_rejected_card_is_a_group_of_its_own_and_its_fields_are_unknown(reviewer: Reviewer) -> None:
    """A rejection does not keep the data, unless an approval of the same data does."""
    reviewer.disk.change(CARDS, "First", "Fifth")
    reviewer.rebuild()
    reviewer.do(ONE, "reject", text="another name")
    reviewer.disk.change(CARDS, "Fifth", "Sixth")
    reviewer.disk.change(CARDS, "Third", "Last")
    rejected, approved = groups_of(reviewer)
    assert (rejected["cards"], rejected["since"], rejected["data"], rejected["fields"]) == (
        [ONE],
        "rejection",
        True,
        [],
    )
    assert (approved["cards"], approved["since"], approved["fields"]) == ([THREE], "approval", ["name"])


def test_events_without_inputs_are_grouped_by_boxes(reviewer: Reviewer) -> None:
    """cardgen 0.1 did not write `inputs`."""
    log = reviewer.store.log
    log.write_text(re.sub(r', "inputs": \{[^}]*\}', "", log.read_text()))
    reviewer.store = type(reviewer.store)(reviewer.store.folder)
    reviewer.disk.change(TEMPLATE, "#cc2200", "#00cc22")
    (group,) = groups_of(reviewer)
    assert (group["boxes"], group["inputs"]) == ({"face": ["mark"]}, [])


def test_boxes_are_compared_for_a_limited_number_of_pictures(
    reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "_MOST_COMPARED", 2)
    reviewer.disk.change(TEMPLATE, "#cc2200", "#00cc22")
    assert [(group["cards"], group["boxes"]) for group in groups_of(reviewer)] == [
        ([ONE, TWO], {"face": ["mark"]}),
        ([THREE], {"face": []}),
    ]
