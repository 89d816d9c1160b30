"""Runs of a study: run the trials that are missing in the store, then read all results back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.engines.studies import Result, Run, Study, Texts
from cardgen.studies.store import RunId, Store, canonical_json
from cardgen.studies.workers import Task, WorkerPool

Progress = Callable[[int, int], None]
"""A callback with the number of trials done, including those of earlier runs, and the number requested."""

#: The default number of trials for studies without an end.
DEFAULT_TRIALS = 1000


@dataclass(frozen=True, slots=True)
class StudyPart:
    """Part `number` (from 1) of `of` parts of every run, for machines that work independently."""

    number: int = 1
    of: int = 1

    def numbers(self, count: int) -> range:
        """Return the trials of this part if there are `count` in all."""
        return range(count * (self.number - 1) // self.of, count * self.number // self.of)


WHOLE = StudyPart()


@dataclass(frozen=True, slots=True)
class _StoredResults:
    """The results of a run, read from the store at each iteration."""

    store: Store
    run: int
    count: int

    def __iter__(self) -> Iterator[Result]:
        return self.store.results(self.run, range(self.count))


def run_id(engine: str, study: Study, settings: Any) -> RunId:
    """Return the id under which the results of these settings are stored."""
    return RunId(engine, study.NAME, study.VERSION, canonical_json(settings.model_dump(mode="json")))


def count_trials(study: Study, settings: Any, count: int | None) -> int:
    """Return the number of trials to run if `count` are requested: all of them for None, and no more than exist."""
    available = study.trial_count(settings)
    if available is None:
        return DEFAULT_TRIALS if count is None else count
    return available if count is None else min(count, available)


def run_missing(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    pool: WorkerPool,
    progress: Progress = lambda *_: None,
    part: StudyPart = WHOLE,
) -> None:
    """Run those of `count` trials (see `count_trials`) that the store lacks, for each of the settings in `choices`.

    `study` is a module, which the workers import by its name, or has the place of its game. Every batch is stored
    before the next result is awaited, so the same call continues after any interruption. DataError from the store and
    from the pool.
    """
    ids = [run_id(engine, study, settings) for settings in choices]
    runs = [store.add_run(identity) for identity in ids]
    requested = [part.numbers(count_trials(study, settings, count)) for settings in choices]
    total, done = sum(map(len, requested)), sum(map(store.count, runs, requested))
    progress(done, total)
    for identity, run, numbers in zip(ids, runs, requested, strict=True):
        task = Task(_module_of(study), identity.settings)
        for batch in pool.run_trials(task, store.missing(run, numbers)):
            store.add(run, batch)
            done += len(batch)
            progress(done, total)


def stored_runs(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    titles: Mapping[str, Texts] | None = None,
) -> list[Run]:
    """Return the stored results of `count` trials for each of the settings; they are read when iterated."""
    runs = []
    for settings in choices:
        run, total = store.add_run(run_id(engine, study, settings)), count_trials(study, settings, count)
        runs.append(Run(settings, _StoredResults(store, run, total), store.count(run, range(total)), titles or {}))
    return runs


def _module_of(study: Study) -> str:
    name: str = getattr(study, "where", None) or getattr(study, "__name__")  # noqa: B009  (its type is a protocol)
    return name
