"""The outlines of plain shapes, and patterns that fill an area."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from cardgen.scene.items import Command, Group, Item, Path, Placed, Rect, ellipse, rectangle, walk
from cardgen.scene.outlines import arc, arrow_head, fit_path, regular_polygon, rounded, star
from cardgen.scene.paths import area_of, move_path, parse_path, path_bounds, points_of
from cardgen.scene.patterns import MARKS, draw_pattern

AREA: Rect = (10.0, 20.0, 40.0, 12.0)


def corners(commands: tuple[Command, ...]) -> list[tuple[float, float]]:
    return [point for command in commands for point in points_of(command)]


def test_one_radius_rounds_all_corners() -> None:
    assert rounded(AREA, 3) == rectangle(*AREA, 3)
    assert path_bounds(rounded(AREA, (3, 3, 3, 3))) == AREA
    assert area_of(rounded(AREA, (3, 3, 3, 3))) == pytest.approx(area_of(rounded(AREA, 3)))


def test_each_corner_may_have_its_own_radius() -> None:
    shape = rounded(AREA, (2, 0, 4, 0))
    assert path_bounds(shape) == AREA
    assert sum(command[0] == "C" for command in shape) == 2
    assert (50, 20) in corners(shape)  # top right is sharp
    assert (10, 20) not in corners(shape)


def test_radii_that_do_not_fit_are_reduced_together() -> None:
    shape = rounded((0, 0, 10, 10), (10, 10, 0, 0))
    assert path_bounds(shape) == (0, 0, 10, 10)
    assert shape[0] == ("M", 5, 0)


def test_a_hexagon_has_a_corner_or_a_side_at_the_top() -> None:
    wide: Rect = (0, 0, 20, 20)
    upright, flat = regular_polygon(wide, 6), regular_polygon(wide, 6, flat=True)
    assert path_bounds(upright) == pytest.approx((10 - 5 * math.sqrt(3), 0, 10 * math.sqrt(3), 20))
    assert path_bounds(flat) == pytest.approx((0, 10 - 5 * math.sqrt(3), 20, 10 * math.sqrt(3)))
    assert upright[0][0] == "M"
    assert upright[0][1:] == pytest.approx((10, 0))
    sides = [math.dist(a, b) for a, b in zip(corners(flat), corners(flat)[1:], strict=False)]
    assert sides == pytest.approx([10] * 5)


def test_a_triangle_is_as_large_as_it_fits() -> None:
    bounds = path_bounds(regular_polygon((0, 0, 10, 50), 3))
    assert bounds is not None
    assert bounds[2:] == pytest.approx((10, 5 * math.sqrt(3)))
    assert bounds[1] == pytest.approx(25 - 2.5 * math.sqrt(3))


def test_the_inner_corners_of_a_star_have_their_radius() -> None:
    shape = star((-10, -10, 20, 20), 4, 0.3)
    assert [round(math.hypot(*point), 6) for point in corners(shape)] == [10, 3] * 4


def test_parts_of_an_ellipse() -> None:
    assert arc(AREA, 0, 360) == ellipse(30, 26, 20, 6)
    assert path_bounds(arc(AREA, 0, 90)) == pytest.approx((30, 20, 20, 6))  # from the top to the right
    assert path_bounds(arc(AREA, 180, 360)) == pytest.approx((10, 20, 20, 12))
    assert arc(AREA, 0, 90)[0] == ("M", 30, 26)
    assert corners(arc(AREA, 0, 90, "chord"))[0] == pytest.approx((30, 20))
    assert arc(AREA, 0, 90, "chord")[-1] == ("Z",)
    assert arc(AREA, 0, 90, "open")[-1][0] == "C"
    assert sum(command[0] == "C" for command in arc(AREA, 10, 300, "open")) == 4


def test_a_path_is_in_mm_or_in_its_own_view() -> None:
    shape = parse_path("M0 0H2V1H0Z")
    assert path_bounds(fit_path(shape, AREA)) == (10, 20, 2, 1)
    assert path_bounds(fit_path(shape, AREA, (0, 0, 2, 1))) == (18, 20, 24, 12)
    assert path_bounds(fit_path(shape, AREA, (0, 0, 2, 1), stretch=True)) == AREA
    assert path_bounds(fit_path(shape, AREA, (-1, 0, 4, 2))) == (24, 20, 12, 6)


def test_an_arrow_ends_at_its_tip_and_its_line_inside_its_head() -> None:
    head, end = arrow_head((10, 0), (0, 0), 4)
    assert path_bounds(head) == (6, -1.5, 4, 3)
    assert end == pytest.approx((6.4, 0))


# ---------------------------------------------------------------- patterns


@pytest.mark.parametrize("marks", sorted(MARKS))
@pytest.mark.parametrize("turned", [0.0, 30.0, 90.0])
def test_a_pattern_covers_its_area(marks: str, turned: float) -> None:
    items = draw_pattern(marks, AREA, "#112233", 3.0, turned=turned)
    squares = []
    for matrix, item in walk(items):
        assert isinstance(item, Path)
        assert item.fill == "#112233"
        squares.append(matrix)
    room = [move_path(rectangle(0, 0, 3.0 * _columns(items), 3.0), matrix) for matrix in squares]  # what each row takes
    for x, y in ((10.01, 20.01), (49.99, 20.01), (30, 26), (10.01, 31.99), (49.99, 31.99)):
        assert any(_inside((x, y), row) for row in room)


def _columns(items: Iterable[Item]) -> float:
    """Return the least number of columns of the rows in some items."""
    widths = []
    for item in items:
        if isinstance(item, Placed):
            widths.append(item.scene.width / 3.0)
        elif isinstance(item, Group):
            widths.append(_columns(item.items))
    return min(widths)


def _inside(point: tuple[float, float], ring: tuple[Command, ...]) -> bool:
    points = corners(ring)
    turns = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(points, [*points[1:], points[0]], strict=True)
    ]
    return all(turn >= -1e-6 for turn in turns)


def test_a_pattern_has_a_mark_in_the_middle_and_its_rows_are_one_scene() -> None:
    items = draw_pattern("dots", (0, 0, 9, 9), "#112233", 3.0)
    placed = [item for item in items if isinstance(item, Placed)]
    assert len({id(item.scene) for item in placed}) == 1
    assert [item.matrix[5] for item in placed] == [0, 3, 6]
    assert placed[0].matrix[4] == 0
    again = draw_pattern("dots", (50, 0, 9, 9), "#112233", 3.0)
    assert isinstance(again[0], Placed)
    assert again[0].scene is placed[0].scene


def test_the_weight_of_stripes_is_their_coloured_fraction() -> None:
    (row, *_) = draw_pattern("stripes", (0, 0, 9, 9), "#112233", 3.0, weight=0.5)
    assert isinstance(row, Placed)
    (stripe,) = row.scene.items
    assert isinstance(stripe, Path)
    assert path_bounds(stripe.commands) == (0, 0.75, 9, 1.5)
