"""The engine and its twin agree in every position of random games: legal turns, what they do, and how games end."""

from __future__ import annotations

import random

import pytest

from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, legal_turns
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.turn_game import GAME
from tests.examples import trials
from tests.games.blitz.playing import new_game

from .comparing import OTHERS, STANDARD, comparable, to_move, to_twin


def compare_game(players: int, seed: int, rules: BlitzRules, most: int) -> None:
    """Play a random game in both, as long as it is not too long."""
    state, chance = new_game(DEFAULT_FACTIONS[players], seed, rules), random.Random(seed)
    while state.step == "hand":
        state = apply(state, GAME.choose_randomly(state, chance))
    table = to_twin(state)
    for _ in range(most):
        turns = legal_turns(state)
        assert {to_move(turn) for turn in turns} == table.turns()
        assert len(set(turns)) == len(turns)
        if state.over:
            return
        turn = chance.choice(turns)
        state, table = apply(state, turn), table.play(to_move(turn))
        assert comparable(table) == comparable(to_twin(state)), turn


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["standard", *OTHERS])
def test_the_twins_agree_on_random_games(name: str, players: int) -> None:
    rules = {"standard": STANDARD, **OTHERS}[name]
    for seed in range(trials(50, few=3)):
        compare_game(players, seed, rules, trials(2_000, few=250))
