"""Figures as a reader meets them: rounded once, the same in a plot, a table and a file."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from statistics import median

from cardgen.engines.studies import Chart, Estimate

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"

#: Digits kept of every figure: more than any sample can tell, fewer than machines disagree on.
DIGITS = 10
_MOST_DECIMALS = 4
#: Of exact shares, in per cent; nobody wants to know that 25.9785% of hands have no attack.
_MOST_DECIMALS_OF_SHARES = 2


def rounded(value: float) -> float:
    """The value with DIGITS significant digits; never -0. ValueError when it is not finite."""
    if not isfinite(value):
        raise ValueError(f"{value} is not a figure")
    return float(f"{value:.{DIGITS}g}") + 0.0


def estimates_of(chart: Chart) -> list[Estimate]:
    """Every estimate that the chart has, series by series."""
    return [estimate for series in chart.series for estimate in series.estimates if estimate is not None]


def decimals_for(chart: Chart) -> int:
    """How many decimals the chart's figures are told with, 0 to 4: two digits of a usual interval's width; where all
    figures are exact, as many as they have, but of shares 2 at most.
    """
    scale = _scale(chart.unit)
    found = [[rounded(scale * each) for each in (e.low, e.value, e.high)] for e in estimates_of(chart)]
    widths = [high - low for low, _, high in found if high > low]
    if widths:
        return min(max(1 - floor(log10(median(widths))), 0), _MOST_DECIMALS)
    # Half a unit of the last digit that counts, so that 0.1 + 0.2 has one decimal.
    most = _MOST_DECIMALS_OF_SHARES if chart.unit == "%" else _MOST_DECIMALS
    return next((n for n in range(most) if all(abs(v - round(v, n)) < 1e-9 for _, v, _ in found)), most)


def told(value: float, decimals: int, unit: str) -> str:
    """The figure in print: `12,345.6`, `−0.4`, `25.3%` (of a share 0 to 1)."""
    text = f"{rounded(_scale(unit) * rounded(value)):,.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.,") else MINUS + text[1:]
    return text + unit


def told_interval(estimate: Estimate, decimals: int, unit: str, language: str) -> tuple[str, str, str] | None:
    """The interval in print as (low, what stands between, high): 23.1–27.5%, −0.4 to 0.3; None for an exact figure."""
    if estimate.low == estimate.high:
        return None
    low, high = told(estimate.low, decimals, unit), told(estimate.high, decimals, unit)
    if MINUS in low + high:
        return low, " 至 " if language == "zh" else " to ", high
    return low.removesuffix(unit) if unit else low, DASH, high


def nice_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, at equal steps of 1, 2 or 5 times a power of ten.

    At most about `most` of them. ValueError when `high` is not above `low`.
    """
    if not high > low:
        raise ValueError(f"no room between {low} and {high}")
    rough = (high - low) / max(most - 1, 1)
    power = floor(log10(rough))
    factor = next((f for f in (1, 2, 5) if f * 10.0**power >= rough * (1 - 1e-9)), 10)
    step = factor * 10.0**power
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [rounded(number * step) for number in range(first, last + 1)]


def tick_decimals(ticks: Sequence[float], unit: str) -> int:
    """How many decimals tell all ticks apart."""
    scale = _scale(unit)
    return next((n for n in range(9) if all(abs(scale * t - round(scale * t, n)) < 1e-9 for t in ticks)), 9)


def _scale(unit: str) -> float:
    return 100.0 if unit == "%" else 1.0
