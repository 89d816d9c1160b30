"""The study `simulate`: whole games, played by policies.

A trial is a game from the deal to the result. The trials show which side wins, which policy wins, how many rounds games
last, and how they end. A policy plays for all players of its side; every two policies play each other on both sides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen import dataclass, field, replace
from cardgen.engines import Decks
from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.estimates import Moments, share
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Run, Summary, Texts
from cardgen.engines.study_texts import SHARED, StudyTexts, same_in_both
from cardgen.engines.summaries import DISTINCT, endless, existing, summarise_runs
from cardgen.engines.verdicts import FEWEST_GAMES, judge_draws, judge_length, judge_wins, write_verdicts
from cardgen.engines.wording import capitalised, format_estimate, join_parts, paragraph, percent, tenths
from cardgen.games.blitz.cards import Deck, Faction
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, new_game
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.turn_game import GAME

__all__ = ["NAME", "TITLE", "VERSION", "Settings", "deck_settings", "describe", "summarise", "trial", "trial_count"]

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 3
trial_count = endless

TEXTS = StudyTexts(__file__)

#: Why games end, in the order of the chart.
_ENDS = ("27c", "27a", "28a", "28b", "rounds")
#: The mean number of rounds that is expected; docs/balance.md has the minutes that they take.
_FEWEST_ROUNDS, _MOST_EXPECTED = 10, 20
_MOST_ROUNDS = 30


Name = Annotated[str, Field(min_length=1, max_length=200), existing(GAME.find_policy)]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=6, strict=False), DISTINCT]


class Settings(Closed):
    """Everything that decides a game's result. ValueError if a policy does not exist."""

    rules: BlitzRules
    players: Literal[2, 4] = Field(default=2, description="number of players")
    policies: Names = Field(default=("planner",), description="names of policies, which play each other on both sides")
    seed: int = Field(default=1, ge=0, description="the same seed gives the same games")
    decks: tuple[tuple[Faction, Deck], ...] = Field(description="the deck of each faction")


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's decks decide."""
    return {"decks": tuple(read_decks(decks).items())}


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of game `number` as JSON values.

    `policies`: the indexes of the policies of the allied and of the German side. `winner`: the index of the side, None
    for a draw. `end`: 27a, 27c, 28a, 28b or rounds. `rounds` and `turns`: how many there were. `cards`: the `card_uses`
    of the game, `winners`: the players who have won.
    """
    pairs = list(permutations(range(len(settings.policies)), 2)) or [(0, 0)]
    pair = pairs[number % len(pairs)]
    chosen = [GAME.find_policy(settings.policies[index]) for index in pair]
    # Both games of two policies have the same deal.
    seed = int(random.Random(f"{settings.seed}/{number // 2}").random() * 2**53)
    chance = random.Random(f"{settings.seed}/{number}/turns")
    decks: dict[str, Deck] = {str(faction): deck for faction, deck in settings.decks}
    state = new_game(DEFAULT_FACTIONS[settings.players], seed, settings.rules, decks)
    while state.actor is not None:
        policy = chosen[state.setup.sides[state.actor] == "german"]
        state = apply(state, policy(state, chance))
    result = state.result
    assert result is not None
    winner = {"allied": 0, "german": 1}.get(result.winner)
    end = result.by if result.by != "27b" else result.ended
    cards = {name: [*uses] for name, uses in GAME.card_uses(state).items()}
    facts = {"rounds": state.round, "turns": len(state.turns), "winners": list(GAME.winners(state)), "cards": cards}
    return {"policies": list(pair), "winner": winner, "end": end, **facts}


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(_parts(settings))


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    named = [replace(run, titles=_titles_in_play(run)) for run in runs]
    return summarise_runs(named, _tally, _parts, _sentences, _charts)


def _titles_in_play(run: Run) -> dict[str, Texts]:
    """Return what readers call the cards, whose ids are without their faction while they are played."""
    short = {
        card.removesuffix(f"-{faction}"): title
        for faction, _ in run.settings.decks
        for card, title in run.titles.items()
    }
    return {**short, **run.titles}


def _parts(settings: Settings) -> list[Texts]:
    policies = join_parts(same_in_both(settings.policies), "、")
    return [settings.rules.titles.model_dump(), TEXTS("players", count=settings.players), policies]


# ---------------------------------------------------------------- counting


@dataclass(slots=True)
class _GameTally:
    """The counts of a run. `played` and `won` are by the index of the policy."""

    settings: Settings
    name: Texts
    games: int = 0
    wins: Counter[int | None] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    lasted: Counter[int] = field(default_factory=Counter)
    rounds: Moments = field(default_factory=Moments)
    turns: Moments = field(default_factory=Moments)
    cards: CardTally = field(default_factory=CardTally)


def _tally(settings: Settings, results: Iterable[Any]) -> _GameTally:
    tally = _GameTally(settings, {"zh": "", "en": ""})
    for result in results:
        tally.games += 1
        tally.wins[result["winner"]] += 1
        tally.ends[result["end"]] += 1
        tally.lasted[min(result["rounds"], _MOST_ROUNDS)] += 1
        tally.rounds.add(result["rounds"])
        tally.turns.add(result["turns"])
        tally.cards.add(result["cards"], result["winners"])
        for side, policy in enumerate(result["policies"]):
            tally.played[policy] += 1
            tally.won[policy] += result["winner"] == side
    return tally


# ---------------------------------------------------------------- words and charts


def _sentences(tallies: Sequence[_GameTally]) -> Iterator[Texts]:
    """Return the sentences about one run, or a paragraph about each of several."""
    if len(tallies) == 1:
        return _answers(tallies[0])
    return (paragraph(list(_answers(tally))) for tally in tallies)


def _answers(tally: _GameTally) -> Iterator[Texts]:
    run = capitalised(tally.name)
    if tally.games < FEWEST_GAMES:
        yield TEXTS("too-few", run=run, games=tally.games)
        return
    allied, german = (share(tally.wins[side], tally.games) for side in (0, 1))
    drawn, rounds = share(tally.wins[None], tally.games), tally.rounds.estimate()
    assert allied is not None
    assert german is not None
    assert drawn is not None
    assert rounds is not None
    one, two = (format_estimate(estimate, percent) for estimate in (allied, german))
    length = format_estimate(rounds, tenths)
    yield TEXTS("games", run=run, games=tally.games, allied=one, german=two, rounds=length)
    end, count = max(tally.ends.items(), key=lambda one: one[1])
    part = share(count, tally.games)
    assert part is not None
    yield TEXTS("most-common", end=TEXTS(end), share=format_estimate(part, percent))
    sides = [TEXTS("allied"), TEXTS("german")]
    if allied.low > german.high or german.low > allied.high:
        yield TEXTS("ahead", side=capitalised(sides[allied.value < german.value]))
    yield from write_verdicts(
        [
            judge_length(rounds, _FEWEST_ROUNDS, _MOST_EXPECTED, SHARED("rounds")),
            judge_draws(drawn),
            judge_wins([allied, german], sides, SHARED("side")),
        ]
    )
    yield from card_sentences(tally.cards)


def _charts(tallies: Sequence[_GameTally]) -> Iterator[Chart]:
    yield TEXTS.chart("sides", tallies, lambda tally: [share(tally.wins[side], tally.games) for side in (0, 1, None)])
    names = list(dict.fromkeys(name for tally in tallies for name in tally.settings.policies))
    yield TEXTS.chart(
        "policies", tallies, lambda tally: [_policy_share(tally, name) for name in names], same_in_both(names)
    )
    yield TEXTS.chart("ends", tallies, lambda tally: [share(tally.ends[end], tally.games) for end in _ENDS])
    rounds = range(1, 1 + max((max(tally.lasted, default=1) for tally in tallies), default=1))
    yield TEXTS.chart(
        "rounds",
        tallies,
        lambda tally: [share(tally.lasted[number], tally.games) for number in rounds],
        same_in_both(rounds),
        most=_MOST_ROUNDS,
    )
    yield TEXTS.chart("length", tallies, lambda tally: [tally.rounds.estimate(), tally.turns.estimate()])
    yield from card_charts(tallies)


def _policy_share(tally: _GameTally, name: str) -> Estimate | None:
    if name not in tally.settings.policies:
        return None
    index = tally.settings.policies.index(name)
    return share(tally.won[index], tally.played[index])
