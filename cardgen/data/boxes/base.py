"""What every box has, and the values that several kinds share."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.data.conditions import Wanted
from cardgen.data.kinds import FileModel, FileName, Identifier, ValuePath, Word, as_tuple
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError

#: The named areas of a side: the finished card, with its bleed, without its safe distance.
AREAS = ("trim", "bleed", "safe")

#: What the four numbers of a box are called where it is written by name: to change one of those below.
SIDES_OF_BOX = ("x", "y", "width", "height")


def _area_or_rectangle(value: Any) -> Any:
    if isinstance(value, str) and value in AREAS:
        return value
    if isinstance(value, dict):  # one of all four is a list by now, see data/extending
        missing = [name for name in SIDES_OF_BOX if name not in value]
        odd = [name for name in value if name not in SIDES_OF_BOX]
        told = f"unknown key {odd[0]!r}" if odd else f"the key {missing[0]!r} is missing"
        raise WrongValueError(told, "its keys are " + ", ".join(SIDES_OF_BOX))
    if not isinstance(value, list | tuple) or len(value) != 4:
        told = f"{as_written(value)} given, expected [x, y, width, height] in mm, or {', '.join(AREAS)}"
        raise WrongValueError(told)
    if not all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in value):
        raise WrongValueError(f"{as_written(value)} given, expected four numbers of mm: [x, y, width, height]")
    numbers = [v for v in value if not isinstance(v, str)]  # sums are told by themselves, see data/areas
    if not all(-2000 <= v <= 2000 for v in numbers):
        raise WrongValueError(f"{as_written(value)} given, expected four numbers from -2000 to 2000 mm")
    if any(not isinstance(v, str) and v <= 0 for v in value[2:]):
        raise WrongValueError(f"{as_written(value)} given: a box has a width and a height above 0 mm")
    return tuple(v if isinstance(v, str) else float(v) for v in value)


_NUMBER_OR_SUM = {"type": ["number", "string"]}
BoxArea = Annotated[
    Any,
    BeforeValidator(_area_or_rectangle),
    Field(
        json_schema_extra={
            "anyOf": [
                {"enum": list(AREAS)},
                {"type": "array", "items": _NUMBER_OR_SUM, "minItems": 4, "maxItems": 4},
                {
                    "type": "object",
                    "properties": dict.fromkeys(SIDES_OF_BOX, _NUMBER_OR_SUM),
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Opacity = Annotated[float, Field(ge=0, le=1)]
StrokeWidth = Annotated[float, Field(ge=0, le=50)]


def _as_names(value: Any) -> Any:
    return (value,) if isinstance(value, str) else as_tuple(value)


_NAMES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}
Names = Annotated[tuple[Identifier, ...], BeforeValidator(_as_names), WithJsonSchema(_NAMES)]
FileNames = Annotated[tuple[FileName, ...], BeforeValidator(_as_names), WithJsonSchema(_NAMES)]
"""One name, or a list of them."""


class Extending(FileModel):
    """What takes the keys of others of its kind that it leaves out itself: a later one's before an earlier one's."""

    extends: Names = ()


class Conditional(FileModel):
    """What is drawn only on cards of which all conditions hold, by what they are about: a field, `deck.id`."""

    when: dict[ValuePath, Wanted] = {}


class AnyBox(Extending, Conditional):
    """What stands among boxes, whether it has a place of its own or not."""

    kind: Word


class Box(AnyBox):
    """Every box with a place: where it is, and how far it is turned clockwise about its middle (degrees)."""

    box: BoxArea
    turn: Annotated[float, Field(ge=-360, le=360)] = 0.0
