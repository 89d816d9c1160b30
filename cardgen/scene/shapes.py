"""Shapes made of squares, as scene items: cells of a grid, polyominoes, tilings, playfields.

Cells are (column, row); rows are counted downwards, as on the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.engines import Diagram
from cardgen.scene.colour import mix, shade_of
from cardgen.scene.items import Command, Group, Item, Path, ellipse, polyline, rectangle, translate

Cell: TypeAlias = tuple[int, int]
"""The column and the row of a square."""
Point: TypeAlias = tuple[float, float]
"""A point x, y."""


@dataclass(frozen=True, slots=True)
class CellStyle:
    """The look of the cells of one block: a colour, and a pattern of PATTERNS for people who cannot see the colour."""

    colour: str
    pattern: str = "plain"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Items with (0, 0) at the top left, and their size in mm."""

    items: tuple[Item, ...]
    width: float
    height: float


#: The style of a filled cell that belongs to no card.
FILLED = CellStyle("#5d6675")


def parse_cells(rows: Sequence[str]) -> tuple[Cell, ...]:
    """Return the cells `#` of a drawing, top row first."""
    return tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


def turn_cells(cells: Iterable[Cell], centre: Point, quarter_turns: int) -> tuple[Cell, ...]:
    """Return the cells turned clockwise about `centre`, a point in cells from the middle of cell (0, 0).

    If the result would lie between cells, the whole shape moves to the nearest cells.
    """
    turned = list(cells)
    across, down = math.floor(centre[0] + centre[1] + 0.5), math.floor(centre[1] - centre[0] + 0.5)
    for _ in range(quarter_turns % 4):
        turned = [(across - y, down + x) for x, y in turned]
    return tuple(turned)


def cells_at_origin(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the cells moved so that the upper left corner of all of them is that of cell (0, 0)."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple((x - left, y - top) for x, y in cells)


def outline_cells(cells: Collection[Cell]) -> list[list[Point]]:
    """Return the outline of the cells as closed rings of corners, clockwise on the page, anticlockwise for holes."""
    filled = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(filled):
        for (dx, dy), start, end in (
            ((0, -1), (x, y), (x + 1, y)),
            ((1, 0), (x + 1, y), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x, y + 1)),
            ((-1, 0), (x, y + 1), (x, y)),
        ):
            if (x + dx, y + dy) not in filled:
                edges.setdefault(start, []).append(end)
    rings = []
    while edges:
        start = min(edges)
        ring: list[Point] = []
        corner, direction = start, (0, 0)
        while True:
            ends = edges[corner]
            # Where two corners of the shape touch, turn right: the rings then stay apart.
            right = (corner[0] - direction[1], corner[1] + direction[0])
            end = right if right in ends else ends[0]
            ends.remove(end)
            if not ends:
                del edges[corner]
            if (end[0] - corner[0], end[1] - corner[1]) != direction:
                ring.append(corner)
            direction = (end[0] - corner[0], end[1] - corner[1])
            corner = end
            if corner == start:
                break
        rings.append(ring)
    return rings


def outline_path(cells: Collection[Cell], pitch: float, x: float = 0.0, y: float = 0.0) -> tuple[Command, ...]:
    """Return the outline of cells of `pitch` mm as closed lines. Cell (0, 0) has its upper left corner at (x, y)."""
    rings = (((x + px * pitch, y + py * pitch) for px, py in ring) for ring in outline_cells(cells))
    return tuple(command for ring in rings for command in polyline(*ring, close=True))


# ---------------------------------------------------------------- patterns


