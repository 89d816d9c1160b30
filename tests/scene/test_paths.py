"""SVG path data into commands: every command, every notation of numbers, and errors."""

from __future__ import annotations

import math
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import WrongValueError
from cardgen.scene.items import Command, ellipse, polyline, rectangle, turn
from cardgen.scene.paths import area_of, move_path, parse_path, path_bounds, points_of, reverse_path, subpaths
from tests.cases import for_cases


def flat(commands: tuple[Command, ...]) -> list[float]:
    return [v for command in commands for point in points_of(command) for v in point]


def letters(commands: tuple[Command, ...]) -> str:
    return "".join(command[0] for command in commands)


# ---------------------------------------------------------------- reading


@for_cases(
    ("data", "expected"),
    [
        ("M1 2L3 4Z", (("M", 1, 2), ("L", 3, 4), ("Z",))),
        ("m1 2 3 4", (("M", 1, 2), ("L", 4, 6))),
        ("M1 2 3 4 5 6", (("M", 1, 2), ("L", 3, 4), ("L", 5, 6))),
        ("M0 0H5V6h-1v-2", (("M", 0, 0), ("L", 5, 0), ("L", 5, 6), ("L", 4, 6), ("L", 4, 4))),
        ("M.5.5-1-.5", (("M", 0.5, 0.5), ("L", -1, -0.5))),
        ("M1e1,2E-1", (("M", 10, 0.2),)),
        (" M 1 ,2\n\tl+3 , -4 ", (("M", 1, 2), ("L", 4, -2))),
        ("M0 0C1 2 3 4 5 6c1 1 2 2 3 3", (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 6, 7, 7, 8, 8, 9))),
        ("M0 0C0 1 2 3 4 4S7 8 9 9", (("M", 0, 0), ("C", 0, 1, 2, 3, 4, 4), ("C", 6, 5, 7, 8, 9, 9))),
        ("M1 1S7 8 9 9", (("M", 1, 1), ("C", 1, 1, 7, 8, 9, 9))),
        ("M0 0Q3 6 6 0", (("M", 0, 0), ("C", 2, 4, 4, 4, 6, 0))),
        ("M0 0Q3 6 6 0T12 0", (("M", 0, 0), ("C", 2, 4, 4, 4, 6, 0), ("C", 8, -4, 10, -4, 12, 0))),
        ("M1 1T4 4", (("M", 1, 1), ("C", 1, 1, 2, 2, 4, 4))),
        ("M0 0L1 0zm2 2l1 0z", (("M", 0, 0), ("L", 1, 0), ("Z",), ("M", 2, 2), ("L", 3, 2), ("Z",))),
        ("M5 5L6 6Zl1 0", (("M", 5, 5), ("L", 6, 6), ("Z",), ("M", 5, 5), ("L", 6, 5))),
        ("", ()),
    ],
)
def test_path_data_is_parsed(data: str, expected: tuple[Command, ...]) -> None:
    commands = parse_path(data)
    assert letters(commands) == letters(expected)
    assert flat(commands) == pytest.approx(flat(expected))


