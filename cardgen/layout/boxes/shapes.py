"""Plain shapes."""

from __future__ import annotations

from cardgen.data.boxes.shapes import EllipseBox, LineBox, PathBox, PolygonBox, RectBox, ShapeBox, StarBox
from cardgen.data.kinds import FileModel
from cardgen.layout.boxes.brush import Brush, Draw
from cardgen.layout.boxes.fills import fill_shape
from cardgen.scene.items import CUT, Command, Item, Path, Pen, Rect, ellipse, polyline
from cardgen.scene.outlines import arc, arrow_head, fit_path, regular_polygon, rounded, star
from cardgen.scene.paths import parse_path


def _draw_rect(box: RectBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    return _drawn(box, rounded(area, box.radius), area)


def _draw_ellipse(box: EllipseBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    if box.arc is not None:
        return _drawn(box, arc(area, *box.arc, box.cut), area)
    x, y, width, height = area
    return _drawn(box, ellipse(x + width / 2, y + height / 2, width / 2, height / 2), area)


def _draw_polygon(box: PolygonBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    if box.sides is not None:
        return _drawn(box, regular_polygon(area, box.sides, box.flat), area)
    return _drawn(box, polyline(*((area[0] + x, area[1] + y) for x, y in box.points), close=True), area)


def _draw_star(box: StarBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    return _drawn(box, star(area, box.points, box.inner), area)


def _draw_path(box: PathBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    commands = fit_path(parse_path(box.d), area, box.view, box.fit == "stretch")
    return _drawn(box, commands, area, box.even_odd)


def _drawn(box: ShapeBox, commands: tuple[Command, ...], area: Rect, even_odd: bool = False) -> tuple[Item, ...]:
    width = box.stroke_width if box.stroke else 0.0
    pen = Pen(box.cap, box.join)
    spot = CUT if box.cut_line else ""
    shape = Path(commands, None, box.stroke, width, box.dash, box.opacity, even_odd, spot, pen)
    return fill_shape(shape, box.fill, area)


def _draw_line(box: LineBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    points = [(area[0] + x, area[1] + y) for x, y in box.points]
    length = box.arrow_size or max(1.2, 5 * box.stroke_width)
    heads: list[Command] = []
    if box.arrow in ("end", "both"):
        head, points[-1] = arrow_head(points[-1], points[-2], length)
        heads += head
    if box.arrow in ("start", "both"):
        head, points[0] = arrow_head(points[0], points[1], length)
        heads += head
    pen = Pen(box.cap, box.join)
    spot = CUT if box.cut_line else ""
    line = Path(polyline(*points), None, box.stroke, box.stroke_width, box.dash, box.opacity, False, spot, pen)
    return (line, Path(tuple(heads), box.stroke, opacity=box.opacity)) if heads else (line,)


DRAW: dict[type[FileModel], Draw] = {
    RectBox: _draw_rect,
    EllipseBox: _draw_ellipse,
    LineBox: _draw_line,
    PolygonBox: _draw_polygon,
    StarBox: _draw_star,
    PathBox: _draw_path,
}
