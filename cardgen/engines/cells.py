"""Shapes made of cells, as all games use them. A cell is (x, y), or a bit of a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def are_connected(cells: Iterable[tuple[int, int]]) -> bool:
    """Return True if the cells are connected edge to edge. An empty set counts as connected."""
    unreached = set(cells)
    pending = [unreached.pop()] if unreached else []
    while pending:
        x, y = pending.pop()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if cell in unreached:
                unreached.remove(cell)
                pending.append(cell)
    return not unreached


def bit_indexes(bits: int) -> Iterator[int]:
    """Yield the indexes of the bits that are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
