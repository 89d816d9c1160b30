"""Text boxes that a text flows through: each sets all of the text, and draws the lines that are its own."""

from __future__ import annotations

from typing import TypeVar

from cardgen.base.records import dataclass, replace
from cardgen.cards.boxes.context import Chain, DrawContext
from cardgen.cards.boxes.fitting import parse_text, report_misfit, setting_of, sizes_of
from cardgen.cards.boxes.rich_text import text_blocks
from cardgen.data.templates.markup import Markup
from cardgen.data.templates.models import TextStyle
from cardgen.text.blocks import Flow
from cardgen.text.flowing import FlowRoom, flow_blocks

Style = TypeVar("Style", bound=TextStyle)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The size of the text in the first box of a chain, and how small it may become, mm."""

    written: float
    largest: float
    floor: float

    def of(self, style: TextStyle) -> tuple[float, float]:
        """Return the size that the text has in a box if it is not shrunk, and the smallest, in the same proportion."""
        share = style.size * style.scale / self.written
        return self.largest * share, self.floor * share


def fit_chained(text: str, lang: str, chain: Chain[Style], context: DrawContext) -> Flow | None:
    """Return the part of a text that is in the drawn box of a chain. The first box decides how far the text shrinks.

    Return None if there are mistakes in its marks. They and characters without a glyph are reported with the first box,
    text that does not fit with the box that it does not fit into: the last one, unless a word is too wide.
    """
    position, head = chain.position, chain.links[0].box
    markup = parse_text(text, lang, context if position == 0 else _silent(context), "text")
    if markup is None:
        return None
    sizes = _sizes_of(head, context)
    rooms = [_room(link.box, head, sizes, link.size, markup, lang, context) for link in chain.links]
    flows = flow_blocks(rooms, cut=head.fit == "ellipsis")
    if head.same:
        context.same_size.note(flows[0].size)
    flow, room = flows[position], rooms[position]
    if position:
        flow = replace(flow, missing=tuple(c for c in flow.missing if c not in flows[0].missing))
    if not flow.fits or flow.missing:

        def fit(largest: float, least: float, width: float) -> Flow:
            share = largest / room.size
            tried = [replace(one, size=one.size * share, floor=least * one.size / room.size) for one in rooms]
            tried[position] = replace(tried[position], width=width)
            return flow_blocks(tried)[position]

        report_misfit(flow, room.blocks, room.width, room.height, context, fit, is_rest=position > 0)
    return flow


def _sizes_of(head: TextStyle, context: DrawContext) -> _Sizes:
    size, floor = sizes_of(head)
    largest = min(size, context.same_size.most) if head.same else size
    return _Sizes(size, largest, min(floor, largest))


def _room(
    style: TextStyle,
    head: TextStyle,
    sizes: _Sizes,
    area: tuple[float, float],
    markup: Markup,
    lang: str,
    context: DrawContext,
) -> FlowRoom:
    size, floor = sizes.of(style)
    style = style.model_copy(update={"direction": head.direction, "hyphenate": head.hyphenate})
    setting = setting_of(style)
    blocks = text_blocks(markup, style, context.font(style.font), lang, context)
    return FlowRoom(blocks, size, floor, *area, setting)


def _silent(context: DrawContext) -> DrawContext:
    """Return the context of a box that does not report mistakes in the marks of its text."""
    return replace(context, marks=replace(context.marks, report_mistake=lambda *_, **__: None))
