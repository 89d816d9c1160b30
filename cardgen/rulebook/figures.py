"""Figures of a rulebook: panels line by line, their captions, and the figure at a smaller scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from cardgen.base.errors import Fault, Place
from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message
from cardgen.rulebook.book import Align, Figure, Panel, Text, Words
from cardgen.rulebook.lines import SetText, one
from cardgen.rulebook.strips import BookContext, Scalable, Strip
from cardgen.scene.items import GlyphRun, Group, Item, Path, rectangle, scale, translate
from cardgen.scene.shapes import Drawing
from cardgen.scene.tags import Tag

#: Pictures are scaled down to this factor at most, so that a page is filled.
LEAST_SCALE = 0.8

_PANEL_GAP = 3.0
#: Between a picture and the caption of its panel, between lines of panels, mm.
_ABOVE_CAPTION, _BETWEEN_LINES = 1.2, 2.4
#: Below a figure, mm.
_BELOW = 0.8

#: The order of a caption among the parts of its table or figure.
_LAST = 1_000_000


@dataclass(frozen=True, slots=True)
class _PanelLine:
    """A line of panels: their drawings and the captions below. `orders` are the numbers of the panels in the figure."""

    panels: tuple[Panel, ...]
    orders: tuple[int, ...]
    drawings: tuple[Drawing, ...]
    captions: tuple[SetText, ...]

    @property
    def height(self) -> float:
        """The height of the drawings."""
        return max(drawing.height for drawing in self.drawings)

    @property
    def below(self) -> float:
        """The height of the captions."""
        return max(caption.height for caption in self.captions)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a figure is composed of. `cell` is the width of a panel, `before` the gap above the figure, mm."""

    place: Place
    notation: SetText | None
    lines: tuple[_PanelLine, ...]
    cell: float
    caption: tuple[SetText, str] | None
    anchors: tuple[tuple[str, float], ...]
    before: float
    tag: Tag


def layout_figure(block: Figure, width: float, context: BookContext, parent: Tag | None) -> Strip:
    """Return the panels line by line, bottom-aligned, each above its caption, and the figure's own caption."""
    block = block.captioned()
    across = min(block.across, len(block.panels))
    cell = (width - (across - 1) * _PANEL_GAP) / across
    notation = None
    if block.notation:
        notation = context.set((Text(block.notation, "en", code=True),), context.style.size, width, block.place)
    orders = {id(panel): number for number, panel in enumerate(block.panels)}
    lines = tuple(_line(panels, orders, cell, block.place, context) for panels in block.lines())
    caption = (_marked(block.caption, width, context, block.place), context.accent) if block.caption else None
    anchors = ((block.anchor, 0.0),) if block.anchor else ()
    before, tag = context.style.gap + 1.6, context.tag("Div", parent)
    parts = _Parts(block.place, notation, lines, cell, caption, anchors, before, tag)
    least: Callable[[], float] | None = None
    if all(panel.picture.scales() for panel in block.panels):
        least = cache(partial(_least_scale, [drawing for line in lines for drawing in line.drawings], context))
    strip = _strip(parts, least)
    return replace(strip, pieces=partial(_pieces, parts, least)) if len(lines) > 1 and not block.down else strip


def _strip(parts: _Parts, least: Callable[[], float] | None) -> Strip:
    """Return a figure that can be scaled by the factor `least` at most, if there is one."""
    strip = _compose(parts, 1.0)
    if least is None:
        return strip
    height = sum_floats(line.height for line in parts.lines)
    return replace(strip, scalable=Scalable(height, least, partial(_compose, parts)))


def _pieces(parts: _Parts, least: Callable[[], float] | None) -> tuple[Strip, ...]:
    """Return a strip for each line of panels, the first with the notation, the last with the caption."""
    last = len(parts.lines) - 1
    pieces = []
    for i, line in enumerate(parts.lines):
        piece = replace(parts, lines=(line,))
        if i > 0:
            piece = replace(piece, notation=None, anchors=(), before=_BETWEEN_LINES - _BELOW)
        if i < last:
            piece = replace(piece, caption=None)
        pieces.append(_strip(piece, least))
    return tuple(pieces)


