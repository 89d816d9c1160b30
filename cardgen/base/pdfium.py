"""The lock for pdfium, which may be called by one thread at a time."""

from __future__ import annotations

import os
import threading

_lock = threading.Lock()


def pdfium_lock() -> threading.Lock:
    """Return the lock to hold while pdfium is called.

    A forked process has a lock of its own: no thread there holds the old one.
    """
    return _lock


def _new_lock() -> None:
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)
