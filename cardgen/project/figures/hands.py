"""Chances of opening hands, exact: cards drawn without putting them back (the hypergeometric distribution).

A hand that lacks something wanted may be put back, shuffled and drawn again, a number of times; the last one is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message

#: Numbers of wanted cards in a hand that are told apart.
MOST_STATES = 200_000


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a hand.

    `numbers[w][k]` is the chance of exactly k cards of wish w in the first hand, `after[w][k]` in the one that is kept.
    `all_first` and `all_after` are the chances that the hand has everything that is wanted.
    """

    numbers: tuple[tuple[Fraction, ...], ...]
    after: tuple[tuple[Fraction, ...], ...]
    all_first: Fraction
    all_after: Fraction

    def expected(self, wish: int) -> Fraction:
        """Return the average number of cards of a wish in the first hand."""
        return sum((k * chance for k, chance in enumerate(self.numbers[wish])), Fraction(0))


def hand_chances(
    cards: Sequence[tuple[tuple[bool, ...], int]], hand: int, least: Sequence[int], redraws: int = 0
) -> Chances:
    """Return the chances of a hand of so many cards.

    `cards` has for each card which wishes it fulfils, and its copies; `least` how many cards each wish needs.
    WrongValueError if there are fewer cards, or too many wishes to tell their numbers apart.
    """
    kinds: Counter[tuple[bool, ...]] = Counter()
    for fulfils, copies in cards:
        kinds[fulfils] += copies
    total = sum(kinds.values())
    if hand > total:
        raise WrongValueError(message("a hand of {hand} from {count} cards", hand=hand, count=total))
    ways = _ways(kinds, hand, len(least))
    possible = comb(total, hand)
    good = {state: count for state, count in ways.items() if all(n >= m for n, m in zip(state, least, strict=True))}
    chance = Fraction(sum(good.values()), possible)
    missed = 1 - chance
    kept = sum((missed**draw for draw in range(redraws + 1)), Fraction(0))
    first: list[tuple[Fraction, ...]] = []
    after: list[tuple[Fraction, ...]] = []
    for wish in range(len(least)):
        in_all, in_good = [0] * (hand + 1), [0] * (hand + 1)
        for state, count in ways.items():
            in_all[state[wish]] += count
            in_good[state[wish]] += count * (state in good)
        first.append(tuple(Fraction(count, possible) for count in in_all))
        after.append(
            tuple(
                (Fraction(best, possible) * kept + Fraction(count - best, possible) * missed**redraws)
                for count, best in zip(in_all, in_good, strict=True)
            )
        )
    return Chances(tuple(first), tuple(after), chance, 1 - missed ** (redraws + 1))


def _ways(kinds: Counter[tuple[bool, ...]], hand: int, wishes: int) -> dict[tuple[int, ...], int]:
    """Return in how many ways a hand can be drawn, by the number of its cards that fulfil each wish."""
    states: dict[tuple[int, ...], int] = {(0,) * (wishes + 1): 1}  # the cards drawn, then those of each wish
    for fulfils, size in sorted(kinds.items()):
        following: Counter[tuple[int, ...]] = Counter()
        for state, count in states.items():
            for drawn in range(min(size, hand - state[0]) + 1):
                numbers = (n + drawn * wanted for n, wanted in zip(state[1:], fulfils, strict=True))
                following[state[0] + drawn, *numbers] += count * comb(size, drawn)
        if len(following) > MOST_STATES:
            raise WrongValueError(message("there are too many wishes"), message("ask for fewer at once"))
        states = following
    return {state[1:]: count for state, count in states.items() if state[0] == hand}
