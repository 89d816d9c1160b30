"""Turn blocks into strips: unbreakable pieces of a column, placed on the pages one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.errors import Fault, Place
from cardgen.base.records import replace
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message
from cardgen.rulebook.book import (
    Align,
    Block,
    Entries,
    Figure,
    Heading,
    Items,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    Table,
    Words,
    plain,
)
from cardgen.rulebook.chapters import draw_ornament
from cardgen.rulebook.columns import layout_entries, whole
from cardgen.rulebook.figures import layout_figure, marked_caption
from cardgen.rulebook.footnotes import layout_footnotes
from cardgen.rulebook.lines import SetText, natural_width, one, set_words, widest_word
from cardgen.rulebook.strips import BookContext, Strip, anchors_in
from cardgen.scene.items import Group, Item, Path, polyline, rectangle, translate
from cardgen.scene.tags import Tag


def flow(blocks: Sequence[Block], width: float, context: BookContext, outer: Tag | None = None) -> Iterator[Strip]:
    """Yield the strips of the blocks in a column of `width` mm. They are parts of `outer`, or of their chapter."""
    before: Block | None = None
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        if outer is None and context.section is None and not isinstance(block, Heading):
            context.section = Tag("Sect")  # of the text before the first chapter
        parent = outer or context.section
        context.order += 1
        if outer is None:
            context.width = width
        layout_footnotes(block, context)
        match block:
            case Heading():
                yield _heading(block, width, context, outer)
            case Paragraph():
                introduces = _introduces(block) and isinstance(after, Figure | Table | Items)
                yield from _paragraph(block, width, context, parent, introduces)
            case Listing():
                yield _listing(block, width, context, parent)
            case Items():
                yield from _list(block, width, context, parent)
            case Table():
                yield from _table(block, width, context, parent)
            case Entries():
                yield from layout_entries(block, width, context, parent)
            case Figure():
                # The lines of a figure stay one after the other, and what a text introduces stays with it.
                floats = not isinstance(before, Figure) and not _introduces(before)
                # A list at the same place belongs to the figure, as that of the numbers in it.
                keep = isinstance(after, Items) and after.place == block.place
                figure = layout_figure(block, width, context, parent)
                yield replace(figure, floats=floats and not keep, keep=keep)
            case Note():
                yield _note(block, width, context, parent)
            case PageBreak():
                yield Strip((), 0.0, block.place, new_page=True)
        before = block


def _introduces(block: Block | None) -> bool:
    """Return True for a paragraph that ends with a colon."""
    return isinstance(block, Paragraph) and plain(block.words).rstrip().endswith((":", "\uff1a"))


# ---------------------------------------------------------------- text


def _heading(block: Heading, width: float, context: BookContext, outer: Tag | None) -> Strip:
    style = context.style
    if outer is None and (block.level == 1 or context.section is None):
        context.section = Tag("Sect")
    context.level = min(block.level + 1, context.level + 1)  # readers expect no gaps between levels
    tag = context.tag("H2" if context.level == 2 else "H3", outer or context.section)
    if block.level == 1:
        context.chapters += 1
        ornament = context.theme.ornament
        title = context.set(
            block.words,
            style.chapter,
            width,
            block.place,
            leading=1.2,
            align=ornament.align,
            colour=context.palette.heading,
            font="bold",
        )
        above = draw_ornament(ornament, width, context.accent, context.palette.rule, context.segments, context.chapters)
        items = (*above.items, Group(title.items, translate(0, above.height), tag=tag))
        tall = above.height + title.height + 1.6
        return Strip(items, tall, block.place, before=10.0, keep=True, need=40.0, heading=block)
    colour = context.palette.heading
    title = context.set(block.words, style.section, width, block.place, leading=1.25, colour=colour, font="bold")
    tall = title.height + 0.8
    return Strip(title.items, tall, block.place, before=5.0, keep=True, need=26.0, heading=block, tag=tag)


def _paragraph(
    block: Paragraph, width: float, context: BookContext, parent: Tag | None, introduces: bool
) -> Iterator[Strip]:
    """Yield a strip for each line; the first two and the last two stay together, also with what they introduce."""
    style, tag, number = context.style, context.tag("P", parent), context.next_passage()
    text = context.set(block.words, style.size, width, block.place, justify=style.justify)
    last = len(text.lines) - 1
    for i, line in enumerate(text.lines):
        keep = (i == 0 and last > 0) or i == last - 1 or (i == last and introduces)
        strip = Strip(line.items, line.height, block.place, keep=keep, tag=tag, spaced=line.spaced, passage=number)
        yield replace(strip, before=style.gap if i == 0 else 0.0)


def _listing(block: Listing, width: float, context: BookContext, parent: Tag | None) -> Strip:
    size, pad = context.style.size, 2.4
    items: list[Item] = []
    tag = Tag("Code", context.tag("P", parent))
    y = pad
    for line in block.lines:
        # Code is from left to right in all books.
        align: Align = "right" if context.is_mirrored else "left"
        words = one(line, "en", emphasis=True)
        text = context.set(words, size, width - 2 * pad - 2, block.place, leading=1.5, align=align)
        items.append(Group(text.parted().items, translate(pad + 2, y), tag=tag))
        y += text.height
    ground = (
        Path(rectangle(0, 0, width, y + pad, 1.2), fill=context.palette.panel),
        Path(rectangle(0, 0, 1.0, y + pad, 0.5), fill=context.accent),
    )
    return Strip((*ground, *items), y + pad, block.place, before=context.style.gap + 0.6)


def _list(block: Items, width: float, context: BookContext, parent: Tag | None) -> Iterator[Strip]:
    """Yield the strips of the entries. No page begins with the last entry alone, or ends with only the first."""
    style = context.style
    last = len(block.entries) - 1
    indent = 5.0
    tag = context.tag("L", parent, numbered=block.start is not None)
    for number, entry in enumerate(block.entries):
        item = Tag("LI", tag)
        strips = list(map(whole, flow(entry, width - indent, context, Tag("LBody", item))))
        together = number < last and number in (0, last - 1)
        for i, strip in enumerate(strips):
            items: tuple[Item, ...] = (strip.placed(indent, 0),)
            header = strip.header and replace(strip.header, items=(strip.header.placed(indent, 0),))
            before = strip.before
            if i == 0:
                before = style.gap if number == 0 else style.gap * 0.55
                items = (*_bullet(block, number, context, item), *items)
            keep = strip.keep or (together and i == len(strips) - 1)
            fixed = replace(strip, keep=keep, passage=0, floats=False, scalable=None, pieces=None)
            yield replace(fixed, items=items, before=before, header=header, tag=None, spaced=False)


def _bullet(block: Items, number: int, context: BookContext, item: Tag) -> tuple[Item, ...]:
    """Return the mark of an entry. A square is not read aloud: that the list has bullets is in its tag."""
    style = context.style
    if block.start is None:
        side = 1.25
        return (Path(rectangle(1.2, style.line / 2 - side / 2 + 0.05, side, side, 0.2), fill=context.accent),)
    text = f"{block.start + number}"
    fonts, theme = context.sources.fonts, context.theme
    words = set_words(
        one(text, "en", strong=True),
        style.size,
        10,
        style.leading,
        fonts=fonts,
        theme=theme,
        mirrored=context.is_mirrored,
    )
    return (Group(words.items, translate(1.0, 0), tag=Tag("Lbl", item)),)


def _note(block: Note, width: float, context: BookContext, parent: Tag | None) -> Strip:
    pad = 3.4
    items: list[Item] = []
    anchors: list[tuple[str, float]] = []
    y = pad
    note = context.tag("Note", parent)
    for i, strip in enumerate(map(whole, flow(block.blocks, width - 2 * pad - 1, context, note))):
        y += strip.before if i else 0.0
        anchors += [(anchor, y + down) for anchor, down in anchors_in(strip)]
        items.append(strip.placed(pad + 1, y))
        y += strip.height
    ground = (
        Path(rectangle(0, 0, width, y + pad, 1.4), fill=context.palette.panel),
        Path(rectangle(0, 0, 1.2, y + pad, 0.6), fill=context.accent),
    )
    return Strip(
        (*ground, *items),
        y + pad,
        block.place,
        before=context.style.gap + 1.8,
        anchors=tuple(anchors),
        passage=context.next_passage(),
    )


# ---------------------------------------------------------------- tables

_CELL_SIDE = 1.8
_CELL_ABOVE = 0.95
_SHORT_TABLE = 7


def _table(block: Table, width: float, context: BookContext, parent: Tag | None) -> Iterator[Strip]:
    """Yield a strip for each row; the header is repeated on every page that the table continues on."""
    rows = [tuple(map(context.refer, row)) for row in block.rows]
    lines = [tuple(_bold(context.refer(cell)) for cell in block.header), *rows]
    if block.total:
        lines[-1] = tuple(_bold(cell) for cell in lines[-1])
    columns = _column_widths(lines, width, context, block.place, block.whole)
    tag = context.tag("Table", parent)
    header = _row(lines[0], columns, block, context, "header", tag, block.place)
    repeated = replace(header, items=_untagged(header.items))
    anchors = ((block.anchor, 0.0),) if block.anchor else ()
    yield replace(header, before=context.style.gap + 1.0, keep=True, anchors=anchors)
    for i, cells in enumerate(lines[1:]):
        last = i == len(lines) - 2
        kind = "total" if last and block.total else "last" if last else "row"
        row = _row(cells, columns, block, context, kind, tag, block.place_of(i))
        # A short table stays on one page; of a long one, the first two and the last two rows do.
        together = len(lines) <= _SHORT_TABLE or i == 0 or i == len(lines) - 3
        yield replace(row, header=repeated, keep=(together and not last) or bool(last and block.caption))
    if block.caption:
        items, height = marked_caption(block.caption, width, 0.0, context, block.place, tag)
        yield Strip(items, height + 0.8, block.place, before=0.0)


def _untagged(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a row's items so that its text is not read again."""
    return tuple(replace(item, tag=None) if isinstance(item, Group) else item for item in items)


