"""Random legal games, to try rules and to test the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import deal_order
from cardgen.games.thread_race.game import State, apply, legal_turns, new_game
from cardgen.games.thread_race.rules import Rules
from cardgen.games.thread_race.turns import Turn
from cardgen.words.messages import message


def play_game(decks: Sequence[DeckOrder], seed: int, rules: Rules) -> Iterator[tuple[Turn | None, State]]:
    """Yield a random legal game: the first cards without a turn, then each turn and the state after it.

    The decks are in a random order. The same seed gives the same game. ValueError for a wrong number of players.
    """
    chance = random.Random(f"{seed}/turns")
    state = new_game([deal_order(brought, chance) for brought in decks], seed, rules)
    yield None, state
    while not state.over:
        turn = random_turn(state, chance)
        state = apply(state, turn)
        yield turn, state


def random_turn(state: State, chance: random.Random) -> Turn:
    """Return one of the legal turns, each with the same probability. ValueError if the game is over."""
    turns = legal_turns(state)
    if not turns:
        raise ValueError(message("the game is over"))
    return turns[int(chance.random() * len(turns))]
