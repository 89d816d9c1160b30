"""Atlases: the faces of cards side by side without gaps, in cells of whole pixels, for a screen.

No bleed, no marks, and reading order for backs as well. Virtual tables cut an atlas into its cells.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.products.files import BytesFile, ListFile, key_of
from cardgen.scene.items import Command, Scene
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from PIL import Image as Pictures

#: The least resolution of a cell. In a coarser one no text can be read.
LEAST_DPI = 36


@dataclass(frozen=True, slots=True)
class AtlasLimits:
    """The most columns and rows of an atlas, the most pixels of its sides, and the highest resolution of its cells."""

    columns: int = 10
    rows: int = 7
    side: int = 4096
    dpi: float = 300

    @property
    def cells(self) -> int:
        """The most cells of an atlas."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns and rows of an atlas, and the width and height of its cells in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the atlas in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """The upper left corner of each cell in pixels, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column * self.cell[0], row * self.cell[1]


def choose_grid(count: int, trim: tuple[float, float], limits: AtlasLimits) -> Grid:
    """Return the grid for `count` cards of a size in mm that has the largest cells, then the fewest and squarest.

    `count` is at most `limits.cells`.
    """
    least = -(-count // limits.rows)
    columns = range(max(1, least), min(count, limits.columns) + 1)
    grids = (Grid(across, -(-count // across), _cell(trim, across, -(-count // across), limits)) for across in columns)
    return min(grids, key=lambda grid: (-grid.cell[0] * grid.cell[1], grid.columns * grid.rows, max(grid.size)))


def _cell(trim: tuple[float, float], columns: int, rows: int, limits: AtlasLimits) -> tuple[int, int]:
    """Return the largest cell with the proportions of the trim, to the nearest pixel."""
    widest, highest = limits.side // columns, limits.side // rows
    width = max(1, min(widest, _rounded(trim[0] * limits.dpi / MM_PER_INCH)))
    height = max(1, _rounded(width * trim[1] / trim[0]))
    if height <= highest:
        return width, height
    return max(1, min(widest, _rounded(highest * trim[0] / trim[1]))), highest


def _rounded(number: float) -> int:
    return int(number + 0.5)


def highest_dpi(grid: Grid, trim: tuple[float, float], side: int) -> float:
    """Return the resolution that cards of a size in mm can have in a grid of `side` pixels."""
    return min(side / grid.columns / trim[0], side / grid.rows / trim[1]) * MM_PER_INCH


def share_out(count: int, most: int) -> list[int]:
    """Return how many of `count` cards are on each atlas: as few atlases as possible, and equally many on each."""
    atlases = -(-count // most)
    return [count * (i + 1) // atlases - count * i // atlases for i in range(atlases)]


@dataclass(frozen=True, slots=True)
class Atlas:
    """Scenes in the cells of a grid, row by row; None is an empty cell, and so are those that are left.

    A scene that lies while the cells stand is turned by `turn` degrees clockwise: 90 or 270. With an `outline` all that
    is outside of it is transparent.
    """

    grid: Grid
    scenes: Sequence[Scene | None]
    turn: int = 270
    outline: tuple[Command, ...] = ()

    @property
    def key(self) -> str:
        """A key of everything that decides the pixels."""
        keys = [content_key(scene) if scene else "" for scene in self.scenes]
        return key_of("atlas", self.grid, self.turn, *keys, *([self.outline] if self.outline else []))

    @property
    def names(self) -> list[str]:
        """The names of the scenes, "" for an empty cell."""
        return [scene.name if scene else "" for scene in self.scenes]


def is_turned(scene: Scene, cell: tuple[int, int]) -> bool:
    """Return True if a scene lies and the cell stands, or the other way round."""
    return (scene.width - scene.height) * (cell[0] - cell[1]) < 0


def paint_atlas(atlas: Atlas) -> Pictures.Image:
    """Return an atlas as an RGB picture. A scene in several cells is rendered once; empty cells are white."""
    return _paint(atlas, "white", lambda scene: scene)


def _paint(atlas: Atlas, ground: str, shown_as: Callable[[Scene], Scene]) -> Pictures.Image:
    from PIL import Image as Pictures

    from cardgen.formats.png import render_scenes

    picture = Pictures.new("RGB", atlas.grid.size, ground)
    cells: dict[Scene, list[tuple[int, int]]] = {}
    for scene, place in zip(atlas.scenes, atlas.grid.places, strict=False):
        if scene is not None:
            cells.setdefault(scene, []).append(place)
    width, height = atlas.grid.cell
    sizes = [(height, width) if is_turned(scene, atlas.grid.cell) else (width, height) for scene in cells]
    way = Pictures.Transpose.ROTATE_270 if atlas.turn == 90 else Pictures.Transpose.ROTATE_90
    for (scene, places), cell in zip(cells.items(), render_scenes([*map(shown_as, cells)], sizes), strict=True):
        shown = cell.transpose(way) if is_turned(scene, atlas.grid.cell) else cell
        for place in places:
            picture.paste(shown, place)
    return picture


def atlas_file(path: str, atlas: Atlas, inputs: tuple[Path, ...], optimise: bool = False) -> BytesFile:
    """Return an atlas as a PNG at `path`."""
    return BytesFile(
        path=path,
        key=key_of("atlas", atlas.key, optimise),
        inputs=inputs,
        facts={"pixels": list(atlas.grid.size), "cells": [atlas.grid.columns, atlas.grid.rows]},
        make=partial(_png, atlas, optimise),
    )


def _png(atlas: Atlas, optimise: bool) -> bytes:
    from cardgen.formats.png import mask_of
    from cardgen.formats.png_files import Metadata, encode_cut_out, encode_pixels
    from cardgen.formats.png_rows import pixels_of

    if atlas.outline:
        mask = _paint(atlas, "black", lambda scene: mask_of(scene, atlas.outline))
        return encode_cut_out(paint_atlas(atlas), mask, Metadata())
    return encode_pixels(pixels_of(paint_atlas(atlas)), Metadata(), optimise=optimise)


def atlas_list(path: str, atlases: Mapping[str, Atlas], inputs: tuple[Path, ...]) -> ListFile:
    """Return the list of the atlases at their paths: the grid, the size of a cell, the names in order, the sha256."""
    folder = path.rpartition("/")[0]
    rows = [
        {
            "file": name.removeprefix(f"{folder}/"),
            "columns": atlas.grid.columns,
            "rows": atlas.grid.rows,
            "count": len(atlas.scenes),
            "cell": list(atlas.grid.cell),
            "names": atlas.names,
        }
        for name, atlas in atlases.items()
    ]
    return ListFile(
        path=path,
        key=key_of("atlases", *rows, *(atlas.key for atlas in atlases.values())),
        inputs=inputs,
        facts={"rows": len(rows)},
        listed=tuple(atlases),
        make=partial(_list_bytes, rows),
    )


def _list_bytes(rows: Sequence[Mapping[str, object]], digests: Sequence[str]) -> bytes:
    sheets = [{**row, "sha256": digest} for row, digest in zip(rows, digests, strict=True)]
    return f"{json.dumps({'sheets': sheets}, ensure_ascii=False, indent=2)}\n".encode()
