"""Templates as people write them: the boxes that a side of a card is made of, and what each may say."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from cardgen.data.kinds import (
    Colour,
    FileModel,
    FileName,
    Font,
    Identifier,
    Language,
    Length,
    Pattern,
    Point,
    Shape,
    Texts,
    Word,
    as_tuple,
)
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError


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


def _bold_ended(text: str) -> str:
    if text.count("**") % 2:
        raise WrongValueError("** begins bold, and no ** ends it")
    return text


def _lines_equal(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError("the rows of a field are equally long")
    return rows


def _cell(value: Any) -> Any:
    entries = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(entry, str | int | float) and not isinstance(entry, bool) for entry in entries):
        raise WrongValueError(f"{as_written(value)} given, expected text, a number, or a list of them")
    return value


#: The named areas of a side: the finished card, with its bleed, without its safe distance.
AREAS = ("trim", "bleed", "safe")

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
Turns = Annotated[int, Field(ge=0, le=3)]
TableRow = Annotated[
    tuple[Annotated[Any, AfterValidator(_cell)], ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)
]
StrokeWidth = Annotated[float, Field(ge=0, le=50)]


class Box(FileModel):
    """Every box: where it is, and how far it is turned clockwise about its middle (degrees)."""

    kind: Word
    box: BoxArea
    turn: Annotated[float, Field(ge=-360, le=360)] = 0.0


class RectBox(Box):
    """A rectangle, rounded by `radius`."""

    kind: Literal["rect"]
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: StrokeWidth = 0.2
    radius: Annotated[float, Field(ge=0, le=1000)] = 0.0
    opacity: Opacity = 1.0


class EllipseBox(Box):
    """An ellipse that fills its box."""

    kind: Literal["ellipse"]
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: StrokeWidth = 0.2
    opacity: Opacity = 1.0


class LineBox(Box):
    """Straight lines through points, in mm from the box's top left."""

    kind: Literal["line"]
    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=1000), BeforeValidator(as_tuple)]
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    dash: Annotated[tuple[Length, ...], BeforeValidator(as_tuple)] = ()
    opacity: Opacity = 1.0


class TextStyle(FileModel):
    """How text is set. Sizes in mm (1 pt = 0.353 mm); `floor` is how small it may be shrunk to fit its box.

    A `mark` is part of a picture, drawn as a shape: it is not found by searching or read aloud.
    """

    font: Font = "regular"
    size: Annotated[float, Field(ge=0.5, le=200)] = 3.0
    floor: Annotated[float, Field(ge=0.5, le=200)] | None = None
    colour: Colour = "#000000"
    align: Literal["left", "centre", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "middle"
    leading: Annotated[float, Field(ge=0.5, le=5)] = 1.3
    tracking: Annotated[float, Field(ge=-0.5, le=5)] = 0.0
    mark: bool = False


class TextBox(Box, TextStyle):
    """Text in one language; `**bold**` is set in the bold font. A `style` gives what the box itself leaves out."""

    kind: Literal["text"]
    text: Annotated[str, StringConstraints(max_length=10_000), AfterValidator(_bold_ended)]
    lang: Language
    style: Identifier | None = None


class PolyominoBox(Box):
    """A block, as large as its box allows but no larger than `pitch` a cell, turned by quarters, with its dot."""

    kind: Literal["polyomino"]
    cells: Shape
    colour: Colour
    pattern: Pattern = "plain"
    pitch: Length | None = None
    centre: Point | None = None
    turns: Turns = 0


class TilingBox(Box):
    """The outline of a shape, repeated so that it covers the box without gaps."""

    kind: Literal["tiling"]
    cells: Shape
    pitch: Annotated[float, Field(ge=0.5, le=2000)]
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    opacity: Opacity = 1.0


class RowBox(Box):
    """A row of a field over the whole box: `#` a filled cell, `.` a hole. Upside down, the order stays and each cell
    turns: how the row looks to whoever sits across, on a card whose other edge they hold."""

    kind: Literal["row"]
    row: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    colour: Colour
    hole: Colour
    pattern: Pattern = "plain"
    upside_down: bool = False


class FieldBox(Box):
    """A picture of a field as text rows, top row first; letters take the look of the card with that id.

    The rows in `marked`, counted from 0 at the top, get arrows. A `bare` one is the cells alone, without ground,
    walls and arrows.
    """

    kind: Literal["field"]
    rows: Annotated[
        tuple[Word, ...],
        Field(min_length=1, max_length=60),
        BeforeValidator(as_tuple),
        AfterValidator(_lines_equal),
    ]
    marked: Annotated[tuple[Annotated[int, Field(ge=0)], ...], BeforeValidator(as_tuple)] = ()
    bare: bool = False

    @model_validator(mode="after")
    def _marked_there(self) -> Self:
        if any(row >= len(self.rows) for row in self.marked):
            raise WrongValueError(f"marked: the rows are 0 to {len(self.rows) - 1}, counted from the top")
        return self


class GridBox(Box):
    """Squares to play on: `columns` × `rows` over the whole box, with the numbers of columns and rows if wanted."""

    kind: Literal["grid"]
    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]
    fill: Colour | None = None
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    numbers: Colour | None = None


class TableBox(Box):
    """A table: a cell that is a list spreads over columns, `#` in the first row counts them, short rows are filled up
    with –."""

    kind: Literal["table"]
    rows: Annotated[tuple[TableRow, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)]
    lang: Language
    first: Length
    size: Annotated[float, Field(ge=0.5, le=200)] = 2.4
    colour: Colour = "#000000"
    rule: Colour = "#888888"


class ImageBox(Box):
    """A picture file from the game's folder."""

    kind: Literal["image"]
    file: FileName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    description: str = ""


class AgainBox(FileModel):
    """Another box of this face drawn once more, turned about the middle of the card: the far corner of a card."""

    kind: Literal["again"]
    of: Identifier
    turn: Annotated[float, Field(ge=-360, le=360)] = 180.0


class GroupBox(Box):
    """Boxes placed together: their coordinates count from this box's top left; turned as one."""

    kind: Literal["group"]
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]


BOXES: dict[str, type[FileModel]] = {
    "rect": RectBox,
    "ellipse": EllipseBox,
    "line": LineBox,
    "text": TextBox,
    "polyomino": PolyominoBox,
    "tiling": TilingBox,
    "row": RowBox,
    "field": FieldBox,
    "grid": GridBox,
    "table": TableBox,
    "image": ImageBox,
    "again": AgainBox,
    "group": GroupBox,
}


class TemplateSide(FileModel):
    """One side of a card: its boxes by name, painted in order, and the picture told in words."""

    description: Texts
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]


class TemplateFile(FileModel):
    """A template: which way up the card is, the text styles and colours it names, its face and its back."""

    extends: FileName | None = None
    orientation: Literal["portrait", "landscape"] = "portrait"
    styles: dict[Identifier, Any] = {}
    colours: dict[Identifier, Colour] = {}
    face: TemplateSide
    back: TemplateSide | None = None
