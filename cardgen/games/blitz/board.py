"""The board: columns 0 to W - 1, rows -3 to 3. Row 0 is the front row, the rows below it are the allied area.

Cell (x, y) has the number W * (y + 3) + x. A set of cells is an integer with a bit for each number. The depth of a
cell is its distance from the front row inside the area of the enemy; a unit at depth 4 has broken through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from cardgen.games.blitz.cards import Offset

Cell = tuple[int, int]

#: The rows of an area, and the rows of the board.
DEPTH, ROWS = 3, 7
#: Number of players -> columns.
WIDTHS = {2: 4, 4: 5}
#: Side -> the direction towards the enemy.
FORWARD = {"allied": 1, "german": -1}
ENEMY = {"allied": "german", "german": "allied"}


def number(cell: Cell, width: int) -> int:
    """Return the number of a cell on the board."""
    return (cell[1] + DEPTH) * width + cell[0]


def cell_at(index: int, width: int) -> Cell:
    """Return the cell with this number."""
    return index % width, index // width - DEPTH


def on_board(cell: Cell, width: int) -> bool:
    """Return True if the board has this cell."""
    return 0 <= cell[0] < width and -DEPTH <= cell[1] <= DEPTH


def cells_of(width: int) -> Iterator[Cell]:
    """Yield all cells, in the order of their numbers: 28 for two players, 35 for four."""
    return (cell_at(index, width) for index in range(width * ROWS))


def depth(cell: Cell, side: str) -> int:
    """Return how deep a cell is in the area of this side's enemy: 0 is the front row, below 0 is the own area."""
    return cell[1] * FORWARD[side]


def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the four orthogonal neighbours, which may not be on the board."""
    x, y = cell
    return (x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)


def hit_cells(side: str, cell: Cell, offsets: Sequence[Offset], width: int) -> list[Cell]:
    """Return the cells on the board that a card of this side reaches from `cell`, sorted.

    The offsets are seen by the owner of the card: those of the German side are turned by 180 degrees.
    """
    turn = FORWARD[side]
    cells = {(cell[0] + turn * dx, cell[1] + turn * dy) for dx, dy in offsets}
    return sorted(one for one in cells if on_board(one, width))


@cache
def reach_bits(side: str, index: int, offsets: tuple[Offset, ...], width: int) -> int:
    """Return `hit_cells` as a set of bits, for the cell with this number."""
    return sum(1 << number(cell, width) for cell in hit_cells(side, cell_at(index, width), offsets, width))


@cache
def neighbours(index: int, width: int) -> tuple[int, ...]:
    """Return the numbers of the orthogonal neighbours on the board."""
    return tuple(number(cell, width) for cell in beside(cell_at(index, width)) if on_board(cell, width))


@cache
def area_bits(side: str, width: int) -> int:
    """Return the cells of a side's own area."""
    return sum(1 << number(cell, width) for cell in cells_of(width) if depth(cell, side) < 0)
