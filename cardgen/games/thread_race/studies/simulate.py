"""The study `simulate`: whole games between policies, each with the deck in a random order.

It shows who wins, by policy and by seat, how long games last, how often each stage is skipped for clash, and how the
place of a card in the order goes with winning.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from cardgen import message
from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.chance import sample
from cardgen.engines.estimates import Moments, Ratio, estimate_of, share
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Result, Run, Summary, Texts
from cardgen.engines.study_texts import same_in_both
from cardgen.engines.summaries import endless, existing, summarise_runs
from cardgen.engines.verdicts import FEWEST_GAMES, judge_draws, judge_length, judge_seats, write_verdicts
from cardgen.engines.wording import format_estimate, join_parts, paragraph, tenths
from cardgen.games.thread_race.decks import deal_order
from cardgen.games.thread_race.rules import FEWEST_PLAYERS, MOST_PLAYERS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.solitaire import wins_in_turn
from cardgen.games.thread_race.studies.shared import TEXTS, check_deck_text, studied_deck
from cardgen.games.thread_race.studies.shared import deck_settings as deck_settings
from cardgen.games.thread_race.turn_game import GAME, players_fault

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 2
trial_count = endless

#: The first cards of an order that count as early.
EARLY = 6


class Settings(Closed):
    """Everything that decides a game's result. ValueError if a policy does not exist."""

    rules: ThreadRaceRules
    players: int = Field(default=2, ge=FEWEST_PLAYERS, le=MOST_PLAYERS, description="number of players")
    policies: Annotated[
        tuple[Annotated[str, existing(GAME.find_policy)], ...], Field(min_length=1, max_length=12, strict=False)
    ] = Field(default=("racer",), description="names of policies; they take turns in the seats")
    seed: int = Field(default=1, ge=0, description="the same seed gives the same games")
    most_decisions: int = Field(
        default=2_000, ge=1, description="decisions after which a game is stopped as unfinished"
    )
    deck: Annotated[str, AfterValidator(check_deck_text)] = Field(description="the deck of all players as JSON")

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        if fault := players_fault(self.players, self.rules):
            raise ValueError(message("{name}: {problem}", name="players", problem=fault))
        return self


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of game `number`.

    `seats`: the index of each seat's policy. `winners`: seats, none if the game was stopped. `turns`: how many turns it
    had. `skipped`: in how many turns each stage was skipped, from 5 down. `early`: for each seat the names of the cards
    among the first ones of its order. `cards`: the `card_uses`; a card is used when it acts, and left in the deck.
    """
    policies = [GAME.find_policy(name) for name in settings.policies]
    seatings = all_seatings(len(policies), settings.players)
    seats = seatings[number % len(seatings)]
    chances = [random.Random(f"{settings.seed}/{number}/{seat}") for seat in range(settings.players)]
    decks = [deal_order(studied_deck(settings.deck), chance) for chance in chances]
    state = GAME.start_game(decks, int(random.Random(f"{settings.seed}/{number}").random() * 2**53), settings.rules)
    decisions = 0
    while state.question is not None and decisions < settings.most_decisions:
        seat = state.question.seat
        state, decisions = GAME.apply(state, GAME.choose(state, policies[seats[seat]], chances[seat])), decisions + 1
    skipped = Counter(stage for stages in state.now.position.clashes for stage in stages)
    return {
        "seats": list(seats),
        "winners": list(state.now.winners),
        "turns": state.now.turn,
        "skipped": [skipped[stage] for stage in STAGES],
        "early": [sorted({card.name for card in deck.cards[:EARLY]}) for deck in decks],
        "cards": {name: [*uses] for name, uses in GAME.card_uses(state).items()},
    }


@lru_cache(maxsize=32)
def all_seatings(policies: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to give the seats to policies as evenly as possible, each once, in a fixed mixed order."""
    some = list(range(policies)) * -(-players // policies)
    seatings = sorted({seats for seats in permutations(some, players) if _even(seats, policies)})
    return tuple(sample(seatings, len(seatings), random.Random(f"{policies}/{players}")))


def _even(seats: tuple[int, ...], policies: int) -> bool:
    counts = [seats.count(policy) for policy in range(policies)]
    return max(counts) - min(counts) <= 1


class _RaceTally:
    """The counted results of a run."""

    name: Texts

    def __init__(self, settings: Settings, results: Iterable[Result]) -> None:
        self.settings = settings
        self.games = self.finished = 0
        self.seats = [0] * settings.players
        self.draws = 0
        self.policies = [Ratio() for _ in settings.policies]
        self.length = Moments()
        self.skipped = [Ratio() for _ in STAGES]
        self.cards = CardTally()
        self.early = {card.name: Ratio() for card in studied_deck(settings.deck).cards}
        for result in results:
            self._add(result)

    def _add(self, result: Any) -> None:
        self.games += 1
        for ratio, count in zip(self.skipped, result["skipped"], strict=True):
            ratio.add(count, result["turns"])
        if not result["winners"]:
            return
        self.finished += 1
        self.length.add(result["turns"])
        won = 1 / len(result["winners"])
        self.cards.add(result["cards"], result["winners"] if won == 1 else ())
        self.draws += len(result["winners"]) > 1
        for seat in result["winners"] if won == 1 else ():
            self.seats[seat] += 1
        for policy, ratio in enumerate(self.policies):
            seats = [seat for seat, index in enumerate(result["seats"]) if index == policy]
            ratio.add(sum(won for seat in seats if seat in result["winners"]), len(seats))
        for name, ratio in self.early.items():
            seats = [seat for seat, names in enumerate(result["early"]) if name in names]
            ratio.add(sum(won for seat in seats if seat in result["winners"]), len(seats))


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(_parts(settings))


def _parts(settings: Settings) -> list[Texts]:
    return [
        settings.rules.titles.model_dump(),
        TEXTS("players", count=settings.players),
        TEXTS("policies", names=", ".join(settings.policies)),
        TEXTS("seed", seed=settings.seed),
    ]


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs."""
    return summarise_runs(runs, _RaceTally, _parts, lambda tallies: map(_sentence, tallies), _charts)


def _sentence(tally: _RaceTally) -> Texts:
    parts = [TEXTS("games", games=tally.games, finished=tally.finished, draws=tally.draws)]
    length = tally.length.estimate()
    if length is not None:
        parts.append(TEXTS("length", turns=format_estimate(length, tenths)))
    drawn, wins = share(tally.draws, tally.finished), [share(won, tally.finished) for won in tally.seats]
    if length is not None and drawn is not None and tally.finished >= FEWEST_GAMES:
        alone = _turns_alone(tally.settings.rules, tally.settings.deck)
        span = judge_length(length, alone / 2, alone, TEXTS("turns"))
        parts += write_verdicts([span, judge_draws(drawn), judge_seats([won for won in wins if won is not None])])
    return paragraph([*parts, *card_sentences(tally.cards)])


@lru_cache(maxsize=8)
def _turns_alone(rules: ThreadRaceRules, deck: str) -> int:
    """Return the turn in which the deck wins alone if none of its cards does anything.

    A game should not be longer, as if its cards only delayed it, and not shorter than half of that: then they would
    save more turns than players play.
    """
    return wins_in_turn(studied_deck(deck).cards, rules)


def _charts(tallies: Sequence[_RaceTally]) -> Iterator[Chart]:
    policies = list(dict.fromkeys(name for tally in tallies for name in tally.settings.policies))
    cards = list(dict.fromkeys(name for tally in tallies for name in tally.early))
    seats = range(max((tally.settings.players for tally in tallies), default=0))

    def bars(
        id_: str, labels: Sequence[Texts], figures: Callable[[_RaceTally], Iterable[Estimate | None]], words: str = ""
    ) -> Chart:
        return TEXTS.chart(id_, tallies, figures, labels, words, early=EARLY)

    yield bars(
        "policies",
        same_in_both(policies),
        lambda tally: [_of(tally.policies, tally.settings.policies, name) for name in policies],
    )
    yield bars(
        "seats",
        same_in_both(seat + 1 for seat in seats),
        lambda tally: [share(wins, tally.finished) for wins in tally.seats],
    )
    yield bars("clashes", same_in_both(STAGES), lambda tally: map(Ratio.estimate, tally.skipped), "skipped")
    titles = [tallies[0].cards.title(name) for name in cards]
    yield bars("early", titles, lambda tally: [estimate_of(tally.early.get(name)) for name in cards], "early-wins")
    yield bars("length", same_in_both([1]), lambda tally: [tally.length.estimate()])
    yield from card_charts(tallies)


def _of(ratios: Sequence[Ratio], names: Sequence[str], name: str) -> Estimate | None:
    return ratios[names.index(name)].estimate() if name in names else None
