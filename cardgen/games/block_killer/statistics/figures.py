"""Figures out of a tally, each with its interval.

Where all hands are counted a figure is exact, but for hands whose best play is not proven: these lie between the attack
found and what no play can be above, and so does the figure (`low` and `high` are bounds then). Of a part of all hands
nothing is said. From sampled hands a figure is of the attack found, with the interval of the sample: shares Wilson's,
means Student's, changed decks the ratio estimator's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, sqrt

from cardgen.engines.estimates import Moments, share, student
from cardgen.engines.studies import Estimate
from cardgen.games.block_killer.statistics.tally import Attacks, Tally

#: Fewer sampled hands than this say nothing of a mean: attacks are far from normally distributed.
LEAST_HANDS = 30
#: A deck with one more copy of a card has hands with more copies of it than the deck had, which were never dealt.
#: Nothing is said when more of the hands than this would be such ones: they would be missing from the mean.
MOST_UNSEEN = Fraction(1, 50_000)


def share_of_attacks(tally: Tally, wanted: Callable[[int], bool]) -> Estimate | None:
    """The share of hands whose best attack is `wanted`."""
    found = sum(weight for (attack, _), weight in tally.attacks.items() if wanted(attack))
    if not tally.counted:
        return share(found, tally.hands)
    low = high = 0
    for (attack, at_most), weight in tally.attacks.items():
        possible = [wanted(each) for each in range(attack, at_most + 1)]
        low += weight * all(possible)
        high += weight * any(possible)
    return _exact(tally, found, low, high)


def share_with(tally: Tally, weight: int) -> Estimate | None:
    """The share of hands that weigh `weight` together: some property of the play found."""
    if not tally.counted:
        return share(weight, tally.hands)
    # The best play of a hand that is not proven may be another one.
    return _exact(tally, weight, weight - min(weight, tally.unproven), min(tally.weight, weight + tally.unproven))


def share_proven(tally: Tally) -> Estimate | None:
    """The share of hands whose best attack is proven: this is known of those tried, counted or sampled."""
    proven = tally.weight - tally.unproven
    return _exact(tally, proven, proven, proven) if tally.counted else share(proven, tally.hands)


def mean_attack(tally: Tally) -> Estimate | None:
    """The mean best attack."""
    found, at_most = _sums(tally.attacks)
    if tally.counted:
        return _exact(tally, found, found, at_most)
    return _mean(_by_attack(tally.attacks), max(attack for _, attack in tally.attacks) if tally.attacks else 0)


def mean_gap(tally: Tally) -> Estimate | None:
    """How far what no play can be above lies over the attack found, on average."""
    gaps: Counter[int] = Counter()
    for (attack, at_most), weight in tally.attacks.items():
        gaps[at_most - attack] += weight
    return mean_count(tally, gaps, max((at_most for _, at_most in tally.attacks), default=0))


def mean_count(tally: Tally, counts: Mapping[int, int], most: int) -> Estimate | None:
    """The mean of a whole number, 0 to `most`, that was counted of each hand: number -> weight."""
    if not tally.counted:
        return _mean(counts, most)
    total = sum(number * weight for number, weight in counts.items())
    return _exact(tally, total, total, total)


def card_value(tally: Tally, card: str) -> Estimate | None:
    """What the best attack loses without one copy of `card`, on average over the hands that hold it."""
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


def copy_change(tally: Tally, card: str, more: int) -> Estimate | None:
    """By how much the mean best attack changes when the deck has `more` copies of `card`: 1 or -1.

    The hands are those of the deck as it is, weighed anew. With k copies among N cards, of which a hand draws s, a hand
    with n copies is dealt C(k, n) · (ways of its other cards) / C(N, s) of the time; so in the changed deck it is dealt
    w(n) = C(k + more, n) / C(k, n) · C(N, s) / C(N + more, s) times as often. The new mean is sum(w · attack) / sum(w).
    Its difference from the old one has, by linearisation, the variance of z = w · (attack - new) / mean(w) - (attack -
    old), over the number of hands.

    None where no card can be taken or drawn, where hands are not drawn from full decks, where hands of the changed deck
    that the old one cannot deal are more than MOST_UNSEEN of all; of samples, where but for fewer than LEAST_HANDS all
    have as many copies as each other, or all have one attack.
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


