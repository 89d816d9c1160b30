"""The study `stats`: what the deck offers.

A trial is a hand and its best play. Together they say how strong hands are, what each card is worth in them, and what
one copy more or fewer of a card would change. See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines import Decks
from cardgen.engines.studies import Run, Summary
from cardgen.engines.wording import name_runs
from cardgen.games.block_killer.copies import deck_copies
from cardgen.games.block_killer.statistics.charts import draw_charts
from cardgen.games.block_killer.statistics.hands import count_hands
from cardgen.games.block_killer.statistics.sentences import tell
from cardgen.games.block_killer.statistics.settings import Settings
from cardgen.games.block_killer.statistics.tally import tally
from cardgen.games.block_killer.statistics.trials import trial
from cardgen.games.block_killer.statistics.wording import describe, describe_parts

__all__ = [
    "NAME",
    "TITLE",
    "VERSION",
    "Settings",
    "deck_settings",
    "describe",
    "summarise",
    "trial",
    "trial_count",
]

NAME = "stats"
TITLE = {"zh": "牌堆能打出什么", "en": "What the deck offers"}
VERSION = 1


def deck_settings(decks: Decks) -> dict[str, Any]:
    """The settings that a project's own decks decide. ValueError when their cards are not those of the rules."""
    return {"copies": deck_copies(decks)}


def trial_count(settings: Settings) -> int | None:
    """How many distinct hands there are, where they are at most 5,000 and each is tried once; None when sampled."""
    return count_hands(settings)


def summarise(runs: Sequence[Run]) -> Summary:
    """Sentences and charts on the runs, side by side. Each run's results are read once and only counted."""
    tallies = [tally(run.settings, run.results) for run in runs]
    common, names = name_runs([describe_parts(run.settings) for run in runs])
    for each, name in zip(tallies, names, strict=True):
        each.name = name
    return Summary(tell(tallies, common), draw_charts(tallies), names, common)
