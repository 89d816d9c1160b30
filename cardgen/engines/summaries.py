"""What the studies of several games share: how policies are named in settings, and summaries of counted runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from pydantic import AfterValidator

from cardgen.base.words.messages import joined, message
from cardgen.engines.card_figures import CardTally
from cardgen.engines.studies import Chart, Result, Run, Summary, Texts
from cardgen.engines.study_texts import SHARED
from cardgen.engines.wording import capitalised, common_sentences, name_runs, paragraph

_Tally = TypeVar("_Tally", bound=Any)


def existing(find_policy: Callable[[str], object]) -> AfterValidator:
    """Return the check that there is a policy of this name."""

    def check(name: str) -> str:
        find_policy(name)
        return name

    return AfterValidator(check)


def _refuse_repeated(names: tuple[str, ...]) -> tuple[str, ...]:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(message("{names} given twice", names=joined(repeated)))
    return names


#: The check that no name is given twice.
DISTINCT = AfterValidator(_refuse_repeated)


def endless(settings: Any) -> int | None:  # noqa: ARG001  (part of the protocol of studies)
    """Return None as the number of trials: there is no last game."""
    return None


def summarise_runs(
    runs: Sequence[Run],
    count: Callable[[Any, Iterable[Result]], _Tally],
    describe_parts: Callable[[Any], list[Texts]],
    write_sentences: Callable[[Sequence[_Tally]], Iterable[Texts]],
    draw_charts: Callable[[Sequence[_Tally]], Iterable[Chart]],
) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted.

    A tally is the counted results of a run. It gets its `name`, which has what distinguishes it from others, and its
    `cards`, if it counts them, get the titles of the run. Charts without a figure for any run are left out.
    """
    tallies = [count(run.settings, run.results) for run in runs]
    for tally, run in zip(tallies, runs, strict=True):
        if isinstance(cards := getattr(tally, "cards", None), CardTally):
            cards.titles = run.titles
    common, names = name_runs([describe_parts(run.settings) for run in runs])
    for tally, name in zip(tallies, names, strict=True):
        tally.name = name
    sentences = [*common_sentences(common), *write_sentences(tallies)]
    charts = [chart for chart in draw_charts(tallies) if any(any(series.estimates) for series in chart.series)]
    return Summary(sentences, charts, names, common)


def describe_each(tallies: Sequence[_Tally], answers: Callable[[_Tally, Texts | None], Iterable[Texts]]) -> list[Texts]:
    """Return the answers of one run as sentences, or those of each of several runs as a paragraph with its name."""
    if len(tallies) == 1:
        return list(answers(tallies[0], None))
    paragraphs = (list(answers(tally, capitalised(tally.name))) for tally in tallies)
    return [paragraph(sentences) for sentences in paragraphs if sentences]


def named(name: Texts | None, text: Texts) -> Texts:
    """Return a sentence with the name of its run, if it has one."""
    return text if name is None else SHARED("named", name=name, text=text)
