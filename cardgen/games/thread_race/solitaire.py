"""A deck alone: the turn in which it wins if its owner plays on without choices."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import replace
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.moves import PutAway
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceState


def wins_in_turn(cards: Sequence[ThreadRaceCard], rules: ThreadRaceRules) -> int:
    """Return the turn in which a deck wins alone if its cards have no text: each is played, then all are put away.

    A cost is part of an effect's text. Nothing can be faster: without effects, a turn takes one card from the deck or,
    if this is empty, from the slots.
    """
    blank = tuple(replace(card, cost=0, effects="", by_hand="") for card in cards)
    state = GAME.start_game([DeckOrder(Core("core", 1, 0), blank)], 0, rules)
    while state.question is not None:
        state = _next(state)
    return state.now.turn


def _next(state: ThreadRaceState) -> ThreadRaceState:
    answers = list(GAME.answers_of(state))
    return GAME.go_on(state, next((answer for answer in answers if isinstance(answer[0], PutAway)), answers[0]))
