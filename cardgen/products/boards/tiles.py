"""A drawing larger than the paper, in tiles that overlap: their number, their orientation, the part on each."""

from __future__ import annotations

import math

from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.products.imposition.plan import FitError, Size, in_mm
from cardgen.scene.items import Rect

#: The margin at every edge of the paper, mm, for marks and text.
TILE_MARGIN = 10.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the drawing on one sheet: `part` is in mm of the drawing; row and column count from 0."""

    row: int
    column: int
    part: Rect

    @property
    def label(self) -> str:
        """The letter of the row and the number of the column: A1, A2, B1 …"""
        return f"{_letters(self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles of a drawing of `size` on sheets of `paper`: all equal, neighbours share a strip of `overlap`; mm.

    The strip is at the right and at the bottom of the sheet that is glued first. The next one covers it exactly.
    """

    size: Size
    paper: Size
    columns: int
    rows: int
    overlap: float

    @property
    def tile(self) -> Size:
        """Width and height of each tile."""
        counts = (self.columns, self.rows)
        width, height = ((length + (n - 1) * self.overlap) / n for length, n in zip(self.size, counts, strict=True))
        return width, height

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, row by row."""
        width, height = self.tile
        across, down = width - self.overlap, height - self.overlap
        return tuple(
            Tile(row, column, (column * across, row * down, width, height))
            for row in range(self.rows)
            for column in range(self.columns)
        )


def tiles_along(length: float, room: float, overlap: float) -> int:
    """Return how many tiles of at most `room` mm that overlap by `overlap` cover `length` mm."""
    return max(1, math.ceil((length - overlap) / (room - overlap) - 1e-9))


def lay_tiles(size: Size, paper: Size, overlap: float, *, name: str = "board") -> Tiling:
    """Return the tiling with the fewest sheets, portrait if that is as good. FitError if the strips leave no room."""
    ways = []
    for way in ((min(paper), max(paper)), (max(paper), min(paper))):
        room = [length - 2 * TILE_MARGIN for length in way]
        if min(room) <= overlap:
            problem = message(
                "{file}: {paper} paper has no room for tiles that overlap by {overlap:g} mm",
                file=name,
                paper=in_mm(*paper),
                overlap=overlap,
            )
            raise FitError(problem, message("expected less than {most:g} mm", most=min(room)))
        columns, rows = (tiles_along(size[i], room[i], overlap) for i in (0, 1))
        ways.append(Tiling(size, way, columns, rows, overlap))
    return min(ways, key=lambda tiling: tiling.columns * tiling.rows)


def _letters(number: int) -> str:
    """Return a number from 0 as letters: A to Z, then AA, AB …"""
    return ("" if number < 26 else _letters(number // 26 - 1)) + chr(ord("A") + number % 26)
