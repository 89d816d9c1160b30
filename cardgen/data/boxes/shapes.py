"""Boxes that draw a plain shape."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from cardgen.data.boxes.base import Box, Opacity, StrokeWidth
from cardgen.data.boxes.fills import Paint
from cardgen.data.kinds import Colour, FileModel, Length, Millimetres, Point, as_tuple
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError
from cardgen.scene.paths import parse_path

Dash = Annotated[tuple[Length, ...], BeforeValidator(as_tuple)]
Points = Annotated[tuple[Point, ...], Field(max_length=1000), BeforeValidator(as_tuple)]
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]


def _radius(value: Any) -> Any:
    each = value if isinstance(value, list | tuple) else [value]
    told = f"{as_written(value)} given, expected mm, or four of them: top left, top right, bottom right, bottom left"
    if len(each) not in (1, 4) or (len(each) == 1 and each is value):
        raise WrongValueError(told, "such as 3, or [3, 3, 0, 0]")
    if not all(isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1000 for v in each):
        raise WrongValueError(told, "such as 3, or [3, 3, 0, 0]")
    return tuple(map(float, each)) if len(each) == 4 else float(each[0])


_LENGTH_SCHEMA = {"type": "number", "minimum": 0, "maximum": 1000}
Radius = Annotated[
    Any,
    BeforeValidator(_radius),
    WithJsonSchema(
        {"anyOf": [_LENGTH_SCHEMA, {"type": "array", "items": _LENGTH_SCHEMA, "minItems": 4, "maxItems": 4}]}
    ),
]
"""Of a rectangle's corners, mm: a float, or four from the top left clockwise."""


def _numbers(count: int, told: str) -> BeforeValidator:
    def check(value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != count:
            raise WrongValueError(f"{as_written(value)} given, expected {told}")
        return tuple(value)

    return BeforeValidator(check)


View = Annotated[tuple[Millimetres, Millimetres, Length, Length], _numbers(4, "[x, y, width, height] of the drawing")]
_Degrees = Annotated[float, Field(ge=-360, le=720)]
Arc = Annotated[tuple[_Degrees, _Degrees], _numbers(2, "where the part begins and ends, in degrees from the top")]


class ShapeBox(Box):
    """What every shape has: an inside, an outline, both see-through if wanted. As a `cut_line`, its outline is what a
    machine cuts along."""

    fill: Paint | None = None
    stroke: Colour | None = None
    stroke_width: StrokeWidth = 0.2
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    cut_line: bool = False
    opacity: Opacity = 1.0

    @model_validator(mode="after")
    def _line_to_cut(self) -> Self:
        if self.cut_line and (self.stroke is None or self.stroke_width == 0):
            raise WrongValueError("a cut_line is the stroke of a shape, and there is none", "stroke: '#ff00ff'")
        return self


class RectBox(ShapeBox):
    """A rectangle, its corners rounded by `radius`."""

    kind: Literal["rect"]
    radius: Radius = 0.0


class EllipseBox(ShapeBox):
    """An ellipse that fills its box; or the part of it within an `arc`, clockwise from one angle to another in degrees
    from the top, `cut` to a slice of pie, by a straight chord, or left open."""

    kind: Literal["ellipse"]
    arc: Arc | None = None
    cut: Literal["pie", "chord", "open"] = "pie"

    @model_validator(mode="after")
    def _part(self) -> Self:
        if self.arc is None and "cut" in self.model_fields_set:
            raise WrongValueError("cut says how an arc ends, and there is no arc")
        if self.arc is not None and not 0 < self.arc[1] - self.arc[0] <= 360:
            raise WrongValueError("arc: the second angle is larger than the first, by 360 at most")
        if self.arc is not None and self.cut == "open" and self.fill is not None:
            raise WrongValueError("an open arc has no inside to fill", "cut: pie or chord")
        return self


class PolygonBox(ShapeBox):
    """Straight sides: through `points` in mm from the box's top left, or so many equal `sides`, as large as the box
    allows, with a corner at the top or, `flat`, a side."""

    kind: Literal["polygon"]
    points: Points = ()
    sides: Annotated[int, Field(ge=3, le=100)] | None = None
    flat: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.points) == (self.sides is not None):
            raise WrongValueError("a polygon has points or sides", "one of the two")
        if self.points and len(self.points) < 3:
            raise WrongValueError("points: at least 3 of them make a polygon")
        if self.points and self.flat:
            raise WrongValueError("flat is for polygons of equal sides")
        return self


class StarBox(ShapeBox):
    """A star as large as the box allows, a point at the top; `inner` is how far out the corners between its points
    lie, as a share of the way to the points."""

    kind: Literal["star"]
    points: Annotated[int, Field(ge=2, le=100)] = 5
    inner: Annotated[float, Field(gt=0, le=1)] = 0.4


def _path_data(text: str) -> str:
    parse_path(text)
    return text


class PathBox(ShapeBox):
    """Any shape as SVG path data: in mm from the box's top left, or in the units of a `view` that is laid into the box
    as large as it fits, or stretched to it."""

    kind: Literal["path"]
    d: Annotated[str, StringConstraints(max_length=100_000), AfterValidator(_path_data)]
    view: View | None = None
    fit: Literal["contain", "stretch"] = "contain"
    even_odd: bool = False

    @model_validator(mode="after")
    def _fit_of_a_view(self) -> Self:
        if self.view is None and "fit" in self.model_fields_set:
            raise WrongValueError("fit says how a view lies in the box, and there is no view")
        return self


class LineBox(Box):
    """Straight lines through points, in mm from the box's top left, with arrow heads if wanted."""

    kind: Literal["line"]
    points: Annotated[Points, Field(min_length=2)]
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    arrow: Literal["none", "end", "start", "both"] = "none"
    arrow_size: Length | None = None
    cut_line: bool = False
    opacity: Opacity = 1.0

    @model_validator(mode="after")
    def _size_of_an_arrow(self) -> Self:
        if self.cut_line and (self.arrow != "none" or self.stroke_width == 0):
            raise WrongValueError("a cut_line is a line of some width, without arrows")
        if self.arrow == "none" and self.arrow_size is not None:
            raise WrongValueError("arrow_size is that of an arrow, and there is none")
        return self


KINDS: dict[str, type[FileModel]] = {
    "rect": RectBox,
    "ellipse": EllipseBox,
    "line": LineBox,
    "polygon": PolygonBox,
    "star": StarBox,
    "path": PathBox,
}
