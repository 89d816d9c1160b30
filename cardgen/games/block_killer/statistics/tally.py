"""The counted results of a run: any number of hands becomes a few tables of whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.notation import parse_hand
from cardgen.games.block_killer.statistics.hands import count_hands, count_ways
from cardgen.games.block_killer.statistics.settings import Settings, describe

#: (best attack found, its upper bound) -> the weight of such hands.
Attacks = Counter[tuple[int, int]]
#: The loss of the best attack without a card: (found, at least, at most) -> the weight of such hands.
Drops = Counter[tuple[int, int, int]]


class HandTally:
    """The counted results of a run. A sampled hand has the weight 1; otherwise, the number of ways to draw it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: The name of the run; shorter if the report says what all runs share.
        self.name = describe(settings)
        #: True if all distinct hands are tried.
        self.counted = count_hands(settings) is not None
        self.hands = 0
        self.weight = 0
        self.attacks: Attacks = Counter()
        #: The weight of hands whose best play found has a spin, or a quad.
        self.spins = self.quads = 0
        #: The weight of hands not proven.
        self.unproven = 0
        #: Number of blocks placed, or of garbage cards discarded -> the weight of such hands.
        self.blocks: Counter[int] = Counter()
        self.discarded: Counter[int] = Counter()
        #: Card -> copies of it in the hand -> attacks; without the hands that do not have it.
        self.by_card: dict[str, dict[int, Attacks]] = {}
        self.drops: dict[str, Drops] = {}
        #: Card -> number of hands for which its value was searched.
        self.valued: Counter[str] = Counter()

    @property
    def complete(self) -> bool:
        """True if all distinct hands have been tried, so that the figures are exact."""
        return self.counted and self.weight == count_ways(self.settings)

    def add(self, result: Mapping[str, Any]) -> None:
        """Count one trial."""
        attack, at_most, weight = result["attack"], result["at_most"], result.get("weight", 1)
        self.hands += 1
        self.weight += weight
        self.attacks[attack, at_most] += weight
        self.unproven += weight * (attack < at_most)
        self.spins += weight * (result["spins"] > 0)
        self.quads += weight * (result["quads"] > 0)
        self.blocks[result["blocks"]] += weight
        self.discarded[result["discarded"]] += weight
        hand = parse_hand(result["hand"])
        for card, copies in Counter((*hand.blocks, *hand.garbage)).items():
            self.by_card.setdefault(card, {}).setdefault(copies, Counter())[attack, at_most] += weight
        for card, (less, less_at_most) in result.get("without", {}).items():
            drop = attack - less, max(0, attack - less_at_most), at_most - less
            self.drops.setdefault(card, Counter())[drop] += weight
            self.valued[card] += 1

    def by_copies(self, card: str) -> dict[int, Attacks]:
        """Return attacks by the number of copies of a card in the hand, from 0."""
        with_card = self.by_card.get(card, {})
        without = self.attacks.copy()
        for attacks in with_card.values():
            without.subtract(attacks)
        return {0: +without, **{copies: with_card[copies] for copies in sorted(with_card)}}

    def deck(self, card: str) -> tuple[int, int, int]:
        """Return the copies of a card, the number of cards in its deck, and the number of them in a hand.

        ValueError for hands that are not drawn from full decks.
        """
        size = self.settings.size
        if size is None:
            raise ValueError("typical hands are not drawn from full decks")
        copies = dict(self.settings.copies)
        garbage = card in GARBAGE_ROWS
        return copies[card], sum(n for other, n in copies.items() if (other in GARBAGE_ROWS) == garbage), size[garbage]


def tally(settings: Settings, results: Iterable[Mapping[str, Any]]) -> HandTally:
    """Return the tally of results, which are read once."""
    counted = HandTally(settings)
    for result in results:
        counted.add(result)
    return counted
