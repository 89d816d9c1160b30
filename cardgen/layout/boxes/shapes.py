"""Plain shapes."""

from __future__ import annotations

from cardgen.data.boxes.shapes import EllipseBox, LineBox, RectBox
from cardgen.data.kinds import FileModel
from cardgen.draw.scene import Item, Path, Rect, ellipse, polyline, rectangle
from cardgen.layout.boxes.brush import Brush, Draw


def _draw_rect(box: RectBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    return (Path(rectangle(*area, box.radius), box.fill, box.stroke, _width(box), opacity=box.opacity),)


def _draw_ellipse(box: EllipseBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    round_it = ellipse(x + width / 2, y + height / 2, width / 2, height / 2)
    return (Path(round_it, box.fill, box.stroke, _width(box), opacity=box.opacity),)


def _width(box: RectBox | EllipseBox) -> float:
    return box.stroke_width if box.stroke else 0.0


def _draw_line(box: LineBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    points = [(area[0] + x, area[1] + y) for x, y in box.points]
    return (Path(polyline(*points), None, box.stroke, box.stroke_width, box.dash, box.opacity),)


DRAW: dict[type[FileModel], Draw] = {
    RectBox: _draw_rect,
    EllipseBox: _draw_ellipse,
    LineBox: _draw_line,
}
