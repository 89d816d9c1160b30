"""Texts set into the room that they have, with findings for what does not fit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias
from unicodedata import category, normalize

from cardgen.base.errors import Own, Text, join_hints
from cardgen.base.words.messages import Message, joined, message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.rich_text import text_blocks, without_breaks
from cardgen.data.templates.markup import Markup, parse_markup
from cardgen.data.templates.models import TextStyle
from cardgen.text.blocks import Block, Flow, fit_blocks, is_plain, share_before
from cardgen.text.fonts import bold_of, face_for, missing_glyph
from cardgen.text.lines import Setting
from cardgen.text.plain import PlainStyle, PlainText, Room
from cardgen.text.spans import Span

#: The smallest size of text that shrinks without a floor of its own, mm: about 4.5 pt, which is still easy to read.
LEAST_SIZE = 1.6

#: Between the paragraphs of a text in a message.
_BREAK = Span("\n")
_PARAGRAPHS = re.compile(r"\s*\n\s*")


def fit_text(
    text: str,
    lang: str,
    style: TextStyle,
    width: float,
    height: float,
    context: DrawContext,
    *path: str | int,
    bold: bool = False,
) -> Flow | None:
    """Set a text with its marks into a room, and report characters without a glyph and text that does not fit.

    `bold` sets all of it in the bold of its font. Return None if there are mistakes in its marks; they are reported as
    those of the box's text at `path`.
    """
    markup = parse_text(text, lang, context, *path)
    if markup is None:
        return None
    font = bold_of(context.font(style.font)) if bold else context.font(style.font)
    return _fit(text_blocks(markup, style, font, lang, context), style, width, height, context)


def parse_text(text: str, lang: str, context: DrawContext, *path: str | int) -> Markup | None:
    """Return a text with its marks; None if there are mistakes in them, which are reported."""
    markup = parse_markup(without_breaks(text, lang), context.marks.styles, context.marks.icons)
    for mistake in markup.mistakes:
        context.marks.report_mistake(mistake, *path)
    return None if markup.mistakes else markup


def fit_spans(spans: Sequence[Span], style: TextStyle, width: float, height: float, context: DrawContext) -> Flow:
    """Set plain spans into a room, and report characters without a glyph and text that does not fit."""
    return _fit([Block(tuple(spans))], style, width, height, context)


def _fit(blocks: Sequence[Block], style: TextStyle, width: float, height: float, context: DrawContext) -> Flow:
    size, floor = sizes_of(style)
    if style.same:
        size = min(size, context.same_size.most)
        floor = min(floor, size)
    setting = setting_of(style)
    flow = fit_blocks(blocks, size, width, height, floor=floor, setting=setting, cut=style.fit == "ellipsis")
    if style.same:
        context.same_size.note(flow.size)
    if flow.fits and not flow.missing:
        return flow

    def fit(largest: float, least: float, room: float) -> Flow:
        return fit_blocks(blocks, largest, room, height, floor=least, setting=setting)

    report_misfit(flow, blocks, width, height, context, fit)
    return flow


def plain_text(style: TextStyle, lang: str, width: float, height: float, context: DrawContext) -> PlainText | None:
    """Return what sets plain words without marks as `fit_text` does; None if this style needs more than that."""
    setting = setting_of(style)
    if style.same or style.features or style.indent or style.underline or style.strike or not is_plain(setting, lang):
        return None
    size, floor = sizes_of(style)
    words = PlainStyle(context.font(style.font), lang, style.colour, share_before(setting), setting.outlined)
    return PlainText(words, Room(size, floor, width, height, setting.leading))


def setting_of(style: TextStyle) -> Setting:
    """Return the setting of a text in a style."""
    return Setting(
        style.leading,
        style.align,
        style.tracking,
        style.mark,
        style.direction == "vertical",
        style.balance,
        style.hyphenate,
        style.script_gap,
        columns=style.columns,
        column_gap=style.column_gap,
    )


def sizes_of(style: TextStyle) -> tuple[float, float]:
    """Return the size that a style begins with, and the smallest that it may be shrunk to, mm."""
    size = style.size * style.scale
    if style.fit == "error":
        return size, size
    floor = style.floor or (LEAST_SIZE if style.fit == "shrink" else size)
    return size, min(size, floor)


Fit: TypeAlias = Callable[[float, float, float], Flow]
"""Sets a text at a size or smaller, no smaller than another, in a room so many mm wide."""

#: The smallest size, and the largest room as a multiple of the one there is, that hints recommend.
_SMALLEST = 1.2
_WIDEST = 4.0


def _excess(flow: Flow, width: float, height: float) -> Message:
    """Return by how much a text is larger than its room."""
    size, wide, high = flow.size, flow.width - width, flow.height - height
    if wide > 0.05 and high > 0.05:
        template = "at {size:g} mm it is {wide:.1f} mm too wide and {high:.1f} mm too high"
        return message(template, size=size, wide=wide, high=high)
    if wide > 0.05:
        return message("at {size:g} mm it is {wide:.1f} mm too wide", size=size, wide=wide)
    if high > 0.05:
        return message("at {size:g} mm it is {high:.1f} mm too high", size=size, high=high)
    return message("at {size:g} mm it is too large", size=size)


def _remedy(flow: Flow, width: float, fit: Fit) -> Text:
    """Return the smaller sizes and larger boxes with which the text fits; "" if none is of use."""
    ways: list[Message] = []
    smaller = fit(flow.size - 0.1, _SMALLEST, width) if flow.size - 0.1 >= _SMALLEST else None
    if smaller is not None and smaller.fits:
        ways.append(message("text of {size:g} mm", size=smaller.size))
    if flow.width <= width + 1e-6:
        ways.append(message("a box {height:g} mm high", height=math.ceil(flow.height * 10 - 1e-6) / 10))
    wider = _width_that_fits(flow.size, width, fit)
    if wider is not None:
        ways.append(message("a box {width:g} mm wide", width=wider))
    if len(ways) < 2:
        return message("it fits with {change}", change=ways[0]) if ways else ""
    return message("it fits with one of these: {changes}", changes=joined(ways))


def _width_that_fits(size: float, width: float, fit: Fit) -> float | None:
    """Return the smallest width, in halves of a mm, in which the text fits at a size; None if it is far too wide."""
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


def report_misfit(
    flow: Flow,
    blocks: Sequence[Block],
    width: float,
    height: float,
    context: DrawContext,
    fit: Fit,
    *,
    is_rest: bool = False,
) -> None:
    """Report each character without a glyph, or that the text, or the rest of it, does not fit into its room."""
    spans = [span for block in blocks for span in (_BREAK, *block.bullet, *block.spans)]
    words = "".join(span.text for span in spans if span.picture is None)
    text = _quoted(_PARAGRAPHS.sub(" ¶ ", words.strip()))
    _report_missing(flow, spans, text, context)
    if flow.fits or flow.missing:
        return
    amount = flow.width * flow.height
    hint: Text = _excess(flow, width, height)
    if context.is_worst(amount):
        hint = join_hints(hint, _remedy(flow, width, fit))
    if is_rest:
        template = "the rest of {text} does not fit into {width:g}×{height:g} mm"
        overflow = message(template, text=text, width=width, height=height)
    else:
        overflow = message("{text} does not fit into {width:g}×{height:g} mm", text=text, width=width, height=height)
    context.report("text-overflow", overflow, hint, Own(("text",), amount))


def _report_missing(flow: Flow, spans: Sequence[Span], text: str, context: DrawContext) -> None:
    for character in flow.missing:
        missing, hint = missing_glyph(character, _font_of(character, spans), context.fonts.names)
        if not hint and category(character) == "So":  # pictures among characters, as emoji are
            hint = message("draw it as one of the icons, or add a font that has it")
        within = join_hints(message("in {text}", text=text), hint)
        context.report("missing-glyph", missing, within, Own(("character",), character=character))


def _font_of(character: str, spans: Sequence[Span]) -> str:
    with_it = [span for span in spans if character in normalize("NFC", span.text + span.reading)]
    return next(span.font for span in with_it if face_for(character, span.font, span.lang) is None)


def _quoted(text: str) -> str:
    """Return a text in quotes, cut if it is long."""
    return repr(text if len(text) <= 40 else text[:39] + "…")
