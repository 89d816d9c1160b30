"""Figures as text: rounded once, so that a plot, a table and a file show the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from statistics import median

from cardgen.engines.studies import Chart, Estimate

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"

#: Significant digits of every figure: more than any sample justifies, and few enough to be equal on all machines.
DIGITS = 10
_MOST_DECIMALS = 4
#: For exact shares, in per cent.
_MOST_DECIMALS_OF_SHARES = 2


def rounded(value: float) -> float:
    """Return the value with DIGITS significant digits, never -0. ValueError if it is not finite."""
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return float(f"{value:.{DIGITS}g}") + 0.0


def estimates_of(chart: Chart) -> list[Estimate]:
    """Return all estimates of the chart, series by series."""
    return [estimate for series in chart.series for estimate in series.estimates if estimate is not None]


def decimals_for(chart: Chart) -> int:
    """Return the decimals of the chart's figures, 0 to 4: enough for two digits of the median interval's width.

    If all figures are exact, as many as they have, but at most 2 for shares.
    """
    scale = _scale(chart.unit)
    figures = [[rounded(scale * figure) for figure in (e.low, e.value, e.high)] for e in estimates_of(chart)]
    widths = [high - low for low, _, high in figures if high > low]
    if widths:
        return min(max(1 - floor(log10(median(widths))), 0), _MOST_DECIMALS)
    # With a tolerance, so that 0.1 + 0.2 has one decimal.
    most = _MOST_DECIMALS_OF_SHARES if chart.unit == "%" else _MOST_DECIMALS
    return next((n for n in range(most) if all(abs(v - round(v, n)) < 1e-9 for _, v, _ in figures)), most)


def format_figure(value: float, decimals: int, unit: str) -> str:
    """Return the figure as text: `12,345.6`, `−0.4`, `25.3%` (for a share from 0 to 1)."""
    text = f"{rounded(_scale(unit) * rounded(value)):,.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.,") else MINUS + text[1:]
    return text + unit


def format_interval(estimate: Estimate, decimals: int, unit: str, language: str) -> tuple[str, str, str] | None:
    """Return the interval as (low, separator, high): 23.1–27.5%, −0.4 to 0.3; None for an exact figure."""
    if estimate.low == estimate.high:
        return None
    low, high = format_figure(estimate.low, decimals, unit), format_figure(estimate.high, decimals, unit)
    if MINUS in low + high:
        return low, " 至 " if language.startswith("zh") else " to ", high
    return low.removesuffix(unit) if unit else low, DASH, high


def nice_ticks(low: float, high: float) -> list[float]:
    """Return round numbers that enclose `low` and `high`, in equal steps of 1, 2 or 5 times a power of ten.

    About six of them at most. ValueError if `high` is not above `low`.
    """
    if not high > low:
        raise ValueError(f"{high} is not above {low}")
    rough = (high - low) / 5
    power = floor(log10(rough))
    factor = next((f for f in (1, 2, 5) if f * 10.0**power >= rough * (1 - 1e-9)), 10)
    step = factor * 10.0**power
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [rounded(number * step) for number in range(first, last + 1)]


def tick_decimals(ticks: Sequence[float], unit: str) -> int:
    """Return the decimals that all ticks need."""
    scale = _scale(unit)
    return next((n for n in range(9) if all(abs(scale * t - round(scale * t, n)) < 1e-9 for t in ticks)), 9)


def _scale(unit: str) -> float:
    return 100.0 if unit == "%" else 1.0
