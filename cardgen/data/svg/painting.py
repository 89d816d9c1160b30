"""How much work it takes to paint parts of a picture, in steps of its budget.

Measured with pdfium on cards of 63×88 mm at 300 dpi, for a game that shows the picture on three of them. Most of the
work grows with the share of the picture that is painted over, so that thousands of small gradients cost less than a
hundred large ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import hypot

from cardgen.data.svg.budget import Budget
from cardgen.errors import WrongValueError
from cardgen.scene.items import IDENTITY, Command, Gradient, Matrix, Path, Rect, bounds_of, then, translate
from cardgen.scene.paths import path_bounds, points_of

#: An element that is read, apart from what it draws.
ELEMENT = 15
#: A transparency group over the whole picture; and one of any size, which is an object of its own in a PDF.
_LAYER, _ANY_LAYER = 3_000, 30
#: Each coordinate in such a group, which is measured once more for each group that it is in.
_IN_LAYER = 0.2
_CLIP, _ANY_CLIP = 1_100, 10
_FILL, _SEE_THROUGH = 40, 2_000
_LINEAR, _RADIAL, _ANY_GRADIENT = 1_200, 16_000, 20
_FADING, _ANY_FADING = 4_000, 50
#: A line right across the picture.
_CROSSING = 10
#: A round corner of a stroke as wide as the picture.
_CORNER = 40

#: Transforms within transforms can make more of a number than anybody can draw.
_FARTHEST = 1e8


@dataclass(frozen=True, slots=True)
class Size:
    """How large a path is: how many coordinates it has, its bounds without a stroke, and how long its lines are."""

    coordinates: int
    bounds: Rect
    length: float


def size_of(commands: tuple[Command, ...]) -> Size:
    """The size of a path, where a curve is as long as the line through its handles."""
    length, end = 0.0, (0.0, 0.0)
    for command in commands:
        for point in points_of(command):
            if command[0] != "M":
                length += hypot(point[0] - end[0], point[1] - end[1])
            end = point
    return Size(sum(map(len, commands)) - len(commands), path_bounds(commands) or (0.0, 0.0, 0.0, 0.0), length)


class Meter:
    """Counts the work of painting, and keeps what it depends on: where in the picture drawing takes place."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._width, self._height = 1.0, 1.0
        self._matrix = IDENTITY
        self._reach: Rect | None = None
        self._painted = 0

    def begin(self, view: Rect) -> None:
        """Begin to draw a picture that shows `view`."""
        self._width, self._height = view[2:]
        self._matrix = translate(-view[0], -view[1])

    @contextmanager
    def under(self, matrix: Matrix) -> Iterator[None]:
        """Draw in coordinates that `matrix` turns into those around."""
        around, self._matrix = self._matrix, then(matrix, self._matrix)
        try:
            yield
        finally:
            self._matrix = around

    @contextmanager
    def layer(self) -> Iterator[None]:
        """Draw what is painted as one picture that is see-through."""
        around, self._reach = self._reach, None
        before = self._painted
        yield
        share = self._share(self._reach) if self._reach else 0
        self._budget.spend(_ANY_LAYER + share * _LAYER + (self._painted - before) * _IN_LAYER)
        self._reach = around_both(around, self._reach)

    def paint(self, path: Path, size: Size) -> None:
        """Count a path, besides reading its coordinates. WrongValueError if it is too large to be drawn."""
        matrix = self._matrix
        x, y, width, height = size.bounds
        if not all(abs(value) <= _FARTHEST for value in (*matrix, *bounds_of(matrix, size.bounds))):
            raise WrongValueError("larger than can be drawn, once it is transformed")
        beyond = path.stroke_width / 2 if path.stroke else 0.0
        reach = bounds_of(matrix, (x - beyond, y - beyond, width + 2 * beyond, height + 2 * beyond))
        self._reach = around_both(self._reach, reach)
        share = self._share(reach)
        factor = max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])) / hypot(self._width, self._height)
        self._painted += size.coordinates
        lines = size.coordinates / 2
        steps = _CROSSING * min(size.length * factor, lines) + share * (_FILL if path.opacity == 1 else _SEE_THROUGH)
        if isinstance(path.fill, Gradient):
            of_all = _LINEAR if path.fill.radius is None else _RADIAL
            steps += _ANY_GRADIENT + share * of_all
            if path.fill.see_through:
                steps += _ANY_FADING + share * (_FADING + of_all)
        if path.stroke:
            pen = min(1.0, path.stroke_width * factor)
            steps += len(path.dash) + lines * (_CORNER * pen if "round" in (path.pen.cap, path.pen.join) else 1)
        self._budget.spend(steps)

    def clip(self, size: Size, matrix: Matrix) -> None:
        """Count cutting something off at the edges of a path under `matrix`."""
        share = self._share(bounds_of(then(matrix, self._matrix), size.bounds))
        self._budget.spend(size.coordinates + _ANY_CLIP + share * _CLIP)

    def _share(self, rect: Rect) -> float:
        """The share of the picture that a rectangle covers."""
        across = min(rect[0] + rect[2], self._width) - max(rect[0], 0.0)
        down = min(rect[1] + rect[3], self._height) - max(rect[1], 0.0)
        return max(0.0, across) * max(0.0, down) / (self._width * self._height)


def around_both(one: Rect | None, other: Rect | None) -> Rect | None:
    """The rectangle round two of them, each of which may be nothing."""
    if one is None or other is None:
        return one or other
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[0] + one[2], other[0] + other[2]), max(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top)
