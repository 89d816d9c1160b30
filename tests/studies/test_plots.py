"""Plots: complete, distinguishable without colours, and the same bytes for the same chart."""

from __future__ import annotations

import colorsys
import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cardgen.engines.studies import Chart, Estimate, Series
from cardgen.studies.canvas import COLOURS, Theme
from cardgen.studies.numbers import decimals_for, format_figure, format_interval, nice_ticks, rounded, tick_decimals
from cardgen.studies.plots import describe, plot_chart, style_of, with_last
from tests.cases import for_cases
from tests.studies.made_up import COPIES, GARBAGE, LENGTH, SEATS, SUMMARY, WINS, same

SVG = "{http://www.w3.org/2000/svg}"
REPOSITORY = Path(__file__).parent.parent.parent


def drawn(chart: Chart, language: str = "en", theme: Theme = "light") -> ElementTree.Element:
    return ElementTree.fromstring(plot_chart(chart, language, theme))


def ids(root: ElementTree.Element, start: str) -> list[str]:
    return sorted(name for element in root.iter() if (name := element.get("id", "")).startswith(start))


def element_of(root: ElementTree.Element, name: str) -> ElementTree.Element:
    element = root.find(f".//*[@id='{name}']")
    assert element is not None
    return element


def expected(chart: Chart, kind: str) -> list[str]:
    return sorted(
        f"{kind}-{s}-{number}"
        for s, series in enumerate(chart.series)
        for number, estimate in enumerate(series.estimates)
        if estimate is not None and (kind == "bar" or estimate.low != estimate.high)
    )


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("chart", SUMMARY.charts, ids=lambda chart: chart.id)
def test_a_plot_has_a_role_a_title_and_a_description(chart: Chart, language: str) -> None:
    root = drawn(chart, language)
    assert root.get("role") == "img"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == {"zh": "zh-Hans", "en": "en"}[language]
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == chart.title[language]
    assert description is not None
    assert description.text is not None
    assert chart.note[language] in description.text
    assert chart.value_title[language] in description.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert root.find(f".//{SVG}text") is None, "text is outlines: no reader's font decides how it looks"
    assert root.find(f"{SVG}metadata") is None


@pytest.mark.parametrize("chart", [WINS, GARBAGE, COPIES], ids=lambda chart: chart.id)
def test_every_bar_and_interval_is_drawn_and_gaps_stay_empty(chart: Chart) -> None:
    root = drawn(chart)
    assert ids(root, "bar-") == expected(chart, "bar")
    assert ids(root, "interval-") == expected(chart, "interval")
    assert "bar-2-2" not in ids(root, "bar-")
    assert len(ids(root, "key-")) == (len(chart.series) if len(chart.series) > 1 else 0)


def test_series_differ_in_hatches_as_well_as_in_colours() -> None:
    root = drawn(WINS)
    fills = [element_of(root, f"bar-{s}-0").get("fill") for s in range(3)]
    assert fills == [COLOURS["light"]["series-1"], "url(#hatch-1)", "url(#hatch-2)"]
    tiles = [element_of(root, f"hatch-{s}") for s in (1, 2)]
    assert [tile.tag for tile in tiles] == [f"{SVG}pattern"] * 2
    colours = [[element.get("fill", "") for element in tile.iter(f"{SVG}rect")] for tile in tiles]
    assert colours == [[COLOURS["light"][f"series-{s}"]] for s in (2, 3)]
    lines = [[element.get("d", "") for element in tile.iter(f"{SVG}path")] for tile in tiles]
    assert lines[0] != lines[1]


def test_lines_of_many_labels_have_bands_and_of_few_have_error_bars() -> None:
    root = drawn(LENGTH)
    assert ids(root, "line-") == ["line-0", "line-1", "line-2"]
    assert ids(root, "band-") == ["band-0", "band-1", "band-2"]
    assert ids(root, "key-") == ["key-0", "key-1", "key-2"]
    few = drawn(SEATS)
    assert ids(few, "line-") == ["line-0", "line-1"]
    assert ids(few, "band-") == []
    assert ids(few, "interval-") == expected(SEATS, "interval")


def test_lines_differ_in_dashes_and_markers() -> None:
    root = drawn(LENGTH)
    styles, markers = [], []
    for s in range(3):
        group = element_of(root, f"line-{s}")
        path, use = group.find(f"{SVG}path"), group.find(f".//{SVG}use")
        assert path is not None
        assert use is not None
        styles.append(path.get("stroke-dasharray"))
        markers.append(element_of(root, use.get("{http://www.w3.org/1999/xlink}href", "")[1:]).get("d"))
    assert len(set(styles)) == 3
    assert len(set(markers)) == 3


def test_a_line_has_a_gap_where_there_is_no_figure() -> None:
    path = drawn(SEATS).find(f".//*[@id='line-1']/{SVG}path")
    assert path is not None
    assert path.get("d", "").count("M") >= 1
    assert path.get("d", "").count("L") == 1, "of 3, nothing, 5 and 6 only the last two are joined"


