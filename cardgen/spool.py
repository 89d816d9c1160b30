"""A temporary file for values that would fill the memory: written once, read when they are needed."""

from __future__ import annotations

import os
import tempfile
from typing import BinaryIO

#: The bits of a place that are the length of its content.
_LENGTH_BITS = 32


#: The bytes that are written together, and those that are read together: a call of the system takes longer than to copy
#: some contents.
_PIECE, _BLOCK = 1 << 18, 1 << 16


class Spool:
    """Contents in a temporary file, which the system removes when the process ends. Its copies read it, too."""

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._process = 0
        self._written = 0
        self._piece = bytearray()  # what follows
        self._is_full = False
        self._block, self._block_start = b"", 0  # what was read last: contents are often read in their order

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, content: bytes) -> int | None:
        """Add a content, and return its place; None if it cannot be written."""
        if self._process != os.getpid():
            if self._process:  # a copy must not write into the same file
                return None
            self._process = os.getpid()
        if len(self._piece) >= _PIECE:
            self._write_piece()
        if self._is_full:
            return None
        start = self._written + len(self._piece)
        self._piece += content
        return start << _LENGTH_BITS | len(content)

    def _write_piece(self) -> None:
        """Write the piece. If that fails, it stays in memory, and there will be no further contents."""
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  until the process ends
            while self._piece:
                count = self._file.write(self._piece) or 0
                del self._piece[:count]
                self._written += count
        except OSError:
            self._is_full = True

    def read(self, place: int, begin: int = 0, most: int | None = None) -> bytes:
        """Return the content at a place, from its byte `begin` on, and at most so many bytes of it."""
        start, length = (place >> _LENGTH_BITS) + begin, (place & ((1 << _LENGTH_BITS) - 1)) - begin
        if most is not None:
            length = min(length, most)
        if start >= self._written:
            start -= self._written
            return bytes(self._piece[start : start + length])
        begin = start - self._block_start
        if begin < 0 or begin + length > len(self._block):
            assert self._file is not None
            most = min(max(length, _BLOCK), self._written - start)
            self._block, self._block_start, begin = _read(self._file.fileno(), start, most), start, 0
        content = self._block[begin : begin + length]
        return content + self._piece[: length - len(content)]  # after a full disk


def _read(descriptor: int, start: int, length: int) -> bytes:
    if hasattr(os, "pread"):  # processes share the position of an open file
        return os.pread(descriptor, length, start)
    os.lseek(descriptor, start, os.SEEK_SET)
    return os.read(descriptor, length)
