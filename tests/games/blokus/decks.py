"""The printed parts of the shipped game, and changed copies of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines import CardData, Decks
from tests.games.decks import shipped_decks, with_card, with_field

DECKS = shipped_decks("blokus", "pieces", "board", "sheets")
PIECES, (BOARD,), SHEETS = (list(DECKS[name]) for name in ("pieces", "board", "sheets"))


def with_pieces(pieces: Sequence[CardData]) -> Decks:
    return {**DECKS, "pieces": pieces}


def with_piece(name: str, **fields: Any) -> Decks:
    """Return the decks with some fields of one piece changed."""
    return with_card(DECKS, "pieces", name, **fields)


def with_board(**fields: Any) -> Decks:
    """Return the decks with some fields of the board changed."""
    return with_card(DECKS, "board", BOARD.id, **fields)


def without_places(decks: Decks) -> Decks:
    """Return the decks without sheets."""
    pieces = [with_field(piece, at=None) for piece in decks["pieces"]]
    return {**{name: deck for name, deck in decks.items() if name != "sheets"}, "pieces": pieces}
