"""The study `simulate` of a game of turns: whole games between policies, which sit in every seat equally often."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.engines import CardData, Decks, GameContent
from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.estimates import Moments, share
from cardgen.engines.hosted import deck_values
from cardgen.engines.studies import Chart, Result, Run, StudyOption, StudyOptions, Summary, Texts
from cardgen.engines.study_options import policies_option
from cardgen.engines.study_texts import SHARED, same_in_both
from cardgen.engines.summaries import describe_each, named, summarise_runs
from cardgen.engines.turn_game import TurnGame, find_game, play_game
from cardgen.engines.verdicts import FEWEST_GAMES, judge_draws, judge_seats, write_verdicts
from cardgen.engines.wording import format_estimate, join_parts, tenths


def match_options(game: TurnGame[Any, Any, Any]) -> StudyOptions:
    """Return the options of `cardgen simulate` for a game."""
    trials = StudyOption("--games", message("The number of games per run."), metavar="N", kind="number")
    names = tuple(game.policies())
    policy = replace(policies_option(",".join(names)), kind="policy", policies=names)
    return StudyOptions(trials, (policy,))


class Matches:
    """The study of the game at `where`, `package.module:GAME`, by which other processes find it."""

    NAME = "simulate"
    TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
    VERSION = 3

    def __init__(self, where: str) -> None:
        self.where = where

    @cached_property
    def game(self) -> TurnGame[Any, Any, Any]:
        return find_game(self.where)

    @cached_property
    def Settings(self) -> type[BaseModel]:  # noqa: N802  (studies have this name)
        """The model of everything that decides a game's result. `decks` are the cards as JSON."""
        names = tuple(self.game.policies())
        fields: dict[str, Any] = {
            "rules": (self.game.ruleset, ...),
            "policies": (tuple[str, ...], Field(default=names, min_length=1, max_length=6, strict=False)),
            "seed": (int, Field(default=1, ge=0)),
            "decks": (str, "{}"),
        }
        return create_model("Settings", __config__=ConfigDict(strict=True, extra="forbid", frozen=True), **fields)

    def deck_settings(self, decks: Decks) -> dict[str, Any]:
        """Return the settings that the project's decks decide. ValueError for a card that JSON cannot hold."""
        return {"decks": json.dumps(deck_values(decks))}

    def trial_count(self, settings: Any) -> int | None:  # noqa: ARG002  (part of the protocol)
        """Return None: there is no last game."""
        return None

    def trial(self, settings: Any, number: int) -> Result:
        """Return game `number`: the policy in each seat by its index, the winners, the number of turns, its cards."""
        decks = {name: [CardData(*card) for card in cards] for name, cards in json.loads(settings.decks).items()}
        content = GameContent({"": settings.rules}, decks)
        options = self.game.options(op="new_game", seed=settings.seed * 1_000_003 + number)
        start = self.game.prepare(options, content)
        seated = [(number + seat) % len(settings.policies) for seat in range(self.game.seats(start))]
        played = play_game(self.game, start, content, [settings.policies[index] for index in seated])
        result: dict[str, Any] = {"seats": seated, "winners": list(self.game.winners(played.state))}
        result |= {"turns": len(played.turns)}
        cards = self.game.card_uses(played.state)
        return {**result, "cards": {name: [list(counts) for counts in uses] for name, uses in cards.items()}}

    def describe(self, settings: Any) -> Texts:
        """Return the settings in a few words."""
        return join_parts(_parts(settings))

    def summarise(self, runs: Sequence[Run]) -> Summary:
        """Return who wins, by policy and by seat, and how long games last, with the runs compared."""
        return summarise_runs(runs, _tally, _parts, _sentences, _charts)


@dataclass(slots=True)
class _WinTally:
    """What the games of a run come to: games and wins by policy, and wins by seat."""

    policies: Sequence[str]
    name: Texts = field(default_factory=dict)
    games: int = 0
    drawn: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    turns: Moments = field(default_factory=Moments)
    cards: CardTally = field(default_factory=CardTally)


def _tally(settings: Any, results: Iterable[Result]) -> _WinTally:
    tally = _WinTally(settings.policies)
    for result in results:
        seated = [settings.policies[index] for index in result["seats"]]
        tally.games += 1
        tally.drawn += len(result["winners"]) != 1
        tally.turns.add(result["turns"])
        tally.cards.add(result["cards"], result["winners"])
        tally.seats.update(dict.fromkeys(range(len(seated)), 0))
        tally.seats.update(result["winners"])
        tally.played.update(set(seated))
        tally.won.update({seated[seat] for seat in result["winners"]})
    return tally


def _parts(settings: Any) -> list[Texts]:
    return [*same_in_both([" + ".join(settings.policies)]), SHARED("match-seed", seed=settings.seed)]


def _sentences(tallies: Sequence[_WinTally]) -> list[Texts]:
    return describe_each(tallies, _answers)


def _answers(tally: _WinTally, name: Texts | None) -> list[Texts]:
    turns = tally.turns.estimate()
    if turns is None:
        return []
    sentence = SHARED("match", games=tally.games, length=format_estimate(turns, tenths))
    return [named(name, sentence), *_verdicts(tally), *card_sentences(tally.cards)]


def _verdicts(tally: _WinTally) -> list[Texts]:
    """Return the sentences on draws and seats; none for a game of one player."""
    drawn = share(tally.drawn, tally.games)
    wins = [share(won, tally.games) for _, won in sorted(tally.seats.items())]
    if drawn is None or tally.games < FEWEST_GAMES or len(wins) < 2:
        return []
    return write_verdicts([judge_draws(drawn), judge_seats([won for won in wins if won is not None])])


def _charts(tallies: Sequence[_WinTally]) -> list[Chart]:
    names = list(dict.fromkeys(name for tally in tallies for name in tally.policies))
    seats = range(max((len(tally.seats) for tally in tallies), default=0))
    return [
        SHARED.chart(
            "policies",
            tallies,
            lambda tally: [share(tally.won[name], tally.played[name]) for name in names],
            same_in_both(names),
        ),
        SHARED.chart(
            "seats",
            tallies,
            lambda tally: [share(tally.seats[seat], tally.games) for seat in seats],
            same_in_both(seat + 1 for seat in seats),
        ),
        *card_charts(tallies),
    ]
