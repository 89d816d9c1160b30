"""Blocks into strips: pieces of a column, each whole, that go down the pages one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardgen.data.titles import bring_a_font
from cardgen.errors import Fault, Place
from cardgen.rulebook.book import (
    Align,
    Block,
    Figure,
    Heading,
    Items,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    Sources,
    Table,
    Text,
    Words,
)
from cardgen.rulebook.lines import SetText, natural_width, one, set_words, widest_word
from cardgen.rulebook.style import INK, LINE, PANEL, PLAIN_COLOURS, QUIET, Style
from cardgen.scene.items import Group, Item, Path, polyline, rectangle, translate
from cardgen.scene.shapes import CellStyle


@dataclass(frozen=True, slots=True)
class Strip:
    """A piece of the column, mm: items from (0, 0) at its top left, `before` above it unless it begins a page.

    `keep` ties it to the next strip; `need` is the room that must be left on a page for it to begin there; `header`
    goes above it where it is the first of its table on a page.
    """

    items: tuple[Item, ...]
    height: float
    place: Place
    before: float = 0.0
    keep: bool = False
    need: float = 0.0
    heading: Heading | None = None
    new_page: bool = False
    header: Strip | None = None


@dataclass(slots=True)
class Desk:
    """What setting a book needs at hand; faults gather in it."""

    sources: Sources
    style: Style
    lang: str
    faults: list[Fault] = field(default_factory=list)
    chapters: int = 0
    segments: int = 1
    start: Place = field(default_factory=Place)
    """where the book begins: the place of what the layout itself says"""

    @property
    def accent(self) -> str:
        """The colour of the chapter that is being set."""
        return accent_of(self.sources.styles, self.chapters)

    def check_dpi(self, what: str, dpi: float, place: Place, hint: str) -> None:
        """A fault for a picture that would look coarse on paper."""
        if dpi < LEAST_DPI - 0.5:
            told = f"{what} would be printed at {dpi:.0f} dpi, expected {LEAST_DPI} or more"
            self.faults.append(Fault(place, told, hint))

    def set(
        self,
        words: Words,
        size: float,
        width: float,
        place: Place,
        *,
        leading: float = 0.0,
        align: Align = "left",
        justify: bool = False,
        balance: bool = False,
        colour: str = INK,
        font: str = "regular",
        link: str = "",
    ) -> SetText:
        """The words in lines; what does not fit and characters without a glyph are faults."""
        set_text = set_words(
            words,
            size,
            width,
            leading or self.style.leading,
            align=align,
            justify=justify,
            balance=balance,
            colour=colour,
            font=font,
            fonts=self.sources.fonts,
            link=link,
        )
        for told in set_text.too_wide:
            self.faults.append(Fault(place, f"{told!r} is wider than its room of {width:.1f} mm", "use a shorter word"))
        for character in set_text.missing:
            told = f"no font has the character {character!r} (U+{ord(character):04X})"
            self.faults.append(Fault(place, told, bring_a_font(character)))
        return set_text


def accent_of(styles: Mapping[str, CellStyle], chapter: int) -> str:
    colours = [style.colour for style in styles.values()] or list(PLAIN_COLOURS)
    return colours[(chapter - 1) % len(colours)]


def flow(blocks: Sequence[Block], width: float, desk: Desk) -> Iterator[Strip]:
    """The strips of the blocks in a column of `width` mm."""
    for block in blocks:
        match block:
            case Heading():
                yield from _heading(block, width, desk)
            case Paragraph():
                yield from _paragraph(block, width, desk)
            case Listing():
                yield _listing(block, width, desk)
            case Items():
                yield from _list(block, width, desk)
            case Table():
                yield from _table(block, width, desk)
            case Figure():
                yield _figure(block, width, desk)
            case Note():
                yield _note(block, width, desk)
            case PageBreak():
                yield Strip((), 0.0, block.place, new_page=True)


# ---------------------------------------------------------------- text


def _heading(block: Heading, width: float, desk: Desk) -> Iterator[Strip]:
    style = desk.style
    if block.level == 1:
        desk.chapters += 1
        title = desk.set(block.words, style.chapter, width, block.place, leading=1.2, font="bold")
        bar = _chapter_bar(width, desk)
        items = (*bar, Group(title.items, translate(0, 3.4)))
        yield Strip(items, 3.4 + title.height + 1.6, block.place, before=10.0, keep=True, need=60.0, heading=block)
    else:
        title = desk.set(block.words, style.section, width, block.place, leading=1.25, font="bold")
        yield Strip(title.items, title.height + 0.8, block.place, before=5.0, keep=True, need=26.0, heading=block)


def _chapter_bar(width: float, desk: Desk) -> tuple[Item, ...]:
    """Return a row of segments, of which one has the chapter's colour."""
    count, height, gap = desk.segments, 1.3, 0.5
    pitch = (width + gap) / count
    own = (desk.chapters - 1) % count
    return tuple(
        Path(rectangle(i * pitch, 0, pitch - gap, height, 0.25), fill=desk.accent if i == own else LINE)
        for i in range(count)
    )


