"""The box `tiling`: copies of a shape without gaps."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.polyomino import CELLS_WORDS
from cardgen.cards.boxes.shapes import OPACITY_WORDS
from cardgen.data.kinds import Colour, Shape
from cardgen.data.templates.box_models import Box, Opacity, StrokeWidth
from cardgen.scene.items import Group, Item, Path, Rect, rectangle
from cardgen.scene.shapes import move_commands, parse_cells, tile_lines

#: The most cells of a tiling: more are invisible dust, and take minutes.
MOST_CELLS = 100_000


class TilingBox(Box):
    """The outlines of copies of a shape that cover the box without gaps."""

    kind: Literal["tiling"]
    cells: Shape = Field(description=CELLS_WORDS)
    pitch: Annotated[float, Field(ge=0.5, le=2000)] = Field(description="the side of a cell, mm")
    stroke: Colour = Field(description="the colour of its lines")
    stroke_width: StrokeWidth = Field(default=0.2, description="the width of its lines, mm")
    opacity: Opacity = Field(default=1.0, description=OPACITY_WORDS)


def draw_tiling(box: TilingBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the lines of the tiling, cut off at the area; nothing if the shape leaves gaps."""
    x, y, width, height = area
    count = width * height / box.pitch**2
    if count > MOST_CELLS:
        template = "about {count} cells in {width:g} × {height:g} mm, expected at most {most:,}"
        too_many = message(template, count=f"{count:,.0f}", width=width, height=height, most=MOST_CELLS)
        raise WrongValueError(too_many, message("use a larger pitch"))
    across, down = int(width / box.pitch / 2) + 2, int(height / box.pitch / 2) + 2
    try:
        lines = tile_lines(parse_cells(box.cells), range(-across, across), range(-down, down))
    except WrongValueError as error:
        context.report("no-tiling", error.text)
        return ()
    # From the middle outwards, so that the pattern looks the same at opposite edges.
    middle = (x + width / 2, y + height / 2)
    moved = tuple(move_commands(lines, *middle, box.pitch))
    drawn = Path(moved, stroke=box.stroke, stroke_width=box.stroke_width, opacity=box.opacity)
    return (Group((drawn,), clip=Path(rectangle(*area))),)


TILING = BoxKind(
    "tiling",
    TilingBox,
    draw_tiling,
    '{kind: tiling, box: [71, 35, 13, 4], cells: [".#.", "###", ".#."], pitch: 1.5, stroke: "#2d5fa8"}',
)
