"""Chances of opening hands: known figures, and small decks counted hand by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from cardgen.games.blitz.chances import hand_chances
from tests.cases import for_cases

DECK = {"unit": 24, "resource": 10, "facility": 3, "skill": 2}


def mean(chances: list[Fraction]) -> float:
    return float(sum(number * chance for number, chance in enumerate(chances)))


def test_known_figures_of_a_hand_of_eight() -> None:
    chances = hand_chances(DECK, 8)
    assert comb(39, 8) == 61_523_748
    assert round(mean(chances["unit"]), 3) == 4.923
    assert round(mean(chances["resource"]), 3) == 2.051
    assert chances["resource"][0] == Fraction(comb(29, 8), comb(39, 8))
    assert all(len(list_) == 9 and sum(list_) == 1 for list_ in chances.values())
    assert chances["skill"][3:] == [0] * 6


@for_cases("wanted", [[], ["a"], ["a", "b"], ["b", "c"]])
def test_chances_with_a_redraw_are_those_of_counting_all_hands(wanted: list[str]) -> None:
    cards = ["a", "a", "a", "b", "b", "c", "c"]
    hands = list(combinations(cards, 3))
    kept = [hand for hand in hands if all(kind in hand for kind in wanted)]
    chances = hand_chances({"a": 3, "b": 2, "c": 2}, 3, wanted)
    for kind in "abc":
        for count in range(4):
            first = Fraction(sum(hand.count(kind) == count for hand in hands), len(hands))
            good = Fraction(sum(hand.count(kind) == count for hand in kept), len(hands))
            assert chances[kind][count] == good + (1 - Fraction(len(kept), len(hands))) * first


def test_a_hand_larger_than_the_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="a hand of 3 from 2 cards"):
        hand_chances({"a": 2}, 3)
