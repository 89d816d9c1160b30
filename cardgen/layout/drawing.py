"""What each kind of box draws: a checked box and the room it has, in; scene items out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cardgen.data import boxes as kinds
from cardgen.data.kinds import FileModel
from cardgen.data.pictures import Picture
from cardgen.data.placeholders import as_text
from cardgen.draw.scene import (
    IDENTITY,
    Command,
    Group,
    Image,
    Item,
    Path,
    Rect,
    ellipse,
    polyline,
    rectangle,
    then,
    translate,
    turn,
)
from cardgen.draw.shapes import (
    CellStyle,
    draw_cells,
    draw_field,
    draw_marks,
    draw_polyomino,
    move_commands,
    parse_cells,
    tile_lines,
)
from cardgen.draw.text import Paragraph, Span, fit_paragraph

#: Print services ask for this much, and paper shows less.
LEAST_DPI = 300


@dataclass(frozen=True, slots=True)
class Brush:
    """What drawing needs beside the box: the looks of blocks by card id, the game's pictures, and whom to tell."""

    styles: Mapping[str, CellStyle]
    picture: Callable[[str], Picture]
    report: Callable[[str, str, str], None]
    """Told a finding's name, message and hint."""


def draw_box(box: FileModel, area: Rect, brush: Brush) -> tuple[Item, ...]:
    """The items of a box of any kind but group and again, which the layout takes apart itself."""
    return _DRAW[type(box)](box, area, brush)


