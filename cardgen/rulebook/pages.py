"""Lay a book out on pages: cover, contents, text, notes, and the back; every page is a Scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message, printed
from cardgen.rulebook.book import BACK_COVER, BlankGrid, Block, Book, Figure, Heading, Picture, Sources, plain
from cardgen.rulebook.chapters import ornament_dpi
from cardgen.rulebook.columns import leader
from cardgen.rulebook.cover import layout_back_cover, layout_cover
from cardgen.rulebook.flow import flow
from cardgen.rulebook.footnotes import draw_notes, place_notes
from cardgen.rulebook.lines import SetLine, SetText, natural_width, one
from cardgen.rulebook.page_frame import draw_footer, draw_imprint, imprint, make_page, overhang
from cardgen.rulebook.paginate import TextPage, paginate
from cardgen.rulebook.strips import BookContext, Strip, anchors_in
from cardgen.rulebook.style import CONTENTS
from cardgen.rulebook.theme import PLAIN, Theme
from cardgen.scene.items import Command, Group, Item, Path, Scene, polyline, rectangle, translate
from cardgen.scene.tags import Tag

#: Lines of text, rows of tables and figures of a rulebook: some 300 pages.
MOST_STRIPS = 10_000


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A heading in the outline: `page` and `level` count from 0."""

    title: str
    page: int
    level: int


@dataclass(frozen=True, slots=True)
class Pages:
    """A rulebook laid out: its pages in order, and the places of its headings.

    `anchors` holds the page (from 0) of each heading's anchor and its mm from the top of that page. With `has_back` the
    last page is the back cover.
    """

    scenes: tuple[Scene, ...]
    bookmarks: tuple[Bookmark, ...]
    anchors: Mapping[str, tuple[int, float]]
    has_back: bool = True


@dataclass(frozen=True, slots=True)
class _Laid:
    """The text of a book on pages: `ahead` pages are before it, `head` is the title of a book without a cover.

    `room` is the size of the column, mm; `back` has the text of the back cover.
    """

    sheets: Sequence[TextPage]
    back: TextPage | None
    ahead: int
    head: SetText | None
    room: tuple[float, float]
    anchors: Mapping[str, tuple[int, float]]

    @property
    def backs(self) -> tuple[TextPage, ...]:
        """The back cover, if it has text."""
        return () if self.back is None else (self.back,)


#: A book whose references print page numbers is laid out until these are right, but not more often.
_MOST_LAYOUTS = 6


