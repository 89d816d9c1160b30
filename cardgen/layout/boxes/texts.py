"""Text and tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from cardgen.data.boxes.texts import TableBox, TextBox, TextStyle
from cardgen.data.kinds import FileModel
from cardgen.data.placeholders import as_text
from cardgen.draw.fonts import bold_of, face_for, missing_glyph
from cardgen.draw.scene import Item, Path, Rect, polyline
from cardgen.draw.text import Paragraph, Span, fit_paragraph
from cardgen.layout.boxes.brush import Brush, Draw


def parse_bold(text: str, font: str, colour: str, lang: str) -> list[Span]:
    """Spans of a text in which `**` begins and ends bold."""
    if lang.startswith("zh"):  # a line broken in the source is no space between Chinese characters
        text = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])", "", text)
    parts = re.split(r"\*\*", text)
    return [Span(part, bold_of(font) if i % 2 else font, colour, lang) for i, part in enumerate(parts) if part]


def place_paragraph(paragraph: Paragraph, x: float, y: float) -> tuple[Item, ...]:
    """The paragraph's runs with its top left at (x, y)."""
    return tuple(replace(run, x=run.x + x, baseline=run.baseline + y) for run in paragraph.runs)


def fit_spans(spans: Sequence[Span], style: TextStyle, width: float, height: float, brush: Brush) -> Paragraph:
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
        message, hint = missing_glyph(character, _font_of(character, spans), brush.fonts.names)
        brush.report("missing-glyph", message, "; ".join(filter(None, [f"in {_short(text)}", hint])))
    if not paragraph.fits and not paragraph.missing:
        room = f"{width:g}×{height:g} mm"
        hint = f"it takes {paragraph.width:.1f}×{paragraph.height:.1f} mm at {paragraph.size:g} mm"
        brush.report("text-overflow", f"{_short(text)} does not fit into {room}", hint)
    return paragraph


def _font_of(character: str, spans: Sequence[Span]) -> str:
    """The font that was asked for a character in vain."""
    with_it = [span for span in spans if character in normalize("NFC", span.text)]
    return next(span.font for span in with_it if face_for(character, span.font, span.lang) is None)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _draw_text(box: TextBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    paragraph = fit_spans(parse_bold(box.text, brush.font(box.font), box.colour, box.lang), box, width, height, brush)
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


def _draw_table(box: TableBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
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
            style = TextStyle(
                font="bold" if number == 0 else "medium" if place == 0 else "regular",
                size=box.size,
                colour=box.colour,
                align="left" if place == 0 else "centre",
                leading=1.0,
            )
            left = x if place == 0 else x + box.first + (place - 1) * column
            room = box.first if place == 0 else column
            paragraph = fit_spans([Span(cell, style.font, box.colour, box.lang)], style, room, line, brush)
            top = y + number * line + (line - paragraph.height) / 2
            items += place_paragraph(paragraph, left, top)
        if number:
            rule = polyline((x, y + number * line), (x + width, y + number * line))
            items.append(Path(rule, stroke=box.rule, stroke_width=0.25 if number == 1 else 0.1))
    return tuple(items)


DRAW: dict[type[FileModel], Draw] = {
    TextBox: _draw_text,
    TableBox: _draw_table,
}
