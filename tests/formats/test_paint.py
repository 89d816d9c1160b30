"""Code that the backends share: numbers as text, precision under a transform, outlines, and the visible part."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.fast import kernel
from cardgen.formats.paint import (
    number,
    numbers,
    outline_of,
    outline_text,
    path_text,
    placed_rect,
    places_under,
    shown_rect,
    write_outlines,
    write_path,
)
from cardgen.scene.items import PATH_DATA, Command, GlyphRun, Placed, Scene, scale, then, translate, turn
from cardgen.scene.paths import points_of
from cardgen.text.ink import ink_of
from tests.cases import for_cases
from tests.pictures import card, sheet, text


@given(st.floats(-1e6, 1e6), st.integers(0, 9))
def test_numbers_are_short_and_exact_enough(value: float, places: int) -> None:
    written = number(value, places)
    assert set(written) <= set("-0123456789.")
    assert written != "-0"
    assert abs(float(written) - value) <= 0.5 * 10**-places + 1e-9
    whole, _, decimals = written.partition(".")
    assert len(decimals) <= places
    assert not decimals.endswith("0")
    assert whole.lstrip("-") == "0" or not whole.lstrip("-").startswith("0")


def test_zeros_before_the_point_are_kept() -> None:
    assert [number(v) for v in (10, 100.0, -20, 0.1, -0.00001, 1e-9)] == ["10", "100", "-20", "0.1", "0", "0"]
    assert number(1200, 0) == "1200"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_rejected(value: float) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        number(value)


def test_the_cache_of_numbers_is_limited() -> None:
    texts = numbers(3)
    for i in range(140_000):
        texts[i / 7]
    assert len(texts) < 1 << 17
    assert texts[1 / 7] == "0.143"


def test_a_path_is_written_in_a_backends_notation() -> None:
    templates = {"M": "%s,%s go", "L": "%s,%s", "Z": "end"}
    assert path_text((("M", 1.0, 2.5), ("L", 0, -3.0), ("Z",)), templates, "; ", 1) == "1,2.5 go; 0,-3; end"
    assert path_text((), templates, " ", 4) == ""


@for_cases("places", [0, 1, 3, 5])
def test_a_long_path_has_the_numbers_of_a_short_one(places: int) -> None:
    values = (0.0, -0.0, -0.00004, 100, 1.5, -20.25, 0.0005, 1e9 / 3, -1200.0, 10.0, 99.99999, -7)
    templates = {"M": "M%s %s", "L": "L%s %s", "C": "C%s %s %s %s %s %s", "Z": "Z"}
    piece: tuple[Command, ...] = (
        ("M", values[0], values[1]),
        *(("L", x, y) for x in values for y in values),
        ("C", 0.0, -0.0, 1.25, 10, -3.5, 0.001),
        ("Z",),
    )
    short = [path_text((command,), templates, " ", places) for command in piece]
    assert path_text(piece, templates, " ", places) == " ".join(short)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_long_path_with_a_value_that_is_not_finite_is_rejected(value: float) -> None:
    with pytest.raises(ValueError, match=f"{value} cannot be drawn"):
        path_text((*[("L", 1.0, 1.0)] * 100, ("L", 1.0, value)), {"M": "", "L": "L%s %s"}, " ", 4)


@pytest.mark.parametrize("slant", [0.0, 0.2])
def test_the_text_of_an_outline_is_that_of_its_commands(slant: float) -> None:
    templates = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}
    written = GlyphRun("Gü 8", "latin", 5.3, 10.1, 20, (0.61, 0.52, 0.2, 0.55), slant=slant)
    assert outline_text(written, templates, " ", 3) == path_text(outline_of(written), templates, " ", 3)
    assert outline_text(GlyphRun(" ", "latin", 5, 0, 0, (0.2,)), templates, " ", 3) == ""


def test_enlarged_coordinates_have_more_decimals() -> None:
    assert [places_under(scale(f), 4) for f in (0.01, 1, 2, 10, 11, 100)] == [4, 4, 5, 5, 6, 6]
    assert places_under(then(turn(37), translate(500, 9)), 4) == 4


def test_an_outline_has_the_place_of_its_run() -> None:
    (run,) = text("Wg,", 5)
    commands = outline_of(run)
    points = [point for command in commands for point in points_of(command)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, width, height = ink_of(run)
    assert (min(xs), max(xs)) == pytest.approx((left, left + width), abs=0.05)
    assert (min(ys), max(ys)) == pytest.approx((top, top + height), abs=0.05)


def test_the_visible_part_is_the_trim_the_bleed_or_the_sheet() -> None:
    assert shown_rect(card(1), bleed=False) == (0, 0, 63, 88)
    assert shown_rect(card(1), bleed=True) == (-3, -3, 69, 94)
    assert shown_rect(sheet(card(1)), bleed=True) == (0, 0, 210, 297)
    assert placed_rect(Placed(card(1))) == (-3, -3, 69, 94)
    assert placed_rect(Placed(card(1), clip=(1, 2, 3, 4))) == (1, 2, 3, 4)
    assert shown_rect(Scene(5, 6, ()), bleed=True) == (0, 0, 5, 6)


# ---------------------------------------------------------------- the kernel

_LENGTHS = st.floats(-1e4, 1e4) | st.floats(-1e-5, 1e-5) | st.integers(-(10**7), 10**7).map(lambda n: n / 2**12)
_COMMANDS = st.lists(
    st.tuples(st.sampled_from("ML"), _LENGTHS, _LENGTHS) | st.tuples(st.just("C"), *[_LENGTHS] * 6) | st.just(("Z",))
).map(tuple)
_NOTATIONS = st.sampled_from(
    (
        (PATH_DATA, ""),
        ({"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}, " "),
    )
)


@given(_COMMANDS, _NOTATIONS, st.integers(0, 40))
def test_the_kernel_writes_paths_as_python_does(
    commands: tuple[Command, ...], notation: tuple[dict[str, str], str], places: int
) -> None:
    assert kernel is not None
    assert kernel.write_path(commands, *notation, places, True) == write_path(commands, *notation, places)


@given(st.lists(st.tuples(_COMMANDS, _LENGTHS, _LENGTHS)), st.floats(0.1, 100), _NOTATIONS, st.integers(0, 6))
def test_the_kernel_writes_outlines_as_python_does(
    letters: list[tuple[tuple[Command, ...], float, float]],
    size: float,
    notation: tuple[dict[str, str], str],
    places: int,
) -> None:
    glyphs = [
        (
            "".join(name for name, *_ in commands),
            tuple(point for _, *values in commands for point in zip(values[::2], values[1::2], strict=True)),
            left,
            bottom,
        )
        for commands, left, bottom in letters
    ]
    assert kernel is not None
    assert kernel.write_outlines(glyphs, size, *notation, places) == write_outlines(glyphs, size, *notation, places)


@for_cases("commands", [(("M", 1.0),), (("M", 1.0, 2.0, 3.0),), (("Q", 1.0),), (("M", math.nan, 0.0),)])
def test_the_kernel_rejects_what_is_no_path(commands: tuple[Command, ...]) -> None:
    assert kernel is not None
    with pytest.raises((IndexError, KeyError, TypeError, ValueError)):
        kernel.write_path(commands, {"M": "M%s %s"}, "", 4, True)
