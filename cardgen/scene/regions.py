"""Regions of the plane: the inside of paths and of their strokes, for asking which points they cover."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from cardgen.scene.items import Command, Matrix, Path, Pen, Rect
from cardgen.scene.paths import subpaths

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[float, float, float, float]

#: How far a straight line may be from the curve that it replaces, mm.
TOLERANCE = 0.005

#: A region looks for edges in this many bands at most, so that a drawing of many edges is searched in parts.
_MOST_BANDS = 64


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the transform that undoes `matrix`; None if it has no inverse."""
    a, b, c, d, e, f = matrix
    determinant = a * d - b * c
    if abs(determinant) < 1e-12:
        return None
    i, j, k, m = d / determinant, -b / determinant, -c / determinant, a / determinant
    return (i, j, k, m, -(i * e + k * f), -(j * e + m * f))


def flatten(commands: Iterable[Command], tolerance: float = TOLERANCE) -> Iterator[tuple[list[Point], bool]]:
    """Yield each shape of a path as points, with curves as straight lines, and True if the shape is closed."""
    for shape in subpaths(commands):
        points: list[Point] = []
        closed = False
        for command in shape:
            if command[0] == "C":
                points += _curve(points[-1], command[1:], tolerance)
            elif command[0] == "Z":
                closed = True
            else:
                x, y = command[1:]
                points.append((x, y))
        if points:
            yield points, closed


def depth_in(points: Sequence[Point], x: float, y: float) -> float:
    """Return how far inside of a closed shape with straight sides a point is, mm; negative if it is outside."""
    is_inside, nearest = False, math.inf
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            is_inside = not is_inside
        dx, dy = x2 - x1, y2 - y1
        along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1.0)))
        nearest = min(nearest, math.hypot(x - x1 - along * dx, y - y1 - along * dy))
    return nearest if is_inside else -nearest


