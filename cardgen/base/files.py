"""Files: atomic writes, reading of regular files only, and their sha256."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import sys
from io import BufferedReader
from os import PathLike
from pathlib import Path

from cardgen.base.errors import Text
from cardgen.base.temporary import Content, pieces_of
from cardgen.base.words.messages import message

#: The name of a file that is being written: its later name, then eight characters.
_PART = re.compile(r"\..*\.[0-9a-z_]{8}\.part")

#: Without O_BINARY, Windows changes line ends. Without O_NONBLOCK, opening a FIFO waits for a writer.
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_atomic(path: str | PathLike[str], content: Content) -> None:
    """Write `content` to `path` in one step: write a new file beside it, sync it to disk, then rename it.

    If anything fails before the renaming, the old file is unchanged. OSError that names `path` if the disk refuses, or
    if `path` is a link or anything else than a regular file.
    """
    path = Path(path)
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


def why_refused(error: OSError) -> tuple[Text, Text]:
    """Return why the system refuses a file, in the user's words, and what to do about it."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return message("the disk is full"), message("make room, then try it again")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return message("it is protected"), message("allow it in the properties of the file, then try it again")
        case errno.ENOENT:
            return message("it is not there"), message("somebody has moved, renamed or deleted it")
    return error.strerror or str(error), ""


def sync_folder(folder: Path) -> None:
    """Have the names of a folder's files on the disk. On Windows, they are there together with their files."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Another process that cleans the same folder may remove the file that this one is about to move.
_TRIES = 3


def _write(path: Path, content: Content) -> None:
    part = path.with_name(f".{path.name[:60]}.{os.urandom(4).hex()}.part")
    try:
        # The system applies the process's umask to the mode, as to any new file.
        with os.fdopen(os.open(part, _CREATE, 0o666), "wb") as stream:
            for piece in pieces_of(content):
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def obstacle_at(path: Path) -> str:
    """Return why nothing may be written to `path`: it is a link, or not a regular file. "" if it may be written."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return ""
    if stat.S_ISLNK(mode):
        return message("is a link, and nothing is written through a link")
    return "" if stat.S_ISREG(mode) else message("is not a regular file")


def open_regular(path: Path, *, follow: bool = True) -> BufferedReader:
    """Open a file for reading. OSError if it is not a regular file, or if it is a link and `follow` is False.

    FIFOs and devices are rejected without waiting for them.
    """
    if not follow and path.is_symlink():
        raise OSError(errno.ELOOP, message("a link, which is not followed"), str(path))
    descriptor = os.open(path, _READ | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, message("not a regular file"), str(path))
    return os.fdopen(descriptor, "rb")


def read_regular(path: Path, most: int, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file. OSError as for `open_regular`, and for more than `most` bytes."""
    with open_regular(path, follow=follow) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, message("larger than {size} MiB", size=most >> 20), str(path))
    return content


def remove_parts(folder: Path) -> None:
    """Remove the files that killed writes left in a folder and below it. Links are not followed."""
    for parent, _, names in os.walk(folder):
        for name in filter(_PART.fullmatch, names):
            with contextlib.suppress(OSError):
                (Path(parent) / name).unlink()


def digest_of(path: Path) -> str | None:
    """Return the sha256 of a regular file; None if there is none that can be read."""
    try:
        with open_regular(path) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


def names_in(line: str) -> list[str]:
    """Return the names in a line, separated by spaces. A name with spaces is in double quotes."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]+)"|(\S+)', line)]
