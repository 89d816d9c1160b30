"""The charts of the study: one question each, a series for each run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cardgen import replace
from cardgen.engines.estimates import Moments, Ratio, share
from cardgen.engines.studies import Chart, Estimate
from cardgen.engines.study_texts import same_in_both
from cardgen.games.block_killer.simulation.tally import STRONG, GameTally
from cardgen.games.block_killer.simulation.wording import TEXTS, ordinal, policy_name

#: The most steps of the distribution of lengths.
MOST_STEPS = 24


def draw_charts(tallies: Sequence[GameTally]) -> Iterator[Chart]:
    """Yield every chart."""
    if not tallies:
        return

    def shares(name: str, ratios: Callable[[GameTally], Iterable[Ratio]]) -> Chart:
        return TEXTS.chart(name, tallies, lambda tally: [ratio.share() for ratio in ratios(tally)])

    most_players = max(tally.settings.players for tally in tallies)
    later = [TEXTS("later-seat", number=seat, ordinal=ordinal(seat)) for seat in range(2, most_players + 1)]
    seats = [TEXTS("first-seat"), *later]
    yield TEXTS.chart("seats", tallies, lambda tally: [share(wins, tally.finished) for wins in tally.wins], seats)
    yield _policies(tallies)
    yield _lengths(tallies)
    yield _eliminations(tallies, most_players)
    yield shares("causes", lambda tally: tally.causes)
    yield shares("turns", lambda tally: (tally.attacking, tally.idle, tally.passed, tally.over))
    yield shares("answers", lambda tally: tally.answers)
    points = [*same_in_both(range(1, STRONG)), TEXTS("strong", points=STRONG)]
    yield TEXTS.chart("attacks", tallies, lambda tally: [ratio.share() for ratio in tally.attacks], points)
    yield shares("clears", lambda tally: tally.clears)
    yield TEXTS.chart("game", tallies, lambda tally: map(_count, (tally.attack_counts, *tally.drawn, tally.shuffles)))


def _policies(tallies: Sequence[GameTally]) -> Chart:
    names = list(dict.fromkeys(name for tally in tallies for name in tally.settings.policies))

    def figures(tally: GameTally) -> list[Estimate | None]:
        rates = dict(zip(tally.settings.policies, tally.policies, strict=True))
        # A policy in every seat always wins its equal share.
        return [rates[name].share() if name in rates and len(rates) > 1 else None for name in names]

    return TEXTS.chart("policies", tallies, figures, [policy_name(name) for name in names])


def _lengths(tallies: Sequence[GameTally]) -> Chart:
    longest = max((length for tally in tallies for length in tally.lengths), default=0)
    width = next(step for step in _steps() if longest // step < MOST_STEPS)
    starts = range(0, longest + 1, width)

    def figures(tally: GameTally) -> list[Estimate | None]:
        counts = [sum(tally.lengths[length] for length in range(start, start + width)) for start in starts]
        return [share(count, tally.finished) for count in counts]

    labels = same_in_both([f"{start}–{start + width - 1}" for start in starts] if width > 1 else starts)
    return TEXTS.chart("lengths", tallies, figures, labels)


def _eliminations(tallies: Sequence[GameTally], most_players: int) -> Chart:
    labels = [TEXTS("out", number=place, ordinal=ordinal(place)) for place in range(1, most_players - 1)]

    def figures(tally: GameTally) -> list[Estimate | None]:
        *before, last = [moments.estimate() for moments in tally.eliminations]
        return [*before, *[None] * (len(labels) - len(before)), last]

    return TEXTS.chart("eliminations", tallies, figures, [*labels, TEXTS("end")])


def _count(moments: Moments) -> Estimate | None:
    """Return the mean of a number that is never less than 0."""
    mean = moments.estimate()
    return mean and replace(mean, low=max(0.0, mean.low))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ..."""
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10
