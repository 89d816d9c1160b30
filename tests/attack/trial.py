"""One command under attack: run in a forked process with limits, and judged by its results."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from cardgen.cli.app import main

Problem = Literal["traceback", "no place", "torn", "lost", "outside", "too slow", "too large", "wrong"]

#: The limits of a command for any input, and the address space at which it is stopped.
SECONDS = 10.0
MEBIBYTES = 512
_MOST_ADDRESSES = 6 << 30

#: A message with a place: a file with or without line and column, a cell of a table, an option.
_PLACED = re.compile(r"(?!cardgen: (a file|cardgen):)[^\s:][^:]*(:\d+:\d+|:[^:!]+![A-Z]+\d+)?: \S")
_CLOSING = re.compile(
    r"(Nothing was written|Stopped\.|Waiting for another|\.\.\. and|… and|and \d+ more|Usage:|Try '|╭|│|╰|\s*$)"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a command: its exit code (below 0 for a signal), its output, its time in seconds, its peak memory.

    Seconds are the processor's, so that a busy machine decides nothing; or a third of those that went by, if that is
    more: it may have waited for something.
    """

    code: int
    out: str
    err: str
    seconds: float
    mebibytes: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A trial and its problems, with details; none if it went as expected."""

    name: str
    problems: tuple[tuple[Problem, str], ...] = ()


@cache
def _import_all() -> None:
    """Import the modules that commands import lazily, once for all forked processes."""
    for name in (
        "cardgen.review.server.export",
        "cardgen.review.server.imports",
        "cardgen.starters.adding",
        "cardgen.starters.decks",
        "cardgen.data.rows.workbooks",
    ):
        importlib.import_module(name)
    for name in ("openpyxl", "markdown_it", "PIL.PngImagePlugin", "PIL.WebPImagePlugin", "pypdfium2"):
        importlib.import_module(name)


def run_command(
    arguments: list[str], folder: Path, *, before: Callable[[], None] = lambda: None, seconds: float = 9 * SECONDS
) -> Outcome:
    """Run `cardgen` with the arguments in a forked process whose current folder is `folder`.

    `before` is called in that process first. It is killed after so many `seconds`.
    """
    _import_all()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = os.fork()
        if not process:
            _be_command(arguments, folder, before, out.fileno(), err.fileno())
        alarm = threading.Timer(seconds, _kill, [process])
        alarm.start()
        _, status, usage = os.wait4(process, 0)
        alarm.cancel()
        taken = max(usage.ru_utime + usage.ru_stime, (time.monotonic() - started) / 3)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read(1 << 20).decode(errors="replace"))
    return Outcome(os.waitstatus_to_exitcode(status), texts[0], texts[1], taken, usage.ru_maxrss >> 10)


def _kill(process: int) -> None:
    os.killpg(process, signal.SIGKILL)


def _be_command(arguments: list[str], folder: Path, before: Callable[[], None], out: int, err: int) -> None:
    """Run the command in the forked process; never returns."""
    code = 70
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, _MOST_ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(folder)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        before()
        main(arguments)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def judge(outcome: Outcome, *, limits: bool = True) -> Iterator[tuple[Problem, str]]:
    """Yield the problems of the outcome of any command with any input."""
    if "Traceback (most recent call last)" in outcome.err + outcome.out:
        yield "traceback", outcome.err[-600:]
    elif outcome.code not in (0, 1, 2, 130, -signal.SIGKILL):
        yield "wrong", f"exit code {outcome.code}: {outcome.err[-300:]}"
    elif outcome.code == 2:
        lines = [line for line in outcome.err.splitlines() if not _CLOSING.match(line)]
        unplaced = [line for line in lines if not _PLACED.match(line)]
        if unplaced or not outcome.err.strip():
            yield "no place", "\n".join(unplaced[:3]) or "exit code 2 without a word"
    if limits and outcome.seconds > SECONDS:
        yield "too slow", f"{outcome.seconds:.1f} s"
    if limits and outcome.mebibytes > MEBIBYTES:
        yield "too large", f"{outcome.mebibytes} MiB"


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by path below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def files_below(folder: Path) -> dict[str, bytes]:
    """Return every regular file below a folder by its path, except locks."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name != ".cardgen.lock"
    }
