"""A folder for values that take time to compute. Nothing is lost if it is deleted, or if it cannot be written.

Every value is sealed with a key that only this user has, together with its name. So a value that somebody else has
written, or that was moved to another name, is ignored as a damaged one is: a cache that was copied from elsewhere, or
that several users share, decides nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import Literal

#: When a folder has more files than this, or they have more bytes together, the oldest half of them is removed.
_MOST_FILES = 400
_MOST_BYTES = 256 << 20

_KEY_BYTES = 32


def cache_folder() -> Path | None:
    """Return the folder, which need not exist: CARDGEN_CACHE, or where the system has such folders.

    None for a user without a home.
    """
    if own := os.environ.get("CARDGEN_CACHE"):
        return Path(own)
    return user_folder("XDG_CACHE_HOME", ".cache", "Library/Caches", ("LOCALAPPDATA", "AppData/Local"))


def user_folder(variable: str, default: str, mac: str, windows: tuple[str, str]) -> Path | None:
    """Return cardgen's folder among those of the user for a purpose; None for a user without a home.

    It is in the folder that `variable` names, otherwise in the system's: `default`, `mac`, or on Windows the one that
    a variable names, with its default. The defaults are below the user's home.
    """
    home = os.path.expanduser("~")  # Path.home() fails for a user without a home
    if base := os.environ.get(variable):
        folder = base
    elif sys.platform == "win32":
        folder = os.environ.get(windows[0]) or f"{home}/{windows[1]}"
    else:
        folder = f"{home}/{mac if sys.platform == 'darwin' else default}"
    return Path(folder) / "cardgen" if os.path.isabs(folder) else None


def read_cache(name: str) -> bytes | None:
    """Return the value that was written under a name; None if there is none, or if this user has not written it."""
    folder, key = _usable_folder(), _key()
    if folder is None or key is None:
        return None
    try:
        seal, _, content = (folder / name).read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if seal == _seal(key, name, content) else None


def write_cache(name: str, content: bytes) -> None:
    """Keep a value under a name: a file name, or one in a folder, whose files are counted by themselves.

    Nothing happens if it cannot be written.
    """
    folder, key = _usable_folder(), _key()
    if folder is None or key is None:
        return
    file, part = folder / name, folder / f"{name}.{os.getpid()}.part"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        is_new = not file.exists()
        try:
            part.unlink(missing_ok=True)  # never through a link
            part.write_bytes(_seal(key, name, content) + b"\n" + content)
            part.replace(file)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        if is_new:  # looking at all files takes longer than to write one
            _remove_oldest(file.parent)


def cache_problem() -> Literal["", "owner", "open"]:
    """Return why the folder is not used, "" if it is: it has another owner, or is open for anybody to write."""
    folder = cache_folder()
    if folder is None or os.name == "nt":
        return ""
    try:
        facts = folder.stat()
    except OSError:
        return ""
    if facts.st_uid != os.geteuid():
        return "owner"
    return "open" if facts.st_mode & stat.S_IWOTH else ""


def _usable_folder() -> Path | None:
    return None if cache_problem() else cache_folder()


# ---------------------------------------------------------------- the key


def state_folder() -> Path | None:
    """Return the folder of what cardgen keeps that is no cache: nothing else can make it again. None without a home."""
    return user_folder("XDG_STATE_HOME", ".local/state", "Library/Application Support", ("APPDATA", "AppData/Roaming"))


def _key_file() -> Path | None:
    """Return the file of the key, which is outside of all caches; None for a user without a home."""
    folder = state_folder()
    return folder and folder / "cache.key"


def _key() -> bytes | None:
    """Return the key of this user; None if there can be none."""
    file = _key_file()
    return None if file is None else _key_in(file)


@lru_cache(maxsize=4)
def _key_in(file: Path) -> bytes | None:
    """Return the key in a file, which is made if there is none. None for one that others may read or have made."""
    with contextlib.suppress(OSError):
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = file.with_name(f"{file.name}.{os.getpid()}.{os.urandom(4).hex()}")
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                out.write(os.urandom(_KEY_BYTES))
            try:
                os.link(part, file)  # fails if another process was faster
            except FileExistsError:
                pass
            except OSError:  # a disk without hard links
                part.replace(file)
            part.unlink(missing_ok=True)
    try:
        with open(
            os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)), "rb"
        ) as key:
            facts = os.fstat(key.fileno())
            is_own = os.name == "nt" or (facts.st_uid == os.geteuid() and not facts.st_mode & 0o077)
            content = key.read(_KEY_BYTES) if is_own and stat.S_ISREG(facts.st_mode) else b""
    except OSError:
        return None
    return content if len(content) == _KEY_BYTES else None


def _seal(key: bytes, name: str, content: bytes) -> bytes:
    seal = hashlib.blake2b(name.encode(errors="surrogateescape") + b"\0", key=key, digest_size=32)
    seal.update(content)
    return seal.hexdigest().encode()


def _remove_oldest(folder: Path) -> None:
    with os.scandir(folder) as entries:
        facts = [(entry.stat(follow_symlinks=False), entry.path) for entry in entries if not entry.is_dir()]
    files = [(own.st_mtime_ns, path) for own, path in facts]
    if len(files) <= _MOST_FILES and sum(own.st_size for own, _ in facts) <= _MOST_BYTES:
        return
    for _, path in sorted(files)[: max(1, len(files) // 2)]:
        Path(path).unlink(missing_ok=True)
