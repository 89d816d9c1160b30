"""The box `polyomino`: a shape made of squares."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.kinds import Colour, Length, Pattern, Point, Shape
from cardgen.data.templates.box_models import Box
from cardgen.scene.items import Group, Item, Rect, translate
from cardgen.scene.shapes import CellStyle, draw_polyomino, parse_cells

CELLS_WORDS = "the shape, rows of `#` and `.`, top row first"


class PolyominoBox(Box):
    """A shape made of squares, as large as its box allows."""

    kind: Literal["polyomino"]
    cells: Shape = Field(description=CELLS_WORDS)
    colour: Colour = Field(description="the colour of its cells")
    pattern: Pattern = Field(default="plain", description="the pattern on its cells")
    pitch: Length | None = Field(default=None, description="the largest side of a cell, mm")
    centre: Point | None = Field(
        default=None, description="a dot at `[x, y]`, counted in cells from the lower left one"
    )
    turns: Annotated[int, Field(ge=0, le=3)] = Field(default=0, description="quarter turns clockwise")


def draw_polyomino_box(box: PolyominoBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the shape in the middle of the area."""
    x, y, width, height = area
    cells = parse_cells(box.cells)
    columns, rows = len(box.cells[0]), len(box.cells)
    centre = None if box.centre is None else (box.centre[0], rows - 1 - box.centre[1])
    across, down = (rows, columns) if box.turns % 2 else (columns, rows)
    pitch = min(width / across, height / down, box.pitch or width)
    drawing = draw_polyomino(cells, pitch, CellStyle(box.colour, box.pattern), centre, box.turns)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


POLYOMINO = BoxKind(
    "polyomino",
    PolyominoBox,
    draw_polyomino_box,
    '{kind: polyomino, box: [83, 16, 14, 10], cells: ["##.", ".##"], colour: "#b3202f"}',
)
