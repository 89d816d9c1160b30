"""What shapes are filled with: a colour, a gradient or a pattern."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from cardgen.data.boxes.base import Opacity
from cardgen.data.kinds import Colour, FileModel, Point, as_tuple
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError, did_you_mean
from cardgen.scene.fillings import MARKS
from cardgen.scene.items import Stop

_COLOUR = TypeAdapter(Colour)
_COLOUR_SCHEMA = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}

Turn = Annotated[float, Field(ge=-360, le=360)]


def _colour(value: Any) -> str:
    try:
        return str(_COLOUR.validate_python(value))
    except ValidationError as error:
        found = error.errors()[0].get("ctx", {}).get("error")
        if isinstance(found, WrongValueError):
            raise found from None
        raise WrongValueError(f"{as_written(value)} given, expected a colour", "such as '#1f6feb'") from None


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _stop(value: Any) -> Stop:
    if isinstance(value, Stop):
        return value
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        told = f"{as_written(value)} given, expected a share of the way, a colour and, if wanted, how opaque it is"
        raise WrongValueError(told, "such as [0.5, '#1f6feb']")
    share, colour, *opacity = value
    if not all(map(_is_share, (share, *opacity))):
        raise WrongValueError(f"{as_written(value)} given, expected shares from 0 to 1", "such as [0.5, '#1f6feb', 1]")
    return Stop(float(share), _colour(colour), float(opacity[0]) if opacity else 1.0)


def _in_order(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    if any(b.share < a.share for a, b in pairwise(stops)):
        raise WrongValueError("the stops of a gradient stand in the order of their shares")
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
        raise WrongValueError(f"{as_written(value)} given, expected two shares from 0 to 1", "such as [1, 0]")
    return tuple(map(float, value))


class GradientFill(FileModel):
    """Colours that run into each other, `from` one `to` another or by several `stops`.

    A linear one runs from left to right, turned clockwise by `turn`; a radial one from its `centre` (in shares of the
    box) outwards, ending where an ellipse of the box's size times `radius` would.
    """

    shape: Literal["linear", "radial"] = "linear"
    from_: Annotated[Colour | None, Field(alias="from")] = None
    to: Colour | None = None
    opacity: Annotated[tuple[Opacity, Opacity], BeforeValidator(_two_shares)] | None = None
    stops: Annotated[
        tuple[GradientStop, ...],
        Field(max_length=50),
        BeforeValidator(as_tuple),
        AfterValidator(_in_order),
    ] = ()
    turn: Turn = 0.0
    centre: Point = (0.5, 0.5)
    radius: Annotated[float, Field(gt=0, le=100)] = 1.0

    @model_validator(mode="after")
    def _said_once(self) -> Self:
        ends = self.from_ is not None and self.to is not None
        if self.stops and (self.from_ or self.to or self.opacity):
            raise WrongValueError("a gradient has from and to, or stops, not both")
        if not self.stops and not ends:
            raise WrongValueError("a gradient has two colours, from and to, or stops")
        if self.stops and len(self.stops) < 2:
            raise WrongValueError("a gradient has two stops at least")
        others = {"linear": ("centre", "radius"), "radial": ("turn",)}[self.shape]
        for name in others:
            if name in self.model_fields_set:
                raise WrongValueError(f"a {self.shape} gradient has no {name}")
        return self

    @property
    def all_stops(self) -> tuple[Stop, ...]:
        """From one end to the other."""
        if self.stops:
            first, last = self.stops[0], self.stops[-1]
            before = () if first.share == 0 else (Stop(0.0, first.colour, first.opacity),)
            return (*before, *self.stops, *(() if last.share == 1 else (Stop(1.0, last.colour, last.opacity),)))
        assert self.from_ is not None
        assert self.to is not None
        begin, end = self.opacity or (1.0, 1.0)
        return (Stop(0.0, self.from_, begin), Stop(1.0, self.to, end))


def _marks(word: str) -> str:
    if word not in MARKS:
        raise WrongValueError(f"{word!r} is no pattern to fill with", did_you_mean(word, sorted(MARKS)))
    return word


class PatternFill(FileModel):
    """Marks again and again, `pitch` mm apart, on a `ground` or on what lies under the box; as a whole turned.

    The `weight` of stripes is the share of the pitch that a stripe takes.
    """

    marks: Annotated[str, AfterValidator(_marks), Field(json_schema_extra={"enum": sorted(MARKS)})]
    colour: Colour
    ground: Colour | None = None
    pitch: Annotated[float, Field(ge=0.5, le=2000)] = 3.0
    turn: Turn = 0.0
    weight: Annotated[float, Field(gt=0, lt=1)] = 0.25

    @model_validator(mode="after")
    def _weight_of_stripes(self) -> Self:
        if "weight" in self.model_fields_set and MARKS[self.marks]:
            striped = ", ".join(sorted(name for name, commands in MARKS.items() if not commands))
            raise WrongValueError(f"{self.marks} have no weight", f"these have: {striped}")
        return self


class Fill(FileModel):
    """One of the three. A colour is mostly written by itself."""

    colour: Colour | None = None
    gradient: GradientFill | None = None
    pattern: PatternFill | None = None

    @model_validator(mode="after")
    def _only_one(self) -> Self:
        if sum(each is not None for each in (self.colour, self.gradient, self.pattern)) != 1:
            raise WrongValueError("a fill is one of a colour, a gradient and a pattern")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [_COLOUR_SCHEMA, handler(schema)]}


def _as_fill(value: Any) -> Any:
    if isinstance(value, str):
        return Fill(colour=_colour(value))
    if not isinstance(value, dict | Fill):
        told = f"{as_written(value)} given, expected a colour, a gradient or a pattern"
        wanted = "such as '#1f6feb', or {gradient: {from: '#ffffff', to: '#1f6feb'}}"
        raise WrongValueError(told, "put it in quotes" if isinstance(value, int | float) else wanted)
    return value


Paint = Annotated[Fill, BeforeValidator(_as_fill)]
"""What a shape is filled with, as people write it."""
