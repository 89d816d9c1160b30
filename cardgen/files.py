"""Files: written whole or not at all, known by what is in them, named in a line."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from pathlib import Path


def write_atomic(path: Path, content: bytes) -> None:
    """Puts `content` at `path`: into a new file beside it, synced to disk, then moved over it in one step.

    Whatever happens before the move leaves the old file as it was. OSError, which names `path`, when the disk says no.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(_TRIES - 1):
            with contextlib.suppress(FileNotFoundError):
                return _write(path, content)
        _write(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


# Another build that ends in the same folder may sweep away what this one is about to move.
_TRIES = 3


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _umask() -> int:
    """The umask, which cannot be read without being set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sweep(folder: Path) -> None:
    """Takes away what a killed write left behind."""
    for left in folder.rglob(".*.part"):
        with contextlib.suppress(OSError):
            left.unlink()


def digest_of(path: Path) -> str | None:
    """The sha256 of the file, or None when there is none."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def names_in(line: str) -> list[str]:
    """The names in a line, parted by spaces; one with spaces of its own stands between double quotes."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]+)"|(\S+)', line)]
