"""Scenarios: those that come with the game are right, and answers, maps and questions that are wrong are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.scenarios import is_scenario
from tests.cases import for_cases, read_cases
from tests.games.blitz.playing import parse_scenario, verify_scenario

from .comparing import STANDARD, changed

FOLDER = Path(__file__).parents[3] / "card_data/blitz/scenarios"
SCENARIOS = sorted(FOLDER.glob("*.txt"))
HOLD = (FOLDER / "hold.txt").read_text(encoding="utf-8")


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 10


@for_cases("path", SCENARIOS)
def test_the_answers_of_the_scenarios_are_right(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert is_scenario(text)
    scenario = verify_scenario(text, STANDARD)
    assert len(scenario.questions) == text.count("\nask ") > 0


def test_a_wrong_answer_is_refused_with_its_line_and_the_right_one() -> None:
    with pytest.raises(BlitzError) as caught:
        verify_scenario(HOLD.replace("pass = legal", "pass = B17"), STANDARD)
    assert str(caught.value) == "line 14: the answer is legal"
    assert caught.value.messages["zh"] == "第 14 行：答案应为 legal。"


def test_answers_follow_the_ruleset() -> None:
    text = (FOLDER / "joint.txt").read_text(encoding="utf-8")
    with pytest.raises(BlitzError, match="line 12: the answer is fails"):
        verify_scenario(text, changed(joint_attack="highest"))
    text = (FOLDER / "four-players.txt").read_text(encoding="utf-8")
    with pytest.raises(BlitzError, match="line 13: the answer is no"):
        verify_scenario(text, changed(team_supply=False))


@for_cases(
    ("old", "new", "expected"),
    read_cases(r"""
players us wm | players us wm ss | rule 8: us wm ss: two players are one of us, uk against one of ss, wm
turn us deploy | turn us lunch | line 3: 'turn us lunch' cannot be read
 2  .   |  1  .   | line 8: '1 . . . .' cannot be read
us:depot  | us:depots | rule 1: there is no further card us:depots
us:depot  | us:mine  | rule 12: mine cannot be used like this
us:depot   | fr:depot   | line 7: 'fr:depot' cannot be read
.          .  .          .\n-1 | .          .  .          .  us:rifles\n-1 | rule 8: (4,0) is not on the board
ask us pass = legal | ask us pass | line 14: 'ask us pass' cannot be read
ask us pass = legal | ask us smile = legal | line 14: 'us smile' cannot be read
ask us pass = legal | ask supplied 9,9 = no | line 14, rule 8: (9,9) is not on the board
ask us pass = legal | ask group 3,3 = none | line 14, rule 21: no enemy unit is at (3,3)
ask us pass = legal | ask hits = none | line 14: 'hits' cannot be read
-3  .          .  .          .\n | "" | line 13: 'ask us pass = legal' cannot be read
"""),
)
def test_what_is_wrong_with_a_scenario_is_reported(old: str, new: str, expected: str) -> None:
    assert old in HOLD
    with pytest.raises(BlitzError) as caught:
        verify_scenario(HOLD.replace(old, new, 1), STANDARD)
    assert expected in str(caught.value)


def test_a_unit_beyond_the_board_has_broken_through() -> None:
    text = HOLD.split("ask ")[0] + "beyond 1,4 us:rifles\nask winner = allied 27c\n"
    assert len(verify_scenario(text, STANDARD).questions) == 1
    with pytest.raises(BlitzError, match=r"rule 16: a resource may not go to \(1,4\)"):
        parse_scenario(text.replace("1,4 us:rifles", "1,4 us:depot"), STANDARD)


def test_the_scenario_of_the_docs_is_right() -> None:
    page = (FOLDER.parents[2] / "docs/engine-blitz.md").read_text(encoding="utf-8")
    text = "    players us wm" + page.split("\n    players us wm")[1].split("\n\n")[0]
    assert len(verify_scenario(text, STANDARD).questions) == 3
