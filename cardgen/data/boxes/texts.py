"""Boxes that set text, and the styles they set it in."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from cardgen.data.boxes.base import Box, Extending
from cardgen.data.kinds import Colour, FileModel, FileName, Font, Identifier, Language, Length, Word, as_tuple
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError


def _cell(value: Any) -> Any:
    entries = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(entry, str | int | float) and not isinstance(entry, bool) for entry in entries):
        raise WrongValueError(f"{as_written(value)} given, expected text, a number, or a list of them")
    return value


TableRow = Annotated[
    tuple[Annotated[Any, AfterValidator(_cell)], ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)
]


Ems = Annotated[float, Field(ge=0, le=50)]


#: Of text, mm.
LEAST_SIZE, MOST_SIZE = 0.5, 200.0


class TextStyle(Extending):
    """How text is set. Sizes in mm (1 pt = 0.353 mm); `floor` is how small it may be shrunk to fit its box.

    Words inside a text may name a style of their own: they take its font, its colour and its size, `scale` times as
    large as the text around them where it says no size. `paragraph` is the air between paragraphs, `indent` how far
    their first line stands in (or, below 0, all the others), both in ems. `fit` says what becomes of text that is too
    long, `balance` makes the lines of a paragraph about equally long. A `mark` is part of a picture, drawn as a shape:
    it is not found by searching or read aloud.
    """

    font: Font = "regular"
    size: Annotated[float, Field(ge=LEAST_SIZE, le=MOST_SIZE)] = 3.0
    scale: Annotated[float, Field(ge=0.1, le=10)] = 1.0
    floor: Annotated[float, Field(ge=0.5, le=200)] | None = None
    fit: Literal["shrink", "ellipsis", "error"] | None = None
    colour: Colour = "#000000"
    align: Literal["left", "centre", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "middle"
    direction: Literal["horizontal", "vertical"] = "horizontal"
    leading: Annotated[float, Field(ge=0.5, le=5)] = 1.3
    paragraph: Ems | None = None
    indent: Annotated[float, Field(ge=-50, le=50)] = 0.0
    tracking: Annotated[float, Field(ge=-0.5, le=5)] = 0.0
    balance: bool = False
    mark: bool = False


class TextBox(Box, TextStyle):
    """Text in one language, with marks inside. A `style` gives what the box itself leaves out."""

    kind: Literal["text"]
    text: Annotated[str, StringConstraints(max_length=10_000)]
    lang: Language = ""
    style: Identifier | None = None


class TableBox(Box):
    """A table: a cell that is a list spreads over columns, `#` in the first row counts them, short rows are filled up
    with –.

    `first` is the width of the first column, `widths` those of any number of them from the left; the others share what
    is left. `aligns` go on with the last of them. A `style` gives the font, size and colour that the table leaves out;
    of a `font` that is said, the first row is bold. `header` is a style for the first row, `ground` lies behind it.
    """

    kind: Literal["table"]
    rows: Annotated[tuple[TableRow, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)]
    lang: Language = ""
    first: Length | None = None
    widths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)] | None = None
    aligns: Annotated[
        tuple[Literal["left", "centre", "right"], ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)
    ] = ("left", "centre")
    style: Identifier | None = None
    font: Font | None = None
    scale: Annotated[float, Field(ge=0.1, le=10)] = 1.0
    size: Annotated[float, Field(ge=0.5, le=200)] = 2.4
    colour: Colour = "#000000"
    header: Identifier | None = None
    ground: Colour | None = None
    rule: Colour = "#888888"
    rules: Literal["all", "header", "none"] = "all"

    @model_validator(mode="after")
    def _widths_once(self) -> Self:
        if self.first is not None and self.widths is not None:
            raise WrongValueError("first and widths both say how wide the first column is", "leave one of them out")
        return self


def _as_icon(value: Any) -> Any:
    return {"file": value} if isinstance(value, str) else value


class IconFile(FileModel):
    """A small picture for texts: a file of the game's folder, or a `shape`, a box without its place.

    It is `height` ems high, its width follows from the picture (or is `width` ems, for a shape), and it stands on the
    baseline or `drop` ems below it. `names` is what it is told as, in each language; its own name when left out.
    """

    file: FileName | None = None
    shape: Annotated[dict[str, Any], Field(min_length=1)] | None = None
    names: dict[Language, Word] = {}
    height: Annotated[float, Field(ge=0.1, le=10)] = 0.8
    width: Annotated[float, Field(ge=0.1, le=40)] | None = None
    drop: Annotated[float, Field(ge=-5, le=5)] | None = None

    @model_validator(mode="after")
    def _file_or_shape(self) -> Self:
        if (self.file is None) == (self.shape is None):
            raise WrongValueError("an icon has a file or a shape", "such as {file: art/sword.svg}")
        if self.width is not None and self.shape is None:
            raise WrongValueError("width: the width of a picture follows from its height", "leave it out")
        return self


Icon = Annotated[
    IconFile,
    BeforeValidator(_as_icon),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1}, IconFile.model_json_schema()]}),
]
"""An icon, or just its file."""

KINDS: dict[str, type[FileModel]] = {"text": TextBox, "table": TableBox}