def _draw_rect(box: kinds.RectBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    return (Path(rectangle(*area, box.radius), box.fill, box.stroke, _width(box), opacity=box.opacity),)


def _draw_ellipse(box: kinds.EllipseBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    round_it = ellipse(x + width / 2, y + height / 2, width / 2, height / 2)
    return (Path(round_it, box.fill, box.stroke, _width(box), opacity=box.opacity),)


def _width(box: kinds.RectBox | kinds.EllipseBox | kinds.GridBox) -> float:
    return box.stroke_width if box.stroke else 0.0


def _draw_line(box: kinds.LineBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    points = [(area[0] + x, area[1] + y) for x, y in box.points]
    return (Path(polyline(*points), None, box.stroke, box.stroke_width, box.dash, box.opacity),)


# ---------------------------------------------------------------- text


def parse_bold(text: str, font: str, colour: str, lang: str) -> list[Span]:
    """Spans of a text in which `**` begins and ends bold."""
    if lang.startswith("zh"):  # a line broken in the source is no space between Chinese characters
        text = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])", "", text)
    parts = re.split(r"\*\*", text)
    return [Span(part, "bold" if i % 2 else font, colour, lang) for i, part in enumerate(parts) if part]


def place_paragraph(paragraph: Paragraph, x: float, y: float) -> tuple[Item, ...]:
    """The paragraph's runs with its top left at (x, y)."""
    return tuple(replace(run, x=run.x + x, baseline=run.baseline + y) for run in paragraph.runs)


def _fit(spans: Sequence[Span], style: kinds.TextStyle, width: float, height: float, brush: Brush) -> Paragraph:
    """The spans set into a room, telling of characters that no face has and of text that does not fit."""
    paragraph = fit_paragraph(
        spans,
        style.size,
        width,
        height,
        floor=min(style.size, style.floor or style.size),
        leading=style.leading,
        align=style.align,
        tracking=style.tracking,
        echo=style.mark,
    )
    text = "".join(span.text for span in spans)
    for character in paragraph.missing:
        brush.report(
            "missing-glyph", f"no bundled face has {character!r} (U+{ord(character):04X})", f"in {_short(text)}"
        )
    if not paragraph.fits and not paragraph.missing:
        room = f"{width:g}×{height:g} mm"
        hint = f"it takes {paragraph.width:.1f}×{paragraph.height:.1f} mm at {paragraph.size:g} mm"
        brush.report("text-overflow", f"{_short(text)} does not fit into {room}", hint)
    return paragraph


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _draw_text(box: kinds.TextBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    paragraph = _fit(parse_bold(box.text, box.font, box.colour, box.lang), box, width, height, brush)
    spare = height - paragraph.height
    top = {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    return place_paragraph(paragraph, x, y + top)


def expand_rows(rows: Sequence[Any]) -> list[list[str]]:
    """A table's rows as texts: a cell that is a list spreads over cells, `#` in the first row counts the columns from
    1, and short rows are filled up with – (nothing there)."""
    spread: list[list[str]] = []
    for row in rows:
        cells: list[str] = []
        for cell in row:
            cells += map(as_text, cell) if isinstance(cell, list | tuple) else [as_text(cell)]
        spread.append(cells)
    columns = max(map(len, spread))
    head = spread[0]
    if "#" in head:
        at = head.index("#")
        count = max(columns - len(head) + 1, 1)
        spread[0] = [*head[:at], *(str(i + 1) for i in range(count)), *head[at + 1 :]]
        columns = max(map(len, spread))
    return [row + ["–"] * (columns - len(row)) for row in spread]


def _draw_table(box: kinds.TableBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    rows = expand_rows(box.rows)
    if box.first >= width and len(rows[0]) > 1:
        brush.report("text-overflow", f"the first column of {box.first:g} mm leaves none for others", "")
        return ()
    line = height / len(rows)
    column = (width - box.first) / max(1, len(rows[0]) - 1)
    items: list[Item] = []
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            style = kinds.TextStyle(
                font="bold" if number == 0 else "medium" if place == 0 else "regular",
                size=box.size,
                colour=box.colour,
                align="left" if place == 0 else "centre",
                leading=1.0,
            )
            left = x if place == 0 else x + box.first + (place - 1) * column
            room = box.first if place == 0 else column
            paragraph = _fit([Span(cell, style.font, box.colour, box.lang)], style, room, line, brush)
            top = y + number * line + (line - paragraph.height) / 2
            items += place_paragraph(paragraph, left, top)
        if number:
            rule = polyline((x, y + number * line), (x + width, y + number * line))
            items.append(Path(rule, stroke=box.rule, stroke_width=0.25 if number == 1 else 0.1))
    return tuple(items)


# ---------------------------------------------------------------- squares


def _draw_polyomino(box: kinds.PolyominoBox, area: Rect, _: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    cells = parse_cells(box.cells)
    columns, rows = len(box.cells[0]), len(box.cells)
    centre = None if box.centre is None else (box.centre[0], rows - 1 - box.centre[1])
    across, down = (rows, columns) if box.turns % 2 else (columns, rows)
    pitch = min(width / across, height / down, box.pitch or width)
    drawing = draw_polyomino(cells, pitch, CellStyle(box.colour, box.pattern), centre, box.turns)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


def _draw_tiling(box: kinds.TilingBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    across, down = int(width / box.pitch / 2) + 2, int(height / box.pitch / 2) + 2
    try:
        lines = tile_lines(parse_cells(box.cells), range(-across, across), range(-down, down))
    except ValueError as error:
        brush.report("no-tiling", str(error), "")
        return ()
    # From the middle outwards, so that the pattern sits the same way at every edge.
    middle = (x + width / 2, y + height / 2)
    moved = tuple(move_commands(lines, *middle, box.pitch))
    drawn = Path(moved, stroke=box.stroke, stroke_width=box.stroke_width, opacity=box.opacity)
    return (Group((drawn,), clip=Path(rectangle(*area))),)


def _draw_row(box: kinds.RowBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    odd = sorted(set(box.row) - {"#", "."})
    if odd:
        brush.report("unknown-block", f"{', '.join(odd)} in a row, which has # for a cell and . for a hole", "")
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


def _draw_field(box: kinds.FieldBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    unknown = sorted({mark for row in box.rows for mark in row} - {"#", "."} - set(brush.styles))
    if unknown:
        brush.report("unknown-block", f"no card called {', '.join(unknown)} has a colour to draw with", "")
        return ()
    sides = 0 if box.bare else 2
    pitch = min(width / (max(map(len, box.rows)) + sides), height / len(box.rows))
    if box.bare:
        drawing = draw_marks(box.rows, pitch, brush.styles)
    else:
        drawing = draw_field(box.rows, pitch, brush.styles, box.marked)
    shift = translate(x + (width - drawing.width) / 2, y + (height - drawing.height) / 2)
    return (Group(drawing.items, shift),)


def _draw_grid(box: kinds.GridBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    across, down = width / box.columns, height / box.rows
    lines: list[Command] = []
    for column in range(box.columns + 1):
        lines += polyline((x + column * across, y), (x + column * across, y + height))
    for row in range(box.rows + 1):
        lines += polyline((x, y + row * down), (x + width, y + row * down))
    items: list[Item] = [Path(rectangle(*area), box.fill)] if box.fill else []
    items.append(Path(tuple(lines), stroke=box.stroke, stroke_width=_width(box)))
    if box.numbers:
        size = min(across, down) * 0.4
        style = kinds.TextStyle(font="medium", size=size, align="centre", colour=box.numbers)
        # Each stands a little more than half a cell outside, beyond a frame drawn round the grid.
        gap = size * 0.4
        labels = [(str(i), x + i * across, y + height + gap, across, down - gap) for i in range(box.columns)]
        labels += [(str(i), x - across, y + height - (i + 1) * down, across - gap, down) for i in range(box.rows)]
        for text, left, top, room, tall in labels:
            paragraph = _fit([Span(text, "medium", box.numbers)], style, room, tall, brush)
            items += place_paragraph(paragraph, left, top + (tall - paragraph.height) / 2)
    return tuple(items)


# ---------------------------------------------------------------- pictures


def _draw_image(box: kinds.ImageBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    picture = brush.picture(box.file)
    wide, tall = picture.pixels
    factors = width / wide, height / tall
    scales = {"contain": (min(factors),) * 2, "cover": (max(factors),) * 2, "stretch": factors}[box.fit]
    shown = (wide * scales[0], tall * scales[1])
    dpi = 25.4 / max(scales)
    if dpi < LEAST_DPI - 0.5:
        brush.report("low-resolution", f"{box.file} prints at {dpi:.0f} dpi", f"at least {LEAST_DPI} look sharp")
    rect = (x + (width - shown[0]) / 2, y + (height - shown[1]) / 2, shown[0], shown[1])
    image = Image(picture.file, picture.digest, rect, picture.pixels, box.description)
    return (Group((image,), clip=Path(rectangle(*area))),) if box.fit == "cover" else (image,)


_Draw: TypeAlias = Callable[[Any, Rect, Brush], tuple[Item, ...]]
_DRAW: Mapping[type[FileModel], _Draw] = {
    kinds.RectBox: _draw_rect,
    kinds.EllipseBox: _draw_ellipse,
    kinds.LineBox: _draw_line,
    kinds.TextBox: _draw_text,
    kinds.TableBox: _draw_table,
    kinds.PolyominoBox: _draw_polyomino,
    kinds.TilingBox: _draw_tiling,
    kinds.RowBox: _draw_row,
    kinds.FieldBox: _draw_field,
    kinds.GridBox: _draw_grid,
    kinds.ImageBox: _draw_image,
}
