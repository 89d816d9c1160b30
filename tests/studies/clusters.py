"""A Dask cluster on this machine: the scheduler and each worker are processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.games_on_disk import REPOSITORY


@dataclass
class LocalCluster:
    """The address of the scheduler, and the workers in the order in which they were started."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str, cwd: Path = REPOSITORY) -> subprocess.Popen[bytes]:
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command],
                cwd=cwd,
                env={**os.environ, "PYTHONPATH": str(cwd), "PYTHONDONTWRITEBYTECODE": "1"},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def start_worker(self, cwd: Path = REPOSITORY) -> subprocess.Popen[bytes]:
        """Start a worker that imports cardgen from `cwd` and is not restarted when it dies."""
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60"]
        return self.start("worker", self.address, *options, "--local-directory", str(self.folder), cwd=cwd)

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))


@contextmanager
def scheduler_in(folder: Path) -> Iterator[LocalCluster]:
    """Start a scheduler without workers. It and its workers end with the block."""
    folder.mkdir()
    cluster = LocalCluster(folder)
    where = folder / "scheduler.json"
    try:
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
        cluster.start("scheduler", *options, "--scheduler-file", str(where))
        ends = time.monotonic() + 60
        while not where.exists() or not where.read_text():
            assert time.monotonic() < ends, cluster.logs()
            assert cluster.processes[0].poll() is None, cluster.logs()
            time.sleep(0.05)
        cluster.address = json.loads(where.read_text())["address"]
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            process.kill()  # a clean end takes longer
            process.wait()
