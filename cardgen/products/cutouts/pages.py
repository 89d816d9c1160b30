"""The pages of paper pieces to cut out, packed in rows."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.data.model import Card, Deck
from cardgen.errors import DataError, Fault
from cardgen.layout.cards import style_of
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.records import dataclass, replace
from cardgen.scene.items import Group, Item, Path, Scene, polyline, translate
from cardgen.scene.shapes import Cell, CellStyle, draw_cells, outline_cells, parse_cells, turn_cells
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from cardgen.words.messages import message

_MARGIN = 10.0
_HEAD = 16.0
_GAP = 4.0
_CUT = "#7b8494"


@dataclass(frozen=True, slots=True)
class _Piece:
    card: Card
    cells: tuple[Cell, ...]
    style: CellStyle

    @property
    def columns(self) -> int:
        return max(x for x, _ in self.cells) + 1

    @property
    def rows(self) -> int:
        return max(y for _, y in self.cells) + 1


def layout_cutouts(
    deck: Deck,
    target: CutoutTarget,
    paper: tuple[float, float],
    name: str,
    languages: Sequence[str],
    fonts: FontSet = BUNDLED,
) -> list[Scene]:
    """Lay out the pieces on pages of `paper` (mm), the largest first, each with its cut line.

    Pieces are `_GAP` mm apart, so that a cut may be inexact. DataError if one is larger than the page.
    """
    pieces = _pieces(deck, target)
    width, height = paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - _HEAD
    pages: list[list[Item]] = [[]]
    x = y = row_height = 0.0
    for piece in pieces:
        wide, tall = piece.columns * target.pitch, piece.rows * target.pitch
        if wide > width or tall > height:
            problem = message(
                "a piece of {width:g}×{height:g} mm does not fit on a page of {page_width:g}×{page_height:g} mm",
                width=wide,
                height=tall,
                page_width=paper[0],
                page_height=paper[1],
            )
            hint = message("its cells are {size} mm: use a smaller pitch", size=f"{target.pitch:g}")
            raise DataError(Fault(piece.card.place("cells"), problem, hint))
        if x + wide > width:
            x, y, row_height = 0.0, y + row_height + _GAP, 0.0
        if y + tall > height:
            pages.append([])
            x = y = row_height = 0.0
        pages[-1].append(_draw(piece, target.pitch, _MARGIN + x, _MARGIN + _HEAD + y))
        x, row_height = x + wide + _GAP, max(row_height, tall)
    head = _heading(target, paper, languages, fonts)
    title = " ".join(distinct_texts(target.titles, languages).values())
    description = ", ".join(f"{count} × {piece}" for piece, count in target.pieces.items())
    return [
        Scene(*paper, (*head, *items), name=f"{name}-{number}", title=title, description=description, lang=languages[0])
        for number, items in enumerate(pages, 1)
    ]


def _pieces(deck: Deck, target: CutoutTarget) -> list[_Piece]:
    """Return the pieces with their longer side horizontal, the largest first so that rows fill well."""
    cards = {card.id: card for card in deck.cards}
    pieces: list[_Piece] = []
    for card_id, count in target.pieces.items():
        card = cards[card_id]
        cells = parse_cells(card.fields["cells"])
        piece = _Piece(card, _at_origin(cells), style_of(deck, card))
        if piece.rows > piece.columns:
            piece = replace(piece, cells=_at_origin(turn_cells(cells, (0, 0), 1)))
        pieces += [piece] * count
    return sorted(pieces, key=lambda piece: (-piece.rows, -piece.columns))


def _at_origin(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple((x - left, y - top) for x, y in cells)


def _draw(piece: _Piece, pitch: float, x: float, y: float) -> Item:
    rings = [
        command
        for ring in outline_cells(piece.cells)
        for command in polyline(*((px * pitch, py * pitch) for px, py in ring), close=True)
    ]
    cut = Path(tuple(rings), stroke=_CUT, stroke_width=0.15)
    return Group((*draw_cells(piece.cells, pitch, piece.style), cut), translate(x, y))


def _heading(
    target: CutoutTarget, paper: tuple[float, float], languages: Sequence[str], fonts: FontSet
) -> tuple[Item, ...]:
    items: list[Item] = []
    width = paper[0] - 2 * _MARGIN
    titles = [
        Span(text + ("  " if lang != languages[-1] else ""), "bold", "#171c27", lang)
        for lang, text in distinct_texts(target.titles, languages).items()
    ]
    items += place_flow(layout_paragraph(fonts.of_game(titles), 5, width, leading=1), _MARGIN, _MARGIN)
    how_to = message(
        "Cells of {pitch} mm. Print at 100 %, glue to card, cut along the grey lines.", pitch=f"{target.pitch:g}"
    )
    notes = [Span(text + "  ", "regular", "#4a5466", lang) for text, lang in printed_texts(how_to, languages, fonts)]
    items += place_flow(layout_paragraph(fonts.of_game(notes), 2.8, width, leading=1.2), _MARGIN, _MARGIN + 7)
    return tuple(items)
