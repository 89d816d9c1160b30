"""The sentences of the study. They claim no more than the intervals of the figures allow.

Among many cards, one in twenty would differ by chance alone. So the sentences about cards widen the intervals of
sampled figures until all figures of a kind are right together (Bonferroni): 99 times out of 100 if attacks were
normally distributed; they are not, and it is still 95 times. Runs are called different only if their intervals do not
overlap. This is right also for runs of one seed, which share their hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist

from cardgen.engines.estimates import NORMAL
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.study_texts import same_in_both
from cardgen.engines.wording import capitalised, decimal, format_estimate, join_texts, join_words, paragraph, percent
from cardgen.games.block_killer.statistics import figures
from cardgen.games.block_killer.statistics.charts import DECKS
from cardgen.games.block_killer.statistics.hands import count_hands
from cardgen.games.block_killer.statistics.settings import TEXTS
from cardgen.games.block_killer.statistics.tally import HandTally

#: The most cards that a sentence names; the charts have all.
MOST_NAMED = 4

_CARDS = tuple(card for cards in DECKS.values() for card in cards)


def write_sentences(tallies: Sequence[HandTally]) -> list[Texts]:
    """Return a paragraph about each run, then sentences that compare them."""
    paragraphs = [paragraph(list(_describe_run(tally))) for tally in tallies]
    return [*paragraphs, *_compare(tallies)]


def _describe_run(tally: HandTally) -> Iterator[Texts]:
    run = capitalised(tally.name)
    mean = figures.mean_attack(tally)
    if mean is None:
        count, name = count_hands(tally.settings), "not-all"
        if count is None:
            count, name = 0, "too-few"
        yield TEXTS(name, run=run, hands=f"{tally.hands:,}", count=count, s="s" * (tally.hands != 1))
        return
    yield _mean(tally, run, mean)
    yield _shares(tally)
    for deck, cards in DECKS.items():
        yield from _values(tally, cards, TEXTS(deck))
    yield from _changes(tally)


def _mean(tally: HandTally, run: Texts, mean: Estimate) -> Texts:
    proof = TEXTS("proven")
    if tally.unproven:
        gap = figures.mean_gap(tally)
        room = decimal(gap.value) if gap else ""
        proof = TEXTS("not-proven", proven=percent(1 - tally.unproven / tally.weight), room=room)
    name = "mean-of-all" if tally.counted else "mean-of-some"
    return TEXTS(name, run=run, hands=f"{tally.hands:,}", mean=format_estimate(mean, decimal), proof=proof)


def _shares(tally: HandTally) -> Texts:
    none, spin, quad = (
        "–" if figure is None else format_estimate(figure, percent) for figure in figures.play_shares(tally)
    )
    return TEXTS("shares", none=none, spin=spin, quad=quad, lines=tally.settings.rules.attack.special_lines)


def _values(tally: HandTally, cards: Sequence[str], kind: Texts) -> Iterator[Texts]:
    values = {card: value for card in cards if (value := figures.card_value(tally, card)) is not None}
    if len(values) < 2 or not any(value.high for value in values.values()):
        return
    copies = dict(tally.settings.copies)
    if any(copies[card] and card not in values for card in cards):
        yield TEXTS("rare", kind=kind)
        return
    intervals = {card: widened(value, tally, len(_CARDS)) for card, value in values.items()}
    first = max(values, key=lambda card: values[card].value)
    rivals = [card for card in values if intervals[card].high >= intervals[first].low]
    less = [card for card in values if card not in rivals]
    drop = format_estimate(values[first], decimal)
    if rivals == [first]:
        yield TEXTS("best-card", kind=kind, first=first, value=drop)
    elif all(values[card].low == values[card].high == values[first].value for card in rivals):
        yield TEXTS("equal-cards", kind=kind, cards=join_texts(same_in_both(rivals)), value=drop)
    elif len(rivals) <= MOST_NAMED:
        yield TEXTS("some-card", kind=kind, cards=join_texts(same_in_both(rivals), last="or"))
    elif less:
        are, others = "are" if len(less) > 1 else "is", join_texts(same_in_both(less))
        yield TEXTS("lesser-cards", kind=kind, less=others, are=are, first=first, value=drop)
    else:
        yield TEXTS("any-card", kind=kind)


def _changes(tally: HandTally) -> Iterator[Texts]:
    changes = {card: change for card in _CARDS if (change := figures.copy_change(tally, card, 1)) is not None}
    if not changes:
        return
    intervals = {card: widened(change, tally, 2 * len(_CARDS)) for card, change in changes.items()}
    up = sorted((card for card in changes if intervals[card].low > 0), key=lambda card: -changes[card].value)
    down = sorted((card for card in changes if intervals[card].high < 0), key=lambda card: changes[card].value)
    chosen = {name: _named(cards, changes) for name, cards in (("raises", up), ("lowers", down)) if cards}
    if chosen:
        yield TEXTS("-".join(chosen), **chosen)
    elif tally.counted and not any(change.low or change.high for change in changes.values()):
        yield TEXTS("no-change")
    else:
        yield TEXTS("unclear")


def _named(cards: Sequence[str], changes: Mapping[str, Estimate]) -> Texts:
    words = [f"{card} ({decimal(changes[card].value, 3, signed=True)})" for card in cards[:MOST_NAMED]]
    chinese = "、".join(words).replace(" (", "（").replace(")", "）")
    more = len(cards) - len(words)
    if not more:
        return {"zh": chinese, "en": join_words(words, "or")}
    others = "another card" if more == 1 else f"any of {more} other cards"
    return {"zh": f"{chinese}等{len(cards)}种牌", "en": f"{', '.join(words)} or {others}"}


def _compare(tallies: Sequence[HandTally]) -> Iterator[Texts]:
    """Compare each run with the first run of the same kind of hands."""
    firsts: dict[str, HandTally] = {}
    for tally in tallies:
        first = firsts.setdefault(tally.settings.hand, tally)
        mean, other = figures.mean_attack(tally), figures.mean_attack(first)
        if tally is first or mean is None or other is None:
            continue
        name = "higher" if mean.low > other.high else "lower" if mean.high < other.low else "not-different"
        if mean.low == mean.high and mean.value == other.value:
            name = "same"
        yield TEXTS(name, run=tally.name, first=first.name, new=decimal(mean.value), old=decimal(other.value))


def widened(estimate: Estimate, tally: HandTally, figures_count: int) -> Estimate:
    """Return the estimate with an interval that is right together with those of so many figures.

    The interval of an exact figure does not change.
    """
    if tally.counted:
        return estimate
    factor = NormalDist().inv_cdf(1 - 0.005 / figures_count) / NORMAL
    value = estimate.value
    low, high = value - factor * (value - estimate.low), value + factor * (estimate.high - value)
    return Estimate(value, low, high, estimate.samples)
