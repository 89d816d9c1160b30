"""Charts as SVG documents: the same chart gives the same bytes.

Colour is never the only difference: bars have hatches, lines have markers and dashes. Exact figures have no error
bars, missing ones leave a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

from cardgen.base.records import dataclass
from cardgen.base.words.catalogues import is_traditional
from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.formats.svg import path_data
from cardgen.scene.items import ellipse
from cardgen.studies.canvas import LEADING, WIDTH, Canvas, Point, Theme, break_text, line_data, width_of
from cardgen.studies.numbers import decimals_for, estimates_of, format_figure, nice_ticks, tick_decimals

#: The lines of each hatch in a tile of 6 px. Diagonals run on into the neighbouring tiles.
_TILE = 6
_UP, _DOWN = "M-1 1L1 -1M-1 7L7 -1M5 7L7 5", "M-1 5L1 7M-1 -1L7 7M5 -1L7 1"
_HATCHES = ("", _UP, _DOWN, _UP + _DOWN, "M0 3L6 3", "M3 0L3 6")
_MARKERS = ("circle", "square", "triangle", "diamond", "reversed triangle", "plus")
_DASHES = ("", "10 4", "2 3", "14 4 3 4", "6 3", "18 6")

# px
_GAP = 8.0
_PLOT_HEIGHT = 210.0
_BAR = 10.0
_SINGLE_BAR = 13.0
_LABEL_WIDTH = 150.0
#: Labels that fit side by side under bars, or points that fit side by side in lines.
_MOST_UPRIGHT = 8
#: More overlapping bands hide each other.
_MOST_BANDS = 3


def plot_chart(chart: Chart, language: str, theme: Theme) -> str:
    """Return the chart as an SVG document, 436 px wide and as high as it needs, with a title and a description.

    Bars, lines and intervals have ids: `bar-<series>-<label>`, `line-<series>`, `band-<series>`,
    `interval-<series>-<label>`, `key-<series>`. A character that no bundled font has is drawn as `?`.
    """
    if chart.kind == "lines":
        canvas = _plot_lines(chart, language, theme)
    elif _fits_upright(chart):
        canvas = _plot_upright_bars(chart, language, theme)
    else:
        canvas = _plot_flat_bars(chart, language, theme)
    return canvas.svg(text_in(chart.title, language), describe(chart, language))


def text_in(texts: Texts, language: str) -> str:
    """Return the text in that language, or in the first language that it has."""
    return texts[language] if language in texts else next(iter(texts.values()), "")


def describe(chart: Chart, language: str) -> str:
    """Return a description of the plot for readers who do not see it."""
    value, label = text_in(chart.value_title, language), text_in(chart.label_title, language)
    names = [text_in(chart.series[number].name, language) for number in present(chart)]
    if is_traditional(language):
        kind = "折線圖" if chart.kind == "lines" else "長條圖"
        with_intervals, figures = ("，附 95% 信賴區間", "數值") if has_intervals(chart) else ("", "數值與 95% 信賴區間")
        text = f"{kind}：按「{label}」列出「{value}」{with_intervals}。數列：{'；'.join(names)}。{figures}見表。"
    elif language == "zh":
        kind = "折线图" if chart.kind == "lines" else "条形图"
        with_intervals, figures = ("，带 95% 置信区间", "数值") if has_intervals(chart) else ("", "数值与 95% 置信区间")
        text = f"{kind}：按“{label}”列出“{value}”{with_intervals}。系列：{'；'.join(names)}。{figures}见表。"
    else:
        kind = "Line chart" if chart.kind == "lines" else "Bar chart"
        with_intervals, figures = (
            (", with 95% intervals", "figures") if has_intervals(chart) else ("", "figures and 95% intervals")
        )
        text = f"{kind}: {value} by {label}{with_intervals}. Series: {'; '.join(names)}. The table has the {figures}."
    return f"{text_in(chart.note, language)} {text}".strip()


def present(chart: Chart) -> list[int]:
    """Return the numbers of the series that have any figures."""
    return [number for number, series in enumerate(chart.series) if any(series.estimates)]


def has_intervals(chart: Chart) -> bool:
    """Return True if the plot shows intervals: bars always do, lines unless too many bands would overlap."""
    return chart.kind == "bars" or len(chart.labels) <= _MOST_UPRIGHT or len(present(chart)) <= _MOST_BANDS


def style_of(number: int) -> tuple[str, str, str, str]:
    """Return (colour, hatch, marker, dashes) of a series: no two of the first 36 are equal."""
    shift = (number + number // 6) % 6
    return f"series-{number % 6 + 1}", _HATCHES[shift], _MARKERS[shift], _DASHES[shift]


def has_series_names(chart: Chart) -> bool:
    """Return True if the names of the series differ from the title of the values."""
    return len(chart.series) > 1 or any(dict(series.name) != dict(chart.value_title) for series in chart.series)


# ---------------------------------------------------------------- the part above the plot


@dataclass(frozen=True, slots=True)
class _Head:
    """The part above the plot: rows of the key as (series or -1, x, text), lines of the title."""

    key: list[list[tuple[int, float, str]]]
    title: list[str]

    @property
    def height(self) -> float:
        return 4 + (len(self.key) * 18 + 6) * bool(self.key) + len(self.title) * LEADING + 6


def _head(chart: Chart, language: str, title: Texts) -> _Head:
    rows: list[list[tuple[int, float, str]]] = []
    x = WIDTH
    for number in present(chart) if has_series_names(chart) else ():
        name = text_in(chart.series[number].name, language)
        for line, part in enumerate(break_text(name, WIDTH - 34, language)):
            width = 30 + width_of(part, language)
            if not rows or line or x + width > WIDTH:
                rows.append([])
                x = 1.0
            rows[-1].append((number if not line else -1, x, part))
            x += width + 16
    return _Head(rows, break_text(text_in(title, language), WIDTH, language))


def _draw_head(canvas: Canvas, chart: Chart, head: _Head) -> None:
    y = 4.0
    for row in head.key:
        for series, x, name in row:
            if series >= 0 and chart.kind == "bars":
                _draw_bar(canvas, f"key-{series}", series, x, y + 3.5, 22, 11)
            elif series >= 0:
                with canvas.group(f"key-{series}"):
                    _draw_line(canvas, series, [(x, y + 9), (x + 22, y + 9)], [(x + 11, y + 9)], 6.5)
            canvas.write(x + 28, y + 13, name)
        y += 18
    y += 6 * bool(head.key)
    for line in head.title:
        canvas.write(0, y + 12, line, colour="quiet")
        y += LEADING


# ---------------------------------------------------------------- axes


@dataclass(frozen=True, slots=True)
class _Axis:
    """A linear scale: `low` is at `start` px, `high` at `end` px."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _ticks(chart: Chart, from_zero: bool) -> list[float]:
    """Return the ticks of the values: all intervals are between the first and the last."""
    values = [value for e in estimates_of(chart) for value in (e.low, e.value, e.high)] or [0.0]
    low, high = min(values), max(values)
    if from_zero or 0 <= low < 0.6 * high or 0 >= high > 0.6 * low:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = (low, low + 1.0) if low >= 0 else (low - 1.0, low + 1.0)
    return nice_ticks(low, high)


