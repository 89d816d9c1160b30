"""Scenes: transforms, path makers and walking."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.scene.items import (
    IDENTITY,
    Command,
    Group,
    Matrix,
    Path,
    Placed,
    Scene,
    apply,
    bounds_of,
    ellipse,
    polyline,
    rectangle,
    scale,
    then,
    translate,
    turn,
    walk,
)
from cardgen.scene.paths import points_of

numbers = st.floats(-1000, 1000)
matrices = st.one_of(
    st.builds(translate, numbers, numbers),
    st.builds(turn, st.floats(-720, 720), numbers, numbers),
    st.builds(scale, st.floats(0.01, 100)),
)


def near(values: tuple[float, ...]) -> object:
    return pytest.approx(values, rel=1e-6, abs=1e-6)


@given(matrices, matrices, numbers, numbers)
def test_then_applies_the_first_transform_first(first: Matrix, second: Matrix, x: float, y: float) -> None:
    assert apply(then(first, second), x, y) == near(apply(second, *apply(first, x, y)))


@given(matrices, matrices, matrices)
def test_composing_transforms_is_associative(a: Matrix, b: Matrix, c: Matrix) -> None:
    assert then(then(a, b), c) == pytest.approx(then(a, then(b, c)), rel=1e-6, abs=1e-3)


@given(matrices)
def test_the_identity_changes_nothing(matrix: Matrix) -> None:
    assert then(matrix, IDENTITY) == then(IDENTITY, matrix) == matrix


def test_quarter_turns_are_exact_and_clockwise() -> None:
    assert apply(turn(90), 1, 0) == (0, 1)  # y runs down: to the right becomes downwards
    assert apply(turn(180, 5, 5), 2, 3) == (8, 7)
    assert apply(turn(-90), 1, 0) == (0, -1)
    assert apply(turn(450), 1, 0) == (0, 1)
    assert then(turn(90), turn(270)) == IDENTITY
    assert turn(0, 3, 4) == turn(360, 3, 4) == IDENTITY


@given(st.floats(-720, 720), numbers, numbers)
def test_a_turn_leaves_its_centre_and_all_distances(degrees: float, x: float, y: float) -> None:
    assert apply(turn(degrees, x, y), x, y) == near((x, y))
    assert math.dist(apply(turn(degrees, x, y), x + 3, y + 4), (x, y)) == pytest.approx(5, abs=1e-6)


def test_the_bounds_of_a_turned_rectangle() -> None:
    assert bounds_of(turn(90), (1, 2, 3, 4)) == (-6, 1, 4, 3)
    assert bounds_of(turn(45), (0, 0, 1, 1)) == near((-math.sqrt(0.5), 0, math.sqrt(2), math.sqrt(2)))


@given(matrices, numbers, numbers, st.floats(0, 50), st.floats(0, 50), st.floats(0, 1), st.floats(0, 1))
def test_bounds_contain_every_point(
    matrix: Matrix, x: float, y: float, width: float, height: float, across: float, down: float
) -> None:
    left, top, wide, high = bounds_of(matrix, (x, y, width, height))
    px, py = apply(matrix, x + across * width, y + down * height)
    assert left - 1e-6 <= px <= left + wide + 1e-6
    assert top - 1e-6 <= py <= top + high + 1e-6


def points(commands: tuple[Command, ...]) -> list[tuple[float, float]]:
    return [point for command in commands for point in points_of(command)]


@given(st.floats(0.1, 50), st.floats(0.1, 50), st.floats(0, 100))
def test_a_rounded_rectangle_stays_in_its_rectangle(width: float, height: float, radius: float) -> None:
    commands = rectangle(2, 3, width, height, radius)
    assert commands[0][0] == "M"
    assert commands[-1] == ("Z",)
    for x, y in points(commands):
        assert 2 - 1e-9 <= x <= 2 + width + 1e-9
        assert 3 - 1e-9 <= y <= 3 + height + 1e-9


def test_a_rectangle_without_corners_is_four_lines() -> None:
    assert [c[0] for c in rectangle(0, 0, 2, 1)] == ["M", "L", "L", "L", "Z"]


def test_an_ellipse_is_round_within_a_thousandth() -> None:
    position = (5.0, 0.0)
    for name, *values in ellipse(0, 0, 5)[1:-1]:
        assert name == "C"
        x1, y1, x2, y2, x, y = values
        for t in (0.25, 0.5, 0.75):
            u = 1 - t
            px = u**3 * position[0] + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x
            py = u**3 * position[1] + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y
            assert math.hypot(px, py) == pytest.approx(5, rel=3e-4)
        position = (x, y)
    assert position == (5, 0)
    assert max(y for _, y in points(ellipse(0, 0, 5, 2))) == 2


def test_polylines() -> None:
    assert polyline((0, 0), (1, 2)) == (("M", 0, 0), ("L", 1, 2))
    assert polyline((0, 0), (1, 2), close=True)[-1] == ("Z",)


BOX = Path(rectangle(0, 0, 1, 1), fill="#000000")
DOT = Path(ellipse(0, 0, 1), fill="#ffffff")


def test_walk_yields_all_items_in_painting_order() -> None:
    inner = Scene(5, 5, (DOT, Group((BOX,), translate(1, 0))))
    items = (BOX, Group((Placed(inner, scale(2)), DOT), translate(10, 0)))
    visited = [(item, apply(matrix, 0, 0)) for matrix, item in walk(items)]
    assert visited == [(BOX, (0, 0)), (DOT, (10, 0)), (BOX, (12, 0)), (DOT, (10, 0))]
