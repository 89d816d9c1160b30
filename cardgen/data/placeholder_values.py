"""The values that placeholders in templates and rulebooks can name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from cardgen.base.errors import Text, did_you_mean
from cardgen.base.words.messages import joined, message
from cardgen.data.glossary.model import Glossary
from cardgen.data.glossary.texts import plain_fields
from cardgen.data.model import Card, Deck, GameFile
from cardgen.data.placeholders import HintedMapping


class _CardValues(HintedMapping):
    """The values of cards by their ids, put together when a placeholder names a card, as hardly any does.

    An id that several decks use names no card.
    """

    def __init__(self, cards: Iterable[Card], glossary: Glossary | None) -> None:
        self._cards, self._glossary = cards, glossary

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        counts = Counter(card.id for card in self._cards)
        return {card.id: card for card in self._cards if counts[card.id] == 1}

    def __getitem__(self, card_id: str) -> dict[str, Any]:
        card = self._by_id[card_id]
        fields = card.fields if self._glossary is None else plain_fields(self._glossary, card.deck, card.fields)
        return {"id": card.id, "deck": card.deck, "copies": card.copies, **fields}

    def hint_for(self, card_id: str) -> Text:
        """Return what to write instead of an id that names no card."""
        paths = [f"{{decks.{card.deck}.cards.{card.id}}}" for card in self._cards if card.id == card_id]
        if paths:
            return message("several decks have such a card: write one of {names}", names=joined(paths))
        return did_you_mean(card_id, list(self))

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)


def placeholder_values(
    file: GameFile, decks: Mapping[str, Deck], rulesets: Mapping[str, Any], glossary: Glossary | None
) -> dict[str, Any]:
    """Return the values that placeholders in templates and rulebooks can name."""
    game = file.model_dump(include={"titles", "author", "licence", "source", "credits", "players", "minutes", "age"})
    return {
        **rulesets,
        "game": game,
        "decks": {deck.id: _deck_values(deck, glossary) for deck in decks.values()},
        "cards": _CardValues(_named_cards(decks), glossary),
    }


def _named_cards(decks: Mapping[str, Deck]) -> list[Card]:
    """Return the cards that `{cards.ID}` can name: those of the game, and of other decks those with another id."""
    own = [card for deck in decks.values() if not deck.is_extra for card in deck.cards]
    ids = {card.id for card in own}
    return [*own, *(card for deck in decks.values() if deck.is_extra for card in deck.cards if card.id not in ids)]


def _deck_values(deck: Deck, glossary: Glossary | None) -> dict[str, Any]:
    counts = {"count": deck.count, "different": len(deck.cards)}
    return {"id": deck.id, "titles": deck.titles, **counts, "cards": _CardValues(deck.cards, glossary)}
