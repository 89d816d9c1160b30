"""The decks of the shipped game, and changed copies of them."""

from __future__ import annotations

from typing import Any

from cardgen.engines import Decks
from tests.games import decks
from tests.games.decks import shipped_decks

DECKS = shipped_decks("thread-race", "deck", "cores", "order")
DECK, CORES, ORDER = (list(DECKS[name]) for name in ("deck", "cores", "order"))


def with_card(deck: str, name: str, copies: int | None = None, **fields: Any) -> Decks:
    """Return the decks with some fields of one card changed."""
    return decks.with_card(DECKS, deck, name, copies, **fields)


def without_order(decks: Decks) -> Decks:
    """Return the decks without an order."""
    return {name: cards for name, cards in decks.items() if name != "order"}
