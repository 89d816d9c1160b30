"""Colour arithmetic against published figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.building.checks.colours import LEAST_DIFFERENCE
from cardgen.data.reading import parse_yaml
from cardgen.scene.colour import (
    SIGHTS,
    Triple,
    ciede2000,
    contrast,
    difference,
    lab,
    luminance,
    mix,
    parse_hex,
    shade_of,
    to_hex,
)
from tests.cases import for_cases
from tests.games_on_disk import REPOSITORY

# Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", Color Research and Application 30 (2005), table 1.
SHARMA = """
50 2.6772 -79.7751   50 0 -82.7485   2.0425
50 3.1571 -77.2803   50 0 -82.7485   2.8615
50 2.8361 -74.0200   50 0 -82.7485   3.4412
50 -1.3802 -84.2814   50 0 -82.7485   1.0000
50 -1.1848 -84.8006   50 0 -82.7485   1.0000
50 -0.9009 -85.5211   50 0 -82.7485   1.0000
50 0 0   50 -1 2   2.3669
50 -1 2   50 0 0   2.3669
50 2.4900 -0.0010   50 -2.4900 0.0009   7.1792
50 2.4900 -0.0010   50 -2.4900 0.0010   7.1792
50 2.4900 -0.0010   50 -2.4900 0.0011   7.2195
50 2.4900 -0.0010   50 -2.4900 0.0012   7.2195
50 -0.0010 2.4900   50 0.0009 -2.4900   4.8045
50 -0.0010 2.4900   50 0.0010 -2.4900   4.8045
50 -0.0010 2.4900   50 0.0011 -2.4900   4.7461
50 2.5 0   50 0 -2.5   4.3065
50 2.5 0   73 25 -18   27.1492
50 2.5 0   61 -5 29   22.8977
50 2.5 0   56 -27 -3   31.9030
50 2.5 0   58 24 15   19.4535
50 2.5 0   50 3.1736 0.5854   1.0000
50 2.5 0   50 3.2972 0   1.0000
50 2.5 0   50 1.8634 0.5757   1.0000
50 2.5 0   50 3.2592 0.3350   1.0000
60.2574 -34.0099 36.2677   60.4626 -34.1751 39.4387   1.2644
63.0109 -31.0961 -5.8663   62.8187 -29.7946 -4.0864   1.2630
61.2901 3.7196 -5.3901   61.4292 2.2480 -4.9620   1.8731
35.0831 -44.1164 3.7933   35.0232 -40.0716 1.5901   1.8645
22.7233 20.0904 -46.6940   23.0331 14.9730 -42.5619   2.0373
36.4612 47.8580 18.3852   36.2715 50.5065 21.2231   1.4146
90.8027 -2.0831 1.4410   91.1528 -1.6435 0.0447   1.4441
90.9257 -0.5406 -0.9208   88.6381 -0.8985 -0.7239   1.5381
6.7747 -0.2908 -2.4247   5.8714 -0.0985 -2.2286   0.6377
2.0776 0.0795 -1.1350   0.9033 -0.0636 -0.5514   0.9082
"""
PAIRS = [tuple(map(float, line.split())) for line in SHARMA.strip().splitlines()]

HEXES = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_all_published_pairs_are_tested() -> None:
    assert len(PAIRS) == 34


@for_cases("pair", PAIRS)
def test_ciede2000_agrees_with_its_authors(pair: tuple[float, ...]) -> None:
    first: Triple = (pair[0], pair[1], pair[2])
    second: Triple = (pair[3], pair[4], pair[5])
    assert ciede2000(first, second) == pytest.approx(pair[6], abs=5e-5)
    assert ciede2000(second, first) == pytest.approx(pair[6], abs=5e-5)


@for_cases(
    ("colour", "expected"),
    [
        ("#ffffff", (100.0, 0.0, 0.0)),
        ("#000000", (0.0, 0.0, 0.0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
    ],
)
def test_lab_of_srgb(colour: str, expected: Triple) -> None:
    assert lab(colour) == pytest.approx(expected, abs=0.02)


@for_cases(
    ("colour", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#0000ff", "#ffffff", 8.59),
        ("#ff0000", "#ffffff", 4.00),
        ("#ffff00", "#ffffff", 1.07),
    ],
)
def test_contrast_follows_wcag(colour: str, other: str, ratio: float) -> None:
    assert contrast(colour, other) == contrast(other, colour) == pytest.approx(ratio, abs=0.005)


def test_luminance_is_from_0_for_black_to_1_for_white() -> None:
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)
    assert luminance("#ff0000") == pytest.approx(0.2126)


@for_cases("sight", SIGHTS)
def test_every_kind_of_vision_keeps_white_and_grey(sight: str) -> None:
    for row in SIGHTS[sight]:
        assert sum(row) == pytest.approx(1, abs=2e-6)
    for grey in ("#000000", "#7f7f7f", "#ffffff"):
        assert lab(grey, sight) == pytest.approx(lab(grey), abs=0.01)


def test_kinds_of_vision_confuse_the_colours_that_they_should() -> None:
    # Red and green of one lightness run together for protan and deutan sight, blue and green for tritan sight.
    red, green = "#cc4040", "#7a7a2a"
    assert difference(red, green) > 30
    assert max(difference(red, green, "protan"), difference(red, green, "deutan")) < 25
    assert difference("#0090c0", "#00a070", "tritan") < difference("#0090c0", "#00a070") / 2
    assert difference(red, green, "tritan") > 25


def _palette() -> dict[str, str]:
    text = (REPOSITORY / "card_data" / "block-killer" / "blocks.yaml").read_text(encoding="utf-8")
    return {card["id"]: card["colour"] for card in parse_yaml(text, "blocks.yaml").value["cards"]}


@for_cases("sight", SIGHTS)
def test_no_two_shipped_blocks_have_similar_colours_in_any_kind_of_vision(sight: str) -> None:
    palette = _palette()
    assert len(palette) == 8
    for first, second in combinations(palette, 2):
        apart = difference(palette[first], palette[second], sight)
        assert apart >= LEAST_DIFFERENCE, f"{first} and {second} are {apart:.1f} apart"


def test_each_block_keeps_its_customary_hue() -> None:
    palette = {name: parse_hex(colour) for name, colour in _palette().items()}
    hues: dict[str, Callable[[int, int, int], bool]] = {
        "Z": lambda r, g, b: r > g + b,
        "S": lambda r, g, b: g > max(r, b),
        "J": lambda r, g, b: b > max(r, g),
        "L": lambda r, g, b: r > g > b + 60,
        "T": lambda r, g, b: min(r, b) > g + 50,
        "O": lambda r, g, b: min(r, g) > b + 100,
        "I": lambda r, g, b: min(g, b) > r + 50,
        "M": lambda r, g, b: r > b > g,
    }
    assert [name for name, hue in hues.items() if not hue(*palette[name])] == []


@given(HEXES)
def test_a_colour_is_parsed_and_formatted(colour: str) -> None:
    assert to_hex(*parse_hex(colour)) == colour
    assert parse_hex(colour.upper()) == parse_hex(colour)


@for_cases("text", ["", "#fff", "112233", "#11223g", "#1122334", "red", "#112233\n", " #112233"])
def test_anything_else_is_not_a_colour(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"not a colour: {text!r}, expected #rrggbb")):
        parse_hex(text)


def test_channels_are_rounded_and_clamped() -> None:
    assert to_hex(-3, 127.6, 300) == "#0080ff"


@given(HEXES, HEXES)
def test_a_mixture_is_between_its_colours(first: str, second: str) -> None:
    assert mix(first, second, 0) == first
    assert mix(first, second, 1) == second
    assert mix(first, first, 0.3) == first


@given(HEXES)
def test_marks_contrast_with_the_colour_under_them(colour: str) -> None:
    shade = shade_of(colour)
    assert contrast(colour, shade) > 1.4
    assert shade not in ("#000000", "#ffffff") or colour in ("#000000", "#ffffff")
    assert (luminance(shade) < luminance(colour)) == (luminance(colour) > 0.18)


@given(HEXES, HEXES, st.sampled_from(list(SIGHTS)))
def test_a_difference_is_zero_for_itself_and_symmetric(first: str, second: str, sight: str) -> None:
    assert difference(first, first, sight) == 0
    assert difference(first, second, sight) == pytest.approx(difference(second, first, sight))
    assert 0 <= difference(first, second, sight) < 130
