"""The eight blocks: their shapes, centres of rotation and kicks.

A block stands in a square box; a cell of it is (x, y), x to the right, y up, (0, 0) the lower left corner of the
box. Orientations `0 R 2 L` are quarter turns clockwise about the centre of the box. A quarter turn that does not
fit tries the kicks of its table in order and takes the first that does: this is the Super Rotation System (SRS).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

BLOCKS = "ZSJLTOIM"
ORIENTATIONS = "0R2L"

#: Orientation 0 in its box, top row first. M is the monomino.
DRAWINGS = {
    "Z": ("##.", ".##", "..."),
    "S": (".##", "##.", "..."),
    "J": ("#..", "###", "..."),
    "L": ("..#", "###", "..."),
    "T": (".#.", "###", "..."),
    "O": ("##", "##"),
    "I": ("....", "####", "....", "...."),
    "M": ("#",),
}

Kicks = tuple[tuple[int, int], ...]

#: From and to orientation -> (dx, dy) in the order they are tried, dy up.
KICKS_OF_THREE_WIDE: dict[str, Kicks] = {
    "0R": ((0, 0), (-1, 0), (-1, +1), (0, -2), (-1, -2)),
    "R0": ((0, 0), (+1, 0), (+1, -1), (0, +2), (+1, +2)),
    "R2": ((0, 0), (+1, 0), (+1, -1), (0, +2), (+1, +2)),
    "2R": ((0, 0), (-1, 0), (-1, +1), (0, -2), (-1, -2)),
    "2L": ((0, 0), (+1, 0), (+1, +1), (0, -2), (+1, -2)),
    "L2": ((0, 0), (-1, 0), (-1, -1), (0, +2), (-1, +2)),
    "L0": ((0, 0), (-1, 0), (-1, -1), (0, +2), (-1, +2)),
    "0L": ((0, 0), (+1, 0), (+1, +1), (0, -2), (+1, -2)),
}
KICKS_OF_I: dict[str, Kicks] = {
    "0R": ((0, 0), (-2, 0), (+1, 0), (-2, -1), (+1, +2)),
    "R0": ((0, 0), (+2, 0), (-1, 0), (+2, +1), (-1, -2)),
    "R2": ((0, 0), (-1, 0), (+2, 0), (-1, +2), (+2, -1)),
    "2R": ((0, 0), (+1, 0), (-2, 0), (+1, -2), (-2, +1)),
    "2L": ((0, 0), (+2, 0), (-1, 0), (+2, +1), (-1, -2)),
    "L2": ((0, 0), (-2, 0), (+1, 0), (-2, -1), (+1, +2)),
    "L0": ((0, 0), (+1, 0), (-2, 0), (+1, -2), (-2, +1)),
    "0L": ((0, 0), (-1, 0), (+2, 0), (-1, +2), (+2, -1)),
}

#: The blocks that turning changes; O and M look the same after every turn and never spin.
TURNING = "ZSJLTI"


class Pose(NamedTuple):
    """An orientation moved to the origin, so that the smallest x and y of its cells are 0.

    `box_x` and `box_y` are the column and row of the lower left corner of its box.
    """

    cells: Cells
    box_x: int
    box_y: int


class Placing(NamedTuple):
    """The position of a block: its orientation, and the column and row of its box's lower left corner."""

    orientation: str
    x: int
    y: int


def drawn_cells(drawing: tuple[str, ...] | list[str]) -> Cells:
    """Return the `#` of a drawing, top row first, as sorted cells. (0, 0) is at its lower left."""
    height = len(drawing)
    return tuple(
        sorted((x, height - 1 - row) for row, text in enumerate(drawing) for x, c in enumerate(text) if c == "#")
    )


@cache
def block_cells(block: str, orientation: str) -> Cells:
    """Return the sorted cells of a block in its box. KeyError for an unknown block, ValueError for an orientation."""
    side = len(DRAWINGS[block])
    cells = drawn_cells(DRAWINGS[block])
    for _ in range(ORIENTATIONS.index(orientation)):
        cells = tuple(sorted((y, side - 1 - x) for x, y in cells))
    return cells


@cache
def block_pose(block: str, orientation: str) -> Pose:
    """Return an orientation of a block, moved to the origin."""
    cells = block_cells(block, orientation)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return Pose(tuple((x - left, y - low) for x, y in cells), -left, -low)


@cache
def distinct_orientations(block: str) -> str:
    """Return the orientations with different shapes, the first of each: `0` for O, `0R` for S, `0R2L` for T."""
    first_of_shape: dict[Cells, str] = {}
    for orientation in ORIENTATIONS:
        first_of_shape.setdefault(block_pose(block, orientation).cells, orientation)
    return "".join(first_of_shape.values())


def block_kicks(block: str, source: str, target: str) -> Kicks:
    """Return the kicks that a quarter turn tries, in order. There are none for O and M, which turns do not change."""
    if block not in TURNING:
        return ()
    return (KICKS_OF_I if block == "I" else KICKS_OF_THREE_WIDE)[source + target]


def outline_kicks(block: str, source: str, target: str) -> Kicks:
    """Return the steps of the lower left corner of a block's outline by these kicks, which are those of its box."""
    start, end = block_pose(block, source), block_pose(block, target)
    kicks = block_kicks(block, source, target)
    return tuple((dx + start.box_x - end.box_x, dy + start.box_y - end.box_y) for dx, dy in kicks)


def block_centre(block: str) -> tuple[float, float]:
    """Return the centre of rotation in orientation 0, in cells from the centre of the outline's lower left cell."""
    middle = (len(DRAWINGS[block]) - 1) / 2
    _, box_x, box_y = block_pose(block, "0")
    return (middle + box_x, middle + box_y)


def place_block(block: str, orientation: str, x: int, y: int) -> Cells:
    """Return the sorted cells of a block whose box has its lower left corner at column `x`, row `y`."""
    return tuple((x + dx, y + dy) for dx, dy in block_cells(block, orientation))


def name_cells(block: str, cells: Cells) -> Placing | None:
    """Return the position of `block` that covers `cells` (sorted), with the first of `0 R 2 L` that does; or None."""
    if len(cells) != len(block_cells(block, "0")):
        return None
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    moved = tuple((x - left, y - low) for x, y in cells)
    for orientation in distinct_orientations(block):
        pose = block_pose(block, orientation)
        if pose.cells == moved:
            return Placing(orientation, left + pose.box_x, low + pose.box_y)
    return None
