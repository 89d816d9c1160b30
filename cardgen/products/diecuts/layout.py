"""Pieces made of cells, side by side on a sheet: their places, and a check that each can be cut out whole.

A line between two pieces is cut once for both. The back of a sheet is the mirror image of its front, so that a piece
has the same colour and pattern on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from cardgen.base.errors import Finding, Text, about_card
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message, message
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.kinds import CutMode
from cardgen.data.model import Card, Deck
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.diecuts.target import SHEET_LAYOUT, DiecutTarget
from cardgen.products.imposition.plan import FitError, Flip, Size, back_mirror, in_mm
from cardgen.products.imposition.regmarks import check_marks, reach
from cardgen.scene.items import Command, Matrix
from cardgen.scene.shapes import Cell, CellStyle, division_lines, move_commands, parse_cells

#: The margins at the sides, and above and below, mm, for marks and text.
SIDE_MARGIN = 10.0
END_MARGIN = 18.0


@dataclass(frozen=True, slots=True)
class DiecutPiece:
    """A piece on its sheet: its cells there, and their style. `name` is its name in messages."""

    name: str
    cells: tuple[Cell, ...]
    style: CellStyle


@dataclass(frozen=True, eq=False)
class DiecutSheet:
    """The pieces of one sheet, and its paper.

    `area` is the number of its columns and rows, in the middle of `paper`. `cell` is the side of one cell, `bleed` that
    of the outer pieces, in mm. `titles` are the game's and `names` the sheet's own, by language, set in the game's
    `fonts`; the `printer` is named beside them. Registration `marks` are on the front.
    """

    pieces: tuple[DiecutPiece, ...]
    area: tuple[int, int]
    paper: Size
    cell: float
    bleed: float = 1.0
    flip: Flip = "long"
    cut: CutMode = "line"
    name: str = "pieces"
    titles: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    printer: str = ""
    languages: tuple[str, ...] = ("zh", "en")
    fonts: FontSet = BUNDLED
    marks: RegistrationMarks | None = None

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner of the area on the page, front and back, mm."""
        return tuple((self.paper[i] - self.area[i] * self.cell) / 2 for i in (0, 1))  # type: ignore[return-value]

    @cached_property
    def mirror(self) -> Matrix:
        """The transform from the back to the front."""
        return back_mirror(self.paper, self.flip)

    def pieces_on(self, back: bool) -> tuple[DiecutPiece, ...]:
        """Return the pieces as they are on the front, or on the page of their backs."""
        if not back:
            return self.pieces
        columns, rows = self.area
        across = self.mirror[0] < 0

        def mirrored(cell: Cell) -> Cell:
            return (columns - 1 - cell[0], cell[1]) if across else (cell[0], rows - 1 - cell[1])

        return tuple(DiecutPiece(piece.name, tuple(map(mirrored, piece.cells)), piece.style) for piece in self.pieces)

    def lines(self, back: bool = False) -> tuple[Command, ...]:
        """Return the cut lines on the page, mm; a line between two pieces only once."""
        owners = {cell: number for number, piece in enumerate(self.pieces_on(back)) for cell in piece.cells}
        columns, rows = (range(length + 1) for length in self.area)
        lines = division_lines(lambda x, y: owners.get((x, y)), columns, rows)
        return tuple(move_commands(lines, *self.corner, self.cell))


def group_pieces(deck: Deck, target: DiecutTarget) -> dict[str, tuple[DiecutPiece, ...]]:
    """Return the pieces of each sheet by the value of the field `by`, in the order of the deck."""
    groups: dict[str, list[DiecutPiece]] = {}
    for card in deck.cards:
        groups.setdefault(group_of(card, target), []).append(_piece(card, target))
    return {group: tuple(pieces) for group, pieces in groups.items()}


def group_of(card: Card, target: DiecutTarget) -> str:
    """Return the sheet of a piece; "" if there is only one sheet."""
    return card.fields[target.by] if target.by else ""


def _piece(card: Card, target: DiecutTarget) -> DiecutPiece:
    left, top = (round(length) for length in card.fields[target.at])
    cells = tuple((left + x, top + y) for x, y in parse_cells(card.fields[target.cells]))
    style = CellStyle(card.fields[target.colour], card.fields[target.pattern] if target.pattern else "plain")
    return DiecutPiece(card.id, cells, style)


