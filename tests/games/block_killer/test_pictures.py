"""The explanation of a play and its strip of pictures."""

from __future__ import annotations

import pytest

from cardgen.engines import Diagram
from cardgen.games.block_killer.explain import explain_play
from cardgen.games.block_killer.notation import parse_play
from cardgen.games.block_killer.pictures import draw_play
from cardgen.games.block_killer.plays import score_play
from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import for_cases

from .rulesets import NO_MERCY, STANDARD, changed


def explain(text: str, rules: BlockKillerRules = STANDARD) -> dict[str, list[str]]:
    return explain_play(score_play(parse_play(text), rules))


def test_a_spin_double_then_a_clear_is_explained_line_by_line() -> None:
    lines = explain("1-4 3-3 2-4 | T2@3,0 O0@4,0")
    assert lines["en"] == [
        "Garbage from the floor up: 1-4 3-3 2-4.",
        "T2@3,0: T-spin double, rows 0, 1: 4 for 2 lines with a spin = attack 4.",
        "O0@4,0: single, row 0: 0 for 1 line + 1 for combo 2 = attack 1.",
        "Attack 5, block 0. Discarded: 1-4 3-3 2-4.",
    ]
    assert lines["zh"] == [
        "垃圾牌，自下而上：1-4 3-3 2-4。",
        "T2@3,0：T形旋转消 2 行（第 0、1 行）：旋转 2 行 4 = 攻击值 4。",
        "O0@4,0：消 1 行（第 0 行）：非旋转 1 行 0 + 连击 2 加 1 = 攻击值 1。",
        "攻击值 5，抵挡值 0。弃掉：1-4 3-3 2-4。",
    ]


def test_back_to_back_block_points_and_no_clear_are_explained() -> None:
    lines = explain("1-0 1-0 1-0 1-0 x+x 2-0 | M0@5,6 IR@-2,0")
    assert lines["en"][1:] == [
        "M0@5,6: single, row 4: 0 for 1 line = attack 0.",
        "IR@-2,0: quad, rows 0, 1, 2, 3: 4 for 4 lines + 1 for combo 2 = attack 5.",
        "Attack 5, block 0. Discarded: 1-0 1-0 1-0 1-0 x+x. Back to hand: 2-0.",
    ]
    lines = explain("| O0@0,0 M0@5,0")
    assert lines["en"][0] == "No garbage."
    assert lines["en"][1] == "O0@0,0: no row is full."
    assert "抵挡值 2" in explain("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2")["zh"][1]
    assert "block 2" in explain("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2")["en"][1]


def test_a_combo_ends_only_after_a_clear() -> None:
    lines = explain("x+x | O0@0,1 O0@2,0 O0@4,0")
    assert [line.endswith("so the combo ends.") for line in lines["en"][1:4]] == [False, True, False]
    assert lines["zh"][2:4] == ["O0@2,0：没有填满的行，连击中断。", "O0@4,0：没有填满的行。"]


def test_a_back_to_back_is_named() -> None:
    quads = "1-0 1-0 1-0 1-0 1-0 1-0 1-0 1-0 | IR@-2,0 IR@-2,0"
    assert explain(quads)["en"][2].endswith("4 for 4 lines + 1 back-to-back + 1 for combo 2 = attack 6.")
    assert "背靠背 1" in explain(quads)["zh"][2]


def test_a_mini_is_named_only_if_the_ruleset_has_minis() -> None:
    text = "3-3~ 1-4 | J0@4,-1"
    rules = changed(NO_MERCY, play={"mini": "kicked"})
    assert explain(text, NO_MERCY)["en"][1].endswith("J-spin double, rows 0, 1: 5 for 2 lines with a spin = attack 5.")
    assert explain(text, rules)["en"][1].endswith(
        "mini J-spin double, rows 0, 1: 2 for 2 lines without a spin = attack 2."
    )
    assert "迷你J形旋转消 2 行（第 0、1 行）：非旋转 2 行 2 = 攻击值 2" in explain(text, rules)["zh"][1]


def _picture(diagram: Diagram) -> list[str]:
    return [row + " <" * (index in diagram.marked) for index, row in enumerate(diagram.rows)]


def test_the_strip_shows_the_stack_each_block_and_the_last_field() -> None:
    strip = draw_play("1-4 3-3 2-4 | T2@3,0 I0@0,-1", STANDARD)
    assert [_picture(diagram) for diagram in strip] == [
        ["####..####", "###...####", "####.#####"],
        ["####..####", "###TTT#### <", "####T##### <"],
        ["..........", "IIII......", "####..####"],
        ["..........", "IIII......", "####..####"],
    ]
    lines = explain("1-4 3-3 2-4 | T2@3,0 I0@0,-1")
    assert [diagram.caption for diagram in strip] == [
        {"zh": zh, "en": en} for zh, en in zip(lines["zh"], lines["en"], strict=True)
    ]


def test_blocks_keep_their_letters_when_rows_below_are_cleared() -> None:
    strip = draw_play("1-0 | O0@4,1 IR@-2,0", STANDARD)
    assert [_picture(diagram) for diagram in strip] == [
        ["..........", "..........", "..........", ".#########"],
        ["..........", "....OO....", "....OO....", ".#########"],
        ["I.........", "I...OO....", "I...OO....", "I######### <"],
        ["..........", "I.........", "I...OO....", "I...OO...."],
    ]


@for_cases("text", ["", "1-0", "| T0@0,9", "9-9 | T0@0,0"])
def test_a_play_that_cannot_be_played_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        draw_play(text, STANDARD)
