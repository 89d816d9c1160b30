"""Run the trials of a study and read their results, as the command line does in two steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines.studies import Run, Study
from cardgen.studies.running import Progress, run_missing, stored_runs
from cardgen.studies.store import Store
from cardgen.studies.workers import WorkerPool


def run_study(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    pool: WorkerPool,
    progress: Progress = lambda *_: None,
) -> list[Run]:
    """Run the trials that the store lacks, and return the results for each of the settings."""
    run_missing(engine, study, choices, count, store, pool, progress)
    return stored_runs(engine, study, choices, count, store)
