"""The study `simulate`: whole games, played by policies.

A trial is a game from the deal to the winner. The trials show who wins, by seat and by policy, how long games last, why
players are out, and how attacks are made and answered. See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines import Decks
from cardgen.engines.studies import Run, Summary, Texts
from cardgen.engines.wording import name_runs
from cardgen.games.block_killer.copies import deck_copies
from cardgen.games.block_killer.simulation.charts import draw_charts
from cardgen.games.block_killer.simulation.sentences import write_sentences
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
    """Return the settings that the project's own decks decide. ValueError if their cards are not those of the rules."""
    return {"copies": deck_copies(decks)}


def trial_count(settings: Settings) -> int | None:  # noqa: ARG001  (part of the protocol)
    """Return None: there is no last game."""
    return None


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    tallies = [tally(run.settings, run.results) for run in runs]
    common, names = name_runs([describe_parts(run.settings) for run in runs])
    for counted, name in zip(tallies, names, strict=True):
        counted.name = name
    return Summary(write_sentences(tallies, common), draw_charts(tallies), names, common)
