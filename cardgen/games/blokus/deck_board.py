"""Check the board: its size and its start points."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import message, plural
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import format_field, whole_point
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import Cell

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
