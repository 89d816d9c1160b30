"""Logs as pictures."""

from __future__ import annotations

import dataclasses

import pytest

from cardgen.engines import Diagram
from cardgen.games.blokus.pictures import draw_example, draw_play, draw_state
from cardgen.games.blokus.position import write_position
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.scores import standings
from tests.cases import for_cases

from .positions import log_of, random_states, verify_log
from .rulesets import DUO, PAIRS, SMALL, STANDARD

BONUS_SMALL = SMALL.model_copy(update={"score": "official-bonus"})
STARTS = {(0, 0): "R", (5, 5): "B"}
LOG = "red V3 (0,0)(1,0)(1,1); blue I2 (5,5)(4,5)\nred I1 (2,2)\n\nblue I3 (3,4)(3,3)(3,2)"


def test_there_is_a_picture_for_each_line() -> None:
    assert draw_play(LOG, SMALL) == [
        Diagram(
            ("RR....", ".R....", "......", "......", "......", "....BB"),
            caption={"en": "1 red V3; 2 blue I2.", "zh": "1 红 V3；2 蓝 I2。"},
            closed=True,
            points=STARTS,
            latest=((4, 5), (5, 5)),
        ),
        Diagram(
            ("RR....", ".R....", "..R...", "......", "......", "....BB"),
            caption={"en": "3 red I1.", "zh": "3 红 I1。"},
            closed=True,
            points=STARTS,
            latest=((2, 2),),
        ),
        Diagram(
            ("RR....", ".R....", "..RB..", "...B..", "...B..", "....BB"),
            caption={"en": "4 blue I3.", "zh": "4 蓝 I3。"},
            closed=True,
            points=STARTS,
            latest=((3, 2), (3, 3), (3, 4)),
        ),
    ]


def test_a_strip_may_be_written_on_one_line() -> None:
    assert draw_play(LOG.replace("\n", " | "), SMALL) == draw_play(LOG, SMALL)


def test_many_placements_in_one_picture_are_captioned_as_a_range() -> None:
    lines = log_of(random_states(3, DUO)).splitlines()
    one, five = draw_play(f"{lines[0]}\n{'; '.join(lines[1:6])}", DUO)
    assert one.caption["en"].startswith("1 red ")
    assert five.caption == {"en": "placements 2 to 6.", "zh": "第 2 至 6 枚棋子。"}


def test_the_whole_log_is_one_picture() -> None:
    last = draw_play(LOG, SMALL)[-1]
    assert draw_state(verify_log(LOG, SMALL)) == dataclasses.replace(
        last, caption={"en": "4 placements.", "zh": "已放置 4 枚棋子。"}
    )
    assert draw_state(verify_log("red I1 (0,0)", SMALL)).caption["en"] == "1 placement."


def test_an_empty_log_is_the_empty_board() -> None:
    assert draw_play("# nothing yet", STANDARD) == [draw_state(verify_log("", STANDARD))]
    assert draw_play("", STANDARD)[0].rows == ("." * 20,) * 20


@pytest.mark.parametrize("rules", [STANDARD, DUO, PAIRS])
def test_a_finished_game_is_drawn(rules: BlokusRules) -> None:
    *_, last = random_states(3, rules)
    log = log_of(random_states(3, rules))
    picture = draw_state(verify_log(log, rules))
    assert picture == draw_state(last)
    assert picture.rows == write_position(last.position, rules)
    pictures = draw_play(log, rules)
    assert pictures[-1].rows == picture.rows
    assert len(pictures) == len(last.moves)  # and none for the scores


def test_the_caption_of_a_finished_game_has_the_standings() -> None:
    *_, last = random_states(3, SMALL)
    red, blue = standings(last)
    caption = draw_state(last).caption
    assert f"; red: {red.score} cells left, rank {red.rank}; blue: {blue.score} cells left" in caption["en"]
    assert f"；红：剩 {red.score} 格，第 {red.rank} 名；蓝：剩 {blue.score} 格" in caption["zh"]
    assert "rank" in draw_play(log_of(random_states(3, SMALL)), SMALL)[-1].caption["en"]
    points = dataclasses.replace(last, rules=BONUS_SMALL)
    assert f"red: -{red.score} points, rank {red.rank}" in draw_state(points).caption["en"]
    assert f"红：-{red.score} 分" in draw_state(points).caption["zh"]


def test_the_colours_of_one_player_are_listed_together() -> None:
    *_, last = random_states(3, PAIRS)
    caption = draw_state(last).caption
    assert "red and blue: " in caption["en"]
    assert "红、蓝：" in caption["zh"]


def test_a_log_that_breaks_a_rule_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 2, rule 12"):
        draw_play("red I1 (0,0)\nred I2 (1,1)(2,1)", STANDARD)


def test_an_example_may_be_out_of_turn() -> None:
    picture = draw_example("red I1 (0,0); red I2 (1,1)(2,1)", STANDARD)
    assert picture.rows[:2] == ("R" + "." * 19, ".RR" + "." * 17)
    assert (picture.refused, picture.latest, picture.tried, picture.faults) == (False, ((1, 1), (2, 1)), (), ())
    assert picture.points == {(0, 0): "R", (19, 0): "G", (19, 19): "B", (0, 19): "Y"}
    assert picture.caption == {"en": "red I2.", "zh": "红 I2。"}


@for_cases(
    ("placed", "rule", "faults"),
    [
        ("red I1 (1,1)", 5, ()),
        ("red I5 (16,0)(17,0)(18,0)(19,0)(20,0)", 6, ((20, 0),)),
        ("green I2 (0,0)(1,0)", 7, ((0, 0),)),
        ("green I2 (3,3)(4,3)", 8, ()),
        ("red I2 (1,0)(2,0)", 9, ((1, 0),)),
        ("red I2 (2,2)(3,2)", 10, ()),
    ],
)
def test_a_refused_example_shows_the_cells_that_it_tries(
    placed: str, rule: int, faults: tuple[tuple[int, int], ...]
) -> None:
    picture = draw_example(f"red I1 (0,0); {placed}", STANDARD)
    assert picture.refused
    assert picture.rows[0] == "R" + "." * 19
    assert (picture.letter, picture.latest) == (placed[0].upper(), ())
    assert picture.faults == faults
    assert len(picture.tried) == placed.count("(")
    assert f"ule {rule}: " in picture.caption["en"]
    assert f"规则 {rule}：" in picture.caption["zh"]


@for_cases("text", ["", "scores 1 2 3 4", "red I1 (1,1); red I2 (2,2)(3,2)", "red I9 (0,0)", "green I1 (5,5)"])
def test_a_text_without_an_example_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        draw_example(text, DUO)