def _tick_names(chart: Chart, ticks: Sequence[float]) -> list[str]:
    decimals = tick_decimals(ticks, chart.unit)
    return [format_figure(tick, decimals, chart.unit) for tick in ticks]


def _draw_grid(canvas: Canvas, ticks: Sequence[float], axis: _Axis, ends: tuple[float, float], upright: bool) -> None:
    for tick in ticks:
        if tick:
            _draw_grid_line(canvas, axis.at(tick), ends, upright, "grid")


def _draw_grid_line(canvas: Canvas, at: float, ends: tuple[float, float], upright: bool, colour: str) -> None:
    canvas.line([(end, at) if upright else (at, end) for end in ends], stroke=colour)


def _draw_zero_line(canvas: Canvas, ticks: Sequence[float], axis: _Axis, ends: tuple[float, float], up: bool) -> None:
    if 0 in ticks:
        _draw_grid_line(canvas, axis.at(0), ends, up, "quiet")


def _draw_interval(
    canvas: Canvas, name: str, axis: _Axis, at: float, estimate: Estimate, upright: bool, colour: str, cap: float = 3.5
) -> None:
    """Draw an error bar with a halo, so that it is visible on every colour; nothing for an exact figure."""
    if estimate.low == estimate.high:
        return
    low, high = axis.at(estimate.low), axis.at(estimate.high)
    points = [(at, low), (at, high), None, (at - cap, low), (at + cap, low), None, (at - cap, high), (at + cap, high)]
    if not upright:
        points = [point and (point[1], point[0]) for point in points]
    with canvas.group(name):
        canvas.line(points, stroke="paper", stroke_width=2.6, stroke_linecap="square")
        canvas.line(points, stroke=colour, stroke_width=1.3, stroke_linecap="square")


