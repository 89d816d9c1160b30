"""Charts of studies, made of the tallies of their runs."""

from __future__ import annotations

from cardgen.base.records import dataclass
from cardgen.engines.charts import chart_of, same_in_both, with_figures
from cardgen.engines.studies import Chart, Estimate, Texts


@dataclass(frozen=True)
class _Tally:
    name: Texts
    wins: tuple[float | None, ...]


def _chart(*tallies: _Tally) -> Chart:
    def figures(tally: _Tally) -> list[Estimate | None]:
        return [win if win is None else Estimate(win, win, win, 1) for win in tally.wins]

    seats = same_in_both(range(1, 4))
    return chart_of("seats", ("座位", "Seats"), ("", ""), ("座位", "seat"), ("胜率", "wins"), seats, tallies, figures)


_TWO = _Tally({"zh": "两人", "en": "two"}, (0.5, 0.5))
_THREE = _Tally({"zh": "三人", "en": "three"}, (0.5, 0.25, 0.25))


def test_every_run_has_a_series_as_long_as_the_labels() -> None:
    chart = _chart(_TWO, _THREE)
    assert [series.name["en"] for series in chart.series] == ["two", "three"]
    figures = [[estimate and estimate.value for estimate in series.estimates] for series in chart.series]
    assert figures == [[0.5, 0.5, None], [0.5, 0.25, 0.25]]


def test_the_series_of_one_run_is_named_by_its_figures() -> None:
    (series,) = _chart(_TWO).series
    assert series.name == {"zh": "胜率", "en": "wins"}


def test_a_chart_without_figures_is_left_out() -> None:
    empty = _chart(_Tally({}, (None,)))
    assert with_figures([empty, chart := _chart(_TWO)]) == [chart]
