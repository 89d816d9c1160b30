"""Base models for the kinds of boxes: the place of a box, what it extends, and when it is drawn."""

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.base.errors import WrongValueError
from cardgen.base.values import as_written
from cardgen.base.words.messages import joined, message
from cardgen.data.conditions import Wanted
from cardgen.data.kinds import FileModel, FileName, Identifier, ValuePath, Word, as_tuple
from cardgen.scene.items import IDENTITY, BoxInk, Matrix

INK_WORDS = (
    "what happens to it where ink is saved: `keep`, `white` (its fills), `tint`, `outline`, `hide`; "
    "if left out that follows from its size and its colours"
)

#: The named areas of a side: the finished card, with its bleed, without its safe distance.
AREAS = ("trim", "bleed", "safe")

#: The names of the four numbers of a box, for a box that changes some of those below it.
SIDES_OF_BOX = ("x", "y", "width", "height")


def _check_sides(value: dict[Any, Any]) -> None:
    """Raise WrongValueError for a place written by name; one with all four names is a list by now."""
    hint = message("its keys are {keys}", keys=joined(SIDES_OF_BOX))
    for name in value:
        if name not in SIDES_OF_BOX:
            raise WrongValueError(message("unknown key {key!r}", key=name), hint)
    missing = next(name for name in SIDES_OF_BOX if name not in value)
    raise WrongValueError(message("the key {key!r} is missing", key=missing), hint)


def _area_or_rectangle(value: Any) -> Any:
    if isinstance(value, str) and value in AREAS:
        return value
    if isinstance(value, dict):
        _check_sides(value)
    written = as_written(value)
    if not isinstance(value, list | tuple) or len(value) != 4:
        template = "{value} given, expected [x, y, width, height] in mm, or {areas}"
        raise WrongValueError(message(template, value=written, areas=joined(AREAS)))
    if not all(isinstance(number, str | int | float) and not isinstance(number, bool) for number in value):
        template = "{value} given, expected four numbers of mm: [x, y, width, height]"
        raise WrongValueError(message(template, value=written))
    numbers = [number for number in value if not isinstance(number, str)]  # sums are checked with the template
    if not all(-2000 <= number <= 2000 for number in numbers):
        template = "{value} given, expected four numbers from -2000 to 2000 mm"
        raise WrongValueError(message(template, value=written))
    if any(not isinstance(number, str) and number <= 0 for number in value[2:]):
        raise WrongValueError(message("{value} given, expected a width and a height above 0 mm", value=written))
    return tuple(number if isinstance(number, str) else float(number) for number in value)


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
    """A part of a template that inherits the keys it leaves out; later names in `extends` take precedence."""

    extends: Names = Field(default=(), description="the names of others whose keys this one takes")


class Conditional(FileModel):
    """A part of a template that is drawn only if all its conditions hold. Keys of `when` are fields, or `deck.id`."""

    when: dict[ValuePath, Wanted] = Field(default={}, description="the conditions under which it is drawn, by field")


class AnyBox(Extending, Conditional):
    """A box of any kind, with or without a place of its own."""

    for_icons: ClassVar[bool] = False
    """True if an icon may be a box of this kind"""

    kind: Word = Field(description="the kind of box")
    when_text: Identifier | None = Field(
        default=None,
        description="the name of a box beside it: it is drawn only if that one shows text. On the face it may be a box "
        "of the back that continues one of the face",
    )
    ink: BoxInk | None = Field(default=None, description=INK_WORDS)


class Box(AnyBox):
    """A box with a place."""

    has_own_points: ClassVar[bool] = False
    """True if it draws points of its own, which do not follow from the size of its place"""

    box: BoxArea = Field(description="where it is: [x, y, width, height] in mm, or trim, bleed or safe")
    turn: Annotated[float, Field(ge=-360, le=360)] = Field(
        default=0.0, description="degrees clockwise that it is turned about its middle"
    )


class FlowingBox(Box):
    """A box whose text may go on in other boxes."""

    continues: Identifier | None = Field(
        default=None,
        description="instead of a text: the name of a box before this one; here goes on what does not fit into that. "
        "On the back it may be a box of the face",
    )


class ContainerBox(Box):
    """A box that holds other boxes, whose coordinates count from its top left."""

    inner_values: ClassVar[tuple[str, ...]] = ()
    """the words that placeholders of the inner boxes may begin with, beside those of all boxes"""

    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)] = Field(
        description="the boxes in it by name, painted in order"
    )


class ReferenceBox(AnyBox):
    """A box that draws another box of its side."""

    of: Identifier = Field(description="the name of the box to draw; it comes before this one")

    def matrix(self, width: float, height: float) -> Matrix:  # noqa: ARG002
        """Return how the other box is moved, on a side of this size in mm."""
        return IDENTITY