# ---------------------------------------------------------------- bars


def _fits_upright(chart: Chart) -> bool:
    """Return True if the labels fit under upright bars, in all languages, so that a plot is the same in each."""
    if not 0 < len(chart.labels) <= _MOST_UPRIGHT or len(chart.labels) * len(chart.series) > 24:
        return False
    width = (WIDTH - 50) / len(chart.labels) - 6
    for label in chart.labels:
        for language, text in label.items():
            lines = break_text(text, width, language)
            if len(lines) > 2 or any(width_of(line, language) > width for line in lines):
                return False
    return True


def _bar_figures(chart: Chart) -> list[tuple[float, str]]:
    """Return what is written at the end of each bar, with the value of this end; nothing for several series."""
    if len(chart.series) != 1:
        return []
    decimals = decimals_for(chart)
    return [
        (max(e.high, e.value, 0.0), format_figure(e.value, decimals, chart.unit)) if e else (0.0, "")
        for e in chart.series[0].estimates
    ]


def _plot_upright_bars(chart: Chart, language: str, theme: Theme) -> Canvas:
    ticks = _ticks(chart, from_zero=True)
    names = _tick_names(chart, ticks)
    head, figures = _head(chart, language, chart.value_title), _bar_figures(chart)
    left = max(width_of(name, language) for name in names) + _GAP
    slot = (WIDTH - left) / len(chart.labels)
    labels = [break_text(text_in(label, language), slot - 6, language) for label in chart.labels]
    label_height = max(map(len, labels)) * LEADING + 4
    title = break_text(text_in(chart.label_title, language), WIDTH - left, language)
    top = head.height + (16 if figures else 8)
    bottom = top + _PLOT_HEIGHT
    axis = _Axis(ticks[0], ticks[-1], bottom, top)
    middles = [left + (number + 0.5) * slot for number in range(len(labels))]
    canvas = Canvas(bottom + label_height + len(title) * LEADING + 6, language, theme)
    _draw_head(canvas, chart, head)
    _draw_grid(canvas, ticks, axis, (left, WIDTH), upright=True)
    bar = min(0.76 * slot / max(len(present(chart)), 1), 56)
    _draw_bars(canvas, chart, axis, middles, bar, upright=True)
    _draw_zero_line(canvas, ticks, axis, (left, WIDTH), True)
    _draw_bar_intervals(canvas, chart, axis, middles, bar, upright=True)
    for tick, name in zip(ticks, names, strict=True):
        canvas.write(left - _GAP, axis.at(tick) + 4, name, align=1, colour="quiet")
    for x, label in zip(middles, labels, strict=True):
        for line, part in enumerate(label):
            canvas.write(x, bottom + 15 + line * LEADING, part, align=0.5)
    for x, (end, figure) in zip(middles, figures, strict=False):
        canvas.write(x, axis.at(end) - 5, figure, align=0.5)
    for line, part in enumerate(title):
        canvas.write((left + WIDTH) / 2, bottom + label_height + 14 + line * LEADING, part, align=0.5, colour="quiet")
    return canvas


