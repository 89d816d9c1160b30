"""Figures from samples, each with its 95 % confidence interval.

Samples are counted one at a time and not kept. The formulas:

- a share of independent samples (`share`): Wilson's score interval, which stays within 0 and 1 and is honest about
  shares near them and about small samples, where the usual p ± z·sqrt(p(1-p)/n) is not;
- a mean (`Moments`): mean ± t·s/sqrt(n), with Welford's running mean and variance and Student's t;
- a ratio of sums over groups of similar samples (`Ratio`), such as the turns of a game: the groups are the samples,
  with the variance by linearisation of sum(part) / sum(whole).
"""

from __future__ import annotations

from math import pi, sqrt, tan

from cardgen.base.units import sum_floats
from cardgen.engines.studies import Estimate

#: The 97.5 % point of the normal distribution.
NORMAL = 1.959963984540054


def share(hits: int, samples: int) -> Estimate | None:
    """Return the share of `samples` independent samples that are hits, 0 to 1, by Wilson's score interval.

    With p = hits / n and z = 1.96 the interval is (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n). None without
    samples; ValueError if there are more hits than samples, or a negative number of them.
    """
    if not 0 <= hits <= samples:
        raise ValueError(f"{hits} hits in {samples} samples")
    if samples == 0:
        return None
    low, high = _wilson(hits / samples, samples, NORMAL)
    return Estimate(hits / samples, 0.0 if hits == 0 else low, 1.0 if hits == samples else high, samples)


class Moments:
    """The mean of samples, kept as a count, a mean and a sum of squares: Welford's method, which is stable."""

    __slots__ = ("_mean", "_squares", "samples")

    def __init__(self) -> None:
        self.samples = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Count `value`, so many times. ValueError for a negative number of times."""
        if times < 0:
            raise ValueError(f"{value} counted {times} times")
        if times == 0:
            return
        self.samples += times
        deviation = value - self._mean
        self._mean += deviation * times / self.samples
        self._squares += times * deviation * (value - self._mean)

    @property
    def variance(self) -> float | None:
        """The variance of the samples, s² = sum((x - mean)²) / (n - 1); None with fewer than two samples."""
        return self._squares / (self.samples - 1) if self.samples > 1 else None

    def estimate(self) -> Estimate | None:
        """Return the mean, in mean ± t·s/sqrt(n). None with fewer than two samples, which have no interval.

        If all samples are equal, the interval is a point.
        """
        variance = self.variance
        if variance is None:
            return None
        arm = student(self.samples - 1) * sqrt(max(0.0, variance) / self.samples)
        return Estimate(self._mean, self._mean - arm, self._mean + arm, self.samples)


class Ratio:
    """Parts of wholes, group by group: attacks of turns, game by game. The groups are independent."""

    __slots__ = ("_part_part", "_part_whole", "_whole_whole", "groups", "part", "whole")

    def __init__(self) -> None:
        self.groups = 0
        self.part = self.whole = 0.0
        self._part_part = self._part_whole = self._whole_whole = 0.0

    def add(self, part: float, whole: float) -> None:
        """Count one group. A group whose whole is 0 is ignored. ValueError for a whole below 0."""
        if whole < 0:
            raise ValueError(f"{part} of {whole}")
        if whole == 0:
            return
        self.groups += 1
        self.part += part
        self.whole += whole
        self._part_part += part * part
        self._part_whole += part * whole
        self._whole_whole += whole * whole

    def estimate(self) -> Estimate | None:
        """Return r = sum(part) / sum(whole), in r ± t·sqrt(variance). None with fewer than two groups, its samples."""
        if self.groups < 2:
            return None
        ratio = self.part / self.whole
        arm = student(self.groups - 1) * sqrt(self._variance(ratio))
        return Estimate(ratio, ratio - arm, ratio + arm, self.groups)

    def share(self) -> Estimate | None:
        """Return the same for parts that cannot exceed their wholes: the interval stays within 0 and 1.

        It is Wilson's, with t for z and with as many samples as would give that variance: r(1-r) / variance. If all
        parts are 0, or all are equal to their wholes, the groups are the samples. None with fewer than two groups.
        """
        if self.groups < 2:
            return None
        ratio = self.part / self.whole
        variance = self._variance(ratio)
        samples = ratio * (1 - ratio) / variance if variance > 0 and 0 < ratio < 1 else float(self.groups)
        low, high = _wilson(ratio, samples, student(self.groups - 1))
        return Estimate(ratio, 0.0 if ratio <= 0 else low, 1.0 if ratio >= 1 else high, self.groups)

    def _variance(self, ratio: float) -> float:
        """Return n / (n - 1) · sum((part - r·whole)²) / sum(whole)²."""
        squares = self._part_part - 2 * ratio * self._part_whole + ratio * ratio * self._whole_whole
        return max(0.0, squares) * self.groups / (self.groups - 1) / self.whole**2


def estimate_of(figure: Moments | Ratio | None) -> Estimate | None:
    """Return the estimate of a figure; None if there is no figure."""
    return None if figure is None else figure.estimate()


def student(freedom: float) -> float:
    """Return the 97.5 % point of Student's t with so many degrees of freedom, 1 and up.

    Exact for 1 and 2. From 3 on by the series of Cornish and Fisher: 0.13 % below the true value at 3, and less than
    0.01 % from 6 on. ValueError below 1.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom == 1:
        return tan(pi * 0.475)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum_floats(term / freedom**power for power, term in enumerate(terms, 1))


def _wilson(part: float, samples: float, z: float) -> tuple[float, float]:
    square = z * z / samples
    middle = (part + square / 2) / (1 + square)
    arm = z * sqrt(part * (1 - part) / samples + square / (4 * samples)) / (1 + square)
    return max(0.0, middle - arm), min(1.0, middle + arm)
