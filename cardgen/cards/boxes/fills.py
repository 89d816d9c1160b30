"""Fills of shapes: a colour, a gradient or a pattern, as templates write them and as items."""

import math
from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from cardgen.base.errors import WrongValueError, did_you_mean
from cardgen.base.records import replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import joined, message
from cardgen.data.kinds import COLOUR_PATTERN, Colour, FileModel, Point, as_tuple, check_colour
from cardgen.data.templates.box_models import Opacity
from cardgen.scene.items import Gradient, Group, Item, Path, Rect, Stop
from cardgen.scene.patterns import MARKS, draw_pattern

_COLOUR_SCHEMA = {"type": "string", "pattern": COLOUR_PATTERN}

Turn = Annotated[float, Field(ge=-360, le=360)]


def _colour(value: Any) -> str:
    if not isinstance(value, str):
        raise WrongValueError(
            message("{value} given, expected a colour", value=as_written(value)), message("such as '#1f6feb'")
        )
    return check_colour(value)


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _stop(value: Any) -> Stop:
    if isinstance(value, Stop):
        return value
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        template = "{value} given, expected a number from 0 to 1, a colour and optionally an opacity"
        raise WrongValueError(message(template, value=as_written(value)), message("such as [0.5, '#1f6feb']"))
    share, colour, *opacity = value
    if not all(map(_is_share, (share, *opacity))):
        raise WrongValueError(
            message("{value} given, expected a position and an opacity from 0 to 1", value=as_written(value)),
            message("such as [0.5, '#1f6feb', 1]"),
        )
    return Stop(float(share), _colour(colour), float(opacity[0]) if opacity else 1.0)


