"""The outlines of plain shapes, as large as they fit into a rectangle, and arrow heads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Literal, TypeAlias

from cardgen.scene.items import ARC, Command, Rect, ellipse, polyline, rectangle
from cardgen.scene.paths import area_of, move_path, path_bounds, unit_arc
from cardgen.scene.regions import depth_in, flatten

Cut: TypeAlias = Literal["pie", "chord", "open"]
Point: TypeAlias = tuple[float, float]

#: The angle between two points of a round corner, radians: with 3 mm of bleed they are 0.004 mm inside of the arc.
_ARC_STEP = math.pi / 30


def rounded(rect: Rect, radii: float | tuple[float, float, float, float]) -> tuple[Command, ...]:
    """Return a rectangle with round corners: one radius, or four, clockwise from the top left.

    Radii that do not fit beside each other are all reduced by the same factor.
    """
    if not isinstance(radii, tuple):
        return rectangle(*rect, radii)
    x, y, width, height = rect
    sides = zip((width, height, width, height), radii, (*radii[1:], radii[0]), strict=True)
    factor = min([1.0, *(side / (a + b) for side, a, b in sides if a + b > side)])
    a, b, c, d = (radius * factor for radius in radii)
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
    """Return a part of the ellipse in `rect`, clockwise from `begin` to `end` (degrees from its top).

    It is a slice with its point in the middle (pie), closed by a straight line (chord) or an open curve. From 0 to 360
    it is the whole ellipse.
    """
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
    """Return a regular polygon in the middle of `rect`, with a corner at the top, or with a side if it is `flat`."""
    offset = math.pi / sides if flat else 0.0
    return _fit([_point_at(2 * math.pi * i / sides + offset) for i in range(sides)], rect)


HEXAGON_HEIGHT = 2 / math.sqrt(3)
"""The height of a regular hexagon with a corner at the top, in its widths."""


def stretched_hexagon(rect: Rect) -> tuple[Command, ...]:
    """Return a hexagon that touches all sides of `rect`: a corner at the top, or a side if it is wider than high."""
    x, y, width, height = rect
    if width > height:
        across, down = (0.25, 0.75, 1.0, 0.75, 0.25, 0.0), (0.0, 0.0, 0.5, 1.0, 1.0, 0.5)
    else:
        across, down = (0.5, 1.0, 1.0, 0.5, 0.0, 0.0), (0.0, 0.25, 0.75, 1.0, 0.75, 0.25)
    return polyline(*((x + a * width, y + d * height) for a, d in zip(across, down, strict=True)), close=True)


def grown(commands: tuple[Command, ...], distance: float) -> tuple[Command, ...]:
    """Return what is at most `distance` from the inside of one closed shape, with round corners, as a non-zero path.

    At a corner that points inwards the lines cross: what they enclose is inside of the shape anyway.
    """
    if distance <= 0:
        return commands
    turning = 1 if area_of(commands) > 0 else -1
    points = _corners(commands)[::turning]
    edges = list(pairwise([*points, points[0]]))
    ways = [math.atan2(y1 - y2, x2 - x1) for (x1, y1), (x2, y2) in edges]  # of the normal, clockwise from the top
    moved: list[Point] = []
    for (point, _), before, after in zip(edges, [ways[-1], *ways[:-1]], ways, strict=True):
        turn = (before - after + math.pi) % (2 * math.pi) - math.pi
        steps = max(1, math.ceil(turn / _ARC_STEP)) if turn > 0 else 1
        angles = [before - turn * step / steps for step in range(steps + 1)]
        corner = [(point[0] - distance * math.sin(angle), point[1] - distance * math.cos(angle)) for angle in angles]
        moved += corner if turn >= 0 else [corner[0], point, corner[-1]]
    return polyline(*moved, close=True)


def shrunk(commands: tuple[Command, ...], distance: float) -> list[Point]:
    """Return the corners of what is at least `distance` inside of one closed shape; nothing if it is too narrow."""
    points = _corners(commands)
    turning = math.copysign(distance, area_of(commands))
    moved: list[Point] = []
    for before, (x, y), after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        ux, uy = _way(before, (x, y))
        vx, vy = _way((x, y), after)
        stretch = turning / max(1e-3, 1 + ux * vx + uy * vy)
        moved.append((x - (uy + vy) * stretch, y + (ux + vx) * stretch))
    return [point for point in moved if depth_in(points, *point) > distance - 0.02]


def crosses_itself(commands: tuple[Command, ...]) -> bool:
    """Return True if the lines of one closed shape cross each other."""
    points = _corners(commands)
    lines = sorted(sorted(line) for line in pairwise([*points, points[0]]))
    for at, (a, b) in enumerate(lines):
        top, bottom = min(a[1], b[1]), max(a[1], b[1])
        for c, d in islice(lines, at + 1, None):
            if c[0] > b[0]:
                break  # the others begin even farther to the right
            if (c[1] < top and d[1] < top) or (c[1] > bottom and d[1] > bottom):
                continue
            if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
                return True
    return False


def _corners(commands: tuple[Command, ...]) -> list[Point]:
    """Return the corners of one closed shape, each once, with curves as straight lines."""
    ((points, _),) = flatten(commands)
    return [a for a, b in pairwise([*points, points[0]]) if math.dist(a, b) > 1e-9]


def _side(start: Point, end: Point, point: Point) -> float:
    """Return a positive number for a point on one side of a line, a negative one on the other, 0 if it is near."""
    (x, y), (u, v) = start, end
    area = (u - x) * (point[1] - y) - (v - y) * (point[0] - x)
    return area if abs(area) > 1e-9 * math.dist(start, end) else 0.0


def _way(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def star(rect: Rect, points: int, inner: float) -> tuple[Command, ...]:
    """Return a star in the middle of `rect`, a point at the top; `inner` is the radius of its inner corners, 0 to 1."""
    corners = [_point_at(math.pi * i / points, inner if i % 2 else 1.0) for i in range(2 * points)]
    return _fit(corners, rect)


def _point_at(angle: float, radius: float = 1.0) -> Point:
    """Return the point at a clockwise angle from the top, in radians."""
    return radius * math.sin(angle), -radius * math.cos(angle)


def _fit(points: Sequence[Point], rect: Rect) -> tuple[Command, ...]:
    """Return the points as a closed shape, undistorted, as large as it fits into the middle of `rect`."""
    shape = polyline(*points, close=True)
    left, top, wide, tall = path_bounds(shape) or (0.0, 0.0, 1.0, 1.0)
    x, y, width, height = rect
    factor = min(width / wide, height / tall)
    across, down = x + width / 2 - factor * (left + wide / 2), y + height / 2 - factor * (top + tall / 2)
    return move_path(shape, (factor, 0.0, 0.0, factor, across, down))


def fit_path(
    commands: Sequence[Command], rect: Rect, view: Rect | None = None, stretch: bool = False
) -> tuple[Command, ...]:
    """Return a path drawn in mm from the top left of `rect`.

    With a `view`, the path is in units of its own, and the view is fitted into the middle of `rect`, or stretched over
    all of it.
    """
    x, y, width, height = rect
    if view is None:
        return move_path(commands, (1.0, 0.0, 0.0, 1.0, x, y))
    across, down = width / view[2], height / view[3]
    if not stretch:
        across = down = min(across, down)
    left = x + (width - view[2] * across) / 2 - view[0] * across
    top = y + (height - view[3] * down) / 2 - view[1] * down
    return move_path(commands, (across, 0.0, 0.0, down, left, top))


def arrow_head(tip: Point, start: Point, length: float) -> tuple[tuple[Command, ...], Point]:
    """Return an arrow head for a line from `start` to `tip`, and the point at which the line has to end.

    The head is `length` mm long and three quarters as wide.
    """
    distance = math.dist(tip, start) or 1.0
    dx, dy = (tip[0] - start[0]) / distance, (tip[1] - start[1]) / distance
    back = (tip[0] - dx * length, tip[1] - dy * length)
    half = length * 0.375
    head = polyline(
        tip, (back[0] - dy * half, back[1] + dx * half), (back[0] + dy * half, back[1] - dx * half), close=True
    )
    # The line ends a little inside the head, so that no seam is visible between the two.
    return head, (tip[0] - dx * length * 0.9, tip[1] - dy * length * 0.9)
