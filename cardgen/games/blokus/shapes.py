"""The 21 shapes: every way to join one to five squares side by side, told apart neither by turning nor by mirroring.

A cell is (x, y), x to the right and y down. A shape's name is its number of cells and the letter it looks like.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

#: Name -> its drawing, rows parted by /, top row first. By size, and within a size by letter.
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

#: The names of the shapes, in the order in which they are always listed.
SHAPES = tuple(_DRAWINGS)

#: What each key does to a cell before the cells are moved back to the corner: w and s flip top to bottom, a turns a
#: quarter anticlockwise, d clockwise.
_KEYS = {"w": (1, 0, 0, -1), "s": (1, 0, 0, -1), "a": (0, 1, -1, 0), "d": (0, -1, 1, 0)}

#: Keys that lead to the eight ways a shape can lie: four turns, and four of its mirror image.
SYMMETRIES = ("", "d", "dd", "ddd", "w", "wd", "wdd", "wddd")


def drawn_cells(rows: Iterable[str]) -> Cells:
    """The cells of a drawing, top row first, `#` for a cell: sorted by x, then y."""
    return tuple(sorted((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"))


def move_to_corner(cells: Iterable[Cell]) -> Cells:
    """The cells moved so that the least x and the least y are 0, sorted by x, then y. ValueError for no cells."""
    found = sorted(cells)
    left, top = min(x for x, _ in found), min(y for _, y in found)
    return tuple((x - left, y - top) for x, y in found)


def press(cells: Iterable[Cell], keys: str) -> Cells:
    """The cells after the orientation keys `w a s d` are pressed in turn, in the corner. KeyError for another key."""
    lying = move_to_corner(cells)
    for key in keys:
        a, b, c, d = _KEYS[key]
        lying = move_to_corner((a * x + b * y, c * x + d * y) for x, y in lying)
    return lying


def all_ways(cells: Iterable[Cell]) -> tuple[Cells, ...]:
    """The distinct ways in which the cells can lie, turned and mirrored, each in the corner: 1, 2, 4 or 8, sorted."""
    cells = tuple(cells)
    return tuple(sorted({press(cells, keys) for keys in SYMMETRIES}))


@cache
def shape_cells(shape: str) -> Cells:
    """The cells of a shape as it is drawn in lists. KeyError for an unknown name."""
    return drawn_cells(_DRAWINGS[shape].split("/"))


@cache
def orientations(shape: str) -> tuple[Cells, ...]:
    """The distinct ways in which a shape can lie, 91 in all for the 21 shapes. KeyError for an unknown name."""
    return all_ways(shape_cells(shape))


def name_cells(cells: Iterable[Cell]) -> str | None:
    """The name of the shape that the cells are, wherever and however they lie; None when they are none."""
    found = tuple(cells)
    return _named().get(move_to_corner(found)) if found else None


@cache
def _named() -> dict[Cells, str]:
    return {cells: shape for shape in SHAPES for cells in orientations(shape)}


def shape_size(shape: str) -> int:
    """The number of cells of a shape. KeyError for an unknown name."""
    return len(shape_cells(shape))


#: The cells that a colour has to place: 89.
ALL_CELLS = sum(map(shape_size, SHAPES))
