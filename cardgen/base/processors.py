"""The processors that work may be shared among."""

from __future__ import annotations

import os
import sys
import threading

#: True in a copy of a process: the others are on the other processors.
_is_copy = False


def become_copy() -> None:
    """Remember that this process is a copy, which is not copied again."""
    global _is_copy
    _is_copy = True


def usable_processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processors_for_copies() -> int:
    """Return the number of processors that copies of this process may use; 1 if it cannot be copied safely."""
    if _is_copy or not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return usable_processors()
