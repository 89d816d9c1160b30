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

    Of two with the same name, only the first counts, as when they are imported. `importlib.metadata` finds the same in
    ten times as long; it is used if there are packages in archives.
    """
    path = [folder or "." for folder in sys.path]
    if any(map(os.path.isfile, path)):
        yield from _all_packages()
        return
    names: set[str] = set()
    for folder in path:
        for described in _packages(folder):
            name = _normal(re.split("-[0-9]|[.](?:dist|egg)-info$", described)[0])
            if name in names:
                continue
            names.add(name)
            with contextlib.suppress(OSError, UnicodeDecodeError):
                package = f"{folder}/{described}"
                points = _parse_points(Path(f"{package}/entry_points.txt").read_text(encoding="utf-8"))
                if any(group.startswith(_GROUPS) for group in points):
                    yield Package(_name_in(package), points)


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


def _all_packages() -> Iterator[Package]:
    from importlib.metadata import distributions

    names: set[str] = set()
    for package in distributions():
        name = package.metadata["Name"] or ""
        if _normal(name) in names:
            continue
        names.add(_normal(name))
        points = _parse_points(package.read_text("entry_points.txt") or "")
        if any(group.startswith(_GROUPS) for group in points):
            yield Package(name, points)


def _normal(name: str) -> str:
    return re.sub("[-_.]+", "_", name).lower()


def _name_in(package: str) -> str:
    """Return the name of a package as its metadata has it; "" if there is none."""
    for file in ("METADATA", "PKG-INFO"):
        with contextlib.suppress(OSError), open(f"{package}/{file}", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("Name:"):
                    return line.partition(":")[2].strip()
                if not line.strip():
                    break
    return ""


def _parse_points(text: str) -> dict[str, list[tuple[str, str]]]:
    """Return the entry points of a file by their groups."""
    points: dict[str, list[tuple[str, str]]] = {}
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif line and not line.startswith(("#", ";")) and group:
            name, _, value = line.partition("=")
            points.setdefault(group, []).append((name.strip(), value.strip()))
    return points


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
