"""Trials on the cores of this machine, a batch of about a second at a time.

Results come as they are found, in any order, each with its trial's number. Trials are pure, so nothing else needs to be
agreed between processes. No more batches are under way than there are processes: memory stays flat.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

from cardgen.errors import DataError, Fault, Place
from cardgen.studies.store import Batch, canonical_json


@dataclass(frozen=True, slots=True)
class Work:
    """What decides a trial beside its number: the dotted name of the study's module, its settings as JSON."""

    module: str
    settings: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a batch: the results in order, up to the trial that failed, if one did, and how long it took."""

    results: Batch
    seconds: float
    failed: int | None = None
    failure: str = ""


class Crew(Protocol):
    """Whoever tries trials. Ending the `with` statement ends all that it has started."""

    def try_trials(self, work: Work, numbers: Iterable[int]) -> Iterator[Batch]:
        """The results of the trials, a batch at a time, in any order. `numbers` are taken as they are needed.

        DataError with the number and the settings of a trial that fails.
        """

    def __enter__(self) -> Crew: ...

    def __exit__(self, *_: object) -> None: ...


# ---------------------------------------------------------------- trying


def try_batch(work: Work, numbers: Sequence[int]) -> Tried:
    """Tries some trials, here and now."""
    study, settings = _prepared(work)
    began = time.perf_counter()
    results: Batch = []
    for number in numbers:
        try:
            results.append((number, canonical_json(study.trial(settings, number))))
        except Exception as error:
            return Tried(results, time.perf_counter() - began, number, _told(error))
    return Tried(results, time.perf_counter() - began)


@lru_cache(maxsize=8)
def _prepared(work: Work) -> tuple[Any, Any]:
    """The study's module and the settings, checked again: they may have come a long way."""
    study = import_module(work.module)
    return study, study.Settings.model_validate_json(work.settings)


def _told(error: Exception) -> str:
    """An error and the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def failure_of(work: Work, tried: Tried) -> DataError:
    """What is told of a trial that failed: all that is needed to try it again."""
    again = f"the trial again: {work.module}.trial(Settings.model_validate_json({work.settings!r}), {tried.failed})"
    return DataError(Fault(Place(work.module), f"trial {tried.failed} failed: {tried.failure}", again))


class Pace:
    """How many trials make a batch of about so many seconds, learnt from the batches before."""

    #: Growth from one batch to the next, and the largest batch.
    GROWTH, MOST = 4, 10_000

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self.size = 1

    def learn(self, tried: Tried) -> None:
        fitting = int(len(tried.results) * self.seconds / max(tried.seconds, 1e-6))
        self.size = max(1, min(fitting, self.size * self.GROWTH, self.MOST))


# ---------------------------------------------------------------- processes


def default_jobs() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local_crew(jobs: int | None = None) -> Crew:
    """So many processes, one a core when not told; started when there is work. With one job it is this process."""
    jobs = default_jobs() if jobs is None else jobs
    return _Here() if jobs == 1 else _Processes(jobs)


class _Here:
    """This process."""

    def try_trials(self, work: Work, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, pace = iter(numbers), Pace()
        while batch := list(islice(numbers, pace.size)):
            tried = try_batch(work, batch)
            pace.learn(tried)
            yield tried.results
            if tried.failed is not None:
                raise failure_of(work, tried)

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class _Processes:
    """Processes of this machine, each with a pipe to it.

    A pipe each, not a common queue: it is known who had what when a process dies, and a process whose pipe closes,
    because this one is gone, ends by itself.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._started: dict[Connection, BaseProcess] = {}

    def try_trials(self, work: Work, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, pace = iter(numbers), Pace()
        under_way: dict[Connection, list[int]] = {}

        def hand_out(connection: Connection | None) -> bool:
            batch = list(islice(numbers, pace.size))
            if batch:
                connection = connection or self._start()
                connection.send((work, batch))
                under_way[connection] = batch
            return bool(batch)

        try:
            idle = list(self._started)
            while len(under_way) < self.jobs and hand_out(idle.pop() if idle else None):
                pass
            while under_way:
                for connection in wait(list(under_way)):
                    assert isinstance(connection, Connection)
                    batch = under_way.pop(connection)
                    tried = self._receive(connection, batch)
                    pace.learn(tried)
                    hand_out(connection)
                    yield tried.results
                    if tried.failed is not None:
                        raise failure_of(work, tried)
        finally:
            if under_way:  # nobody wants to know any more
                self._end()

    def _receive(self, connection: Connection, batch: Sequence[int]) -> Tried:
        try:
            tried = connection.recv()
        except (EOFError, OSError):
            process = self._started[connection]
            process.join()
            told = f"a process ended by itself (exit code {process.exitcode}) between trials {batch[0]} and {batch[-1]}"
            raise DataError(Fault(Place(), told, "too little memory? Fewer --jobs need less")) from None
        assert isinstance(tried, Tried)
        return tried

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # which would let interrupts through again
        with without_interrupts():  # a process begins with those signals blocked that were when it was started
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(there,), daemon=True)
            process.start()
            there.close()
            self._started[here] = process
        return here

    def _end(self) -> None:
        with without_interrupts():
            for connection, process in self._started.items():
                connection.close()
                process.kill()
            for process in self._started.values():
                process.join()
            self._started.clear()

    def __enter__(self) -> _Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back until the end of the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    """What a process does: batch after batch, until the pipe closes. Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            work, numbers = connection.recv()
            connection.send(try_batch(work, numbers))
