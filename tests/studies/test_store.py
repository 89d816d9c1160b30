"""Stored results: each trial once, in order, and never incomplete."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.studies.store import _ROWS, SCHEMA, RunId, Store, canonical_json, open_store
from tests.games_on_disk import REPOSITORY

RUN = RunId("engine", "study", 1, '{"seed":1}')


def store_in(folder: Path) -> Store:
    return open_store(folder / "balance" / "study.sqlite")


def refusal(path: Path) -> str:
    """Return the fault of opening the file, which must not change it."""
    before = path.read_bytes()
    with pytest.raises(DataError) as caught:
        open_store(path)
    assert path.read_bytes() == before
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_results_are_read_in_order_after_the_file_was_closed(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        store.add(run, [(3, '{"a":3}'), (1, '{"a":1}')])
        store.add(run, [(0, '{"名":"方块"}')])
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        assert list(store.results(run, range(10))) == [{"名": "方块"}, {"a": 1}, {"a": 3}]
        assert list(store.results(run, range(2))) == [{"名": "方块"}, {"a": 1}]
        assert (store.count(run, range(10)), store.count(run, range(3))) == (3, 2)
        assert list(store.missing(run, range(6))) == [2, 4, 5]
        assert list(store.missing(run, range(2))) == []


def test_a_trial_is_never_counted_twice(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        store.add(run, [(0, "1"), (1, "2")])
        store.add(run, [(1, "2"), (2, "3")])
        assert list(store.results(run, range(9))) == [1, 2, 3]


def test_a_batch_is_stored_completely_or_not_at_all(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        with pytest.raises(DataError):
            store.add(run, [(0, "1"), (1, None)])  # type: ignore[list-item]
        assert store.count(run, range(9)) == 0


def test_runs_differ_by_engine_study_version_and_settings(tmp_path: Path) -> None:
    others = [
        RunId("engine2", "study", 1, '{"seed":1}'),
        RunId("engine", "study2", 1, '{"seed":1}'),
        RunId("engine", "study", 2, '{"seed":1}'),
        RunId("engine", "study", 1, '{"seed":2}'),
    ]
    with store_in(tmp_path) as store:
        numbers = [store.add_run(run) for run in (RUN, *others)]
        assert len(set(numbers)) == 5
        store.add(numbers[0], [(0, "1")])
        assert [store.count(number, range(9)) for number in numbers] == [1, 0, 0, 0, 0]
        assert store.add_run(RunId("engine", "study", 1, '{ "seed": 1 }')) == numbers[0]


def test_missing_trials_are_listed_while_results_are_added(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        kept = [number for number in range(2 * _ROWS + 50) if number % 7]
        store.add(run, [(number, "0") for number in kept])
        seen = []
        for number in store.missing(run, range(3 * _ROWS)):
            seen.append(number)
            store.add(run, [(number, "0")])
        assert seen == sorted(set(range(3 * _ROWS)) - set(kept))
        assert store.count(run, range(3 * _ROWS)) == 3 * _ROWS
        billions = store.missing(run, range(10**12))
        assert [next(billions), next(billions)] == [3 * _ROWS, 3 * _ROWS + 1]


def test_canonical_json_is_unique() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "牌"}) == canonical_json({"a": "牌", "b": (1, 2.5)})
    assert canonical_json({"b": [1, None], "a": "牌"}) == '{"a":"牌","b":[1,null]}'
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("nan"))


def test_a_file_that_is_not_a_database_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    path.write_bytes(b"notes that somebody keeps here" * 99)
    assert "damaged" in refusal(path)


def test_another_database_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    database.close()
    assert "not a file of results" in refusal(path)


def test_results_of_another_schema_are_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    open_store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    database.close()
    assert f"format {SCHEMA + 1}" in refusal(path)


def test_a_damaged_file_is_reported_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    with open_store(path) as store:
        run = store.add_run(RUN)
        store.add(run, [(number, f'"{number:0200}"') for number in range(500)])
    content = bytearray(path.read_bytes())
    for page in range(4096 * 3, len(content), 4096):
        content[page : page + 200] = b"\xff" * 200
    path.write_bytes(content)
    with open_store(path) as store, pytest.raises(DataError, match="damaged"):
        list(store.results(store.add_run(RUN), range(500)))
    assert path.stat().st_size == len(content)


def test_a_result_that_is_not_json_is_reported(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        run = store.add_run(RUN)
        store.add(run, [(0, "1"), (1, "{")])
        with pytest.raises(DataError, match="the result of trial 1 is not JSON"):
            list(store.results(run, range(9)))


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "balance" / "study.sqlite").mkdir(parents=True)
    with pytest.raises(DataError, match=r"study\.sqlite: unable to open"):
        store_in(tmp_path)


def test_a_second_process_reports_that_the_file_is_in_use(tmp_path: Path) -> None:
    program = "import sys, pathlib; from cardgen.studies.store import open_store; open_store(pathlib.Path(sys.argv[1]))"
    path = tmp_path / "study.sqlite"
    command = [sys.executable, "-c", program, str(path)]
    with open_store(path) as store:
        run = store.add_run(RUN)
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        assert "in use by another cardgen" in done.stderr
        store.add(run, [(0, "1")])
    assert subprocess.run(command, cwd=REPOSITORY, check=False).returncode == 0
    with open_store(path) as store:
        assert store.count(store.add_run(RUN), range(9)) == 1


def test_a_killed_process_loses_no_stored_results(tmp_path: Path) -> None:
    program = """
