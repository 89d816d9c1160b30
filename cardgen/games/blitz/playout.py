"""Random legal games, to try rules and to test the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.game import apply, legal_turns, new_game
from cardgen.games.blitz.rules import Rules
from cardgen.games.blitz.state import State, Turn
from cardgen.words.messages import message


def play_game(
    factions: Sequence[str], seed: int, rules: Rules, decks: FactionDecks
) -> Iterator[tuple[Turn | None, State]]:
    """Yield a random legal game: the deal without a turn, then each turn and the state after it.

    The same seed gives the same game. PlayError if the factions cannot play against each other.
    """
    state, chance = new_game(factions, seed, rules, decks), random.Random(f"{seed}/turns")
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
