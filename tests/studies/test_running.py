"""Runs: continued after interruptions, with no trial run twice, and always the same results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest

from cardgen.base.errors import DataError
from cardgen.engines.studies import Study
from cardgen.studies.running import StudyPart, count_trials, run_id, run_missing, stored_runs
from cardgen.studies.store import Batch, Store, open_store
from cardgen.studies.workers import Task, local_pool, run_batch
from tests.studies import tiny_study
from tests.studies.runs import run_study
from tests.studies.tiny_study import Settings

STUDY = cast(Study, tiny_study)


class Counting:
    """A pool that runs batches of three, records the trials, and is interrupted after `most` batches."""

    def __init__(self, most: int = 10**9) -> None:
        self.trials: list[tuple[int, int]] = []
        self.most = most

    def run_trials(self, task: Task, numbers: Iterable[int]) -> Iterator[Batch]:
        batch: list[int] = []
        for number in numbers:
            self.trials.append((json.loads(task.settings)["seed"], number))
            batch.append(number)
            if len(batch) == 3:
                if self.most == 0:
                    raise KeyboardInterrupt
                self.most -= 1
                yield run_batch(task, batch).results
                batch = []
        yield run_batch(task, batch).results

    def __enter__(self) -> Counting:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "tiny.sqlite") as opened:
        yield opened


def test_results_are_those_of_the_trials_in_order(store: Store) -> None:
    choices = [Settings(seed=1), Settings(seed=2)]
    with local_pool(2) as pool:
        runs = run_study("engine", STUDY, choices, 100, store, pool)
    for run, settings in zip(runs, choices, strict=True):
        assert (run.settings, run.count) == (settings, 100)
        assert list(run.results) == [tiny_study.trial(settings, number) for number in range(100)]
        assert list(run.results) == list(run.results)


def test_an_interrupted_study_continues_without_repeating_trials(store: Store) -> None:
    choices = [Settings(seed=1), Settings(seed=2)]
    first, second, third = Counting(most=2), Counting(most=5), Counting()
    for pool in (first, second):
        with pytest.raises(KeyboardInterrupt):
            run_study("engine", STUDY, choices, 12, store, pool)
    runs = run_study("engine", STUDY, choices, 12, store, third)
    assert [list(run.results) for run in runs] == [
        [tiny_study.trial(settings, number) for number in range(12)] for settings in choices
    ]
    # Only the batch that was in hand when it was interrupted is tried again.
    asked = [*first.trials[:6], *second.trials[:15], *third.trials]
    assert sorted(asked) == [(seed, number) for seed in (1, 2) for number in range(12)]
    fourth = Counting()
    run_study("engine", STUDY, choices, 12, store, fourth)
    assert fourth.trials == []


def test_a_longer_study_continues_a_shorter_one(store: Store) -> None:
    run_study("engine", STUDY, [Settings()], 5, store, Counting())
    pool = Counting()
    (run,) = run_study("engine", STUDY, [Settings()], 9, store, pool)
    assert [number for _, number in pool.trials] == [5, 6, 7, 8]
    assert len(list(run.results)) == run.count == 9
    (run,) = run_study("engine", STUDY, [Settings()], 3, store, pool)
    assert len(list(run.results)) == run.count == 3


def test_all_trials_of_a_finite_study_run_once(store: Store) -> None:
    reported = []
    choices = [Settings(trials=7), Settings(trials=2, seed=3), Settings()]
    runs = run_study(
        "engine", STUDY, choices, 10, store, Counting(), lambda done, total: reported.append((done, total))
    )
    assert [run.count for run in runs] == [7, 2, 10]
    assert reported[0] == (0, 19)
    assert reported[-1] == (19, 19)
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)


def test_the_default_is_all_trials_of_a_finite_study() -> None:
    assert count_trials(STUDY, Settings(trials=7), None) == 7
    assert count_trials(STUDY, Settings(trials=7), 5) == 5
    assert count_trials(STUDY, Settings(trials=7), 9) == 7
    assert count_trials(STUDY, Settings(), None) == 1000
    assert count_trials(STUDY, Settings(), 9) == 9


def test_progress_includes_stored_trials(store: Store) -> None:
    run_study("engine", STUDY, [Settings()], 5, store, Counting())
    reported = []
    run_study("engine", STUDY, [Settings()], 9, store, Counting(), lambda done, total: reported.append((done, total)))
    assert reported == [(5, 9), (8, 9), (9, 9)]


def test_results_before_a_failure_are_stored(store: Store) -> None:
    settings = Settings(fails=20)
    with local_pool(1) as pool, pytest.raises(DataError, match="trial 20 failed"):
        run_study("engine", STUDY, [settings], 50, store, pool)
    assert store.count(store.add_run(run_id("engine", STUDY, settings)), range(50)) == 20


def test_another_version_of_a_study_starts_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run_study("engine", STUDY, [Settings()], 5, store, Counting())
    monkeypatch.setattr(tiny_study, "VERSION", 2)
    pool = Counting()
    run_study("engine", STUDY, [Settings()], 5, store, pool)
    assert len(pool.trials) == 5


def test_parts_cover_all_trials_once(tmp_path: Path, store: Store) -> None:
    choices = [Settings(seed=1), Settings(seed=2, trials=7)]
    pool = Counting()
    for number in (1, 2, 3):
        path = tmp_path / f"{number}.sqlite"
        with open_store(path) as apart:
            run_missing("engine", STUDY, choices, 100, apart, pool, part=StudyPart(number, 3))
        store.merge(path)
    assert sorted(pool.trials) == [*((1, number) for number in range(100)), *((2, number) for number in range(7))]
    runs = stored_runs("engine", STUDY, choices, 100, store)
    assert [run.count for run in runs] == [100, 7]
    assert list(runs[0].results) == [tiny_study.trial(Settings(seed=1), number) for number in range(100)]
