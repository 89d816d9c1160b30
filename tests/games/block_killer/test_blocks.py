"""The shapes and kick tables, compared with the printed tables of the rules."""

from __future__ import annotations

import pytest

from cardgen.games.block_killer.blocks import (
    BLOCKS,
    ORIENTATIONS,
    Placing,
    block_cells,
    block_centre,
    block_kicks,
    distinct_orientations,
    name_cells,
    place_block,
)
from tests.cases import for_cases

SHAPES = """
Z | 3 | (0,2) (1,2) (1,1) (2,1)
S | 3 | (1,2) (2,2) (0,1) (1,1)
J | 3 | (0,2) (0,1) (1,1) (2,1)
L | 3 | (2,2) (0,1) (1,1) (2,1)
T | 3 | (1,2) (0,1) (1,1) (2,1)
I | 4 | (0,2) (1,2) (2,2) (3,2)
O | 2 | (0,0) (1,0) (0,1) (1,1)
M | 1 | (0,0)
"""

KICKS = {
    "JLSTZ": """
0→R, 2→R | (0,0) | (-1,0) | (-1,+1) | (0,-2) | (-1,-2)
R→0, R→2 | (0,0) | (+1,0) | (+1,-1) | (0,+2) | (+1,+2)
2→L, 0→L | (0,0) | (+1,0) | (+1,+1) | (0,-2) | (+1,-2)
L→2, L→0 | (0,0) | (-1,0) | (-1,-1) | (0,+2) | (-1,+2)
""",
    "I": """
0→R, L→2 | (0,0) | (-2,0) | (+1,0) | (-2,-1) | (+1,+2)
R→0, 2→L | (0,0) | (+2,0) | (-1,0) | (+2,+1) | (-1,-2)
R→2, 0→L | (0,0) | (-1,0) | (+2,0) | (-1,+2) | (+2,-1)
2→R, L→0 | (0,0) | (+1,0) | (-2,0) | (+1,-2) | (-2,+1)
""",
}


def _points(text: str) -> tuple[tuple[int, int], ...]:
    pairs = [pair.strip("() ").split(",") for pair in text.replace(" | ", " ").split()]
    return tuple((int(x), int(y)) for x, y in pairs)


@for_cases("line", SHAPES.strip().splitlines())
def test_the_shapes_are_those_of_the_table(line: str) -> None:
    block, _, cells = line.split(" | ")
    assert block_cells(block, "0") == tuple(sorted(_points(cells)))


@for_cases("line", SHAPES.strip().splitlines())
def test_clockwise_in_a_box_of_side_s_takes_x_y_to_y_s_minus_1_minus_x(line: str) -> None:
    block, side, _ = line.split(" | ")
    for source, target in zip(ORIENTATIONS, "R2L0", strict=True):
        turned = {(y, int(side) - 1 - x) for x, y in block_cells(block, source)}
        assert turned == set(block_cells(block, target))


@pytest.mark.parametrize("blocks", KICKS)
def test_the_kicks_are_those_of_the_tables(blocks: str) -> None:
    seen = set()
    for line in KICKS[blocks].strip().splitlines():
        turns, kicks = line.split(" | ", 1)
        for turn in turns.split(", "):
            source, target = turn.split("→")
            seen.add(source + target)
            for block in blocks:
                assert block_kicks(block, source, target) == _points(kicks)
    assert len(seen) == 8


def test_o_and_monomino_do_not_kick_and_turning_them_changes_nothing() -> None:
    for block in "OM":
        assert block_kicks(block, "0", "R") == ()
        assert len({block_cells(block, orientation) for orientation in ORIENTATIONS}) == 1


def test_the_white_dot_is_the_centre_of_the_box() -> None:
    assert {block: block_centre(block) for block in BLOCKS} == {
        **dict.fromkeys("ZSJLT", (1, 0)),
        "O": (0.5, 0.5),
        "I": (1.5, -0.5),
        "M": (0, 0),
    }


def test_orientations_of_the_same_shape_are_written_as_the_first() -> None:
    assert {block: distinct_orientations(block) for block in BLOCKS} == {
        **dict.fromkeys("ZSI", "0R"),
        **dict.fromkeys("JLT", "0R2L"),
        **dict.fromkeys("OM", "0"),
    }
    assert name_cells("I", place_block("I", "L", 3, 0)) == Placing("R", 2, 0)
    assert name_cells("S", place_block("S", "2", 3, 1)) == Placing("0", 3, 0)


def test_a_box_may_begin_left_of_the_field_while_the_block_is_in_column_0() -> None:
    assert place_block("I", "R", -2, 0) == ((0, 0), (0, 1), (0, 2), (0, 3))


def test_cells_have_the_name_of_their_placement() -> None:
    for block in BLOCKS:
        for orientation in distinct_orientations(block):
            assert name_cells(block, place_block(block, orientation, -1, 7)) == Placing(orientation, -1, 7)


def test_mirror_images_have_no_name() -> None:
    for block, mirror in ("ZS", "SZ", "JL", "LJ"):
        for orientation in ORIENTATIONS:
            assert name_cells(block, place_block(mirror, orientation, 0, 0)) is None
    assert name_cells("T", ((0, 0),)) is None
    assert name_cells("T", ()) is None
