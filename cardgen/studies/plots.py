"""Charts drawn by matplotlib, as SVG: the same chart gives the same bytes.

Colour is never the only cue: bars have hatches, lines have markers and dashes. Exact figures have no
error bars, missing ones leave a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.studies.canvas import (
    COLOURS,
    LEADING,
    WIDTH,
    Sheet,
    Theme,
    broken,
    finish,
    matplotlib_alone,
    new_sheet,
    width_of,
)
from cardgen.studies.numbers import decimals_for, estimates_of, nice_ticks, tick_decimals, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----", "||||")
_MARKERS = ("o", "s", "^", "D", "v", "P")
_DASHES: tuple[Any, ...] = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 1.5)), (0, (9, 3)))

# px
_GAP = 8.0
_PLOT_HEIGHT = 210.0
_BAR = 10.0
_WIDEST_LABEL = 150.0
_MOST_UPRIGHT = 8
# More bands over one another than this hide what they belong to.
_MOST_BANDS = 3


def plot_chart(chart: Chart, language: str, theme: Theme) -> str:
    """The chart as an SVG document: 436 px wide, as high as it needs; role, title and description for those who do not
    see it. Bars, lines and intervals have ids: `bar-<series>-<label>`, `line-<series>`, `band-<series>`,
    `interval-<series>-<label>`, `key-<series>`. A character that no bundled font has is drawn as `?`.

    Needs matplotlib (ImportError otherwise); writes nothing but a folder of the system's for temporary files.
    """
    with matplotlib_alone(f"{chart.id}.{language}"):
        sheet = _lines(chart, language, theme) if chart.kind == "lines" else _bars(chart, language, theme)
        drawn = sheet.svg()
    lang = "zh-Hans" if language == "zh" else language
    paper = COLOURS[theme]["paper"]
    return finish(drawn, text_in(chart.title, language), describe(chart, language), lang, paper)


def text_in(texts: Texts, language: str) -> str:
    """The text in that language, or in the first there is."""
    return texts[language] if language in texts else next(iter(texts.values()), "")


def describe(chart: Chart, language: str) -> str:
    """The plot in a sentence, for those who do not see it."""
    value, label = text_in(chart.value_title, language), text_in(chart.label_title, language)
    names = [text_in(chart.series[number].name, language) for number in present(chart)]
    drawn = has_intervals(chart)
    if language == "zh":
        kind = "折线图" if chart.kind == "lines" else "条形图"
        with_intervals, figures = ("，带 95% 置信区间", "数值") if drawn else ("", "数值与 95% 置信区间")
        said = f"{kind}：按“{label}”列出“{value}”{with_intervals}。系列：{'；'.join(names)}。{figures}见表。"
    else:
        kind = "Line chart" if chart.kind == "lines" else "Bar chart"
        with_intervals, figures = (", with 95% intervals", "figures") if drawn else ("", "figures and 95% intervals")
        said = f"{kind}: {value} by {label}{with_intervals}. Series: {'; '.join(names)}. The table has the {figures}."
    return f"{text_in(chart.note, language)} {said}".strip()


def present(chart: Chart) -> list[int]:
    """The numbers of the series that have anything to say."""
    return [number for number, series in enumerate(chart.series) if any(series.estimates)]


def has_intervals(chart: Chart) -> bool:
    """Whether the plot shows intervals: bars always do, lines as long as their bands can be told apart."""
    return chart.kind == "bars" or len(chart.labels) <= _MOST_UPRIGHT or len(present(chart)) <= _MOST_BANDS


def style_of(number: int) -> tuple[str, str, str, Any]:
    """(colour, hatch, marker, dashes) of a series: no two of the first 36 are alike."""
    turn = (number + number // 6) % 6
    return f"series-{number % 6 + 1}", _HATCHES[turn], _MARKERS[turn], _DASHES[turn]


def is_told_by_name(chart: Chart) -> bool:
    """Whether the series' names say something that the title of the values does not."""
    return len(chart.series) > 1 or any(dict(each.name) != dict(chart.value_title) for each in chart.series)