def _unseen(tally: Tally, card: str, more: int) -> bool:
    """Whether too many hands of the changed deck hold more copies of the card than the deck had."""
    copies, cards, size = tally.deck(card)
    if more < 0 or copies + 1 > size:
        return False
    unseen = Fraction(comb(cards - copies, size - copies - 1), comb(cards + 1, size))
    return tally.counted or unseen > MOST_UNSEEN


def _exact_change(tally: Tally, strata: Mapping[int, Attacks], weights: Mapping[int, Fraction]) -> Estimate:
    total = Fraction(tally.weight)
    new_total = sum((weights[n] * sum(attacks.values()) for n, attacks in strata.items()), Fraction(0))
    value = low = high = Fraction(0)
    for n, attacks in strata.items():
        found, at_most = _sums(attacks)
        part = weights[n] / new_total - 1 / total
        value += part * found
        low += part * (found if part > 0 else at_most)
        high += part * (at_most if part > 0 else found)
    return Estimate(float(value), float(low), float(high), tally.hands)


def _sampled_change(tally: Tally, strata: Mapping[int, Attacks], weights: Mapping[int, Fraction]) -> Estimate | None:
    hands = tally.hands
    counts = {n: _by_attack(attacks) for n, attacks in strata.items()}
    numbers = {n: sum(attacks.values()) for n, attacks in counts.items()}
    if hands - max(numbers.values()) < LEAST_HANDS or len(_by_attack(tally.attacks)) < 2:
        return None
    sums = {n: sum(attack * number for attack, number in attacks.items()) for n, attacks in counts.items()}
    weight = sum((weights[n] * numbers[n] for n in strata), Fraction(0))
    if not weight:  # the changed deck deals none of the hands sampled
        return None
    old = Fraction(sum(sums.values()), hands)
    new = sum((weights[n] * sums[n] for n in strata), Fraction(0)) / weight
    mean_weight = weight / hands
    squares = 0.0
    for n, attacks in counts.items():
        for attack in sorted(attacks):
            away = float(weights[n] * (attack - new) / mean_weight - (attack - old))
            squares += attacks[attack] * away * away
    arm = student(hands - 1) * sqrt(squares / (hands - 1) / hands)
    change = float(new - old)
    return Estimate(change, change - arm, change + arm, hands)


def _sums(attacks: Attacks) -> tuple[int, int]:
    """Attack found and what no play can be above, added up."""
    found = sum(attack * weight for (attack, _), weight in attacks.items())
    return found, sum(at_most * weight for (_, at_most), weight in attacks.items())


def _by_attack(attacks: Attacks) -> Counter[int]:
    found: Counter[int] = Counter()
    for (attack, _), weight in attacks.items():
        found[attack] += weight
    return found


def _mean(counts: Mapping[int, int], most: int) -> Estimate | None:
    """The mean of sampled numbers from 0 to `most`; None of fewer than LEAST_HANDS.

    When all are alike, that says that others are few, not that there are none: others are as many as Wilson's interval
    for a share that was never met allows, and as far away as can be.
    """
    moments = Moments()
    for number in sorted(counts):  # in order, so that rounding is the same whatever came first
        moments.add(number, counts[number])
    found, never_met = moments.estimate(), share(0, moments.samples)
    if found is None or never_met is None or found.samples < LEAST_HANDS:
        return None
    value, others = found.value, never_met.high
    if found.low == found.high:
        return Estimate(value, value - others * value, value + others * max(0.0, most - value), found.samples)
    return Estimate(value, max(0.0, found.low), found.high, found.samples)


def _exact(tally: Tally, value: int, low: int, high: int) -> Estimate | None:
    """Weights as parts of all; None unless all hands are counted."""
    if not tally.complete:
        return None
    return Estimate(value / tally.weight, low / tally.weight, high / tally.weight, tally.hands)
