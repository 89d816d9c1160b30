"""Trials on processes of this machine: the same results as with one process, and a clean end."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.studies.workers import BatchResult, BatchSize, Task, WorkerPool, local_pool, run_batch
from tests.games_on_disk import REPOSITORY
from tests.studies import tiny_study


def task(**settings: object) -> Task:
    return Task("tests.studies.tiny_study", json.dumps(settings))


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_batch_is_canonical_json() -> None:
    tried = run_batch(task(seed=5), [4, 7])
    results = [(number, tiny_study.trial(tiny_study.Settings(seed=5), number)) for number in (4, 7)]
    assert [(number, json.loads(text)) for number, text in tried.results] == results
    assert all(text.startswith('{"points":') and '"方块"}' in text for _, text in tried.results)
    assert tried.failed is None


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_trial_runs_once_with_the_same_result(jobs: int) -> None:
    with local_pool(jobs) as pool:
        results = [result for batch in pool.run_trials(task(seed=1), range(5, 3000)) for result in batch]
        again = [result for batch in pool.run_trials(task(seed=2), range(10)) for result in batch]
    assert sorted(results) == run_batch(task(seed=1), range(5, 3000)).results
    assert sorted(again) == run_batch(task(seed=2), range(10)).results


@pytest.mark.parametrize("jobs", [1, 2])
def test_numbers_are_read_when_they_are_needed(jobs: int) -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    with local_pool(jobs) as pool:
        batches = pool.run_trials(task(), numbers())
        tried = sum(len(next(batches)) for _ in range(6))
        assert len(taken) <= tried + jobs * BatchSize.GROWTH**6
        assert isinstance(batches, Generator)
        batches.close()
        left = [result for batch in pool.run_trials(task(seed=3), range(3)) for result in batch]
    assert sorted(left) == run_batch(task(seed=3), range(3)).results


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_fault_of_a_failed_trial_has_the_call_that_repeats_it(jobs: int) -> None:
    stored: list[tuple[int, str]] = []
    with local_pool(jobs) as pool, pytest.raises(DataError) as caught:
        stored.extend(result for batch in pool.run_trials(task(fails=40, seed=8), range(1000)) for result in batch)
    text = str(caught.value)
    assert "trial 40 failed: ValueError: 40 is unlucky (tiny_study.py:" in text
    assert """tests.studies.tiny_study.trial(Settings.model_validate_json('{"fails": 40, "seed": 8}'), 40)""" in text
    assert set(stored) <= set(run_batch(task(seed=8), range(1000)).results)
    if jobs == 1:
        assert [number for number, _ in stored] == list(range(40))


def test_a_process_that_dies_is_reported() -> None:
    with local_pool(2) as pool, pytest.raises(DataError, match=r"exit code 9 during trials .* fewer --jobs"):
        list(pool.run_trials(task(dies=30), range(1000)))


def test_batches_grow_to_about_a_second() -> None:
    batch_size = BatchSize()
    sizes = []
    for _ in range(6):
        sizes.append(batch_size.size)
        batch_size.update(BatchResult([(0, "")] * batch_size.size, batch_size.size * 0.01))
    assert sizes == [1, 4, 16, 64, 100, 100]
    batch_size.update(BatchResult([(0, "")] * 100, 20))
    assert batch_size.size == 5
    batch_size.update(BatchResult([], 5, failed=1))
    assert batch_size.size == 1
    for _ in range(20):
        batch_size.update(BatchResult([(0, "")] * batch_size.size, 0))
    assert batch_size.size == BatchSize.MOST


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not tell")
def test_default_jobs_are_the_cores_that_this_process_may_use() -> None:
    program = """
import os
from cardgen.studies.workers import default_jobs
assert default_jobs() == len(os.sched_getaffinity(0))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
assert default_jobs() == 1
"""
    subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, check=True)


PROGRAM = """
import json, multiprocessing, sys
from cardgen.studies.workers import Task, local_pool
if __name__ == "__main__":
    with local_pool(int(sys.argv[1])) as pool:
        batches = pool.run_trials(Task("tests.studies.tiny_study", '{"seconds": 0.01}'), range(10**9))
        try:
            for batch in batches:
                print([process.pid for process in multiprocessing.active_children()], len(batch), flush=True)
        except KeyboardInterrupt:
            print("stopped", flush=True)
"""


def start(jobs: int, folder: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """Start a program with an endless study. Return it and the processes of its pool."""
    (folder / "program.py").write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, str(folder / "program.py"), str(jobs)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(4)]
    return process, json.loads(lines[-1][: lines[-1].index("]") + 1])


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_all_processes_silently(jobs: int, tmp_path: Path) -> None:
    process, workers = start(jobs, tmp_path)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("stopped\n")
    assert len(workers) == (jobs if jobs > 1 else 0)
    assert not any(map(is_alive, workers))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_program_leaves_no_process(tmp_path: Path) -> None:
    process, workers = start(2, tmp_path)
    process.kill()
    process.wait()
    ends = time.monotonic() + 60
    while any(map(is_alive, workers)) and time.monotonic() < ends:
        time.sleep(0.05)
    assert workers
    assert not any(map(is_alive, workers))
    assert process.stdout is not None
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stdout.close()
    process.stderr.close()


def test_a_pool_ends_with_its_block() -> None:
    pool: WorkerPool = local_pool(2)
    with pool:
        list(pool.run_trials(task(), range(20)))
        started = [process.pid for process in multiprocessing.active_children() if process.pid is not None]
    assert started
    assert not any(is_alive(pid) for pid in started)
