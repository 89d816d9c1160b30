"""Files: written whole or not at all, only regular ones read or replaced, known by what is in them, named in a line."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import stat
from io import BufferedReader
from pathlib import Path

from cardgen.words.messages import message

#: What a file that is being written is called: the name it will have, then eight characters.
_PART = re.compile(r"\..*\.[0-9a-z_]{8}\.part")

#: Windows adds line ends without the first; without the second, opening a FIFO waits for a writer.
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_atomic(path: Path, content: bytes) -> None:
    """Put `content` at `path`: write a new file beside it, sync it to disk, then move it over `path` in one step.

    Whatever happens before the move leaves the old file as it was. OSError naming `path` when the disk refuses, or
    when a link or anything else but a regular file is at `path`.
    """
    obstacle = obstacle_at(path)
    if obstacle:
        raise OSError(errno.EEXIST, obstacle, str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(_TRIES - 1):
            with contextlib.suppress(FileNotFoundError):
                return _write(path, content)
        _write(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


# Another process that cleans the same folder may remove the file that this one is about to move.
_TRIES = 3


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name[:60]}.{secrets.token_hex(4)}.part")
    try:
        # The system applies the process's umask to the mode, as to any new file.
        with os.fdopen(os.open(part, _CREATE, 0o666), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def obstacle_at(path: Path) -> str:
    """Return why nothing may be written at `path`: a link, or anything else but a regular file. "" if it is free."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return ""
    if stat.S_ISLNK(mode):
        return message("is a link, and nothing is written through a link")
    return "" if stat.S_ISREG(mode) else message("is not a regular file")


def open_regular(path: Path, *, follow: bool = True) -> BufferedReader:
    """Open a file to be read. OSError when it is not a regular file, or is a link and links are not to be followed.

    FIFOs and devices are refused without waiting for them.
    """
    if not follow and path.is_symlink():
        raise OSError(errno.ELOOP, message("a link, which is not followed"), str(path))
    descriptor = os.open(path, _READ | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, message("not a regular file"), str(path))
    return os.fdopen(descriptor, "rb")


def read_regular(path: Path, most: int, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file. OSError as `open_regular`, and for more than `most` bytes."""
    with open_regular(path, follow=follow) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, message("larger than {size} MiB", size=most >> 20), str(path))
    return content


def remove_parts(folder: Path) -> None:
    """Remove the files that killed writes left in a folder and below it. Links are not followed."""
    for above, _, names in os.walk(folder):
        for name in filter(_PART.fullmatch, names):
            with contextlib.suppress(OSError):
                (Path(above) / name).unlink()


def digest_of(path: Path) -> str | None:
    """The sha256 of a regular file, or None if there is none that can be read."""
    try:
        with open_regular(path) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


def names_in(line: str) -> list[str]:
    """The names in a line, parted by spaces; one with spaces of its own stands between double quotes."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]+)"|(\S+)', line)]