def area_of(deck: Deck, target: DiecutTarget) -> tuple[int, int]:
    """Return the columns and rows of every sheet: those of the target, otherwise those that its pieces take up."""
    if target.area is not None:
        return target.area
    cells = [cell for pieces in group_pieces(deck, target).values() for piece in pieces for cell in piece.cells]
    return max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1


# ---------------------------------------------------------------- checks


def check_layout(deck: Deck, target: DiecutTarget) -> list[Finding]:
    """Return findings about the places of the pieces on their sheets, piece by piece.

    An empty list proves that each piece is printed once, is in whole cells inside its sheet, and shares no cell with
    another.
    """
    pieces = (finding for card in deck.cards for finding in _check_piece(card, deck, target))
    return [*pieces, *_overlaps(deck, target)]


def _check_piece(card: Card, deck: Deck, target: DiecutTarget) -> Iterator[Finding]:
    if card.copies != 1:
        problem = message("{count} copies of a piece with only one place on its sheet", count=card.copies)
        yield _finding(card, "copies", problem, message("give each copy a row and a place of its own"))
    at = card.fields[target.at]
    if any(length != int(length) for length in at):
        problem = message("the piece lies at {place}", place=_point(at))
        yield _finding(card, target.at, problem, message("expected a whole column and a whole row"))
        return
    columns, rows = area_of(deck, target)
    outside = [cell for cell in _piece(card, target).cells if not (0 <= cell[0] < columns and 0 <= cell[1] < rows)]
    if outside:
        hint = message("columns and rows begin at 0")
        if target.area:
            hint = message("the sheet has {columns} × {rows} cells", columns=columns, rows=rows)
        yield _finding(card, target.at, message("the piece reaches off its sheet at {cell}", cell=outside[0]), hint)


def _overlaps(deck: Deck, target: DiecutTarget) -> Iterator[Finding]:
    taken: dict[tuple[str, Cell], str] = {}
    for card in deck.cards:
        group = group_of(card, target)
        cells = _piece(card, target).cells
        twice = next((cell for cell in cells if (group, cell) in taken), None)
        if twice is not None:
            problem = message("the piece overlaps {other!r} at {cell}", other=taken[group, twice], cell=twice)
            yield _finding(card, target.at, problem)
        for cell in cells:
            taken.setdefault((group, cell), card.id)


def _finding(card: Card, name: str, problem: Message, hint: Text = "") -> Finding:
    return SHEET_LAYOUT.finding(card.place(name), about_card(card.id, problem), hint, deck=card.deck, card=card.id)


def _point(point: Sequence[float]) -> str:
    return "[" + ", ".join(f"{length:g}" for length in point) + "]"


# ---------------------------------------------------------------- on paper


def fit_paper(
    paper: Size,
    area: tuple[int, int],
    cell: float | None,
    name: str,
    marks: RegistrationMarks | None = None,
    bleed: float = 1.0,
) -> tuple[Size, float]:
    """Return the paper, portrait or landscape, for an area of cells, and the side of a cell: `cell`, or the largest.

    The paper is portrait if that is as good. The largest is a whole number of tenths: 21.1 mm for 9 × 10 cells on A4,
    21.7 mm on Letter. With registration `marks` the area is between them, with its bleed, below those at the top and
    above that at the bottom. FitError if `cell` is larger than that.
    """
    ways = [(min(paper), max(paper)), (max(paper), min(paper))]
    margins = (SIDE_MARGIN, END_MARGIN)
    if marks is not None:
        check_marks(marks, paper, name)
        margins = (marks.inset + bleed, marks.inset + reach(marks) + bleed)
    largest = [_largest(way, area, margins) for way in ways]
    best = 0 if largest[0] >= min(largest[1], cell or math.inf) else 1
    if (cell or 0.1) > largest[best] + 1e-9:
        asked = message("{columns} × {rows} cells", columns=area[0], rows=area[1])
        if cell:
            asked = message("{columns} × {rows} cells of {cell:g} mm", columns=area[0], rows=area[1], cell=cell)
        problem = message("{file}: {cells} do not fit {paper} paper", file=name, cells=asked, paper=in_mm(*paper))
        raise FitError(problem, message("expected at most {most:g} mm a cell", most=largest[best]))
    return ways[best], cell or largest[best]


def _largest(paper: Size, area: tuple[int, int], margins: Size) -> float:
    room = (paper[axis] - 2 * margins[axis] for axis in (0, 1))
    sides = [length / count for length, count in zip(room, area, strict=True)]
    return math.floor(min(sides) * 10 + 1e-9) / 10
