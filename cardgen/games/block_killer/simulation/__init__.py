"""The study `simulate`: whole games, played by policies.

A trial is a game from the deal to the winner. Together they say who wins, by seat and by policy, how long games last,
how players are put out, and how attacks are made and answered. See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines import Decks
from cardgen.engines.studies import Run, Summary, Texts
from cardgen.engines.wording import name_runs
from cardgen.games.block_killer.copies import deck_copies
from cardgen.games.block_killer.simulation.charts import draw_charts
from cardgen.games.block_killer.simulation.sentences import tell
from cardgen.games.block_killer.simulation.settings import Settings
from cardgen.games.block_killer.simulation.tally import tally
from cardgen.games.block_killer.simulation.trials import trial
from cardgen.games.block_killer.simulation.wording import describe, describe_parts

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

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 1


def deck_settings(decks: Decks) -> dict[str, Any]:
    """The settings that a project's own decks decide. ValueError when their cards are not those of the rules."""
    return {"copies": deck_copies(decks)}


def trial_count(settings: Settings) -> int | None:  # noqa: ARG001  (as the contract has it)
    """None: there are always more games."""
    return None


def summarise(runs: Sequence[Run]) -> Summary:
    """Sentences and charts on the runs, side by side. Each run's results are read once and only counted."""
    tallies = [tally(run.settings, run.results) for run in runs]
    common, names = name_runs([describe_parts(run.settings) for run in runs])
    for each, name in zip(tallies, names, strict=True):
        each.name = name
    return Summary(tell(tallies, common), draw_charts(tallies), names, common)
