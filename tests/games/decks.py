"""Decks with changes."""

from __future__ import annotations

from typing import Any

from cardgen.data.playing import decks_of
from cardgen.engines import CardData, Decks
from tests.games.shipped import shipped


def shipped_decks(game: str, *names: str) -> Decks:
    """Return decks of a shipped game as its engine receives them."""
    decks = decks_of(shipped(game))
    return {name: decks[name] for name in names}


def with_field(card: CardData, copies: int | None = None, **fields: Any) -> CardData:
    """Return a card with some fields changed; None removes a field."""
    changed = {name: value for name, value in {**card.fields, **fields}.items() if value is not None}
    return CardData(card.id, card.copies if copies is None else copies, changed)


def with_card(decks: Decks, deck: str, name: str, copies: int | None = None, **fields: Any) -> Decks:
    """Return decks with some fields of one card changed."""
    assert any(card.id == name for card in decks[deck])
    cards = [with_field(card, copies, **fields) if card.id == name else card for card in decks[deck]]
    return {**decks, deck: cards}
