"""The digest of the code that makes files. The code is read again only if its files have other stamps than before."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from cardgen.cache.installed import foreign_packages, forget_installed, installed_stamp
from cardgen.cache.sealed import read_cache, write_cache
from cardgen.cache.stamps import stamp_files

# The libraries that set text and draw: a new version of one may do so differently.
_LIBRARIES = (
    "budoux",
    "deflate",
    "pillow",
    "pypdf",
    "pypdfium2",
    "pyphen",
    "pyyaml",
    "reportlab",
    "svgwrite",
    "uharfbuzz",
)

_PACKAGE = str(Path(__file__).parent.parent)

#: The endings of files that decide what is made.
_SOURCES = (".py", ".po", ".ttf", ".yaml")

#: Folders of a package without sources of its own: compiled modules, and the games that came with cardgen.
_NO_SOURCES = {"__pycache__", "bundled"}


def code_digest() -> str:
    """Return the sha256 of everything except the data that can change a file: code, libraries, SOURCE_DATE_EPOCH.

    The code is that of cardgen and of the packages whose plug-ins are installed.
    """
    return _digest([_sources_digest(), os.environ.get("SOURCE_DATE_EPOCH", "")])


@cache
def code_stamp() -> str | None:
    """Return the stamp of the code of cardgen and of what is installed beside it. None if it has just been changed.

    The code of plug-ins is not part of it, but which of them are installed is.
    """
    own, installed = stamp_files((file, "") for file in _sources([_PACKAGE])), installed_stamp()
    return _digest([own, installed]) if own and installed else None


def forget_code() -> None:
    """Look at the code again when its stamp or its digest is next asked for."""
    _sources_digest.cache_clear()
    code_stamp.cache_clear()
    forget_installed()


@cache
def _sources_digest() -> str:
    """Return the sha256 of the code and of the versions of the libraries, from the cache if nothing has changed."""
    name = f"code-{_digest([_PACKAGE, *sys.path])[:32]}.json"
    with contextlib.suppress(ValueError, TypeError):
        stamps, packages, digest = json.loads(read_cache(name) or "")
        if stamps == _stamps(packages):
            return str(digest)
    packages = list(map(str, foreign_packages()))
    stamps = _stamps(packages)  # of the files as they are before they are read
    digest = _read_sources([_PACKAGE, *packages])
    if all(stamps):
        write_cache(name, json.dumps([stamps, packages, digest]).encode())
    return digest


def _stamps(packages: Sequence[str]) -> list[str | None]:
    """Return the stamps of cardgen and of the sources of other packages."""
    return [code_stamp(), stamp_files((file, "") for file in _sources(packages))]


def _sources(packages: Iterable[str]) -> Iterator[str]:
    """Yield the files of packages that decide what is made. A package is a folder, or the file of a module."""
    for package in packages:
        if os.path.isfile(package):
            yield package
        for folder, folders, names in os.walk(package):
            folders[:] = sorted(set(folders) - _NO_SOURCES)
            yield from (f"{folder}/{name}" for name in sorted(names) if name.endswith(_SOURCES))


def _read_sources(packages: Iterable[str]) -> str:
    from importlib.metadata import version

    digest = hashlib.sha256()
    for package in packages:
        for file in _sources([package]):
            path = Path(file)
            digest.update(path.relative_to(Path(package).parent).as_posix().encode())
            digest.update(str(path.stat().st_size).encode() if path.suffix == ".ttf" else path.read_bytes())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    return digest.hexdigest()


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode(errors="surrogateescape")).hexdigest()
