"""Pages for notes at the end of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.words.messages import printed
from cardgen.rulebook.book import BlankGrid, Book, Figure, Picture
from cardgen.rulebook.lines import one
from cardgen.rulebook.page_frame import draw_footer, make_page
from cardgen.rulebook.strips import BookContext
from cardgen.scene.items import Command, Group, Path, Scene, polyline, translate
from cardgen.scene.tags import Tag

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