def _plot_flat_bars(chart: Chart, language: str, theme: Theme) -> Canvas:
    ticks = _ticks(chart, from_zero=True)
    names = _tick_names(chart, ticks)
    head, figures = _head(chart, language, chart.label_title), _bar_figures(chart)
    labels = [break_text(text_in(label, language), _LABEL_WIDTH, language) for label in chart.labels]
    left = max((width_of(line, language) for label in labels for line in label), default=0.0) + _GAP
    figure_width = max((width_of(figure, language) for _, figure in figures), default=0.0)
    right = WIDTH - max(width_of(names[-1], language) / 2, figure_width) - 6
    bar = _BAR if len(chart.series) > 1 else _SINGLE_BAR
    row = max(bar * len(present(chart)) + 9, max(map(len, labels), default=1) * LEADING + 5)
    top = head.height
    bottom = top + row * len(labels)
    title = break_text(text_in(chart.value_title, language), WIDTH - left, language)
    axis = _Axis(ticks[0], ticks[-1], left, right)
    middles = [top + (number + 0.5) * row for number in range(len(labels))]
    canvas = Canvas(bottom + 20 + len(title) * LEADING + 6, language, theme)
    _draw_head(canvas, chart, head)
    _draw_grid(canvas, ticks, axis, (top, bottom), upright=False)
    _draw_bars(canvas, chart, axis, middles, bar, upright=False)
    _draw_zero_line(canvas, ticks, axis, (top, bottom), False)
    _draw_bar_intervals(canvas, chart, axis, middles, bar, upright=False)
    for tick, name in zip(ticks, names, strict=True):
        canvas.write(axis.at(tick), bottom + 15, name, align=0.5, colour="quiet")
    for y, label in zip(middles, labels, strict=True):
        for line, part in enumerate(label):
            canvas.write(left - _GAP, y + 4 + (line - (len(label) - 1) / 2) * LEADING, part, align=1)
    for y, (end, figure) in zip(middles, figures, strict=False):
        canvas.write(axis.at(end) + 6, y + 4, figure)
    for line, part in enumerate(title):
        canvas.write((left + right) / 2, bottom + 33 + line * LEADING, part, align=0.5, colour="quiet")
    return canvas


def _bar_places(chart: Chart, middles: Sequence[float], thickness: float) -> list[tuple[int, int, float, Estimate]]:
    """Return (series, label, middle in px, estimate) of each bar; the bars of a label are side by side."""
    shown = present(chart)
    return [
        (series, label, middles[label] + (place - (len(shown) - 1) / 2) * thickness, estimate)
        for place, series in enumerate(shown)
        for label, estimate in enumerate(chart.series[series].estimates)
        if estimate is not None
    ]


def _draw_bars(
    canvas: Canvas, chart: Chart, axis: _Axis, middles: Sequence[float], thickness: float, upright: bool
) -> None:
    for series, label, middle, estimate in _bar_places(chart, middles, thickness):
        start, end = sorted((axis.at(0), axis.at(estimate.value)))
        box = (start, middle - thickness / 2, end - start, thickness)
        x, y, width, height = (box[1], box[0], box[3], box[2]) if upright else box
        _draw_bar(canvas, f"bar-{series}-{label}", series, x, y, width, height)


def _draw_bar_intervals(
    canvas: Canvas, chart: Chart, axis: _Axis, middles: Sequence[float], thickness: float, upright: bool
) -> None:
    for series, label, middle, estimate in _bar_places(chart, middles, thickness):
        cap = min(4.0 if upright else 3.5, thickness * 0.3)
        _draw_interval(canvas, f"interval-{series}-{label}", axis, middle, estimate, upright, "ink", cap)


