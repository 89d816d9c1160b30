"""The box `row`: a garbage row."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cardgen import Box, BoxKind, Colour, DrawContext, Pattern, joined, message
from cardgen.drawing import (
    IDENTITY,
    CellStyle,
    Command,
    Group,
    Item,
    Path,
    Rect,
    draw_cells,
    rectangle,
    then,
    translate,
    turn,
)


class RowBox(Box):
    """A row of a play field over the whole box."""

    kind: Literal["row"]
    row: Annotated[str, StringConstraints(min_length=1, max_length=100)] = Field(
        description="`#` for a cell, `.` for a hole"
    )
    colour: Colour = Field(description="the colour of its cells")
    hole: Colour = Field(description="the colour of the holes' dashed edges")
    pattern: Pattern = Field(default="plain", description="the pattern on its cells")
    upside_down: bool = Field(
        default=False, description="`true` draws it as seen from across: the order stays, each cell is turned"
    )


def draw_row(box: RowBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the cells of the row, and the edges of its holes."""
    x, y, width, height = area
    odd = sorted(set(box.row) - {"#", "."})
    if odd:
        context.report(
            "unknown-block",
            message("unknown characters in the row: {marks}, # is a cell and . a hole", marks=joined(odd)),
        )
    pitch = width / len(box.row)
    # Upside down, the row is drawn backwards and then turned: the same columns, each cell lit from below.
    row = box.row[::-1] if box.upside_down else box.row
    filled = [(column, 0) for column, mark in enumerate(row) if mark == "#"]
    matrix = turn(180, width / 2, height / 2) if box.upside_down else IDENTITY
    cells = draw_cells(filled, pitch, CellStyle(box.colour, box.pattern), depth=height)
    squares = Group(cells, then(matrix, translate(x, y)))
    holes = _hole_edges(box.row, area, pitch)
    if not holes:
        return (squares,)
    dash = (pitch * 0.14, pitch * 0.1)
    return (squares, Path(holes, None, box.hole, pitch * 0.035, dash))


def _hole_edges(row: str, area: Rect, pitch: float) -> tuple[Command, ...]:
    x, y, _, height = area
    inset = pitch * 0.06
    edges: list[Command] = []
    for column, mark in enumerate(row):
        if mark != "#":
            left = x + column * pitch + inset
            edges += rectangle(left, y + inset, pitch - 2 * inset, height - 2 * inset, pitch * 0.08)
    return tuple(edges)


ROW = BoxKind(
    "row", RowBox, draw_row, '{kind: row, box: [71, 29, 26, 4], row: "##.##.", colour: "#5d6675", hole: "#171c27"}'
)