def _paragraph(block: Paragraph, width: float, desk: Desk) -> Iterator[Strip]:
    style = desk.style
    text = desk.set(block.words, style.size, width, block.place, justify=style.justify)
    yield from _lines(text, block.place, style.gap)


def _lines(text: SetText, place: Place, before: float) -> Iterator[Strip]:
    """One strip a line; the first two and the last two stay together."""
    last = len(text.lines) - 1
    for i, line in enumerate(text.lines):
        keep = (i == 0 and last > 0) or (i == last - 1)
        yield Strip(line.items, line.height, place, before=before if i == 0 else 0.0, keep=keep)


def _listing(block: Listing, width: float, desk: Desk) -> Strip:
    size, pad = desk.style.size, 2.4
    items: list[Item] = []
    y = pad
    for line in block.lines:
        text = desk.set(one(line, "en", emphasis=True), size, width - 2 * pad - 2, block.place, leading=1.5)
        items.append(Group(text.items, translate(pad + 2, y)))
        y += text.height
    ground = (
        Path(rectangle(0, 0, width, y + pad, 1.2), fill=PANEL),
        Path(rectangle(0, 0, 1.0, y + pad, 0.5), fill=desk.accent),
    )
    return Strip((*ground, *items), y + pad, block.place, before=desk.style.gap + 0.6)


def _list(block: Items, width: float, desk: Desk) -> Iterator[Strip]:
    style = desk.style
    indent = 5.0
    for number, entry in enumerate(block.entries):
        for i, strip in enumerate(flow(entry, width - indent, desk)):
            items = _indented(strip, indent)
            header = strip.header and replace(strip.header, items=_indented(strip.header, indent))
            before = strip.before
            if i == 0:
                before = style.gap if number == 0 else style.gap * 0.55
                items = (*_bullet(block, number, desk), *items)
            yield replace(strip, items=items, before=before, header=header)


def _indented(strip: Strip, indent: float) -> tuple[Item, ...]:
    return (Group(strip.items, translate(indent, 0)),)


def _bullet(block: Items, number: int, desk: Desk) -> tuple[Item, ...]:
    style = desk.style
    if block.start is None:
        side = 1.25
        return (Path(rectangle(1.2, style.line / 2 - side / 2 + 0.05, side, side, 0.2), fill=desk.accent),)
    text = f"{block.start + number}"
    words = set_words(one(text, "en", strong=True), style.size, 10, style.leading, fonts=desk.sources.fonts)
    return (Group(words.items, translate(1.0, 0)),)


def _note(block: Note, width: float, desk: Desk) -> Strip:
    pad = 3.4
    items: list[Item] = []
    y = pad
    for i, strip in enumerate(flow(block.blocks, width - 2 * pad - 1, desk)):
        y += strip.before if i else 0.0
        items.append(Group(strip.items, translate(pad + 1, y)))
        y += strip.height
    ground = (
        Path(rectangle(0, 0, width, y + pad, 1.4), fill=PANEL),
        Path(rectangle(0, 0, 1.2, y + pad, 0.6), fill=desk.accent),
    )
    return Strip((*ground, *items), y + pad, block.place, before=desk.style.gap + 1.8)


# ---------------------------------------------------------------- tables

_CELL_SIDE = 1.8
_CELL_ABOVE = 0.95
_SHORT_TABLE = 9


def _table(block: Table, width: float, desk: Desk) -> Iterator[Strip]:
    """One strip a row; the header stands again wherever the table goes on."""
    lines = [tuple(_bold(cell) for cell in block.header), *block.rows]
    if block.total:
        lines[-1] = tuple(_bold(cell) for cell in lines[-1])
    columns = _column_widths(lines, width, desk, block.place)
    header = _row(lines[0], columns, block, desk, "header")
    yield replace(header, before=desk.style.gap + 1.0, keep=True)
    for i, cells in enumerate(lines[1:]):
        last = i == len(lines) - 2
        row = _row(cells, columns, block, desk, "total" if last and block.total else "last" if last else "row")
        # A short table stays in one piece; of a long one, the first two and the last two rows do.
        together = len(lines) <= _SHORT_TABLE or i == 0 or i == len(lines) - 3
        yield replace(row, header=header, keep=together and not last)


def _bold(words: Words) -> Words:
    return tuple(replace(word, strong=True) for word in words)


