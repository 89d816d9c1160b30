"""Boxes that set text, and the styles they set it in."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from cardgen.data.boxes.base import Box
from cardgen.data.kinds import Colour, FileModel, Font, Identifier, Language, Length, as_tuple
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError


def _bold_ended(text: str) -> str:
    if text.count("**") % 2:
        raise WrongValueError("** begins bold, and no ** ends it")
    return text


def _cell(value: Any) -> Any:
    entries = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(entry, str | int | float) and not isinstance(entry, bool) for entry in entries):
        raise WrongValueError(f"{as_written(value)} given, expected text, a number, or a list of them")
    return value


TableRow = Annotated[
    tuple[Annotated[Any, AfterValidator(_cell)], ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)
]


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
    lang: Language = ""
    style: Identifier | None = None


class TableBox(Box):
    """A table: a cell that is a list spreads over columns, `#` in the first row counts them, short rows are filled up
    with –."""

    kind: Literal["table"]
    rows: Annotated[tuple[TableRow, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)]
    lang: Language = ""
    first: Length
    size: Annotated[float, Field(ge=0.5, le=200)] = 2.4
    colour: Colour = "#000000"
    rule: Colour = "#888888"


KINDS: dict[str, type[FileModel]] = {"text": TextBox, "table": TableBox}
