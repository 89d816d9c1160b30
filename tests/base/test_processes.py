"""Copies of a process do its tasks, end with it, and leave to it what they cannot do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied by fork")

REPOSITORY = Path(__file__).parents[2]

# In a process of its own: copying a process with threads, as that of the tests may be, is not safe.
SCRIPT = """
import os, signal, sys, time
from functools import partial
from cardgen.base.processes import Copies
from cardgen.base.processors import processors_for_copies

def left():
    try:
        os.waitpid(-1, os.WNOHANG)
        return True
    except ChildProcessError:
        return False

def fail(number):
    if number == 3:
        raise ValueError

def kill(number):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)

def run(before, count):
    copies = Copies([lambda n=n: before(n) or (n, os.getpid()) for n in range(50)], count)
    results = [copies.take(number) for number in range(50)]
    copies.close()
    return results
"""


def run(script: str, timeout: float = 60) -> str:
    command = [sys.executable, "-c", f"{SCRIPT}\n{script}"]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True, timeout=timeout)
    return done.stdout.strip()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_task_has_its_result(count: int) -> None:
    script = f"""
results = run(lambda _: time.sleep(0.001), {count})
print([number for number, _ in results] == list(range(50)), os.getpid() in dict(results).values(), left())
"""
    assert run(script) == "True False False"


def test_without_copies_there_are_no_results() -> None:
    assert run("print(set(run(print, 0)), left())") == "{None} False"


def test_a_task_that_fails_has_no_result() -> None:
    assert run("print([n for n, result in enumerate(run(fail, 2)) if not result], left())") == "[3] False"


def test_the_task_of_a_killed_copy_has_no_result() -> None:
    # The other copy may have done any later task before the end of the killed one is noticed.
    script = """
results = run(kill, 2)
print(results[5], all(result is None or result[0] == n for n, result in enumerate(results)), left())
"""
    assert run(script) == "None True False"


def test_large_results_wait_until_they_are_taken() -> None:
    script = """
copies = Copies([lambda n=n: bytes([n]) * 3_000_000 for n in range(40)], 3)
time.sleep(0.2)
print(all(copies.take(n) == bytes([n]) * 3_000_000 for n in range(40)))
copies.close()
"""
    assert run(script) == "True"


def test_a_last_result_can_be_taken_first_if_there_is_no_room_for_all() -> None:
    script = """
copies = Copies([lambda n=n: bytes([n]) * 3_000_000 for n in range(40)], 3)
print([copies.take(n)[0] for n in (39, 0, 20)])
copies.close()
"""
    assert run(script) == "[39, 0, 20]"


def test_copies_do_not_copy_themselves_again() -> None:
    script = """
copies = Copies([processors_for_copies] * 2, 1)
print(copies.take(0))
copies.close()
"""
    assert run(script) == "1"


def test_closing_ends_copies_in_the_middle_of_a_task() -> None:
    script = """
copies = Copies([partial(time.sleep, seconds) for seconds in (0, 600, 600)], 2)
copies.take(0)
copies.close()
copies.close()
print(left())
"""
    assert run(script) == "False"


def test_copies_end_with_their_process_in_the_middle_of_a_task() -> None:
    script = """
def task():
    os.write(2, f"{os.getpid()} ".encode())
    time.sleep(600)
copies = Copies([task] * 2, 2)
time.sleep(0.5)
os.kill(os.getpid(), signal.SIGKILL)
"""
    # The pipe of the errors ends when the last of the processes has ended.
    started = time.monotonic()
    command = [sys.executable, "-c", f"{SCRIPT}\n{script}"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, timeout=60, check=False)
    assert len(done.stderr.split()) == 2
    assert time.monotonic() - started < 30
