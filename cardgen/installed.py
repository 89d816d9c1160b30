"""The stamp of what is installed: it changes when a package is installed, updated or removed."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import lru_cache

from cardgen.stamps import stamp_files


def installed_stamp() -> str | None:
    """Return the stamp of the installed packages. None if one has just been installed."""
    return _stamp(tuple(folder or "." for folder in sys.path))


def forget_installed() -> None:
    """Look at the installed packages again when their stamp is next asked for."""
    _stamp.cache_clear()


@lru_cache(maxsize=1)
def _stamp(path: tuple[str, ...]) -> str | None:
    packages = [f"{folder}/{name}" for folder in path for name in _packages(folder)]
    points = [file for package in packages if os.path.isfile(file := f"{package}/entry_points.txt")]
    archives = [file for file in path if os.path.isfile(file)]
    stamp = stamp_files((file, "") for file in (*points, *archives))
    return stamp and hashlib.sha256("\0".join([stamp, *path, *packages]).encode(errors="surrogateescape")).hexdigest()


def _packages(folder: str) -> list[str]:
    """Return the names of what describes the packages in a folder. A name has the version of its package."""
    try:
        names = os.listdir(folder)
    except OSError:  # no folder, or one that cannot be read
        return []
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))
