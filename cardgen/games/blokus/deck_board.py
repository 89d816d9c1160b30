"""The board: is it of the right size, and are its start points on it?"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import format_field, whole_point
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import Cell

DECK = "board"

_SIZE = (LARGEST, LARGEST)


def check_board(cards: Sequence[CardData]) -> list[Problem]:
    """Every rule that the board breaks."""
    total = sum(card.copies for card in cards)
    problems = []
    if total != 1:
        problems.append(Problem("BL301", f"{total} boards", DECK, None, None, "there is one"))
    for card in cards[:1]:
        problems += _check_card(card)
    return problems


def _check_card(card: CardData) -> list[Problem]:
    problems = []
    size = whole_point(card, "size")
    if size != _SIZE:
        told = f"{size[0]} x {size[1]} cells" if size else f"a size of {format_field(card, 'size')}"
        problems.append(Problem("BL302", told, DECK, card.id, "size", f"the board has {LARGEST} x {LARGEST}"))
    columns, rows = size or _SIZE
    taken: dict[Cell, str] = {}
    for colour in COLOURS:
        start = whole_point(card, colour)
        if start is None or not (0 <= start[0] < columns and 0 <= start[1] < rows):
            message = f"the start point of {colour} is {format_field(card, colour)}"
            hint = f"it is a cell of the board, [0, 0] to [{columns - 1}, {rows - 1}]"
            problems.append(Problem("BL303", message, DECK, card.id, colour, hint))
        elif taken.setdefault(start, colour) != colour:
            message = f"{taken[start]} and {colour} have one start point"
            problems.append(Problem("BL304", message, DECK, card.id, colour, "each colour has its own"))
    return problems
