"""Runs of a study: what is missing is tried and kept, then read back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.engines.studies import Result, Run, Study
from cardgen.studies.store import RunId, Store, canonical_json
from cardgen.studies.workers import Crew, Work

Progress = Callable[[int, int], None]
"""Told how many trials are done, those of earlier times included, and how many are wanted."""

#: How many trials are tried of those that never end, when nobody says.
USUAL_TRIALS = 1000


@dataclass(frozen=True, slots=True)
class Part:
    """The `number`th, from 1, of so many parts of every run, for machines that work apart from each other."""

    number: int = 1
    of: int = 1

    def numbers(self, count: int) -> range:
        """The trials of this part when there are `count` in all."""
        return range(count * (self.number - 1) // self.of, count * self.number // self.of)


WHOLE = Part()


@dataclass(frozen=True, slots=True)
class _Kept:
    """Results in the store, read anew whenever they are looked through."""

    store: Store
    run: int
    count: int

    def __iter__(self) -> Iterator[Result]:
        return self.store.results(self.run, range(self.count))


def run_id(engine: str, study: Study, settings: Any) -> RunId:
    """What the results of these settings are kept under."""
    return RunId(engine, study.NAME, study.VERSION, canonical_json(settings.model_dump(mode="json")))


def wanted_trials(study: Study, settings: Any, count: int | None) -> int:
    """How many trials are tried when `count` are asked for: no more than there are, and all of them with None."""
    of = study.trial_count(settings)
    if of is None:
        return USUAL_TRIALS if count is None else count
    return of if count is None else min(count, of)


def try_missing(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    crew: Crew,
    progress: Progress = lambda *_: None,
    part: Part = WHOLE,
) -> None:
    """Tries what the store has not yet of `count` trials (see `wanted_trials`) for each of the settings in `choices`.

    `study` is a module (or its like), which the processes of the crew import by its name. Every batch is in the store
    before the next is waited for: whatever ends this, the same call goes on. DataError as the store and the crew raise
    it.
    """
    ids = [run_id(engine, study, settings) for settings in choices]
    runs = [store.add_run(each) for each in ids]
    wanted = [part.numbers(wanted_trials(study, settings, count)) for settings in choices]
    total, done = sum(map(len, wanted)), sum(map(store.count, runs, wanted))
    progress(done, total)
    for each, run, numbers in zip(ids, runs, wanted, strict=True):
        work = Work(_module_of(study), each.settings)
        for batch in crew.try_trials(work, store.missing(run, numbers)):
            store.add(run, batch)
            done += len(batch)
            progress(done, total)


def kept_runs(engine: str, study: Study, choices: Sequence[Any], count: int | None, store: Store) -> list[Run]:
    """What the store has of so many trials for each of the settings, in their order, to be read bit by bit."""
    runs = []
    for settings in choices:
        run, wanted = store.add_run(run_id(engine, study, settings)), wanted_trials(study, settings, count)
        runs.append(Run(settings, _Kept(store, run, wanted), store.count(run, range(wanted))))
    return runs


def run_study(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    crew: Crew,
    progress: Progress = lambda *_: None,
) -> list[Run]:
    """The results of `count` trials for each of the settings, those tried of which the store has none yet.

    See `try_missing`.
    """
    try_missing(engine, study, choices, count, store, crew, progress)
    return kept_runs(engine, study, choices, count, store)


def _module_of(study: Study) -> str:
    return str(getattr(study, "__name__"))  # noqa: B009  (a module is not known to be one)