def _bold(words: Words) -> Words:
    return tuple(replace(word, strong=True) for word in words)


def _column_widths(
    lines: Sequence[tuple[Words, ...]], width: float, context: BookContext, place: Place, whole: int = 0
) -> list[float]:
    size, fonts, theme = context.style.size, context.sources.fonts, context.theme
    room, count = 2 * _CELL_SIDE, len(lines[0])
    natural = [max(natural_width(row[i], size, fonts=fonts, theme=theme) for row in lines) + room for i in range(count)]
    total = sum_floats(natural)
    if total <= width:
        spare = (width - total) / len(natural)
        return [column + spare for column in natural]
    least = [max(widest_word(row[i], size, fonts=fonts, theme=theme) for row in lines) + room for i in range(count)]
    if sum_floats(natural[:whole]) <= width / 2:
        least[:whole] = natural[:whole]
    if sum_floats(least) > width + 1e-6:
        template = "this table is at least {least:.0f} mm wide, the column {width:.0f} mm"
        text = message(template, least=sum_floats(least), width=width)
        context.faults.append(Fault(place, text, message("use fewer columns or shorter words")))
        return [width / len(least)] * len(least)
    share = (width - sum_floats(least)) / (total - sum_floats(least))
    return [low + (high - low) * share for low, high in zip(least, natural, strict=True)]


