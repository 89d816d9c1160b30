"""Which points are inside of a path, and which its stroke covers."""

from __future__ import annotations

import math

import pytest

from cardgen.scene.items import Path, Pen, apply, ellipse, polyline, rectangle, then, turn
from cardgen.scene.regions import flatten, inverse, region_of, stroke_of
from tests.cases import for_cases

SQUARE = rectangle(0, 0, 10, 10)
HOLE = rectangle(3, 3, 4, 4)


@for_cases(("point", "inside"), [((5, 5), True), ((0.01, 9.99), True), ((-0.01, 5), False), ((5, 11), False)])
def test_the_inside_of_a_rectangle(point: tuple[float, float], inside: bool) -> None:
    assert (point in region_of(SQUARE)) is inside


def test_holes_depend_on_the_rule_and_on_the_direction() -> None:
    backwards = polyline((3, 3), (3, 7), (7, 7), (7, 3), close=True)
    assert (5, 5) in region_of(SQUARE + HOLE)
    assert (5, 5) not in region_of(SQUARE + HOLE, even_odd=True)
    assert (5, 5) not in region_of(SQUARE + backwards)


def test_curves_are_near_their_circle() -> None:
    for points, closed in flatten(ellipse(0, 0, 20)):
        assert closed
        assert all(abs(math.hypot(x, y) - 20) < 0.02 for x, y in points)
    circle = region_of(ellipse(0, 0, 20))
    assert (13.9, 13.9) in circle
    assert (14.3, 14.3) not in circle


@for_cases(
    ("path", "covered", "free"),
    [
        (Path(SQUARE, stroke="#000000", stroke_width=2), [(0.9, 5), (-0.9, 5)], [(5, 5), (1.1, 5), (-1.1, 5)]),
        (Path(polyline((0, 0), (10, 0)), stroke="#000000", stroke_width=2), [(9.9, 0.9)], [(10.1, 0), (5, 1.1)]),
        (Path(polyline((0, 0), (10, 0)), stroke="#000000", stroke_width=2, pen=Pen("round")), [(10.9, 0)], [(11.1, 0)]),
        (
            Path(polyline((0, 0), (10, 0)), stroke="#000000", stroke_width=2, pen=Pen("square")),
            [(10.9, 0.9)],
            [(11.1, 0)],
        ),
        (Path(polyline((0, 0), (10, 0)), stroke="#000000", stroke_width=2, dash=(2, 1)), [(1, 0), (4, 0)], [(2.5, 0)]),
        (Path(polyline((0, 0), (10, 0)), stroke="#000000", stroke_width=2, dash=(3,)), [(1, 0), (7, 0)], [(4.5, 0)]),
    ],
)
def test_the_ink_of_a_stroke(path: Path, covered: list[tuple[float, float]], free: list[tuple[float, float]]) -> None:
    stroke = stroke_of(path)
    assert all(point in stroke for point in covered)
    assert not any(point in stroke for point in free)


def test_the_inverse_of_a_transform() -> None:
    matrix = then((2.0, 0.5, -1.0, 3.0, 4.0, 5.0), turn(33, 2, 9))
    back = inverse(matrix)
    assert back is not None
    assert apply(back, *apply(matrix, 7, -3)) == pytest.approx((7, -3))
    assert inverse((1.0, 0.0, 2.0, 0.0, 0.0, 0.0)) is None
