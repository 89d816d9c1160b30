"""The chart of how a deck covers its columns: every figure is right, and everything is on the page."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from cardgen.building.checks.rules import coverage_of
from cardgen.cards.layout.coverage import WIDTH, plot_bars
from cardgen.data.load import load_game
from cardgen.engines import Bars
from cardgen.scene.items import GlyphRun, Path, Scene
from cardgen.text.ink import ink_of
from tests.games_on_disk import REPOSITORY

ABOUT = {"zh": "各列牌数", "en": "Cards by column"}
SMALL = Bars({"zh": "甲", "en": "first"}, [({"zh": "正", "en": "up"}, [3, 0, 1]), ({"en": "down"}, [1, 0, 6])], ABOUT)


@pytest.fixture(scope="module")
def charts() -> list[Bars]:
    return coverage_of(load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates"))


def bars(scene: Scene) -> list[tuple[float, float, float, float, str]]:
    """Return left, top, width, height and colour of each bar, without legends and ground."""
    result = []
    for item in scene.items:
        if isinstance(item, Path) and isinstance(item.fill, str) and item.fill != "#ffffff":
            xs = [numbers[0] for command, *numbers in item.commands if command in "ML"]
            ys = [numbers[1] for command, *numbers in item.commands if command in "ML"]
            box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), item.fill)
            if (round(box[2], 6), round(box[3], 6)) != (2.6, 2.6):
                result.append(box)
    return result


def lines(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, GlyphRun)]


def test_a_chart_has_a_bar_for_each_count_as_high_as_the_count() -> None:
    drawn = bars(plot_bars([SMALL], "Title", ["en"]))
    heights = sorted(round(height, 4) for _, _, _, height, _ in drawn)
    most = max(heights)
    assert heights == [pytest.approx(most * count / 6, abs=0.001) for count in (1, 1, 3, 6)]
    assert len({colour for *_, colour in drawn}) == 2
    floor = {round(top + height, 4) for _, top, _, height, _ in drawn}
    assert len(floor) == 1  # all are on the same line


def test_the_bars_of_a_column_are_side_by_side_above_its_number() -> None:
    scene = plot_bars([SMALL], "Title", ["en"])
    drawn = sorted(bars(scene))
    for (left, _, width, *_), (right, *_) in pairwise(drawn):
        assert left + width <= right
    numbers = [item for item in scene.items if isinstance(item, GlyphRun) and item.size == 2.6 and item.text in "012"]
    assert [run.text for run in numbers] == ["0", "1", "2"]
    first, last = drawn[:2], drawn[2:]
    for (one, two), run in ((first, numbers[0]), (last, numbers[2])):
        assert one[0] < run.x + run.width / 2 < two[0] + two[2]


def test_every_count_is_in_the_chart_and_in_the_text_alternative(charts: list[Bars]) -> None:
    scene = plot_bars(charts, "Block-Killer", ["zh", "en"])
    written = [run for run in lines(scene) if re.fullmatch(r"\d+", run)]
    columns = [str(column) for _ in charts for column in range(10)]
    counts = [str(count) for chart in charts for _, row in chart.series for count in row]
    assert sorted(written) == sorted(columns + counts)
    for chart in charts:
        for label, row in chart.series:
            assert f"{label['zh']} {label['en']} {' '.join(map(str, row))}" in scene.description
    assert scene.description.startswith(
        "普通垃圾 normal garbage: 正放 as printed 40 40 40 40 40 50 50 50 50 50, 倒放 turned"
    )


def test_the_totals_are_those_of_the_deck(charts: list[Bars]) -> None:
    """The total of a deck is ten times its copies minus the holes."""
    filled = {chart.title["en"].split()[0]: sum(chart.series[0][1]) for chart in charts}
    assert filled == {"normal": 50 * 9, "2-wide": 27 * 8, "3-wide": 16 * 7, "4-wide": 10 * 6, "checkerboard": 8 * 5}
    for chart in charts:
        (_, printed), (_, turned) = chart.series
        assert list(printed) == list(reversed(turned))


def test_everything_is_on_the_page(charts: list[Bars]) -> None:
    scene = plot_bars(charts, "方块杀 Block-Killer", ["zh", "en"])
    assert scene.width == WIDTH
    for item in scene.items[1:]:
        if isinstance(item, GlyphRun):
            x, y, width, height = ink_of(item)
        else:
            assert isinstance(item, Path)
            corners = [(numbers[0], numbers[1]) for command, *numbers in item.commands if command in "ML"]
            x, y = min(x for x, _ in corners), min(y for _, y in corners)
            width, height = max(x for x, _ in corners) - x, max(y for _, y in corners) - y
        assert x >= 9
        assert x + width <= WIDTH - 9
        assert y >= 4
        assert y + height <= scene.height - 2


def test_texts_are_in_every_language_once() -> None:
    same = Bars({"zh": "X", "en": "X"}, [({"zh": "X", "en": "X"}, [1])], ABOUT)
    assert "X X" not in plot_bars([same], "T", ["zh", "en"]).description
    assert plot_bars([SMALL], "T", ["zh", "en"]).description == "甲 first: 正 up 3 0 1, down 1 0 6"
    assert plot_bars([SMALL], "T", ["zh"]).description == "甲: 正 3 0 1, down 1 0 6"


def test_the_heading_says_what_the_engine_counts() -> None:
    assert plot_bars([SMALL], "Block-Killer", ["zh", "en"]).title == "Block-Killer · 各列牌数 Cards by column"
    other = replace(SMALL, about={"en": "Pieces by size"})
    assert plot_bars([other, other], "Blokus", ["zh", "en"]).title == "Blokus · Pieces by size"
    assert plot_bars([SMALL, other], "T", ["en"]).title == "T · Cards by column / Pieces by size"
    assert plot_bars([], "T", ["en"]).title == "T"


def test_a_kind_without_cards_and_no_charts_at_all_are_drawn() -> None:
    empty = Bars({"en": "none"}, [({"en": "up"}, [0, 0])], ABOUT)
    assert bars(plot_bars([empty], "T", ["en"])) == []
    assert plot_bars([], "T", ["en"]).items
