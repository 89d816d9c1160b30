"""Colours become inks by the profile, within the ink limit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures

from cardgen.formats.press.conversion import Conversion, is_black, is_dark_and_neutral, most_chromatic
from cardgen.formats.press.inks import format_inks, parse_inks
from cardgen.scene.colour import difference, mix, to_hex
from cardgen.scene.items import Stop
from tests.cases import for_cases
from tests.examples import examples
from tests.formats.press.made import press

pytestmark = pytest.mark.tools

COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda channels: to_hex(*channels))


def percents(inks: tuple[float, ...]) -> list[int]:
    return [round(100 * ink) for ink in inks]


@pytest.mark.parametrize(
    ("colour", "inks"),
    [("#141925", [81, 75, 57, 73]), ("#1b2230", [82, 75, 54, 64]), ("#ffffff", [0, 0, 0, 0])],
)
def test_colours_have_the_inks_of_the_profile(colour: str, inks: list[int]) -> None:
    assert percents(Conversion(press(tac=400)).inks(colour)) == inks


@given(COLOURS, st.integers(200, 400))
@examples(60)
def test_the_limit_takes_from_cyan_magenta_and_yellow_in_proportion(colour: str, tac: int) -> None:
    whole, limited = Conversion(press(tac=400)).inks(colour), Conversion(press(tac=tac)).inks(colour)
    assert sum(limited) <= tac / 100 + 1e-9
    assert limited[3] == whole[3]
    if sum(whole) <= tac / 100 - 0.02:
        assert limited == whole
    else:
        share = sum(limited[:3]) / max(sum(whole[:3]), 1e-9)
        assert all(a == pytest.approx(b * share, abs=2 / 255) for a, b in zip(limited[:3], whole[:3], strict=True))


@pytest.mark.parametrize("less", [0, 5, 15])
def test_a_picture_can_be_kept_below_the_limit(less: int) -> None:
    limited = Conversion(press(tac=300)).limit(Pictures.new("CMYK", (1, 1), (230, 220, 200, 217)), less)
    assert 298 - less < sum(limited.tobytes()) / 2.55 <= 300 - less


@given(st.lists(COLOURS, min_size=1, max_size=8))
@examples(20)
def test_a_pixel_has_the_inks_of_its_colour(colours: list[str]) -> None:
    conversion = Conversion(press(tac=240))
    picture = Pictures.new("RGB", (len(colours), 1))
    for i, colour in enumerate(colours):
        picture.putpixel((i, 0), tuple(bytes.fromhex(colour[1:])))
    converted = conversion.convert(picture)
    inks = [conversion.inks(colour) for colour in colours]
    pixels = [converted.getpixel((i, 0)) for i in range(len(colours))]
    assert [tuple(round(255 * ink) for ink in one) for one in inks] == pixels
    assert most_chromatic(converted, 0) == pytest.approx(max(sum(one[:3]) for one in inks))


def test_black_pixels_of_a_picture_in_place_of_art_are_rich_black() -> None:
    picture = Pictures.new("RGB", (2, 1), (10, 10, 12))
    picture.putpixel((1, 0), (20, 25, 37))
    conversion = Conversion(press(rich_black=(0.3, 0.3, 0.0, 1.0)))
    converted = conversion.convert(picture, rich=True)
    assert converted.getpixel((0, 0)) == (76, 76, 0, 255)
    assert converted.getpixel((1, 0)) == conversion.convert(picture).getpixel((1, 0)) != (76, 76, 0, 255)


def test_a_gradient_gets_more_stops_where_its_inks_would_look_different() -> None:
    conversion = Conversion(press())
    first, last = Stop(0, "#00ff00", 0.0), Stop(1, "#0000ff", 1.0)
    stops = conversion.stops((first, last))
    assert len(stops) > 3
    assert [stop.opacity for stop in stops] == [stop.offset for stop in stops]
    for a, b in pairwise(stops):
        middle = tuple((v + w) / 2 for v, w in zip(parse_inks(a.colour), parse_inks(b.colour), strict=True))
        wanted = conversion.inks(mix("#00ff00", "#0000ff", (a.offset + b.offset) / 2))
        assert difference(conversion.shown(wanted), conversion.shown(middle)) < 3  # type: ignore[arg-type]
    assert len(conversion.stops((Stop(0, "#f4f1e8"), Stop(1, "#e8e2d0")))) == 2


def test_a_step_in_a_gradient_stays_a_step() -> None:
    stops = Conversion(press()).stops(
        (Stop(0, "#ffffff"), Stop(0.5, "#ffffff"), Stop(0.5, "#ff0000"), Stop(1, "#ff0000"))
    )
    assert [stop.offset for stop in stops] == [0, 0.5, 0.5, 1]


@for_cases(
    ("colour", "dark", "black"),
    [
        ("#000000", True, True),
        ("#1a1a1a", True, True),
        ("#1b2230", True, False),
        ("#333333", True, False),
        ("#666666", False, False),
        ("#3a0000", False, False),
        ("#102060", False, False),
    ],
)
def test_colours_that_become_black(colour: str, dark: bool, black: bool) -> None:
    assert (is_dark_and_neutral(colour), is_black(colour)) == (dark, black)


def test_inks_as_a_colour_of_a_scene() -> None:
    assert format_inks((0.3, 0.25, 0, 1), overprint=True) == "cmyk 0.3 0.25 0 1 overprint"
    assert parse_inks("cmyk 0.3 0.25 0 1 overprint") == (0.3, 0.25, 0.0, 1.0)
