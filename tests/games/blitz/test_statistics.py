"""The study `stats`: figures counted by hand from the table of the starter set."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardgen.base.records import replace
from cardgen.cli.tree import app
from cardgen.engines.studies import Run
from cardgen.games.blitz import statistics
from cardgen.games.blitz.cards import BlitzCard
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.statistics import can_join, target_facts, units_of
from tests.games.blitz.decks import CROSS, FAN, LANCE, LOB
from tests.games.blitz.playing import STARTER, starter_deck
from tests.games_on_disk import REPOSITORY

from .comparing import STANDARD
from .decks import DECKS

#: By hand: attack 4 destroys a defence of 3 at most, and so on; level 3 needs a railhead.
ALONE = {"rifles": 5, "assault": 8, "engineers": 2, "scouts": 2, "anti-tank": 11, "howitzer": 9, "heavy-tank": 12}
SUPPLY = {"rifles": 3, "anti-tank": 2, "heavy-tank": 1}


@pytest.fixture(scope="module")
def settings() -> statistics.Settings:
    return statistics.Settings(rules=STANDARD, **statistics.deck_settings(DECKS))


@pytest.fixture(scope="module")
def result(settings: statistics.Settings) -> dict[str, Any]:
    assert statistics.trial_count(settings) == 1  # the four decks are the same
    return statistics.trial(settings, 0)


def test_units_reach_and_destroy_what_is_counted_by_hand(result: dict[str, Any]) -> None:
    units = {unit["id"]: unit for unit in result["units"]}
    assert (result["factions"], result["cards"], len(units)) == (["us", "uk", "ss", "wm"], 39, 12)
    assert {name: len(units[name]["alone"]) for name in ALONE} == ALONE
    assert {name: len(units[name]["supply"]) for name in SUPPLY} == SUPPLY
    assert units["rifles"]["alone"] == ["machine-gun", "scouts", "anti-tank", "mortar", "howitzer"]
    assert units["machine-gun"]["cells"] == [[0, 1], [0, 2], [0, 3]]
    assert units["heavy-tank"]["supply"] == ["railhead"]
    assert all(unit["share"] == 2 / 39 for unit in units.values())


def test_pairs_are_those_counted_by_hand(result: dict[str, Any]) -> None:
    targets = {target["id"]: target for target in result["targets"]}
    # Defence 2: rifles (2) with rifles or with one of attack 1; all others of attack 2 or less have a sum of 2.
    assert targets["engineers"]["pairs"] == [
        ["rifles", "rifles"],
        ["rifles", "engineers"],
        ["rifles", "scouts"],
        ["rifles", "command-post"],
    ]
    # Defence 5: 11 with the anti-tank gun (5), 7 with the howitzer (4), 6 with the medium tank (4), 10 of four with 3.
    assert targets["heavy-tank"]["alone"] == ["heavy-tank"]
    assert len(targets["heavy-tank"]["pairs"]) == 11 + 7 + 6 + 10
    assert targets["mortar"]["pairs"] == []
    assert len(targets["mortar"]["alone"]) == 12


def test_pairs_depend_on_copies_ranges_and_the_ruleset() -> None:
    deck = starter_deck()
    single = tuple(replace(card, copies=1) if card.id == "rifles" else card for card in deck)
    armour = [card for card in units_of(deck) if card.id == "armoured-car"]

    def pairs(cards: tuple[BlitzCard, ...], rules: BlitzRules = STANDARD) -> list[tuple[str, ...]]:
        return [tuple(pair) for pair in target_facts(cards, armour, rules)[0]["pairs"]]

    assert ("rifles", "rifles") in pairs(deck)
    assert set(pairs(deck)) - set(pairs(single)) == {("rifles", "rifles")}
    assert pairs(deck, STANDARD.model_copy(update={"joint_attack": "highest"})) == []
    assert can_join(CROSS, CROSS)
    assert can_join(LOB, LANCE)
    assert can_join(FAN, ((0, 1),))
    assert not can_join(((0, 1),), ((0, 1),))  # both would have to be on one cell
    assert not can_join(((0, 1),), ((0, 7),))  # beyond the board


def test_hands_have_the_known_chances(result: dict[str, Any]) -> None:
    first, kept = result["hand"]["resource"]
    assert first[0] == pytest.approx(comb(29, 8) / comb(39, 8))
    assert kept[0] < first[0]
    assert sum(number * chance for number, chance in enumerate(result["hand"]["unit"][0])) == pytest.approx(
        4.923, abs=5e-4
    )


def test_the_summary_has_a_line_for_each_unit_and_target(settings: statistics.Settings, result: dict[str, Any]) -> None:
    summary = statistics.summarise([Run(settings, [result], 1)])
    lines = [line["en"] for line in summary.sentences]
    assert len(lines) == 2 + 12 + 12
    assert lines[1] == "Opening hand of 8: 4.923 units and 2.051 resources on average"
    assert any(
        line.startswith("heavy-tank 6/5/3, 2/39 = 5.1%; range of 4: (0,1) (0,2) (-1,1) (1,1);") for line in lines
    )
    assert any("(defence 5): alone heavy-tank; 34 pairs: " in line for line in lines)
    assert [line["zh"] for line in summary.sentences][1] == "起始手牌8张，平均有部队4.923张、资源2.051张"
    assert [chart.id.split("-")[0] for chart in summary.charts] == ["units", "targets", "hand", "hand"]
    for series, member in zip(summary.charts[0].series, ("cells", "alone", "supply"), strict=True):
        assert [one and one.value for one in series.estimates] == [len(unit[member]) for unit in result["units"]]


def test_factions_with_other_cards_are_trials_of_their_own(settings: statistics.Settings) -> None:
    deck = tuple(replace(card, attack=9) if card.id == "rifles" else card for card in starter_deck())
    own = settings.model_copy(update={"decks": tuple({**STARTER, "us": deck}.items())})
    groups = [statistics.trial(own, number) for number in range(statistics.trial_count(own) or 0)]
    assert [group["factions"] for group in groups] == [["us"], ["uk"], ["ss", "wm"]]
    assert len(groups[0]["units"][0]["alone"]) == 12
    assert len(groups[1]["units"][0]["alone"]) == 5


def test_the_command_prints_lines_and_json_for_the_bundled_game(tmp_path: Path) -> None:
    arguments = ["stats", "blitz", "--project", str(REPOSITORY), "--out", str(tmp_path), "--jobs", "1"]
    lines = CliRunner().invoke(app, arguments).stdout
    assert "Heavy tank 6/5/3, 2/39 = 5.1%; range of 4: (0,1) (0,2) (-1,1) (1,1); supplied by Railhead;" in lines
    assert "消灭重型坦克（防御5）：单独 重型坦克；34对：" in lines
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [chart["id"].split("-")[0] for chart in data["charts"]] == ["units", "targets", "hand", "hand"]
    assert data["charts"][0]["series"][0]["estimates"][0]["value"] == 4
