"""The study `simulate`: whole games, played by policies.

A trial is a game from the deal to the winner. The trials show who wins, by seat and by policy, how long games last, why
players are out, and how attacks are made and answered. See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines.studies import Run, Summary, Texts
from cardgen.engines.summaries import endless, summarise_runs
from cardgen.games.block_killer.copies import deck_settings as deck_settings
from cardgen.games.block_killer.simulation.charts import draw_charts
from cardgen.games.block_killer.simulation.sentences import write_sentences
from cardgen.games.block_killer.simulation.settings import Settings as Settings
from cardgen.games.block_killer.simulation.tally import tally
from cardgen.games.block_killer.simulation.trials import trial as trial
from cardgen.games.block_killer.simulation.wording import describe as describe
from cardgen.games.block_killer.simulation.wording import describe_parts

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 1
trial_count = endless


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    return summarise_runs(runs, tally, describe_parts, write_sentences, draw_charts)
