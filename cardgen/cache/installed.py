"""What is installed: the packages that declare plug-ins of cardgen, and a stamp that changes with any package."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cardgen.cache.stamps import stamp_files

#: The beginning of the names of the groups of cardgen's plug-ins.
_GROUPS = "cardgen."


class Package(NamedTuple):
    """An installed package: its name, and the name and the value of its entry points by group."""

    name: str
    points: Mapping[str, list[tuple[str, str]]]


def installed_stamp() -> str | None:
    """Return the stamp of the installed packages. None if one has just been installed."""
    return _stamp(tuple(folder or "." for folder in sys.path))


def forget_installed() -> None:
    """Look at the installed packages again when their stamp is next asked for."""
    _stamp.cache_clear()


def declaring_packages() -> Iterator[Package]:
    """Yield the installed packages that declare plug-ins of cardgen, in the order of `sys.path`.

    Of two with the same name, only the first counts, as when they are imported. Its name is "" if it has none.
    """
    from importlib.metadata import distributions  # lazy: it is slow to import

    names: set[str] = set()
    for package in distributions():
        name = package.metadata["Name"] or ""
        if (normal := re.sub("[-_.]+", "_", name).lower()) in names:
            continue
        names.add(normal)
        points: dict[str, list[tuple[str, str]]] = {}
        with contextlib.suppress(Exception):  # a damaged package declares nothing
            for point in package.entry_points:
                if point.group.startswith(_GROUPS):
                    points.setdefault(point.group, []).append((point.name, point.value))
        if points:
            yield Package(name, points)


def foreign_packages(*kinds: str) -> Iterator[Path]:
    """Yield the packages besides cardgen that declare plug-ins of these kinds, or of any kind: folders, or modules.

    They are sorted. A package that is not importable is left out.
    """
    groups = {f"{_GROUPS}{kind}" for kind in kinds}
    values = (
        value
        for package in declaring_packages()
        if package.name != "cardgen"
        for group, points in package.points.items()
        if group in groups or (not kinds and group.startswith(_GROUPS))
        for _, value in points
    )
    for module in sorted({value.partition(":")[0].strip().split(".")[0] for value in values}):
        with contextlib.suppress(ImportError, ValueError):
            spec = find_spec(module)
            yield from map(Path, (spec.submodule_search_locations or [spec.origin or ""]) if spec else ())


def foreign_sources(*kinds: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of the packages besides cardgen that declare plug-ins of these kinds: name and path, sorted.

    The name is the path from the folder that holds the package.
    """
    for source in foreign_packages(*kinds):
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file():
                yield path.relative_to(source.parent).as_posix(), path


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
