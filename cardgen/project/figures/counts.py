"""Counts of cards by the values of their fields, and by two fields at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.values import as_text
from cardgen.data.model import Card, Game
from cardgen.data.placeholders import spoken

#: Values of a field that are counted. A field with more is more like a name.
MOST_VALUES = 40

_COUNTED = ("text", "texts", "integer", "number", "list", "lists", "colour", "pattern")
_NUMBERS = ("integer", "number")


@dataclass(frozen=True, slots=True)
class FieldCounts:
    """How many cards have each value of a field: with their copies, and without.

    Numbers are in order, with whole numbers between that no card has; texts in the order of the cards. `missing` is the
    number of cards without the value; `average` that of the numbers, None for texts.
    """

    field: str
    values: tuple[str, ...]
    copies: tuple[int, ...]
    different: tuple[int, ...]
    missing: int
    average: float | None


def count_fields(game: Game, cards: Sequence[Card]) -> Iterator[FieldCounts]:
    """Yield the counts of each field whose values can be counted: not those that are different on nearly every card."""
    for name, kind in field_kinds(game, cards).items():
        counts = count_field(game, cards, name, numbers=kind in _NUMBERS)
        shared = max(counts.different, default=0) > 1 or kind in _NUMBERS
        if counts.values and len(counts.values) <= MOST_VALUES and (shared or len(counts.values) < len(cards)):
            yield counts


def field_kinds(game: Game, cards: Sequence[Card]) -> dict[str, str]:
    """Return the fields of some cards that have values to count, with their kinds."""
    decks = dict.fromkeys(card.deck for card in cards)
    kinds = {name: kind.removesuffix("?") for deck in decks for name, kind in game.decks[deck].fields.items()}
    return {name: kind for name, kind in kinds.items() if kind in _COUNTED}


def values_of(game: Game, card: Card, field: str) -> list[Any]:
    """Return the values of a card's field: none, one, or the entries of a list."""
    value = card.copies if field == "copies" else card.deck if field == "deck" else card.fields.get(field)
    value = spoken(value, game.file.languages)
    entries = value if isinstance(value, tuple) else () if value is None else (value,)
    return [entry for entry in entries if not isinstance(entry, Mapping)]


def count_field(game: Game, cards: Sequence[Card], field: str, numbers: bool) -> FieldCounts:
    """Return how many cards have each value of a field."""
    copies: Counter[Any] = Counter()
    different: Counter[Any] = Counter()
    missing = 0
    for card in cards:
        values = list(dict.fromkeys(values_of(game, card, field)))
        missing += 0 if values else card.copies
        for value in values:
            copies[value] += card.copies
            different[value] += 1
    keys = list(copies)
    average = None
    if numbers and keys:
        average = sum(float(key) * copies[key] for key in keys) / sum(copies.values())
        keys.sort()
        whole = all(float(key).is_integer() for key in keys)
        if whole and keys[-1] - keys[0] < MOST_VALUES:
            keys = list(range(int(keys[0]), int(keys[-1]) + 1))
    return FieldCounts(
        field,
        tuple(map(as_text, keys)),
        tuple(copies[key] for key in keys),
        tuple(different[key] for key in keys),
        missing,
        average,
    )


@dataclass(frozen=True, slots=True)
class CrossTable:
    """How many cards, with their copies, have each pair of values of two fields: `rows[i][j]`."""

    fields: tuple[str, str]
    values: tuple[tuple[str, ...], tuple[str, ...]]
    rows: tuple[tuple[int, ...], ...]


def cross_table(game: Game, cards: Sequence[Card], first: str, second: str) -> CrossTable:
    """Return how many cards have each pair of values of two fields."""
    kinds = {"copies": "integer", **field_kinds(game, cards)}
    one, other = (count_field(game, cards, name, kinds.get(name) in _NUMBERS) for name in (first, second))
    pairs: Counter[tuple[str, str]] = Counter()
    for card in cards:
        for a in dict.fromkeys(values_of(game, card, first)):
            for b in dict.fromkeys(values_of(game, card, second)):
                pairs[as_text(a), as_text(b)] += card.copies
    rows = tuple(tuple(pairs[a, b] for b in other.values) for a in one.values)
    return CrossTable((first, second), (one.values, other.values), rows)
