"""Shapes filled and outlined."""

from __future__ import annotations

import math
from dataclasses import replace

from cardgen.data.boxes.fills import Fill, GradientFill
from cardgen.errors import WrongValueError
from cardgen.scene.fillings import draw_pattern
from cardgen.scene.items import Gradient, Group, Item, Path, Rect

#: Of a pattern: more are dust to the eye, and weigh a file down.
MOST_MARKS = 250_000


def fill_shape(shape: Path, fill: Fill | None, area: Rect) -> tuple[Item, ...]:
    """The shape with its fill, which lies in `area`, under the stroke and the opacity that it has already.

    WrongValueError for a pattern of more than MOST_MARKS.
    """
    if fill is None:
        return (shape,)
    if shape.spot:  # the inside is printed, the line is not
        return (*fill_shape(replace(shape, stroke=None, spot=""), fill, area), shape)
    if fill.pattern is None:
        # Not by replace(): of all that is drawn, this is what there is most of.
        paint, rest = paint_of(fill, area), (shape.stroke, shape.stroke_width, shape.dash, shape.opacity)
        return (Path(shape.commands, paint, *rest, shape.even_odd, pen=shape.pen),)
    pattern = fill.pattern
    count = area[2] * area[3] / pattern.pitch**2
    if count > MOST_MARKS:
        told = (
            f"fill.pattern: about {count:,.0f} marks in {area[2]:g} × {area[3]:g} mm, expected at most {MOST_MARKS:,}"
        )
        raise WrongValueError(told, "a larger pitch")
    whole = replace(shape, opacity=1.0)
    marks = draw_pattern(pattern.marks, area, pattern.colour, pattern.pitch, turned=pattern.turn, weight=pattern.weight)
    items: list[Item] = []
    if pattern.ground:
        items.append(Path(shape.commands, pattern.ground, even_odd=shape.even_odd))
    items.append(Group(marks, clip=Path(shape.commands, even_odd=shape.even_odd)))
    if shape.stroke and shape.stroke_width > 0:
        items.append(whole)
    return tuple(items) if shape.opacity == 1 else (Group(tuple(items), opacity=shape.opacity),)


def paint_of(fill: Fill | None, area: Rect) -> str | Gradient | None:
    """A fill's colour, or its gradient as it lies in `area`; None for no fill and for a pattern."""
    if fill is None or fill.gradient is None:
        return fill.colour if fill else None
    return _radial(fill.gradient, area) if fill.gradient.shape == "radial" else _linear(fill.gradient, area)


def _linear(gradient: GradientFill, area: Rect) -> Gradient:
    """Through the middle of the area, so long that its ends come to lie level with the outermost corners."""
    x, y, width, height = area
    cosine, sine = math.cos(math.radians(gradient.turn)), math.sin(math.radians(gradient.turn))
    half = (abs(width * cosine) + abs(height * sine)) / 2
    middle = x + width / 2, y + height / 2
    start = middle[0] - half * cosine, middle[1] - half * sine
    return Gradient(gradient.all_stops, start, (middle[0] + half * cosine, middle[1] + half * sine))


def _radial(gradient: GradientFill, area: Rect) -> Gradient:
    """A circle about the centre, made as wide and high as the area."""
    x, y, width, height = area
    matrix = (width / 2, 0.0, 0.0, height / 2, x + gradient.centre[0] * width, y + gradient.centre[1] * height)
    return Gradient(gradient.all_stops, (0.0, 0.0), (0.0, 0.0), gradient.radius, matrix)
