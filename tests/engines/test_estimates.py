"""Estimates, compared with published figures, with the formulas, and with random samples."""

from __future__ import annotations

import random
from math import sqrt
from statistics import fmean, variance

import pytest

from cardgen.engines.estimates import Moments, Ratio, share, student
from cardgen.engines.studies import Estimate
from tests.cases import for_cases


def rounded(estimate: Estimate | None, digits: int = 4) -> tuple[float, float, float]:
    assert estimate is not None
    return round(estimate.value, digits), round(estimate.low, digits), round(estimate.high, digits)


# The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), pages 857 and 873.
@for_cases(
    ("hits", "samples", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval_has_the_published_values(hits: int, samples: int, low: float, high: float) -> None:
    assert rounded(share(hits, samples)) == (round(hits / samples, 4), low, high)


def test_shares_of_all_and_of_none_are_symmetrical() -> None:
    none, every = share(0, 20), share(20, 20)
    assert none is not None
    assert every == Estimate(1.0, 1 - none.high, 1.0, 20)


def test_a_share_needs_samples_and_at_most_as_many_hits() -> None:
    assert share(0, 0) is None
    for hits, samples in ((3, 2), (-1, 2), (0, -1)):
        with pytest.raises(ValueError, match="hits"):
            share(hits, samples)


@for_cases(
    ("freedom", "point"), [(1, 12.7062), (2, 4.30265), (5, 2.57058), (9, 2.26216), (30, 2.04227), (1e9, 1.95996)]
)
def test_students_t(freedom: float, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=2e-4)


def test_student_needs_one_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        student(0.5)


def test_a_mean_and_its_interval() -> None:
    samples = [3.0, 4.0, 4.0, 7.0, 9.0, 9.0, 9.0, 2.0, 1.0, 5.0]
    moments = Moments()
    for value in samples:
        moments.add(value)
    arm = 2.26216 * sqrt(variance(samples) / 10)
    assert rounded(moments.estimate()) == rounded(Estimate(5.3, 5.3 - arm, 5.3 + arm, 10))


def test_a_value_added_several_times_equals_several_values() -> None:
    one_by_one, at_once = Moments(), Moments()
    for value, times in ((4, 3), (9, 1), (5, 0), (1, 6)):
        at_once.add(value, times)
        for _ in range(times):
            one_by_one.add(value)
    assert rounded(one_by_one.estimate(), 12) == rounded(at_once.estimate(), 12)
    assert at_once.samples == 10
    with pytest.raises(ValueError, match="-1 times"):
        at_once.add(1, -1)


def test_large_values_keep_their_precision() -> None:
    moments = Moments()
    for value in (1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16):
        moments.add(value)
    assert moments.variance == pytest.approx(30)


def test_one_sample_has_no_interval_and_equal_samples_have_a_point() -> None:
    moments = Moments()
    assert moments.estimate() is None
    moments.add(4)
    assert moments.estimate() is None
    moments.add(4)
    assert moments.estimate() == Estimate(4, 4, 4, 2)


def test_a_ratio_is_that_of_the_sums_and_its_samples_are_the_groups() -> None:
    groups = [(1, 4), (3, 5), (0, 2), (2, 9), (4, 4)]
    ratio = Ratio()
    for part, whole in [*groups, (0, 0)]:
        ratio.add(part, whole)
    value = 10 / 24
    spread = sum((part - value * whole) ** 2 for part, whole in groups) * 5 / 4 / 24**2
    arm = 2.77645 * sqrt(spread)
    estimate = ratio.estimate()
    assert estimate is not None
    assert estimate.samples == 5
    assert estimate.value == pytest.approx(value)
    assert [estimate.low, estimate.high] == pytest.approx([value - arm, value + arm], abs=1e-3)


def test_a_ratio_of_groups_of_one_is_a_share() -> None:
    ratio = Ratio()
    for hit in [1] * 30 + [0] * 470:
        ratio.add(hit, 1)
    as_ratio, as_share = ratio.share(), share(30, 500)
    assert as_ratio is not None
    assert as_share is not None
    assert as_ratio.value == as_share.value
    assert as_ratio.low == pytest.approx(as_share.low, rel=0.01)
    assert as_ratio.high == pytest.approx(as_share.high, rel=0.01)


def test_groups_of_similar_samples_have_wider_intervals() -> None:
    alike, mixed = Ratio(), Ratio()
    for number in range(40):
        alike.add(10 if number % 2 else 0, 10)
        mixed.add(5 if number % 2 else 6, 10)
    wide, narrow = alike.share(), mixed.share()
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)


def test_a_ratio_of_zero_has_an_interval_by_its_groups() -> None:
    ratio = Ratio()
    for _ in range(20):
        ratio.add(0, 1000)
    estimate = ratio.share()
    assert estimate is not None
    assert estimate.low == estimate.value == 0
    assert 0.15 < estimate.high < 0.2
    assert Ratio().share() is None
    assert Ratio().estimate() is None
    with pytest.raises(ValueError, match="-1"):
        ratio.add(0, -1)


@pytest.mark.parametrize("part", [0.03, 0.25, 0.5])
def test_intervals_contain_the_true_figure_95_times_in_100(part: float) -> None:
    chance, trials = random.Random(7), 1500
    held = {"share": 0, "mean": 0, "ratio": 0}
    for _ in range(trials):
        hits = sum(chance.random() < part for _ in range(100))
        moments, ratio = Moments(), Ratio()
        for _ in range(30):
            moments.add(chance.gauss(part, 1))
            # the character of a group is drawn once, then its members: nearly all or nearly none of them are hits
            whole = 1 + int(chance.random() * 6)
            ratio.add(whole if chance.random() < 0.5 else 0, whole)
        for name, estimate, truth in (
            ("share", share(hits, 100), part),
            ("mean", moments.estimate(), part),
            ("ratio", ratio.share(), 0.5),
        ):
            assert estimate is not None
            held[name] += estimate.low <= truth <= estimate.high
    assert {name: 0.93 <= count / trials <= 0.975 for name, count in held.items()} == dict.fromkeys(held, True), held


def test_the_mean_of_the_ratio_is_the_mean() -> None:
    values = [3, 5, 8, 1, 1, 4]
    ratio = Ratio()
    for value in values:
        ratio.add(value, 1)
    estimate = ratio.estimate()
    assert estimate is not None
    assert estimate.value == pytest.approx(fmean(values))
    assert estimate.high - estimate.value == pytest.approx(student(5) * sqrt(variance(values) / 6))