def layout_rulebook(
    book: Book,
    sources: Sources,
    *,
    page: tuple[float, float] = (148.0, 210.0),
    multiple: int = 4,
    name: str = "rules",
    theme: Theme = PLAIN,
) -> Pages:
    """Return the book as pages of `page` mm: cover, contents, text, back cover, as far as the theme has them.

    The chapter that the book names for its back, and those after it, are on the back cover. Pages for notes are added
    before it so that the number of pages is a `multiple` (4 for a booklet, 1 for none). Scenes are named
    `<name>-<number>`. DataError with every word, table or picture that does not fit, and every character that no font
    has: nothing is cut off silently.
    """
    book, style = theme.themed(book), theme.style(book.lang)
    numbers: dict[str, int] = {}
    for _ in range(_MOST_LAYOUTS):
        context = _context(book, sources, theme, numbers)
        laid = _lay_text(book, context, page)
        printed = {anchor: number + 1 for anchor, (number, _) in laid.anchors.items() if anchor in book.titles}
        printed |= dict.fromkeys(book.titles.keys() & _anchors(laid.backs, 0, 0.0), BACK_COVER)
        if printed == numbers or context.faults:
            break
        numbers = printed
    else:
        text = message("the page numbers of references move the text that they are in from page to page")
        raise DataError(Fault(context.start, text, message("begin a page with --- before such a text")))
    scenes = [layout_cover(book, context, page)] if theme.has_cover else []
    scenes += _contents(book, context, laid, laid.ahead, page)
    running: Heading | None = None
    for number, sheet in enumerate(laid.sheets, laid.ahead + 1):
        chapters = [strip.heading for _, strip in sheet.strips if strip.heading and strip.heading.level == 1]
        # The first chapter that begins on the page, or the one that continues on it.
        running = chapters[0] if chapters else running
        items = _items(sheet, context)
        title = plain(running.words) if running else book.title
        scenes.append(make_page((*items, *draw_footer(number, title, context, page)), title, context, page))
        running = chapters[-1] if chapters else running
    has_back = theme.has_back or laid.back is not None
    while theme.has_notes and (len(scenes) + has_back) % multiple:
        scenes.append(layout_notes(book, context, len(scenes) + 1, page))
    last = len(scenes)
    if laid.back is not None:
        foot = draw_imprint(imprint(context, laid.room[0]), context, page)
        scenes.append(make_page((*_items(laid.back, context), *foot), book.title, context, page))
    elif has_back:
        scenes.append(layout_back_cover(book, context, page))
    context.faults.raise_all()
    digits = max(2, len(str(len(scenes))))
    named = (replace(scene, name=f"{name}-{i:0{digits}}") for i, scene in enumerate(scenes, 1))
    marks = (*_bookmarks(laid.sheets, laid.ahead), *_bookmarks(laid.backs, last))
    anchors = {**laid.anchors, **_anchors(laid.backs, last, style.margin)}
    return Pages(tuple(named), marks, anchors, has_back)


def _items(sheet: TextPage, context: BookContext) -> list[Item]:
    """Return the text of a page and its footnotes."""
    margin = context.style.margin
    items: list[Item] = [strip.placed(margin, margin + y) for y, strip in sheet.strips]
    notes = draw_notes(sheet.notes, sheet.height, context)
    return [*items, Group(notes, translate(margin, margin))] if notes else items


def _context(book: Book, sources: Sources, theme: Theme, numbers: Mapping[str, int]) -> BookContext:
    """Return a context for laying out a book. `numbers` are the pages that references print, as far as known."""
    chapter_count = sum(isinstance(block, Heading) and block.level == 1 for block in book.blocks)
    segments = sources.chapter_segments or max(1, chapter_count)
    return BookContext(
        sources,
        theme.style(book.lang),
        book.lang,
        segments=segments,
        start=Place(book.file, 1, 1),
        theme=theme,
        titles=book.titles,
        numbers=numbers,
    )


def _lay_text(book: Book, context: BookContext, page: tuple[float, float]) -> _Laid:
    """Lay out the text of a book on pages."""
    style, theme = context.style, context.theme
    room = width, height = page[0] - 2 * style.margin, page[1] - style.margin - style.foot - 7.0
    dpi = ornament_dpi(theme.ornament, width)
    if dpi is not None:
        name, hint = message("the ornament of the chapters"), message("use a smaller `height`, or a larger picture")
        context.check_dpi(name, dpi, context.start, hint)
    head = None if theme.has_cover else _head(book, context, width)
    blocks, last = _divide(book, context)
    strips = list(islice(flow(blocks, width, context), MOST_STRIPS + 1))
    if head and not theme.depth:
        strips.insert(0, Strip(head.items, head.height, context.start))
    if len(strips) > MOST_STRIPS:
        text = message("the rulebook has more than {most:,} lines and rows", most=MOST_STRIPS)
        raise DataError([*context.faults, Fault(strips[-1].place, text, message("make it shorter"))])
    sheets = paginate(strips, height, context)
    laid = _Laid(sheets, _lay_back(last, context, room), 0, head, room, {})
    # The number of pages of the contents does not depend on the page numbers in them.
    ahead = theme.has_cover + len(_contents(book, context, laid, 0, page))
    return replace(laid, ahead=ahead, anchors=_anchors(sheets, ahead, style.margin))