@for_cases(
    ("data", "message"),
    [
        ("L1 2", "'L1 2' at character 1 of the path data: expected M as the first command"),
        ("M1", "the path data ends too early: expected a number: M takes 2"),
        ("M1 2X", "'X' at character 5 of the path data: expected a command"),
        ("M1 2L3", "the path data ends too early: expected a number: L takes 2"),
        ("M1 2,", "the path data ends too early: expected a number after the comma"),
        ("M1 2,L3 4", "expected a number after the comma"),
        ("M1 2 3", "expected a number: L takes 2"),
        ("M0 0A1 1 0 2 0 5 5", "'2 0 5 5' at character 12 of the path data: expected 0 or 1 as a flag of A"),
        ("M1 1e999", "the number is too large"),
        ("M1 nan", "expected a number: M takes 2"),
        ("M1 2Z3 4", "'3 4' at character 6 of the path data: expected a command"),
    ],
)
def test_wrong_path_data_is_an_error_with_its_position(data: str, message: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        parse_path(data)
    assert message in str(caught.value)


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,+-e \n", max_size=60))
def test_any_text_is_parsed_or_rejected(data: str) -> None:
    try:
        commands = parse_path(data)
    except WrongValueError:
        return
    assert all(math.isfinite(v) for v in flat(commands))
    assert not commands or commands[0][0] == "M"


# ---------------------------------------------------------------- arcs


def test_an_arc_with_compact_flags_is_the_same() -> None:
    spaced = parse_path("M0 0 A 5 5 0 0 1 10 0 A 5 5 0 1 0 20 0")
    assert parse_path("M0 0A5 5 0 0110 0 5 5 0 1020 0") == spaced


@for_cases(("large", "sweep"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_an_arc_of_a_circle_keeps_its_radius(large: int, sweep: int) -> None:
    commands = parse_path(f"M10 0A10 10 0 {large} {sweep} 0 10")
    centre = (0, 0) if large != sweep else (10, 10)
    assert len(commands) == (4 if large else 2)
    position = (10.0, 0.0)
    for command in commands[1:]:
        one, two, end = points_of(command)
        for t in (0.25, 0.5, 1.0):
            u = 1 - t
            parts = zip(position, one, two, end, strict=True)
            point = [u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d for a, b, c, d in parts]
            assert math.dist(point, centre) == pytest.approx(10, rel=3e-4)
        position = end
    assert position == (0, 10)


def test_too_small_radii_are_enlarged_and_zero_is_a_line() -> None:
    assert path_bounds(parse_path("M0 0A1 1 0 0 1 10 0")) == pytest.approx((0, -5, 10, 5), abs=0.01)
    assert parse_path("M0 0A0 5 0 0 1 10 0") == (("M", 0, 0), ("L", 10, 0))
    assert parse_path("M3 3A5 5 0 0 1 3 3") == (("M", 3, 3),)


def test_a_tilted_ellipse_is_a_rotated_ellipse() -> None:
    upright = parse_path("M8 0A8 3 0 0 1 -8 0A8 3 0 0 1 8 0Z")
    tilted = parse_path("M0 8A8 3 90 0 1 0 -8A8 3 90 0 1 0 8Z")
    assert flat(tilted) == pytest.approx(flat(move_path(upright, turn(90))), abs=1e-9)


# ---------------------------------------------------------------- measuring


def test_bounds_follow_the_curve_not_its_handles() -> None:
    assert path_bounds(parse_path("M0 0C0 4 6 4 6 0")) == pytest.approx((0, 0, 6, 3))
    assert path_bounds(ellipse(5, 5, 4, 2)) == pytest.approx((1, 3, 8, 4))
    assert path_bounds(rectangle(1, 2, 3, 4)) == (1, 2, 3, 4)
    assert path_bounds(()) is None


@given(st.lists(st.integers(-9, 9), min_size=8, max_size=8))
def test_bounds_are_those_of_many_points_of_a_curve(numbers: list[int]) -> None:
    x, y, *handles = numbers
    weights = [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in (n / 400 for n in range(401))]
    xs, ys = ([sum(map(mul, four, numbers[at::2])) for four in weights] for at in (0, 1))
    expected = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    assert path_bounds((("M", x, y), ("C", *handles))) == pytest.approx(expected, abs=0.002)


def test_a_reversed_path_is_the_same_shape_in_the_other_direction() -> None:
    shape = (*ellipse(0, 0, 5, 3), *polyline((1, 1), (2, 1), (2, 2)))
    turned = reverse_path(shape)
    assert area_of(turned) == pytest.approx(-area_of(shape))
    assert reverse_path(turned) == shape
    assert [shape[0][0] for shape in subpaths(turned)] == ["M", "M"]
    assert area_of(rectangle(0, 0, 2, 3)) == 6


def test_a_path_of_too_many_coordinates_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.scene.paths.MOST_COORDINATES", 100)
    assert len(parse_path("M0 0" + "l1 1" * 49)) == 50
    for data in ("M0 0" + "l1 1" * 50, "M0 0" + "z" * 99, "M0 0" + "a1 1 0 0 0 1 1" * 5):
        with pytest.raises(WrongValueError, match="a path of more than 100 coordinates"):
            parse_path(data)
