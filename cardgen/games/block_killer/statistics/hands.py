"""The hands of the study: dealt from full decks, held in a game, or, where they are few, all there are.

Chance comes from `random()` alone, which Python promises never to change, seeded with the study's seed and the trial's
number. The ruleset has no part in hands that are dealt, so that rulesets are compared on the same ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from cardgen.games.block_killer.copies import COPIES, SIDES, deal_game
from cardgen.games.block_killer.game import apply
from cardgen.games.block_killer.minds import Advice, Asked, Mind
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.policies import Policy, greedy
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.statistics.settings import Settings, players_of
from cardgen.games.block_killer.views import view_state

#: So many distinct hands are tried one by one, in place of sampling.
MOST_DISTINCT = 5_000
#: The games that typical hands are held in: how they are played; with how many positions for the solver at each play;
#: and how many plays are looked at, as a ruleset's games may never end.
POLICY: Policy = greedy
POLICY_BUDGET = 1_000
MOST_PLAYS = 500

Copies = tuple[tuple[str, int], ...]
#: Some cards, sorted, and the number of ways to draw them.
Draw = tuple[tuple[str, ...], int]


class Dealt(NamedTuple):
    """A hand, and how many of the possible draws are it: 1 for a sampled one."""

    hand: Hand
    weight: int


def deal(settings: Settings, number: int) -> Dealt:
    """The hand of trial `number`, its cards in the order of the rules. ValueError past the last of all hands."""
    count = count_hands(settings)
    if count is not None:
        assert settings.size is not None
        if not 0 <= number < count:
            raise ValueError(f"trial {number} of {count}")
        blocks, garbage = _all_draws(settings.size, settings.copies)
        first, second = blocks[number // len(garbage)], garbage[number % len(garbage)]
        return Dealt(Hand(first[0], second[0]), first[1] * second[1])
    chance = random.Random(f"{settings.seed}/hands/{number}")
    if settings.size is None:
        return Dealt(_held_in_a_game(settings, chance), 1)
    copies = dict(settings.copies)
    parts = [
        _sorted(_drawn([card for card in cards for _ in range(copies[card])], size, chance), cards)
        for cards, size in zip(SIDES, settings.size, strict=True)
    ]
    return Dealt(Hand(*parts), 1)


def count_hands(settings: Settings) -> int | None:
    """How many distinct hands there are, where they are few enough to be tried one by one; else None."""
    if settings.size is None:
        return None
    copies = dict(settings.copies)
    count = 1
    for cards, size in zip(SIDES, settings.size, strict=True):
        count *= _count_draws([copies[card] for card in cards], size)
    return count if count <= MOST_DISTINCT else None


def count_ways(settings: Settings) -> int:
    """The weight of all hands together: the number of ways to draw one, card by card told apart."""
    assert settings.size is not None
    copies = dict(settings.copies)
    ways = 1
    for cards, size in zip(SIDES, settings.size, strict=True):
        ways *= comb(sum(copies[card] for card in cards), size)
    return ways


def without(hand: Hand, card: str) -> Hand:
    """The hand without one copy of a card that it holds."""
    blocks, garbage = list(hand.blocks), list(hand.garbage)
    (blocks if card in blocks else garbage).remove(card)
    return Hand(tuple(blocks), tuple(garbage))


# ----------------------------------------------------------------------------------------------------------------------


def _drawn(deck: list[str], size: int, chance: random.Random) -> list[str]:
    return [deck.pop(int(chance.random() * len(deck))) for _ in range(size)]


def _sorted(cards: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=order.index))


def hands_of_game(rules: Rules, seed: int, copies: Copies = COPIES) -> Iterator[Hand]:
    """What the player whose turn it is holds after the draw, turn by turn, in one game between alike players."""
    players = players_of(rules)
    known: dict[Asked, Advice] = {}
    minds = [Mind(rules, POLICY_BUDGET, random.Random(f"{seed}/{seat}"), known) for seat in range(players)]
    state, plays = deal_game(players, seed, rules, copies), 0
    # A turn takes up to three steps: the draw, the play, the answer. One whose draw puts the player out takes one.
    for _ in range(3 * MOST_PLAYS):
        if state.to_move is None or plays == MOST_PLAYS:
            return
        if state.phase == "play":
            plays += 1
            yield state.players[state.turn].hand
        state = apply(state, POLICY(view_state(state), minds[state.to_move]))


def _held_in_a_game(settings: Settings, chance: random.Random) -> Hand:
    """A hand of a game of its own, each of the game's turns as likely as another; empty when nobody came to play."""
    held = Hand((), ())
    game = hands_of_game(settings.rules, int(chance.random() * 2**53), settings.copies)
    for turns, hand in enumerate(game, 1):
        if chance.random() * turns < 1:  # the last of so many turns is kept as often as any before it
            held = hand
    return Hand(_sorted(held.blocks, SIDES[0]), _sorted(held.garbage, SIDES[1]))


def _count_draws(copies: Sequence[int], size: int) -> int:
    """How many distinct sets of `size` cards there are: the coefficient of a product of 1 + x + … + x^copies."""
    counts = [1] + [0] * size
    for most in copies:
        counts = [sum(counts[max(0, total - most) : total + 1]) for total in range(size + 1)]
    return counts[size]


@lru_cache(maxsize=16)
def _all_draws(size: tuple[int, int], copies: Copies) -> tuple[tuple[Draw, ...], tuple[Draw, ...]]:
    """Every distinct set of block cards and of garbage cards, with the number of ways to draw it."""
    held = dict(copies)
    blocks, garbage = (tuple(_draws(cards, held, count)) for cards, count in zip(SIDES, size, strict=True))
    return blocks, garbage


def _draws(cards: Sequence[str], copies: Mapping[str, int], size: int) -> Iterator[Draw]:
    if not cards:
        if size == 0:
            yield (), 1
        return
    card, others = cards[0], cards[1:]
    for taken in range(min(size, copies[card]), -1, -1):
        for rest, ways in _draws(others, copies, size - taken):
            yield (card,) * taken + rest, comb(copies[card], taken) * ways
