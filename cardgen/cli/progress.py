"""The progress of a study, on standard error: a bar on a terminal, elsewhere a line every few seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardgen.base.words.language import localised
from cardgen.base.words.messages import Message, message
from cardgen.cli.printing import is_quiet, warn


class Progress:
    """Prints the progress of a study while the `with` block runs. `clock` returns a time in seconds."""

    #: Seconds between two lines.
    PAUSE = 10.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.done = self.total = 0
        self._clock = clock
        self._stored: int | None = None
        self._began = self._last_line = clock()
        self._bar: Any = None
        self._task: Any = None

    def report(self, done: int, total: int) -> None:
        """Report that so many trials are done, including those stored by earlier runs."""
        now = self._clock()
        self.done, self.total = done, total
        if self._stored is None:
            self._stored, self._began = done, now
            if done and not is_quiet():
                warn(message("{done:,} of {total:,} trials are already stored.", done=done, total=total))
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, description=localised(self.line(now)))
        elif now - self._last_line >= self.PAUSE and done > self._stored and not is_quiet():
            self._last_line = now
            warn(self.line(now))

    def line(self, now: float) -> Message:
        """Return the numbers of trials, their rate, and the time that is left."""
        completed = self.done - (self._stored or 0)
        if not completed or now <= self._began:
            return message("{done:,}/{total:,} trials", done=self.done, total=self.total)
        rate = completed / (now - self._began)
        return message(
            "{done:,}/{total:,} trials, {rate} per second, {time} left",
            done=self.done,
            total=self.total,
            rate=f"{rate:,.{1 if rate < 100 else 0}f}",
            time=format_duration((self.total - self.done) / rate),
        )

    def stopped(self, file: Path) -> Message:
        """Return the message of an interrupted study, whose results are in `file`."""
        if not self.total:  # interrupted before they were counted
            return message("Stopped: the finished trials are stored in {file}. The same command continues.", file=file)
        return message(
            "Stopped: {done:,} of {total:,} trials are stored in {file}. The same command continues.",
            done=self.done,
            total=self.total,
            file=file,
        )

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and not is_quiet():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(BarColumn(), TextColumn("{task.description}"), transient=True, console=Console(stderr=True))
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def format_duration(seconds: float) -> Message:
    """Return a time in its largest units: 40 s, 12 min, 3 h 05 min, 12 d 3 h."""
    minutes = round(seconds / 60)
    if minutes < 2:
        return message("{seconds:.0f} s", seconds=seconds)
    if minutes < 60:
        return message("{minutes} min", minutes=minutes)
    if minutes < 2 * 24 * 60:
        return message("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)
    return message("{days} d {hours} h", days=minutes // 1440, hours=minutes % 1440 // 60)
