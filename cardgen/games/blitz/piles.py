"""The cards of players: decks, hands and discard piles."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardgen import replace
from cardgen.games.blitz.memory import forget_card
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.runs import resolve
from cardgen.games.blitz.state import BlitzState, Setup
from cardgen.games.blitz.values import is_heard


def draw_card(state: BlitzState, player: int) -> BlitzState:
    """Draw a card for a player; nothing from an empty deck, unless it is made anew from the discard pile."""
    state = replace(state, acted=state.acted + 1)
    deck = state.decks[player]
    if not deck and state.setup.rules.empty_deck == "reshuffle":
        deck = _shuffle(state.discards[player], f"{state.seed}/{player}/{state.round}")
        state = replace(state, discards=changed(state.discards, player, ()))
    if not deck:
        return state
    if is_heard(state, "draw"):
        return resolve(replace(state, decks=changed(state.decks, player, deck)), lambda run: run.draw_for(player))
    hand = tuple(sorted((*state.hands[player], deck[-1])))
    return replace(state, hands=changed(state.hands, player, hand), decks=changed(state.decks, player, deck[:-1]))


def without(state: BlitzState, player: int, card: int) -> BlitzState:
    return replace(state, hands=hands_without(state, player, card))


def hands_without(state: BlitzState, player: int, card: int) -> tuple[tuple[int, ...], ...]:
    """Return the hands without a card of a player's."""
    return changed(state.hands, player, tuple(one for one in state.hands[player] if one != card))


def discarded(state: BlitzState, card: int) -> BlitzState:
    """Return the state with a card on top of its owner's discard pile. It loses all marks."""
    owner = state.setup.owners[card]
    return replace(
        state,
        memory=forget_card(state.memory, card),
        discards=changed(state.discards, owner, (*state.discards[owner], card)),
        turned=state.turned - {card},
        resting=state.resting - {card},
        deployed=state.deployed - {card},
        forced=state.forced - {card},
    )


def deal(pile: tuple[int, ...], rules: BlitzRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the opening hand and the rest of a shuffled deck."""
    left = max(0, len(pile) - rules.hand.opening)
    return tuple(sorted(pile[left:])), pile[:left]


def shuffled_deck(setup: Setup, seed: int, player: int, name: str) -> tuple[int, ...]:
    cards = [card for card, owner in enumerate(setup.owners) if owner == player]
    return _shuffle(cards, f"{seed}/{player}/{name}")


def _shuffle(cards: Sequence[int], seed: str) -> tuple[int, ...]:
    chance, pile = random.Random(seed), list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def changed(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    """Return a tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])
