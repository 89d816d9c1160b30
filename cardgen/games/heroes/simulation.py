"""The study `simulate`: whole games in one mode, played by a policy in every seat.

A trial is a game from the heroes dealt to its end. The trials show who wins, by identity or faction, by seat and by
hero, and how long games last. See docs/balance.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from cardgen import dataclass, field, replace
from cardgen.engines import GameContent
from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.estimates import Moments, Ratio, share
from cardgen.engines.policies import Policy
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Result, Run, Summary, Texts
from cardgen.engines.study_texts import SHARED, StudyTexts, same_in_both
from cardgen.engines.summaries import describe_each, endless, existing, named, summarise_runs
from cardgen.engines.turn_game import play_game
from cardgen.engines.verdicts import FEWEST_GAMES, judge_draws, judge_wins, write_verdicts
from cardgen.engines.wording import format_estimate, join_parts, percent, tenths
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import HeroesStart
from cardgen.games.heroes.turn_game import GAME
from cardgen.games.heroes.vocabulary import CAMPS, MODES, MOST_PLAYERS

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 3
trial_count = endless

TEXTS = StudyTexts(__file__)
#: Why games end in a game of identities, each with another winner; why any game ends, in the order of the chart.
_SIDES = ("rebels-and-spies-dead", "lord-dead", "spy-alone")
_ENDS = (*_SIDES, "one-camp", "seal", "last", "no-seal", "nobody-left", "rounds")
_DRAWS = ("no-seal", "nobody-left", "rounds")
#: The largest share of games that a side may win; their chances are not equal.
_MOST_OF_ONE_SIDE = 0.55
_LENGTHS = (5, 10, 15, 20, 30, 50, 100)


def _find_policies(names: str) -> list[Policy]:
    """Return the policies of names that are joined by +. ValueError for an unknown one."""
    return [GAME.find_policy(name) for name in names.split("+")]


class Settings(Closed):
    """Everything that decides a game's result."""

    rules: HeroesRules
    mode: Mode = Field(default="identity", description="identity, nation or realm")
    players: int = Field(default=5, ge=2, le=MOST_PLAYERS, description="number of players")
    policy: Annotated[str, existing(_find_policies)] = Field(
        default="careful", description="the policy in every seat, or several joined by + that sit in turn"
    )
    seed: int = Field(default=1, ge=0, description="the same seed gives the same games")

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        try:
            GAME.set_up(HeroesStart("", self.mode, self.players, 1), GameContent({"": self.rules}, {}))
        except HeroesError as error:
            raise ValueError(error.messages["en"]) from None
        return self


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of game `number`: why it ended, its rounds, each seat's camp, main hero, policy; the winners.

    Of several policies each sits in every seat equally often.
    """
    names = settings.policy.split("+")
    seated = [names[(number + seat) % len(names)] for seat in range(settings.players)]
    start = HeroesStart("", settings.mode, settings.players, settings.seed * 1_000_003 + number)
    state = play_game(GAME, start, GameContent({"": settings.rules}, {}), seated).state
    assert state.outcome is not None
    cards = GAME.card_uses(state)
    return {
        "by": state.outcome.by,
        "rounds": state.round,
        "camps": [seat.camp for seat in state.seats],
        "heroes": [seat.heroes[0] for seat in state.seats],
        "policies": seated,
        "winners": list(state.outcome.winners),
        "cards": {name: [list(counts) for counts in uses] for name, uses in cards.items()},
    }


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(_describe_parts(settings))


def _describe_parts(settings: Settings) -> list[Texts]:
    policies = join_parts([_policy_name(name) for name in settings.policy.split("+")], " + ", " + ")
    players = TEXTS("players", count=settings.players)
    parts = [settings.rules.titles.model_dump(), MODES[settings.mode], players, policies]
    if settings.seed != Settings.model_fields["seed"].default:
        parts.append(TEXTS("seed", seed=settings.seed))
    return parts


def _policy_name(name: str) -> Texts:
    return TEXTS(name) if name in GAME.policies() else {"zh": name, "en": name}


# ---------------------------------------------------------------- counting


@dataclass(slots=True)
class HeroesTally:
    """What the games of a run come to. Shares of seats are ratios: a game is one sample."""

    settings: Settings
    name: Texts = field(default_factory=dict)
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    rounds: Moments = field(default_factory=Moments)
    seats: list[int] = field(default_factory=list)
    camps: dict[str, Ratio] = field(default_factory=dict)
    heroes: dict[str, Ratio] = field(default_factory=dict)
    policies: dict[str, Ratio] = field(default_factory=dict)
    cards: CardTally = field(default_factory=CardTally)


def tally(settings: Settings, results: Iterable[Result]) -> HeroesTally:
    """Return the counts of the games of a run. The results are read once."""
    counted = HeroesTally(settings, seats=[0] * settings.players)
    for result in results:
        counted.games += 1
        counted.ends[result["by"]] += 1
        counted.rounds.add(result["rounds"])
        counted.lengths[next((n for n in _LENGTHS if result["rounds"] <= n), 0)] += 1
        for seat in result["winners"]:
            counted.seats[seat] += 1
        _count_wins(counted.camps, [_camp_word(camp) for camp in result["camps"]], result["winners"])
        _count_wins(counted.heroes, result["heroes"], result["winners"])
        counted.cards.add(result["cards"], result["winners"])
        _count_wins(counted.policies, result["policies"], result["winners"])
    return counted


def _camp_word(camp: str) -> str:
    return "ambition" if camp.startswith("ambition") else camp


def _count_wins(ratios: dict[str, Ratio], words: Sequence[str], winners: Sequence[int]) -> None:
    """Count the seats with each word, and those of them that have won."""
    for word in dict.fromkeys(words):
        seats = [number for number, other in enumerate(words) if other == word]
        ratios.setdefault(word, Ratio()).add(sum(seat in winners for seat in seats), len(seats))


# ---------------------------------------------------------------- the summary


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    titled = [replace(run, titles={**run.titles, **_titles_of(run.settings.rules)}) for run in runs]
    return summarise_runs(
        titled,
        tally,
        _describe_parts,
        lambda tallies: describe_each(tallies, _answers),
        lambda tallies: [*_charts(tallies), *card_charts(tallies)],
    )


def _titles_of(rules: HeroesRules) -> dict[str, Texts]:
    """Return the name of each kind of card -> what readers call it."""
    return {kind.card: kind.names.model_dump() for kind in rules.cards}


def _answers(counted: HeroesTally, name: Texts | None) -> list[Texts]:
    """Return the answers of one run: how games end, and how long they last."""
    rounds, ends = counted.rounds.estimate(), []
    for word, count in counted.ends.most_common():
        estimate = share(count, counted.games)
        if estimate is not None:
            ends.append(TEXTS("end", end=TEXTS(word), share=format_estimate(estimate, percent)))
    if rounds is None:
        return []
    length = format_estimate(rounds, tenths)
    sentence = TEXTS("games", games=counted.games, ends=join_parts(ends), rounds=length)
    return [named(name, sentence), *_verdicts(counted), *card_sentences(counted.cards)]


def _verdicts(counted: HeroesTally) -> list[Texts]:
    """Return the sentences on draws and, in a game of identities, on sides."""
    drawn = share(sum(counted.ends[word] for word in _DRAWS), counted.games)
    if drawn is None or counted.games < FEWEST_GAMES:
        return []
    verdicts = [judge_draws(drawn)]
    if counted.settings.mode == "identity":
        wins = [estimate for word in _SIDES if (estimate := share(counted.ends[word], counted.games))]
        names = [TEXTS(f"side-{word}") for word in _SIDES]
        verdicts.append(judge_wins(wins, names, SHARED("side"), _MOST_OF_ONE_SIDE))
    return write_verdicts(verdicts)


def _charts(tallies: Sequence[HeroesTally]) -> Iterator[Chart]:
    def shares(id_: str, labels: Mapping[Any, Texts], share_of: Callable[[HeroesTally, Any], Estimate | None]) -> Chart:
        """Return a chart of the share of each label, by its key."""
        return TEXTS.chart(
            id_, tallies, lambda counted: [share_of(counted, key) for key in labels], list(labels.values())
        )

    if any(len(counted.policies) > 1 for counted in tallies):
        policies = {name: _policy_name(name) for counted in tallies for name in counted.policies}
        yield shares("policies", policies, lambda counted, name: _ratio(counted.policies, name))
    ends = {word: TEXTS(word) for word in _ENDS if any(counted.ends[word] for counted in tallies)}
    yield shares("ends", ends, lambda counted, word: share(counted.ends[word], counted.games))
    camps = {word: text for word, text in CAMPS.items() if any(word in counted.camps for counted in tallies)}
    yield shares("camps", camps, lambda counted, word: _ratio(counted.camps, word))
    most = max((counted.settings.players for counted in tallies), default=0)
    yield shares(
        "seats",
        dict(enumerate(same_in_both(range(1, most + 1)))),
        lambda counted, seat: share(counted.seats[seat], counted.games) if seat < len(counted.seats) else None,
    )
    heroes = {one.hero: one.names.model_dump() for counted in tallies for one in counted.settings.rules.heroes}
    yield shares("heroes", heroes, lambda counted, name: _ratio(counted.heroes, name))
    lengths = {**{n: TEXTS("up-to", rounds=n) for n in _LENGTHS}, 0: TEXTS("longer")}
    yield shares("lengths", lengths, lambda counted, n: share(counted.lengths[n], counted.games))


def _ratio(ratios: dict[str, Ratio], word: str) -> Estimate | None:
    return ratios[word].share() if word in ratios else None
