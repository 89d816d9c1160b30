"""Trials on a cluster: the same batches, run by the workers of a Dask scheduler.

Batches are pure functions, so Dask gives the batches of a lost worker to another one. Results are stored by trial
number, so none is lost or counted twice. Workers must have the same rules as this process: each batch checks it.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.cache.installed import foreign_sources
from cardgen.studies.store import Batch, canonical_json
from cardgen.studies.workers import BatchResult, BatchSize, Task, WorkerPool, run_batch, trial_error, without_interrupts

#: Seconds of a batch: each batch costs the scheduler about a millisecond.
_SECONDS = 5.0
#: Batches in progress for each thread of the workers, so that no thread is idle.
_BATCHES_PER_THREAD = 2
#: Times that Dask repeats a batch that failed although none of its trials failed.
_RETRIES = 3
#: Seconds to wait for the scheduler and for the first worker.
_TIMEOUT = 10
#: Seconds between two queries for the number of workers.
_QUERY_INTERVAL = 2


def cluster_pool(address: str) -> WorkerPool:
    """Return the workers of the Dask scheduler at `address`, such as tcp://10.0.0.1:8786; connects when it is used.

    DataError if Dask distributed is not installed.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        text = message("clusters need Dask distributed, which is not installed")
        raise DataError(Fault(Place(), text, "pip install 'cardgen[cluster]'")) from None
    return _ClusterPool(address, distributed)


@cache
def rules_version() -> str:
    """Return cardgen's version and the sha256 of the source of all rules: equal on machines whose trials are equal.

    The rules are cardgen's own and those of every package that adds an engine or a policy.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    own = [path for folder in ("engines", "games") for path in sorted((package / folder).rglob("*"))]
    files = [(path.relative_to(package).as_posix(), path) for path in own]
    for name, path in (*files, *foreign_sources("engines", "policies")):
        if path.suffix in (".py", ".c"):
            digest.update(name.encode() + b"\0")
            digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:12]})"


def run_batch_on_worker(version: str, task: Task, numbers: Sequence[int]) -> BatchResult | str:
    """Run a batch on a worker. If the worker has another version of the rules, run nothing and return its version."""
    return run_batch(task, numbers) if version == rules_version() else rules_version()


class _ClusterPool:
    """A pool of the workers of a Dask scheduler."""

    def __init__(self, address: str, distributed: Any) -> None:
        self.address = address
        self._dask = distributed
        self._client: Any = None
        self._threads = 1
        self._last_query = float("-inf")

    def run_trials(self, task: Task, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, batch_size = iter(numbers), BatchSize(_SECONDS)
        first = list(islice(numbers, 1))
        if not first:
            return
        client = self._connect()
        numbers = chain(first, numbers)
        done = self._dask.as_completed(loop=client.loop)
        in_progress: dict[Any, list[int]] = {}
        while True:
            while len(in_progress) < _BATCHES_PER_THREAD * self._count_threads():
                batch = list(islice(numbers, batch_size.size))
                if not batch:
                    break
                future = self._submit(task, batch)
                in_progress[future] = batch
                done.add(future)
            if not in_progress:
                return
            future = next(done)
            result = self._result(future, in_progress.pop(future))
            future.release()
            batch_size.update(result)
            yield result.results
            if result.failed is not None:
                raise trial_error(task, result)

    def _submit(self, task: Task, batch: Sequence[int]) -> Any:
        content = canonical_json([rules_version(), task.module, task.settings, list(batch)])
        key = f"cardgen-{hashlib.sha256(content.encode()).hexdigest()}"
        try:
            return self._client.submit(
                run_batch_on_worker, rules_version(), task, batch, key=key, pure=True, retries=_RETRIES
            )
        except Exception as error:
            raise self._connection_lost() from error

    def _result(self, future: Any, batch: Sequence[int]) -> BatchResult:
        first, last = batch[0], batch[-1]
        try:
            result = future.result()
        except self._dask.KilledWorker:
            text = message("several workers died during trials {first} to {last}", first=first, last=last)
            hint = message("they may have too little memory, or were killed from outside")
            raise self._fault(text, hint) from None
        except (self._dask.CancelledError, self._dask.comm.CommClosedError):
            raise self._connection_lost() from None
        except Exception as error:  # a worker with another cardgen, or without it, can fail in any way
            text = message(
                "no worker could run trials {first} to {last}: {error}",
                first=first,
                last=last,
                error=f"{type(error).__name__}: {error}",
            )
            raise self._fault(text, message("workers need cardgen {version}", version=rules_version())) from None
        if isinstance(result, str):
            text = message(
                "a worker has the rules of cardgen {other}, this machine those of {own}",
                other=result,
                own=rules_version(),
            )
            hint = message("install the same version on both: with other rules a trial has another result")
            raise self._fault(text, hint)
        assert isinstance(result, BatchResult)
        return result

    def _connect(self) -> Any:
        if self._client is None:
            # Its log has tracebacks of what is reported as a fault here.
            logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
            try:
                self._client = self._dask.Client(self.address, timeout=_TIMEOUT, set_as_default=False, name="cardgen")
            except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
                text, hint = (
                    message("no Dask scheduler answers"),
                    message("tcp://host:port, as `dask scheduler` prints it"),
                )
                raise self._fault(text, hint) from error
            try:
                self._client.wait_for_workers(1, timeout=_TIMEOUT)
            except TimeoutError as error:
                text, hint = message("the scheduler has no workers"), message("start them: `dask worker ADDRESS`")
                raise self._fault(text, hint) from error
        return self._client

    def _count_threads(self) -> int:
        """Return the number of threads of all workers, queried again from time to time: workers come and go."""
        if time.monotonic() - self._last_query > _QUERY_INTERVAL:
            try:
                self._threads = max(1, sum(self._client.nthreads().values()))
            except Exception as error:
                raise self._connection_lost() from error
            self._last_query = time.monotonic()
        return self._threads

    def _connection_lost(self) -> DataError:
        text = message("the connection to the scheduler is lost")
        return self._fault(text, message("the results so far are stored"))

    def _fault(self, text: str, hint: str) -> DataError:
        return DataError(Fault(Place(self.address), text, hint))

    def __enter__(self) -> _ClusterPool:
        return self

    def __exit__(self, *_: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            with without_interrupts():
                client.close(timeout=1)
