"""Legal placements: published counts, and agreement with the slow twin."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgen.games.blokus.board import LARGEST, board_cells, to_bits, to_cells
from cardgen.games.blokus.placements import (
    Placement,
    count_placements,
    find_placements,
    list_placements,
    place,
)
from cardgen.games.blokus.position import BlokusPosition, empty_position
from cardgen.games.blokus.rules import BlokusRules
from cardgen.games.blokus.shapes import SHAPES, orientations, shape_size
from tests.cases import for_cases
from tests.examples import trials

from . import twin
from .positions import as_table, random_states
from .rulesets import DUO, SMALL, STANDARD

#: Shape -> orientations, first moves from a corner, placements on an empty board of 20.
KNOWN = {
    "I1": (1, 1, 400),
    "I2": (2, 2, 760),
    "I3": (2, 2, 720),
    "V3": (4, 3, 1444),
    "I4": (2, 2, 680),
    "O4": (1, 1, 361),
    "T4": (4, 2, 1368),
    "L4": (8, 6, 2736),
    "Z4": (4, 2, 1368),
    "F5": (8, 2, 2592),
    "I5": (2, 2, 640),
    "L5": (8, 6, 2584),
    "N5": (8, 4, 2584),
    "P5": (8, 6, 2736),
    "T5": (4, 2, 1296),
    "U5": (4, 4, 1368),
    "V5": (4, 3, 1296),
    "W5": (4, 2, 1296),
    "X5": (1, 0, 324),
    "Y5": (8, 4, 2584),
    "Z5": (4, 2, 1296),
}


def shapes_of(placements: list[Placement]) -> Counter[str]:
    return Counter(placement.shape for placement in placements)


def assert_twins_agree(position: BlokusPosition, colour: str, rules: BlokusRules) -> None:
    placements = list_placements(position, colour, rules)
    assert len(set(placements)) == len(placements)
    assert {(placement.shape, frozenset(placement.points())) for placement in placements} == as_table(
        position, rules
    ).legal(colour)
    assert count_placements(position, colour, rules) == len(placements)
    assert placements == sorted(placements, key=lambda placement: (SHAPES.index(placement.shape), placement.cells))


def test_an_empty_board_has_30433_placements() -> None:
    placements = find_placements(board_cells(20), board_cells(20), 0)
    assert len(placements) == len(set(placements)) == 30_433
    assert shapes_of(placements) == {shape: counts[2] for shape, counts in KNOWN.items()}
    assert {(placement.shape, frozenset(placement.points())) for placement in placements} == set(twin.everywhere(20))


@for_cases("colour", STANDARD.order)
def test_every_colour_has_58_first_moves(colour: str) -> None:
    placements = list_placements(empty_position(STANDARD), colour, STANDARD)
    assert len(placements) == count_placements(empty_position(STANDARD), colour, STANDARD) == 58
    assert shapes_of(placements) == {shape: counts[1] for shape, counts in KNOWN.items() if counts[1]}
    assert Counter(shape_size(placement.shape) for placement in placements) == {1: 1, 2: 2, 3: 5, 4: 13, 5: 37}


@pytest.mark.parametrize("colour", DUO.order)
def test_a_start_far_from_the_edges_has_414_first_moves(colour: str) -> None:
    placements = list_placements(empty_position(DUO), colour, DUO)
    assert shapes_of(placements) == {shape: shape_size(shape) * counts[0] for shape, counts in KNOWN.items()}
    assert len(placements) == 414
    assert all(counts[0] == len(orientations(shape)) for shape, counts in KNOWN.items())


def test_other_colours_may_be_touched() -> None:
    position = place(empty_position(DUO), "red", Placement("I1", to_bits([(8, 9)])), DUO)
    placements = [placement.points() for placement in list_placements(position, "blue", DUO)]
    assert ((9, 9),) in placements
    assert len(placements) == 414 - sum((8, 9) in cells and (9, 9) in cells for _, cells in twin.everywhere(14))


@pytest.mark.parametrize(("rules", "seed"), [(STANDARD, 1), (DUO, 2), (SMALL, 3), (SMALL, 4)])
def test_engine_and_twin_agree_during_whole_games(rules: BlokusRules, seed: int) -> None:
    every = trials(1, few=4 if rules is STANDARD else 1)  # a large board takes long
    for game in range(trials(12, few=1)):
        for state in list(random_states(seed + 10 * game, rules))[::every]:
            for colour in rules.order:
                assert_twins_agree(state.position, colour, rules)


def test_an_occupied_start_point_leaves_no_placement() -> None:
    position = place(empty_position(DUO), "red", Placement("I1", 1 << 9 * 21 + 9), DUO)
    assert list_placements(position, "blue", DUO) == []
    assert count_placements(position, "blue", DUO) == 0


def test_a_used_shape_is_not_placed_again() -> None:
    position = place(empty_position(STANDARD), "red", Placement("I1", 1), STANDARD)
    placements = list_placements(position, "red", STANDARD)
    assert "I1" not in shapes_of(placements)
    assert (1, 1) in placements[0].points()
    assert all((1, 1) in placement.points() for placement in placements)
    used_up = BlokusPosition(position.cells, ((1 << len(SHAPES)) - 1, 0, 0, 0))
    assert list_placements(used_up, "red", STANDARD) == []


def test_a_colour_not_in_the_game_is_refused() -> None:
    for ask in (list_placements, count_placements):
        with pytest.raises(ValueError, match="not in"):
            ask(empty_position(DUO), "green", DUO)


def test_points_are_the_cells() -> None:
    for placement in list_placements(empty_position(STANDARD), "blue", STANDARD):
        assert placement.points() == to_cells(placement.cells)
        assert (LARGEST - 1, LARGEST - 1) in placement.points()
