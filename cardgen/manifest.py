"""The manifest of a game's output: every file, the inputs that decided its bytes, and whether it is up to date."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from cardgen import __version__
from cardgen.files import digest_of, read_regular
from cardgen.output import OutputFolder, is_inside
from cardgen.plugins import KINDS, foreign_sources
from cardgen.words.messages import message

NAME = "manifest.json"

# The libraries that draw: a new version of one may draw differently.
_LIBRARIES = ("pillow", "pypdfium2", "reportlab", "svgwrite", "uharfbuzz")

Entry: TypeAlias = Mapping[str, Any]
"""A file: sha256, bytes, inputs, key, and pages or pixels. The sha256 is "" while a build is about to write it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The record of a build.

    `code` is the digest of the program, `inputs` has the sha256 of every file read, by its path in the project; `files`
    an entry for every file made, by its path in the output; `plans` the files of each request that was carried out.
    """

    code: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Entry] = field(default_factory=dict)
    plans: Mapping[str, list[str]] = field(default_factory=dict)


@cache
def code_digest() -> str:
    """Return the sha256 of everything except the data that can change a file: code, libraries, SOURCE_DATE_EPOCH.

    The code is that of cardgen and of the packages whose plug-ins are installed.
    """
    from importlib.metadata import version

    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".po", ".ttf") and "bundled" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes() if path.suffix != ".ttf" else str(path.stat().st_size).encode())
    for name, path in foreign_sources(*KINDS):
        if path.suffix in (".py", ".po"):
            digest.update(name.encode())
            digest.update(path.read_bytes())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    digest.update(os.environ.get("SOURCE_DATE_EPOCH", "").encode())
    return digest.hexdigest()


class ManifestError(ValueError):
    """A manifest that cannot be trusted: the message says why."""


def read_manifest(folder: OutputFolder) -> Manifest:
    """Read the manifest in a folder; an empty one if there is none.

    ManifestError if it is not as a build writes it: nothing in it may be relied on then. DataError if something
    else than a regular file is in its place.
    """
    folder.check([NAME])
    try:
        content = read_regular(folder.root / NAME, _MOST_BYTES)
    except FileNotFoundError:
        return Manifest()
    except OSError as error:
        raise ManifestError(message("the manifest cannot be read: {reason}", reason=error.strerror)) from error
    return _parse_manifest(content)


#: The manifest of a game of 50,000 files has some 30 MB. It is checked before it is used.
_MOST_BYTES = 64 << 20
_MOST_VALUES = 2_000_000


def _parse_manifest(content: bytes) -> Manifest:
    if sum(map(content.count, (b"[", b"{", b","))) > _MOST_VALUES:
        raise ManifestError(message("the manifest is larger than a build writes it"))
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise ManifestError(message("the manifest is not JSON")) from None
    if not isinstance(value, dict) or not {"code", "inputs", "files", "plans"} <= value.keys():
        raise ManifestError(message("the manifest has missing keys"))
    manifest = Manifest(value["code"], value["inputs"], value["files"], value["plans"])
    is_whole = (
        isinstance(manifest.code, str)
        and _is_table(manifest.inputs, lambda digest: isinstance(digest, str))
        and _is_table(manifest.files, _is_entry)
        and _is_table(manifest.plans, _are_texts)
        # Any of these may be read, and the files may be removed.
        and all(map(is_inside, (*manifest.files, *manifest.inputs)))
    )
    if not is_whole:
        raise ManifestError(message("the manifest has values of a wrong kind, or paths outside the folder"))
    return manifest


def _is_table(value: object, is_right: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_right, value.values()))


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_entry(value: object) -> bool:
    """Return True for the entry of a file: facts are numbers, texts, or lists of them."""
    if not isinstance(value, dict) or not isinstance(value.get("sha256"), str):
        return False
    key, inputs, tiles = (value.get(name) for name in ("key", "inputs", "tiles"))
    return (
        (key is None or isinstance(key, str))
        and (inputs is None or _are_texts(inputs))
        and (tiles is None or (isinstance(tiles, list) and all(isinstance(count, int) for count in tiles)))
        and not any(isinstance(fact, dict) for fact in value.values())
    )


def set_aside(folder: OutputFolder) -> Path:
    """Rename a manifest that cannot be trusted, and return its new path. An older one of that name is replaced."""
    aside = folder.root / f"{NAME}.rejected"
    folder.check([aside.name])
    (folder.root / NAME).replace(aside)
    return aside


def write_manifest(folder: OutputFolder, manifest: Manifest) -> None:
    """Write the manifest into the folder, unless the same one is there already."""
    values = {
        "cardgen": __version__,
        "code": manifest.code,
        "inputs": dict(sorted(manifest.inputs.items())),
        "files": dict(sorted(manifest.files.items())),
        "plans": dict(sorted(manifest.plans.items())),
    }
    content = (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()
    folder.write_changed(NAME, content)


def is_whole(folder: OutputFolder, path: str, entry: Entry) -> bool:
    """Return True if a file has the bytes of its entry."""
    return folder.digest(path) == str(entry["sha256"])


def find_fresh(folder: OutputFolder, manifest: Manifest, root: Path, request: str) -> list[str] | None:
    """Return the files of the same request before; None if an input under `root`, the code or a file has changed."""
    paths = manifest.plans.get(request)
    if not paths or manifest.code != code_digest():
        return None
    if any(digest_of(root / name) != digest for name, digest in manifest.inputs.items()):
        return None
    files = manifest.files
    return paths if all(path in files and is_whole(folder, path, files[path]) for path in paths) else None
