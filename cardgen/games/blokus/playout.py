"""Random legal games, to try rules and to test the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cardgen.games.blokus.game import Automatic, Place, State, Turn, apply, legal_turns, new_game
from cardgen.games.blokus.rules import Rules
from cardgen.words.messages import message


def play_game(players: int, seed: int, rules: Rules) -> Iterator[tuple[Turn | None, State]]:
    """Yield a random legal game: the empty board without a turn, then each turn and the state after it.

    The same seed gives the same game. ValueError if the ruleset is for another number of players.
    """
    state, chance = new_game(players, seed, rules), random.Random(f"{seed}/turns")
    yield None, state
    while not state.over:
        turn = random_turn(state, chance)
        state = apply(state, turn)
        yield turn, state


def random_turn(state: State, chance: random.Random) -> Place:
    """Return one of the legal placements, each with the same probability. ValueError if the game is over."""
    turns = legal_turns(state)
    if not turns:
        raise ValueError(message("the game is over"))
    return turns[int(chance.random() * len(turns))]


def write_turn(turn: Turn) -> str:
    """Return a turn as text: `F5 (0,0)(0,1)(1,1)(1,2)(2,1)`, or `automatic`."""
    if isinstance(turn, Automatic):
        return "automatic"
    return f"{turn.shape} " + "".join(f"({x},{y})" for x, y in turn.cells)
