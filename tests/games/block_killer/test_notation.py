from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.block_killer.blocks import BLOCKS, ORIENTATIONS, place_block
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.notation import (
    SOLID_ROW,
    Hand,
    Placed,
    Play,
    Row,
    parse_hand,
    parse_play,
    write_hand,
    write_play,
)
from cardgen.games.block_killer.refusals import BlockKillerError
from tests.cases import for_cases

ROWS = st.one_of(st.builds(Row, st.sampled_from(sorted(GARBAGE_ROWS)), st.booleans()), st.just(SOLID_ROW))
PLACED = st.builds(
    lambda block, orientation, x, y: Placed(block, place_block(block, orientation, x, y)),
    st.sampled_from(BLOCKS),
    st.sampled_from(ORIENTATIONS),
    st.integers(-3, 10),
    st.integers(-3, 40),
)
PLAYS = st.builds(lambda rows, blocks: Play(tuple(rows), tuple(blocks)), st.lists(ROWS), st.lists(PLACED))


def test_garbage_from_the_floor_up_then_the_blocks_in_order() -> None:
    play = parse_play("1-3 1-3~ x+x | T2@2,0 I0@5,3")
    assert play.rows == (Row("1-3"), Row("1-3", turned=True), SOLID_ROW)
    assert [row.text for row in play.rows] == ["###.######", "######.###", "##########"]
    assert [placed.block for placed in play.blocks] == ["T", "I"]
    assert play.blocks[0].cells == ((2, 1), (3, 0), (3, 1), (4, 1))
    assert play.blocks[1].cells == ((5, 5), (6, 5), (7, 5), (8, 5))


def test_a_box_corner_may_be_negative() -> None:
    assert parse_play("| IR@-2,0").blocks[0].cells == ((0, 0), (0, 1), (0, 2), (0, 3))


@for_cases(
    ("text", "canonical"),
    [
        ("1-3 1-3~ x+x | T2@2,0 I0@5,3", "1-3 1-3~ x+x | T2@2,0 I0@5,3"),
        ("  1-3   x~|M0@0,0", "1-3 x~ | M0@0,0"),
        ("4-3~ 2-4~ | O0@0,0", "4-3 2-4 | O0@0,0"),
        ("x+x~ x~+x | O0@0,0", "x+x x+x | O0@0,0"),
        ("| O2@3,0 M2@1,1 S2@3,1 IL@3,0 I2@3,0", "| O0@3,0 M0@1,1 S0@3,0 IR@2,0 I0@3,-1"),
        ("1-0 |", "1-0 |"),
        ("|", "|"),
    ],
)
def test_a_block_may_be_written_any_way_and_has_one_canonical_way(text: str, canonical: str) -> None:
    assert write_play(parse_play(text)) == canonical


@given(PLAYS)
def test_a_written_play_is_read_as_the_same_play(play: Play) -> None:
    text = write_play(play)
    again = parse_play(text)
    assert write_play(again) == text
    assert again.blocks == play.blocks
    assert [row.text for row in again.rows] == [row.text for row in play.rows]


@for_cases(
    ("text", "code", "step"),
    [
        ("1-3 T2@2,0", "no-bar", 0),
        ("1-3 | T2@2,0 | I0@0,0", "no-bar", 0),
        ("1-3 1-5 | T2@2,0", "unknown-garbage", 2),
        ("1-3~~ | T2@2,0", "unknown-garbage", 1),
        ("X | T2@2,0", "unknown-garbage", 1),
        ("1-0 1-0+1-0 | T2@2,0", "merge-not-checkerboards", 2),
        ("x+1-0 | T2@2,0", "merge-not-checkerboards", 1),
        ("x+x+x | T2@2,0", "merge-not-checkerboards", 1),
        ("x+ | T2@2,0", "unknown-garbage", 1),
        ("1-0 | T2@2", "unreadable-block", 2),
        ("1-0 | T4@2,0", "unreadable-block", 2),
        ("1-0 | T2@٣,0", "unreadable-block", 2),
        ("1-0 | t2@2,0", "unreadable-block", 2),
        ("1-0 | T2@99999,0", "unreadable-block", 2),
        ("1-0 | X2@2,0", "unknown-block", 2),
    ],
)
def test_unreadable_notation_is_refused_with_its_step(text: str, code: str, step: int) -> None:
    with pytest.raises(BlockKillerError) as caught:
        parse_play(text)
    assert (caught.value.code, caught.value.step) == (code, step)


def test_cells_that_are_not_the_block_cannot_be_written() -> None:
    with pytest.raises(BlockKillerError) as caught:
        write_play(Play((), (Placed("S", place_block("Z", "0", 3, 0)),)))
    assert (caught.value.code, caught.value.step) == ("mirrored", 1)
    with pytest.raises(BlockKillerError) as caught:
        write_play(Play((), (Placed("S", ((0, 0), (1, 0))),)))
    assert caught.value.code == "wrong-shape"


def test_a_hand_is_blocks_then_garbage() -> None:
    hand = parse_hand("ZSTTI / 1-0 1-0 2-3 x x 4-3")
    assert hand == Hand(tuple("ZSTTI"), ("1-0", "1-0", "2-3", "x", "x", "4-3"))
    assert write_hand(hand) == "ZSTTI / 1-0 1-0 2-3 x x 4-3"
    assert parse_hand("Z S/") == Hand(("Z", "S"), ())
    assert parse_hand(write_hand(Hand((), ()))) == Hand((), ())


@pytest.mark.parametrize(
    ("text", "code"),
    [("ZST", "no-slash"), ("ZXT / 1-0", "unknown-block"), ("ZST / 1-0~", "unknown-garbage")],
)
def test_a_bad_hand_is_refused(text: str, code: str) -> None:
    with pytest.raises(BlockKillerError) as caught:
        parse_hand(text)
    assert caught.value.code == code


def test_every_refusal_has_both_languages() -> None:
    for code in BlockKillerError.refusals():
        for step in (0, 7):
            error = BlockKillerError(code, step, "T")
            assert str(error)
            assert error.messages["en"].endswith(".")
            assert error.messages["zh"].endswith("。")
            assert ("第 7 步" in error.messages["zh"]) == (step == 7)
