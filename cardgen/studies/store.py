"""Results of trials in a SQLite file: written batch by batch, each trial once, so that a study can be continued.

One process at a time uses the file. A killed process leaves a valid file that lacks at most its current batch.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message

Batch: TypeAlias = list[tuple[int, str]]
"""The numbers of trials, each with its result as canonical JSON."""

#: The application id of our SQLite files ("CGbl"), and the version of their tables.
_APPLICATION = 0x4347626C
SCHEMA = 1

_TABLES = (
    "CREATE TABLE runs (run INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, engine TEXT NOT NULL, study TEXT NOT NULL, "
    "version INTEGER NOT NULL, settings TEXT NOT NULL)",
    "CREATE TABLE results (run INTEGER NOT NULL, trial INTEGER NOT NULL, result TEXT NOT NULL, "
    "PRIMARY KEY (run, trial)) WITHOUT ROWID",
)

#: The columns of a run without its number.
_RUN_COLUMNS = "key, engine, study, version, settings"

#: Rows that are read at once: an open statement would prevent SQLite from emptying its log while trials are added.
_ROWS = 10_000
#: More than the number of any trial.
_NO_END = 2**62


def canonical_json(value: Any) -> str:
    """Return a JSON value as text: keys sorted, no spaces. ValueError for values that JSON does not have."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class RunId:
    """The identity of a run: a study of an engine, its version, and its settings as canonical JSON."""

    engine: str
    study: str
    version: int
    settings: str

    @property
    def key(self) -> str:
        """The sha256 of the identity, in hexadecimal."""
        content = canonical_json([self.engine, self.study, self.version, json.loads(self.settings)])
        return hashlib.sha256(content.encode()).hexdigest()


class Store:
    """The results in one file, opened by `open_store`. DataError from any method if the file is damaged."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def add_run(self, run: RunId) -> int:
        """Return the number of a run in this file; add the run if it is new."""
        row = (run.key, run.engine, run.study, run.version, run.settings)
        with _reporting(self.path), self._connection as database:
            database.execute(f"INSERT INTO runs ({_RUN_COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
            (number,) = database.execute("SELECT run FROM runs WHERE key = ?", (run.key,)).fetchone()
        return int(number)

    def add(self, run: int, batch: Batch) -> None:
        """Store a batch completely or not at all. Trials that are stored already are not changed."""
        with _reporting(self.path), self._connection as database:
            database.executemany(
                "INSERT INTO results (run, trial, result) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                ((run, number, result) for number, result in batch),
            )

    def count(self, run: int, numbers: range) -> int:
        """Return how many of the trials `numbers` (a range with step 1) are stored."""
        query = "SELECT count(*) FROM results WHERE run = ? AND trial >= ? AND trial < ?"
        with _reporting(self.path):
            (number,) = self._connection.execute(query, (run, numbers.start, numbers.stop)).fetchone()
        return int(number)

    def missing(self, run: int, numbers: range) -> Iterator[int]:
        """Yield those of the `numbers` that are not stored, in order. Trials may be added during the iteration."""
        next_number = numbers.start
        for batch in self._batches(run, numbers):
            for number, _ in batch:
                yield from range(next_number, number)
                next_number = number + 1
        yield from range(next_number, numbers.stop)

    def results(self, run: int, numbers: range) -> Iterator[Any]:
        """Yield the stored results of the trials `numbers` in order. They are read in parts."""
        for batch in self._batches(run, numbers):
            for number, text in batch:
                try:
                    yield json.loads(text)
                except (ValueError, TypeError):
                    text = message("the result of trial {number} is not JSON", number=number)
                    raise DataError(_damage_fault(self.path, text)) from None

    def merge(self, path: Path) -> int:
        """Add the results of another file. Return the number of new trials.

        DataError if the other file cannot be opened, or has a different result for a trial of this file: the same code
        gives the same result everywhere. Trials that were added before the error are valid and stay.
        """
        if not path.is_file():
            raise DataError(Fault(Place(str(path)), message("no such file")))
        added = 0
        with open_store(path) as other:
            for other_number, run in other._runs():
                own_number = self.add_run(run)
                for batch in other._batches(other_number, range(_NO_END)):
                    numbers = range(batch[0][0], batch[-1][0] + 1)
                    stored = {number: text for rows in self._batches(own_number, numbers) for number, text in rows}
                    different = [number for number, text in batch if stored.get(number, text) != text]
                    if different:
                        text = message(
                            "trial {number} of run {run} has another result than in {file}",
                            number=different[0],
                            run=run.key[:12],
                            file=self.path,
                        )
                        hint = message("one of them was made with other code")
                        raise DataError(Fault(Place(str(path)), text, hint))
                    self.add(own_number, batch)
                    added += len(batch) - sum(number in stored for number, _ in batch)
        return added

    def _runs(self) -> list[tuple[int, RunId]]:
        """Return every run with its number in this file."""
        with _reporting(self.path):
            rows = self._connection.execute("SELECT run, engine, study, version, settings FROM runs ORDER BY run")
            return [(number, RunId(*rest)) for number, *rest in rows.fetchall()]

    def _batches(self, run: int, numbers: range) -> Iterator[Batch]:
        """Yield stored trials, in the order of their numbers, with their results."""
        query = "SELECT trial, result FROM results WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial LIMIT ?"
        first = numbers.start
        while True:
            with _reporting(self.path):
                rows = self._connection.execute(query, (run, first, numbers.stop, _ROWS)).fetchall()
            if rows:
                yield rows
            if len(rows) < _ROWS:
                return
            first = rows[-1][0] + 1

    def close(self) -> None:
        """Release the file for other processes."""
        with _reporting(self.path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(path: Path) -> Store:
    """Open the results in the file at `path`, for this process alone until they are closed. Create a missing file.

    DataError if the file is damaged, is not a file of results, has another schema, cannot be written, or is in use by
    another process. The file is not changed then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _reporting(path):
        connection = sqlite3.connect(path, timeout=_TIMEOUT)
        try:
            _prepare(path, connection)
        except BaseException:
            connection.close()
            raise
    return Store(path, connection)


#: Seconds to wait for another process that is about to end.
_TIMEOUT = 0.5


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Lock the file, check that it is one of ours, and create the tables in a new one."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    new = (application, schema, tables) == (0, 0, 0)
    if not new and application != _APPLICATION:
        text = message("is not a file of results, but has the name of one")
        raise DataError(Fault(Place(str(path)), text, message("move it away")))
    if not new and schema != SCHEMA:
        text = message("the results have format {format}, this cardgen uses {own}", format=schema, own=SCHEMA)
        hint = message("move the file away, or use the version of cardgen that wrote it")
        raise DataError(Fault(Place(str(path)), text, hint))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")  # in exclusive mode, this lock stays until the file is closed
    if new:
        for table in _TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.commit()


@contextlib.contextmanager
def _reporting(path: Path) -> Iterator[None]:
    """Report SQLite's errors as faults of the file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the lowest byte is the primary code
        if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            text, hint = message("in use by another cardgen process"), message("wait until it ends, or end it")
            fault = Fault(Place(str(path)), text, hint)
        elif kind in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT) or isinstance(error, sqlite3.DataError):
            fault = _damage_fault(path, str(error))
        else:
            fault = Fault(Place(str(path)), str(error))
        raise DataError(fault) from error


def _damage_fault(path: Path, reason: str) -> Fault:
    hint = message("the file was not changed; move it away to start again")
    return Fault(Place(str(path)), message("damaged: {reason}", reason=reason), hint)
