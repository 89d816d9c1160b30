"""The pages of a contact sheet: rows of cards in small below the title of their deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.records import dataclass, field, replace
from cardgen.data.fonts import FontSet
from cardgen.data.languages.own_words import distinct_texts
from cardgen.data.model import Game
from cardgen.products.contact.cells import ContactCell, ContactDeck, Text
from cardgen.products.files import licence_line
from cardgen.scene.items import Group, Item, Path, Placed, Scene, rectangle, scale, then, translate
from cardgen.text.blocks import Block, Flow, fit_blocks, place_flow
from cardgen.text.lines import Setting
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

_INK, _QUIET, _EDGE = "#171c27", "#5a6070", "#9aa3b2"

#: The margin of the page, the space between cards beside and below each other, and between two decks, mm.
_MARGIN, _ACROSS, _BELOW, _BETWEEN = 10.0, 3.0, 2.0, 5.0
#: The sizes of the game's title, of a deck's, of what is said about it, and of the last line, mm.
_TITLE, _DECK, _COUNT, _FOOT = 6.0, 4.4, 2.8, 2.2
#: The largest and the smallest size of a card's name, and the height of its two lines, mm.
_NAME, _LEAST_NAME, _NAME_HEIGHT = 2.4, 1.6, 6.2
#: The space between a card and its name, mm.
_GAP = 0.8


@dataclass(slots=True)
class _ContactPage:
    """A page that is being filled; `y` is where the next row begins, mm."""

    items: list[Item] = field(default_factory=list)
    y: float = _MARGIN


@dataclass(frozen=True, slots=True)
class _CardRow:
    """Cards beside each other: `x` of each, and the factor by which they are smaller."""

    cells: Sequence[tuple[ContactCell, Flow]]
    factor: float
    step: float
    height: float


def contact_pages(
    game: Game, decks: Sequence[ContactDeck], paper: tuple[float, float], columns: int, name: str
) -> list[Scene]:
    """Return the pages of a contact sheet; `columns` cards are beside each other, fewer of cards that are wide.

    A deck begins below the one before it, together with its first row.
    """
    width, height = paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - 2 * _FOOT
    fonts, page = game.fonts, _ContactPage()
    pages = [page]
    languages = game.file.languages
    title = [(text, lang) for lang, text in distinct_texts(game.file.titles, languages).items()]
    _add_line(page, [*_spans(fonts, title, "bold", _INK)], _TITLE, width)
    for deck in decks:
        heading = _heading(fonts, deck, width)
        before: float = heading.height + _BELOW
        for row in _rows(fonts, deck, width, height, columns):
            if page.y + before + row.height > _MARGIN + height and page.items:
                page = _ContactPage()
                pages.append(page)
            if before:
                page.items += place_flow(heading, _MARGIN, page.y)
                page.y += before
                before = 0.0
            _add_row(page, row, deck.corner)
        page.y += _BETWEEN
    return [
        Scene(
            *paper,
            (*page.items, *_foot(game, paper, number, len(pages))),
            name=f"{name}-{number}",
            title=" ".join(text for text, _ in title),
            lang=languages[0],
        )
        for number, page in enumerate(pages, start=1)
    ]


def _rows(fonts: FontSet, deck: ContactDeck, width: float, height: float, columns: int) -> Iterator[_CardRow]:
    """Yield the rows of a deck: all of its cards have one scale, so that a row of wide ones has fewer cards."""
    widest = max(cell.scene.width for cell in deck.cells)
    highest = max(cell.scene.height for cell in deck.cells)
    shortest = min(widest, highest)
    factor = (width - (columns - 1) * _ACROSS) / columns / shortest
    room = height - _NAME_HEIGHT - _GAP - _BELOW - _TITLE * 2 - _DECK * 2
    factor = min(factor, 1.0, room / highest, width / widest)
    across = max(1, int((width + _ACROSS + 1e-6) / (factor * widest + _ACROSS)))
    step = factor * widest + _ACROSS
    for first in range(0, len(deck.cells), across):
        cells = deck.cells[first : first + across]
        named = [(cell, _caption(fonts, cell, factor * cell.scene.width)) for cell in cells]
        row_height = factor * highest + _GAP + max(caption.height for _, caption in named) + _BELOW
        yield _CardRow(named, factor, step, row_height)


def _add_row(page: _ContactPage, row: _CardRow, corner: float) -> None:
    for i, (cell, caption) in enumerate(row.cells):
        scene, x = cell.scene, _MARGIN + i * row.step
        outline = rectangle(0.0, 0.0, scene.width, scene.height, corner)
        face = Placed(scene, clip=(0.0, 0.0, scene.width, scene.height))
        edge = Path(outline, stroke=_EDGE, stroke_width=0.15 / row.factor)
        group = Group((face,), clip=Path(outline))
        page.items.append(Group((group, edge), then(scale(row.factor), translate(x, page.y))))
        page.items += place_flow(caption, x, page.y + row.factor * scene.height + _GAP)
    page.y += row.height


def _caption(fonts: FontSet, cell: ContactCell, width: float) -> Flow:
    """Set the name of a card and its number of copies, as small as needed, and cut off if that is not enough."""
    spans = [*_spans(fonts, cell.texts, "regular", _INK)]
    if cell.copies != 1:
        spans += fonts.of_game([Span("  ×\N{NO-BREAK SPACE}" + str(cell.copies), "bold", _INK)])
    setting = Setting(1.2, "left")
    return fit_blocks([Block(tuple(spans))], _NAME, width, _NAME_HEIGHT, floor=_LEAST_NAME, setting=setting, cut=True)


def _heading(fonts: FontSet, deck: ContactDeck, width: float) -> Flow:
    small = [replace(span, scale=_COUNT / _DECK) for span in _spans(fonts, deck.count, "regular", _QUIET)]
    gap = Span("   ", scale=_COUNT / _DECK)
    return layout_paragraph([*_spans(fonts, deck.titles, "bold", _INK), *fonts.of_game([gap]), *small], _DECK, width)


def _spans(fonts: FontSet, texts: Sequence[Text], font: str, colour: str) -> list[Span]:
    """Return texts in their languages beside each other."""
    spans: list[Span] = []
    for text, lang in texts:
        spans.append(Span(f" · {text}" if spans else text, font, colour, lang))
    return fonts.of_game(spans)


def _add_line(page: _ContactPage, spans: Sequence[Span], size: float, width: float) -> None:
    flow = layout_paragraph(spans, size, width)
    page.items += place_flow(flow, _MARGIN, page.y)
    page.y += flow.height + _BELOW


def _foot(game: Game, paper: tuple[float, float], number: int, count: int) -> tuple[Item, ...]:
    """Return the last line of a page: the licence at the left and the number of the page at the right."""
    y = paper[1] - _MARGIN - _FOOT
    licence, page = (
        layout_paragraph(game.fonts.of_game([Span(text, colour=_QUIET)]), _FOOT, 1e6)
        for text in (licence_line(game), f"{number} / {count}")
    )
    return (*place_flow(licence, _MARGIN, y), *place_flow(page, paper[0] - _MARGIN - page.width, y))
