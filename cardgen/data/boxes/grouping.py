"""Boxes made of other boxes."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from cardgen.data.boxes.base import AnyBox, Box, Opacity
from cardgen.data.kinds import FileModel, Identifier, Length
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError

#: What the boxes of a repeat know beside what all boxes do: the entry of the list, and which it is, from 1.
REPEATED = ("item", "number")

#: More are no longer told apart, and a slip of the finger.
MOST_REPEATED = 1000


class AgainBox(AnyBox):
    """Another box of this face drawn once more, turned about the middle of the card: the far corner of a card."""

    kind: Literal["again"]
    of: Identifier
    turn: Annotated[float, Field(ge=-360, le=360)] = 180.0


class Clip(FileModel):
    """The edge of a group as scissors, its corners rounded by `radius` mm."""

    radius: Annotated[float, Field(ge=0, le=1000)] = 0.0


def _as_clip(value: Any) -> Any:
    if isinstance(value, bool):
        return Clip() if value else None
    return value


Scissors = Annotated[
    Clip | None,
    BeforeValidator(_as_clip),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, Clip.model_json_schema()]}),
]


class GroupBox(Box):
    """Boxes placed together: their coordinates count from this box's top left; turned, faded and cut off as one."""

    kind: Literal["group"]
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]
    clip: Scissors = None
    opacity: Opacity = 1.0


def _entries(value: Any) -> Any:
    """A list, or so many numbers from 1."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_REPEATED:
        return tuple(range(1, value + 1))
    if isinstance(value, list | tuple) and len(value) <= MOST_REPEATED:
        return tuple(value)
    if isinstance(value, float) and value.is_integer():
        return _entries(int(value))
    told = f"{as_written(value)} given, expected a list, or a whole number from 0 to {MOST_REPEATED:,}"
    raise WrongValueError(told)


def _as_gap(value: Any) -> Any:
    pair = (value, value) if isinstance(value, int | float) else tuple(value) if isinstance(value, list) else value
    numbers = isinstance(pair, tuple) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in pair)
    if not numbers or len(pair) != 2 or not all(0 <= v <= 2000 for v in pair):
        told = f"{as_written(value)} given, expected mm between two, or [across, down]"
        raise WrongValueError(told, "such as 1 or [1, 2]")
    return (float(pair[0]), float(pair[1]))


Repeated = Annotated[
    Any,
    AfterValidator(_entries),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": MOST_REPEATED},
                {"type": "array", "maxItems": MOST_REPEATED},
            ]
        }
    ),
]
Gap = Annotated[
    tuple[float, float],
    BeforeValidator(_as_gap),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2},
            ]
        }
    ),
]


def _as_cell(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise WrongValueError(f"{as_written(value)} given, expected [width, height] in mm", "such as [6, 6]")
    return tuple(value)


class RepeatBox(Box):
    """Boxes drawn once for each entry of a list, or so many times, each time in a `cell` of its own.

    The cells stand side by side, in as many rows as they take (`direction: down`: columns), `gap` mm apart.
    """

    kind: Literal["repeat"]
    of: Repeated
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]
    cell: Annotated[tuple[Length, Length], BeforeValidator(_as_cell)]
    gap: Gap = (0.0, 0.0)
    direction: Literal["right", "down"] = "right"
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"


KINDS: dict[str, type[FileModel]] = {"again": AgainBox, "group": GroupBox, "repeat": RepeatBox}