def _divide(book: Book, context: BookContext) -> tuple[Sequence[Block], Sequence[Block]]:
    """Return the blocks of the pages and those of the back cover: a chapter, and those after it."""
    back = book.cover.back
    if not back:
        return book.blocks, ()
    for i, block in enumerate(book.blocks):
        if isinstance(block, Heading) and block.level == 1 and block.anchor == back:
            return book.blocks[:i], book.blocks[i:]
    text = message("#{anchor} cannot be on the back cover: it is not a chapter", anchor=back)
    context.faults.append(Fault(context.start, text, message("name the anchor of a heading with ##")))
    return book.blocks, ()


def _lay_back(blocks: Sequence[Block], context: BookContext, room: tuple[float, float]) -> TextPage | None:
    """Lay out the chapters on the back cover, None without one. Several pages of them are a fault."""
    if not blocks:
        return None
    height = room[1] - overhang(imprint(context, room[0]))
    sheets = paginate(list(flow(blocks, room[0], context)), height, context)
    if len(sheets) > 1:
        text = message("the text for the back cover takes {pages} pages, expected one", pages=len(sheets))
        context.faults.append(Fault(blocks[0].place, text, message("make it shorter")))
    return sheets[0]


def pad_pages(pages: Pages, theme: Theme, multiple: int = 4) -> tuple[Scene, ...]:
    """Return the pages of a book with empty ones, so that their number is a `multiple`: before the back, if it has one.

    A single page needs none.
    """
    scenes = pages.scenes
    missing = -len(scenes) % multiple if len(scenes) > 1 else 0
    first = scenes[0]
    ground = Path(rectangle(0, 0, first.width, first.height), fill=theme.palette.paper)
    last = len(scenes) - pages.has_back
    empty = (replace(first, items=(ground,), name=f"{first.name}-{i}", title="") for i in range(missing))
    return (*scenes[:last], *empty, *scenes[last:])


def _head(book: Book, context: BookContext, width: float) -> SetText:
    """Return the title and the subtitle for the top of the first page of a book without a cover."""
    size, colour = 1.7 * context.style.chapter, context.palette.heading
    title = context.set(
        one(context.theme.title or book.title, book.lang),
        size,
        width,
        context.start,
        leading=1.2,
        colour=colour,
        font="bold",
    )
    subtitle = context.set(
        one(book.cover.subtitle, book.lang),
        1.3 * context.style.size,
        width,
        context.start,
        leading=1.5,
        colour=context.palette.quiet,
        font="medium",
    )
    title, subtitle = title.tagged(Tag("H1")), subtitle.tagged(Tag("P"))
    lines = (*title.lines, *(subtitle.lines if book.cover.subtitle else ()))
    return SetText((*lines, SetLine((), 0.0, 5.0)), (), ())


def _bookmarks(sheets: Sequence[TextPage], ahead: int) -> tuple[Bookmark, ...]:
    return tuple(
        Bookmark(plain(strip.heading.words), ahead + i, strip.heading.level - 1)
        for i, sheet in enumerate(sheets)
        for _, strip in sheet.strips
        if strip.heading
    )


def _anchors(sheets: Sequence[TextPage], ahead: int, top: float) -> dict[str, tuple[int, float]]:
    """Return the page and the y of every anchor: those in the text, of footnotes and of their numbers."""
    return {anchor: (ahead + i, y) for i, sheet in enumerate(sheets) for anchor, y in _anchors_on(sheet, top)}


def _anchors_on(sheet: TextPage, top: float) -> Iterator[tuple[str, float]]:
    for y, strip in sheet.strips:
        yield from ((anchor, top + (y + down if down else y)) for anchor, down in anchors_in(strip))
    yield from ((mark, top + y) for mark, y in sheet.marks)
    yield from ((note.footnote.anchor, top + y) for y, note in place_notes(sheet.notes, sheet.height))


