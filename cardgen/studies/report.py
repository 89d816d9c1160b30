"""The report of a study: a page to read, its figures as data, and its plots as files."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from cardgen.engines.studies import Chart, Estimate, Summary, Texts
from cardgen.files import write_atomic
from cardgen.studies.numbers import estimates_of, rounded
from cardgen.studies.page import report_page
from cardgen.studies.plots import plot_chart

#: Raised when what the JSON file means changes.
FORMAT = 1

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class RunHeading:
    """One run of a study: its settings in words and in full, trials done, out of how many (None: there is no end),
    and the key that its results are kept by.
    """

    description: Texts
    settings: Mapping[str, Any]
    trials: int
    of: int | None
    key: str
    #: What it is called beside the other runs; its description when there is nothing shorter.
    name: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportHeading:
    """What a report is of. `study` names its files; the report has the languages of `title`, in that order."""

    study: str
    title: Texts
    game: Texts
    version: str
    runs: Sequence[RunHeading]
    #: What the runs have in common and their names do not say.
    common: Sequence[Texts] = ()


def write_report(folder: Path, heading: ReportHeading, summary: Summary) -> list[Path]:
    """Writes `<study>.html`, `<study>.json` and `<study>/<chart>.<language>.svg`; gives their paths in that order.

    Each file is written whole or not at all, the page last; nothing is written unless all of it can be. The same input
    gives the same bytes. ValueError, which names every fault, for ids that are no file names and for figures that
    are none; OSError when the disk says no.
    """
    faults = list(_faults(heading, summary))
    if faults:
        raise ValueError("\n".join(faults))
    data = report_data(heading, summary)
    plots = {
        (chart.id, language): plot_chart(chart, language, "light")
        for chart in summary.charts
        for language in heading.title
    }
    page = folder / f"{heading.study}.html"
    files = {folder / f"{heading.study}.json": to_json(data)}
    files |= {folder / heading.study / f"{chart}.{language}.svg": svg for (chart, language), svg in plots.items()}
    text = report_page(data, list(heading.title), summary.charts, plots)
    for path, content in (*files.items(), (page, text)):
        write_atomic(path, content.encode())
    return [page, *files]


def report_data(heading: ReportHeading, summary: Summary) -> dict[str, Any]:
    """The report as JSON values. Shares are 0 to 1; figures have ten significant digits."""
    return {
        "format": FORMAT,
        "study": heading.study,
        "title": dict(heading.title),
        "game": dict(heading.game),
        "version": heading.version,
        "common": [dict(each) for each in heading.common],
        "runs": [
            {
                "name": dict(run.name or run.description),
                "description": dict(run.description),
                "settings": dict(run.settings),
                "trials": run.trials,
                "of": run.of,
                "key": run.key,
            }
            for run in heading.runs
        ],
        "sentences": [dict(sentence) for sentence in summary.sentences],
        "charts": [_chart_data(chart) for chart in summary.charts],
    }


def to_json(data: Mapping[str, Any]) -> str:
    """Sorted, readable JSON. ValueError for what is no JSON value."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1) + "\n"


def _chart_data(chart: Chart) -> dict[str, Any]:
    return {
        "id": chart.id,
        "title": dict(chart.title),
        "note": dict(chart.note),
        "kind": chart.kind,
        "label_title": dict(chart.label_title),
        "value_title": dict(chart.value_title),
        "unit": chart.unit,
        "labels": [dict(label) for label in chart.labels],
        "series": [
            {"name": dict(series.name), "estimates": [_estimate_data(each) for each in series.estimates]}
            for series in chart.series
        ],
    }


def _estimate_data(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    figures = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {**{name: rounded(figure) for name, figure in figures.items()}, "samples": estimate.samples}


def _faults(heading: ReportHeading, summary: Summary) -> Iterator[str]:
    """What keeps the report from being written."""
    names = [heading.study, *(chart.id for chart in summary.charts)]
    yield from (f"{name!r} is no file name: a-z, 0-9 and - only" for name in names if not _NAME.fullmatch(name))
    yield from (f"{len(heading.title)} languages" for _ in [0] if not heading.title)
    yield from (f"{language!r} is no language code" for language in heading.title if not _NAME.fullmatch(language))
    counted = Counter(chart.id for chart in summary.charts)
    yield from (f"{count} charts are named {name!r}" for name, count in counted.items() if count > 1)
    for chart in summary.charts:
        for number, series in enumerate(chart.series):
            if len(series.estimates) != len(chart.labels):
                yield f"{chart.id}: {len(series.estimates)} estimates in series {number}, {len(chart.labels)} labels"
        for each in estimates_of(chart):
            if not all(map(isfinite, (each.low, each.value, each.high))) or each.low > each.high:
                yield f"{chart.id}: {each} is no estimate"
