"""Decks that players bring: their checks, the number of their orders, and openings that clash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial
from random import Random

from cardgen.engines.chance import sample
from cardgen.games.thread_race.cards import DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import DECK_SIZE

#: The most copies of one name, by kind.
MOST_COPIES = {"speed": 2, "plain": 1}


def check_brought(brought: DeckOrder) -> None:
    """Raise ThreadRaceError if a deck breaks a check: 23 cards, and not too many of one name."""
    if len(brought.cards) != DECK_SIZE:
        raise ThreadRaceError("deck-size", len(brought.cards))
    known: dict[str, ThreadRaceCard] = {}
    for card in brought.cards:
        if known.setdefault(card.name, card) != card:
            raise ThreadRaceError("two-cards", card.name)
    for name, count in Counter(card.name for card in brought.cards).items():
        if count > MOST_COPIES[known[name].kind]:
            raise ThreadRaceError("too-many", name)


def count_orders(copies: Sequence[int]) -> int:
    """Return the number of different orders of a deck with so many copies of each card. ValueError below 0."""
    if any(count < 0 for count in copies):
        raise ValueError("a number of copies is below 0")
    orders = factorial(sum(copies))
    for count in copies:
        orders //= factorial(count)
    return orders


def count_window_orders(waiting: int, window: int) -> int:
    """Return the number of orders in which waiting cards can be played if each is one of the top `window`.

    Every choice leads to another order: four cards and a window of three give 3 · 3 · 2 · 1 = 18.
    """
    orders = 1
    for left in range(waiting, 0, -1):
        orders *= min(window, left)
    return orders


def clash_stages(first: Sequence[ThreadRaceCard], second: Sequence[ThreadRaceCard]) -> list[int]:
    """Return the stages of turn 1 that two openings skip if all of their cards lie face up, the fastest first."""
    speeds = [{card.speed for card in cards if card.speed is not None} for cards in (first, second)]
    return sorted(speeds[0] & speeds[1], reverse=True)


def opening_clashes(first: DeckOrder, second: DeckOrder) -> Mapping[int, int]:
    """Return for each number of stages in which openings clash how many openings do so.

    An opening is any three cards of each deck: it is which cards lie there that counts, not their slots.
    """

    def openings(cards: Sequence[ThreadRaceCard]) -> Counter[frozenset[int]]:
        return Counter(frozenset(card.speed for card in three if card.speed) for three in combinations(cards, 3))

    counts: Counter[int] = Counter()
    for own, times in openings(first.cards).items():
        for other, other_times in openings(second.cards).items():
            counts[len(own & other)] += times * other_times
    return dict(sorted(counts.items()))


def deal_order(brought: DeckOrder, chance: Random) -> DeckOrder:
    """Return a deck in a random order."""
    return DeckOrder(brought.core, tuple(sample(brought.cards, len(brought.cards), chance)))
