"""A disk that fails: every change to it is counted, and one of them fails or is the last one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardgen.review.server import store

#: Functions of `os` that change a disk.
_CHANGES = ("fsync", "replace", "rename", "mkdir", "rmdir", "unlink", "remove", "chmod", "truncate", "ftruncate")
#: Those of them that work on a full disk.
_FREEING = ("rmdir", "unlink", "remove", "truncate", "ftruncate")


class Disk:
    """Counts the changes of a process to files; `act` is called instead of change number `due`, counted from 1,
    and, if it is `lasting`, of all that come after it and need room on the disk.

    Installed in a forked process only: it replaces functions of `os` for good.
    """

    def __init__(
        self, due: int, act: Callable[[Any], None], *, lasting: bool = False, counted: Path | None = None
    ) -> None:
        self.due, self.act, self.lasting, self.counted = due, act, lasting, counted
        self.count = 0

    def install(self) -> None:
        for name in _CHANGES:
            setattr(os, name, self._watched(getattr(os, name), name not in _FREEING))
        opened, fdopen = os.open, os.fdopen

        def open_(path: Any, flags: int, *rest: Any, **more: Any) -> int:
            if flags & os.O_CREAT:
                self._change(path)
            return opened(path, flags, *rest, **more)

        def fdopen_(descriptor: int, mode: str = "r", *rest: Any, **more: Any) -> Any:
            stream = fdopen(descriptor, mode, *rest, **more)
            return _Stream(stream, self._change, 7919 * self.due) if "r" not in mode and "b" in mode else stream

        os.open, os.fdopen = open_, fdopen_  # type: ignore[assignment]
        store._write_all = self._watched(store._write_all)

    def _watched(self, change: Callable[..., Any], needs_room: bool = True) -> Callable[..., Any]:
        def watched(*arguments: Any, **more: Any) -> Any:
            self._change(arguments[0], needs_room)
            return change(*arguments, **more)

        return watched

    def _change(self, file: Any, needs_room: bool = True) -> None:
        """Count a change to a file: its path, or a descriptor, which the system does not name in its errors."""
        self.count += 1
        if self.counted is not None:
            self.counted.write_text(str(self.count))
        if self.count == self.due or (self.lasting and needs_room and self.count > self.due):
            self.act(file)


class _Stream:
    """A stream that writes a part of its input before the change is counted: a torn write, cut at the byte `cut`."""

    def __init__(self, stream: Any, change: Callable[[Any], None], cut: int) -> None:
        self._stream, self._change_disk, self._cut = stream, change, cut

    def write(self, content: bytes) -> int:
        cut = self._cut % (len(content) + 1)
        self._stream.write(content[:cut])
        self._stream.flush()
        self._change_disk(None)
        return cut + int(self._stream.write(content[cut:]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()


def fail_with(number: int) -> Callable[[Any], None]:
    """Return a function that raises the system error of that number."""

    def act(file: Any) -> None:
        if isinstance(file, str | Path):
            raise OSError(number, os.strerror(number), str(file))
        raise OSError(number, os.strerror(number))

    return act


def die(_: Any = None) -> None:
    """End at once, as by a power cut."""
    os.kill(os.getpid(), signal.SIGKILL)
