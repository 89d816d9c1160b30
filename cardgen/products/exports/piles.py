"""Where the piles of cards lie on a virtual table: row by row, as large as the table allows."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass

#: A step to a smaller scale.
_SMALLER = 0.97


@dataclass(frozen=True, slots=True)
class TableArea:
    """The part of a table that piles may cover: its top left corner and its size, and the space between piles."""

    x: float
    y: float
    width: float
    height: float
    gap: float


def place_piles(
    sizes: Sequence[tuple[float, float]], table: TableArea, scale: float
) -> tuple[float, list[tuple[float, float]]]:
    """Return the scale of the piles, and the top left corner of each.

    `sizes` are in mm, the table in its own units, and `scale` says how many of these a millimetre has at most.
    """
    while True:
        places = _rows([(width * scale, height * scale) for width, height in sizes], table)
        if places is not None:
            return scale, places
        scale *= _SMALLER


def _rows(sizes: Sequence[tuple[float, float]], table: TableArea) -> list[tuple[float, float]] | None:
    """Return the places of piles row by row; None if they are too large for the table."""
    places: list[tuple[float, float]] = []
    x, y, tallest = table.x, table.y, 0.0
    for width, height in sizes:
        if x > table.x and x + width > table.x + table.width:
            x, y, tallest = table.x, y + tallest + table.gap, 0.0
        if width > table.width or y + height > table.y + table.height:
            return None
        places.append((x, y))
        x, tallest = x + width + table.gap, max(tallest, height)
    return places
