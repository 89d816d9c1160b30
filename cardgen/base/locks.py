"""Locks on open files: other processes wait for them. The system frees a lock when its process ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

#: Without O_BINARY, Windows changes line ends. Without O_NONBLOCK, opening a FIFO waits for a writer.
SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@contextlib.contextmanager
def lock_path(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of the file `path`, which is created, and removed at the end.

    Calls `waiting` once if another one holds the lock. OSError if the file cannot be created or locked.
    """
    descriptor = _locked(path, waiting)
    try:
        yield
    finally:
        # While it is held: a process that has opened this file notices that it is gone, and opens the next one.
        _unlink(path)
        unlock_file(descriptor)
        os.close(descriptor)
        if os.name == "nt":  # where an open file cannot be removed
            _unlink(path)


def _locked(path: Path, waiting: Callable[[], None]) -> int:
    """Return the descriptor of the file `path`, which is locked."""
    has_waited = False
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | SAFELY, 0o666)
        try:
            if not try_lock_file(descriptor):
                if not has_waited:
                    waiting()
                    has_waited = True
                lock_file(descriptor)
            if is_at(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def is_at(descriptor: int, path: Path) -> bool:
    """Return True if an open file is still the one at `path`: it may have been removed or replaced."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


# ---------------------------------------------------------------- differences between systems

if sys.platform == "win32":
    import msvcrt

    #: An offset beyond the end of any file that is locked: on Windows, others cannot read a locked byte.
    _FAR = 1 << 40

    def try_lock_file(descriptor: int) -> bool:
        """Lock an open file. Return False if another one holds its lock."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def lock_file(descriptor: int) -> None:
        """Lock an open file, as soon as nobody else holds its lock."""
        while True:  # one call waits for ten seconds at most
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            with contextlib.suppress(OSError):
                return msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

    def unlock_file(descriptor: int) -> None:
        """Free the lock of an open file."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock_file(descriptor: int) -> bool:
        """Lock an open file. Return False if another one holds its lock."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def lock_file(descriptor: int) -> None:
        """Lock an open file, as soon as nobody else holds its lock."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def unlock_file(descriptor: int) -> None:
        """Free the lock of an open file."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)