def _in_order(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    if any(b.offset < a.offset for a, b in pairwise(stops)):
        raise WrongValueError(message("the stops of a gradient must be in the order of their positions"))
    return stops


_STOP_SCHEMA = {
    "type": "array",
    "prefixItems": [{"type": "number"}, _COLOUR_SCHEMA, {"type": "number"}],
    "minItems": 2,
    "maxItems": 3,
}
GradientStop = Annotated[Any, AfterValidator(_stop), WithJsonSchema(_STOP_SCHEMA)]


def _two_shares(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(map(_is_share, value)):
        raise WrongValueError(
            message("{value} given, expected two numbers from 0 to 1", value=as_written(value)),
            message("such as [1, 0]"),
        )
    return tuple(map(float, value))


class GradientFill(FileModel, defer_build=False):
    """Colours that run into each other, `from` one `to` another or by several `stops`."""

    from_: Colour | None = Field(default=None, alias="from", description="the colour that it begins with")
    to: Colour | None = Field(default=None, description="the colour that it ends with")
    opacity: Annotated[tuple[Opacity, Opacity], BeforeValidator(_two_shares)] | None = Field(
        default=None, description="the opacity of each of the two: `[1, 0]` fades away"
    )
    stops: Annotated[
        tuple[GradientStop, ...],
        Field(max_length=50),
        BeforeValidator(as_tuple),
        AfterValidator(_in_order),
    ] = Field(
        default=(),
        description="instead of the two: at least two of `[position, colour]` or `[position, colour, opacity]`; "
        "positions from 0 to 1",
    )
    turn: Turn = Field(default=0.0, description="the direction of a linear gradient: 0 to the right, 90 downwards")
    shape: Literal["linear", "radial"] = Field(
        default="linear", description="`linear`, or `radial`: from a point outwards"
    )
    centre: Point = Field(default=(0.5, 0.5), description="the middle of a radial gradient, as fractions of the box")
    radius: Annotated[float, Field(gt=0, le=100)] = Field(
        default=1.0, description="the radius of a radial gradient: 1 reaches the edges of the box"
    )

    @model_validator(mode="after")
    def _two_colours_or_stops(self) -> Self:
        ends = self.from_ is not None and self.to is not None
        if self.stops and (self.from_ or self.to or self.opacity):
            raise WrongValueError(message("a gradient has either from and to, or stops"))
        if not self.stops and not ends:
            raise WrongValueError(message("a gradient needs from and to, or stops"))
        if self.stops and len(self.stops) < 2:
            raise WrongValueError(message("a gradient needs at least two stops"))
        others = {"linear": ("centre", "radius"), "radial": ("turn",)}[self.shape]
        for name in others:
            if name in self.model_fields_set:
                raise WrongValueError(message("a {shape} gradient has no {key}", shape=self.shape, key=name))
        return self

    @property
    def all_stops(self) -> tuple[Stop, ...]:
        """All stops from one end to the other."""
        if self.stops:
            first, last = self.stops[0], self.stops[-1]
            before = () if first.offset == 0 else (Stop(0.0, first.colour, first.opacity),)
            return (*before, *self.stops, *(() if last.offset == 1 else (Stop(1.0, last.colour, last.opacity),)))
        assert self.from_ is not None
        assert self.to is not None
        begin, end = self.opacity or (1.0, 1.0)
        return (Stop(0.0, self.from_, begin), Stop(1.0, self.to, end))


def _marks(word: str) -> str:
    if word not in MARKS:
        raise WrongValueError(message("unknown pattern {word!r}", word=word), did_you_mean(word, sorted(MARKS)))
    return word


_MARK_NAMES = ", ".join(f"`{name}`" for name in MARKS)


class PatternFill(FileModel, defer_build=False):
    """Repeated marks on a `ground`, or on what is under the box."""

    marks: Annotated[str, AfterValidator(_marks), Field(json_schema_extra={"enum": sorted(MARKS)})] = Field(
        description=f"one of {_MARK_NAMES}"
    )
    colour: Colour = Field(description="the colour of the marks")
    ground: Colour | None = Field(
        default=None, description="the colour under the marks; if left out, what is under the box shows"
    )
    pitch: Annotated[float, Field(ge=0.5, le=2000)] = Field(
        default=3.0, description="the distance from mark to mark, mm"
    )
    turn: Turn = Field(default=0.0, description="degrees clockwise, for the whole pattern")
    weight: Annotated[float, Field(gt=0, lt=1)] = Field(
        default=0.25, description="the fraction of the pitch that is coloured, for stripes and hatches"
    )

    @model_validator(mode="after")
    def _weight_of_stripes(self) -> Self:
        if "weight" in self.model_fields_set and MARKS[self.marks]:
            striped = sorted(name for name, commands in MARKS.items() if not commands)
            raise WrongValueError(
                message("the pattern {marks} has no weight", marks=self.marks),
                message("these have one: {names}", names=joined(striped)),
            )
        return self


class Fill(FileModel, defer_build=False):
    """A colour, a gradient or a pattern. A colour is mostly written by itself."""

    colour: Colour | None = None
    gradient: GradientFill | None = None
    pattern: PatternFill | None = None

    @model_validator(mode="after")
    def _only_one(self) -> Self:
        if sum(part is not None for part in (self.colour, self.gradient, self.pattern)) != 1:
            raise WrongValueError(message("a fill is exactly one of colour, gradient and pattern"))
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [_COLOUR_SCHEMA, handler(schema)]}


def _as_fill(value: Any) -> Any:
    if isinstance(value, str):
        return Fill(colour=_colour(value))
    if not isinstance(value, dict | Fill):
        example = message("such as {example}", example="'#1f6feb', or {gradient: {from: '#ffffff', to: '#1f6feb'}}")
        raise WrongValueError(
            message("{value} given, expected a colour, a gradient or a pattern", value=as_written(value)),
            message("put it in quotes") if isinstance(value, int | float) else example,
        )
    return value


Paint = Annotated[Fill, BeforeValidator(_as_fill)]
"""A fill, as people write it."""


# ---------------------------------------------------------------- drawing

#: The most marks of a pattern: more are invisible dust, and make files large.
MOST_MARKS = 250_000


def fill_shape(shape: Path, fill: Fill | None, area: Rect) -> tuple[Item, ...]:
    """Return the shape with a fill laid out by `area`, below the stroke and with the opacity that it has already.

    WrongValueError for a pattern of more than MOST_MARKS.
    """
    if fill is None:
        return (shape,)
    if shape.spot:  # the inside is printed, the line is not
        return (*fill_shape(replace(shape, stroke=None, spot=""), fill, area), shape)
    if fill.pattern is None:
        # Not by replace(), which is slow: this is the most frequent case.
        paint, rest = paint_of(fill, area), (shape.stroke, shape.stroke_width, shape.dash, shape.opacity)
        return (Path(shape.commands, paint, *rest, shape.even_odd, pen=shape.pen),)
    pattern = fill.pattern
    count = area[2] * area[3] / pattern.pitch**2
    if count > MOST_MARKS:
        raise WrongValueError(
            message(
                "fill.pattern: about {count} marks in {width:g} × {height:g} mm, expected at most {most:,}",
                count=f"{count:,.0f}",
                width=area[2],
                height=area[3],
                most=MOST_MARKS,
            ),
            message("use a larger pitch"),
        )
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
    """Return a fill's colour, or its gradient laid out by `area`; None for no fill and for a pattern."""
    if fill is None or fill.gradient is None:
        return fill.colour if fill else None
    return _radial(fill.gradient, area) if fill.gradient.shape == "radial" else _linear(fill.gradient, area)


def _linear(gradient: GradientFill, area: Rect) -> Gradient:
    """Return a gradient through the middle of the area, whose ends are level with the outermost corners."""
    x, y, width, height = area
    cosine, sine = math.cos(math.radians(gradient.turn)), math.sin(math.radians(gradient.turn))
    half = (abs(width * cosine) + abs(height * sine)) / 2
    middle = x + width / 2, y + height / 2
    start = middle[0] - half * cosine, middle[1] - half * sine
    return Gradient(gradient.all_stops, start, (middle[0] + half * cosine, middle[1] + half * sine))


def _radial(gradient: GradientFill, area: Rect) -> Gradient:
    """Return a circular gradient about its centre, scaled to the width and height of the area."""
    x, y, width, height = area
    matrix = (width / 2, 0.0, 0.0, height / 2, x + gradient.centre[0] * width, y + gradient.centre[1] * height)
    return Gradient(gradient.all_stops, (0.0, 0.0), (0.0, 0.0), gradient.radius, matrix)
