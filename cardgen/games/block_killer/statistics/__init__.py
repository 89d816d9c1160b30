"""The study `stats`: the best plays of many hands.

A trial is a hand and its best play. The trials show how strong hands are, the value of each card in them, and the
effect of one copy more or fewer of a card. See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines.studies import Run, Summary
from cardgen.engines.summaries import summarise_runs
from cardgen.games.block_killer.copies import deck_settings as deck_settings
from cardgen.games.block_killer.statistics.charts import draw_charts
from cardgen.games.block_killer.statistics.hands import count_hands
from cardgen.games.block_killer.statistics.sentences import write_sentences
from cardgen.games.block_killer.statistics.settings import Settings as Settings
from cardgen.games.block_killer.statistics.settings import describe as describe
from cardgen.games.block_killer.statistics.settings import describe_parts
from cardgen.games.block_killer.statistics.tally import tally
from cardgen.games.block_killer.statistics.trials import trial as trial

NAME = "stats"
TITLE = {"zh": "牌堆能打出什么", "en": "What the deck offers"}
VERSION = 1
trial_count = count_hands


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    return summarise_runs(runs, tally, describe_parts, write_sentences, draw_charts)
