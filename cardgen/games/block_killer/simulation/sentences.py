"""The sentences of the study. They claim no more than the intervals of the figures allow.

Policies and runs are called different only if their intervals do not overlap. This is right although they depend on
each other: runs of one seed share their deals, and a game has only one winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines.estimates import share
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.wording import capitalised, format_estimate, join_texts, paragraph, percent, tenths
from cardgen.games.block_killer.simulation.tally import GameTally
from cardgen.games.block_killer.simulation.wording import TEXTS, count_word, policy_name

#: There are no sentences about fewer finished games than this.
LEAST_GAMES = 10


#: Up to so many runs have all sentences; more runs have only the first ones: who wins, and how long games last.
MOST_IN_FULL = 2


def write_sentences(tallies: Sequence[GameTally]) -> list[Texts]:
    """Return the sentences about one run; or a paragraph about each of several, and a comparison."""
    texts = [list(_describe_run(tally, len(tallies) <= MOST_IN_FULL)) for tally in tallies]
    if len(texts) == 1:
        return texts[0]
    return [*map(paragraph, texts), *_compare(tallies)]


def _describe_run(tally: GameTally, in_full: bool) -> Iterator[Texts]:
    run, games = capitalised(tally.name), f"{tally.games:,}"
    if tally.finished < LEAST_GAMES:
        name = "too-few" if tally.finished == tally.games else "too-few-finished"
        yield TEXTS(name, run=run, games=games, finished=tally.finished, s="s" * (tally.games != 1))
        return
    yield _start(tally, run, games)
    yield from _policies(tally)
    yield from _length(tally)
    if in_full:
        yield from _turns(tally)
        yield from _answers(tally)


def _start(tally: GameTally, run: Texts, games: str) -> Texts:
    players, won = tally.settings.players, share(tally.wins[0], tally.finished)
    assert won is not None
    verdict = "advantage" if won.low > 1 / players else "disadvantage" if won.high < 1 / players else "no-advantage"
    return TEXTS(
        "start",
        run=run,
        games=games,
        rate=format_estimate(won, percent),
        players=count_word(players),
        equal=percent(1 / players),
        verdict=TEXTS(verdict),
    )


def _policies(tally: GameTally) -> Iterator[Texts]:
    rates = [
        (name, rate)
        for name, ratio in zip(tally.settings.policies, tally.policies, strict=True)
        if (rate := ratio.share()) is not None
    ]
    if len(rates) < 2:
        return
    rates.sort(key=lambda pair: -pair[1].value)
    (name, best), *others = rates
    level = [policy_name(other) for other, rate in others if rate.high >= best.low]
    tail = TEXTS("level", names=join_texts(level)) if level else TEXTS("best-of-all" if others[1:] else "best-of-two")
    yield TEXTS("best-policy", name=policy_name(name), rate=format_estimate(best, percent), tail=tail)


def _length(tally: GameTally) -> Iterator[Texts]:
    mean, first = tally.length.estimate(), tally.eliminations[0].estimate()
    if mean is None or first is None:
        return
    left, stopped = share(tally.games - tally.finished, tally.games), None
    if left is not None and left.value > 0:
        stopped = TEXTS("stopped", share=format_estimate(left, percent), most=f"{tally.settings.most_turns:,}")
    turns, out = format_estimate(mean, tenths), format_estimate(first, tenths)
    yield TEXTS("length", turns=turns, out=out, stopped=stopped or "")


def _turns(tally: GameTally) -> Iterator[Texts]:
    shares = tally.over.share(), tally.attacking.share()
    if shares[0] is None or shares[1] is None:
        return
    over, attacking = (format_estimate(figure, percent) for figure in shares if figure)
    yield TEXTS("turns", over=over, attacking=attacking)


def _answers(tally: GameTally) -> Iterator[Texts]:
    none, _, whole, counter = (ratio.share() for ratio in tally.answers)
    if none is None or whole is None or counter is None:
        return
    answered = Estimate(1 - none.value, 1 - none.high, 1 - none.low, none.samples)
    some, full, back = (format_estimate(figure, percent) for figure in (answered, whole, counter))
    yield TEXTS("answers", some=some, full=full, back=back)


def _compare(tallies: Sequence[GameTally]) -> Iterator[Texts]:
    lengths = [
        (tally, mean) for tally in tallies if tally.finished >= LEAST_GAMES and (mean := tally.length.estimate())
    ]
    if len(lengths) < 2:
        return
    lengths.sort(key=lambda pair: pair[1].value)
    (short, least), (long, most) = lengths[0], lengths[-1]
    if least.high >= most.low:
        yield TEXTS("same-length")
        return
    few, many = format_estimate(least, tenths), format_estimate(most, tenths)
    yield TEXTS("lengths", short=short.name, few=few, long=long.name, many=many)
