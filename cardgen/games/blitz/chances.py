"""Chances of opening hands, exact, with and without the redraw of rule 9."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod


def hand_chances(deck: Mapping[str, int], hand: int, redraw_without: Collection[str] = ()) -> dict[str, list[Fraction]]:
    """Return kind -> the chance of 0, 1, … `hand` cards of this kind in the opening hand that is kept.

    A hand that lacks any of the kinds `redraw_without` is put back once, and the next one is kept. ValueError if the
    deck has fewer cards than the hand.
    """
    kinds, sizes = list(deck), list(deck.values())
    whole = comb(sum(sizes), hand)
    if not whole:
        raise ValueError(f"a hand of {hand} from {sum(sizes)} cards")
    first = {kind: [Fraction(0)] * (hand + 1) for kind in kinds}
    kept = {kind: [Fraction(0)] * (hand + 1) for kind in kinds}
    put_back = Fraction(0)
    for counts in product(*(range(min(hand, size) + 1) for size in sizes)):
        if sum(counts) != hand:
            continue
        chance = Fraction(prod(map(comb, sizes, counts)), whole)
        lacks = any(count == 0 and kind in redraw_without for kind, count in zip(kinds, counts, strict=True))
        put_back += chance * lacks
        for kind, count in zip(kinds, counts, strict=True):
            first[kind][count] += chance
            kept[kind][count] += chance * (not lacks)
    return {
        kind: [own + put_back * again for own, again in zip(kept[kind], first[kind], strict=True)] for kind in kinds
    }
