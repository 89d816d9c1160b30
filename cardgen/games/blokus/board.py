"""Sets of cells of a board as integers: cell (x, y) is bit 21 y + x.

A row has more bits than the board has columns; the extra bits are never cells. So a shift to the side leaves the board
instead of entering the next row, and a connected set that is shifted over the edge always covers such a bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cardgen.engines.cells import bit_indexes
from cardgen.games.blokus.shapes import Cell, Cells

#: Columns and rows of the largest board.
LARGEST = 20
#: Bits from a cell to the one below it.
STRIDE = LARGEST + 1


@cache
def board_cells(size: int) -> int:
    """Return all cells of a board with `size` columns and rows, at most LARGEST."""
    row = (1 << size) - 1
    return sum(row << y * STRIDE for y in range(size))


def cell_bit(cell: Cell) -> int:
    """Return the set of one cell."""
    x, y = cell
    return 1 << y * STRIDE + x


def to_bits(cells: Iterable[Cell]) -> int:
    """Return the set of these cells."""
    bits = 0
    for cell in cells:
        bits |= cell_bit(cell)
    return bits


def to_cells(bits: int) -> Cells:
    """Return the cells of a set, sorted by x, then y."""
    return tuple(sorted((index % STRIDE, index // STRIDE) for index in bit_indexes(bits)))


def sides(bits: int) -> int:
    """Return the neighbours of a set by edges. They may include cells of the set, and bits beside the board."""
    return bits << 1 | bits >> 1 | bits << STRIDE | bits >> STRIDE


def corners(bits: int) -> int:
    """Return the neighbours of a set by corners. They may include cells of the set, and bits beside the board."""
    return bits << STRIDE + 1 | bits >> STRIDE + 1 | bits << STRIDE - 1 | bits >> STRIDE - 1


def connected_sets(bits: int) -> list[int]:
    """Return the parts of a set that are connected by edges, in the order of their first cells."""
    parts = []
    while bits:
        part = bits & -bits
        while (grown := (part | sides(part)) & bits) != part:
            part = grown
        parts.append(part)
        bits ^= part
    return parts
