"""Telling when files of a game change, while they are being saved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Set
from pathlib import Path

import watchfiles

#: Milliseconds between two looks at what the system has told: a save is known after about two of them.
_STEP = 20
#: Milliseconds after which changes are told though more keep coming.
_DEBOUNCE = 60
#: Milliseconds after which the folders themselves are looked at: one may have been moved away and put back.
_LOOK_AGAIN = 1000


class Watch:
    """A thread that calls `told` with the files that have changed under `folders`, shortly after they have.

    A folder may be missing, be deleted and come back. Hidden files and what editors write beside a file are not told.
    """

    def __init__(self, folders: Iterable[Path], told: Callable[[Set[Path]], None]) -> None:
        self.folders, self.told = tuple(dict.fromkeys(folder.resolve() for folder in folders)), told
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cardgen watch", daemon=True)

    def start(self) -> None:
        """Begins. The folders are told once soon after: what changed before the system was listening is not lost."""
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            there = self._there()
            if there:
                self._watch(there)
            else:
                self._stop.wait(_LOOK_AGAIN / 1000)

    def _watch(self, there: dict[Path, tuple[int, int]]) -> None:
        """Tells of changes until a folder comes, goes, or is another one."""
        changes = watchfiles.watch(
            *there,
            watch_filter=None,
            debounce=_DEBOUNCE,
            step=_STEP,
            rust_timeout=_LOOK_AGAIN,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
        )
        first = True
        try:
            for found in changes:
                paths = {Path(path) for _, path in found if not self._is_private(Path(path))}
                if first or self._there() != there:
                    paths |= set(self.folders)
                if paths:
                    self.told(paths)
                if self._there() != there:
                    return
                first = False
        except FileNotFoundError:  # gone between two looks
            self._stop.wait(_STEP / 1000)

    def _there(self) -> dict[Path, tuple[int, int]]:
        """Which of the folders are there, each with what tells it from another of the same name."""
        found = {}
        for folder in self.folders:
            try:
                status = folder.stat()
            except OSError:
                continue
            found[folder] = (status.st_dev, status.st_ino)
        return found

    def _is_private(self, path: Path) -> bool:
        """Whether it is a hidden file, a half written one or an editor's."""
        inside = next((path.relative_to(folder) for folder in self.folders if path.is_relative_to(folder)), path)
        return any(part.startswith(".") for part in inside.parts) or path.name.endswith((".part", "~", ".swp", ".tmp"))
