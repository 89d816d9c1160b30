"""Whole games between players of one policy, by default random, to try rules and to test the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from cardgen.games.heroes.game import apply, legal_turns, new_game
from cardgen.games.heroes.rules import Mode, Rules
from cardgen.games.heroes.state import State, Turn

Policy: TypeAlias = Callable[[State, random.Random], Turn]


def play_game(
    players: int, seed: int, rules: Rules, mode: Mode = "identity", policy: Policy | None = None
) -> Iterator[tuple[Turn | None, State]]:
    """Yield a game between players of one policy, by default random: the heroes dealt, then each turn and its state.

    The same seed gives the same game. PlayError if the mode is not for so many players.
    """
    state, chance = new_game(players, seed, rules, mode), random.Random(f"{seed}/turns")
    yield None, state
    while not state.over:
        turn = (policy or random_turn)(state, chance)
        state = apply(state, turn)
        yield turn, state


def random_turn(state: State, chance: random.Random) -> Turn:
    """Return one of the legal turns: first a verb, then one of its turns, each with the same probability.

    A play phase ends by a chance of one in eight only, so that games end.
    """
    turns = legal_turns(state)
    verbs = list(dict.fromkeys(turn.verb for turn in turns))
    if "end" in verbs and len(verbs) > 1 and chance.random() < 7 / 8:
        verbs.remove("end")
    verb = verbs[int(chance.random() * len(verbs))]
    chosen = [turn for turn in turns if turn.verb == verb]
    return chosen[int(chance.random() * len(chosen))]
