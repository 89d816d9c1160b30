"""The study `stats`: random orders of the deck alone, against the best order that the solver finds.

It shows how fast random orders win, which cards at the beginning make them faster, and in how many stages the openings
of two random orders clash.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cardgen import replace
from cardgen.engines.estimates import Moments, estimate_of, share
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Result, Run, Summary, Texts
from cardgen.engines.study_texts import same_in_both
from cardgen.engines.summaries import endless, summarise_runs
from cardgen.engines.wording import format_estimate, join_parts, paragraph, tenths
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import clash_stages, deal_order
from cardgen.games.thread_race.policies import racer
from cardgen.games.thread_race.rules import SLOTS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.solver import FastestOrder, fastest_order
from cardgen.games.thread_race.studies.shared import TEXTS, check_deck_text, studied_deck
from cardgen.games.thread_race.studies.shared import deck_settings as deck_settings
from cardgen.games.thread_race.turn_game import GAME

NAME = "stats"
TITLE: Texts = {"zh": "牌序的快慢", "en": "How fast orders are"}
VERSION = 2
trial_count = endless

#: The first cards of an order that count as early.
EARLY = 6
#: Decisions after which an order counts as one that never wins.
MOST_DECISIONS = 1_000


class Settings(Closed):
    """Everything that decides a trial's result."""

    rules: ThreadRaceRules
    seed: int = Field(default=1, ge=0, description="the same seed gives the same orders")
    width: int = Field(
        default=20, ge=1, le=10_000, description="lines of play that the search for the best order keeps"
    )
    deck: Annotated[str, AfterValidator(check_deck_text)] = Field(description="the deck as JSON")


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of one random order.

    `turn`: the turn in which it wins alone, played by the policy `racer`; None if it never does. `early`: the names of
    its first cards. `clash`: the stages in which its opening clashes with that of another random order. `without`: the
    name of a card, `saved`: how many turns later the order wins if the card does nothing; None if either never does.
    """
    chance = random.Random(f"{settings.seed}/{number}")
    brought = deal_order(studied_deck(settings.deck), chance)
    other = deal_order(brought, chance)
    names = list(dict.fromkeys(card.name for card in studied_deck(settings.deck).cards))
    without = names[number % len(names)]
    turn, later = (_turn_of_win(settings, number, deck) for deck in (brought, blank_out(brought, without)))
    return {
        "turn": turn,
        "without": without,
        "saved": None if turn is None or later is None else later - turn,
        "early": sorted({card.name for card in brought.cards[:EARLY]}),
        "clash": clash_stages(brought.cards[:SLOTS], other.cards[:SLOTS]),
    }


def _turn_of_win(settings: Settings, number: int, deck: DeckOrder) -> int | None:
    chance = random.Random(f"{settings.seed}/{number}/play")
    state, decisions = GAME.start_game([deck], number, settings.rules), 0
    while state.question is not None and decisions < MOST_DECISIONS:
        state, decisions = GAME.apply(state, GAME.choose(state, racer, chance)), decisions + 1
    return state.now.turn if state.now.over else None


def blank_out(brought: DeckOrder, name: str) -> DeckOrder:
    """Return a deck in which the cards with a name have neither effects nor a cost."""
    cards = (replace(card, effects="", by_hand="", cost=0) if card.name == name else card for card in brought.cards)
    return replace(brought, cards=tuple(cards))


class _TrialTally:
    """The counted results of a run."""

    name: Texts

    def __init__(self, settings: Settings, results: Iterable[Result]) -> None:
        self.settings = settings
        self.orders = 0
        self.turns: Counter[int] = Counter()
        self.turn = Moments()
        self.clashes: Counter[int] = Counter()
        self.early = {card.name: Moments() for card in studied_deck(settings.deck).cards}
        self.saved = {name: Moments() for name in self.early}
        for result in results:
            self.orders += 1
            if result["saved"] is not None:
                self.saved[result["without"]].add(result["saved"])
            self.clashes.update(result["clash"])
            if result["turn"] is not None:
                self.turns[result["turn"]] += 1
                self.turn.add(result["turn"])
                for name in result["early"]:
                    self.early[name].add(result["turn"])


@lru_cache(maxsize=8)
def _best(rules: ThreadRaceRules, width: int, deck: str) -> FastestOrder:
    return fastest_order(studied_deck(deck), rules, width)


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(_parts(settings))


def _parts(settings: Settings) -> list[Texts]:
    return [settings.rules.titles.model_dump(), TEXTS("seed", seed=settings.seed)]


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs."""
    return summarise_runs(runs, _TrialTally, _parts, lambda tallies: map(_sentence, tallies), _charts)


def _sentence(tally: _TrialTally) -> Texts:
    settings = tally.settings
    best = _best(settings.rules, settings.width, settings.deck)
    parts = [TEXTS("proven" if best.proven else "bound", turn=best.turn, bound=best.at_least)]
    turn = tally.turn.estimate()
    if turn is not None:
        mean, fastest = format_estimate(turn, tenths), min(tally.turns)
        parts.insert(0, TEXTS("orders", orders=tally.orders, turn=mean, fastest=fastest))
    return paragraph(parts)


def _clash_shares(tally: _TrialTally) -> list[Estimate | None]:
    """Return the share of openings that clash in each stage; None for each in a ruleset without clash."""
    if not tally.settings.rules.clash:
        return [None] * len(STAGES)
    return [share(tally.clashes[stage], tally.orders) for stage in STAGES]


def _charts(tallies: Sequence[_TrialTally]) -> Iterator[Chart]:
    turns = [turn for tally in tallies for turn in tally.turns]
    span = range(min(turns), max(turns) + 1) if turns else range(0)
    cards = list(dict.fromkeys(name for tally in tallies for name in tally.early))
    titles = same_in_both(cards)

    def turn_shares(tally: _TrialTally) -> list[Estimate | None]:
        return [share(tally.turns[turn], sum(tally.turns.values())) for turn in span]

    def of_cards(
        figures: Callable[[_TrialTally], dict[str, Moments]],
    ) -> Callable[[_TrialTally], list[Estimate | None]]:
        return lambda tally: [estimate_of(figures(tally).get(name)) for name in cards]

    yield TEXTS.chart("turns", tallies, turn_shares, same_in_both(span))
    yield TEXTS.chart("early", tallies, of_cards(lambda tally: tally.early), titles, "early-turns", early=EARLY)
    yield TEXTS.chart("saved", tallies, of_cards(lambda tally: tally.saved), titles)
    yield TEXTS.chart("clashes", tallies, _clash_shares, same_in_both(STAGES))