import os, pathlib, signal, sys
from cardgen.studies.store import RunId, open_store
store = open_store(pathlib.Path(sys.argv[1]))
run = store.add_run(RunId("engine", "study", 1, '{"seed":1}'))
for number in range(20):
    store.add(run, [(number, str(number))])
store._connection.execute("INSERT INTO results VALUES (?, 20, '20')", (run,))
os.kill(os.getpid(), signal.SIGKILL)
"""
    path = tmp_path / "study.sqlite"
    done = subprocess.run([sys.executable, "-c", program, str(path)], cwd=REPOSITORY, check=False)
    assert done.returncode == -signal.SIGKILL
    assert os.path.getsize(f"{path}-wal")  # noqa: PTH202  (it was killed: the log is still there)
    with open_store(path) as store:
        assert list(store.results(store.add_run(RUN), range(99))) == list(range(20))


def test_other_results_are_merged_and_counted_once(tmp_path: Path) -> None:
    other = RunId("engine", "study", 1, '{"seed":2}')
    with open_store(tmp_path / "first.sqlite") as first, open_store(tmp_path / "second.sqlite") as second:
        second.add(second.add_run(other), [(7, '"other"')])
        run = second.add_run(RUN)
        second.add(run, [(number, str(number)) for number in range(5, _ROWS + 20)])
        first.add(first.add_run(RUN), [(number, str(number)) for number in range(10)])
        second.close()
        assert first.merge(tmp_path / "second.sqlite") == _ROWS + 20 - 10 + 1
        assert first.merge(tmp_path / "second.sqlite") == 0
        assert list(first.results(first.add_run(RUN), range(10**9))) == list(range(_ROWS + 20))
        assert list(first.results(first.add_run(other), range(10**9))) == ["other"]


def test_results_that_differ_are_not_merged(tmp_path: Path) -> None:
    with open_store(tmp_path / "second.sqlite") as second:
        second.add(second.add_run(RUN), [(3, "3"), (4, "five")])
    with open_store(tmp_path / "first.sqlite") as first:
        run = first.add_run(RUN)
        first.add(run, [(4, "4")])
        with pytest.raises(DataError, match=r"second\.sqlite: trial 4 of run .* has another result than in .*first"):
            first.merge(tmp_path / "second.sqlite")
        assert list(first.results(run, range(9))) == [4]
        with pytest.raises(DataError, match="no such file"):
            first.merge(tmp_path / "third.sqlite")
        assert not (tmp_path / "third.sqlite").exists()
