"""Watch the files of a game, and report those that change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Set
from pathlib import Path

import watchfiles

#: Milliseconds between two polls of the system's events. A save is noticed after about two polls. A file that is still
#: being written then is read again before it is shown.
_STEP = 5
#: Milliseconds after which changes are reported even if more of them follow.
_DEBOUNCE = 60
#: Milliseconds after which the folders themselves are checked: one may have been moved away and back.
_RECHECK = 1000


class Watch:
    """A thread that calls `report` with the files under `folders` that have just changed.

    A folder may be missing, be deleted and come back. Hidden files and temporary files of editors are ignored.
    """

    def __init__(self, folders: Iterable[Path], report: Callable[[Set[Path]], None]) -> None:
        self.folders, self.report = tuple(dict.fromkeys(folder.resolve() for folder in folders)), report
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cardgen watch", daemon=True)

    def start(self) -> None:
        """Start the thread. It reports the folders once at its start, so that no change before that is lost."""
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            folders = self._existing()
            if folders:
                self._watch(folders)
            else:
                self._stop.wait(_RECHECK / 1000)

    def _watch(self, folders: dict[Path, tuple[int, int]]) -> None:
        """Report changes until a folder appears, disappears or is replaced."""
        changes = watchfiles.watch(
            *folders,
            watch_filter=None,
            debounce=_DEBOUNCE,
            step=_STEP,
            rust_timeout=_RECHECK,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
        )
        first = True
        try:
            for batch in changes:
                paths = {Path(path) for _, path in batch if not self._is_private(Path(path))}
                if first or self._existing() != folders:
                    paths |= set(self.folders)
                if paths:
                    self.report(paths)
                if self._existing() != folders:
                    return
                first = False
        except FileNotFoundError:  # deleted between two polls
            self._stop.wait(_STEP / 1000)

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