def _curve(start: Point, numbers: Sequence[float], tolerance: float) -> Iterator[Point]:
    """Yield points of a cubic curve after its start. The number of lines is Wang's bound."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = min(64, max(1, math.ceil(math.sqrt(0.75 * bend / tolerance))))
    for i in range(1, count + 1):
        t = i / count
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)


@dataclass(slots=True)
class Region:
    """The inside of a path, all its shapes closed. Edges are (x1, y1, x2, y2); those that are level count apart."""

    edges: list[Edge]
    even_odd: bool = False
    level: list[Edge] = field(default_factory=list)
    _top: float = field(init=False, default=0.0)
    _height: float = field(init=False, default=1.0)
    _bands: list[list[Edge]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if not self.edges:
            return
        self._top = min(min(edge[1], edge[3]) for edge in self.edges)
        bottom = max(max(edge[1], edge[3]) for edge in self.edges)
        count = min(_MOST_BANDS, max(1, len(self.edges) // 4))
        self._height = (bottom - self._top) / count or 1.0
        self._bands = [[] for _ in range(count)]
        for edge in self.edges:
            low, high = sorted((edge[1], edge[3]))
            first = int((low - self._top) / self._height)
            last = min(count - 1, int((high - self._top) / self._height))
            for index in range(min(first, count - 1), last + 1):
                self._bands[index].append(edge)

    def __contains__(self, point: Point) -> bool:
        x, y = point
        band = int((y - self._top) // self._height) if self._bands else -1
        if band == len(self._bands):  # the bottom itself
            band -= 1
        if not 0 <= band < len(self._bands):
            return False
        winding = crossings = 0
        for x1, y1, x2, y2 in self._bands[band]:
            if (y1 <= y) != (y2 <= y) and x1 + (y - y1) * (x2 - x1) / (y2 - y1) > x:
                crossings += 1
                winding += 1 if y2 > y1 else -1
        return crossings % 2 == 1 if self.even_odd else winding != 0


def crosses(lines: Iterable[Edge], rect: Rect) -> bool:
    """Return True if any of the lines has a part in an upright rectangle."""
    left, top, right, bottom = rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]
    for x1, y1, x2, y2 in lines:
        if max(x1, x2) < left or min(x1, x2) > right or max(y1, y2) < top or min(y1, y2) > bottom:
            continue
        dx, dy = x2 - x1, y2 - y1
        sides = [dx * (y - y1) - dy * (x - x1) for x in (left, right) for y in (top, bottom)]
        if min(sides) <= 0 <= max(sides):
            return True
    return False


def region_of(commands: Iterable[Command], even_odd: bool = False, tolerance: float = TOLERANCE) -> Region:
    """Return the inside of a path."""
    edges: list[Edge] = []
    level: list[Edge] = []
    for points, _ in flatten(commands, tolerance):
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            (edges if a[1] != b[1] else level).append((*a, *b))
    return Region(edges, even_odd, level)


@dataclass(slots=True)
class Stroke:
    """The ink of a stroke of `reach` mm to each side of its lines. `ends` are points with a round end or corner."""

    lines: list[Edge]
    reach: float
    ends: list[Point]
    extended: bool = False
    """square caps: lines reach further by half their width"""
    farthest: float = 0.0
    """how far its ink can be from its lines: mitred corners are sharp"""

    def __contains__(self, point: Point) -> bool:
        x, y = point
        reach = self.reach
        beyond = reach if self.extended else 0.0
        for x1, y1, x2, y2 in self.lines:
            if (
                not min(x1, x2) - 1.5 * reach <= x <= max(x1, x2) + 1.5 * reach
                or not min(y1, y2) - 1.5 * reach <= y <= max(y1, y2) + 1.5 * reach
            ):
                continue
            dx, dy = x2 - x1, y2 - y1
            length = math.hypot(dx, dy)
            if length == 0:
                continue
            along = ((x - x1) * dx + (y - y1) * dy) / length
            across = abs((x - x1) * dy - (y - y1) * dx) / length
            if across <= reach and -beyond <= along <= length + beyond:
                return True
        return any(abs(x - ex) <= reach and math.hypot(x - ex, y - ey) <= reach for ex, ey in self.ends)


def stroke_of(path: Path, tolerance: float = TOLERANCE) -> Stroke:
    """Return the ink of a path's stroke, in parts if it is dashed. Corners are taken as round."""
    lines: list[Edge] = []
    ends: list[Point] = []
    longest = math.sqrt(2)  # the corners of a square cap
    for points, closed in flatten(path.commands, tolerance):
        whole = [*points, points[0]] if closed else points
        parts = list(_dashes(whole, path.dash, path.pen.dash_offset)) if path.dash else [whole]
        for part in parts:
            own = [(*a, *b) for a, b in pairwise(part)]
            lines += own
            longest = max(longest, _miter(own, path.pen))
            is_open = bool(path.dash) or not closed
            ends += part[1:-1] if is_open and path.pen.cap != "round" else part
    reach = path.stroke_width / 2
    return Stroke(lines, reach, ends, path.pen.cap == "square", reach * longest)


def _miter(lines: Sequence[Edge], pen: Pen) -> float:
    """Return how many times as far as a straight stroke the sharpest mitred corner of some lines reaches."""
    longest = 1.0
    if pen.join == "miter":
        for (x1, y1, x2, y2), (x3, y3, x4, y4) in zip(lines, [*lines[1:], *lines[:1]], strict=True):
            lengths = math.hypot(x2 - x1, y2 - y1) * math.hypot(x4 - x3, y4 - y3)
            bend = ((x2 - x1) * (x4 - x3) + (y2 - y1) * (y4 - y3)) / lengths if lengths else 1.0
            miter = math.sqrt(2 / max(1e-9, 1 + bend))
            longest = max(longest, miter if miter <= pen.miter else 1.0)
    return longest


def _dashes(points: Sequence[Point], dash: Sequence[float], offset: float) -> Iterator[list[Point]]:
    """Yield the dashes of a line through the points."""
    pattern = [*dash, *dash] if len(dash) % 2 else [*dash]
    total = math.fsum(pattern)
    if total <= 0:
        yield list(points)
        return
    left = offset % total
    index = 0
    while left >= pattern[index]:
        left -= pattern[index]
        index = (index + 1) % len(pattern)
    left = pattern[index] - left
    part = [points[0]] if index % 2 == 0 else []
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        done = 0.0
        while length - done > left:
            done += left
            at = (x1 + (x2 - x1) * done / length, y1 + (y2 - y1) * done / length)
            if index % 2 == 0:
                yield [*part, at]
                part = []
            else:
                part = [at]
            index = (index + 1) % len(pattern)
            left = pattern[index]
            if left <= 0 and length - done <= 0:
                break
        left -= length - done
        if index % 2 == 0:
            part.append((x2, y2))
    if len(part) > 1:
        yield part