def test_a_point_without_neighbours_in_a_long_line_keeps_its_interval_and_marker() -> None:
    estimates: list[Estimate | None] = [Estimate(n, n - 1, n + 1, 9) if n > 9 else None for n in range(30)]
    estimates[4] = Estimate(4, 2, 5, 9)
    chart = replace(LENGTH, series=[Series(same("one"), estimates)], unit="")
    root = drawn(chart)
    assert ids(root, "interval-") == ["interval-0-4"]
    line = root.find(".//*[@id='line-0']")
    assert line is not None
    positions = [float(use.get("x", "")) for use in line.iter(f"{SVG}use")]
    assert len(positions) > 3
    # The first marker stands where the fifth of thirty places is.
    assert min(positions) < float(root.get("width", "")) * 0.3


@for_cases("number", range(0, 36, 5))
def test_no_two_series_look_alike(number: int) -> None:
    assert all(style_of(number) != style_of(other) for other in range(36) if other != number)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_stand_out_from_the_paper(theme: Theme) -> None:
    colours = COLOURS[theme]
    assert len(set(colours.values())) == len(colours)
    for name, colour in colours.items():
        if name not in ("paper", "grid"):
            lower, higher = sorted((luminance(colour), luminance(colours["paper"])))
            least = 4.5 if name in ("ink", "quiet") else 3.0
            assert (higher + 0.05) / (lower + 0.05) >= least, name
    hues = [
        colorsys.rgb_to_hsv(*(int(colours[f"series-{n}"][at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]
        for n in range(1, 6)
    ]
    assert all(min(abs(a - b), 1 - abs(a - b)) > 0.05 for a, b in combinations(hues, 2))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_draws_in_its_own_colours(theme: Theme) -> None:
    other: Theme = "dark" if theme == "light" else "light"
    text = plot_chart(WINS, "en", theme)
    assert all(COLOURS[theme][name] in text for name in ("paper", "ink", "quiet", "grid", "series-1", "series-2"))
    assert not any(colour in text for colour in COLOURS[other].values())


def test_bars_with_many_labels_are_horizontal() -> None:
    def box(chart: Chart, name: str) -> tuple[float, float]:
        rect = element_of(drawn(chart), name)
        return float(rect.get("width", "")), float(rect.get("height", ""))

    wide, high = box(GARBAGE, "bar-0-0")
    assert wide > high
    wide, high = box(COPIES, "bar-0-0")
    assert high > wide
    long = replace(COPIES, labels=[same("a label of several long words that never fits")] * 8)
    wide, high = box(long, "bar-0-0")
    assert wide > high


def test_bars_are_as_long_as_their_values() -> None:
    root = drawn(COPIES)

    def height(number: int) -> float:
        return float(element_of(root, f"bar-0-{number}").get("height", ""))

    assert height(0) == pytest.approx(2 * height(7), abs=0.01)


@pytest.mark.parametrize(
    "change",
    [
        {"labels": [], "series": [Series(same("none"), [])]},
        {"labels": [same("one")], "series": [Series(same("none"), [None])]},
        {"labels": [same("one")], "series": [Series(same("one"), [Estimate(0.0, 0.0, 0.0, 1)])]},
        {"labels": [same("one")], "series": [Series(same("one"), [Estimate(-3.0, -4.0, -2.0, 1)])]},
        {"labels": [same("one")], "series": [Series(same("one"), [Estimate(1e-9, 0.0, 2e9, 1)])]},
        {"labels": [same("1"), same("2")], "series": [Series(same("one"), [Estimate(7.0, 7.0, 7.0, 1)] * 2)]},
        {"labels": [same("2"), same("1")], "series": [Series(same("x" * 300), [Estimate(7.0, 6.0, 8.0, 1)] * 2)] * 7},
        {"labels": [same("")], "series": []},
    ],
)
@pytest.mark.parametrize("kind", ["bars", "lines"])
def test_unusual_charts_are_drawn(change: Any, kind: Any) -> None:
    root = drawn(replace(COPIES, kind=kind, **change))
    assert float(root.get("height", "0")) > 80


def test_markup_and_unknown_characters_in_texts_are_drawn() -> None:
    text = "</title><script>alert(1)</script> $x^2$ -- \\frac & \N{SNOWMAN}\n\"'"
    chart = replace(WINS, title=same(text), note=same(text), value_title=same(text), labels=[same(text)] * 4)
    chart = replace(chart, series=[replace(series, name=same(text)) for series in chart.series])
    source = plot_chart(chart, "zh", "light")
    root = ElementTree.fromstring(source)
    assert "<script" not in source
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == text
    assert len(ids(root, "bar-")) == 11


def test_drawing_prints_nothing_and_leaves_no_files(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    program = (
        "import sys, os; before = dict(os.environ)\n"
        "from cardgen.studies.plots import plot_chart; from tests.studies.made_up import WINS\n"
        "assert plot_chart(WINS, 'zh', 'dark')\n"
        "assert dict(os.environ) == before and not {'matplotlib', 'numpy'} & set(sys.modules)"
    )
    folders = {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=REPOSITORY,
        env={**os.environ, **folders},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_glyph_is_stored_once_and_placed_often() -> None:
    root = drawn(GARBAGE)
    glyphs = ids(root, "glyph-")
    assert len(set(glyphs)) == len(glyphs)
    placed = [use.get("{http://www.w3.org/1999/xlink}href", "")[1:] for use in root.iter(f"{SVG}use")]
    assert set(placed) == set(glyphs)
    assert len(placed) > 2 * len(glyphs)


# ---------------------------------------------------------------- figures in print


@for_cases(
    ("value", "decimals", "unit", "text"),
    [
        (0.3312, 1, "%", "33.1%"),
        (1.0, 0, "%", "100%"),
        (-0.04, 2, "", "−0.04"),
        (-0.04, 1, "", "0.0"),
        (12345.678, 1, "", "12,345.7"),
        (0.29, 0, "%", "29%"),
    ],
)
def test_format_of_figures(value: float, decimals: int, unit: str, text: str) -> None:
    assert format_figure(value, decimals, unit) == text


def test_format_of_intervals() -> None:
    assert format_interval(Estimate(0.25, 0.231, 0.275, 9), 1, "%", "en") == ("23.1", "–", "27.5%")
    assert format_interval(Estimate(0.1, -0.4, 0.3, 9), 1, "", "zh") == ("−0.4", " 至 ", "0.3")
    assert format_interval(Estimate(3.0, 3.0, 3.0, 9), 1, "", "en") is None


def test_decimals_follow_the_width_of_the_intervals() -> None:
    assert [decimals_for(chart) for chart in (WINS, GARBAGE, COPIES, SEATS)] == [1, 2, 0, 2]
    counted = replace(COPIES, series=[Series(same("exact"), [Estimate(v, v, v, 1) for v in (0.5, 0.25)])])
    assert decimals_for(counted) == 2
    third = replace(counted, unit="%", series=[Series(same("exact"), [Estimate(1 / 3, 1 / 3, 1 / 3, 1)])])
    assert [decimals_for(third), decimals_for(replace(third, unit=""))] == [2, 4]


def test_rounding_keeps_ten_digits_and_no_minus_zero() -> None:
    assert rounded(1 / 3) == 0.3333333333
    assert rounded(1234567.0) == 1234567.0
    assert str(rounded(-0.0)) == "0.0"
    with pytest.raises(ValueError, match="nan is not a finite number"):
        rounded(float("nan"))


@for_cases(("low", "high"), [(0, 1), (0, 0.37), (-0.31, 0.76), (3, 97), (0, 1.2e-7), (-5e6, -4e6), (0, 0.3)])
def test_ticks_are_round_and_enclose_all_values(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low + 1e-9 * abs(low)
    assert ticks[-1] >= high - 1e-9 * abs(high)
    assert 3 <= len(ticks) <= 8
    step = ticks[1] - ticks[0]
    assert f"{step:e}"[0] in "125"
    texts = [format_figure(tick, tick_decimals(ticks, ""), "") for tick in ticks]
    assert len(set(texts)) == len(ticks)


def test_a_series_without_figures_takes_no_space_and_keeps_its_colour() -> None:
    empty = Series(same("nothing"), [None] * len(WINS.labels))
    with_empty = replace(WINS, series=[WINS.series[0], empty, *WINS.series[1:]])
    root = drawn(with_empty)
    assert ids(root, "key-") == ["key-0", "key-2", "key-3"]
    assert not ids(root, "bar-1-")
    assert "nothing" not in describe(with_empty, "en")


def test_many_lines_have_no_bands_and_refer_to_the_table() -> None:
    many = replace(LENGTH, series=[replace(LENGTH.series[0], name=same(f"run {number}")) for number in range(5)])
    root = drawn(many)
    assert len(ids(root, "line-")) == 5
    assert not ids(root, "band-")
    assert "The table has the figures and 95% intervals." in describe(many, "en")
    assert "数值与 95% 置信区间见表" in describe(many, "zh")
    assert "with 95% intervals" in describe(LENGTH, "en")
    assert len(ids(drawn(LENGTH), "band-")) == 3


def test_the_last_label_replaces_those_that_it_would_touch() -> None:
    at, widths = [0.0, 30.0, 60.0, 90.0], [10.0, 10.0, 10.0, 60.0]
    assert with_last([0, 2], at, widths) == [0, 3]
    assert with_last([0, 1, 2, 3], at, widths) == [0, 1, 3]
    assert with_last([0, 2], at, [10.0] * 4) == [0, 2, 3]


def test_colours_are_not_set_inside_used_elements() -> None:
    """The stylesheet of a page does not apply inside `use`, so the drawing would be black."""
    for chart in SUMMARY.charts:
        root = drawn(chart)
        placed = {use.get("{http://www.w3.org/1999/xlink}href", "")[1:] for use in root.iter(f"{SVG}use")}
        assert not [name for name in placed if {"fill", "stroke"} & set(element_of(root, name).attrib)]