def _column_widths(lines: Sequence[tuple[Words, ...]], width: float, desk: Desk, place: Place) -> list[float]:
    size, fonts = desk.style.size, desk.sources.fonts
    room = 2 * _CELL_SIDE
    natural = [max(natural_width(row[i], size, fonts=fonts) for row in lines) + room for i in range(len(lines[0]))]
    total = sum(natural)
    if total <= width:
        spare = (width - total) / len(natural)
        return [each + spare for each in natural]
    least = [max(widest_word(row[i], size, fonts=fonts) for row in lines) + room for i in range(len(lines[0]))]
    if sum(least) > width + 1e-6:
        message = f"this table is {sum(least):.0f} mm wide at least, in a column of {width:.0f} mm"
        desk.faults.append(Fault(place, message, "use fewer columns or shorter words"))
        return [width / len(least)] * len(least)
    share = (width - sum(least)) / (total - sum(least))
    return [few + (many - few) * share for few, many in zip(least, natural, strict=True)]


def _row(cells: tuple[Words, ...], columns: Sequence[float], block: Table, desk: Desk, kind: str) -> Strip:
    style = desk.style
    leading = min(style.leading, 1.45)
    texts = [
        desk.set(
            cell, style.size, columns[i] - 2 * _CELL_SIDE + 1e-6, block.place, leading=leading, align=block.align[i]
        )
        if cell
        else SetText((), (), ())
        for i, cell in enumerate(cells)
    ]
    height = max(text.height for text in texts) + 2 * _CELL_ABOVE
    width = sum(columns)
    items: list[Item] = []
    if kind == "header":
        items.append(Path(rectangle(0, 0, width, height, 0.8), fill=PANEL))
    elif kind == "total":
        items.append(Path(polyline((0, 0), (width, 0)), stroke=INK, stroke_width=0.3))
    x = 0.0
    for text, column in zip(texts, columns, strict=True):
        items.append(Group(text.items, translate(x + _CELL_SIDE, _CELL_ABOVE)))
        x += column
    under = INK if kind in ("header", "last", "total") else LINE
    items.append(Path(polyline((0, height), (width, height)), stroke=under, stroke_width=0.3 if under == INK else 0.2))
    return Strip(tuple(items), height, block.place)


# ---------------------------------------------------------------- figures

#: Below it a picture looks coarse on paper.
LEAST_DPI = 150
_PANEL_GAP = 3.0


def _figure(block: Figure, width: float, desk: Desk) -> Strip:
    """Panels line by line, standing on one floor, each over its caption; then the figure's own caption."""
    style = desk.style
    across = min(block.across, len(block.panels))
    cell = (width - (across - 1) * _PANEL_GAP) / across
    items: list[Item] = []
    y = 0.0
    if block.notation:
        code = desk.set((Text(block.notation, "en", code=True),), style.size, width, block.place)
        items.append(Group(code.items, translate(0.6, 0)))
        y += code.height + 1.6
    for line in block.lines():
        for panel in line:
            for label in panel.picture.labels():  # set again with the picture, which reports nothing
                desk.set(one(label, "en"), style.small, 1e6, block.place)
        drawings = [panel.picture.draw(cell, desk.sources) for panel in line]
        for drawing in drawings:
            if drawing.width > cell + 1e-6:
                message = f"a picture {drawing.width:.0f} mm wide in a room of {cell:.0f} mm"
                desk.faults.append(Fault(block.place, message, "put fewer across"))
        for panel, drawing in zip(line, drawings, strict=True):
            dpi = panel.picture.printed_dpi(drawing)
            if dpi is not None:
                desk.check_dpi("a picture", dpi, block.place, "a smaller `width`, or a larger picture")
        floor = max(drawing.height for drawing in drawings)
        captions = [_caption(panel.caption, cell - 1, desk, block.place, "centre") for panel in line]
        for i, (drawing, caption) in enumerate(zip(drawings, captions, strict=True)):
            x = i * (cell + _PANEL_GAP)
            items.append(Group(drawing.items, translate(x + (cell - drawing.width) / 2, y + floor - drawing.height)))
            items.append(Group(caption.items, translate(x + 0.5, y + floor + 1.2)))
        below = max(caption.height for caption in captions)
        y += floor + (1.2 + below if below else 0.0) + 2.4
    y -= 2.4
    if block.caption:
        caption = _caption(block.caption, width - 3.2, desk, block.place)
        items.append(Path(rectangle(0, y + 2.2, 1.0, caption.height - 0.6, 0.5), fill=desk.accent))
        items.append(Group(caption.items, translate(3.2, y + 1.9)))
        y += 1.9 + caption.height
    return Strip(tuple(items), y + 0.8, block.place, before=style.gap + 1.6)


def _caption(words: Words, width: float, desk: Desk, place: Place, align: Align = "left") -> SetText:
    leading = min(desk.style.leading, 1.45)
    return desk.set(
        words, desk.style.small, width, place, leading=leading, align=align, balance=align == "centre", colour=QUIET
    )
