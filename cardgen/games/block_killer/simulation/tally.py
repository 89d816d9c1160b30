"""The counted results of a run: any number of games becomes sums, one for each figure.

Events within one game are not independent (a game of patient players has few attacks on all its turns). So figures of
turns, attacks and clears are ratios over games, and the games are the samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cardgen.engines.estimates import Moments, Ratio
from cardgen.games.block_killer.simulation.settings import Settings
from cardgen.games.block_killer.simulation.trials import ANSWERS, CAUSES, CLEARS
from cardgen.games.block_killer.simulation.wording import describe

#: Attacks of so many points or more are counted together.
STRONG = 12


class GameTally:
    """The counted results of a run."""

    def __init__(self, settings: Settings) -> None:
        players = settings.players
        self.settings = settings
        #: The name of the run; shorter if the report says what all runs share.
        self.name = describe(settings)
        self.games = self.finished = 0
        #: Wins by seat; the starting player has seat 0.
        self.wins = [0] * players
        #: For each policy the wins of its seats, in finished games.
        self.policies = [Ratio() for _ in settings.policies]
        #: Turns of a finished game -> games.
        self.lengths: Counter[int] = Counter()
        self.length = Moments()
        #: The turn on which the first, second, ... player was out, in finished games.
        self.eliminations = [Moments() for _ in range(players - 1)]
        self.causes = [Ratio() for _ in CAUSES]
        #: The parts of all turns with too many block cards; with an attack; with a play without attack; without a play.
        self.over, self.attacking, self.idle, self.passed = Ratio(), Ratio(), Ratio(), Ratio()
        self.answers = [Ratio() for _ in ANSWERS]
        #: The parts of attacks of 1, 2, ... points among those of 1 or more; their mean.
        self.attacks = [Ratio() for _ in range(STRONG)]
        self.points = Ratio()
        self.strongest = 0
        self.clears = [Ratio() for _ in CLEARS]
        #: In a game: garbage cards drawn for attacks and for counters; attacks; refilled decks.
        self.drawn = [Moments(), Moments()]
        self.attack_counts, self.shuffles = Moments(), Moments()

    def add(self, result: Mapping[str, Any]) -> None:
        """Count one game."""
        self.games += 1
        turns = result["turns"]
        if result["winner"] is not None:
            self._add_winner(result)
            self.lengths[turns] += 1
            self.length.add(turns)
            for moments, (_, turn, _) in zip(self.eliminations, result["out"], strict=True):
                moments.add(turn)
        causes = Counter(cause for _, _, cause in result["out"])
        _share_out(self.causes, [causes[cause] for cause in range(len(CAUSES))])
        self._add_turns(result, turns)
        _share_out(self.answers, result["answers"])
        _share_out(self.clears, result["clears"])
        for moments, count in zip(self.drawn, result["drawn"], strict=True):
            moments.add(count)
        self.shuffles.add(result["shuffles"])

    def _add_winner(self, result: Mapping[str, Any]) -> None:
        self.finished += 1
        self.wins[(result["winner"] - result["start"]) % self.settings.players] += 1
        winner = result["seats"][result["winner"]]
        for policy, seats in Counter(result["seats"]).items():
            self.policies[policy].add(policy == winner, seats)

    def _add_turns(self, result: Mapping[str, Any], turns: int) -> None:
        weak, *strong = result["attacks"] or [0]
        attacks = sum(strong)
        self.over.add(result["over"], turns)
        self.attacking.add(attacks, turns)
        self.idle.add(weak, turns)
        self.passed.add(turns - attacks - weak, turns)
        self.attack_counts.add(attacks)
        self.points.add(sum(points * count for points, count in enumerate(strong, 1)), attacks)
        self.strongest = max(self.strongest, len(strong))
        strong += [0] * (STRONG - len(strong))
        _share_out(self.attacks, [*strong[: STRONG - 1], sum(strong[STRONG - 1 :])])


def tally(settings: Settings, results: Iterable[Mapping[str, Any]]) -> GameTally:
    """Return the tally of results, which are read once."""
    counted = GameTally(settings)
    for result in results:
        counted.add(result)
    return counted


def _share_out(ratios: list[Ratio], counts: list[int]) -> None:
    total = sum(counts)
    for ratio, count in zip(ratios, counts, strict=True):
        ratio.add(count, total)
