"""Builds and exports that pages start: one at a time for a game, in a process of its own, until it ends or is stopped.

A job belongs to the server, not to a page: whoever opens the page sees how far it is, and its result afterwards.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, cast

from cardgen.base.words.messages import message
from cardgen.data.project import Project
from cardgen.review.server.answers import texts_of
from cardgen.review.server.making_payloads import JobData
from cardgen.review.server.requests import MakeRequest, command_of
from cardgen.review.server.streams import Streams

#: Seconds between two messages about the progress, and seconds that a stopped process has to end by itself.
_PAUSE, _PATIENCE = 0.1, 5.0

#: The last characters that a process which failed has printed.
_MOST_REASON = 500


class Jobs:
    """The builds and exports of one game. Any thread may use it; `streams` are those of the pages of its editions."""

    def __init__(self, project: Project, game: str, shown_from: Path | None = None) -> None:
        self.streams: list[Streams] = []
        self._project, self._game, self._shown_from = project, game, shown_from
        self._lock = threading.Lock()
        self._job: JobData | None = None
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    @property
    def job(self) -> JobData | None:
        """The job that runs, or ran last; None if there was none."""
        return self._job

    def start(self, request: MakeRequest) -> bool:
        """Begin to make what is asked for. False if a job is running already."""
        with self._lock:
            if self._job is not None and self._job["state"] == "running":
                return False
            self._stopped = False
            self._job = {
                "number": self._job["number"] + 1 if self._job else 1,
                "export": request.export,
                "command": command_of(request, self._game),
                "request": request.data,
                "state": "running",
                "done": 0,
                "total": 0,
                "path": "",
                "files": [],
                "findings": [],
                "faults": [],
                "notes": [],
                "folder": "",
            }
            self._process = process = subprocess.Popen(
                # -P: no module is imported from the current folder, which may be a stranger's project.
                [sys.executable, "-P", "-m", "cardgen.review.server.making_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C in the terminal of the server is for the server
            )
        asked = {
            "root": str(self._project.root),
            "bundled": self._project.bundled,
            "game": self._game,
            "shown_from": str(self._shown_from) if self._shown_from else "",
            "request": request.data,
        }
        threading.Thread(target=self._follow, args=(process, asked), name="cardgen job", daemon=True).start()
        self._publish()
        return True

    def stop(self) -> None:
        """Stop the job that runs. Files that are finished are complete, all others are as they were."""
        with self._lock:
            process, self._stopped = self._process, True
        if process is not None and process.poll() is None:
            # No SIGINT: a server that a shell has started in the background ignores it, and so do its processes.
            process.terminate()

    def close(self) -> None:
        """Stop the job that runs, and wait until its process has ended."""
        self.stop()
        if self._process is not None:
            _end(self._process)

    def _follow(self, process: subprocess.Popen[str], asked: dict[str, Any]) -> None:
        """Send the progress of a process to the pages until it ends."""
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        errors: list[str] = []
        reader = threading.Thread(target=_read_end, args=(process.stderr, errors), name="cardgen job", daemon=True)
        reader.start()
        with contextlib.suppress(OSError), process.stdin as requests:
            requests.write(json.dumps(asked) + "\n")
        last, result = 0.0, None
        for line in process.stdout:
            event = json.loads(line)
            if "state" in event:
                result = event  # shown once the process has ended: then another job can begin
                continue
            self._update(event)
            now = time.monotonic()
            if now - last >= _PAUSE:
                self._publish()
                last = now
        _end(process)
        reader.join()
        process.stdout.close()
        process.stderr.close()
        ended = {"state": "stopped"} if self._stopped else _failed("".join(errors), process.returncode)
        self._update(result or ended)
        self._publish()

    def _update(self, members: dict[str, Any]) -> None:
        with self._lock:
            job: dict[str, Any] = {**(self._job or {}), **members}
            self._job = cast("JobData", job)

    def _publish(self) -> None:
        for streams in self.streams:
            streams.publish("job", self._job)


def _failed(errors: str, code: int) -> dict[str, Any]:
    reason = errors.strip()[-_MOST_REASON:].strip().splitlines()[-1:] or [str(code)]
    problem = message("the process that makes the files has ended: {reason}", reason=reason[0])
    fault = {"message": texts_of(problem), "hint": {}, "file": "", "line": 0, "column": 0}
    return {"state": "failed", "faults": [fault]}


def _read_end(stream: IO[str], lines: list[str]) -> None:
    """Read a stream to its end, and keep its last lines."""
    for line in stream:
        lines.append(line)
        del lines[:-20]


def _end(process: subprocess.Popen[str]) -> None:
    """Wait for a process to end; end it if it does not."""
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
