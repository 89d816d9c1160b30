"""Check the printed parts: pieces, board and sheets. Every broken rule has a code.

The deck `pieces` has a card for each piece: `shape` and `colour` are its names, and `cells` is its drawing. If the
pieces of a colour are laid out on a sheet, `at` is the column and row of the drawing's upper left corner. The deck
`board` has one card: its `size` in cells, and the start point of each colour as `red`, `green`, `blue` and `yellow`.
The optional deck `sheets` has a card for each sheet: its `colour`, and its `area` in cells.

Codes are stable. BL0xx is about whole decks, BL1xx about one piece, BL2xx about the pieces together, BL3xx about the
board, BL4xx about the sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import message, plural
from cardgen.engines import Bars, CardData, Decks, Problem
from cardgen.engines.card_fields import format_field, text_field, whole_point
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.deck_pieces import check_pieces, check_sheets
from cardgen.games.blokus.rules import COLOUR_NAMES, COLOURS
from cardgen.games.blokus.shapes import SHAPES, Cell, shape_size

#: Code -> short name.
DECK_CODES = {
    "BL001": "deck-missing",
    "BL101": "cells-drawing",
    "BL102": "not-connected",
    "BL103": "wrong-size",
    "BL104": "unknown-shape",
    "BL105": "wrong-shape",
    "BL106": "unknown-colour",
    "BL107": "piece-copies",
    "BL201": "shape-twice",
    "BL202": "mirrored-twice",
    "BL203": "shape-missing",
    "BL204": "piece-total",
    "BL205": "cell-total",
    "BL301": "board-count",
    "BL302": "board-size",
    "BL303": "start-off-the-board",
    "BL304": "start-shared",
    "BL401": "not-on-the-sheet",
    "BL402": "pieces-overlap",
    "BL403": "off-the-sheet",
    "BL404": "sheet-area",
    "BL405": "sheet-missing",
}


def check_deck(decks: Decks) -> list[Problem]:
    """Return every rule that the decks `pieces`, `board` and `sheets` break, in this order; other decks are ignored.

    A fault is left out if it follows from another one on the same card. An empty list is a proof: there are 84 pieces,
    each of the 21 shapes once in each of the four colours, 89 cells in each colour; no two pieces of a colour are
    equal, not even turned or mirrored; the board has 20 x 20 cells and four different start points; and if the pieces
    are laid out on sheets, none overlap and none reach beyond their sheet.
    """
    problems: list[Problem] = []
    if "pieces" in decks:
        problems += check_pieces(decks["pieces"])
    if "board" in decks:
        problems += check_board(decks["board"])
    if "pieces" in decks:
        problems += check_sheets(decks["pieces"], decks.get("sheets"))
    missing = [
        Problem(
            "BL001",
            message("the game has no deck {name!r}", name=name),
            name,
            hint=message("Blokus needs the decks pieces and board"),
        )
        for name in ("pieces", "board")
        if name not in decks
    ]
    return missing + problems


def deck_coverage(decks: Decks) -> list[Bars]:
    """Return the number of pieces of each colour by their number of cells. In a correct deck: 1, 1, 2, 5, 12.

    The columns are the numbers of cells, from 0. Copies count; pieces of unknown shapes or colours do not.
    """
    counts: dict[str, list[int]] = {colour: [0] * 6 for colour in COLOURS}
    for card in decks.get("pieces", ()):
        shape, colour = text_field(card, "shape"), text_field(card, "colour")
        if colour in counts and shape in SHAPES:
            counts[colour][shape_size(shape)] += card.copies
    return [
        Bars(
            title=COLOUR_NAMES[colour],
            series=[({"zh": "棋子", "en": "pieces"}, counts[colour])],
            about={"zh": "各种格数的棋子数", "en": "Pieces by number of cells"},
        )
        for colour in COLOURS
    ]


DECK = "board"

_SIZE = (LARGEST, LARGEST)


def check_board(cards: Sequence[CardData]) -> list[Problem]:
    """Return every rule that the board breaks."""
    total = sum(card.copies for card in cards)
    problems = []
    if total != 1:
        problem = plural("the deck has {count} board", "the deck has {count} boards", total)
        problems.append(Problem("BL301", problem, DECK, hint=message("expected one board")))
    for card in cards[:1]:
        problems += _check_card(card)
    return problems


def _check_card(card: CardData) -> list[Problem]:
    problems = []
    size = whole_point(card, "size")
    if size != _SIZE:
        problem = message("the size of the board is {size}", size=format_field(card, "size"))
        hint = message("expected ({columns}, {rows})", columns=LARGEST, rows=LARGEST)
        problems.append(Problem("BL302", problem, DECK, card.id, "size", hint))
    columns, rows = size or _SIZE
    taken: dict[Cell, str] = {}
    for colour in COLOURS:
        start = whole_point(card, colour)
        if start is None or not (0 <= start[0] < columns and 0 <= start[1] < rows):
            given = format_field(card, colour)
            problem = message("the start point of {colour} is {given}", colour=colour, given=given)
            hint = message(
                "expected a cell of the board, [0, 0] to [{column}, {row}]", column=columns - 1, row=rows - 1
            )
            problems.append(Problem("BL303", problem, DECK, card.id, colour, hint))
        elif taken.setdefault(start, colour) != colour:
            problem = message("{colour} has the start point of {other}", colour=colour, other=taken[start])
            hint = message("each colour needs a start point of its own")
            problems.append(Problem("BL304", problem, DECK, card.id, colour, hint))
    return problems
