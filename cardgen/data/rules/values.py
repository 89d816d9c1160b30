"""Cards and the values of cards, as values of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.sentences.values import Several, are_same, shown
from cardgen.base.words.messages import joined
from cardgen.data.model import Card


@dataclass(frozen=True, slots=True)
class CardList(Several):
    """Cards, each with the number of copies that it counts as."""

    cards: Sequence[tuple[Card, int]]

    def shown(self) -> str:
        """Return the ids of the cards."""
        return joined(card.id for card, _ in self.cards[:12])

    def has(self, part: Any) -> bool:
        """Return True if a part is the id of one of the cards."""
        return any(are_same(card.id, part) for card, _ in self.cards)


@dataclass(frozen=True, slots=True)
class CardValues(Several):
    """Values, each with the number of copies that it counts as, and its card; None for a value of no card."""

    values: Sequence[tuple[Any, int, Card | None]]

    def shown(self) -> str:
        """Return the values as people read them in a message."""
        return joined(shown(value) for value, _, _ in self.values[:12])

    def has(self, part: Any) -> bool:
        """Return True if a part is one of the values, or in one of them that is a list."""
        return any(_is_or_has(value, part) for value, _, _ in self.values)


def _is_or_has(value: Any, part: Any) -> bool:
    if isinstance(value, tuple | list) and not isinstance(part, tuple | list):
        return any(are_same(entry, part) for entry in value)
    return are_same(value, part)
