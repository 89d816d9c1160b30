"""Trials on the cores of this machine, in batches of about a second.

Results arrive in any order, each with the number of its trial. Trials are pure functions, so processes share nothing
else. There are no more batches in progress than processes, so memory use stays constant.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.processors import usable_processors
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.engines.matches import Matches
from cardgen.studies.store import Batch, canonical_json


@dataclass(frozen=True, slots=True)
class Task:
    """The input of a trial besides its number: the study, and its settings as JSON.

    The study is the dotted name of its module, or `module:GAME` for the matches of a game of turns.
    """

    module: str
    settings: str


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The results of a batch in order, up to the trial that failed if one did, and the time it took."""

    results: Batch
    seconds: float
    failed: int | None = None
    failure: str = ""


class WorkerPool(Protocol):
    """Workers that run trials. Leaving the `with` block ends all processes that were started."""

    def run_trials(self, task: Task, numbers: Iterable[int]) -> Iterator[Batch]:
        """Yield the results of the trials, batch by batch, in any order. `numbers` are read when they are needed.

        DataError for a trial that fails, with its number and settings.
        """

    def __enter__(self) -> WorkerPool: ...

    def __exit__(self, *_: object) -> None: ...


# ---------------------------------------------------------------- batches
def run_batch(task: Task, numbers: Sequence[int]) -> BatchResult:
    """Run some trials in this process."""
    study, settings = _load(task)
    start = time.perf_counter()
    results: Batch = []
    for number in numbers:
        try:
            results.append((number, canonical_json(study.trial(settings, number))))
        except Exception as error:
            return BatchResult(results, time.perf_counter() - start, number, _describe(error))
    return BatchResult(results, time.perf_counter() - start)


@lru_cache(maxsize=8)
def _load(task: Task) -> tuple[Any, Any]:
    """Return the study and its settings, validated again because they may come from another machine."""
    study: Any = Matches(task.module) if ":" in task.module else import_module(task.module)
    return study, study.Settings.model_validate_json(task.settings)


def _describe(error: Exception) -> str:
    """Return an error with the file and line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def trial_error(task: Task, result: BatchResult) -> DataError:
    """Return the error of a batch with a failed trial; its hint is the call that repeats the trial."""
    text = message("trial {number} failed: {failure}", number=result.failed, failure=result.failure)
    call = f"{task.module}.trial(Settings.model_validate_json({task.settings!r}), {result.failed})"
    return DataError(Fault(Place(task.module), text, message("to repeat the trial: {call}", call=call)))


class BatchSize:
    """The number of trials in a batch of about `seconds`, estimated from the previous batches."""

    #: The largest growth from one batch to the next, and the largest batch.
    GROWTH, MOST = 4, 10_000

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self.size = 1

    def update(self, result: BatchResult) -> None:
        """Estimate the size again from a batch."""
        estimate = int(len(result.results) * self.seconds / max(result.seconds, 1e-6))
        self.size = max(1, min(estimate, self.size * self.GROWTH, self.MOST))


# ---------------------------------------------------------------- processes


def default_jobs() -> int:
    """Return the number of cores that this process may use."""
    return usable_processors()


def local_pool(jobs: int | None = None) -> WorkerPool:
    """Return a pool of `jobs` processes (default: one per core), started when needed; with 1 job, this process."""
    jobs = default_jobs() if jobs is None else jobs
    return _InProcessPool() if jobs == 1 else _ProcessPool(jobs)


class _InProcessPool:
    """Runs trials in this process."""

    def run_trials(self, task: Task, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, batch_size = iter(numbers), BatchSize()
        while batch := list(islice(numbers, batch_size.size)):
            result = run_batch(task, batch)
            batch_size.update(result)
            yield result.results
            if result.failed is not None:
                raise trial_error(task, result)

    def __enter__(self) -> _InProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class _ProcessPool:
    """Runs trials in processes of this machine, each connected by its own pipe.

    With a pipe per process instead of a shared queue, it is clear which batch a process had when it dies; and when this
    process is killed, the pipes close and the workers end.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._started: dict[Connection, BaseProcess] = {}

    def run_trials(self, task: Task, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, batch_size = iter(numbers), BatchSize()
        in_progress: dict[Connection, list[int]] = {}

        def send_batch(connection: Connection | None) -> bool:
            batch = list(islice(numbers, batch_size.size))
            if batch:
                connection = connection or self._start()
                connection.send((task, batch))
                in_progress[connection] = batch
            return bool(batch)

        try:
            idle = list(self._started)
            while len(in_progress) < self.jobs and send_batch(idle.pop() if idle else None):
                pass
            while in_progress:
                for connection in wait(list(in_progress)):
                    assert isinstance(connection, Connection)
                    batch = in_progress.pop(connection)
                    result = self._receive(connection, batch)
                    batch_size.update(result)
                    send_batch(connection)
                    yield result.results
                    if result.failed is not None:
                        raise trial_error(task, result)
        finally:
            if in_progress:  # an error, or the caller stopped: these results are not needed
                self._end()

    def _receive(self, connection: Connection, batch: Sequence[int]) -> BatchResult:
        try:
            result = connection.recv()
        except (EOFError, OSError):
            process = self._started[connection]
            process.join()
            text = message(
                "a worker process ended with exit code {code} during trials {first} to {last}",
                code=process.exitcode,
                first=batch[0],
                last=batch[-1],
            )
            hint = message("if there is too little memory, use fewer --jobs")
            raise DataError(Fault(Place(), text, hint)) from None
        assert isinstance(result, BatchResult)
        return result

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # before blocking interrupts: it unblocks them
        with without_interrupts():  # a new process inherits the blocked signals
            connection, worker_connection = context.Pipe()
            process = context.Process(target=_serve, args=(worker_connection,), daemon=True)
            process.start()
            worker_connection.close()
            self._started[connection] = process
        return connection

    def _end(self) -> None:
        with without_interrupts():
            for connection, process in self._started.items():
                connection.close()
                process.kill()
            for process in self._started.values():
                process.join()
            self._started.clear()

    def __enter__(self) -> _ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)


def _serve(connection: Connection) -> None:
    """Run batches in a worker process until the pipe closes. Ctrl-C is handled by the main process only."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            task, numbers = connection.recv()
            connection.send(run_batch(task, numbers))
