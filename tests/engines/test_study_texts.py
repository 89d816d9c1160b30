"""Texts and charts of studies, from their files."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
import yaml

import cardgen
from cardgen.base.records import dataclass
from cardgen.engines.studies import Chart, Estimate, Run, Texts
from cardgen.engines.study_texts import StudyTexts, same_in_both
from cardgen.engines.summaries import describe_each, named, summarise_runs

FILES = [
    path
    for path in Path(cardgen.__file__).parent.rglob("*.yaml")
    if path.read_text(encoding="utf-8").startswith(("# The texts of the stud", "# The texts that the studies"))
]
ENGLISH_ONLY = ("s", "word", "are", "ordinal", "players")
CONTENT = """
texts: {seat: {zh: 座位, en: seat}, won: {zh: "{name}赢{share}", en: "{name} wins {share}"}}
charts:
  seats: {title: {zh: "座位{of}", en: "Seats{of}"}, label: seat, value: {zh: 胜率, en: wins}}
  ends: {title: {zh: 结局, en: Ends}, label: {zh: 结局, en: end}, labels: [{zh: 一, en: one}, seat], unit: "%"}
"""


@dataclass
class _Tally:
    wins: tuple[float | None, ...]
    name: Texts


TWO = _Tally((0.5, 0.5), {"zh": "两人", "en": "two"})
THREE = _Tally((0.5, 0.25, 0.25), {"zh": "三人", "en": "three"})


@pytest.fixture
def texts(tmp_path: Path) -> StudyTexts:
    (tmp_path / "study.yaml").write_text(CONTENT, encoding="utf-8")
    return StudyTexts(str(tmp_path / "study.py"))


def _figures(tally: _Tally) -> list[Estimate | None]:
    return [win if win is None else Estimate(win, win, win, 1) for win in tally.wins]


def _chart(texts: StudyTexts, *tallies: _Tally) -> Chart:
    return texts.chart("seats", tallies, _figures, same_in_both(range(1, 4)), of=" of {all}")


def test_a_text_is_filled_in_each_language(texts: StudyTexts) -> None:
    assert texts("won", name=texts("seat"), share="5%") == {"zh": "座位赢5%", "en": "seat wins 5%"}


def test_every_run_has_a_series_as_long_as_the_labels(texts: StudyTexts) -> None:
    chart = _chart(texts, TWO, THREE)
    assert [series.name["en"] for series in chart.series] == ["two", "three"]
    figures = [[estimate and estimate.value for estimate in series.estimates] for series in chart.series]
    assert figures == [[0.5, 0.5, None], [0.5, 0.25, 0.25]]


def test_a_chart_has_the_words_of_its_file(texts: StudyTexts) -> None:
    chart = _chart(texts, TWO)
    assert (chart.title["en"], chart.note["en"], chart.label_title["zh"]) == ("Seats of {all}", "", "座位")
    assert (chart.kind, chart.unit, chart.series[0].name) == ("bars", "", {"zh": "胜率", "en": "wins"})
    chart = texts.chart("last", [TWO], _figures, words="ends")
    assert (chart.id, chart.unit, [label["en"] for label in chart.labels]) == ("last", "%", ["one", "seat"])


def test_a_chart_without_figures_is_left_out(texts: StudyTexts) -> None:
    def charts(tallies: Any) -> list[Chart]:
        return [_chart(texts, *tallies), _chart(texts, _Tally((None,), {}))]

    runs = [Run(None, ())]
    summary = summarise_runs(runs, lambda *_: _Tally((0.5,), {}), lambda _: [texts("seat")], lambda _: [], charts)
    assert [chart.series[0].estimates[0] is None for chart in summary.charts] == [False]


def test_several_runs_have_a_paragraph_each_that_begins_with_their_name(texts: StudyTexts) -> None:
    def answers(tally: _Tally, name: Texts | None) -> list[Texts]:
        return [named(name, texts("seat")), texts("seat")] if tally.wins else []

    assert describe_each([TWO], answers) == [texts("seat")] * 2
    none = _Tally((), {"zh": "", "en": ""})
    assert [text["en"] for text in describe_each([TWO, none, THREE], answers)] == ["Two: seat seat", "Three: seat seat"]


def _names(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_text_is_in_both_languages(path: Path) -> None:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    words = list(content["texts"].values())
    for chart in content["charts"].values():
        assert chart.keys() <= {"title", "note", "label", "value", "labels", "kind", "unit"}
        for word in [chart["title"], chart.get("note"), chart["label"], chart["value"], *chart.get("labels", ())]:
            assert word is None or not isinstance(word, str) or word in content["texts"]
            words += [word] if isinstance(word, dict) else []
    for word in words:
        assert list(word) == ["zh", "en"]
        # English alone has plurals, ordinals and units of limits; a number is its ordinal.
        assert _names(word["zh"]) - {"number"} == _names(word["en"]) - {"number", *ENGLISH_ONLY}


def test_there_are_texts_of_all_studies() -> None:
    assert len(FILES) == 7
