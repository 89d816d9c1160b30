"""The report of a study: a page, its figures as data, and its plots as files."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from cardgen.base.files import write_atomic
from cardgen.base.records import dataclass, field, replace
from cardgen.engines.studies import Chart, Estimate, Summary, Texts
from cardgen.studies.numbers import estimates_of, rounded
from cardgen.studies.page import report_page
from cardgen.studies.plots import plot_chart

#: The version of the JSON file.
FORMAT = 1

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class RunHeading:
    """One run of a study: its settings in words and in full, the trials done, and the key of its results.

    `of` is the number of trials that exist; None if there is no end.
    """

    description: Texts
    settings: Mapping[str, Any]
    trials: int
    of: int | None
    key: str
    #: A short name that distinguishes the runs; the description if it is empty.
    name: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportHeading:
    """The study and the runs of a report. `study` names its files; the languages are those of `title`, in order."""

    study: str
    title: Texts
    game: Texts
    version: str
    runs: Sequence[RunHeading]
    #: The common settings of the runs that their names do not contain.
    common: Sequence[Texts] = ()


def change_texts(summary: Summary, change: Callable[[Texts], Texts]) -> Summary:
    """Return a summary with all of its texts changed."""

    def changed(texts: Sequence[Texts]) -> list[Texts]:
        return [change(text) for text in texts]

    charts = [
        replace(
            chart,
            title=change(chart.title),
            note=change(chart.note),
            label_title=change(chart.label_title),
            value_title=change(chart.value_title),
            labels=changed(chart.labels),
            series=[replace(series, name=change(series.name)) for series in chart.series],
        )
        for chart in summary.charts
    ]
    return Summary(changed(summary.sentences), charts, changed(summary.names), changed(summary.common))


def write_report(folder: Path, heading: ReportHeading, summary: Summary) -> list[Path]:
    """Write `<study>.html`, `<study>.json` and `<study>/<chart>.<language>.svg`. Return their paths in this order.

    Each file is written completely or not at all, the page last. The same input gives the same bytes. ValueError, with
    all faults, for ids that are not file names and for figures that are not finite, before anything is written;
    OSError if a file cannot be written.
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
    """Return the report as JSON values. Shares are from 0 to 1; figures have ten significant digits."""
    return {
        "format": FORMAT,
        "study": heading.study,
        "title": dict(heading.title),
        "game": dict(heading.game),
        "version": heading.version,
        "common": [dict(texts) for texts in heading.common],
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
    """Return sorted, indented JSON. ValueError for values that JSON does not have."""
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
            {"name": dict(series.name), "estimates": [_estimate_data(estimate) for estimate in series.estimates]}
            for series in chart.series
        ],
    }


def _estimate_data(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    figures = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {**{name: rounded(figure) for name, figure in figures.items()}, "samples": estimate.samples}


def _faults(heading: ReportHeading, summary: Summary) -> Iterator[str]:
    """Yield the reasons why the report cannot be written. They are errors in the code of a study."""
    names = [heading.study, *(chart.id for chart in summary.charts)]
    yield from (f"{name!r} is not a file name: a-z, 0-9 and - only" for name in names if not _NAME.fullmatch(name))
    if not heading.title:
        yield "the title has no language"
    yield from (
        f"{language!r} is not a language code" for language in heading.title if not _NAME.fullmatch(language.lower())
    )
    counts = Counter(chart.id for chart in summary.charts)
    yield from (f"{count} charts are named {name!r}" for name, count in counts.items() if count > 1)
    for chart in summary.charts:
        for number, series in enumerate(chart.series):
            if len(series.estimates) != len(chart.labels):
                yield f"{chart.id}: {len(series.estimates)} estimates in series {number}, {len(chart.labels)} labels"
        for estimate in estimates_of(chart):
            figures = (estimate.low, estimate.value, estimate.high)
            if not all(map(isfinite, figures)) or estimate.low > estimate.high:
                yield f"{chart.id}: {estimate} is not an estimate"