def _draw_bar(canvas: Canvas, name: str, series: int, x: float, y: float, width: float, height: float) -> None:
    colour, hatch, _, _ = style_of(series)
    fill = colour
    if hatch:
        fill = f"url(#hatch-{series})"
        tile = canvas.define("pattern", f"hatch-{series}", width=_TILE, height=_TILE, patternUnits="userSpaceOnUse")
        if tile is not None:
            canvas.add_to(tile, "rect", width=_TILE, height=_TILE, fill=colour)
            canvas.add_to(tile, "path", d=hatch, stroke="paper", stroke_width=1.1)
    canvas.add("rect", id=name, x=x, y=y, width=width, height=height, fill=fill, stroke="paper", stroke_width=0.6)


# ---------------------------------------------------------------- lines


def _plot_lines(chart: Chart, language: str, theme: Theme) -> Canvas:
    ticks = _ticks(chart, from_zero=False)
    names = _tick_names(chart, ticks)
    head = _head(chart, language, chart.value_title)
    labels = [text_in(label, language) for label in chart.labels]
    positions = _positions(chart)
    widest = max((width_of(label, language) for label in labels), default=0.0)
    left = max(max(width_of(name, language) for name in names) + _GAP, widest / 2) + 4
    right = WIDTH - max(widest / 2, 8)
    top = head.height + 8
    bottom = top + _PLOT_HEIGHT
    title = break_text(text_in(chart.label_title, language), WIDTH - left, language)
    first, last = (positions[0], positions[-1]) if positions else (0.0, 1.0)
    margin = max((last - first) * 0.04, 0.5 * (first == last)) * (len(positions) <= _MOST_UPRIGHT)
    along = _Axis(first - margin, last + margin, left, right)
    axis = _Axis(ticks[0], ticks[-1], bottom, top)
    canvas = Canvas(bottom + 22 + len(title) * LEADING + 6, language, theme)
    _draw_head(canvas, chart, head)
    _draw_grid(canvas, ticks, axis, (left, right), upright=True)
    middles = [along.at(position) for position in positions]
    _draw_bands(canvas, chart, axis, middles)
    _draw_zero_line(canvas, ticks, axis, (left, right), True)
    _draw_lines(canvas, chart, axis, middles)
    for tick, name in zip(ticks, names, strict=True):
        canvas.write(left - _GAP - 4, axis.at(tick) + 4, name, align=1, colour="quiet")
    shown = _shown_labels(positions, int((right - left) / (widest + 16)) + 1)
    if labels and not labels[-1].replace(",", "").isdigit():  # often a special label such as "12 or more"
        shown = with_last(shown, middles, [width_of(label, language) for label in labels])
    for number in shown:
        canvas.write(middles[number], bottom + 18, labels[number], align=0.5, colour="quiet")
    for line, part in enumerate(title):
        canvas.write((left + right) / 2, bottom + 36 + line * LEADING, part, align=0.5, colour="quiet")
    return canvas


def _positions(chart: Chart) -> list[float]:
    """Return the labels' positions: their numbers if they are rising numbers, else 0, 1, 2 …"""
    try:
        numbers = [float(next(iter(label.values())).replace(",", "")) for label in chart.labels]
    except (ValueError, StopIteration):
        numbers = []
    rising = all(a < b for a, b in pairwise(numbers))
    return numbers if numbers and rising else [float(number) for number in range(len(chart.labels))]


