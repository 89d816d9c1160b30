"""What every box has, and the values that several kinds share."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from cardgen.data.kinds import FileModel, Word
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError

#: The named areas of a side: the finished card, with its bleed, without its safe distance.
AREAS = ("trim", "bleed", "safe")


def _area_or_rectangle(value: Any) -> Any:
    if isinstance(value, str) and value in AREAS:
        return value
    if not isinstance(value, list | tuple) or len(value) != 4:
        told = f"{as_written(value)} given, expected [x, y, width, height] in mm, or {', '.join(AREAS)}"
        raise WrongValueError(told)
    if not all(isinstance(v, int | float) and not isinstance(v, bool) and -2000 <= v <= 2000 for v in value):
        raise WrongValueError(f"{as_written(value)} given, expected four numbers of mm: [x, y, width, height]")
    if value[2] <= 0 or value[3] <= 0:
        raise WrongValueError("a box has a width and a height above 0 mm")
    return tuple(float(v) for v in value)


BoxArea = Annotated[
    Any,
    BeforeValidator(_area_or_rectangle),
    Field(
        json_schema_extra={
            "anyOf": [
                {"enum": list(AREAS)},
                {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
            ]
        }
    ),
]
Opacity = Annotated[float, Field(ge=0, le=1)]
StrokeWidth = Annotated[float, Field(ge=0, le=50)]


class Box(FileModel):
    """Every box: where it is, and how far it is turned clockwise about its middle (degrees)."""

    kind: Word
    box: BoxArea
    turn: Annotated[float, Field(ge=-360, le=360)] = 0.0