def _line(
    panels: Sequence[Panel], orders: Mapping[int, int], cell: float, place: Place, context: BookContext
) -> _PanelLine:
    """Draw a line of panels. Pictures that are too wide, too coarse or without an alt text are faults."""
    for panel in panels:
        if not panel.alt.strip():
            context.faults.append(Fault(place, message("picture has no alt text")))
        for label in panel.picture.labels():  # set again with the picture, which reports nothing
            context.set(one(label, "en"), context.style.small, 1e6, place)
    drawings = tuple(context.sources.draw(panel.picture, cell) for panel in panels)
    for panel, drawing in zip(panels, drawings, strict=True):
        if drawing.width > cell + 1e-6:
            template = "a picture is {width:.0f} mm wide, its column {room:.0f} mm"
            text = message(template, width=drawing.width, room=cell)
            context.faults.append(Fault(place, text, message("use a smaller `across`")))
        dpi = panel.picture.printed_dpi(drawing)
        if dpi is not None:
            hint = message("use a smaller `width`, or a larger picture")
            context.check_dpi(message("a picture"), dpi, place, hint)
    captions = tuple(_caption(panel.caption, cell - 1, context, place, "centre") for panel in panels)
    return _PanelLine(tuple(panels), tuple(orders[id(panel)] for panel in panels), drawings, captions)


def _compose(parts: _Parts, factor: float) -> Strip:
    """Return a figure with its pictures scaled by a factor; its texts keep their sizes."""
    items: list[Item] = []
    y = 0.0
    if parts.notation:
        items.append(Group(parts.notation.items, translate(0.6, 0), tag=Tag("P", parts.tag)))
        y += parts.notation.height + 1.6
    for line in parts.lines:
        bottom = y + line.height * factor
        for i, (panel, order, drawing, caption) in enumerate(
            zip(line.panels, line.orders, line.drawings, line.captions, strict=True)
        ):
            x, width, height = i * (parts.cell + _PANEL_GAP), drawing.width * factor, drawing.height * factor
            tag = Tag("Figure", parts.tag, panel.alt, (0.0, 0.0, width, height), 1 + 2 * order)
            matrix = translate(x + (parts.cell - width) / 2, bottom - height)
            items.append(Group(_scaled(drawing.items, factor), matrix, tag=tag))
            named = Tag("Caption", parts.tag, order=tag.order + 1) if panel.caption else None
            items.append(Group(caption.items, translate(x + 0.5, bottom + _ABOVE_CAPTION), tag=named))
        y = bottom + (_ABOVE_CAPTION + line.below if line.below else 0.0) + _BETWEEN_LINES
    y -= _BETWEEN_LINES
    if parts.caption:
        below_all, y = _place_caption(*parts.caption, y, parts.tag)
        items += below_all
    return Strip(tuple(items), y + _BELOW, parts.place, before=parts.before, anchors=parts.anchors)


def _scaled(items: tuple[Item, ...], factor: float) -> tuple[Item, ...]:
    return items if factor == 1.0 else (Group(items, scale(factor)),)


def _least_scale(drawings: Iterable[Drawing], context: BookContext) -> float:
    """Return the least factor for the drawings: no label becomes smaller than the style's least size.

    1 if one already is. The texts on pictures of cards are not labels.
    """
    sizes = [size for drawing in drawings for size in _label_sizes(drawing.items, 1.0)]
    return max(LEAST_SCALE, min(1.0, context.style.label / min(sizes))) if sizes else LEAST_SCALE


def _label_sizes(items: Iterable[Item], factor: float) -> Iterator[float]:
    """Yield the sizes of the texts among the items, mm."""
    for item in items:
        if isinstance(item, Group):
            a, b, *_ = item.matrix
            yield from _label_sizes(item.items, factor * (a * a + b * b) ** 0.5)
        elif isinstance(item, GlyphRun) and item.text.strip():
            yield item.size * factor


# ---------------------------------------------------------------- captions


def marked_caption(
    words: Words, width: float, y: float, context: BookContext, place: Place, parent: Tag
) -> tuple[tuple[Item, ...], float]:
    """Return the caption below something that ends at `y`, with a mark beside it, and the y at which it ends."""
    return _place_caption(_marked(words, width, context, place), context.accent, y, parent)


def _marked(words: Words, width: float, context: BookContext, place: Place) -> SetText:
    return _caption(words, width - 3.2, context, place)


def _place_caption(caption: SetText, accent: str, y: float, parent: Tag) -> tuple[tuple[Item, ...], float]:
    mark = Path(rectangle(0, y + 2.2, 1.0, caption.height - 0.6, 0.5), fill=accent)
    tag = Tag("Caption", parent, order=_LAST)
    return (mark, Group(caption.items, translate(3.2, y + 1.9), tag=tag)), y + (1.9 + caption.height)


def _caption(words: Words, width: float, context: BookContext, place: Place, align: Align = "left") -> SetText:
    leading, colour = min(context.style.leading, 1.45), context.palette.quiet
    return context.set(
        words, context.style.small, width, place, leading=leading, align=align, balance=align == "centre", colour=colour
    )
