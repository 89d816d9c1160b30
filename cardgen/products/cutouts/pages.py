"""The pages of paper pieces to cut out, and their outlines by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message, printed
from cardgen.cards.layout.cards import style_of
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.data.model import Card, Deck
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.products.imposition.cutting import cut_drawing, cut_line
from cardgen.products.imposition.plan import Size
from cardgen.products.imposition.regmarks import draw_marks, free_areas, mark_paths, reach
from cardgen.scene.items import Command, Group, Item, Path, Rect, Scene, rectangle, translate
from cardgen.scene.shapes import Cell, CellStyle, cells_at_origin, draw_cells, outline_path, parse_cells, turn_cells
from cardgen.text.blocks import Flow, place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

_MARGIN = 10.0
_HEAD = 16.0
_INK, _QUIET = "#171c27", "#4a5466"

#: The colour of a piece continues so far beyond its outline, mm: an inexact cut shows no white.
BLEED = 1.0
#: The size of the numbers of pieces, and the width of the bar in the colour of their kind, mm.
_COUNT, _BAR = 3.6, 1.2


def layout_cutouts(
    deck: Deck,
    target: CutoutTarget,
    paper: Size,
    name: str,
    languages: Sequence[str],
    fonts: FontSet = BUNDLED,
) -> list[Scene]:
    """Lay out the pieces on pages of `paper` (mm), sorted by kind, the largest first, each with its cut line.

    DataError if a piece is larger than the page, FitError if registration marks do not fit.
    """
    draw = cache(partial(_draw_piece, target))
    head = _heading(target, paper, languages, fonts)
    marks = draw_marks(target.regmarks, paper, languages, fonts, name) if target.regmarks else ()
    scenes = []
    for number, page in enumerate(_pages(deck, target, paper, fonts), 1):
        pieces = [Group(draw(piece.cells, piece.style), translate(*corner)) for piece, corner in page.pieces]
        counts = [item for count in page.counts for item in _draw_count(count, fonts)]
        items = (*head, *marks, *counts, *pieces)
        scenes.append(_scene(items, page, target, paper, f"{name}-{number}", languages))
    return scenes


def cutout_outlines(
    deck: Deck, target: CutoutTarget, paper: Size, languages: Sequence[str], fonts: FontSet = BUNDLED
) -> list[Scene]:
    """Return only the outlines of the pieces of each page, for a cutting machine."""
    return [
        cut_drawing(
            paper,
            (piece.outline(target.pitch, *corner) for piece, corner in page.pieces),
            marks=mark_paths(target.regmarks, paper) if target.regmarks else (),
            name="cut",
            title=_title(target, languages),
            description=_description(page),
            lang=languages[0],
        )
        for page in _pages(deck, target, paper, fonts)
    ]


def _pages(deck: Deck, target: CutoutTarget, paper: Size, fonts: FontSet) -> list[CutoutPage]:
    area: Rect = (_MARGIN, _MARGIN + _HEAD, paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - _HEAD)
    if target.regmarks:
        x, y, width, height = free_areas(target.regmarks, paper)[0]
        area = (x + BLEED, y + BLEED, width - 2 * BLEED, height - 2 * BLEED)

    def count_size(piece: CutoutPiece, number: int) -> Size:
        text = _count_text(piece, number, fonts)
        return round(_BAR + 1.2 + max(run.end[0] for run in text.runs), 1), text.height

    return lay_pieces(sort_pieces(deck, target), area, target.pitch, paper, count_size)


def _scene(
    items: Sequence[Item], page: CutoutPage, target: CutoutTarget, paper: Size, name: str, languages: Sequence[str]
) -> Scene:
    title, description = _title(target, languages), _description(page)
    return Scene(*paper, tuple(items), name=name, title=title, description=description, lang=languages[0])


def _title(target: CutoutTarget, languages: Sequence[str]) -> str:
    return " ".join(distinct_texts(target.titles, languages).values())


def _description(page: CutoutPage) -> str:
    counts = Counter(piece.card.id for piece, _ in page.pieces)
    return ", ".join(f"{count} × {piece}" for piece, count in counts.items())


# ---------------------------------------------------------------- pieces


def _draw_piece(target: CutoutTarget, cells: Sequence[Cell], style: CellStyle) -> tuple[Item, ...]:
    """Draw a piece with its upper left corner at (0, 0)."""
    outline = outline_path(cells, target.pitch)
    under = Path(outline, fill=style.colour, stroke=style.colour, stroke_width=2 * BLEED)
    return (under, *draw_cells(cells, target.pitch, style), *cut_line(outline, target.cut))


def _draw_count(count: Count, fonts: FontSet) -> tuple[Item, ...]:
    """Draw a bar in the colour of a kind, its id, and how many of it are on the page."""
    x, y, _, height = count.place
    text = _count_text(count.piece, count.number, fonts)
    bar = Path(rectangle(x, y, _BAR, height), fill=count.piece.style.colour)
    return bar, *place_flow(text, x + _BAR + 1.2, y + (height - text.height) / 2)


def _count_text(piece: CutoutPiece, number: int, fonts: FontSet) -> Flow:
    spans = [Span(piece.card.id, "bold", _INK), Span(f" × {number}", "medium", _INK)]
    return layout_paragraph(fonts.of_game(spans), _COUNT, 1000, leading=1.2)


# ---------------------------------------------------------------- words


def _heading(target: CutoutTarget, paper: Size, languages: Sequence[str], fonts: FontSet) -> tuple[Item, ...]:
    # With registration marks it is between those at the top.
    left = target.regmarks.inset + reach(target.regmarks) + 1 if target.regmarks else _MARGIN
    width = paper[0] - 2 * left
    titles = [
        Span(text + ("  " if lang != languages[-1] else ""), "bold", _INK, lang)
        for lang, text in distinct_texts(target.titles, languages).items()
    ]
    items = place_flow(layout_paragraph(fonts.of_game(titles), 5, width, leading=1), left, _MARGIN)
    notes = (
        printed("Cells of {pitch} mm. Print at 100 %, glue to card, cut along the lines.", pitch=f"{target.pitch:g}"),
        printed(
            "Pieces: {count}. Before each kind is how many of it are on the sheet.", count=sum(target.pieces.values())
        ),
    )
    y = _MARGIN + 6.6
    for note in notes:
        spans = [Span(text + "  ", "regular", _QUIET, lang) for text, lang in printed_texts(note, languages, fonts)]
        flow = layout_paragraph(fonts.of_game(spans), 2.65, width, leading=1.2)
        items += place_flow(flow, left, y)
        y += flow.height + 0.6
    return items


# ---------------------------------------------------------------- layout


#: Between two pieces, mm, so that a cut may be inexact.
GAP = 4.0
#: Between the number of a kind and its first piece, mm.
COUNT_GAP = 2.5


@dataclass(frozen=True, slots=True)
class CutoutPiece:
    """A piece: its card, its cells from its upper left corner, and their style."""

    card: Card
    cells: tuple[Cell, ...]
    style: CellStyle

    @property
    def columns(self) -> int:
        """Its width in cells."""
        return max(x for x, _ in self.cells) + 1

    @property
    def rows(self) -> int:
        """Its height in cells."""
        return max(y for _, y in self.cells) + 1

    def outline(self, pitch: float, x: float, y: float) -> tuple[Command, ...]:
        """Return the closed outline of the piece with its upper left corner at (x, y) and cells of `pitch` mm."""
        return outline_path(self.cells, pitch, x, y)


@dataclass(frozen=True, slots=True)
class Count:
    """The number of pieces of one kind on a page, at `place`."""

    piece: CutoutPiece
    number: int
    place: Rect


@dataclass(frozen=True, slots=True)
class CutoutPage:
    """The pieces of a page with their upper left corners in mm, and the number of each kind."""

    pieces: tuple[tuple[CutoutPiece, Size], ...]
    counts: tuple[Count, ...]


def sort_pieces(deck: Deck, target: CutoutTarget) -> list[CutoutPiece]:
    """Return the pieces by kind, with their longer side horizontal, the largest first so that rows fill well."""
    cards = {card.id: card for card in deck.cards}
    pieces: list[CutoutPiece] = []
    for card_id, count in target.pieces.items():
        card = cards[card_id]
        cells = parse_cells(card.fields["cells"])
        piece = CutoutPiece(card, cells_at_origin(cells), style_of(deck, card))
        if piece.rows > piece.columns:
            piece = replace(piece, cells=cells_at_origin(turn_cells(cells, (0, 0), 1)))
        pieces += [piece] * count
    return sorted(pieces, key=lambda piece: (-piece.rows, -piece.columns))


def lay_pieces(
    pieces: Sequence[CutoutPiece], area: Rect, pitch: float, paper: Size, count_size: Callable[[CutoutPiece, int], Size]
) -> list[CutoutPage]:
    """Lay out pieces, sorted by kind, in rows on pages with the same `area`, GAP apart.

    Each kind begins with its number, which takes up `count_size(piece, number)` mm, again on each page. DataError if
    a piece with its number is larger than the area.
    """
    left, top, width, height = area
    pages: list[tuple[list[tuple[CutoutPiece, Size]], list[tuple[CutoutPiece, Size]]]] = [([], [])]
    x = y = row_height = 0.0
    for _, same in groupby(pieces, key=lambda piece: piece.card.id):
        kind = list(same)
        label = count_size(kind[0], len(kind))
        wide, tall = kind[0].columns * pitch, max(kind[0].rows * pitch, label[1])
        if label[0] + COUNT_GAP + wide > width or tall > height:
            raise _too_large(kind[0], pitch, paper)
        is_counted = False
        for piece in kind:
            before = 0.0 if is_counted else label[0] + COUNT_GAP
            if x + before + wide > width:
                x, y, row_height = 0.0, y + row_height + GAP, 0.0
            if y + tall > height:
                pages.append(([], []))
                x = y = row_height = 0.0
                before = label[0] + COUNT_GAP
            if before:
                pages[-1][1].append((piece, (left + x, top + y)))
                is_counted = True
            pages[-1][0].append((piece, (left + x + before, top + y)))
            x, row_height = x + before + wide + GAP, max(row_height, tall)
    return [_page(placed, starts, pitch, count_size) for placed, starts in pages]


def _page(
    placed: Sequence[tuple[CutoutPiece, Size]],
    starts: Sequence[tuple[CutoutPiece, Size]],
    pitch: float,
    count_size: Callable[[CutoutPiece, int], Size],
) -> CutoutPage:
    counts = []
    for piece, (x, y) in starts:
        number = sum(other.card.id == piece.card.id for other, _ in placed)
        wide, tall = count_size(piece, number)
        counts.append(Count(piece, number, (x, y, wide, max(tall, piece.rows * pitch))))
    return CutoutPage(tuple(placed), tuple(counts))


def _too_large(piece: CutoutPiece, pitch: float, paper: Size) -> DataError:
    problem = message(
        "a piece of {width:g}×{height:g} mm does not fit on a page of {page_width:g}×{page_height:g} mm",
        width=piece.columns * pitch,
        height=piece.rows * pitch,
        page_width=paper[0],
        page_height=paper[1],
    )
    hint = message("its cells are {size} mm: use a smaller pitch", size=f"{pitch:g}")
    return DataError(Fault(piece.card.place("cells"), problem, hint))
