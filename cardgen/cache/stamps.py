"""Stamps of files: their sizes, times and numbers. A file with the stamp that it had before has not changed.

A stamp is only made of files that have been left alone for a moment. A file that is written twice within one tick of
the disk's clock may have the same stamp with other bytes, so such a file has to be read.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from time import time_ns

#: Disks that keep times of several ticks a second, and those that keep whole seconds (or two): nanoseconds to wait.
_TICK = 50_000_000
_COARSE_TICK = 2_000_000_000

#: All times on a disk with a coarse clock are multiples of this.
_COARSE = 10_000_000


def stamp_files(files: Iterable[tuple[str, str]], links: bool = True) -> str | None:
    """Return the stamp of all `files`, pairs of a path and a text about it that is part of the stamp.

    None if a file has changed a moment ago or cannot be stamped: it is missing, no regular file, or a link that may not
    be followed.
    """
    now = time_ns()
    lines: list[str] = []
    try:
        for path, text in files:
            facts = os.stat(path, follow_symlinks=links)
            if not stat.S_ISREG(facts.st_mode) or _is_recent(facts, now):
                return None
            lines += (path, text, f"{facts.st_size} {_identity(facts)}")
    except (OSError, ValueError):
        return None
    return hashlib.sha256("\0".join(lines).encode(errors="surrogateescape")).hexdigest()


def _identity(facts: os.stat_result) -> str:
    return f"{facts.st_mtime_ns} {facts.st_ctime_ns} {facts.st_ino} {facts.st_dev}"


def _is_recent(facts: os.stat_result, now: int) -> bool:
    """Return True if the file may still change without a change of its times."""
    last = max(facts.st_mtime_ns, facts.st_ctime_ns)
    return last > now - (_TICK if facts.st_mtime_ns % _COARSE else _COARSE_TICK)
