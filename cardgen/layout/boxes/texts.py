"""Boxes of text: what is typed, set into its room."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias
from unicodedata import category, normalize

from cardgen.data.boxes.texts import TextBox, TextStyle
from cardgen.data.kinds import FileModel
from cardgen.data.templates.markup import parse_markup
from cardgen.errors import Own, join_hints
from cardgen.layout.boxes.brush import Brush, Draw
from cardgen.layout.boxes.rich import blocks_of, plain_spans, without_breaks
from cardgen.scene.items import Item, Rect
from cardgen.text.blocks import Flow, fit_blocks, place_flow
from cardgen.text.fonts import bold_of, face_for, missing_glyph
from cardgen.text.lines import Setting
from cardgen.text.paragraphs import Paragraph, Span, fit_paragraph
from cardgen.words.messages import message

#: How small text is shrunk that shall shrink and does not say how far: about 4.5 pt, the least that is read with ease.
LEAST_SIZE = 1.6

#: Between the paragraphs of a text that is told of.
_BREAK = Span("\n")
_PARAGRAPHS = re.compile(r"\s*\n\s*")


def fit_text(
    text: str,
    lang: str,
    style: TextStyle,
    width: float,
    height: float,
    brush: Brush,
    *path: str | int,
    bold: bool = False,
) -> Flow | None:
    """A text with its marks set into a room, telling of characters that no face has and of text that does not fit.

    All of it is in the bold of its font when it is to be `bold`. None when there are mistakes in its marks, which are
    told as those of the box's text at `path`.
    """
    text = without_breaks(text, lang)
    markup = parse_markup(text, brush.marks.styles, brush.marks.icons)
    for mistake in markup.mistakes:
        brush.marks.wrong(mistake, *path)
    if markup.mistakes:
        return None
    font = bold_of(brush.font(style.font)) if bold else brush.font(style.font)
    spans = plain_spans(markup, style, font, lang)
    if spans is not None:
        set_plain = fit_spans(spans, style, width, height, brush)
        return Flow(set_plain.runs, set_plain.width, set_plain.height, set_plain.size, set_plain.lines)
    blocks = blocks_of(markup, style, font, lang, brush)
    vertical = style.direction == "vertical"
    size, floor = sizes_of(style)
    setting = Setting(style.leading, style.align, style.tracking, style.mark, vertical, style.balance)
    flow = fit_blocks(blocks, size, width, height, floor=floor, setting=setting, cut=style.fit == "ellipsis")

    def fit(largest: float, least: float, room: float) -> Flow:
        return fit_blocks(blocks, largest, room, height, floor=least, setting=setting)

    _tell(flow, [span for block in blocks for span in (_BREAK, *block.bullet, *block.spans)], width, height, brush, fit)
    return flow


def fit_spans(spans: Sequence[Span], style: TextStyle, width: float, height: float, brush: Brush) -> Paragraph:
    """Plain spans set into a room, telling of characters that no face has and of text that does not fit."""
    size, floor = sizes_of(style)

    def fit(largest: float, least: float, room: float) -> Paragraph:
        return fit_paragraph(
            spans,
            largest,
            room,
            height,
            floor=least,
            leading=style.leading,
            align=style.align,
            tracking=style.tracking,
            echo=style.mark,
        )

    paragraph = fit(size, floor, width)
    if paragraph.missing or not paragraph.fits:
        _tell(paragraph, spans, width, height, brush, fit)
    return paragraph


def place_paragraph(paragraph: Paragraph, x: float, y: float) -> tuple[Item, ...]:
    """The paragraph's runs with its top left at (x, y)."""
    return tuple(replace(run, x=run.x + x, baseline=run.baseline + y) for run in paragraph.runs)


def sizes_of(style: TextStyle) -> tuple[float, float]:
    """The size that a style begins with, and the smallest that it may come to, mm."""
    size = style.size * style.scale
    if style.fit == "error":
        return size, size
    floor = style.floor or (LEAST_SIZE if style.fit == "shrink" else size)
    return size, min(size, floor)