def _shown_labels(positions: Sequence[float], room: int) -> list[int]:
    """Return the numbers of the labels to write if there is room for `room` of them: all, or those at round numbers."""
    if len(positions) <= room:
        return list(range(len(positions)))
    for step in (2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000):
        shown = [number for number, position in enumerate(positions) if position % step == 0]
        if 1 < len(shown) <= room:
            return shown
    return list(range(0, len(positions), -(-len(positions) // max(room, 1))))


def with_last(shown: Sequence[int], middles: Sequence[float], widths: Sequence[float]) -> list[int]:
    """Return the shown labels and the last of all, without those that would touch the last one."""
    last = len(middles) - 1
    limit = middles[last] - widths[last] / 2 - _GAP
    return [*(number for number in shown if number != last and middles[number] + widths[number] / 2 <= limit), last]


def _draw_bands(canvas: Canvas, chart: Chart, axis: _Axis, middles: Sequence[float]) -> None:
    """Draw the intervals of lines with many points as bands. Points without a neighbour get error bars instead."""
    if len(middles) <= _MOST_UPRIGHT or not has_intervals(chart):
        return
    for series in present(chart):
        outline = ""
        stretch: list[tuple[float, Estimate]] = []
        for x, estimate in [*zip(middles, chart.series[series].estimates, strict=True), (0.0, None)]:
            if estimate is not None:
                stretch.append((x, estimate))
                continue
            if len(stretch) > 1:
                low = [(x, axis.at(e.low)) for x, e in stretch]
                high = [(x, axis.at(e.high)) for x, e in stretch]
                outline += line_data([*low, *reversed(high)], closed=True)
            stretch = []
        colour = style_of(series)[0]
        canvas.add("path", id=f"band-{series}", d=outline, fill=colour, fill_opacity=0.16)


def _draw_lines(canvas: Canvas, chart: Chart, axis: _Axis, middles: Sequence[float]) -> None:
    """Draw lines with markers. With few points, those of several series are side by side, each with its error bar."""
    few = len(middles) <= _MOST_UPRIGHT
    for series in present(chart):
        estimates = chart.series[series].estimates
        shift = (series - (len(chart.series) - 1) / 2) * 5 * few
        points: list[Point | None] = [
            (x + shift, axis.at(e.value)) if e else None for x, e in zip(middles, estimates, strict=True)
        ]
        alone = [not any((*points[max(n - 1, 0) : n], *points[n + 1 : n + 2])) for n in range(len(points))]
        for number, (estimate, point) in enumerate(zip(estimates, points, strict=True)):
            if estimate and point and (few or (alone[number] and has_intervals(chart))):
                name, colour = f"interval-{series}-{number}", style_of(series)[0]
                _draw_interval(canvas, name, axis, point[0], estimate, True, colour)
        step = max(1, len(points) // 10)
        marked = [point for n, point in enumerate(points) if point and (n % step == 0 or alone[n])]
        with canvas.group(f"line-{series}"):
            _draw_line(canvas, series, points, marked, 8 if few else 6.5)


def _draw_line(
    canvas: Canvas, series: int, points: Sequence[Point | None], marked: Sequence[Point], size: float
) -> None:
    """Draw a line through the points, with markers `size` px wide at some of them."""
    colour, _, marker, dashes = style_of(series)
    dash: dict[str, str | float] = {"stroke_dasharray": dashes} if dashes else {}
    canvas.line(points, stroke=colour, stroke_width=2, stroke_linejoin="round", **dash)
    name = f"marker-{series}-{size:g}".replace(".", "_")
    canvas.define("path", name, d=_marker(marker, size / 2))
    # The page's stylesheet does not reach into what <use> draws: the colours have to be inherited.
    group = canvas.add("g", fill=colour, stroke="paper", stroke_width=0.9)
    for x, y in marked:
        canvas.add_to(group, "use", x=x, y=y, href=f"#{name}")


def _marker(shape: str, radius: float) -> str:
    """Return the outline of a marker around (0, 0)."""
    if shape == "circle":
        return path_data(ellipse(0, 0, radius), 2)
    third = radius / 3
    plus = [(-third, -radius), (third, -radius), (third, -third), (radius, -third), (radius, third), (third, third)]
    corners = {
        "square": _corners(4, radius * 2**0.5, 45),
        "triangle": _corners(3, radius * 1.2, 0),
        "diamond": _corners(4, radius * 1.3, 0),
        "reversed triangle": _corners(3, radius * 1.2, 180),
        "plus": [*plus, *((-x, -y) for x, y in plus)],
    }
    return line_data(corners[shape], closed=True)


def _corners(count: int, radius: float, degrees: float) -> list[Point]:
    """Return the corners of a regular polygon around (0, 0), the first `degrees` clockwise from the top."""
    angles = [degrees / 180 * pi + 2 * pi * number / count for number in range(count)]
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]
