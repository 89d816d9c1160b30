"""Lines of text bent along a circle: each letter is turned, lines under and through them follow the circle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.scene.items import IDENTITY, Command, GlyphRun, Group, Item, Matrix, Path, apply, then, translate, turn
from cardgen.scene.paths import move_path, points_of
from cardgen.text.extent import extent_of
from cardgen.text.fonts import glyphs_of

#: Straight lines are bent in so many pieces.
_PIECES = 24


@dataclass(frozen=True, slots=True)
class _Circle:
    """A circle of `radius` mm that touches the middle of a text at (x, y); its centre is above if it is below 0."""

    x: float
    y: float
    radius: float

    def turned(self, x: float) -> Matrix:
        """Return the transform of what is at `x` to its place on the circle."""
        degrees = math.degrees((x - self.x) / self.radius)
        return then(translate(self.x - x, 0.0), turn(degrees, self.x, self.y + self.radius))


def bend(items: Sequence[Item], x: float, y: float, width: float, radius: float) -> tuple[Item, ...]:
    """Return the items of a text bent along a circle that touches the middle of its lines at (x, y).

    WrongValueError if its lines, `width` mm long, are longer than the circle.
    """
    around = 2 * math.pi * abs(radius)
    if width > around:
        problem = message("arc: a text {width:.1f} mm long is longer than a circle of this radius", width=width)
        raise WrongValueError(problem, message("expected a radius of {least:g} mm", least=math.ceil(width / 6.28)))
    circle = _Circle(x, y, radius)
    return tuple(bent for item in items for bent in _bend(item, circle))


def _bend(item: Item, circle: _Circle) -> Iterator[Item]:
    if isinstance(item, GlyphRun):
        for glyph in glyphs_of(item):
            yield Group((glyph,), circle.turned(glyph.x + glyph.width / 2))
    elif isinstance(item, Path):
        yield replace(item, commands=tuple(_bend_path(item.commands, circle)))
    elif isinstance(item, Group) and item.matrix[:4] == IDENTITY[:4]:
        moved = (
            replace(one, commands=move_path(one.commands, item.matrix)) for one in item.items if isinstance(one, Path)
        )
        yield replace(item, items=tuple(bent for one in moved for bent in _bend(one, circle)), matrix=IDENTITY)
    elif isinstance(item, Group):  # a picture among the words
        left, _, width, _ = extent_of((item,)) or (item.matrix[4], 0.0, 0.0, 0.0)
        yield replace(item, matrix=then(item.matrix, circle.turned(left + width / 2)))


def _bend_path(commands: Sequence[Command], circle: _Circle) -> Iterator[Command]:
    at = (0.0, 0.0)
    for command in commands:
        points = points_of(command)
        if command[0] == "L":
            (x, y), (left, top) = points[0], at
            shares = [number / _PIECES for number in range(1, _PIECES + 1)]
            for share in shares:
                middle = left + share * (x - left)
                yield ("L", *apply(circle.turned(middle), middle, top + share * (y - top)))
        else:
            yield (command[0], *(value for x, y in points for value in apply(circle.turned(x), x, y)))
        at = points[-1] if points else at
