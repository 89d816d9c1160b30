"""Results of trials in a SQLite file: written a batch at a time, each trial once, so that a study can go on later.

The file belongs to one process at a time. What a killed process leaves behind is whole: at most the batch that it had
in hand is missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.errors import DataError, Fault, Place

Batch: TypeAlias = list[tuple[int, str]]
"""Trials that were tried: each one's number and its result as canonical JSON."""

#: What marks a SQLite file as ours ("CGbl"), and the layout of its tables.
_APPLICATION = 0x4347626C
SCHEMA = 1

_TABLES = (
    "CREATE TABLE runs (run INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, engine TEXT NOT NULL, study TEXT NOT NULL, "
    "version INTEGER NOT NULL, settings TEXT NOT NULL)",
    "CREATE TABLE results (run INTEGER NOT NULL, trial INTEGER NOT NULL, result TEXT NOT NULL, "
    "PRIMARY KEY (run, trial)) WITHOUT ROWID",
)

#: The columns of a run but for its number.
_OF_RUN = "key, engine, study, version, settings"

#: Rows read at a time where trials are added meanwhile: a statement left open would keep the log from being emptied.
_ROWS = 10_000
#: More than any trial's number.
_NO_END = 2**62


def canonical_json(value: Any) -> str:
    """A JSON value as the one text that stands for it: keys sorted, no spaces. ValueError for what JSON cannot hold."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class RunId:
    """What results belong to: a study of an engine, its version, and its settings as canonical JSON."""

    engine: str
    study: str
    version: int
    settings: str

    @property
    def key(self) -> str:
        """The sha256 of all of it, in hexadecimal."""
        told = canonical_json([self.engine, self.study, self.version, json.loads(self.settings)])
        return hashlib.sha256(told.encode()).hexdigest()


class Store:
    """The results in one file. Made by `open_store`; DataError from any method when the file turns out damaged."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def add_run(self, run: RunId) -> int:
        """The number of a run in this file; it is written down when it is new."""
        row = (run.key, run.engine, run.study, run.version, run.settings)
        with _told(self.path), self._connection as database:
            database.execute(f"INSERT INTO runs ({_OF_RUN}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
            (number,) = database.execute("SELECT run FROM runs WHERE key = ?", (run.key,)).fetchone()
        return int(number)

    def add(self, run: int, batch: Batch) -> None:
        """Keeps a batch, all of it or nothing. A trial that is kept already stays as it is."""
        with _told(self.path), self._connection as database:
            database.executemany(
                "INSERT INTO results (run, trial, result) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                ((run, number, result) for number, result in batch),
            )

    def count(self, run: int, numbers: range) -> int:
        """How many of the trials `numbers`, which follow one another, are kept."""
        query = "SELECT count(*) FROM results WHERE run = ? AND trial >= ? AND trial < ?"
        with _told(self.path):
            (number,) = self._connection.execute(query, (run, numbers.start, numbers.stop)).fetchone()
        return int(number)

    def missing(self, run: int, numbers: range) -> Iterator[int]:
        """Those of the `numbers` that are not kept, in order; what was handed out may be added meanwhile."""
        due = numbers.start
        for batch in self._batches(run, numbers):
            for number, _ in batch:
                yield from range(due, number)
                due = number + 1
        yield from range(due, numbers.stop)

    def results(self, run: int, numbers: range) -> Iterator[Any]:
        """What those of the trials `numbers` found that are kept, in order of their numbers, read bit by bit."""
        for batch in self._batches(run, numbers):
            for number, text in batch:
                try:
                    yield json.loads(text)
                except (ValueError, TypeError):
                    raise DataError(_damage(self.path, f"the result of trial {number} is not JSON")) from None

    def merge(self, path: Path) -> int:
        """Adds what another file of results has, and returns how many trials were new.

        DataError when the other cannot be opened, or has another result for a trial that is kept here: a trial comes
        out the same everywhere, or other code has tried it. What was added until then stays, and is right.
        """
        if not path.is_file():
            raise DataError(Fault(Place(str(path)), "no such file"))
        added = 0
        with open_store(path) as other:
            for there, run in other._runs():
                here = self.add_run(run)
                for batch in other._batches(there, range(_NO_END)):
                    numbers = range(batch[0][0], batch[-1][0] + 1)
                    kept = {number: text for each in self._batches(here, numbers) for number, text in each}
                    wrong = [number for number, text in batch if kept.get(number, text) != text]
                    if wrong:
                        told = f"trial {wrong[0]} of run {run.key[:12]} came out otherwise than in {self.path}"
                        raise DataError(Fault(Place(str(path)), told, "one of them was tried by other code"))
                    self.add(here, batch)
                    added += len(batch) - sum(number in kept for number, _ in batch)
        return added

    def _runs(self) -> list[tuple[int, RunId]]:
        """Every run, with its number in this file."""
        with _told(self.path):
            rows = self._connection.execute("SELECT run, engine, study, version, settings FROM runs ORDER BY run")
            return [(number, RunId(*rest)) for number, *rest in rows.fetchall()]

    def _batches(self, run: int, numbers: range) -> Iterator[Batch]:
        """Kept trials in order of number, and their results."""
        query = "SELECT trial, result FROM results WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial LIMIT ?"
        first = numbers.start
        while True:
            with _told(self.path):
                rows = self._connection.execute(query, (run, first, numbers.stop, _ROWS)).fetchall()
            if rows:
                yield rows
            if len(rows) < _ROWS:
                return
            first = rows[-1][0] + 1

    def close(self) -> None:
        """Gives the file free for another process."""
        with _told(self.path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(path: Path) -> Store:
    """The results in the file at `path`, made when there is none, for this process alone until it is closed.

    DataError, and the file stays as it is, when it is damaged, is no file of results, is one of another schema, cannot
    be written, or is in use by another process.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _told(path):
        connection = sqlite3.connect(path, timeout=_PATIENCE)
        try:
            _prepare(path, connection)
        except BaseException:
            connection.close()
            raise
    return Store(path, connection)


#: Seconds to wait for another process that is about to end.
_PATIENCE = 0.5


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Locks the file, looks whether it is ours, and makes the tables in a new one."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    new = (application, schema, tables) == (0, 0, 0)
    if not new and application != _APPLICATION:
        told = "not a file of results, though this is where they are kept"
        raise DataError(Fault(Place(str(path)), told, "move it away"))
    if not new and schema != SCHEMA:
        told = f"results in the form {schema}; this cardgen reads and writes the form {SCHEMA}"
        raise DataError(Fault(Place(str(path)), told, "move the file away, or use the cardgen that wrote it"))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")  # in this mode, the lock is kept until the file is closed
    if new:
        for table in _TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.commit()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tells what SQLite finds wrong as a fault of the file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the lowest byte; the others tell it more closely
        if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            fault = Fault(Place(str(path)), "in use by another cardgen", "wait until it ends, or end it")
        elif kind in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT) or isinstance(error, sqlite3.DataError):
            fault = _damage(path, str(error))
        else:
            fault = Fault(Place(str(path)), str(error))
        raise DataError(fault) from error


def _damage(path: Path, told: str) -> Fault:
    return Fault(Place(str(path)), f"damaged: {told}", "nothing was changed in it; move it away to begin anew")