def _row(
    cells: tuple[Words, ...],
    columns: Sequence[float],
    block: Table,
    context: BookContext,
    kind: str,
    table: Tag,
    place: Place,
) -> Strip:
    style, line = context.style, Tag("TR", table)
    leading = min(style.leading, 1.45)
    texts = [
        context.set(cell, style.size, columns[i] - 2 * _CELL_SIDE + 1e-6, place, leading=leading, align=block.align[i])
        if cell
        else SetText((), (), ())
        for i, cell in enumerate(cells)
    ]
    height = max(text.height for text in texts) + 2 * _CELL_ABOVE
    width = sum_floats(columns)
    items: list[Item] = []
    if kind == "header":
        items.append(Path(rectangle(0, 0, width, height, 0.8), fill=context.palette.panel))
    elif kind == "total":
        items.append(Path(polyline((0, 0), (width, 0)), stroke=context.palette.text, stroke_width=0.3))
    x = 0.0
    for text, column in zip(texts, columns, strict=True):
        tag = Tag("TH" if kind == "header" else "TD", line)
        items.append(Group(text.items, translate(x + _CELL_SIDE, _CELL_ABOVE), tag=tag))
        x += column
    dark = kind in ("header", "last", "total")
    under = context.palette.text if dark else context.palette.rule
    items.append(Path(polyline((0, height), (width, height)), stroke=under, stroke_width=0.3 if dark else 0.2))
    return Strip(tuple(items), height, place)
