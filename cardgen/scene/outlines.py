"""The outlines of plain shapes, as large as they fit into a rectangle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardgen.scene.items import ARC, Command, Rect, ellipse, polyline, rectangle
from cardgen.scene.paths import move_path, path_bounds, unit_arc

Cut: TypeAlias = Literal["pie", "chord", "open"]
Point: TypeAlias = tuple[float, float]


def rounded(rect: Rect, radii: float | tuple[float, float, float, float]) -> tuple[Command, ...]:
    """A rectangle with round corners: one radius, or those of the top left, top right, bottom right and bottom left.

    Radii that do not fit beside each other are all made smaller alike.
    """
    if not isinstance(radii, tuple):
        return rectangle(*rect, radii)
    x, y, width, height = rect
    sides = zip((width, height, width, height), radii, (*radii[1:], radii[0]), strict=True)
    shrunk = min([1.0, *(side / (a + b) for side, a, b in sides if a + b > side)])
    a, b, c, d = (radius * shrunk for radius in radii)
    right, bottom, k = x + width, y + height, 1 - ARC
    commands: list[Command] = [("M", x + a, y), ("L", right - b, y)]
    if b:
        commands.append(("C", right - b * k, y, right, y + b * k, right, y + b))
    commands.append(("L", right, bottom - c))
    if c:
        commands.append(("C", right, bottom - c * k, right - c * k, bottom, right - c, bottom))
    commands.append(("L", x + d, bottom))
    if d:
        commands.append(("C", x + d * k, bottom, x, bottom - d * k, x, bottom - d))
    commands.append(("L", x, y + a))
    if a:
        commands.append(("C", x, y + a * k, x + a * k, y, x + a, y))
    return (*commands, ("Z",))


def arc(rect: Rect, begin: float, end: float, cut: Cut = "pie") -> tuple[Command, ...]:
    """A part of the ellipse in `rect`, clockwise from `begin` to `end` (degrees from its top): a slice with its
    point in the middle, what a straight line cuts off, or the open curve. From 0 to 360 it is the whole ellipse."""
    x, y, width, height = rect
    rx, ry = width / 2, height / 2
    if end - begin >= 360:
        return ellipse(x + rx, y + ry, rx, ry)
    start = math.radians(begin - 90)
    curve = list(unit_arc(start, math.radians(end - begin)))
    first = (math.cos(start), math.sin(start))
    if cut == "pie":
        drawn: list[Command] = [("M", 0.0, 0.0), ("L", *first), *curve, ("Z",)]
    else:
        drawn = [("M", *first), *curve, *([("Z",)] if cut == "chord" else [])]
    return move_path(drawn, (rx, 0.0, 0.0, ry, x + rx, y + ry))


def regular_polygon(rect: Rect, sides: int, flat: bool = False) -> tuple[Command, ...]:
    """A polygon with equal sides in the middle of `rect`, standing with a corner at the top, or `flat` with a side."""
    turned = math.pi / sides if flat else 0.0
    return _fit([_around(2 * math.pi * i / sides + turned) for i in range(sides)], rect)


def star(rect: Rect, points: int, inner: float) -> tuple[Command, ...]:
    """A star in the middle of `rect`, a point at the top; its inner corners at the share `inner` of its radius."""
    corners = [_around(math.pi * i / points, inner if i % 2 else 1.0) for i in range(2 * points)]
    return _fit(corners, rect)


def _around(angle: float, radius: float = 1.0) -> Point:
    """The point at a clockwise angle from the top."""
    return radius * math.sin(angle), -radius * math.cos(angle)


def _fit(points: Sequence[Point], rect: Rect) -> tuple[Command, ...]:
    """The points as a closed shape, as large as fits into the middle of `rect` undistorted."""
    shape = polyline(*points, close=True)
    left, top, wide, tall = path_bounds(shape) or (0.0, 0.0, 1.0, 1.0)
    x, y, width, height = rect
    factor = min(width / wide, height / tall)
    across, down = x + width / 2 - factor * (left + wide / 2), y + height / 2 - factor * (top + tall / 2)
    return move_path(shape, (factor, 0.0, 0.0, factor, across, down))


def fit_path(
    commands: Sequence[Command], rect: Rect, view: Rect | None = None, stretch: bool = False
) -> tuple[Command, ...]:
    """A path drawn in mm from the top left of `rect`; or in a `view` of its own, which is laid into `rect` whole and in
    its middle, or stretched over all of it."""
    x, y, width, height = rect
    if view is None:
        return move_path(commands, (1.0, 0.0, 0.0, 1.0, x, y))
    across, down = width / view[2], height / view[3]
    if not stretch:
        across = down = min(across, down)
    left = x + (width - view[2] * across) / 2 - view[0] * across
    top = y + (height - view[3] * down) / 2 - view[1] * down
    return move_path(commands, (across, 0.0, 0.0, down, left, top))


def arrow_head(tip: Point, from_: Point, length: float) -> tuple[tuple[Command, ...], Point]:
    """A head of `length` mm, three quarters as wide, at the end of a line that comes from `from_`; and where the line
    has to end for it."""
    away = math.dist(tip, from_) or 1.0
    dx, dy = (tip[0] - from_[0]) / away, (tip[1] - from_[1]) / away
    back = (tip[0] - dx * length, tip[1] - dy * length)
    half = length * 0.375
    head = polyline(
        tip, (back[0] - dy * half, back[1] + dx * half), (back[0] + dy * half, back[1] - dx * half), close=True
    )
    # A little into the head, so that no seam shows between the two.
    return head, (tip[0] - dx * length * 0.9, tip[1] - dy * length * 0.9)