def _bar(x1: float, y1: float, x2: float, y2: float, thick: float) -> tuple[Command, ...]:
    """Return a bar between two points as a closed shape: a stroke would change its width when the drawing is scaled."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    nx, ny = -(y2 - y1) / length * thick / 2, (x2 - x1) / length * thick / 2
    return polyline((x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny), close=True)


def _ring(x: float, y: float, outer: float, inner: float) -> tuple[Command, ...]:
    """Return a ring around (x, y) with two radii."""
    return (*ellipse(x, y, outer), *ellipse(x, y, inner))


#: The marks in one cell of side 1, by name. They distinguish blocks without colour, in cells of 2 mm or more.
PATTERNS: dict[str, tuple[Command, ...]] = {
    "plain": (),
    "diagonal-down": (*_bar(0.22, 0.22, 0.78, 0.78, 0.16),),
    "diagonal-up": (*_bar(0.22, 0.78, 0.78, 0.22, 0.16),),
    "vertical": (*rectangle(0.29, 0.2, 0.14, 0.6), *rectangle(0.57, 0.2, 0.14, 0.6)),
    "horizontal": (*rectangle(0.2, 0.29, 0.6, 0.14), *rectangle(0.2, 0.57, 0.6, 0.14)),
    "dots": tuple(c for x, y in product((0.32, 0.68), repeat=2) for c in ellipse(x, y, 0.11)),
    "ring": _ring(0.5, 0.5, 0.3, 0.17),
    "cross": (*rectangle(0.43, 0.2, 0.14, 0.6), *rectangle(0.2, 0.43, 0.23, 0.14), *rectangle(0.57, 0.43, 0.23, 0.14)),
    "diamond": polyline((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5), close=True),
}


def move_commands(commands: Iterable[Command], x: float, y: float, factor: float) -> Iterator[Command]:
    """Yield the commands scaled by `factor` from (0, 0), then moved by (x, y)."""
    for name, *numbers in commands:
        yield (name, *((n * factor + (y if i % 2 else x)) for i, n in enumerate(numbers)))


def draw_cells(
    cells: Iterable[Cell], pitch: float, style: CellStyle, seam: float = 0.03, depth: float | None = None
) -> tuple[Item, ...]:
    """Draw cells of `pitch` mm: a dark ground that is visible as seams, a face with a light edge, and the pattern.

    `depth` is their height if they are not square, as cells that reach over the edge of a card.
    """
    height = depth or pitch
    placed = sorted(cells)
    if not placed:
        return ()
    gap = pitch * seam
    ground: list[Command] = []
    face: list[Command] = []
    light: list[Command] = []
    marks: list[Command] = []
    for column, row in placed:
        x, y = column * pitch, row * height
        ground += rectangle(x, y, pitch, height)
        face += rectangle(x + gap, y + gap, pitch - 2 * gap, height - 2 * gap, pitch * 0.07)
        edge, left, top = pitch * 0.1, x + gap * 2, y + gap * 2
        right, bottom = x + pitch - gap * 2, y + height - gap * 2
        light += polyline(
            (left, bottom),
            (left, top),
            (right, top),
            (right - edge, top + edge),
            (left + edge, top + edge),
            (left + edge, bottom - edge),
            close=True,
        )
        marks += move_commands(PATTERNS[style.pattern], x, y, pitch)
    items: list[Item] = [
        Path(tuple(ground), fill=mix(style.colour, "#000000", 0.55)),
        Path(tuple(face), fill=style.colour),
        Path(tuple(light), fill="#ffffff", opacity=0.28),
    ]
    if marks:
        items.append(Path(tuple(marks), fill=shade_of(style.colour), even_odd=True))
    return tuple(items)


def draw_dot(x: float, y: float, pitch: float) -> tuple[Item, ...]:
    """Draw the dot of a centre of rotation: white in a dark ring, which is visible on every colour."""
    return (
        Path(ellipse(x, y, pitch * 0.17), fill="#10131a"),
        Path(ellipse(x, y, pitch * 0.125), fill="#ffffff"),
    )


def draw_polyomino(
    cells: Collection[Cell], pitch: float, style: CellStyle, centre: Point | None = None, turns: int = 0
) -> Drawing:
    """Draw a polyomino turned clockwise by `turns` quarters, its bounding box at (0, 0), with a dot at its `centre`.

    The dot may be outside the cells (an I turns about a point on the line below them). It does not change the size of
    the drawing or the place of the shape.
    """
    middle = centre or (0.0, 0.0)
    turned = turn_cells(cells, middle, turns)
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    moved = [(x - left, y - top) for x, y in turned]
    items = draw_cells(moved, pitch, style)
    if centre is not None:
        items += draw_dot((centre[0] - left + 0.5) * pitch, (centre[1] - top + 0.5) * pitch, pitch)
    columns, rows = max(x for x, _ in moved) + 1, max(y for _, y in moved) + 1
    return Drawing(items, columns * pitch, rows * pitch)


# ---------------------------------------------------------------- tilings


def tiling_lattice(cells: Collection[Cell]) -> tuple[int, int, int] | None:
    """Return (across, shift, down) such that copies moved by all sums of (across, 0) and (shift, down) tile the plane.

    None if there is no such lattice; then a polyomino has no tiling by translation at all (Beauquier and Nivat 1991).
    """
    count = len(cells)
    for down in range(1, count + 1):
        across, rest = divmod(count, down)
        for shift in range(0 if rest else across):
            if len({_in_lattice(cell, (across, shift, down)) for cell in cells}) == count:
                return across, shift, down
    return None


def _in_lattice(cell: Cell, lattice: tuple[int, int, int]) -> Cell:
    """Return a value that is the same for cells in the same place of different copies."""
    across, shift, down = lattice
    rows, y = divmod(cell[1], down)
    return (cell[0] - rows * shift) % across, y


def tile_lines(cells: Collection[Cell], columns: range, rows: range) -> tuple[Command, ...]:
    """Return the outlines of copies of a shape that tile the given columns and rows, in cells, each line once.

    WrongValueError if the shape has no lattice to tile by.
    """
    lattice = tiling_lattice(cells)
    if lattice is None:
        raise WrongValueError(
            message("copies of this shape, shifted but not turned, cannot cover the plane without gaps")
        )
    places = {_in_lattice(cell, lattice): cell for cell in cells}

    @cache  # each cell has four lines
    def copy_of(x: int, y: int) -> Cell:
        px, py = places[_in_lattice((x, y), lattice)]
        return (x - px, y - py)

    return division_lines(copy_of, columns, rows)


def division_lines(owner: Callable[[int, int], object], columns: range, rows: range) -> tuple[Command, ...]:
    """Return the lines between cells of different owners, in cells, each straight line once.

    These are the lines to the left of and above each cell in `columns` and `rows`. `owner` is also called for the
    cells before them.
    """
    commands: list[Command] = []

    def lines(outer: range, inner: range, differs: Callable[[int, int], bool], upright: bool) -> None:
        for line in outer:
            start: int | None = None
            for step in [*inner, inner.stop]:
                drawn = step < inner.stop and differs(line, step)
                if drawn and start is None:
                    start = step
                if not drawn and start is not None:
                    ends = ((line, start), (line, step)) if upright else ((start, line), (step, line))
                    commands.extend(polyline(*[(float(x), float(y)) for x, y in ends]))
                    start = None

    lines(columns, rows, lambda x, y: owner(x, y) != owner(x - 1, y), True)
    lines(rows, columns, lambda y, x: owner(x, y) != owner(x, y - 1), False)
    return tuple(commands)


# ---------------------------------------------------------------- playfields


def draw_marks(rows: Sequence[str], pitch: float, styles: Mapping[str, CellStyle]) -> Drawing:
    """Draw only the filled cells of a grid given as text. KeyError for a letter without a style."""
    by_mark: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != ".":
                by_mark.setdefault(mark, []).append((x, y))
    items: list[Item] = []
    for mark, cells in sorted(by_mark.items()):
        items += draw_cells(cells, pitch, FILLED if mark == "#" else styles[mark])
    return Drawing(tuple(items), max(map(len, rows), default=0) * pitch, len(rows) * pitch)


def draw_field(
    rows: Sequence[str], pitch: float, styles: Mapping[str, CellStyle], marked: Collection[int] = ()
) -> Drawing:
    """Draw a playfield given as text, top row first (see `Diagram`), with arrows at both sides of the `marked` rows.

    One cell at each side is free for the arrows. KeyError for a letter without a style.
    """
    columns = max(map(len, rows), default=0)
    width, height = columns * pitch, len(rows) * pitch
    grid: list[Command] = []
    for column in range(1, columns):
        grid += polyline((pitch * (column + 1), 0), (pitch * (column + 1), height))
    for line in range(1, len(rows)):
        grid += polyline((pitch, line * pitch), (pitch + width, line * pitch))
    items: list[Item] = [
        Path(rectangle(pitch, 0, width, height), fill="#eef1f5"),
        Path(tuple(grid), stroke="#d3d9e2", stroke_width=pitch * 0.04),
    ]
    items.append(Group(draw_marks(rows, pitch, styles).items, translate(pitch, 0)))
    walls = polyline((pitch, 0), (pitch, height), (pitch + width, height), (pitch + width, 0))
    items.append(Path(walls, stroke="#2b3240", stroke_width=pitch * 0.1))
    arrows: list[Command] = []
    for number in sorted(marked):
        middle = (number + 0.5) * pitch
        for tip, back in ((pitch * 0.8, pitch * 0.3), (pitch * 1.2 + width, pitch * 1.7 + width)):
            arrows += polyline((tip, middle), (back, middle - pitch * 0.3), (back, middle + pitch * 0.3), close=True)
    if arrows:
        items.append(Path(tuple(arrows), fill="#c2410c"))
    return Drawing(tuple(items), width + 2 * pitch, height)


def draw_diagram(diagram: Diagram, pitch: float, styles: Mapping[str, CellStyle]) -> Drawing:
    """Draw the playfield of a diagram, without its caption."""
    return draw_field(diagram.rows, pitch, styles, diagram.marked)
