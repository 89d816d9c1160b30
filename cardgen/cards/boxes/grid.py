"""The box `grid`: squares or hexagons to play on."""

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.fills import Paint, fill_shape
from cardgen.cards.boxes.fitting import fit_spans
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.kinds import Colour
from cardgen.data.templates.box_models import Box, StrokeWidth
from cardgen.data.templates.models import LEAST_SIZE, MOST_SIZE, TextStyle
from cardgen.scene.items import Command, Item, Path, Pen, Rect, polyline, rectangle
from cardgen.scene.outlines import HEXAGON_HEIGHT, stretched_hexagon
from cardgen.text.blocks import place_flow
from cardgen.text.spans import Span


class GridBox(Box):
    """Columns and rows of squares over the whole box, or of hexagons as large as they fit, with numbers if wanted."""

    kind: Literal["grid"]
    columns: Annotated[int, Field(ge=1, le=200)] = Field(description="how many columns of squares or hexagons")
    rows: Annotated[int, Field(ge=1, le=200)] = Field(description="how many rows")
    hexagons: Literal["pointed", "flat"] | None = Field(
        default=None,
        description="hexagons instead of squares: `pointed`, a corner at the top, with rows that are shifted, or "
        "`flat`, a side at the top, with columns that are shifted",
    )
    offset: Literal["odd", "even"] = Field(
        default="even",
        description="which rows of pointed hexagons, or columns of flat ones, are shifted by half a cell; the first "
        "one is odd",
    )
    fill: Paint | None = Field(default=None, description="under the cells: a colour, or a gradient or pattern")
    stroke: Colour = Field(description="the colour of its lines")
    stroke_width: StrokeWidth = Field(default=0.2, description="the width of its lines, mm")
    numbers: Colour | None = Field(
        default=None,
        description="the colour of the numbers, beside squares, and in hexagons, the column before the row: `0203`; "
        "if left out there are none",
    )

    @model_validator(mode="after")
    def _check_offset(self) -> Self:
        if "offset" in self.model_fields_set and self.hexagons is None:
            raise WrongValueError(message("offset requires hexagons"))
        return self


def draw_grid(box: GridBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the fill, the lines and the numbers of the grid."""
    if box.hexagons is not None:
        return tuple(_draw_hexagons(box, area, context))
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


# ---------------------------------------------------------------- hexagons


def hexagon_places(box: GridBox, area: Rect) -> list[Rect]:
    """Return the rectangle around each hexagon, row by row, in the middle of the area."""
    is_flat, first = box.hexagons == "flat", box.offset == "odd"
    lines, along = (box.columns, box.rows) if is_flat else (box.rows, box.columns)
    # In units of the width of a pointed hexagon; flat ones are the same turned.
    size = (along + (0.5 if lines > 1 or first else 0.0), ((lines - 1) * 0.75 + 1) * HEXAGON_HEIGHT)
    across, down = size[::-1] if is_flat else size
    x, y, width, height = area
    unit = min(width / across, height / down)
    left, top = x + (width - unit * across) / 2, y + (height - unit * down) / 2
    places: list[Rect] = []
    for row in range(box.rows):
        for column in range(box.columns):
            line, at = (column, row) if is_flat else (row, column)
            near, far = at + (0.5 if (line % 2 == 0) == first else 0.0), line * 0.75 * HEXAGON_HEIGHT
            if is_flat:
                places.append((left + unit * far, top + unit * near, unit * HEXAGON_HEIGHT, unit))
            else:
                places.append((left + unit * near, top + unit * far, unit, unit * HEXAGON_HEIGHT))
    return places


def _draw_hexagons(box: GridBox, area: Rect, context: DrawContext) -> Iterator[Item]:
    """Yield the fill, each line once, and the numbers below the upper edge of each hexagon."""
    places = hexagon_places(box, area)
    outlines = [stretched_hexagon(place) for place in places]
    if box.fill:
        yield from fill_shape(Path(tuple(chain.from_iterable(outlines))), box.fill, area)
    lines: dict[tuple[tuple[float, ...], ...], tuple[Command, ...]] = {}
    for outline in outlines:
        corners = [(x, y) for name, *(x, y) in outline[:-1]]
        for line in pairwise([*corners, corners[0]]):
            key = tuple(sorted((round(x, 4), round(y, 4)) for x, y in line))
            lines.setdefault(key, polyline(*line))
    yield Path(tuple(chain.from_iterable(lines.values())), None, box.stroke, box.stroke_width, pen=Pen("round"))
    if box.numbers:
        size = min(max(min(places[0][2:]) * 0.16, LEAST_SIZE), MOST_SIZE)
        style = TextStyle(font="medium", size=size, align="centre", colour=box.numbers)
        for number, (x, y, width, height) in enumerate(places):
            row, column = divmod(number, box.columns)
            spans = context.fonts.of_game([Span(f"{column + 1:02}{row + 1:02}", "medium", box.numbers)])
            paragraph = fit_spans(spans, style, width / 2, height / 4, context)
            yield from place_flow(paragraph, x + width / 4, y + height * (0.06 if width > height else 0.14))


GRID = BoxKind("grid", GridBox, draw_grid, '{kind: grid, box: [3, 29, 14, 10], columns: 7, rows: 5, stroke: "#2d5fa8"}')
