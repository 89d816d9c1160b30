"""A temporary file for values that would fill the memory: written once, read when they are needed."""

from __future__ import annotations

import os
import tempfile
from typing import BinaryIO

#: The bits of a place that are the length of its content.
_LENGTH_BITS = 32


class Spool:
    """Contents in a temporary file, which the system removes when the process ends. Its copies read it, too."""

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._process = 0
        self._end = 0

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, content: bytes) -> int | None:
        """Add a content, and return its place; None if it cannot be written."""
        if self._file is not None and self._process != os.getpid():  # a copy must not write into the same file
            return None
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  until the process ends
                self._process = os.getpid()
            start = self._end
            while content[self._end - start :]:
                self._end += self._file.write(content[self._end - start :]) or 0
        except OSError:
            return None
        return start << _LENGTH_BITS | len(content)

    def read(self, place: int) -> bytes:
        """Return the content at a place."""
        assert self._file is not None
        start, length = place >> _LENGTH_BITS, place & ((1 << _LENGTH_BITS) - 1)
        return _read(self._file.fileno(), start, length)


def _read(descriptor: int, start: int, length: int) -> bytes:
    if hasattr(os, "pread"):  # processes share the position of an open file
        return os.pread(descriptor, length, start)
    os.lseek(descriptor, start, os.SEEK_SET)
    return os.read(descriptor, length)
