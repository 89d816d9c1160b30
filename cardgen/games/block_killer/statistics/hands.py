"""The hands of the study: dealt from full decks, taken from games, or all distinct hands if they are few.

Random choices follow from the study's seed and the trial's number. Dealt hands do not depend on the ruleset, so that
rulesets are compared on the same hands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from cardgen.engines.chance import sample
from cardgen.games.block_killer.copies import COPIES, SIDES, deal_game
from cardgen.games.block_killer.game import apply
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.policies import Policy, greedy
from cardgen.games.block_killer.policy_context import PolicyContext, RatedPlay, SearchKey
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.statistics.settings import Settings, players_of
from cardgen.games.block_killer.views import view_state

#: Up to so many distinct hands are all tried, instead of sampling.
MOST_DISTINCT = 5_000
#: The games that typical hands are taken from: their policy, the solver's budget of positions for each play, and the
#: number of plays after which a game is stopped, because under some rulesets no game ends.
POLICY: Policy = greedy
POLICY_BUDGET = 1_000
MOST_PLAYS = 500

Copies = tuple[tuple[str, int], ...]
#: Some cards, sorted, and the number of ways to draw them.
Draw = tuple[tuple[str, ...], int]


class WeightedHand(NamedTuple):
    """A hand and the number of possible draws that give it; 1 for a sampled hand."""

    hand: Hand
    weight: int


def deal(settings: Settings, number: int) -> WeightedHand:
    """Return the hand of trial `number`, with its cards in the order of the rules. ValueError past the last hand."""
    count = count_hands(settings)
    if count is not None:
        assert settings.size is not None
        if not 0 <= number < count:
            raise ValueError(f"trial {number} of {count}")
        blocks, garbage = _all_draws(settings.size, settings.copies)
        first, second = blocks[number // len(garbage)], garbage[number % len(garbage)]
        return WeightedHand(Hand(first[0], second[0]), first[1] * second[1])
    chance = random.Random(f"{settings.seed}/hands/{number}")
    if settings.size is None:
        return WeightedHand(_hand_in_game(settings, chance), 1)
    copies = dict(settings.copies)
    parts = [
        _sort_cards(sample([card for card in cards for _ in range(copies[card])], size, chance), cards)
        for cards, size in zip(SIDES, settings.size, strict=True)
    ]
    return WeightedHand(Hand(*parts), 1)


def count_hands(settings: Settings) -> int | None:
    """Return the number of distinct hands if they are few enough to try them all; otherwise None."""
    if settings.size is None:
        return None
    copies = dict(settings.copies)
    count = 1
    for cards, size in zip(SIDES, settings.size, strict=True):
        count *= _count_draws([copies[card] for card in cards], size)
    return count if count <= MOST_DISTINCT else None


def count_ways(settings: Settings) -> int:
    """Return the weight of all hands together: the number of ways to draw a hand, with each card distinct."""
    assert settings.size is not None
    copies = dict(settings.copies)
    ways = 1
    for cards, size in zip(SIDES, settings.size, strict=True):
        ways *= comb(sum(copies[card] for card in cards), size)
    return ways


# ----------------------------------------------------------------------------------------------------------------------


def _sort_cards(cards: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=order.index))


def hands_of_game(rules: BlockKillerRules, seed: int, copies: Copies = COPIES) -> Iterator[Hand]:
    """Yield the hand after the draw of each turn of a game. All players have the same policy."""
    players = players_of(rules)
    cache: dict[SearchKey, RatedPlay] = {}
    contexts = [PolicyContext(rules, POLICY_BUDGET, random.Random(f"{seed}/{seat}"), cache) for seat in range(players)]
    state, plays = deal_game(players, seed, rules, copies), 0
    # A turn has up to three steps: the draw, the play, the answer. It has one if the player is out after the draw.
    for _ in range(3 * MOST_PLAYS):
        if state.to_move is None or plays == MOST_PLAYS:
            return
        if state.phase == "play":
            plays += 1
            yield state.players[state.turn].hand
        state = apply(state, POLICY(view_state(state), contexts[state.to_move]))


def _hand_in_game(settings: Settings, chance: random.Random) -> Hand:
    """Return the hand of a random turn of a new game; an empty hand if the game has no play."""
    hand_so_far = Hand((), ())
    game = hands_of_game(settings.rules, int(chance.random() * 2**53), settings.copies)
    for turns, hand in enumerate(game, 1):
        if chance.random() * turns < 1:  # so each of the turns so far is equally likely to be kept
            hand_so_far = hand
    return Hand(_sort_cards(hand_so_far.blocks, SIDES[0]), _sort_cards(hand_so_far.garbage, SIDES[1]))


def _count_draws(copies: Sequence[int], size: int) -> int:
    """Return the number of distinct sets of `size` cards: a coefficient of the product of 1 + x + … + x^copies."""
    counts = [1] + [0] * size
    for most in copies:
        counts = [sum(counts[max(0, total - most) : total + 1]) for total in range(size + 1)]
    return counts[size]


@lru_cache(maxsize=16)
def _all_draws(size: tuple[int, int], copies: Copies) -> tuple[tuple[Draw, ...], tuple[Draw, ...]]:
    """Return every distinct set of block cards and of garbage cards, with the number of ways to draw it."""
    numbers = dict(copies)
    blocks, garbage = (tuple(_draws(cards, numbers, count)) for cards, count in zip(SIDES, size, strict=True))
    return blocks, garbage


def _draws(cards: Sequence[str], copies: Mapping[str, int], size: int) -> Iterator[Draw]:
    if not cards:
        if size == 0:
            yield (), 1
        return
    card, others = cards[0], cards[1:]
    for copies_drawn in range(min(size, copies[card]), -1, -1):
        for rest, ways in _draws(others, copies, size - copies_drawn):
            yield (card,) * copies_drawn + rest, comb(copies[card], copies_drawn) * ways
