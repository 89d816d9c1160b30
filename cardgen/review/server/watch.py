"""Watch the files of a game, and report those that change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Set
from pathlib import Path

import watchfiles

#: Milliseconds between two polls of the system's events. A save is noticed after about two polls. A file that is still
#: being written then is read again before it is shown.
_STEP = 5
#: Milliseconds after which changes are reported even if more of them follow.
_DEBOUNCE = 60
#: Milliseconds after which the folders themselves are checked: one may have been moved away and back. Also the pause
#: before another try if they cannot be watched.
_RECHECK = 1000


class _Turn:
    """One turn of watching: it ends when the watch is stopped, or when the folders are not the same any more.

    `begun` is called once, when no later change can be missed.
    """

    def __init__(self, stop: threading.Event, is_same: Callable[[], bool], begun: Callable[[], None]) -> None:
        self._stop, self._is_same, self._begun = stop, is_same, begun
        self.has_begun = False
        self._due = time.monotonic() + _RECHECK / 1000

    def is_set(self) -> bool:
        """Return True if the turn ends."""
        if not self.has_begun:
            self.has_begun = True
            self._begun()
        if self._stop.is_set():
            return True
        if time.monotonic() < self._due:
            return False
        self._due = time.monotonic() + _RECHECK / 1000
        return not self._is_same()


class Watch:
    """A thread that calls `report` with the files under `folders` that have just changed.

    A folder may be missing, be deleted and come back. Hidden files and temporary files of editors are ignored.
    """

    def __init__(self, folders: Iterable[Path], report: Callable[[Set[Path]], None]) -> None:
        self.folders, self.report = tuple(dict.fromkeys(folder.resolve() for folder in folders)), report
        self._stop = threading.Event()
        self._polls = False
        """Whether files are compared from time to time, because the system gives no events of them."""
        self._thread = threading.Thread(target=self._run, name="cardgen watch", daemon=True)

    def start(self) -> None:
        """Start the thread. It reports the folders once at its start, so that no change before that is lost."""
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            folders = self._existing()
            if not folders or not self._watch(folders):
                self._stop.wait(_RECHECK / 1000)

    def _watch(self, folders: dict[Path, tuple[int, int]]) -> bool:
        """Report changes until a folder appears, disappears or is replaced. False if watching has failed meanwhile.

        `watchfiles` calls `is_set` between two polls. It is never given a timeout: at one it discards the changes that
        have arrived since its last poll.
        """
        turn = _Turn(self._stop, lambda: self._existing() == folders, lambda: self.report(set(self.folders)))
        changes = watchfiles.watch(
            *folders,
            watch_filter=None,
            debounce=_DEBOUNCE,
            step=_STEP,
            rust_timeout=0,
            stop_event=turn,
            raise_interrupt=False,
            force_polling=self._polls,
        )
        try:
            for batch in changes:
                if paths := {Path(path) for _, path in batch if not self._is_private(Path(path))}:
                    self.report(paths)
                if self._existing() != folders:
                    break
        except FileNotFoundError:  # deleted between two polls
            self._stop.wait(_STEP / 1000)
        except (OSError, RuntimeError):  # too many watches, or a name that is not in UTF-8
            self._polls = self._polls or not turn.has_begun
            return False
        if not self._stop.is_set():
            self.report(set(self.folders))
        return True

    def _existing(self) -> dict[Path, tuple[int, int]]:
        """Return the folders that exist, each with its device and inode."""
        existing = {}
        for folder in self.folders:
            try:
                status = folder.stat()
            except OSError:
                continue
            existing[folder] = (status.st_dev, status.st_ino)
        return existing

    def _is_private(self, path: Path) -> bool:
        """Return True if it is a hidden file, an unfinished one or a temporary file of an editor."""
        inside = next((path.relative_to(folder) for folder in self.folders if path.is_relative_to(folder)), path)
        return any(part.startswith(".") for part in inside.parts) or path.name.endswith((".part", "~", ".swp", ".tmp"))
