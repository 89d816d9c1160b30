"""The box `field`: a picture of a play field."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardgen import Box, BoxKind, DrawContext, Word, WrongValueError, as_tuple, joined, message
from cardgen.drawing import Group, Item, Rect, draw_field, draw_marks, translate


def _rows_of_one_length(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError(message("the rows of a field must have the same length"))
    return rows


class FieldBox(Box):
    """A picture of a play field as rows of text."""

    kind: Literal["field"]
    rows: Annotated[
        tuple[Word, ...],
        Field(min_length=1, max_length=60),
        BeforeValidator(as_tuple),
        AfterValidator(_rows_of_one_length),
    ] = Field(
        description="rows of text, top row first: `#` garbage, `.` nothing, a letter the block of the card with that id"
    )
    marked: Annotated[tuple[Annotated[int, Field(ge=0)], ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="rows with arrows beside them, counted from 0 at the top"
    )
    bare: bool = Field(default=False, description="`true` draws the cells alone, without ground, walls and arrows")

    @model_validator(mode="after")
    def _marked_rows_exist(self) -> Self:
        if any(row >= len(self.rows) for row in self.marked):
            last = len(self.rows) - 1
            raise WrongValueError(message("marked: rows are numbered 0 to {last} from the top", last=last))
        return self


def draw_field_box(box: FieldBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the field in the middle of the area; nothing if a letter names no card with a colour."""
    x, y, width, height = area
    unknown = sorted({mark for row in box.rows for mark in row} - {"#", "."} - set(context.cell_styles))
    if unknown:
        context.report(
            "unknown-block", message("no card with the id {ids} has a colour to draw with", ids=joined(unknown))
        )
        return ()
    sides = 0 if box.bare else 2
    pitch = min(width / (max(map(len, box.rows)) + sides), height / len(box.rows))
    if box.bare:
        drawing = draw_marks(box.rows, pitch, context.cell_styles)
    else:
        drawing = draw_field(box.rows, pitch, context.cell_styles, box.marked)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


FIELD = BoxKind(
    "field", FieldBox, draw_field_box, '{kind: field, box: [54, 29, 14, 10], rows: ["....", "#..#", "##.#"]}'
)
