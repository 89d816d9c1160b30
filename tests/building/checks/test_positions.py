"""The positions of a game: read, verified by its engine, and reported with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.building.checks import positions
from cardgen.building.checks.context import CheckContext
from tests.games_on_disk import REPOSITORY, GameOnDisk, table_game_in, tiny_game_in

GAME = "card_data/tiny/game.yaml"
SCENARIO = """\
# Two rifle squads against an armoured car.
players us wm
turn us attack
map
 3  .  .                .          .
 2  .  .                .          .
 1  .  wm:armoured-car  us:rifles  .
 0  .  us:rifles        us:depot   .
-1  .  .                .          .
-2  .  .                .          .
-3  .  .                .          .
ask group 1,1 = 1,0 2,1
"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    positions = "positions: {two: {file: two.txt, titles: {en: Two, zh: 两个}}}\n"
    game.change(GAME, "sizes:\n", f"engine: blitz\nrulesets: {{standard: rules.yaml}}\n{positions}sizes:\n")
    rules = REPOSITORY / "card_data/blitz/rules/standard.yaml"
    game.write("card_data/tiny/rules.yaml", rules.read_text(encoding="utf-8"))
    game.write("card_data/tiny/two.txt", SCENARIO)
    return game


def findings(game: GameOnDisk) -> list[str]:
    return [str(finding) for finding in game.check().findings if finding.code == "CG406"]


def test_a_position_that_is_right_is_part_of_the_game(game: GameOnDisk) -> None:
    (position,) = game.load().positions.values()
    assert (position.name, position.rules, position.text) == ("two", "standard", SCENARIO)
    assert position.titles == {"en": "Two", "zh": "两个"}
    assert findings(game) == []


def test_a_wrong_answer_is_reported_at_its_line(tmp_path: Path) -> None:
    blitz = table_game_in(tmp_path, "blitz")
    blitz.write("card_data/blitz/scenarios/attack.txt", SCENARIO.replace("= 1,0 2,1", "= 2,1"))
    (finding,) = positions.CHECK.run(CheckContext(blitz.load(), {}))
    assert str(finding).startswith("card_data/blitz/scenarios/attack.txt:12:1: error CG406 position-wrong: ")
    assert "1,0 2,1" in str(finding)
    assert "position 'attack', ruleset 'standard'" in str(finding)


def test_an_engine_that_verifies_no_positions_is_reported(game: GameOnDisk) -> None:
    game.change(GAME, "engine: blitz\nrulesets: {standard: rules.yaml}\n", "")
    assert findings(game) == [
        "card_data/tiny/game.yaml:5:1: error CG406 position-wrong: "
        "the engine of this game verifies no positions (remove `positions`)"
    ]


def test_faults_of_positions(game: GameOnDisk) -> None:
    entry = "positions: {two: {file: two.txt, titles: {en: Two, zh: 两个}"
    game.change(GAME, entry + "}", entry + ", rules: standrad}")
    assert game.faults() == ["card_data/tiny/game.yaml:7:68: there is no ruleset 'standrad' (did you mean 'standard'?)"]
    game.change(GAME, "rules: standrad", "rules: standard")
    game.write("card_data/tiny/two.txt", "#" * 100_001)
    (fault,) = game.faults()
    assert fault.startswith("card_data/tiny/two.txt:1:100001: the position has 100,001 characters")
    game.change(GAME, "file: two.txt", "file: none.txt")
    (fault,) = game.faults()
    assert "none.txt" in fault
