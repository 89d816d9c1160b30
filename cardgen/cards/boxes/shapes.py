"""The keys that plain shapes share, and their outlines as items."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.cards.boxes.fills import Paint, fill_shape
from cardgen.data.kinds import Colour, Length, Point, as_tuple
from cardgen.data.templates.box_models import Box, Opacity, StrokeWidth
from cardgen.scene.finishes import Finish
from cardgen.scene.items import CUT, Command, Item, Path, Pen, Rect

Dash = Annotated[tuple[Length, ...], BeforeValidator(as_tuple)]
Points = Annotated[tuple[Point, ...], Field(max_length=1000), BeforeValidator(as_tuple)]
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]


def _radius(value: Any) -> Any:
    radii = value if isinstance(value, list | tuple) else [value]
    wrong = WrongValueError(
        message(
            "{value} given, expected mm, or four of them: top left, top right, bottom right, bottom left",
            value=as_written(value),
        ),
        message("such as 3, or [3, 3, 0, 0]"),
    )
    if len(radii) not in (1, 4) or (len(radii) == 1 and radii is value):
        raise wrong
    if not all(isinstance(mm, int | float) and not isinstance(mm, bool) and 0 <= mm <= 1000 for mm in radii):
        raise wrong
    return tuple(map(float, radii)) if len(radii) == 4 else float(radii[0])


_LENGTH_SCHEMA = {"type": "number", "minimum": 0, "maximum": 1000}
Radius = Annotated[
    Any,
    BeforeValidator(_radius),
    WithJsonSchema(
        {"anyOf": [_LENGTH_SCHEMA, {"type": "array", "items": _LENGTH_SCHEMA, "minItems": 4, "maxItems": 4}]}
    ),
]
"""Of a rectangle's corners, mm: a float, or four from the top left clockwise."""

RADIUS_WORDS = "the radius of its corners, mm: one, or four, clockwise from the top left"
STROKE_WORDS = "the colour of the outline or line"
STROKE_WIDTH_WORDS = "the width of the outline or line, mm"
DASH_WORDS = "lengths of dashes and gaps in turn, mm: `[2, 1]`"
CAP_WORDS = "how the ends of lines, dashes and open outlines look: `butt`, `round` or `square`"
JOIN_WORDS = "how corners look: `miter`, `round` or `bevel`"
OPACITY_WORDS = "from 0, invisible, to 1"
CUT_LINE_WORDS = (
    "`true` makes the stroke a line that a machine cuts along: a layer of its own in SVG files, "
    "the spot colour `CutContour` in PDF files"
)
FINISH_WORDS = (
    "`foil`, `varnish`, `white` or `emboss`: the shape is also on a plate of its own in files for a press; "
    "its line if it has a stroke and no fill, else its inside"
)


class ShapeBox(Box):
    """A shape with an inside and an outline."""

    for_icons: ClassVar[bool] = True

    fill: Paint | None = Field(default=None, description="the inside: a colour, or a gradient or pattern")
    stroke: Colour | None = Field(default=None, description=STROKE_WORDS)
    stroke_width: StrokeWidth = Field(default=0.2, description=STROKE_WIDTH_WORDS)
    dash: Dash = Field(default=(), description=DASH_WORDS)
    cap: Cap = Field(default="butt", description=CAP_WORDS)
    join: Join = Field(default="miter", description=JOIN_WORDS)
    cut_line: bool = Field(default=False, description=CUT_LINE_WORDS)
    opacity: Opacity = Field(default=1.0, description=OPACITY_WORDS)
    finish: Finish | None = Field(default=None, description=FINISH_WORDS)

    @model_validator(mode="after")
    def _line_to_cut(self) -> Self:
        if self.cut_line and (self.stroke is None or self.stroke_width == 0):
            raise WrongValueError(message("cut_line requires a stroke"), message("such as stroke: '#ff00ff'"))
        if self.cut_line and self.finish is not None:
            raise WrongValueError(message("finish: a line to cut along cannot have one"), message("use another box"))
        return self


def draw_shape(box: ShapeBox, commands: tuple[Command, ...], area: Rect, even_odd: bool = False) -> tuple[Item, ...]:
    """Return an outline filled and stroked as the box says; fills are laid out by `area`."""
    width = box.stroke_width if box.stroke else 0.0
    pen = Pen(box.cap, box.join)
    spot = CUT if box.cut_line else ""
    shape = Path(commands, None, box.stroke, width, box.dash, box.opacity, even_odd, spot, pen)
    items = fill_shape(shape, box.fill, area)
    if box.finish is None:
        return items
    line = width if box.fill is None else 0.0
    plate = Path(commands, None, None, line, box.dash if line else (), 1.0, even_odd, "", pen, box.finish)
    return (*items, plate)
