"""Measure studies: games and hands a second on one core, and the cost of storing and summarising the results.

    python benchmarks/simulate.py [SECONDS]

Each study runs with its default settings and both bundled rulesets for some seconds on one core. Then results of games
are written to a store and summarised from it. docs/scale.md calculates with these figures.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from measure import Scratch

from cardgen.data.load import load_game
from cardgen.data.project import bundled_project
from cardgen.engines.capabilities import HasStudies
from cardgen.engines.registry import find_capability
from cardgen.engines.studies import Run, Study
from cardgen.studies.running import run_id
from cardgen.studies.store import Batch, open_store
from cardgen.studies.workers import Task, default_jobs, local_pool

ENGINE = "block-killer"
#: How many results are stored and summarised; those of the study are repeated.
STORED = 100_000


def settings_of(study: Study, rules: Any) -> Iterator[tuple[str, Any]]:
    """Yield the measured settings of a study, each with a name."""
    if study.NAME == "simulate":
        for players in (3, 4, 6):
            policies = ("greedy", "patient", "random")
            yield f"{players} players", study.Settings(rules=rules, players=players, policies=policies)
    else:
        for hand in ("opening", "typical"):
            yield f"{hand} hands", study.Settings(rules=rules, hand=hand)


def try_for(seconds: float, study: Study, settings: Any) -> tuple[Batch, float]:
    """Return the results of some seconds on one core, and their rate a second."""
    work = Task(getattr(study, "__name__"), run_id(ENGINE, study, settings).settings)  # noqa: B009
    results: Batch = []
    with local_pool(1) as pool:
        batches = pool.run_trials(work, count())
        next(batches)  # imports, caches
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            results += next(batches)
        return results, len(results) / (time.perf_counter() - began)


def main(seconds: float) -> None:
    project = bundled_project()
    engine = find_capability(ENGINE, HasStudies)
    assert engine is not None
    game = load_game(project.game_folder("block-killer"), project.templates, Path.cwd())
    print(f"one core of {default_jobs()}, {seconds:g} s each\n")
    print(f"{'study':10} {'rules':10} {'':15} {'a second':>10} {'bytes each':>10}")
    games: tuple[Any, Batch] | None = None
    for name in ("simulate", "stats"):
        study = engine.load_study(name)
        for rules_name, rules in game.rulesets.items():
            for label, settings in settings_of(study, rules):
                results, rate = try_for(seconds, study, settings)
                size = sum(len(text.encode()) for _, text in results) / len(results)
                print(f"{name:10} {rules_name:10} {label:15} {rate:10,.1f} {size:10,.0f}", flush=True)
                games = games or (settings, results)
    assert games is not None
    store_and_summarise(engine.load_study("simulate"), *games)


def store_and_summarise(study: Study, settings: Any, results: Batch) -> None:
    """Print how fast games are written in batches of 100, the size of the file, and how fast they are summarised."""
    rows = [(number, results[number % len(results)][1]) for number in range(STORED)]
    with Scratch() as folder:
        path = folder / "games.sqlite"
        with open_store(path) as store:
            run = store.add_run(run_id(ENGINE, study, settings))
            began = time.perf_counter()
            for first in range(0, STORED, 100):
                store.add(run, rows[first : first + 100])
            written = STORED / (time.perf_counter() - began)
            began = time.perf_counter()
            study.summarise([Run(settings, store.results(run, range(STORED)), STORED)])
            read = STORED / (time.perf_counter() - began)
        size = path.stat().st_size / STORED
        print(f"\n{STORED:,} games: {written:,.0f} written a second, {size:,.0f} bytes each in the file,")
        print(f"{read:,.0f} read and summarised a second")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
