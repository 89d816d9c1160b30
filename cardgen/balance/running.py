"""Runs of a study: what is missing is tried and kept, then read back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.balance.store import RunId, Store, canonical_json
from cardgen.balance.workers import Crew, Work
from cardgen.games.studies import Result, Run, Study

Progress = Callable[[int, int], None]
"""Told how many trials are done, those of earlier times included, and how many are wanted."""

#: How many trials are tried of those that never end, when nobody says.
USUAL_TRIALS = 1000


@dataclass(frozen=True, slots=True)
class _Kept:
    """Results in the store, read anew whenever they are looked through."""

    store: Store
    run: int
    count: int

    def __iter__(self) -> Iterator[Result]:
        return self.store.results(self.run, self.count)


def run_id(engine: str, study: Study, settings: Any) -> RunId:
    """What the results of these settings are kept under."""
    return RunId(engine, study.NAME, study.VERSION, canonical_json(settings.model_dump(mode="json")))


def wanted_trials(study: Study, settings: Any, count: int | None) -> int:
    """How many trials are tried when `count` are asked for: no more than there are, and all of them with None."""
    of = study.trial_count(settings)
    if of is None:
        return USUAL_TRIALS if count is None else count
    return of if count is None else min(count, of)


def run_study(
    engine: str,
    study: Study,
    choices: Sequence[Any],
    count: int | None,
    store: Store,
    crew: Crew,
    progress: Progress = lambda *_: None,
) -> list[Run]:
    """The results of `count` trials (see `wanted_trials`) for each of the settings in `choices`, in their order.

    `study` is a module (or its like), which the processes of the crew import by its name. Trials that the store has are
    not tried again, and every batch is in the store before the next is waited for: whatever ends this, the same call
    goes on. DataError as the store and the crew raise it.
    """
    ids = [run_id(engine, study, settings) for settings in choices]
    runs = [store.add_run(each) for each in ids]
    wanted = [wanted_trials(study, settings, count) for settings in choices]
    total, done = sum(wanted), sum(map(store.count, runs, wanted))
    progress(done, total)
    for each, run, below in zip(ids, runs, wanted, strict=True):
        work = Work(_module_of(study), each.settings)
        for batch in crew.try_trials(work, store.missing(run, below)):
            store.add(run, batch)
            done += len(batch)
            progress(done, total)
    return [
        Run(settings, _Kept(store, run, below), below)
        for settings, run, below in zip(choices, runs, wanted, strict=True)
    ]


def _module_of(study: Study) -> str:
    return str(getattr(study, "__name__"))  # noqa: B009  (a module is not known to be one)
