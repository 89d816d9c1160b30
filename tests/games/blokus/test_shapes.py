"""The 21 shapes and their orientations."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.blokus.shapes import (
    ALL_CELLS,
    SHAPES,
    SYMMETRIES,
    move_to_corner,
    name_cells,
    orientations,
    orientations_of,
    press,
    shape_cells,
    shape_size,
)
from tests.cases import for_cases

from . import twin


def test_there_are_21_shapes_of_the_five_sizes_and_89_cells() -> None:
    assert len(SHAPES) == len(set(SHAPES)) == 21
    assert Counter(map(shape_size, SHAPES)) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
    assert ALL_CELLS == 89
    assert all(int(shape[1]) == shape_size(shape) for shape in SHAPES)


def test_the_shapes_are_the_free_polyominoes_of_one_to_five_cells() -> None:
    shapes = {frozenset(map(frozenset, orientations(shape))) for shape in SHAPES}
    assert shapes == set().union(*(twin.free_polyominoes(size) for size in range(1, 6)))
    assert len(shapes) == 21


def test_shapes_have_their_names() -> None:
    assert set(SHAPES) == set(twin.SHAPES)
    for shape in SHAPES:
        assert frozenset(shape_cells(shape)) == twin.shape(shape)


def test_there_are_91_orientations() -> None:
    assert sum(len(orientations(shape)) for shape in SHAPES) == 91
    assert Counter(len(orientations(shape)) for shape in SHAPES) == {1: 3, 2: 4, 4: 8, 8: 6}
    by_size = Counter(shape_size(shape) for shape in SHAPES for _ in orientations(shape))
    assert by_size == {1: 1, 2: 2, 3: 6, 4: 19, 5: 63}
    for shape in SHAPES:
        assert all(lying == move_to_corner(lying) for lying in orientations(shape))


def test_eight_shapes_differ_from_their_mirror_image() -> None:
    handed = [
        shape
        for shape in SHAPES
        if press(shape_cells(shape), "w") not in {press(shape_cells(shape), "d" * turns) for turns in range(4)}
    ]
    assert handed == ["L4", "Z4", "F5", "L5", "N5", "P5", "Y5", "Z5"]


@for_cases("keys", ["", "ww", "ss", "ws", "aaaa", "dddd", "ad", "da"])
def test_keys_that_undo_each_other(keys: str) -> None:
    for shape in SHAPES:
        for lying in orientations(shape):
            assert press(lying, keys) == lying


def test_a_flip_reverses_the_direction_of_a_turn() -> None:
    for shape in SHAPES:
        assert press(shape_cells(shape), "waw") == press(shape_cells(shape), "d")


def test_keys_turn_in_the_documented_direction() -> None:
    standing = ((0, 0), (0, 1), (0, 2), (1, 2))  # an L, its foot to the right
    assert press(standing, "d") == ((0, 0), (0, 1), (1, 0), (2, 0))  # lying, its foot down to the left
    assert press(standing, "a") == ((0, 1), (1, 1), (2, 0), (2, 1))
    assert press(standing, "w") == ((0, 0), (0, 1), (0, 2), (1, 0))


def test_the_keys_reach_every_orientation() -> None:
    for shape in SHAPES:
        assert {press(shape_cells(shape), keys) for keys in SYMMETRIES} == set(orientations(shape))
        reached, waiting = set(), [shape_cells(shape)]
        while waiting:
            lying = waiting.pop()
            if lying not in reached:
                reached.add(lying)
                waiting += [press(lying, key) for key in "wasd"]
        assert reached == set(orientations(shape))


def test_an_unknown_key_or_shape_is_refused() -> None:
    with pytest.raises(KeyError):
        press(((0, 0),), "x")
    for ask in (orientations, shape_cells, shape_size):
        with pytest.raises(KeyError):
            ask("Q5")


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6), st.text("wasd", max_size=6))
def test_a_name_does_not_depend_on_place_and_orientation(cells: set[tuple[int, int]], keys: str) -> None:
    moved = [(x + 7, y + 3) for x, y in press(cells, keys)]
    assert name_cells(moved) == name_cells(cells)
    images = twin.images(cells)
    expected = next((name for name in twin.SHAPES if twin.shape(name) in images), None)
    assert name_cells(cells) == expected
    assert set(map(frozenset, orientations_of(cells))) == images


def test_no_cells_and_repeated_cells_are_not_a_shape() -> None:
    assert name_cells([]) is None
    assert name_cells([(0, 0), (0, 0)]) is None
