"""A deck alone: the turn in which it wins if its owner plays on without choices."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import replace
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.game import ThreadRaceState, apply, legal_turns, start_game
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules
from cardgen.games.thread_race.turns import PutAway, StartTurn


def wins_in_turn(cards: Sequence[ThreadRaceCard], rules: ThreadRaceRules) -> int:
    """Return the turn in which a deck of cards without effects wins alone: each is played, then all are put away.

    A cost is part of an effect's text, so there are none here. Nothing can be faster: without effects, a turn takes one
    card from the deck or, if this is empty, from the slots.
    """
    blank = tuple(replace(card, cost=0) for card in cards)
    state = start_game([DeckOrder(Core("core", 1, 0), blank)], 0, rules)
    if state.stage == "start":
        state = apply(state, StartTurn((True,) * SLOTS))
    while not state.over:
        state = _next(state)
    return state.turn


def _next(state: ThreadRaceState) -> ThreadRaceState:
    turns = legal_turns(state)
    return apply(state, next((turn for turn in turns if isinstance(turn, PutAway)), turns[0]))
