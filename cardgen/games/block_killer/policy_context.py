"""The context of a policy: the solver within a budget, and random choices.

Both give the same results on every machine: the solver is stopped by positions and never by time.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeVar

from cardgen import dataclass, field
from cardgen.engines.chance import pick
from cardgen.games.block_killer.field import lock
from cardgen.games.block_killer.notation import Hand, Placed, Play
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.playout import random_play
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import best_play
from cardgen.games.block_killer.views import View

T = TypeVar("T")

#: The largest hand that `best_play` takes.
MOST_BLOCKS, MOST_GARBAGE = 7, 12


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A legal play with its attack points, its block points, and the number of garbage cards that it discards."""

    play: Play
    attack: int
    block: int
    discarded: int

    @property
    def worth(self) -> int:
        """The value of the play as an answer, in which block points count too."""
        return self.attack + self.block


SearchKey = tuple[tuple[str, ...], tuple[str, ...], bool, int]
"""What a result of the solver depends on: sorted blocks and garbage; was the last clear special; the least blocks."""


@dataclass(slots=True)
class PolicyContext:
    """The context of one player of a game. The players may share a `cache`, so that no hand is solved twice."""

    rules: BlockKillerRules
    budget: int
    chance: random.Random
    cache: dict[SearchKey, RatedPlay] = field(default_factory=dict)

    def choose(self, items: list[T] | tuple[T, ...]) -> T:
        """Return a random item."""
        return pick(items, self.chance)

    def best(self, view: View) -> RatedPlay | None:
        """Return the legal play with the greatest attack found within the budget; None if no play is allowed.

        Only attack decides, also for an answer, in which block points count too. If the turn demands more blocks than
        the play uses, others are placed after it, which does not lower its attack.
        """
        option = view.may_play
        if option is None:
            return None
        hand = Hand(tuple(sorted(view.hand.blocks)), tuple(sorted(view.hand.garbage)))
        special = view.last_special and self.rules.attack.back_to_back.across_plays
        key = (hand.blocks, hand.garbage, special, option.least_blocks)
        if key not in self.cache:
            self.cache[key] = self._search(hand, special, option.least_blocks)
        return self.cache[key]

    def _search(self, hand: Hand, special: bool, least_blocks: int) -> RatedPlay:
        if self.rules.play.least_garbage > MOST_GARBAGE:
            # The solver does not search such large hands. No bundled ruleset demands them.
            chance = random.Random(f"{''.join(hand.blocks)}/{''.join(hand.garbage)}")
            play = random_play(hand, self.rules, least_blocks, chance)
        else:
            part = searchable_part(hand)
            play = best_play(part, self.rules, positions=self.budget, earlier_special=special).play
        scored = score_play(play, self.rules, hand, earlier_special=special)
        if len(play.blocks) < least_blocks:
            play = lengthen(play, scored.field, hand, self.rules, least_blocks)
            scored = score_play(play, self.rules, hand, earlier_special=special)
        return RatedPlay(play, scored.attack, scored.block, len(discarded_cards(play, scored.cleared)))


def searchable_part(hand: Hand) -> Hand:
    """Return the part of a hand that the solver can search: 7 blocks and 12 garbage cards, as different as possible.

    Hands are never larger under the bundled rulesets. Under others, a better play may be missed.
    """
    return Hand(_most_varied(hand.blocks, MOST_BLOCKS), _most_varied(hand.garbage, MOST_GARBAGE))


def _most_varied(cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(cards) <= count:
        return cards
    counts: Counter[str] = Counter()
    copies = []
    for card in cards:
        counts[card] += 1
        copies.append((counts[card], card))
    return tuple(sorted(card for _, card in sorted(copies)[:count]))


def lengthen(play: Play, field_after: int, hand: Hand, rules: BlockKillerRules, blocks: int) -> Play:
    """Return the play with more blocks of the hand placed after it: `blocks` in all, or fewer if the hand has fewer.

    The block of which the hand has most copies comes first. It is placed where it clears most rows, then at the lowest
    place.
    """
    remaining = Counter(hand.blocks)
    remaining.subtract(placed.block for placed in play.blocks)
    placed = list(play.blocks)
    while len(placed) < blocks and any(remaining.values()):
        block = max(sorted(remaining), key=remaining.__getitem__)
        remaining[block] -= 1
        places = legal_placements(field_after, block, rules)
        best = max(places, key=lambda place: (len(lock(field_after, place.cells)[1]), -place.cells))
        placed.append(Placed(block, best.points()))
        field_after, _ = lock(field_after, best.cells)
    return Play(play.rows, tuple(placed))
