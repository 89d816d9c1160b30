"""The study `stats`: random orders of the deck alone, against the best order that the solver finds.

It shows how fast random orders win, which cards at the beginning make them faster, and in how many stages the openings
of two random orders clash.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cardgen import replace
from cardgen.engines.charts import with_figures
from cardgen.engines.estimates import Moments, share
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Result, Run, Summary, Texts
from cardgen.engines.summaries import endless, summarise_runs
from cardgen.engines.wording import format_estimate, join_parts, paragraph, tenths
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import clash_stages, deal_order
from cardgen.games.thread_race.policies import racer
from cardgen.games.thread_race.rules import SLOTS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.solver import FastestOrder, fastest_order
from cardgen.games.thread_race.studies.charts import bars, check_deck_text, estimate_of, seed_part, studied_deck
from cardgen.games.thread_race.studies.charts import deck_settings as deck_settings
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


class _Tally:
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
    titles = settings.rules.titles
    return [{"zh": titles.zh, "en": titles.en}, seed_part(settings.seed)]


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs."""
    return summarise_runs(runs, _Tally, _parts, lambda tallies: map(_sentence, tallies), _charts)


def _sentence(tally: _Tally) -> Texts:
    settings = tally.settings
    best = _best(settings.rules, settings.width, settings.deck)
    parts: list[Texts] = []
    turn = tally.turn.estimate()
    if turn is not None:
        text = format_estimate(turn, tenths)
        parts.append(
            {
                "zh": f"{tally.orders} 种随机牌序单人平均在第 {text['zh']} 回合获胜，最快第 {min(tally.turns)} 回合。",
                "en": f"{tally.orders} random orders win alone in turn {text['en']} on average, "
                f"the fastest in turn {min(tally.turns)}.",
            }
        )
    parts.append(
        {
            "zh": f"求得的最快牌序在第 {best.turn} 回合获胜"
            + ("，不可能更快。" if best.proven else f"；下界为第 {best.at_least} 回合。"),
            "en": f"The fastest order found wins in turn {best.turn}"
            + (", and none is faster." if best.proven else f"; the bound is turn {best.at_least}."),
        }
    )
    return paragraph(parts)


def _clash_shares(tally: _Tally) -> list[Estimate | None]:
    """Return the share of openings that clash in each stage; None for each in a ruleset without clash."""
    if not tally.settings.rules.clash:
        return [None] * len(STAGES)
    return [share(tally.clashes[stage], tally.orders) for stage in STAGES]


def _charts(tallies: Sequence[_Tally]) -> list[Chart]:
    turns = [turn for tally in tallies for turn in tally.turns]
    span = range(min(turns), max(turns) + 1) if turns else range(0)
    cards = list(dict.fromkeys(name for tally in tallies for name in tally.early))

    return with_figures(
        [
            bars(
                ("turns", "随机牌序获胜的回合", "The turn in which random orders win"),
                ("回合", "turn", span),
                tallies,
                lambda tally: [share(tally.turns[turn], sum(tally.turns.values())) for turn in span],
            ),
            bars(
                (
                    "early",
                    f"某卡在牌序前 {EARLY} 张时获胜的回合",
                    f"The turn of the win with a card among the first {EARLY}",
                ),
                ("卡", "card", cards),
                tallies,
                lambda tally: [estimate_of(tally.early.get(name)) for name in cards],
                unit="",
            ),
            bars(
                ("saved", "每种卡省下的回合", "Turns that each card saves"),
                ("卡", "card", cards),
                tallies,
                lambda tally: [estimate_of(tally.saved.get(name)) for name in cards],
                unit="",
            ),
            bars(
                ("clashes", "两副随机牌序的起手相冲的速度", "Speeds in which the openings of two random orders clash"),
                ("速度", "speed", STAGES),
                tallies,
                _clash_shares,
            ),
        ]
    )
