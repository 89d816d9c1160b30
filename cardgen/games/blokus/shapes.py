"""The 21 shapes: the polyominoes of one to five cells. Turned or mirrored, a shape is the same shape.

A cell is (x, y), x to the right and y down. The name of a shape is the letter that it resembles, and its number of
cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

#: Name -> drawing, rows separated by /, top row first. By size, and within a size by letter.
_DRAWINGS = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "O4": "##/##",
    "T4": "###/.#.",
    "L4": "###/#..",
    "Z4": "##./.##",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "##../.###",
    "P5": "##/##/#.",
    "T5": "###/.#./.#.",
    "U5": "#.#/###",
    "V5": "#../#../###",
    "W5": "#../##./.##",
    "X5": ".#./###/.#.",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}

#: The names of the shapes, in the order of all lists.
SHAPES = tuple(_DRAWINGS)

#: Key -> the matrix that it applies to each cell: w and s flip top to bottom, a turns a quarter anticlockwise, d
#: clockwise. Then the cells are moved back to the corner.
_KEYS = {"w": (1, 0, 0, -1), "s": (1, 0, 0, -1), "a": (0, 1, -1, 0), "d": (0, -1, 1, 0)}

#: Keys that lead to the eight orientations: four of the shape, and four of its mirror image.
SYMMETRIES = ("", "d", "dd", "ddd", "w", "wd", "wdd", "wddd")


def drawn_cells(rows: Iterable[str]) -> Cells:
    """Return the cells of a drawing, top row first, `#` for a cell: sorted by x, then y."""
    return tuple(sorted((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"))


def move_to_corner(cells: Iterable[Cell]) -> Cells:
    """Return the cells moved so that the least x and y are 0, sorted by x, then y. ValueError without cells."""
    in_order = sorted(cells)
    left, top = min(x for x, _ in in_order), min(y for _, y in in_order)
    return tuple((x - left, y - top) for x, y in in_order)


def press(cells: Iterable[Cell], keys: str) -> Cells:
    """Return the cells after the keys `w a s d` are pressed one by one, in the corner. KeyError for another key."""
    turned = move_to_corner(cells)
    for key in keys:
        a, b, c, d = _KEYS[key]
        turned = move_to_corner((a * x + b * y, c * x + d * y) for x, y in turned)
    return turned


def orientations_of(cells: Iterable[Cell]) -> tuple[Cells, ...]:
    """Return the distinct orientations of cells, turned and mirrored, each in the corner: 1, 2, 4 or 8, sorted."""
    cells = tuple(cells)
    return tuple(sorted({press(cells, keys) for keys in SYMMETRIES}))


@cache
def shape_cells(shape: str) -> Cells:
    """Return the cells of a shape as its drawing has them. KeyError for an unknown name."""
    return drawn_cells(_DRAWINGS[shape].split("/"))


@cache
def orientations(shape: str) -> tuple[Cells, ...]:
    """Return the distinct orientations of a shape; the 21 shapes have 91. KeyError for an unknown name."""
    return orientations_of(shape_cells(shape))


def name_cells(cells: Iterable[Cell]) -> str | None:
    """Return the name of the shape that the cells have, at any place and in any orientation; None if they have none."""
    cells = tuple(cells)
    return _names().get(move_to_corner(cells)) if cells else None


@cache
def _names() -> dict[Cells, str]:
    return {cells: shape for shape in SHAPES for cells in orientations(shape)}


def shape_size(shape: str) -> int:
    """Return the number of cells of a shape. KeyError for an unknown name."""
    return len(shape_cells(shape))


#: The number of cells of a colour: 89.
ALL_CELLS = sum(map(shape_size, SHAPES))
