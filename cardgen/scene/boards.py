"""A position on a board: its cells inside a frame, with marks for the latest move, a rejected move and its faults."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from cardgen.engines import Diagram
from cardgen.scene.items import Command, Group, Item, Path, polyline, rectangle, translate
from cardgen.scene.shapes import Cell, CellStyle, Drawing, draw_cells, draw_marks, outline_cells

_FREE, _GRID, _FRAME, _CUT = "#f7f8fb", "#d3d9e2", "#2b3240", "#aab3c0"
_WARNING = "#c2410c"
#: The side of the small cell that marks a point, as a fraction of a cell.
_POINT = 0.56

Window = tuple[int, int, int, int]
"""A part of a board: its left column, its top row, and the numbers of its columns and rows."""


def draw_board(
    diagram: Diagram, pitch: float, styles: Mapping[str, CellStyle], window: Window | None = None
) -> Drawing:
    """Draw the board of a diagram, or the part of it in the `window`, without its caption.

    The drawing is large enough for cells that were tried beside the board. An edge at which the window cuts the board
    is a fine line. KeyError for a letter without a style.
    """
    across, down = len(diagram.rows[0]), len(diagram.rows)
    left, top, columns, rows = window or (0, 0, across, down)
    width, height = columns * pitch, rows * pitch

    def inside(cells: Iterable[Cell]) -> list[Cell]:
        return [(x - left, y - top) for x, y in cells if left <= x < left + columns and top <= y < top + rows]

    shown = [row[left : left + columns] for row in diagram.rows[top : top + rows]]
    tried = [(x - left, y - top) for x, y in diagram.tried]
    items: list[Item] = [
        Path(rectangle(0, 0, width, height), fill=_FREE),
        Path(_grid(columns, rows, pitch), stroke=_GRID, stroke_width=pitch * 0.04),
        *_points(diagram.points, inside, shown, pitch, styles),
        *draw_marks(shown, pitch, styles).items,
        *_latest(inside(diagram.latest), pitch),
        *_frame((left, top, columns, rows), (across, down), pitch),
        *_tried(tried, styles[diagram.letter].colour if tried else "", pitch),
        *_faults([(x - left, y - top) for x, y in diagram.faults], pitch),
    ]
    beyond = [*tried, (0, 0), (columns - 1, rows - 1)]
    before_x, before_y = -min(x for x, _ in beyond), -min(y for _, y in beyond)
    after_x = max(x for x, _ in beyond) + 1 - columns
    after_y = max(y for _, y in beyond) + 1 - rows
    if before_x or before_y:
        items = [Group(tuple(items), translate(before_x * pitch, before_y * pitch))]
    return Drawing(tuple(items), width + (before_x + after_x) * pitch, height + (before_y + after_y) * pitch)


def _grid(columns: int, rows: int, pitch: float) -> tuple[Command, ...]:
    upright = [polyline((x * pitch, 0), (x * pitch, rows * pitch)) for x in range(1, columns)]
    across = [polyline((0, y * pitch), (columns * pitch, y * pitch)) for y in range(1, rows)]
    return tuple(command for line in (*upright, *across) for command in line)


def _points(
    points: Mapping[Cell, str],
    inside: Callable[[Iterable[Cell]], list[Cell]],
    shown: Sequence[str],
    pitch: float,
    styles: Mapping[str, CellStyle],
) -> Iterator[Item]:
    """Draw a small cell in each free point, in the style of the player whom it belongs to."""
    small = pitch * _POINT
    for cell, letter in sorted(points.items()):
        for x, y in inside([cell]):
            if shown[y][x] == ".":
                at = translate(x * pitch + (pitch - small) / 2, y * pitch + (pitch - small) / 2)
                yield Group(draw_cells([(0, 0)], small, styles[letter]), at)


def _frame(window: Window, size: tuple[int, int], pitch: float) -> Iterator[Item]:
    """Draw the edges of the board; those at which the window cuts it are fine lines, below the others."""
    left, top, columns, rows = window
    width, height = columns * pitch, rows * pitch
    if (columns, rows) == size:
        yield Path(rectangle(0, 0, width, height), stroke=_FRAME, stroke_width=pitch * 0.1)
        return
    sides = (
        (polyline((0, 0), (0, height)), left > 0),
        (polyline((0, 0), (width, 0)), top > 0),
        (polyline((width, 0), (width, height)), left + columns < size[0]),
        (polyline((0, height), (width, height)), top + rows < size[1]),
    )
    for line, cut in sorted(sides, key=lambda side: not side[1]):
        yield Path(line, stroke=_CUT if cut else _FRAME, stroke_width=pitch * (0.05 if cut else 0.12))


def _rings(cells: Collection[Cell], pitch: float) -> Iterator[tuple[Command, ...]]:
    """Yield the outlines of the cells, mm."""
    for ring in outline_cells(cells):
        yield polyline(*((x * pitch, y * pitch) for x, y in ring), close=True)


def _latest(cells: Collection[Cell], pitch: float) -> Iterator[Item]:
    """Draw a double line around the cells, light and dark, which is visible on every colour."""
    for line in _rings(cells, pitch):
        yield Path(line, stroke="#ffffff", stroke_width=pitch * 0.34)
        yield Path(line, stroke=_FRAME, stroke_width=pitch * 0.16)


def _tried(cells: Collection[Cell], colour: str, pitch: float) -> Iterator[Item]:
    """Draw the cells of a rejected move: a pale colour with a dashed line around it."""
    for line in _rings(cells, pitch):
        yield Path(line, fill=colour, opacity=0.3)
        yield Path(line, stroke="#ffffff", stroke_width=pitch * 0.2)
        yield Path(line, stroke=_FRAME, stroke_width=pitch * 0.1, dash=(pitch * 0.28, pitch * 0.2))


def _faults(cells: Collection[Cell], pitch: float) -> Iterator[Item]:
    """Draw a cross on each cell that breaks a rule."""
    near, far = 0.2 * pitch, 0.8 * pitch
    for x, y in cells:
        left, top = x * pitch, y * pitch
        yield Path(rectangle(left, top, pitch, pitch), fill=_WARNING, opacity=0.72)
        for start, end in ((near, far), (far, near)):
            line = polyline((left + start, top + near), (left + end, top + far))
            yield Path(line, stroke="#ffffff", stroke_width=pitch * 0.16)
