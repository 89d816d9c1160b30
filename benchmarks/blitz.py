"""Measure the rules of Blitz: legal turns listed a second, and games played a second by each policy.

    python benchmarks/blitz.py

Turns are listed in all positions of random games, by the engine and by the slow twin of the tests. Games are whole, for
two players, from the deal to the result. One core; the best of several rounds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, legal_turns
from cardgen.games.blitz.policies import POLICIES
from cardgen.games.blitz.state import BlitzState
from tests.games.blitz.comparing import STANDARD, to_twin
from tests.games.blitz.playing import new_game, play_game

ROUNDS = 3


def best_rate(work: Callable[[], int]) -> float:
    """Return the highest rate of several rounds: the number that `work` returns, by its seconds."""
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - start))
    return max(rates)


def positions(players: int) -> list[BlitzState]:
    """Return the positions of some random games after the hands."""
    states = [state for seed in range(3) for _, state in play_game(DEFAULT_FACTIONS[players], seed, STANDARD)]
    return [state for state in states if not state.over and state.step not in ("hand", "draw")][::7]


def play_games(name: str, games: int) -> int:
    """Play whole games by one policy, and return their number."""
    for seed in range(games):
        state, chance = new_game(DEFAULT_FACTIONS[2], seed, STANDARD), random.Random(seed)
        while not state.over:
            state = apply(state, POLICIES[name](state, chance))
    return games


def main() -> None:
    print("legal turns listed a second\n")
    print(f"{'players':>8} {'positions':>10} {'engine':>12} {'reference':>12} {'ratio':>7}")
    for players in (2, 4):
        states = positions(players)
        tables = [to_twin(state) for state in states]
        fast = best_rate(lambda states=states: sum(len(legal_turns(state)) for state in states))  # type: ignore[misc]
        slow = best_rate(lambda tables=tables: sum(len(table.turns()) for table in tables))  # type: ignore[misc]
        print(f"{players:8} {len(states):10} {fast:12,.0f} {slow:12,.0f} {fast / slow:6.1f}x")
    print("\ngames of two players a second, by the policy of both\n")
    for name, games in (("random", 20), ("greedy", 4), ("planner", 2)):
        print(f"{name:8} {best_rate(lambda name=name, games=games: play_games(name, games)):8.1f}")  # type: ignore[misc]


if __name__ == "__main__":
    main()
