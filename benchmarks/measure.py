"""Run a command and measure its time and memory; shared by the benchmarks."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
CARDGEN = [sys.executable, "-m", "cardgen"]


@dataclass(frozen=True)
class Cost:
    """The cost of one run: wall-clock seconds, and the peak memory of its largest process in MiB."""

    seconds: float
    mib: float


def run(command: Sequence[str], cwd: Path = REPOSITORY) -> Cost:
    """Return the cost of a command. Python may keep compiled modules, as after a first run. SystemExit if it fails."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(seconds, usage.ru_maxrss / 1024)


def pairwise_ratio(first: Callable[[], Cost], second: Callable[[], Cost], rounds: int) -> tuple[float, float, float]:
    """Return the medians of both in seconds, and the median of their ratios.

    Each ratio is of one round, because the speed of a machine drifts.
    """
    first(), second()  # warm the disk cache
    pairs = [(first().seconds, second().seconds) for _ in range(rounds)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


class Scratch:
    """A temporary folder, removed at the end of the `with` block."""

    def __enter__(self) -> Path:
        self.folder = Path(tempfile.mkdtemp(prefix="cardgen-benchmark-"))
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)
