"""Boxes made of squares: blocks, rows and fields of them, grids to play on."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from cardgen.data.boxes.base import Box, Opacity, StrokeWidth
from cardgen.data.boxes.fills import Paint
from cardgen.data.kinds import Colour, FileModel, Length, Pattern, Point, Shape, Word, as_tuple
from cardgen.errors import WrongValueError

Turns = Annotated[int, Field(ge=0, le=3)]


def _lines_equal(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError("the rows of a field are equally long")
    return rows


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
    fill: Paint | None = None
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    numbers: Colour | None = None


KINDS: dict[str, type[FileModel]] = {
    "polyomino": PolyominoBox,
    "tiling": TilingBox,
    "row": RowBox,
    "field": FieldBox,
    "grid": GridBox,
}
