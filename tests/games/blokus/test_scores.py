"""Scores and ranks."""

from __future__ import annotations

import dataclasses

import pytest

from cardgen.games.blokus.game import BlokusState, new_game
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.position import BlokusPosition
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.scores import describe_standings, standings, winner
from cardgen.games.blokus.shapes import SHAPES
from cardgen.games.blokus.turn_game import GAME

from .positions import random_states
from .rulesets import BONUS, DUO, PAIRS, SHARED, SMALL, STANDARD, changed


def placed(rules: BlokusRules, *shapes: str) -> BlokusState:
    """Return a state in which each colour has placed some shapes in this order, at any place."""
    used, moves = [], []
    for colour, names in zip(rules.order, shapes, strict=True):
        used.append(sum(1 << SHAPES.index(shape) for shape in names.split()))
        moves += [ShapeMove(colour, shape, ()) for shape in names.split()]
    state = new_game(1, rules)
    return dataclasses.replace(state, position=BlokusPosition((0,) * len(used), tuple(used)), moves=tuple(moves))


ALL = " ".join(SHAPES)
SINGLE_LAST = " ".join([*SHAPES[1:], "I1"])


def rows(state: BlokusState) -> list[tuple[int, int, int]]:
    return [(standing.remaining, standing.score, standing.rank) for standing in standings(state)]


def test_standings_before_the_first_placement() -> None:
    assert rows(new_game(1, STANDARD)) == [(89, 89, 1)] * 4
    assert rows(new_game(1, BONUS)) == [(89, -89, 1)] * 4


def test_fewer_cells_are_better_and_equal_players_share_a_rank() -> None:
    state = placed(STANDARD, "I5 I1", "I5 I2", "I5 I1", "I4")
    assert rows(state) == [(83, 83, 2), (82, 82, 1), (83, 83, 2), (85, 85, 4)]


def test_the_bonus_for_all_pieces_and_for_the_single_cell_last() -> None:
    state = placed(BONUS, ALL, SINGLE_LAST, " ".join(SHAPES[1:]), "")
    assert rows(state) == [(0, 15, 2), (0, 20, 1), (1, -1, 3), (89, -89, 4)]
    plain = placed(STANDARD, ALL, SINGLE_LAST, " ".join(SHAPES[1:]), "")
    assert rows(plain) == [(0, 0, 1), (0, 0, 1), (1, 1, 3), (89, 89, 4)]


def test_the_colours_of_a_player_add_up() -> None:
    assert rows(placed(PAIRS, "I5", "I4", "", "I2")) == [(173, 173, 2), (172, 172, 1)]
    pairs = changed(seats=[["red", "blue"], ["green", "yellow"]], score="official-bonus")
    assert rows(placed(pairs, SINGLE_LAST, ALL, "", ALL)) == [(89, 20 - 89, 2), (0, 30, 1)]
    assert standings(placed(pairs, "", "", "", ""))[1].colours == ("green", "yellow")


def test_the_shared_colour_is_not_counted() -> None:
    assert rows(placed(SHARED, "I5", "I4", "I3", "")) == [(84, 84, 1), (85, 85, 2), (86, 86, 3)]
    assert rows(placed(SHARED, "I5", "I4", "I3", ALL)) == [(84, 84, 1), (85, 85, 2), (86, 86, 3)]
    bonus = SHARED.model_copy(update={"score": "official-bonus"})
    assert rows(placed(bonus, ALL, SINGLE_LAST, "", SINGLE_LAST)) == [(0, 15, 2), (0, 20, 1), (89, -89, 3)]
    assert [standing.colours for standing in standings(new_game(1, SHARED))] == [("red",), ("green",), ("blue",)]


@pytest.mark.parametrize("rules", [STANDARD, SHARED, DUO])
def test_placed_and_remaining_cells_are_89(rules: BlokusRules) -> None:
    for state in random_states(2, rules):
        for standing in standings(state):
            covered = sum(len(move.cells) for move in state.moves if move.colour in standing.colours)
            assert covered + standing.remaining == 89
            assert standing.score == standing.remaining
            assert standing.rank == 1 + sum(other.remaining < standing.remaining for other in standings(state))


def test_a_game_that_is_over_has_at_most_one_winner() -> None:
    games = [list(random_states(seed, SMALL)) for seed in range(30)]
    assert not any(winner(state) is not None for game in games for state in game[:-1])
    winners = set()
    for *_, last in games:
        red, blue = (standing.remaining for standing in standings(last))
        assert winner(last) == (None if red == blue else 0 if red < blue else 1)
        assert list(GAME.winners(last)) == ([] if red == blue else [winner(last)])
        winners.add(winner(last))
        assert list(GAME.winners(last)) == [player for player in (0, 1) if player == winner(last)]
    assert winners == {None, 0, 1}


def test_standings_are_described_in_both_languages() -> None:
    *_, last = random_states(3, PAIRS)
    first, second = standings(last)
    assert describe_standings(last) == {
        "en": [
            f"red and blue: {first.score} cells left, rank {first.rank}",
            f"green and yellow: {second.score} cells left, rank {second.rank}",
        ],
        "zh": [
            f"红、蓝：剩 {first.score} 格，第 {first.rank} 名",
            f"绿、黄：剩 {second.score} 格，第 {second.rank} 名",
        ],
    }
    assert describe_standings(new_game(1, BONUS))["en"][0] == "red: -89 points, rank 1"
    assert describe_standings(new_game(1, BONUS))["zh"][3] == "黄：-89 分，第 1 名"
