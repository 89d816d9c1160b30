"""Positions as drawings, and drawings of impossible positions."""

from __future__ import annotations

import pytest

from cardgen.games.blokus.position import (
    empty_position,
    parse_position,
    unused_shapes,
    write_position,
)
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.shapes import SHAPES
from tests.cases import for_cases

from .positions import random_states
from .rulesets import DUO, SMALL, STANDARD

EMPTY = ["......"] * 6


def test_a_drawing_is_read() -> None:
    rows = ["RR....", "..R...", "..RR..", "....BB", ".....B", ".....B"]
    position = parse_position(rows, SMALL)
    assert write_position(position, SMALL) == tuple(rows)
    assert set(SHAPES) - set(unused_shapes(position, "red", SMALL)) == {"I2", "V3"}
    assert set(SHAPES) - set(unused_shapes(position, "blue", SMALL)) == {"L4"}
    assert position.taken == position.cells[0] | position.cells[1]


@pytest.mark.parametrize("rules", [STANDARD, DUO, SMALL])
def test_every_position_of_a_game_is_read_as_it_was_written(rules: BlokusRules) -> None:
    assert parse_position(write_position(empty_position(rules), rules), rules) == empty_position(rules)
    for state in random_states(8, rules):
        assert parse_position(write_position(state.position, rules), rules) == state.position


@for_cases(
    ("rows", "code", "cell"),
    [
        (EMPTY[1:], "board-size", None),
        ([*EMPTY, "......"], "board-size", None),
        ([".....", *EMPTY[1:]], "board-size", None),
        (["R....x", *EMPTY[1:]], "board-mark", (5, 0)),
        (["R....Y", *EMPTY[1:]], "board-mark", (5, 0)),
        (["R....r", *EMPTY[1:]], "board-mark", (5, 0)),
        (["RRRRRR", *EMPTY[1:]], "not-a-piece", (0, 0)),
        (["R.....", ".R....", *EMPTY[2:]], "piece-twice", (1, 1)),
        ([".R....", *EMPTY[1:]], "start-empty", (0, 0)),
        (["R.....", "..RR..", *EMPTY[2:]], "not-joined", (2, 1)),
        ([*EMPTY[:4], "BB....", "..B..B"], "piece-twice", (5, 5)),
    ],
)
def test_impossible_positions_are_refused(rows: list[str], code: str, cell: tuple[int, int] | None) -> None:
    with pytest.raises(BlokusError) as caught:
        parse_position(rows, SMALL)
    assert caught.value.code == code
    assert caught.value.cell == cell
    assert caught.value.rule == (None if code.startswith("board") else 18)


def test_pieces_may_be_connected_through_others() -> None:
    position = parse_position(["R..RRR", ".RR...", *EMPTY[2:]], SMALL)
    assert set(SHAPES) - set(unused_shapes(position, "red", SMALL)) == {"I1", "I2", "I3"}


def test_an_empty_position_has_every_shape_left() -> None:
    for colour in STANDARD.order:
        assert unused_shapes(empty_position(STANDARD), colour, STANDARD) == SHAPES
