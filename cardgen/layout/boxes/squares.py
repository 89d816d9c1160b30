"""Shapes made of squares."""

from __future__ import annotations

from cardgen.data.boxes.squares import FieldBox, GridBox, PolyominoBox, RowBox, TilingBox
from cardgen.data.boxes.texts import LEAST_SIZE, MOST_SIZE, TextStyle
from cardgen.data.kinds import FileModel
from cardgen.errors import WrongValueError
from cardgen.layout.boxes.brush import Brush, Draw
from cardgen.layout.boxes.fills import fill_shape
from cardgen.layout.boxes.texts import fit_spans, place_paragraph
from cardgen.scene.items import IDENTITY, Command, Group, Item, Path, Rect, polyline, rectangle, then, translate, turn
from cardgen.scene.shapes import (
    CellStyle,
    draw_cells,
    draw_field,
    draw_marks,
    draw_polyomino,
    move_commands,
    parse_cells,
    tile_lines,
)
from cardgen.text.paragraphs import Span

#: Of a tiling: more are dust to the eye, and take minutes.
MOST_CELLS = 100_000


def _draw_polyomino(box: PolyominoBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    cells = parse_cells(box.cells)
    columns, rows = len(box.cells[0]), len(box.cells)
    centre = None if box.centre is None else (box.centre[0], rows - 1 - box.centre[1])
    across, down = (rows, columns) if box.turns % 2 else (columns, rows)
    pitch = min(width / across, height / down, box.pitch or width)
    drawing = draw_polyomino(cells, pitch, CellStyle(box.colour, box.pattern), centre, box.turns)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


def _draw_tiling(box: TilingBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    count = width * height / box.pitch**2
    if count > MOST_CELLS:
        told = f"about {count:,.0f} cells in {width:g} × {height:g} mm, expected at most {MOST_CELLS:,}"
        raise WrongValueError(told, "a larger pitch")
    across, down = int(width / box.pitch / 2) + 2, int(height / box.pitch / 2) + 2
    try:
        lines = tile_lines(parse_cells(box.cells), range(-across, across), range(-down, down))
    except ValueError as error:
        brush.report("no-tiling", str(error))
        return ()
    # From the middle outwards, so that the pattern sits the same way at every edge.
    middle = (x + width / 2, y + height / 2)
    moved = tuple(move_commands(lines, *middle, box.pitch))
    drawn = Path(moved, stroke=box.stroke, stroke_width=box.stroke_width, opacity=box.opacity)
    return (Group((drawn,), clip=Path(rectangle(*area))),)


def _draw_row(box: RowBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    odd = sorted(set(box.row) - {"#", "."})
    if odd:
        brush.report("unknown-block", f"{', '.join(odd)} in a row, which has # for a cell and . for a hole")
    pitch = width / len(box.row)
    inset = pitch * 0.06
    holes: list[Command] = []
    for column, mark in enumerate(box.row):
        if mark != "#":
            left = x + column * pitch + inset
            holes += rectangle(left, y + inset, pitch - 2 * inset, height - 2 * inset, pitch * 0.08)
    # Upside down, the row is drawn backwards and then turned: the same columns, each cell lit from below.
    row = box.row[::-1] if box.upside_down else box.row
    filled = [(column, 0) for column, mark in enumerate(row) if mark == "#"]
    way = turn(180, width / 2, height / 2) if box.upside_down else IDENTITY
    cells = draw_cells(filled, pitch, CellStyle(box.colour, box.pattern), depth=height)
    squares = Group(cells, then(way, translate(x, y)))
    if not holes:
        return (squares,)
    dash = (pitch * 0.14, pitch * 0.1)
    return (squares, Path(tuple(holes), None, box.hole, pitch * 0.035, dash))


def _draw_field(box: FieldBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    unknown = sorted({mark for row in box.rows for mark in row} - {"#", "."} - set(brush.styles))
    if unknown:
        brush.report("unknown-block", f"no card called {', '.join(unknown)} has a colour to draw with")
        return ()
    sides = 0 if box.bare else 2
    pitch = min(width / (max(map(len, box.rows)) + sides), height / len(box.rows))
    if box.bare:
        drawing = draw_marks(box.rows, pitch, brush.styles)
    else:
        drawing = draw_field(box.rows, pitch, brush.styles, box.marked)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


def _draw_grid(box: GridBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
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
        size = min(max(min(across, down) * 0.4, LEAST_SIZE), MOST_SIZE)
        style = TextStyle(font="medium", size=size, align="centre", colour=box.numbers)
        # Each stands a little more than half a cell outside, beyond a frame drawn round the grid.
        gap = size * 0.4
        labels = [(str(i), x + i * across, y + height + gap, across, down - gap) for i in range(box.columns)]
        labels += [(str(i), x - across, y + height - (i + 1) * down, across - gap, down) for i in range(box.rows)]
        for text, left, top, room, tall in labels:
            spans = brush.fonts.of_game([Span(text, "medium", box.numbers)])
            paragraph = fit_spans(spans, style, room, tall, brush)
            items += place_paragraph(paragraph, left, top + (tall - paragraph.height) / 2)
    return tuple(items)


DRAW: dict[type[FileModel], Draw] = {
    PolyominoBox: _draw_polyomino,
    TilingBox: _draw_tiling,
    RowBox: _draw_row,
    FieldBox: _draw_field,
    GridBox: _draw_grid,
}
