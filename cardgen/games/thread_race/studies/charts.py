"""Charts and words that the studies share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.engines.estimates import Moments, Ratio
from cardgen.engines.studies import Chart, Estimate, Series, Texts


def bars(
    name: tuple[str, str, str],
    labels: tuple[str, str, Sequence[str]],
    series: Sequence[Series],
    unit: Literal["", "%"] = "%",
) -> Chart:
    """Return a bar chart: its id and title, the title of its labels and the labels, and a series for each run."""
    chart, chinese, english = name
    label_zh, label_en, texts = labels
    value: Texts = {"zh": "比例", "en": "share"} if unit else {"zh": "回合", "en": "turns"}
    return Chart(
        chart,
        {"zh": chinese, "en": english},
        {"zh": "", "en": ""},
        "bars",
        {"zh": label_zh, "en": label_en},
        value,
        [{"zh": text, "en": text} for text in texts],
        series,
        unit,
    )


def with_figures(charts: Sequence[Chart]) -> list[Chart]:
    """Return the charts that have a figure for at least one run."""
    return [chart for chart in charts if any(any(series.estimates) for series in chart.series)]


def estimate_of(figure: Moments | Ratio | None) -> Estimate | None:
    """Return the estimate of a figure; None if there is no figure."""
    return None if figure is None else figure.estimate()


def seed_part(seed: int) -> Texts:
    """Return the seed as a part of a description."""
    return {"zh": f"种子 {seed}", "en": f"seed {seed}"}
