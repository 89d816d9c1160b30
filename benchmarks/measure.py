"""Run commands and measure their time and memory; shared by the benchmarks."""

from __future__ import annotations

import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
CARDGEN = [sys.executable, "-m", "cardgen"]

#: Seconds between two readings of the memory of a command's processes.
_INTERVAL = 0.01

#: The unit of the system's largest process, in MiB: bytes on macOS, elsewhere kB.
_UNIT = 1 / 1024**2 if sys.platform == "darwin" else 1 / 1024


@dataclass(frozen=True)
class Cost:
    """The cost of one run: wall-clock seconds, and the peak memory of its largest process in MiB."""

    seconds: float
    mib: float


@dataclass(frozen=True)
class Memory:
    """The peak memory of a command in MiB: of its largest process, and of all its processes together.

    `all_processes` counts pages that processes share once. It is the largest of many readings, and None if the system
    has no /proc.
    """

    largest_process: float
    all_processes: float | None

    def __str__(self) -> str:
        if self.all_processes is None:
            return f"{self.largest_process:.0f} MiB"
        return f"{self.largest_process:.0f} / {self.all_processes:.0f} MiB"


@dataclass(frozen=True)
class Comparison:
    """The medians of two commands in seconds, and the median of the ratios of all rounds."""

    ours: float
    theirs: float
    ratio: float


def start(command: Sequence[str], cwd: Path) -> subprocess.Popen[bytes]:
    """Start a command. Python may keep compiled modules, as after a first run."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL)


def _finish(process: subprocess.Popen[bytes], status: int) -> None:
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{process.args!r} ended with {process.returncode}")


def run(command: Sequence[str], cwd: Path = REPOSITORY) -> Cost:
    """Return the cost of a command. SystemExit if it fails.

    The system counts the memory of this process as the command's own until the command starts. So load no large
    libraries here.
    """
    began = time.perf_counter()
    process = start(command, cwd)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    _finish(process, status)
    return Cost(seconds, usage.ru_maxrss * _UNIT)


def memory(command: Sequence[str], cwd: Path = REPOSITORY) -> Memory:
    """Return the peak memory of a command with its workers. SystemExit if it fails. This is slower than `run`."""
    process, peak = start(command, cwd), 0.0
    while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
        peak = max(peak, _sum_mib([_pages(pid) for pid in _process_tree(process.pid)]))
        time.sleep(_INTERVAL)
    _, status, usage = ended
    _finish(process, status)
    return Memory(usage.ru_maxrss * _UNIT, peak or None)


def _process_tree(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # ended in the meantime
            for child in children.read_text().split():
                yield from _process_tree(int(child))


def _pages(pid: int) -> dict[str, int]:
    """Return the sizes of a process's pages in kB by their kind; nothing if it has ended."""
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
        return {name: int(size.split()[0]) for name, _, size in (line.partition(":") for line in lines)}
    return {}


def _sum_mib(processes: Sequence[dict[str, int]]) -> float:
    """Return the memory of processes in MiB: own data, shared after a fork, and the largest share of files."""
    data = sum(pages["Pss_Anon"] for pages in processes if pages)
    files = max((pages["Rss"] - pages["Anonymous"] for pages in processes if pages), default=0)
    return (data + files) / 1024


def compare(first: Callable[[], Cost], second: Callable[[], Cost], rounds: int) -> Comparison:
    """Run both in turn. Each ratio is of one round, because the speed of a machine drifts.

    Both must have run before, so that their files are in the disk cache.
    """
    pairs = [(first().seconds, second().seconds) for _ in range(rounds)]
    return Comparison(
        statistics.median(ours for ours, _ in pairs),
        statistics.median(theirs for _, theirs in pairs),
        statistics.median(ours / theirs for ours, theirs in pairs),
    )


def median_seconds(command: Callable[[], Cost], rounds: int) -> float:
    """Return the median of several runs after one that warms the disk cache."""
    command()
    return statistics.median(command().seconds for _ in range(rounds))


class Scratch:
    """A temporary folder, removed at the end of the `with` block."""

    def __enter__(self) -> Path:
        self.folder = Path(tempfile.mkdtemp(prefix="cardgen-benchmark-"))
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)
