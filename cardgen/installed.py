"""The stamp of what is installed: it changes when a package is installed, updated or removed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache

from cardgen.stamps import stamp_files


def installed_stamp() -> str | None:
    """Return the stamp of the installed packages. None if one has just been installed."""
    return _stamp(tuple(sys.path))


def forget_installed() -> None:
    """Look at the installed packages again when their stamp is next asked for."""
    _stamp.cache_clear()


@lru_cache(maxsize=1)
def _stamp(path: tuple[str, ...]) -> str | None:
    folders = [folder or "." for folder in path if os.path.exists(folder or ".")]
    return stamp_files(((file, "") for file in _entry_points(folders)), folders)


def _entry_points(folders: Iterable[str]) -> Iterator[str]:
    """Yield the files in which installed packages declare their plug-ins."""
    for folder in folders:
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                file = f"{folder}/{name}/entry_points.txt"
                if name.endswith((".dist-info", ".egg-info")) and os.path.isfile(file):
                    yield file
