"""Random legal games: to try rules out, and to shake the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cardgen.games.blokus.game import Automatic, Place, State, Turn, apply, legal_turns, new_game
from cardgen.games.blokus.rules import Rules
from cardgen.words.messages import message


def play_game(players: int, seed: int, rules: Rules) -> Iterator[tuple[Turn | None, State]]:
    """A random legal game: the empty board with no turn, then each turn and the state after it, until it is over.

    The same seed gives the same game. ValueError when the ruleset is not for so many players.
    """
    state, chance = new_game(players, seed, rules), random.Random(f"{seed}/turns")
    yield None, state
    while not state.over:
        turn = random_turn(state, chance)
        state = apply(state, turn)
        yield turn, state


def random_turn(state: State, chance: random.Random) -> Place:
    """A random legal placement, each as likely as any other. ValueError when the game is over."""
    turns = legal_turns(state)
    if not turns:
        raise ValueError(message("the game is over"))
    return turns[int(chance.random() * len(turns))]


def write_turn(turn: Turn) -> str:
    """A turn in words: `F5 (0,0)(0,1)(1,1)(1,2)(2,1)`, or `automatic`."""
    if isinstance(turn, Automatic):
        return "automatic"
    return f"{turn.shape} " + "".join(f"({x},{y})" for x, y in turn.cells)
