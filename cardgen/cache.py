"""A folder for values that take time to compute. Nothing is lost if it is deleted, or if it cannot be written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

#: When there are more files than this, or they have more bytes together, the oldest half of them is removed.
_MOST_FILES = 400
_MOST_BYTES = 256 << 20


def cache_folder() -> Path | None:
    """Return the folder, which need not exist: CARDGEN_CACHE, or where the system has such folders.

    None for a user without a home.
    """
    if own := os.environ.get("CARDGEN_CACHE"):
        return Path(own)
    home = os.path.expanduser("~")  # Path.home() fails for a user without a home
    if base := os.environ.get("XDG_CACHE_HOME"):
        folder = base
    elif sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or f"{home}/AppData/Local"
    elif sys.platform == "darwin":
        folder = f"{home}/Library/Caches"
    else:
        folder = f"{home}/.cache"
    return Path(folder) / "cardgen" if os.path.isabs(folder) else None


def read_cache(name: str) -> bytes | None:
    """Return the value that was written under a name; None if there is none, or if its file is damaged."""
    folder = cache_folder()
    try:
        digest, _, content = (folder / name).read_bytes().partition(b"\n") if folder else (b"", b"", b"")
    except OSError:
        return None
    return content if digest == _digest(content) else None


def write_cache(name: str, content: bytes) -> None:
    """Keep a value under a name, a file name. Nothing happens if it cannot be written."""
    folder = cache_folder()
    if folder is None:
        return
    file, part = folder / name, folder / f"{name}.{os.getpid()}.part"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        is_new = not file.exists()
        try:
            part.write_bytes(_digest(content) + b"\n" + content)
            part.replace(file)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        if is_new:  # looking at all files takes longer than to write one
            _remove_oldest(folder)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _remove_oldest(folder: Path) -> None:
    with os.scandir(folder) as entries:
        facts = [(entry.stat(follow_symlinks=False), entry.path) for entry in entries]
    files = [(own.st_mtime_ns, path) for own, path in facts]
    if len(files) <= _MOST_FILES and sum(own.st_size for own, _ in facts) <= _MOST_BYTES:
        return
    for _, path in sorted(files)[: max(1, len(files) // 2)]:
        Path(path).unlink(missing_ok=True)
