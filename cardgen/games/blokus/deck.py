"""Check the printed parts: pieces, board and sheets. Every broken rule has a code.

The deck `pieces` has a card for each piece: `shape` and `colour` are its names, and `cells` is its drawing. If the
pieces of a colour are laid out on a sheet, `at` is the column and row of the drawing's upper left corner. The deck
`board` has one card: its `size` in cells, and the start point of each colour as `red`, `green`, `blue` and `yellow`.
The optional deck `sheets` has a card for each sheet: its `colour`, and its `area` in cells.

Codes are stable. BL0xx is about whole decks, BL1xx about one piece, BL2xx about the pieces together, BL3xx about the
board, BL4xx about the sheets.
"""

from __future__ import annotations

from cardgen import message
from cardgen.engines import Bars, Decks, Problem
from cardgen.engines.card_fields import text_field
from cardgen.games.blokus.deck_board import check_board
from cardgen.games.blokus.deck_pieces import check_pieces
from cardgen.games.blokus.deck_sheets import check_sheets
from cardgen.games.blokus.rules import COLOUR_NAMES, COLOURS
from cardgen.games.blokus.shapes import SHAPES, shape_size

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
