"""Charts of studies: one question each, a series for each run, in Chinese and English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from cardgen.engines.studies import Chart, Estimate, Series, Texts

#: A text in Chinese and in English.
Pair = tuple[str, str]
_Tally = TypeVar("_Tally", bound=Any)


def texts(*pairs: Pair) -> list[Texts]:
    """Return texts in both languages."""
    return [{"zh": zh, "en": en} for zh, en in pairs]


def same_in_both(labels: Iterable[object]) -> list[Texts]:
    """Return labels that are the same in both languages, such as numbers and ids of cards."""
    return [{"zh": str(label), "en": str(label)} for label in labels]


def chart_of(
    id_: str,
    title: Pair,
    note: Pair,
    label_title: Pair,
    value_title: Pair,
    labels: Sequence[Texts],
    tallies: Sequence[_Tally],
    figures: Callable[[_Tally], Iterable[Estimate | None]],
    kind: Literal["bars", "lines"] = "bars",
    unit: Literal["", "%"] = "",
) -> Chart:
    """Return a chart with a series for each tally, which has a `name`: its `figures`, one for each label.

    A tally may have fewer figures than there are labels. One tally alone needs no name: its series is named by what
    its figures are.
    """
    words, series = texts(title, note, label_title, value_title), []
    for tally in tallies:
        estimates = list(figures(tally))
        name = tally.name if len(tallies) > 1 else words[3]
        series.append(Series(name, [*estimates, *[None] * (len(labels) - len(estimates))]))
    return Chart(id_, words[0], words[1], kind, words[2], words[3], labels, series, unit)


def with_figures(charts: Iterable[Chart]) -> list[Chart]:
    """Return the charts that have a figure for at least one run."""
    return [chart for chart in charts if any(any(series.estimates) for series in chart.series)]
