"""Are the pieces and the board what they claim to be? Every broken rule of the printed parts, with its code.

The deck `pieces` has a card a piece: `shape` and `colour` are its names, `cells` its drawing and, if it is laid out on
a sheet with the others of its colour, `at` the column and row of that drawing's upper left corner. The deck `board`
has one card: its `size` in cells, and the start point of each colour as `red`, `green`, `blue` and `yellow`. The deck
`sheets`, which need not be there, has a card a sheet: its `colour`, and its `area` in cells.

Codes are stable. BL0xx is about whole decks, BL1xx about one piece, BL2xx about the pieces together, BL3xx about the
board, BL4xx about the sheets.
"""

from __future__ import annotations

from cardgen.engines import Bars, Decks, Problem
from cardgen.engines.card_fields import text_field
from cardgen.games.blokus.deck_board import check_board
from cardgen.games.blokus.deck_pieces import check_pieces
from cardgen.games.blokus.deck_sheets import check_sheets
from cardgen.games.blokus.rules import COLOUR_NAMES, COLOURS
from cardgen.games.blokus.shapes import SHAPES, shape_size
from cardgen.words.messages import message

#: Code -> its short name.
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
    """Every rule that the decks `pieces`, `board` and `sheets` break, in this order; other decks are not looked at.

    A fault that follows from one already reported on the same card is left out. An empty list is the proof that there
    are 84 pieces, each of the 21 shapes once in each of the four colours, 89 cells a colour, no two pieces of a colour
    equal even when one is turned or mirrored; that the board has 20 x 20 cells and four different start points on it;
    and, where the pieces are laid out on sheets, that none overlap and none stick out.
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
    """How many pieces of each colour have 1, 2, ... 5 cells, copies counted: 1, 1, 2, 5, 12.

    The columns are the numbers of cells, from 0. Pieces of unknown shapes or colours are not counted.
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
