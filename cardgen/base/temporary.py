"""Temporary files for values and contents that would fill the memory: written once, read when they are needed."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeAlias

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
                self._file = _temporary_file(0)
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


def _temporary_file(buffering: int = -1) -> BinaryIO:
    import tempfile  # lazy: most builds need none

    file: BinaryIO = tempfile.TemporaryFile(buffering=buffering)  # type: ignore[assignment]  # noqa: SIM115
    return file


# ---------------------------------------------------------------- contents of files


class Spooled:
    """The content of a large file, in a temporary one that ends with it."""

    def __init__(self, write: Callable[[BinaryIO], object]) -> None:
        """`write` writes the content to a file. OSError if the disk refuses."""
        self._file = _temporary_file()
        write(self._file)
        self._file.flush()
        self._length = self._file.tell()

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()

    def __len__(self) -> int:
        return self._length

    def pieces(self) -> Iterator[bytes]:
        """Yield the content in pieces."""
        self._file.seek(0)
        while piece := self._file.read(_CONTENT_PIECE):
            yield piece


#: The bytes of a content that are read together.
_CONTENT_PIECE = 1 << 20

Content: TypeAlias = bytes | Spooled
"""The content of a file that is made."""


def content_of(write: Callable[[BinaryIO], object], is_large: bool = False) -> Content:
    """Return what `write` writes to a file: if it `is_large`, in a temporary one, as far as the disk has room."""
    if is_large:
        with contextlib.suppress(OSError):
            return Spooled(write)
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def pieces_of(content: Content) -> Iterable[bytes]:
    """Return a content in pieces."""
    return content.pieces() if isinstance(content, Spooled) else (content,)


def bytes_of(content: Content) -> bytes:
    """Return a content that has to be in memory."""
    return b"".join(pieces_of(content))


def sha256_of(content: Content) -> str:
    """Return the sha256 of a content in hexadecimal."""
    digest = hashlib.sha256()
    for piece in pieces_of(content):
        digest.update(piece)
    return digest.hexdigest()
