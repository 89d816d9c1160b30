"""Where a colour can place a piece, for all its shapes at once.

Every way in which a shape can lie is a set of steps from its first cell (the leftmost of its top row), and grows from
a smaller one with the same first cell by one step. So two sets of first cells are carried down a tree of all 91: those
where every cell is free, and those where some cell is a corner to build from. Their common cells are the placements:
one shift of the board for each of the 20 steps, and three operations for each of the 91 ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from cardgen.games.blokus.board import STRIDE, bit_places, board_cells, cell_bit, corners, sides, to_bits, to_cells
from cardgen.games.blokus.position import Position
from cardgen.games.blokus.rules import Rules, colour_number, start_cell
from cardgen.games.blokus.shapes import SHAPES, Cell, Cells, orientations


@dataclass(frozen=True, slots=True)
class Placement:
    """A shape, by its name, and the cells that it covers, as a set of bits (cardgen.games.blokus.board)."""

    shape: str
    cells: int

    def points(self) -> Cells:
        """The cells as (x, y), sorted."""
        return to_cells(self.cells)


class _Way(NamedTuple):
    """A way in which a shape can lie: it adds the cell `step` bits after its first one to the way `parent`."""

    shape: int
    cells: int  # with the first cell at bit 0
    parent: int
    step: int


@cache
def _ways() -> tuple[_Way, ...]:
    """All 91, parents before children. The first is the single cell, its own parent."""
    ways: list[_Way] = []
    numbers: dict[frozenset[Cell], int] = {}
    for number, shape in enumerate(SHAPES):  # smaller shapes stand before larger ones
        for lying in orientations(shape):
            left, top = min(lying, key=lambda cell: (cell[1], cell[0]))
            cells = frozenset((x - left, y - top) for x, y in lying)
            parent, step = next(
                ((numbers[rest], cell) for cell in sorted(cells) if (rest := cells - {cell}) in numbers), (0, (0, 0))
            )
            numbers[cells] = len(ways)
            steps = [y * STRIDE + x for x, y in cells]
            ways.append(_Way(number, sum(1 << each for each in steps), parent, step[1] * STRIDE + step[0]))
    return tuple(ways)


@cache
def _steps() -> tuple[int, ...]:
    return tuple(sorted({way.step for way in _ways()} - {0}))


@cache
def _tree() -> tuple[tuple[int, int, int], ...]:
    """Parent, number of the step, and bit of the shape, for each way after the first."""
    numbers = {step: number for number, step in enumerate(_steps())}
    return tuple((way.parent, numbers[way.step], 1 << way.shape) for way in _ways()[1:])


def open_cells(own: int, taken: int, board: int, start: int) -> tuple[int, int]:
    """The cells that a colour may cover, and those of them of which every piece must cover one.

    `own` are the colour's cells, `taken` those of all colours, `start` its start point. A cell is open that is free
    and shares no edge with an own one; a piece must cover a corner of the own cells or, as the first one, the start.
    """
    free = board & ~(taken | sides(own))
    return free, free & (corners(own) if own else start)


def _first_cells(free: int, front: int, used: int) -> list[int]:
    """For each of the 91 ways the places that its first cell may have."""
    steps = _steps()
    frees = [free >> step for step in steps]
    fronts = [front >> step for step in steps]
    fits, meets = [free], [front]
    found = [0 if used & 1 else front]
    for parent, step, shape in _tree():
        fit = fits[parent] & frees[step]
        meet = meets[parent] | fronts[step]
        fits.append(fit)
        meets.append(meet)
        found.append(0 if used & shape else fit & meet)
    return found


def find_placements(free: int, front: int, used: int) -> list[Placement]:
    """Every placement of a shape that is not in the set `used`, by shape and then by its bits."""
    found: list[tuple[int, int]] = []
    for way, firsts in zip(_ways(), _first_cells(free, front, used), strict=True):
        shape, cells = way.shape, way.cells
        found += [(shape, cells << place) for place in bit_places(firsts)]
    found.sort()
    return [Placement(SHAPES[shape], cells) for shape, cells in found]


def count_open(free: int, front: int, used: int) -> int:
    """The number of these placements."""
    # No piece reaches further from the cell that it must cover, and where little is near, the question comes again.
    return _count(free & _reach(front), front, used) if front else 0


@lru_cache(maxsize=1 << 14)
def _count(free: int, front: int, used: int) -> int:
    return sum(firsts.bit_count() for firsts in _first_cells(free, front, used))


@lru_cache(maxsize=1 << 14)
def _reach(front: int) -> int:
    for _ in range(4):
        front |= sides(front)
    return front


# ----------------------------------------------------------------------------------------------------------------------
# In a position


def list_placements(position: Position, colour: str, rules: Rules) -> list[Placement]:
    """Every legal placement of a colour, each once: by shape in the order of SHAPES, and then by its cells.

    It does not matter whose turn it is. Empty for a colour that is out. ValueError for a colour that does not play.
    """
    return find_placements(*_question(position, colour, rules))


def count_placements(position: Position, colour: str, rules: Rules) -> int:
    """The number of legal placements of a colour."""
    return count_open(*_question(position, colour, rules))


def _question(position: Position, colour: str, rules: Rules) -> tuple[int, int, int]:
    number = colour_number(rules, colour)
    start = cell_bit(start_cell(rules, colour))
    board = board_cells(rules.board.size)
    return (*open_cells(position.cells[number], position.taken, board, start), position.used[number])


def empty_board_placements(size: int) -> Iterator[Placement]:
    """Every way to put a shape on an empty board, wherever it starts: 30,433 on a board of 20."""
    board = board_cells(size)
    yield from find_placements(board, board, 0)


def place(position: Position, colour: str, placement: Placement, rules: Rules) -> Position:
    """The position after a placement, which is not checked."""
    number = colour_number(rules, colour)
    cells, used = list(position.cells), list(position.used)
    cells[number] |= placement.cells
    used[number] |= 1 << SHAPES.index(placement.shape)
    return Position(tuple(cells), tuple(used))


def to_placement(shape: str, cells: Cells) -> Placement:
    """A placement of cells that are on the board."""
    return Placement(shape, to_bits(cells))
