"""What whole games say about single cards: how often each is used, how its players fare, how often it lies idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.records import dataclass, field
from cardgen.engines.charts import chart_of, with_figures
from cardgen.engines.estimates import Moments, share
from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.engines.wording import format_estimate, join_words, percent, tenths

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
        """The cards by name."""
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
    rates = {name: moments.estimate() for name, moments in tally.played.items()}
    means = {name: round(rate.value, 6) for name, rate in rates.items() if rate is not None}
    order = sorted(means, key=lambda name: (-means[name], name))
    most, least = (
        _listed(tally, [(name, tenths(means[name])) for name in names[:MOST_NAMED]]) for names in (order, order[::-1])
    )
    return {
        "zh": f"每局使用最多的牌：{most['zh']}；最少的：{least['zh']}。",
        "en": f"Used most, in times a game: {most['en']}; least: {least['en']}.",
    }


def _listed(tally: CardTally, figures: Sequence[tuple[str, Texts | str]]) -> Texts:
    """Return cards with a figure each as one text."""
    words: dict[str, list[str]] = {"zh": [], "en": []}
    for name, figure in figures:
        for lang, text in words.items():
            text.append(f"{tally.title(name)[lang]} {figure if isinstance(figure, str) else figure[lang]}")
    return {"zh": "、".join(words["zh"]), "en": join_words(words["en"])}


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
        if not chosen:
            continue
        listed = _listed(tally, [(name, format_estimate(wins, percent)) for _, name, wins in chosen[:MOST_NAMED]])
        more_zh, more_en = ("多", "more") if is_strong else ("少", "less")
        average = percent(mean)
        sentences.append(
            {
                "zh": f"使用这些牌的人获胜明显更{more_zh}（所有牌平均{average}）：{listed['zh']}。",
                "en": f"Clearly {more_en} often than with other cards ({average}), players win with: {listed['en']}.",
            }
        )
    return sentences


def _idle(tally: CardTally) -> list[Texts]:
    rates = {name: moments.estimate() for name, moments in tally.idle.items()}
    means = {name: round(rate.value, 6) for name, rate in rates.items() if rate is not None and rate.value > 0}
    order = sorted(means, key=lambda name: (-means[name], name))[:MOST_NAMED]
    if not order:
        return []
    listed = _listed(tally, [(name, tenths(means[name])) for name in order])
    return [
        {
            "zh": f"终局时剩下最多的牌，每局张数：{listed['zh']}。",
            "en": f"Left unused at the end, in cards a game: {listed['en']}.",
        }
    ]


def card_charts(tallies: Sequence[Any]) -> list[Chart]:
    """Return the charts of runs, whose tallies have their `cards`: a bar for each card."""
    names = sorted({name for tally in tallies for name in tally.cards.played})
    if not names:
        return []
    labels, card, empty = [tallies[0].cards.title(name) for name in names], ("牌", "card"), ("", "")
    a_game = ("每局次数", "times a game")
    charts = [
        chart_of(
            "cards-played",
            ("每种牌使用多少次", "How often each card is used"),
            empty,
            card,
            a_game,
            labels,
            tallies,
            lambda tally: [_mean(tally.cards.played.get(name)) for name in names],
        ),
        chart_of(
            "cards-won",
            ("使用这种牌的人有多常获胜", "How often those who use a card win"),
            ("赢家用牌更多，请与平均值比较。", "Winners use more cards: compare with the mean of all."),
            card,
            ("占使用者的比例", "share of its users"),
            labels,
            tallies,
            lambda tally: [tally.cards.wins(name) for name in names],
            unit="%",
        ),
        chart_of(
            "cards-idle",
            ("终局时剩下的牌", "Cards left unused at the end"),
            empty,
            card,
            ("每局张数", "cards a game"),
            labels,
            tallies,
            lambda tally: [_mean(tally.cards.idle.get(name)) for name in names],
        ),
    ]
    return with_figures(charts)


def _mean(moments: Moments | None) -> Estimate | None:
    return None if moments is None else moments.estimate()
