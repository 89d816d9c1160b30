"""Running a command and measuring it from outside: what the benchmarks share."""

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
    """One run: wall seconds, and the peak memory of its largest process in MiB."""

    seconds: float
    mib: float


def run(command: Sequence[str], cwd: Path = REPOSITORY) -> Cost:
    """The cost of a command, which must succeed. Compiled modules are kept, as after any first run."""
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
    """Medians of both in seconds, and the median of their ratios, each taken within one round: machines drift."""
    first(), second()  # warm the disk cache
    pairs = [(first().seconds, second().seconds) for _ in range(rounds)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


class Scratch:
    """A folder that is there while it is used."""

    def __enter__(self) -> Path:
        self.folder = Path(tempfile.mkdtemp(prefix="cardgen-benchmark-"))
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)
