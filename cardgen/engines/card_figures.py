"""What whole games say about single cards: how often each is used, how its players fare, how often it lies idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.records import dataclass, field
from cardgen.engines.estimates import Moments, estimate_of, share
from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.engines.study_texts import SHARED, fill_text
from cardgen.engines.wording import format_estimate, join_texts, percent, tenths

CardUses: TypeAlias = Mapping[str, tuple[Sequence[int], Sequence[int]]]
"""Card -> how often each seat has used it in a game, and how many each seat has left when the game is over."""

#: Cards that a sentence names, and the games that are needed for sentences.
MOST_NAMED, FEWEST_GAMES = 3, 30


@dataclass(slots=True)
class CardTally:
    """The cards of the games of a run, each by its name."""

    games: int = 0
    played: dict[str, Moments] = field(default_factory=dict)
    idle: dict[str, Moments] = field(default_factory=dict)
    players: Counter[str] = field(default_factory=Counter)
    """card -> players who have used it, one for each game and player"""
    won: Counter[str] = field(default_factory=Counter)
    """card -> those of them who have won"""
    titles: Mapping[str, Texts] = field(default_factory=dict)
    """card -> what readers call it, if not by its name"""

    def add(self, cards: Mapping[str, Any], winners: Sequence[int]) -> None:
        """Count a game: its `CardUses`, which may be JSON, and the seats that have won."""
        self.games += 1
        for name, (played, idle) in cards.items():
            self.played.setdefault(name, Moments()).add(sum(played))
            self.idle.setdefault(name, Moments()).add(sum(idle))
            seats = [seat for seat, times in enumerate(played) if times]
            self.players[name] += len(seats)
            self.won[name] += len(set(seats) & set(winners))

    @property
    def names(self) -> list[str]:
        return sorted(self.played)

    def title(self, name: str) -> Texts:
        """Return what readers call a card."""
        return {"zh": name, "en": name, **self.titles.get(name, {})}

    def wins(self, name: str) -> Estimate | None:
        """Return how often a player who has used a card wins."""
        return share(self.won[name], self.players[name])

    def mean_win(self) -> float:
        """Return how often players win with a card, over all cards."""
        return sum(self.won.values()) / max(1, sum(self.players.values()))


def card_sentences(tally: CardTally) -> list[Texts]:
    """Return what stands out: the cards that are used most and least, won with and lost with, and left unused."""
    if tally.games < FEWEST_GAMES or not tally.played:
        return []
    return [_played(tally), *_outstanding(tally), *_idle(tally)]


def _played(tally: CardTally) -> Texts:
    means = _means(tally.played)
    order = sorted(means, key=lambda name: (-means[name], name))
    most, least = (
        _listed(tally, [(name, tenths(means[name])) for name in names[:MOST_NAMED]]) for names in (order, order[::-1])
    )
    return SHARED("used", most=most, least=least)


def _means(counts: Mapping[str, Moments]) -> dict[str, float]:
    """Return the mean of each card that has one."""
    rates = {name: moments.estimate() for name, moments in counts.items()}
    return {name: round(rate.value, 6) for name, rate in rates.items() if rate is not None}


def _listed(tally: CardTally, figures: Sequence[tuple[str, Texts | str]]) -> Texts:
    named = {"zh": "{name} {figure}", "en": "{name} {figure}"}
    return join_texts([fill_text(named, {"name": tally.title(name), "figure": figure}) for name, figure in figures])


def _outstanding(tally: CardTally) -> list[Texts]:
    """Return the cards whose players win clearly more or less often than players of all cards."""
    mean = tally.mean_win()
    found = []
    for name in tally.names:
        wins = tally.wins(name)
        if wins is not None and not wins.low <= mean <= wins.high:
            found.append((wins.value - mean, name, wins))
    sentences: list[Texts] = []
    for is_strong in (True, False):
        chosen = sorted((one for one in found if (one[0] > 0) is is_strong), key=lambda one: (-abs(one[0]), one[1]))
        if chosen:
            cards = _listed(tally, [(name, format_estimate(wins, percent)) for _, name, wins in chosen[:MOST_NAMED]])
            sentences.append(SHARED("won-more" if is_strong else "won-less", average=percent(mean), cards=cards))
    return sentences


def _idle(tally: CardTally) -> list[Texts]:
    means = {name: mean for name, mean in _means(tally.idle).items() if mean > 0}
    order = sorted(means, key=lambda name: (-means[name], name))[:MOST_NAMED]
    return [SHARED("left", cards=_listed(tally, [(name, tenths(means[name])) for name in order]))] if order else []


def card_charts(tallies: Sequence[Any]) -> list[Chart]:
    """Return the charts of runs, whose tallies have their `cards`: a bar for each card."""
    names = sorted({name for tally in tallies for name in tally.cards.played})
    if not names:
        return []
    labels = [tallies[0].cards.title(name) for name in names]
    figures: dict[str, Callable[[CardTally, str], Estimate | None]] = {
        "cards-played": lambda cards, name: estimate_of(cards.played.get(name)),
        "cards-won": CardTally.wins,
        "cards-idle": lambda cards, name: estimate_of(cards.idle.get(name)),
    }

    def chart(id_: str, figure: Callable[[CardTally, str], Estimate | None]) -> Chart:
        return SHARED.chart(id_, tallies, lambda tally: [figure(tally.cards, name) for name in names], labels)

    return [chart(id_, figure) for id_, figure in figures.items()]
