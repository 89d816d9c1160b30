"""Perft: published counts, and agreement with the slow twin."""

from __future__ import annotations

from itertools import islice

import pytest

from cardgen.games.blokus.placements import count_placements
from cardgen.games.blokus.position import BlokusPosition, empty_position
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.sequences import perft

from .positions import as_table, random_states
from .rulesets import DUO, SMALL, STANDARD


def test_the_published_counts_from_the_start() -> None:
    assert list(perft(empty_position(STANDARD), "red", 4, STANDARD)) == [58, 3364, 195_112, 11_316_496]


def test_the_counts_do_not_depend_on_the_colour_that_begins() -> None:
    for colour in STANDARD.order:
        assert list(perft(empty_position(STANDARD), colour, 3, STANDARD)) == [58, 3364, 195_112]


@pytest.mark.parametrize(("rules", "depth", "seed"), [(SMALL, 3, 1), (SMALL, 3, 2), (DUO, 2, 3), (STANDARD, 2, 4)])
def test_engine_and_twin_agree_late_in_a_game(rules: BlokusRules, depth: int, seed: int) -> None:
    states = [state for state in random_states(seed, rules) if _few(state.position, rules)]
    assert len(states) > 2
    for state in states[:: max(1, len(states) // 4)]:
        for turn, colour in enumerate(rules.order):
            table = as_table(state.position, rules)
            expected = [table.count(list(rules.order), turn, plies) for plies in range(1, depth + 1)]
            assert list(perft(state.position, colour, depth, rules)) == expected


def _few(position: BlokusPosition, rules: BlokusRules) -> bool:
    return sum(count_placements(position, colour, rules) for colour in rules.order) < 40


def test_a_skip_is_not_counted_and_nothing_follows_the_end() -> None:
    *_, last = random_states(9, SMALL)
    assert list(perft(last.position, "red", 3, SMALL)) == [0, 0, 0]
    positions = [state.position for seed in (9, 10, 11) for state in random_states(seed, SMALL)]
    skipping = [
        position
        for position in positions
        if (count_placements(position, "red", SMALL) == 0) != (count_placements(position, "blue", SMALL) == 0)
    ]
    assert skipping
    for position in skipping:
        assert list(perft(position, "red", 2, SMALL)) == list(perft(position, "blue", 2, SMALL))


def test_counts_are_computed_when_they_are_needed() -> None:
    assert list(islice(perft(empty_position(STANDARD), "red", 50, STANDARD), 2)) == [58, 3364]
    assert list(perft(empty_position(STANDARD), "red", 0, STANDARD)) == []
    with pytest.raises(ValueError, match="not in"):
        perft(empty_position(DUO), "green", 1, DUO)


@pytest.mark.full
def test_engine_and_twin_agree_from_the_start_of_a_small_board() -> None:
    table = as_table(empty_position(SMALL), SMALL)
    expected = [table.count(list(SMALL.order), 0, plies) for plies in range(1, 4)]
    assert list(perft(empty_position(SMALL), "red", 3, SMALL)) == expected
