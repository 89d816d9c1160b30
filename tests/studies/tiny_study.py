"""A study as small as one can be: numbers squared, slowly or not at all where that is asked for."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from cardgen.engines.studies import Chart, Estimate, Result, Run, Series, Summary, Texts

NAME = "tiny"
TITLE: Texts = {"zh": "小研究", "en": "A tiny study"}
VERSION = 1


class Settings(BaseModel):
    """`seconds` a trial takes, the trial that fails, the one that ends its process, and how many there are."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    seed: int = 0
    seconds: float = 0
    fails: int | None = None
    dies: int | None = None
    trials: int | None = None


def trial(settings: Settings, number: int) -> Result:
    """A number that only the seed and the trial's own number decide."""
    if number == settings.fails:
        raise ValueError(f"{number} is unlucky")
    if number == settings.dies:
        os._exit(9)
    time.sleep(settings.seconds)
    digest = hashlib.sha256(f"{settings.seed}/{number}".encode()).hexdigest()
    return {"word": digest[:8], "points": int(digest[8:10], 16), "名": "方块"}


def trial_count(settings: Settings) -> int | None:
    return settings.trials


def describe(settings: Settings) -> Texts:
    return {"zh": f"种子 {settings.seed}", "en": f"seed {settings.seed}"}


def summarise(runs: Sequence[Run]) -> Summary:
    """The mean of each run's points."""
    found: list[Estimate | None] = []
    for run in runs:
        points = [result["points"] for result in run.results]
        mean = sum(points) / len(points)
        found.append(Estimate(mean, mean - 1, mean + 1, len(points)))
    labels = [describe(run.settings) for run in runs]
    words: Any = {"zh": "点数", "en": "points"}
    chart = Chart("points", words, words, "bars", words, words, labels, [Series(words, found)])
    return Summary([{"zh": "点数随机。", "en": "Points are random."}], [chart])
