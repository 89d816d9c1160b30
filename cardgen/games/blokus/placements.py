"""The placements of a colour, for all its shapes at once.

An orientation of a shape is a set of offsets from its first cell (the leftmost of its top row). Each orientation is a
smaller one with the same first cell, and one offset more. So the 91 orientations are a tree. Two sets of first cells
are passed from parent to child: those for which every cell is free, and those for which some cell is a corner to build
from. Their intersection is the placements. This takes one shift of the board for each of the 20 offsets, and three
operations for each of the 91 orientations.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from cardgen import dataclass
from cardgen.engines.cells import bit_indexes
from cardgen.games.blokus.board import STRIDE, board_cells, cell_bit, corners, sides, to_cells
from cardgen.games.blokus.position import BlokusPosition
from cardgen.games.blokus.rules import BlokusRules, colour_number, start_cell
from cardgen.games.blokus.shapes import SHAPES, Cell, Cells, orientations


@dataclass(frozen=True, slots=True)
class Placement:
    """The name of a shape, and the cells that it covers as a set of bits (cardgen.games.blokus.board)."""

    shape: str
    cells: int

    def points(self) -> Cells:
        """Return the cells as (x, y), sorted."""
        return to_cells(self.cells)


class _Orientation(NamedTuple):
    """An orientation of a shape: that with the number `parent`, and the cell `offset` bits after the first one."""

    shape: int
    cells: int  # with the first cell at bit 0
    parent: int
    offset: int


@cache
def _orientations() -> tuple[_Orientation, ...]:
    """Return all 91, parents before children. The first is the single cell, which is its own parent."""
    listed: list[_Orientation] = []
    numbers: dict[frozenset[Cell], int] = {}
    for number, shape in enumerate(SHAPES):  # smaller shapes come before larger ones
        for turned in orientations(shape):
            left, top = min(turned, key=lambda cell: (cell[1], cell[0]))
            cells = frozenset((x - left, y - top) for x, y in turned)
            parent, added = next(
                ((numbers[rest], cell) for cell in sorted(cells) if (rest := cells - {cell}) in numbers), (0, (0, 0))
            )
            numbers[cells] = len(listed)
            bits = sum(1 << y * STRIDE + x for x, y in cells)
            listed.append(_Orientation(number, bits, parent, added[1] * STRIDE + added[0]))
    return tuple(listed)


@cache
def _offsets() -> tuple[int, ...]:
    return tuple(sorted({orientation.offset for orientation in _orientations()} - {0}))


@cache
def _tree() -> tuple[tuple[int, int, int], ...]:
    """Return (parent, number of the offset, bit of the shape) of each orientation after the first."""
    numbers = {offset: number for number, offset in enumerate(_offsets())}
    return tuple((one.parent, numbers[one.offset], 1 << one.shape) for one in _orientations()[1:])


def open_cells(own: int, taken: int, board: int, start: int) -> tuple[int, int]:
    """Return the cells that a colour may cover, and its front: a piece must cover at least one cell of the front.

    `own` are the colour's cells, `taken` those of all colours, `start` its start point. A colour may cover a cell that
    is free and shares no edge with an own one. The front is the corners of the own cells or, for the first piece, the
    start point.
    """
    free = board & ~(taken | sides(own))
    return free, free & (corners(own) if own else start)


def _first_cells(free: int, front: int, used: int) -> list[int]:
    """Return the possible first cells of each of the 91 orientations."""
    offsets = _offsets()
    shifted_free = [free >> offset for offset in offsets]
    shifted_front = [front >> offset for offset in offsets]
    all_free, any_front = [free], [front]
    first_cells = [0 if used & 1 else front]
    for parent, offset, shape in _tree():
        fits = all_free[parent] & shifted_free[offset]
        touches = any_front[parent] | shifted_front[offset]
        all_free.append(fits)
        any_front.append(touches)
        first_cells.append(0 if used & shape else fits & touches)
    return first_cells


def find_placements(free: int, front: int, used: int) -> list[Placement]:
    """Return every placement of a shape that is not in the set `used`, by shape and then by its bits."""
    placements: list[tuple[int, int]] = []
    for orientation, first_cells in zip(_orientations(), _first_cells(free, front, used), strict=True):
        shape, cells = orientation.shape, orientation.cells
        placements += [(shape, cells << index) for index in bit_indexes(first_cells)]
    placements.sort()
    return [Placement(SHAPES[shape], cells) for shape, cells in placements]


def count_open(free: int, front: int, used: int) -> int:
    """Return the number of these placements."""
    # No piece reaches further from the front. With few cells near it, the same arguments occur often.
    return _count(free & _reach(front), front, used) if front else 0


@lru_cache(maxsize=1 << 14)
def _count(free: int, front: int, used: int) -> int:
    return sum(first_cells.bit_count() for first_cells in _first_cells(free, front, used))


@lru_cache(maxsize=1 << 14)
def _reach(front: int) -> int:
    for _ in range(4):
        front |= sides(front)
    return front


# ---------------------------------------------------------------- in a position


def list_placements(position: BlokusPosition, colour: str, rules: BlokusRules) -> list[Placement]:
    """Return every legal placement of a colour, each once: by shape in the order of SHAPES, then by its cells.

    It does not matter whose turn it is. Empty for a colour that is out. ValueError for a colour not in the game.
    """
    return find_placements(*_arguments(position, colour, rules))


def count_placements(position: BlokusPosition, colour: str, rules: BlokusRules) -> int:
    """Return the number of legal placements of a colour."""
    return count_open(*_arguments(position, colour, rules))


def free_corners(position: BlokusPosition, colour: str, rules: BlokusRules) -> Cells:
    """Return the cells from which a colour can go on, of which its next piece must cover one, sorted.

    These are the free cells at a corner of its pieces and not at an edge of one; before the first piece, its start.
    """
    return to_cells(_arguments(position, colour, rules)[1])


def _arguments(position: BlokusPosition, colour: str, rules: BlokusRules) -> tuple[int, int, int]:
    number = colour_number(rules, colour)
    start = cell_bit(start_cell(rules, colour))
    board = board_cells(rules.board.size)
    return (*open_cells(position.cells[number], position.taken, board, start), position.used[number])


def place(position: BlokusPosition, colour: str, placement: Placement, rules: BlokusRules) -> BlokusPosition:
    """Return the position after a placement, which is not checked."""
    number = colour_number(rules, colour)
    cells, used = list(position.cells), list(position.used)
    cells[number] |= placement.cells
    used[number] |= 1 << SHAPES.index(placement.shape)
    return BlokusPosition(tuple(cells), tuple(used))
