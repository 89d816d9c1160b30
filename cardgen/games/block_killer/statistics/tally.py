"""The results of a run, counted: what remains of any number of hands is a few tables of whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.notation import parse_hand
from cardgen.games.block_killer.statistics.hands import count_hands, count_ways
from cardgen.games.block_killer.statistics.settings import Settings
from cardgen.games.block_killer.statistics.wording import describe

#: (best attack found, what no play can be above) -> the weight of such hands.
Attacks = Counter[tuple[int, int]]
#: What the best attack loses without a card: (found, at least, at most) -> the weight of such hands.
Drops = Counter[tuple[int, int, int]]


class Tally:
    """A run's results, added up. Sampled hands weigh 1; where all are tried, each weighs the ways to draw it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: What the run is called: shorter where others of the same report tell what they have in common.
        self.name = describe(settings)
        #: Whether all hands there are are tried one by one.
        self.counted = count_hands(settings) is not None
        self.hands = 0
        self.weight = 0
        self.attacks: Attacks = Counter()
        #: The weight of hands whose best play found has a spin, and of those where it has a quad.
        self.spins = self.quads = 0
        #: The weight of hands not proven.
        self.unproven = 0
        #: So many blocks placed, so many garbage cards discarded -> the weight of hands.
        self.blocks: Counter[int] = Counter()
        self.discarded: Counter[int] = Counter()
        #: Card -> copies of it in the hand -> attacks; hands without it are not here.
        self.held: dict[str, dict[int, Attacks]] = {}
        self.drops: dict[str, Drops] = {}
        #: Hands that hold a card, and for which its value was worked out.
        self.valued: Counter[str] = Counter()

    @property
    def complete(self) -> bool:
        """Whether all hands there are have been tried, so that what is counted is exact."""
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
            self.held.setdefault(card, {}).setdefault(copies, Counter())[attack, at_most] += weight
        for card, (less, less_at_most) in result.get("without", {}).items():
            drop = attack - less, max(0, attack - less_at_most), at_most - less
            self.drops.setdefault(card, Counter())[drop] += weight
            self.valued[card] += 1

    def by_copies(self, card: str) -> dict[int, Attacks]:
        """Copies of a card in the hand, from none -> attacks."""
        held = self.held.get(card, {})
        none = self.attacks.copy()
        for attacks in held.values():
            none.subtract(attacks)
        return {0: +none, **{copies: held[copies] for copies in sorted(held)}}

    def deck(self, card: str) -> tuple[int, int, int]:
        """Of the deck that a card is of: copies of the card, all cards, and how many of them a hand draws.

        ValueError for hands that are not drawn from full decks.
        """
        size = self.settings.size
        if size is None:
            raise ValueError("hands held in a game are not drawn from full decks")
        copies = dict(self.settings.copies)
        garbage = card in GARBAGE_ROWS
        return copies[card], sum(n for each, n in copies.items() if (each in GARBAGE_ROWS) == garbage), size[garbage]


def tally(settings: Settings, results: Iterable[Mapping[str, Any]]) -> Tally:
    """The results counted, one at a time."""
    counted = Tally(settings)
    for result in results:
        counted.add(result)
    return counted
