"""The work of painting parts of a picture, in steps of its budget.

Measured with pdfium on cards of 63×88 mm at 300 dpi, for a game that shows the picture on three of them. Most of the
work is proportional to the painted share of the picture: thousands of small gradients cost less than a hundred large
ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.svg.budget import DrawingBudget
from cardgen.scene.items import IDENTITY, Command, Gradient, Matrix, Path, Rect, bounds_of, then, translate
from cardgen.scene.paths import path_bounds, points_of

#: Reading an element, without drawing it.
ELEMENT = 15
#: A transparency group over the whole picture; and the part that any group costs, because a PDF stores it separately.
_LAYER, _ANY_LAYER = 3_000, 30
#: A coordinate in such a group: its extent is computed again for each group around it.
_IN_LAYER = 0.2
_CLIP, _ANY_CLIP = 1_100, 10
_FILL, _TRANSPARENT_FILL = 40, 2_000
_LINEAR, _RADIAL, _ANY_GRADIENT = 1_200, 16_000, 20
_FADING, _ANY_FADING = 4_000, 50
#: A line across the whole picture.
_CROSSING = 10
#: A round corner of a stroke as wide as the picture.
_CORNER = 40

#: The largest coordinate after all transforms.
_FARTHEST = 1e8


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a path: the number of coordinates, the bounds without stroke, and the length of its lines."""

    coordinates: int
    bounds: Rect
    length: float


def size_of(commands: tuple[Command, ...]) -> Size:
    """Return the size of a path. The length of a curve is estimated as that of the line through its handles."""
    length, end = 0.0, (0.0, 0.0)
    for command in commands:
        for point in points_of(command):
            if command[0] != "M":
                length += hypot(point[0] - end[0], point[1] - end[1])
            end = point
    return Size(sum(map(len, commands)) - len(commands), path_bounds(commands) or (0.0, 0.0, 0.0, 0.0), length)


class Meter:
    """Counts the work of painting, which depends on the current transform and layer."""

    def __init__(self, budget: DrawingBudget) -> None:
        self._budget = budget
        self._width, self._height = 1.0, 1.0
        self._matrix = IDENTITY
        self._reach: Rect | None = None
        self._painted = 0

    def begin(self, view: Rect) -> None:
        """Start a picture that shows `view`."""
        self._width, self._height = view[2:]
        self._matrix = translate(-view[0], -view[1])

    @contextmanager
    def under(self, matrix: Matrix) -> Iterator[None]:
        """Apply `matrix` inside the block."""
        outer, self._matrix = self._matrix, then(matrix, self._matrix)
        try:
            yield
        finally:
            self._matrix = outer

    @contextmanager
    def layer(self) -> Iterator[None]:
        """Count everything painted inside the block as a transparency group."""
        outer, self._reach = self._reach, None
        painted = self._painted
        yield
        share = self._share(self._reach) if self._reach else 0
        self._budget.spend(_ANY_LAYER + share * _LAYER + (self._painted - painted) * _IN_LAYER)
        self._reach = union(outer, self._reach)

    def paint(self, path: Path, size: Size) -> None:
        """Count the painting of a path, without reading it. WrongValueError if it is too large to be drawn."""
        matrix = self._matrix
        x, y, width, height = size.bounds
        if not all(abs(value) <= _FARTHEST for value in (*matrix, *bounds_of(matrix, size.bounds))):
            raise WrongValueError(message("too large to be drawn after its transforms"))
        margin = path.stroke_width / 2 if path.stroke else 0.0
        reach = bounds_of(matrix, (x - margin, y - margin, width + 2 * margin, height + 2 * margin))
        self._reach = union(self._reach, reach)
        share = self._share(reach)
        factor = max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])) / hypot(self._width, self._height)
        self._painted += size.coordinates
        lines = size.coordinates / 2
        fill = _FILL if path.opacity == 1 else _TRANSPARENT_FILL
        steps = _CROSSING * min(size.length * factor, lines) + share * fill
        if isinstance(path.fill, Gradient):
            gradient = _LINEAR if path.fill.radius is None else _RADIAL
            steps += _ANY_GRADIENT + share * gradient
            if path.fill.is_transparent:
                steps += _ANY_FADING + share * (_FADING + gradient)
        if path.stroke:
            pen = min(1.0, path.stroke_width * factor)
            steps += len(path.dash) + lines * (_CORNER * pen if "round" in (path.pen.cap, path.pen.join) else 1)
        self._budget.spend(steps)

    def clip(self, size: Size, matrix: Matrix) -> None:
        """Count clipping at a path transformed by `matrix`."""
        share = self._share(bounds_of(then(matrix, self._matrix), size.bounds))
        self._budget.spend(size.coordinates + _ANY_CLIP + share * _CLIP)

    def _share(self, rect: Rect) -> float:
        """Return the share of the picture that a rectangle covers."""
        width = min(rect[0] + rect[2], self._width) - max(rect[0], 0.0)
        height = min(rect[1] + rect[3], self._height) - max(rect[1], 0.0)
        return max(0.0, width) * max(0.0, height) / (self._width * self._height)


def union(one: Rect | None, other: Rect | None) -> Rect | None:
    """Return the smallest rectangle around two rectangles, either of which may be None."""
    if one is None or other is None:
        return one or other
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[0] + one[2], other[0] + other[2]), max(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top)
