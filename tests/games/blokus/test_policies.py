"""Policies choose legal placements, and the better ones win."""

from __future__ import annotations

import random

import pytest

from cardgen.games.blokus.game import apply, legal_turns, new_game
from cardgen.games.blokus.placements import free_corners
from cardgen.games.blokus.position import empty_position
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.scores import standings
from cardgen.games.blokus.turn_game import GAME

from .rulesets import DUO, SHARED, STANDARD

POLICIES = GAME.policies()


def rank(policy: str, others: str, seed: int, rules: BlokusRules) -> int:
    """Return the rank of a policy that plays against others in every other seat; the seats take turns with the seed."""
    seats = len(rules.seats)
    state, chance = new_game(seed, rules), random.Random(seed)
    while not state.over:
        name = policy if state.to_move == seed % seats else others
        state = apply(state, POLICIES[name](state, chance))
    return standings(state)[seed % seats].rank


def firsts(policy: str, others: str, games: int, rules: BlokusRules) -> int:
    return sum(rank(policy, others, seed, rules) == 1 for seed in range(games))


def test_greedy_and_planner_beat_random_players() -> None:
    assert firsts("greedy", "random", 4, DUO) == 4
    assert firsts("planner", "random", 4, DUO) == 4


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_a_policy_places_the_shared_colour_against_the_others(policy: str) -> None:
    """Of its placements with the shared colour, none takes more corners from itself than from the others."""
    state, chance = new_game(3, SHARED), random.Random(3)
    for _ in range(24):
        move = POLICIES[policy](state, chance)
        if state.colour == "yellow" and len(state.moves) > 4:
            player = state.to_move
            taken = [set(move.cells) & set(free_corners(state.position, c, SHARED)) for c in ("red", "green", "blue")]
            assert player is not None
            assert len(taken[player]) <= sum(len(cells) for seat, cells in enumerate(taken) if seat != player)
        state = apply(state, move)


@pytest.mark.soak
@pytest.mark.parametrize("policy", ["greedy", "planner"])
@pytest.mark.parametrize("rules", [STANDARD, DUO], ids=["standard", "duo"])
def test_bots_beat_random_players_in_95_of_100_games(policy: str, rules: BlokusRules) -> None:
    assert firsts(policy, "random", 100, rules) >= 95


@pytest.mark.soak
def test_the_planner_beats_greedy_players() -> None:
    assert firsts("planner", "greedy", 60, STANDARD) > 60 / 4 * 1.2
    assert firsts("planner", "greedy", 60, DUO) > 60 / 2


def test_free_corners_are_where_the_next_piece_can_begin() -> None:
    position = empty_position(STANDARD)
    assert free_corners(position, "blue", STANDARD) == ((19, 19),)
    state = new_game(1, STANDARD)
    move = next(turn for turn in legal_turns(state) if turn.shape == "V3")
    after = apply(state, move)
    corners = free_corners(after.position, "red", STANDARD)
    assert corners
    assert not set(corners) & set(move.cells)
    touched = {(x + dx, y + dy) for x, y in move.cells for dx in (-1, 1) for dy in (-1, 1)}
    beside = {(x + dx, y + dy) for x, y in move.cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    on_board = {(x, y) for x, y in touched if x >= 0 and y >= 0}
    assert set(corners) == on_board - beside - set(move.cells)