# ---------------------------------------------------------------- contents

_GUTTER = 9.0


def _contents(
    book: Book,
    context: BookContext,
    laid: _Laid,
    ahead: int,
    page: tuple[float, float],
) -> list[Scene]:
    """Return the pages of the contents: chapters and sections with page numbers, in two columns, below the head.

    `ahead` pages are before the text.
    """
    style, theme, head = context.style, context.theme, laid.head
    if not theme.depth:
        return []
    width, height = laid.room
    column = (width - _GUTTER) / 2
    section = Tag("Sect")
    contents = Tag("TOC", section)
    groups: list[list[Strip]] = []
    pages = enumerate(laid.sheets, ahead + 1)
    headings = [(s.heading, number) for number, sheet in pages for _, s in sheet.strips if s.heading]
    headings += [(s.heading, BACK_COVER) for sheet in laid.backs for _, s in sheet.strips if s.heading]
    chapter = 0
    for heading, number in headings:
        chapter += heading.level == 1
        if heading.level > theme.depth:
            continue
        accent = theme.accent(context.sources.styles, chapter)
        entry = _entry(heading, number, column, accent, context, Tag("Reference", Tag("TOCI", contents)))
        if heading.level == 1 or not groups:
            groups.append([])
        groups[-1].append(entry)
    words, lang = context.sources.own_words(CONTENTS, book.lang)
    title = context.set(
        one(words, lang),
        style.chapter,
        width,
        context.start,
        leading=1.2,
        colour=context.palette.heading,
        font="bold",
    )
    title = title.tagged(Tag("H2", section))
    if head:
        title = SetText((*head.lines, *title.lines), (), ())
    top = title.height + 6.0
    tall = sum_floats(strip.height + strip.before for group in groups for strip in group)
    limit = height - top
    # Columns of about equal height: the first takes a little more than half.
    target = limit if tall > 2 * limit else tall / 2
    columns: list[list[tuple[float, Strip]]] = [[]]
    y = 0.0
    for group in groups:
        own = sum_floats(strip.height + strip.before for strip in group)
        if columns[-1] and (y + own > limit or (y + own / 2 > target and len(columns) % 2)):
            columns.append([])
            y = 0.0
        for strip in group:
            y += strip.before if columns[-1] else 0.0
            columns[-1].append((y, strip))
            y += strip.height
    scenes = []
    for first in range(0, len(columns), 2):
        items: list[Item] = [Group(title.items, translate(style.margin, style.margin))] if first == 0 else []
        for side, strips in enumerate(columns[first : first + 2]):
            x = style.margin + side * (column + _GUTTER)
            items += [strip.placed(x, style.margin + top + y) for y, strip in strips]
        footer = draw_footer(1 + theme.has_cover + first // 2, book.title, context, page)
        scenes.append(make_page((*items, *footer), words, context, page))
    return scenes


def _entry(heading: Heading, number: int, width: float, colour: str, context: BookContext, tag: Tag) -> Strip:
    """Return a line of the contents: heading, leader, page number."""
    style, palette = context.style, context.palette
    chapter = heading.level == 1
    size, indent = (style.size, 4.0) if chapter else (style.small, 4.0)
    shown = str(number) if number != BACK_COVER else context.sources.own_words(printed("back cover"), context.lang)[0]
    label = one(shown, context.lang if number == BACK_COVER else "en", strong=chapter)
    fonts, theme = context.sources.fonts, context.theme
    room = max(7.0, natural_width(label, size, fonts=fonts, theme=theme) + 1.0)
    text = context.set(
        heading.words,
        size,
        width - indent - room,
        heading.place,
        leading=1.35,
        colour=palette.text if chapter else palette.quiet,
        font="bold" if chapter else "regular",
        link=f"#{heading.anchor}",
    )
    figure = context.set(
        label,
        size,
        room,
        heading.place,
        leading=1.35,
        colour=palette.text if chapter else palette.quiet,
        link=f"#{heading.anchor}",
    )
    height = text.height
    base = height - figure.height
    items: list[Item] = [Group(text.parted().items, translate(indent, 0), tag=tag)]
    items.append(Group(figure.items, translate(width - figure.width, base), tag=tag))
    start = indent + text.lines[-1].width + 1.5
    items += leader(start, width - figure.width - 1.8, base + figure.height * 0.68, palette.rule)
    if chapter:
        items.append(Path(rectangle(0, 1.45, 1.9, 1.9, 0.25), fill=colour))
    return Strip(tuple(items), height, heading.place, before=4.2 if chapter else 0.9)


# ---------------------------------------------------------------- notes


#: The distance of lines to write on, mm.
_LINE_PITCH = 9.0


def layout_notes(book: Book, context: BookContext, number: int, page: tuple[float, float]) -> Scene:
    """Return a page for notes: an empty grid like those in the book, as high as the page allows, or lines."""
    style, grid = context.style, _blank_grid(book)
    words, lang = context.sources.own_words(grid.title if grid else printed("Notes"), book.lang)
    width, heading = page[0] - 2 * style.margin, context.palette.heading
    title = context.set(one(words, lang), style.section, width, context.start, leading=1.2, colour=heading, font="bold")
    top = style.margin + title.height + 4.0
    room = page[1] - style.margin - style.foot - 7.0 - title.height - 4.0
    if grid is None:
        left = style.margin
        drawing: tuple[Path, ...] = (
            Path(_ruled(left, top, width, room), stroke=context.palette.rule, stroke_width=0.2),
        )
    else:
        pitch = min(8.0, width / grid.columns)
        left = (page[0] - grid.columns * pitch) / 2
        rows = min(int(room / pitch), grid.columns) if grid.closed else int(room / pitch)
        drawing = _draw_grid(grid, left, top, rows, pitch, context)
    above = Group(title.items, translate(left, style.margin), tag=Tag("H2", Tag("Sect")))
    return make_page((above, *drawing, *draw_footer(number, book.title, context, page)), words, context, page)


def _draw_grid(
    grid: BlankGrid, left: float, top: float, rows: int, pitch: float, context: BookContext
) -> tuple[Path, ...]:
    across, down = grid.columns * pitch, rows * pitch
    lines: list[Command] = []
    for i in range(1, grid.columns):
        lines += polyline((left + i * pitch, top), (left + i * pitch, top + down))
    for i in range(rows):
        lines += polyline((left, top + i * pitch), (left + across, top + i * pitch))
    corners = ((left, top), (left, top + down), (left + across, top + down), (left + across, top))
    edge = polyline(*corners, close=grid.closed)
    rule, text = context.palette.rule, context.palette.text
    return (Path(tuple(lines), stroke=rule, stroke_width=0.2), Path(edge, stroke=text, stroke_width=0.5))


def _ruled(left: float, top: float, width: float, height: float) -> tuple[Command, ...]:
    """Return lines to write on, as many as the height holds."""
    lines = int(height / _LINE_PITCH)
    return tuple(
        command
        for i in range(1, lines)
        for command in polyline((left, top + i * _LINE_PITCH), (left + width, top + i * _LINE_PITCH))
    )


def _blank_grid(book: Book) -> BlankGrid | None:
    """Return the grid that the book shows: a closed one first, then the ornament's; None if it shows none."""
    grids = [book.cover.ornament.blank()] if book.cover.ornament else []
    grids += [picture.blank() for picture in _pictures(book)]
    offered = [grid for grid in grids if grid is not None]
    return next((grid for grid in offered if grid.closed), offered[0] if offered else None)


def _pictures(book: Book) -> Iterator[Picture]:
    return (panel.picture for block in book.blocks if isinstance(block, Figure) for panel in block.panels)
