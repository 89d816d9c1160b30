"""Figures of a tally, each with its interval.

If all hands are counted, a figure is exact, except for hands whose best play is not proven: their best attack is
between the attack found and its upper bound, and `low` and `high` are the bounds of the figure. If only a part of all
hands is counted, there are no figures. For sampled hands, a figure is that of the attacks found, with the interval of
the sample: Wilson's for shares, Student's for means, the ratio estimator's for changed decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, sqrt

from cardgen.engines.estimates import Moments, share, student
from cardgen.engines.studies import Estimate
from cardgen.games.block_killer.statistics.tally import Attacks, HandTally

#: There is no mean of fewer sampled hands than this, because attacks are far from normally distributed.
LEAST_HANDS = 30
#: A deck with one more copy of a card has hands with more copies than the old deck had, which were never dealt. There
#: is no figure if such hands are a larger part of all hands than this, because the mean would not include them.
MOST_UNSEEN = Fraction(1, 50_000)


def share_of_attacks(tally: HandTally, is_counted: Callable[[int], bool]) -> Estimate | None:
    """Return the share of hands whose best attack fulfils a condition."""
    counted = sum(weight for (attack, _), weight in tally.attacks.items() if is_counted(attack))
    if not tally.counted:
        return share(counted, tally.hands)
    low = high = 0
    for (attack, at_most), weight in tally.attacks.items():
        possible = [is_counted(possible_attack) for possible_attack in range(attack, at_most + 1)]
        low += weight * all(possible)
        high += weight * any(possible)
    return _exact(tally, counted, low, high)


def share_with(tally: HandTally, weight: int) -> Estimate | None:
    """Return the share of hands with a property of the play found; `weight` is the weight of these hands."""
    if not tally.counted:
        return share(weight, tally.hands)
    # If a hand is not proven, its best play may be another one.
    return _exact(tally, weight, weight - min(weight, tally.unproven), min(tally.weight, weight + tally.unproven))


def play_shares(tally: HandTally) -> list[Estimate | None]:
    """Return the shares of hands without an attack, with a spin in their best play, and with a quad in it."""
    return [share_of_attacks(tally, (0).__eq__), share_with(tally, tally.spins), share_with(tally, tally.quads)]


def share_proven(tally: HandTally) -> Estimate | None:
    """Return the share of hands whose best attack is proven."""
    proven = tally.weight - tally.unproven
    return _exact(tally, proven, proven, proven) if tally.counted else share(proven, tally.hands)


def mean_attack(tally: HandTally) -> Estimate | None:
    """Return the mean best attack."""
    total, total_at_most = _sums(tally.attacks)
    if tally.counted:
        return _exact(tally, total, total, total_at_most)
    return _mean(_by_attack(tally.attacks), max(attack for _, attack in tally.attacks) if tally.attacks else 0)


def mean_gap(tally: HandTally) -> Estimate | None:
    """Return the mean difference between the upper bound of the attack and the attack found."""
    gaps: Counter[int] = Counter()
    for (attack, at_most), weight in tally.attacks.items():
        gaps[at_most - attack] += weight
    return mean_count(tally, gaps, max((at_most for _, at_most in tally.attacks), default=0))


def mean_count(tally: HandTally, counts: Mapping[int, int], most: int) -> Estimate | None:
    """Return the mean of a whole number of each hand, 0 to `most`; `counts` are number -> weight."""
    if not tally.counted:
        return _mean(counts, most)
    total = sum(number * weight for number, weight in counts.items())
    return _exact(tally, total, total, total)


def card_value(tally: HandTally, card: str) -> Estimate | None:
    """Return the mean loss of the best attack without one copy of `card`, over the hands that have it."""
    drops = tally.drops.get(card)
    if not drops:
        return None
    if not tally.counted:
        by_drop: Counter[int] = Counter()
        for (drop, _, _), weight in drops.items():
            by_drop[drop] += weight
        return _mean(by_drop, max(attack for attack, _ in tally.attacks))
    if not tally.complete:
        return None
    total = sum(drops.values())
    value, low, high = (sum(drop[i] * weight for drop, weight in drops.items()) / total for i in range(3))
    return Estimate(value, low, high, tally.valued[card])


def copy_change(tally: HandTally, card: str, more: int) -> Estimate | None:
    """Return the change of the mean best attack if the deck has `more` copies of `card`: 1 or -1.

    The hands of the old deck get new weights. With k copies among N cards, of which a hand draws s, a hand
    with n copies is dealt C(k, n) · (ways of its other cards) / C(N, s) of the time; so in the changed deck it is dealt
    w(n) = C(k + more, n) / C(k, n) · C(N, s) / C(N + more, s) times as often. The new mean is sum(w · attack) / sum(w).
    Its difference from the old one has, by linearisation, the variance of z = w · (attack - new) / mean(w) - (attack -
    old), over the number of hands.

    None if no card can be removed or drawn, if hands are not drawn from full decks, or if more than MOST_UNSEEN of the
    hands of the changed deck cannot be dealt by the old one. For samples, also None if all hands but fewer than
    LEAST_HANDS have the same number of copies, or if all have the same attack.
    """
    if tally.settings.size is None or not tally.hands or (tally.counted and not tally.complete):
        return None
    copies, cards, size = tally.deck(card)
    if copies + more < 0 or cards + more < size or size == 0 or _unseen(tally, card, more):
        return None
    strata = tally.by_copies(card)
    weights = {
        n: Fraction(comb(copies + more, n) * comb(cards, size), comb(copies, n) * comb(cards + more, size))
        for n in strata
    }
    return _exact_change(tally, strata, weights) if tally.counted else _sampled_change(tally, strata, weights)


# ----------------------------------------------------------------------------------------------------------------------


def _unseen(tally: HandTally, card: str, more: int) -> bool:
    """Return True if too many hands of the changed deck have more copies of the card than the old deck had."""
    copies, cards, size = tally.deck(card)
    if more < 0 or copies + 1 > size:
        return False
    unseen = Fraction(comb(cards - copies, size - copies - 1), comb(cards + 1, size))
    return tally.counted or unseen > MOST_UNSEEN


def _exact_change(tally: HandTally, strata: Mapping[int, Attacks], weights: Mapping[int, Fraction]) -> Estimate:
    total = Fraction(tally.weight)
    new_total = sum((weights[n] * sum(attacks.values()) for n, attacks in strata.items()), Fraction(0))
    value = low = high = Fraction(0)
    for n, attacks in strata.items():
        attack, at_most = _sums(attacks)
        part = weights[n] / new_total - 1 / total
        value += part * attack
        low += part * (attack if part > 0 else at_most)
        high += part * (at_most if part > 0 else attack)
    return Estimate(float(value), float(low), float(high), tally.hands)


def _sampled_change(
    tally: HandTally, strata: Mapping[int, Attacks], weights: Mapping[int, Fraction]
) -> Estimate | None:
    hands = tally.hands
    counts = {n: _by_attack(attacks) for n, attacks in strata.items()}
    numbers = {n: sum(attacks.values()) for n, attacks in counts.items()}
    if hands - max(numbers.values()) < LEAST_HANDS or len(_by_attack(tally.attacks)) < 2:
        return None
    sums = {n: sum(attack * number for attack, number in attacks.items()) for n, attacks in counts.items()}
    weight = sum((weights[n] * numbers[n] for n in strata), Fraction(0))
    if not weight:  # the changed deck deals none of the sampled hands
        return None
    old = Fraction(sum(sums.values()), hands)
    new = sum((weights[n] * sums[n] for n in strata), Fraction(0)) / weight
    mean_weight = weight / hands
    squared_deviations = 0.0
    for n, attacks in counts.items():
        for attack in sorted(attacks):
            deviation = float(weights[n] * (attack - new) / mean_weight - (attack - old))
            squared_deviations += attacks[attack] * deviation * deviation
    half_width = student(hands - 1) * sqrt(squared_deviations / (hands - 1) / hands)
    change = float(new - old)
    return Estimate(change, change - half_width, change + half_width, hands)


def _sums(attacks: Attacks) -> tuple[int, int]:
    """Return the sums of the attacks found and of their upper bounds."""
    total = sum(attack * weight for (attack, _), weight in attacks.items())
    return total, sum(at_most * weight for (_, at_most), weight in attacks.items())


def _by_attack(attacks: Attacks) -> Counter[int]:
    weights: Counter[int] = Counter()
    for (attack, _), weight in attacks.items():
        weights[attack] += weight
    return weights


def _mean(counts: Mapping[int, int], most: int) -> Estimate | None:
    """Return the mean of sampled numbers from 0 to `most`; None for fewer than LEAST_HANDS.

    If all numbers are equal, others may exist: the interval assumes as many of them as Wilson's interval allows for a
    share of 0, each as far away as possible.
    """
    moments = Moments()
    for number in sorted(counts):  # in order, so that rounding does not depend on the order of the counts
        moments.add(number, counts[number])
    mean, unseen = moments.estimate(), share(0, moments.samples)
    if mean is None or unseen is None or mean.samples < LEAST_HANDS:
        return None
    value, others = mean.value, unseen.high
    if mean.low == mean.high:
        return Estimate(value, value - others * value, value + others * max(0.0, most - value), mean.samples)
    return Estimate(value, max(0.0, mean.low), mean.high, mean.samples)


def _exact(tally: HandTally, value: int, low: int, high: int) -> Estimate | None:
    """Return weights as parts of the whole; None unless all hands are counted."""
    if not tally.complete:
        return None
    return Estimate(value / tally.weight, low / tally.weight, high / tally.weight, tally.hands)
