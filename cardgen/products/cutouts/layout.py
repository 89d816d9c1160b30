"""The places of paper pieces: sorted by kind, in rows, with the number of each kind before its first piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.cards.layout.cards import style_of
from cardgen.data.model import Card, Deck
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.products.imposition.plan import Size
from cardgen.scene.items import Command, Rect
from cardgen.scene.shapes import Cell, CellStyle, cells_at_origin, outline_path, parse_cells, turn_cells

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