def _key_rows(chart: Chart, language: str) -> list[list[tuple[int, float, str]]]:
    """Rows of (series, x, name) that explain the colours."""
    rows: list[list[tuple[int, float, str]]] = []
    x = WIDTH
    for number in present(chart) if is_told_by_name(chart) else ():
        name = text_in(chart.series[number].name, language)
        for line, part in enumerate(broken(name, WIDTH - 34, language)):
            wide = 30 + width_of(part, language)
            if not rows or line or x + wide > WIDTH:
                rows.append([])
                x = 1.0
            rows[-1].append((number if not line else -1, x, part))
            x += wide + 16
    return rows


def _head(chart: Chart, language: str, title: Texts) -> tuple[float, list[list[tuple[int, float, str]]], list[str]]:
    """How high what stands over the plot is, and what it is: rows of the key, lines of the title."""
    rows = _key_rows(chart, language)
    lines = broken(text_in(title, language), WIDTH, language)
    return 4 + (len(rows) * 18 + 6) * bool(rows) + len(lines) * LEADING + 6, rows, lines


def _draw_head(sheet: Sheet, chart: Chart, rows: list[list[tuple[int, float, str]]], lines: list[str]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    y = 4.0
    figure, height, colours = sheet.figure, sheet.height, sheet.colours
    for row in rows:
        for number, x, name in row:
            if number >= 0:
                colour, hatch, marker, dashes = style_of(number)
                middle = 1 - (y + 9) / height
                if chart.kind == "bars":
                    swatch: Any = Rectangle(
                        (x / WIDTH, middle - 5.5 / height),
                        22 / WIDTH,
                        11 / height,
                        facecolor=colours[colour],
                        hatch=hatch,
                    )
                    swatch.set(edgecolor=colours["paper"], linewidth=0.6)
                else:
                    swatch = Line2D([x / WIDTH, (x + 11) / WIDTH, (x + 22) / WIDTH], [middle] * 3, markevery=[1])
                    swatch.set(color=colours[colour], linewidth=2, linestyle=dashes, **_marker(marker, colours))
                swatch.set(gid=f"key-{number}", transform=figure.transFigure)
                figure.add_artist(swatch)
            sheet.write(x + 28, y + 13, name)
        y += 18
    y += 6 * bool(rows)
    for line in lines:
        sheet.write(0, y + 12, line, colour="quiet")
        y += LEADING


def _marker(marker: str, colours: dict[str, str], size: float = 6.5) -> dict[str, Any]:
    return {"marker": marker, "markersize": size, "markeredgecolor": colours["paper"], "markeredgewidth": 0.9}


def _span(chart: Chart, from_zero: bool) -> list[float]:
    """The ticks of the values: all intervals lie between the first and the last."""
    found = [v for e in estimates_of(chart) for v in (e.low, e.value, e.high)] or [0.0]
    low, high = min(found), max(found)
    if from_zero or 0 <= low < 0.6 * high or 0 >= high > 0.6 * low:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = (low, low + 1.0) if low >= 0 else (low - 1.0, low + 1.0)
    return nice_ticks(low, high)


def _told_ticks(chart: Chart, ticks: Sequence[float]) -> list[str]:
    decimals = tick_decimals(ticks, chart.unit)
    return [told(tick, decimals, chart.unit) for tick in ticks]


def _interval(
    sheet: Sheet, axes: Axes, at: float, estimate: Estimate, cap: float, gid: str, upright: bool, colour: str = "ink"
) -> None:
    """An error bar with a halo of paper, so that it is seen on a bar of any colour. None for an exact figure."""
    from matplotlib.patheffects import Normal, Stroke

    if estimate.low == estimate.high:
        return
    nan = float("nan")
    across = [at, at, nan, at - cap, at + cap, nan, at - cap, at + cap]
    along = [estimate.low, estimate.high, nan, estimate.low, estimate.low, nan, estimate.high, estimate.high]
    halo = [Stroke(linewidth=2.6, foreground=sheet.colours["paper"]), Normal()]
    x, y = (across, along) if upright else (along, across)
    axes.plot(x, y, color=sheet.colours[colour], linewidth=1.3, gid=gid, path_effects=halo, clip_on=False, zorder=4)


def _bars(chart: Chart, language: str, theme: Theme) -> Sheet:
    return _bars_upright(chart, language, theme) if _fits_upright(chart) else _bars_flat(chart, language, theme)


def _fits_upright(chart: Chart) -> bool:
    """Whether bars can stand over their labels; decided for all languages, so that a plot looks alike in each."""
    if not 0 < len(chart.labels) <= _MOST_UPRIGHT or len(chart.labels) * len(chart.series) > 24:
        return False
    slot = (WIDTH - 50) / len(chart.labels) - 6
    for label in chart.labels:
        for language, text in label.items():
            lines = broken(text, slot, language)
            if len(lines) > 2 or any(width_of(line, language) > slot for line in lines):
                return False
    return True


def _ends(chart: Chart) -> list[str] | None:
    """What is written at the bars' ends: the figures, where there is one bar a label."""
    if len(chart.series) != 1:
        return None
    decimals = decimals_for(chart)
    return [told(e.value, decimals, chart.unit) if e else "" for e in chart.series[0].estimates]


def _bars_upright(chart: Chart, language: str, theme: Theme) -> Sheet:
    ticks = _span(chart, from_zero=True)
    names = _told_ticks(chart, ticks)
    top, rows, lines = _head(chart, language, chart.value_title)
    ends = _ends(chart)
    left = max(width_of(name, language) for name in names) + _GAP
    slot = (WIDTH - left) / len(chart.labels)
    labels = [broken(text_in(label, language), slot - 6, language) for label in chart.labels]
    below = max(map(len, labels)) * LEADING + 4
    title = broken(text_in(chart.label_title, language), WIDTH - left, language)
    top += 16 if ends else 8
    bottom = top + _PLOT_HEIGHT
    sheet = new_sheet(bottom + below + len(title) * LEADING + 6, language, theme)
    _draw_head(sheet, chart, rows, lines)
    axes = sheet.axes(left, top, WIDTH, bottom)
    axes.set(xlim=(-0.5, len(labels) - 0.5), ylim=(ticks[0], ticks[-1]))
    _grid(sheet, axes, ticks, upright=True)
    for tick, name in zip(ticks, names, strict=True):
        y = bottom - (tick - ticks[0]) / (ticks[-1] - ticks[0]) * _PLOT_HEIGHT
        sheet.write(left - _GAP, y + 4, name, align=1, colour="quiet")
    thick = min(0.76 / max(len(present(chart)), 1), 56 / slot)
    _draw_bars(sheet, axes, chart, thick, min(4 / slot, thick * 0.3), upright=True)
    for number, label in enumerate(labels):
        x = left + (number + 0.5) * slot
        for line, part in enumerate(label):
            sheet.write(x, bottom + 15 + line * LEADING, part, align=0.5)
        estimate = chart.series[0].estimates[number] if ends else None
        if ends and estimate:
            end = max(estimate.high, estimate.value, 0.0)
            sheet.write(x, bottom - (end - ticks[0]) / (ticks[-1] - ticks[0]) * _PLOT_HEIGHT - 5, ends[number], 0.5)
    for line, part in enumerate(title):
        sheet.write((left + WIDTH) / 2, bottom + below + 14 + line * LEADING, part, align=0.5, colour="quiet")
    return sheet


def _bars_flat(chart: Chart, language: str, theme: Theme) -> Sheet:
    ticks = _span(chart, from_zero=True)
    names = _told_ticks(chart, ticks)
    top, rows, lines = _head(chart, language, chart.label_title)
    labels = [broken(text_in(label, language), _WIDEST_LABEL, language) for label in chart.labels]
    ends = _ends(chart)
    left = max((width_of(line, language) for label in labels for line in label), default=0.0) + _GAP
    right = WIDTH - max(
        width_of(names[-1], language) / 2, max((width_of(each, language) for each in ends or ()), default=0)
    )
    right -= 6
    bar = _BAR if len(chart.series) > 1 else 13.0
    row = max(bar * len(present(chart)) + 9, max(map(len, labels), default=1) * LEADING + 5)
    bottom = top + row * len(labels)
    title = broken(text_in(chart.value_title, language), WIDTH - left, language)
    sheet = new_sheet(bottom + 20 + len(title) * LEADING + 6, language, theme)
    _draw_head(sheet, chart, rows, lines)
    axes = sheet.axes(left, top, right, bottom)
    axes.set(xlim=(ticks[0], ticks[-1]), ylim=(max(len(labels), 1) - 0.5, -0.5))
    _grid(sheet, axes, ticks, upright=False)

    def across(value: float) -> float:
        return left + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (right - left)

    for tick, name in zip(ticks, names, strict=True):
        sheet.write(across(tick), bottom + 15, name, align=0.5, colour="quiet")
    _draw_bars(sheet, axes, chart, bar / row, min(3.5, bar * 0.3) / row, upright=False)
    for number, label in enumerate(labels):
        y = top + (number + 0.5) * row + 4 - (len(label) - 1) * LEADING / 2
        for line, part in enumerate(label):
            sheet.write(left - _GAP, y + line * LEADING, part, align=1)
        estimate = chart.series[0].estimates[number] if ends else None
        if ends and estimate:
            sheet.write(
                across(max(estimate.high, estimate.value, 0.0)) + 6, top + (number + 0.5) * row + 4, ends[number]
            )
    for line, part in enumerate(title):
        sheet.write((left + right) / 2, bottom + 33 + line * LEADING, part, align=0.5, colour="quiet")
    return sheet


def _grid(sheet: Sheet, axes: Axes, ticks: Sequence[float], upright: bool) -> None:
    draw = axes.axhline if upright else axes.axvline
    for tick in ticks:
        base = tick == 0
        draw(
            tick, color=sheet.colours["quiet" if base else "grid"], linewidth=1, zorder=3 if base else 0, clip_on=False
        )


def _draw_bars(sheet: Sheet, axes: Axes, chart: Chart, thick: float, cap: float, upright: bool) -> None:
    """`thick` and `cap` are parts of what a label has."""
    from matplotlib.patches import Rectangle

    drawn = present(chart)
    for place, s in enumerate(drawn):
        colour, hatch, _, _ = style_of(s)
        for number, estimate in enumerate(chart.series[s].estimates):
            if estimate is None:
                continue
            at = number + (place - (len(drawn) - 1) / 2) * thick
            start = at - thick / 2
            corner, size = (
                ((start, 0.0), (thick, estimate.value)) if upright else ((0.0, start), (estimate.value, thick))
            )
            bar = Rectangle(corner, *size, facecolor=sheet.colours[colour], hatch=hatch, gid=f"bar-{s}-{number}")
            bar.set(edgecolor=sheet.colours["paper"], linewidth=0.6, zorder=2, clip_on=False)
            axes.add_patch(bar)
            _interval(sheet, axes, at, estimate, cap, f"interval-{s}-{number}", upright)


def _lines(chart: Chart, language: str, theme: Theme) -> Sheet:
    ticks = _span(chart, from_zero=False)
    names = _told_ticks(chart, ticks)
    top, rows, lines = _head(chart, language, chart.value_title)
    labels = [text_in(label, language) for label in chart.labels]
    places = _places(chart)
    widest = max((width_of(label, language) for label in labels), default=0.0)
    left = max(max(width_of(name, language) for name in names) + _GAP, widest / 2) + 4
    right = WIDTH - max(widest / 2, 8)
    top += 8
    bottom = top + _PLOT_HEIGHT
    title = broken(text_in(chart.label_title, language), WIDTH - left, language)
    sheet = new_sheet(bottom + 22 + len(title) * LEADING + 6, language, theme)
    _draw_head(sheet, chart, rows, lines)
    axes = sheet.axes(left, top, right, bottom)
    first, last = (places[0], places[-1]) if places else (0.0, 1.0)
    aside = max((last - first) * 0.04, 0.5 * (first == last)) * (len(places) <= _MOST_UPRIGHT)
    first, last = first - aside, last + aside
    axes.set(xlim=(first, last), ylim=(ticks[0], ticks[-1]))
    _grid(sheet, axes, ticks, upright=True)
    for tick, name in zip(ticks, names, strict=True):
        y = bottom - (tick - ticks[0]) / (ticks[-1] - ticks[0]) * _PLOT_HEIGHT
        sheet.write(left - _GAP - 4, y + 4, name, align=1, colour="quiet")
    room = int((right - left) / (widest + 16)) + 1
    at = [left + (place - first) / (last - first) * (right - left) for place in places]
    shown = _shown(places, room)
    if labels and not labels[-1].replace(",", "").isdigit():  # often another sort of label: 12 or more
        shown = with_last(shown, at, [width_of(label, language) for label in labels])
    for number in shown:
        sheet.write(at[number], bottom + 18, labels[number], align=0.5, colour="quiet")
    for line, part in enumerate(title):
        sheet.write((left + right) / 2, bottom + 36 + line * LEADING, part, align=0.5, colour="quiet")
    _draw_lines(sheet, axes, chart, places, (last - first) / (right - left))
    return sheet


def _places(chart: Chart) -> list[float]:
    """Where the labels stand: at the numbers that they are, or one after the other when they are none."""
    try:
        numbers = [float(next(iter(label.values())).replace(",", "")) for label in chart.labels]
    except (ValueError, StopIteration):
        numbers = []
    rising = all(a < b for a, b in pairwise(numbers))
    return numbers if numbers and rising else [float(number) for number in range(len(chart.labels))]


def _shown(places: Sequence[float], room: int) -> list[int]:
    """The numbers of the labels that are written when there is room for so many: all, or those at round numbers."""
    if len(places) <= room:
        return list(range(len(places)))
    for step in (2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000):
        found = [number for number, place in enumerate(places) if place % step == 0]
        if 1 < len(found) <= room:
            return found
    return list(range(0, len(places), -(-len(places) // max(room, 1))))


def with_last(shown: Sequence[int], at: Sequence[float], widths: Sequence[float]) -> list[int]:
    """The labels shown and the last of all, without those that it would touch; `at` is where their middles are."""
    last = len(at) - 1
    room = at[last] - widths[last] / 2 - _GAP
    return [*(number for number in shown if number != last and at[number] + widths[number] / 2 <= room), last]


def _draw_lines(sheet: Sheet, axes: Axes, chart: Chart, places: Sequence[float], px: float) -> None:
    """Lines with bands for their intervals where labels are many, else with error bars side by side; `px` is one px in
    the labels' numbers. A figure with no neighbour gets an error bar in any case: a band needs two.
    """
    nan = float("nan")
    few = len(places) <= _MOST_UPRIGHT
    for s, series in enumerate(chart.series):
        colour, _, marker, dashes = style_of(s)
        aside = (s - (len(chart.series) - 1) / 2) * 5 * px * few
        at = [place + aside for place in places]
        found = series.estimates
        alone = [not any((*found[max(n - 1, 0) : n], *found[n + 1 : n + 2])) for n in range(len(found))]
        axes.plot(
            at,
            [e.value if e else nan for e in found],
            color=sheet.colours[colour],
            linewidth=2,
            linestyle=dashes,
            gid=f"line-{s}",
            clip_on=False,
            zorder=5,
            markevery=[n for n in range(len(found)) if n % max(1, len(found) // 10) == 0 or alone[n]],
            **_marker(marker, sheet.colours, 8 if few else 6.5),
        )
        if not few and has_intervals(chart):
            low, high = [e.low if e else nan for e in found], [e.high if e else nan for e in found]
            band = axes.fill_between(at, low, high, color=sheet.colours[colour], alpha=0.16, linewidth=0, zorder=1)
            band.set(gid=f"band-{s}", clip_on=False)
        for number, estimate in enumerate(found):
            if estimate and (few or (alone[number] and has_intervals(chart))):
                _interval(sheet, axes, at[number], estimate, 3.5 * px, f"interval-{s}-{number}", True, colour)
