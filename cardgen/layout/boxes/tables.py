"""Tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.data.boxes.texts import TableBox, TextStyle
from cardgen.data.kinds import FileModel
from cardgen.data.placeholders import as_text
from cardgen.layout.boxes.brush import Brush, Draw, Look
from cardgen.layout.boxes.texts import fit_text
from cardgen.scene.items import Item, Path, Rect, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.fonts import FONTS

# Between a text and the side of its cell, in ems.
_CELL_AIR = 0.5


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


def columns_of(box: TableBox, count: int, width: float) -> list[tuple[float, float]]:
    """Where each of `count` columns begins and how wide it is, mm: as written, and equal shares of what is left."""
    written = [box.first] if box.first is not None else list(box.widths or ())
    written = written[:count]
    columns = [(sum(written[:i]), each) for i, each in enumerate(written)]
    taken, shared = sum(written), count - len(written)
    share = (width - taken) / shared if shared else 0.0
    return columns + [(taken + i * share, share) for i in range(shared)]


def _draw_table(box: TableBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    rows = expand_rows(box.rows)
    columns = columns_of(box, len(rows[0]), width)
    whole = sum(each for _, each in columns)
    if min(each for _, each in columns) <= 0:
        first = f"the first column of {box.first:g} mm leaves" if box.first else "the widths leave"
        brush.report("text-overflow", f"{first} none for others")
        return ()
    if whole > width + 1e-6:
        told = f"the columns of {whole:g} mm do not fit into {width:g} mm"
        brush.report("text-overflow", told)
        return ()
    line = height / len(rows)
    head = brush.marks.look(box.header) if box.header else Look()
    items: list[Item] = []
    if box.ground is not None:
        items.append(Path(rectangle(x, y, whole, line), fill=box.ground))
    for number, row in enumerate(rows):
        for place, (cell, (begin, room)) in enumerate(zip(row, columns, strict=True)):
            style = _cell_style(box, head if number == 0 else Look(), number, place)
            bold = number == 0 and head.font is None and _has_bold(box.font, brush)
            before, after = _air(box, style, place, len(row))
            flow = fit_text(cell, box.lang, style, room - before - after, line, brush, "rows", number, bold=bold)
            if flow is not None:
                items += place_flow(flow, x + begin + before, y + number * line + (line - flow.height) / 2)
        if number and box.rules != "none" and (number == 1 or box.rules == "all"):
            rule = polyline((x, y + number * line), (x + width, y + number * line))
            items.append(Path(rule, stroke=box.rule, stroke_width=0.25 if number == 1 else 0.1))
    return tuple(items)


def _has_bold(font: str | None, brush: Brush) -> bool:
    """Whether the font that a table says has a bold one: one of the game's own may have none, in no bundled place."""
    own = brush.fonts.own.get(font or "")
    return font is not None and (own is None or font in FONTS or own.entry.bold is not None)


def _air(box: TableBox, style: TextStyle, column: int, count: int) -> tuple[float, float]:
    """What a text that stands at the left or the right of its cell keeps clear of that side, mm.

    At the edges of the table it does so before a ground only.
    """
    gap = _CELL_AIR * box.size * box.scale
    left = style.align == "left" and (column > 0 or box.ground is not None)
    right = style.align == "right" and (column < count - 1 or box.ground is not None)
    return left * gap, right * gap


def _cell_style(box: TableBox, head: Look, row: int, column: int) -> TextStyle:
    font = "bold" if row == 0 else "medium" if column == 0 else "regular"
    return TextStyle(
        font=head.font or box.font or font,
        size=head.size or box.size,
        scale=head.scale * (1.0 if head.size else box.scale),
        colour=head.colour or box.colour,
        align=box.aligns[min(column, len(box.aligns) - 1)],
        leading=1.0,
    )


DRAW: dict[type[FileModel], Draw] = {
    TableBox: _draw_table,
}
