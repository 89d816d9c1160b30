"""What becomes of cards: they are drawn, enter cells and are discarded. Effects happen if there are any about that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardgen import replace
from cardgen.engines.chance import shuffled
from cardgen.games.blitz.board import Cell, number, on_board
from cardgen.games.blitz.memory import forget_card
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.runs import resolve
from cardgen.games.blitz.state import NOTHING, BlitzSetup, BlitzState
from cardgen.games.blitz.values import is_heard


def enter(state: BlitzState, name: str, card: int, to: Cell, **marks: Any) -> BlitzState:
    """Return the state after a card enters a cell by an event: move, deploy or lay. A unit may enter one beyond.

    `marks` are parts of the state that change with it.
    """
    width = state.setup.width
    index = number(to, width) if on_board(to, width) else NOTHING
    if is_heard(state, name, card=card, index=index):
        return resolve(replace(state, **marks), lambda run: run.enter(name, card, to))
    if name == "lay":
        hands = hands_without(state, card)
        return replace(state, hands=hands, traps=changed(state.traps, index, card), **marks)
    if name == "deploy":
        fielded = state.fielded
        if state.setup.cards[card].kind == "unit":
            fielded |= {state.setup.side_of(card)}
        ground = changed(state.ground, index, card)
        return replace(state, hands=hands_without(state, card), ground=ground, fielded=fielded, **marks)
    ground = changed(state.ground, state.ground.index(card), NOTHING)
    if index == NOTHING:
        return replace(state, ground=ground, beyond=(*state.beyond, (card, to[0])), **marks)
    return replace(state, ground=changed(ground, index, card), **marks)


def discard(state: BlitzState, cards: Sequence[int]) -> BlitzState:
    """Return the state after cards are discarded, all at once."""
    if cards and is_heard(state, "discard"):
        return resolve(state, lambda run: run.discard_all(cards))
    for card in cards:
        state = put_away(state, card)
    return state


def put_away(state: BlitzState, card: int) -> BlitzState:
    """Return the state with a card on top of its owner's discard pile. It loses all marks."""
    owner, ground, traps = state.setup.owners[card], state.ground, state.traps
    if card in ground:
        ground = changed(ground, ground.index(card), NOTHING)
    if card in traps:
        traps = changed(traps, traps.index(card), NOTHING)
    return replace(
        state,
        memory=forget_card(state.memory, card),
        hands=hands_without(state, card),
        ground=ground,
        traps=traps,
        discards=changed(state.discards, owner, (*state.discards[owner], card)),
        turned=state.turned - {card},
        resting=state.resting - {card},
        deployed=state.deployed - {card},
        forced=state.forced - {card},
    )


def draw_card(state: BlitzState, player: int) -> BlitzState:
    """Draw a card for a player; nothing from an empty deck, unless it is made anew from the discard pile."""
    state = replace(state, acted=state.acted + 1)
    deck = state.decks[player]
    if not deck and state.setup.rules.empty_deck == "reshuffle":
        deck = shuffled(state.discards[player], random.Random(f"{state.seed}/{player}/{state.round}"))
        state = replace(state, discards=changed(state.discards, player, ()))
    if not deck:
        return state
    if is_heard(state, "draw"):
        return resolve(replace(state, decks=changed(state.decks, player, deck)), lambda run: run.draw_for(player))
    hand = tuple(sorted((*state.hands[player], deck[-1])))
    return replace(state, hands=changed(state.hands, player, hand), decks=changed(state.decks, player, deck[:-1]))


def hands_without(state: BlitzState, card: int) -> tuple[tuple[int, ...], ...]:
    owner = state.setup.owners[card]
    return changed(state.hands, owner, tuple(one for one in state.hands[owner] if one != card))


def deal(pile: tuple[int, ...], rules: BlitzRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the opening hand and the rest of a shuffled deck."""
    left = max(0, len(pile) - rules.hand.opening)
    return tuple(sorted(pile[left:])), pile[:left]


def shuffled_deck(setup: BlitzSetup, seed: int, player: int, name: str) -> tuple[int, ...]:
    cards = [card for card, owner in enumerate(setup.owners) if owner == player]
    return shuffled(cards, random.Random(f"{seed}/{player}/{name}"))


def changed(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    """Return a tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])
