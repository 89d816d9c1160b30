"""Trials on a cluster: the same batches, handed to the workers of a Dask scheduler.

Batches are pure functions, so Dask gives those of a worker that is gone to another one; results are kept by trial
number, so none is lost and none is counted twice. Workers must run the same rules as this process: each batch looks.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.errors import DataError, Fault, Place
from cardgen.plugins import find_plugins
from cardgen.studies.store import Batch, canonical_json
from cardgen.studies.workers import Crew, Pace, Tried, Work, failure_of, try_batch, without_interrupts

#: Seconds that a batch takes: each costs the scheduler about a millisecond, whatever is in it.
_SECONDS = 5.0
#: Batches handed out for each thread of the workers, so that none waits for the next.
_AHEAD = 2
#: Times that a batch is tried again which failed without one of its trials having failed.
_RETRIES = 3
#: Seconds to wait for the scheduler and for a first worker; between two looks at how many workers there are.
_PATIENCE, _LOOK = 10, 2


def cluster_crew(address: str) -> Crew:
    """The workers of the Dask scheduler at `address`, such as tcp://10.0.0.1:8786; connected when there is work.

    DataError when Dask distributed is not installed.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        told = "clusters need Dask distributed, which is not installed"
        raise DataError(Fault(Place(), told, "pip install 'cardgen[cluster]'")) from None
    return _Cluster(address, distributed)


@cache
def rules_version() -> str:
    """Return cardgen's version and the sha256 of the source of all rules: equal on machines whose trials are equal.

    The rules are cardgen's own and those of every package that adds an engine or a policy.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    roots = [(package, package / "engines"), (package, package / "games"), *_plugin_sources()]
    for root, source in roots:
        files = sorted(source.rglob("*")) if source.is_dir() else [source]
        for path in files:
            if path.suffix in (".py", ".c"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:12]})"


def _plugin_sources() -> list[tuple[Path, Path]]:
    """Return the folder or file of each package besides cardgen that adds an engine or a policy, after its parent."""
    plugins = [*find_plugins("engines").values(), *find_plugins("policies").values()]
    sources = set()
    for name in {plugin.entry_point.module.partition(".")[0] for plugin in plugins} - {"cardgen"}:
        spec = find_spec(name)
        for location in (spec.submodule_search_locations or [spec.origin or ""]) if spec else ():
            sources.add((Path(location).parent, Path(location)))
    return sorted(sources)


def try_there(version: str, work: Work, numbers: Sequence[int]) -> Tried | str:
    """What a worker does with a batch. Its own version, and nothing tried, when that is not the wanted one."""
    return try_batch(work, numbers) if version == rules_version() else rules_version()


class _Cluster:
    """A client of the scheduler."""

    def __init__(self, address: str, distributed: Any) -> None:
        self.address = address
        self._dask = distributed
        self._client: Any = None
        self._threads = 1
        self._looked = float("-inf")

    def try_trials(self, work: Work, numbers: Iterable[int]) -> Iterator[Batch]:
        numbers, pace = iter(numbers), Pace(_SECONDS)
        first = list(islice(numbers, 1))
        if not first:
            return
        client = self._connect()
        numbers = chain(first, numbers)
        done = self._dask.as_completed(loop=client.loop)
        under_way: dict[Any, list[int]] = {}
        while True:
            while len(under_way) < _AHEAD * self._count_threads() and (batch := list(islice(numbers, pace.size))):
                future = self._submit(work, batch)
                under_way[future] = batch
                done.add(future)
            if not under_way:
                return
            future = next(done)
            tried = self._result(future, under_way.pop(future))
            future.release()
            pace.learn(tried)
            yield tried.results
            if tried.failed is not None:
                raise failure_of(work, tried)

    def _submit(self, work: Work, batch: Sequence[int]) -> Any:
        told = canonical_json([rules_version(), work.module, work.settings, list(batch)])
        key = f"cardgen-{hashlib.sha256(told.encode()).hexdigest()}"
        try:
            return self._client.submit(try_there, rules_version(), work, batch, key=key, pure=True, retries=_RETRIES)
        except Exception as error:
            raise self._lost() from error

    def _result(self, future: Any, batch: Sequence[int]) -> Tried:
        which = f"trials {batch[0]} to {batch[-1]}"
        try:
            tried = future.result()
        except self._dask.KilledWorker:
            told = f"worker after worker died at {which}"
            raise self._fault(told, "too little memory, or killed from outside?") from None
        except (self._dask.CancelledError, self._dask.comm.CommClosedError):
            raise self._lost() from None
        except Exception as error:  # whatever a worker that has another cardgen, or none, may come upon
            told = f"no worker could try {which}: {type(error).__name__}: {error}"
            raise self._fault(told, f"they need cardgen {rules_version()}") from None
        if isinstance(tried, str):
            told = f"a worker runs the rules of cardgen {tried}, this machine those of {rules_version()}"
            raise self._fault(told, "the same trial would come out otherwise there: install the same on both")
        assert isinstance(tried, Tried)
        return tried

    def _connect(self) -> Any:
        if self._client is None:
            # It would log tracebacks of what is told here as a fault.
            logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
            try:
                self._client = self._dask.Client(self.address, timeout=_PATIENCE, set_as_default=False, name="cardgen")
            except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
                raise self._fault(
                    "no Dask scheduler answers", "tcp://host:port, as `dask scheduler` tells it"
                ) from error
            try:
                self._client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError as error:
                raise self._fault("the scheduler has no workers", "start them: `dask worker ADDRESS`") from error
        return self._client

    def _count_threads(self) -> int:
        """Threads of all workers as they were a moment ago: workers come and go."""
        if time.monotonic() - self._looked > _LOOK:
            try:
                self._threads = max(1, sum(self._client.nthreads().values()))
            except Exception as error:
                raise self._lost() from error
            self._looked = time.monotonic()
        return self._threads

    def _lost(self) -> DataError:
        return self._fault("the connection to the scheduler is lost", "what is done is kept")

    def _fault(self, told: str, hint: str) -> DataError:
        return DataError(Fault(Place(self.address), told, hint))

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            with without_interrupts():
                client.close(timeout=1)