_Fit: TypeAlias = Callable[[float, float, float], Flow | Paragraph]
"""Sets a text at a size or smaller, no smaller than another, in a room so many mm wide."""

#: Of a text that does not fit: no smaller size is recommended, nor a room so many times as wide.
_SMALLEST = 1.2
_WIDEST = 4.0


def _too_large(flow: Flow | Paragraph, width: float, height: float) -> str:
    """By how much a text is larger than its room."""
    over = [
        f"{size - room:.1f} mm too {which}"
        for size, room, which in ((flow.width, width, "wide"), (flow.height, height, "high"))
        if size > room + 0.05
    ]
    return f"it is {' and '.join(over) or 'too large'} at {flow.size:g} mm"


def _what_fits(flow: Flow | Paragraph, width: float, fit: _Fit) -> str:
    """Which smaller size or larger room would do; nothing if none does that is of use."""
    ways: list[str] = []
    smaller = fit(flow.size - 0.1, _SMALLEST, width) if flow.size - 0.1 >= _SMALLEST else None
    if smaller is not None and smaller.fits:
        ways.append(f"at {smaller.size:g} mm")
    if flow.width <= width + 1e-6:
        ways.append(f"{math.ceil(flow.height * 10 - 1e-6) / 10:g} mm high")
    wider = _width_that_fits(flow.size, width, fit)
    if wider is not None:
        ways.append(f"{wider:g} mm wide")
    return f"; it fits {', '.join(ways[:-1])}{' or ' * (len(ways) > 1)}{ways[-1]}" if ways else ""


def _width_that_fits(size: float, width: float, fit: _Fit) -> float | None:
    """The least width, in halves of a mm, in which the text fits at that size; None when that is far too wide."""
    least, most = math.floor(2 * width), math.ceil(2 * _WIDEST * width)
    if not fit(size, size, most / 2).fits:
        return None
    while most - least > 1:
        middle = (least + most) // 2
        if fit(size, size, middle / 2).fits:
            most = middle
        else:
            least = middle
    return most / 2


def _tell(flow: Flow | Paragraph, spans: Iterable[Span], width: float, height: float, brush: Brush, fit: _Fit) -> None:
    spans = list(spans)
    words = "".join(span.text for span in spans if span.picture is None)
    text = _short(_PARAGRAPHS.sub(" ¶ ", words.strip()))
    for character in flow.missing:
        problem, hint = missing_glyph(character, _font_of(character, spans), brush.fonts.names)
        if not hint and category(character) == "So":  # pictures among characters, as emoji are
            hint = message("draw it as one of the icons, or add a font that has it")
        own = Own(("character",), character=character)
        brush.report("missing-glyph", problem, join_hints(message("in {text}", text=text), hint), own)
    if not flow.fits and not flow.missing:
        room = f"{width:g}×{height:g} mm"
        amount = flow.width * flow.height
        hint = _too_large(flow, width, height)
        if brush.is_worst(amount):
            hint += _what_fits(flow, width, fit)
        problem = message("{text} does not fit into {room}", text=text, room=room)
        brush.report("text-overflow", problem, hint, Own(("text",), amount))


def _font_of(character: str, spans: Sequence[Span]) -> str:
    """The font that was asked for a character in vain."""
    with_it = [span for span in spans if character in normalize("NFC", span.text + span.reading)]
    return next(span.font for span in with_it if face_for(character, span.font, span.lang) is None)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _draw_text(box: TextBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    flow = fit_text(box.text, box.lang, box, width, height, brush, "text")
    if flow is None:
        return ()
    spare = height - flow.height
    across = 0.0
    if box.direction == "vertical":  # the first column is the one at the right
        spare, across = 0.0, width - flow.width
        across = {"top": across, "middle": across / 2, "bottom": 0.0}[box.valign]
    top = {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    return place_flow(flow, x + across, y + top)


DRAW: dict[type[FileModel], Draw] = {
    TextBox: _draw_text,
}
