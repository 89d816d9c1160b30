"""How fast studies are: games and hands a second on one core, and what keeping and summing them up costs.

    python benchmarks/simulate.py [SECONDS]

Each study runs with its usual settings, by both bundled rulesets, for some seconds on one core. Then results of games
are written to a store and summed up from it. docs/scale.md reckons with these figures.
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
#: Results written and summed up, repeating those that were found.
KEPT = 100_000


def settings_of(study: Study, rules: Any) -> Iterator[tuple[str, Any]]:
    """What is measured: a name, and the settings."""
    if study.NAME == "simulate":
        for players in (3, 4, 6):
            policies = ("greedy", "patient", "random")
            yield f"{players} players", study.Settings(rules=rules, players=players, policies=policies)
    else:
        for hand in ("opening", "typical"):
            yield f"{hand} hands", study.Settings(rules=rules, hand=hand)


def try_for(seconds: float, study: Study, settings: Any) -> tuple[Batch, float]:
    """The results of so many seconds on one core, and their rate a second."""
    work = Task(getattr(study, "__name__"), run_id(ENGINE, study, settings).settings)  # noqa: B009
    results: Batch = []
    with local_pool(1) as crew:
        batches = crew.run_trials(work, count())
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
            for told, settings in settings_of(study, rules):
                results, rate = try_for(seconds, study, settings)
                size = sum(len(text.encode()) for _, text in results) / len(results)
                print(f"{name:10} {rules_name:10} {told:15} {rate:10,.1f} {size:10,.0f}", flush=True)
                games = games or (settings, results)
    assert games is not None
    keep_and_sum_up(engine.load_study("simulate"), *games)


def keep_and_sum_up(study: Study, settings: Any, results: Batch) -> None:
    """Prints how fast games are written in batches of 100, how large the file is, and how fast they are summed up."""
    rows = [(number, results[number % len(results)][1]) for number in range(KEPT)]
    with Scratch() as folder:
        path = folder / "games.sqlite"
        with open_store(path) as store:
            run = store.add_run(run_id(ENGINE, study, settings))
            began = time.perf_counter()
            for first in range(0, KEPT, 100):
                store.add(run, rows[first : first + 100])
            written = KEPT / (time.perf_counter() - began)
            began = time.perf_counter()
            study.summarise([Run(settings, store.results(run, range(KEPT)), KEPT)])
            read = KEPT / (time.perf_counter() - began)
        print(f"\n{KEPT:,} games: {written:,.0f} written a second, {path.stat().st_size / KEPT:,.0f} bytes each in the")
        print(f"file, {read:,.0f} read and summed up a second")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
