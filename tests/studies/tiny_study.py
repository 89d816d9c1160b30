"""A tiny study: its trials return numbers. Settings make trials slow, or make one fail."""

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
    """The `seconds` that a trial takes, the trial that fails, the trial that ends its process, the number of trials."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    seed: int = 0
    seconds: float = 0
    fails: int | None = None
    dies: int | None = None
    trials: int | None = None


def trial(settings: Settings, number: int) -> Result:
    """Return a number that depends only on the seed and on the number of the trial."""
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
    """Return the mean of the points of each run."""
    estimates: list[Estimate | None] = []
    for run in runs:
        points = [result["points"] for result in run.results]
        mean = sum(points) / len(points)
        estimates.append(Estimate(mean, mean - 1, mean + 1, len(points)))
    labels = [describe(run.settings) for run in runs]
    words: Any = {"zh": "点数", "en": "points"}
    chart = Chart("points", words, words, "bars", words, words, labels, [Series(words, estimates)])
    return Summary([{"zh": "点数随机。", "en": "Points are random."}], [chart])
