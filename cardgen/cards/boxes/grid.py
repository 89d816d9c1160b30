"""The box `grid`: squares to play on."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.fills import Paint, fill_shape
from cardgen.cards.boxes.fitting import fit_spans
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.kinds import Colour
from cardgen.data.templates.box_models import Box, StrokeWidth
from cardgen.data.templates.models import LEAST_SIZE, MOST_SIZE, TextStyle
from cardgen.scene.items import Command, Item, Path, Rect, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.spans import Span


class GridBox(Box):
    """Columns and rows of squares over the whole box, with their numbers if wanted."""

    kind: Literal["grid"]
    columns: Annotated[int, Field(ge=1, le=200)] = Field(description="how many columns of squares")
    rows: Annotated[int, Field(ge=1, le=200)] = Field(description="how many rows of squares")
    fill: Paint | None = Field(default=None, description="under the squares: a colour, or a gradient or pattern")
    stroke: Colour = Field(description="the colour of its lines")
    stroke_width: StrokeWidth = Field(default=0.2, description="the width of its lines, mm")
    numbers: Colour | None = Field(
        default=None, description="the colour of the numbers beside it; if left out there are none"
    )


def draw_grid(box: GridBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the fill, the lines and the numbers of the grid."""
    x, y, width, height = area
    across, down = width / box.columns, height / box.rows
    lines: list[Command] = []
    for column in range(box.columns + 1):
        lines += polyline((x + column * across, y), (x + column * across, y + height))
    for row in range(box.rows + 1):
        lines += polyline((x, y + row * down), (x + width, y + row * down))
    items: list[Item] = [*fill_shape(Path(rectangle(*area)), box.fill, area)] if box.fill else []
    items.append(Path(tuple(lines), stroke=box.stroke, stroke_width=box.stroke_width))
    if box.numbers:
        items += _draw_numbers(box, box.numbers, area, context)
    return tuple(items)


def _draw_numbers(box: GridBox, colour: str, area: Rect, context: DrawContext) -> Iterator[Item]:
    """Yield the numbers of the columns below the area, and those of the rows at its left from the bottom up."""
    x, y, width, height = area
    across, down = width / box.columns, height / box.rows
    size = min(max(min(across, down) * 0.4, LEAST_SIZE), MOST_SIZE)
    style = TextStyle(font="medium", size=size, align="centre", colour=colour)
    # A little more than half a cell outside, beyond a frame drawn around the grid.
    gap = size * 0.4
    labels = [(str(i), x + i * across, y + height + gap, across, down - gap) for i in range(box.columns)]
    labels += [(str(i), x - across, y + height - (i + 1) * down, across - gap, down) for i in range(box.rows)]
    for text, left, top, room, tall in labels:
        spans = context.fonts.of_game([Span(text, "medium", colour)])
        paragraph = fit_spans(spans, style, room, tall, context)
        yield from place_flow(paragraph, left, top + (tall - paragraph.height) / 2)


GRID = BoxKind("grid", GridBox, draw_grid, '{kind: grid, box: [3, 29, 14, 10], columns: 7, rows: 5, stroke: "#2d5fa8"}')
