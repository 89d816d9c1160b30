"""The study `stats`: the best plays of many hands.

A trial is a hand and its best play. The trials show how strong hands are, the value of each card in them, and the
effect of one copy more or fewer of a card. See docs/balance.md.
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
from cardgen.games.block_killer.statistics.sentences import write_sentences
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
    """Return the settings that the project's own decks decide. ValueError if their cards are not those of the rules."""
    return {"copies": deck_copies(decks)}


def trial_count(settings: Settings) -> int | None:
    """Return the number of distinct hands if each is tried once, which are at most 5,000; None if hands are sampled."""
    return count_hands(settings)


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    tallies = [tally(run.settings, run.results) for run in runs]
    common, names = name_runs([describe_parts(run.settings) for run in runs])
    for counted, name in zip(tallies, names, strict=True):
        counted.name = name
    return Summary(write_sentences(tallies, common), draw_charts(tallies), names, common)
