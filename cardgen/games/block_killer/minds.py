"""What a policy thinks with: the solver within a budget, and chance of its own.

Both are the same on every machine: the solver is stopped by positions and never by time, chance comes from `random()`
alone, which Python promises never to change.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

from cardgen.games.block_killer.field import lock
from cardgen.games.block_killer.notation import Hand, Placed, Play
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.playout import random_play
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver import best_play
from cardgen.games.block_killer.views import View

T = TypeVar("T")

#: The largest hand that `best_play` takes.
MOST_BLOCKS, MOST_GARBAGE = 7, 12


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal play and what it is worth: attack points, block points, and the garbage cards that it discards."""

    play: Play
    attack: int
    block: int
    discarded: int

    @property
    def worth(self) -> int:
        """What it is worth as an answer, where block points count too."""
        return self.attack + self.block


Asked = tuple[tuple[str, ...], tuple[str, ...], bool, int]
"""What an answer of the solver depends on: blocks and garbage, sorted; the last clear; the blocks demanded."""


@dataclass(slots=True)
class Mind:
    """What one player of a game has besides a view. `known` may be shared by all of a game: no hand is solved twice."""

    rules: Rules
    budget: int
    chance: random.Random
    known: dict[Asked, Advice] = field(default_factory=dict)

    def choose(self, items: list[T] | tuple[T, ...]) -> T:
        """One of the items by chance."""
        return items[int(self.chance.random() * len(items))]

    def best(self, view: View) -> Advice | None:
        """The play of greatest attack that is found within the budget, legal as it stands; None when none may be made.

        Attack alone decides. For an answer block points would count as well, which the play may have, but is not chosen
        for. When more blocks must be placed than the play uses, others are dropped after it, which lowers no attack.
        """
        option = view.may_play
        if option is None:
            return None
        hand = Hand(tuple(sorted(view.hand.blocks)), tuple(sorted(view.hand.garbage)))
        special = view.last_special and self.rules.attack.back_to_back.across_plays
        asked = (hand.blocks, hand.garbage, special, option.least_blocks)
        if asked not in self.known:
            self.known[asked] = self._search(hand, special, option.least_blocks)
        return self.known[asked]

    def _search(self, hand: Hand, special: bool, least_blocks: int) -> Advice:
        if self.rules.play.least_garbage > MOST_GARBAGE:
            # The solver cannot lay out so many; no bundled ruleset asks for it.
            chance = random.Random(f"{''.join(hand.blocks)}/{''.join(hand.garbage)}")
            play = random_play(hand, self.rules, least_blocks, chance)
        else:
            part = searchable(hand)
            play = best_play(part, self.rules, positions=self.budget, earlier_special=special).play
        scored = score_play(play, self.rules, hand, earlier_special=special)
        if len(play.blocks) < least_blocks:
            play = lengthen(play, scored.field, hand, self.rules, least_blocks)
            scored = score_play(play, self.rules, hand, earlier_special=special)
        return Advice(play, scored.attack, scored.block, len(discarded_cards(play, scored.cleared)))


def searchable(hand: Hand) -> Hand:
    """As much of a hand as the solver takes: 7 blocks and 12 garbage cards, as many different ones as there are.

    The bundled rulesets know no larger hands; under others something better may be missed.
    """
    return Hand(_different(hand.blocks, MOST_BLOCKS), _different(hand.garbage, MOST_GARBAGE))


def _different(cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(cards) <= count:
        return cards
    seen: Counter[str] = Counter()
    copies = []
    for card in cards:
        seen[card] += 1
        copies.append((seen[card], card))
    return tuple(sorted(card for _, card in sorted(copies)[:count]))


def lengthen(play: Play, field_after: int, hand: Hand, rules: Rules, blocks: int) -> Play:
    """The play with more blocks of the hand dropped after it, `blocks` in all or as many as there are.

    Of each kind held most often one goes first, where it clears most rows, or else wherever it lies lowest.
    """
    left = Counter(hand.blocks)
    left.subtract(placed.block for placed in play.blocks)
    placed = list(play.blocks)
    while len(placed) < blocks and any(left.values()):
        block = max(sorted(left), key=lambda each: left[each])
        left[block] -= 1
        places = legal_placements(field_after, block, rules)
        best = max(places, key=lambda place: (len(lock(field_after, place.cells)[1]), -place.cells))
        placed.append(Placed(block, best.points()))
        field_after, _ = lock(field_after, best.cells)
    return Play(play.rows, tuple(placed))
