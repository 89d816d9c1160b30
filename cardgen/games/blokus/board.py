"""Sets of cells of a board as integers: cell (x, y) is bit 21 y + x.

A row has at least one bit more than the board has columns, which is never a cell. So a shift to the side leaves the
board instead of entering the next row, and a connected set that is shifted over the edge always covers such a bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from cardgen.games.blokus.shapes import Cell, Cells

#: The largest board has so many columns and rows.
LARGEST = 20
#: Bits from a cell to the one below it.
STRIDE = LARGEST + 1


@cache
def board_cells(size: int) -> int:
    """All cells of a board of `size` columns and rows, at most LARGEST."""
    row = (1 << size) - 1
    return sum(row << y * STRIDE for y in range(size))


def cell_bit(cell: Cell) -> int:
    """The set of one cell of a board."""
    x, y = cell
    return 1 << y * STRIDE + x


def to_bits(cells: Iterable[Cell]) -> int:
    """The set of some cells of a board."""
    bits = 0
    for cell in cells:
        bits |= cell_bit(cell)
    return bits


def to_cells(bits: int) -> Cells:
    """The cells of a set, sorted by x, then y."""
    return tuple(sorted((place % STRIDE, place // STRIDE) for place in bit_places(bits)))


def bit_places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def sides(bits: int) -> int:
    """What shares an edge with a cell of the set; cells of the set and bits beside the board may be among it."""
    return bits << 1 | bits >> 1 | bits << STRIDE | bits >> STRIDE


def corners(bits: int) -> int:
    """What touches a cell of the set at a corner; cells of the set and bits beside the board may be among it."""
    return bits << STRIDE + 1 | bits >> STRIDE + 1 | bits << STRIDE - 1 | bits >> STRIDE - 1


def connected_sets(bits: int) -> list[int]:
    """The parts of a set whose cells hang together side by side, by their first cells."""
    parts = []
    while bits:
        part = bits & -bits
        while (grown := (part | sides(part)) & bits) != part:
            part = grown
        parts.append(part)
        bits ^= part
    return parts
