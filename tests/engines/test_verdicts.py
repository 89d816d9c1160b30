"""Figures beyond their limits are faults, those within them are fine, and the others are not settled."""

from __future__ import annotations

from cardgen.engines.estimates import share
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.verdicts import Verdict, judge_draws, judge_length, judge_seats, judge_wins, write_verdicts
from tests.cases import for_cases

ROUNDS: Texts = {"zh": "回合", "en": "rounds"}
FAIR: Texts = {"zh": "", "en": ""}


def part(hits: int, samples: int) -> Estimate:
    estimate = share(hits, samples)
    assert estimate is not None
    return estimate


@for_cases(
    ("low", "high", "kind", "text"),
    [
        (1.9, 2.1, "fault", "Games are too short: 2.0 (1.9–2.1) rounds on average, where at least 8 are expected."),
        (30, 32, "fault", "Games are too long: 31.0 (30.0–32.0) rounds on average, where at most 20 are expected."),
        (7, 9, "open", "whether games are too short or too long"),
        (19, 21, "open", "whether games are too short or too long"),
        (8, 20, "fine", "games are neither too short nor too long"),
    ],
)
def test_the_length_is_judged_by_its_interval(low: float, high: float, kind: str, text: str) -> None:
    verdict = judge_length(Estimate((low + high) / 2, low, high, 50), 8, 20, ROUNDS)
    assert (verdict.kind, verdict.text["en"]) == (kind, text)


@for_cases(("drawn", "games", "kind"), [(40, 100, "fault"), (20, 100, "open"), (0, 10, "open"), (5, 100, "fine")])
def test_draws_are_judged_by_their_interval(drawn: int, games: int, kind: str) -> None:
    assert judge_draws(part(drawn, games)).kind == kind


def test_a_seat_that_wins_too_often_is_named_with_its_figure() -> None:
    verdict = judge_seats([part(70, 100), part(30, 100)])
    start = "The game is lopsided: the first seat wins 70.0% (60.4–78.1%) of games, "
    assert verdict.text["en"] == f"{start}where at most 55.0% are expected."
    assert verdict.text["zh"] == "先手赢得太多：70.0%（60.4–78.1%），最多应为55.0%。"
    assert "seat 3" in judge_seats([part(20, 100), part(20, 100), part(60, 100)]).text["en"]
    assert judge_seats([part(52, 100), part(48, 100)]).kind == "open"
    assert judge_seats([part(500, 1000), part(400, 1000)]).kind == "fine"


def test_sides_without_equal_chances_have_a_limit_of_their_own() -> None:
    wins = [part(400, 1000), part(100, 1000), part(100, 1000)]
    assert judge_wins(wins, [FAIR] * 3, ROUNDS).kind == "fault"
    assert judge_wins(wins, [FAIR] * 3, ROUNDS, 0.55).kind == "fine"


def test_faults_are_sentences_and_the_others_are_listed() -> None:
    kinds = ("open", "fault", "fine", "fine")
    texts: list[Texts] = [{"zh": zh, "en": en} for zh, en in (("甲", "a"), ("乙。", "B."), ("丙", "c"), ("丁", "d"))]
    assert write_verdicts([Verdict(kind, text) for kind, text in zip(kinds, texts, strict=True)]) == [  # type: ignore[arg-type]
        {"zh": "乙。", "en": "B."},
        {"zh": "没有问题的是：丙，丁。", "en": "Shown to be fine: c and d."},
        {"zh": "局数不够，还不能断定：甲。", "en": "Not settled by so many games: a."},
    ]
    assert write_verdicts([]) == []
