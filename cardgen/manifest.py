"""The manifest of a game's output: every file, what decided its bytes, and whether all that still holds."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from cardgen import __version__
from cardgen.files import digest_of, write_atomic

NAME = "manifest.json"

# What draws: a new version of one may draw differently.
_LIBRARIES = ("pillow", "pypdfium2", "reportlab", "svgwrite", "uharfbuzz")

Entry: TypeAlias = Mapping[str, Any]
"""A file: sha256, bytes, inputs, key, and pages or pixels."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a build left behind.

    `code` stands for the program, `inputs` has the sha256 of every file read, by its path in the project; `files` an
    entry for every file made, by its path in the output; `plans` the files of each request that was carried out.
    """

    code: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Entry] = field(default_factory=dict)
    plans: Mapping[str, list[str]] = field(default_factory=dict)


@cache
def code_digest() -> str:
    """The sha256 of all beside the data that can decide a byte: the package, its libraries, the date it is told."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".ttf") and "bundled" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes() if path.suffix == ".py" else str(path.stat().st_size).encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    digest.update(os.environ.get("SOURCE_DATE_EPOCH", "").encode())
    return digest.hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest in `folder`; an empty one when there is none or somebody has meddled with it."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
        manifest = Manifest(found["code"], found["inputs"], found["files"], found["plans"])
        whole = (
            isinstance(manifest.code, str)
            and all(isinstance(digest, str) for digest in manifest.inputs.values())
            and all(isinstance(entry["sha256"], str) for entry in manifest.files.values())
            and all(isinstance(paths, list) for paths in manifest.plans.values())
            # What the manifest lists may be deleted: never anything outside the folder.
            and all(_stays_inside(path) for path in manifest.files)
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Manifest()
    return manifest if whole else Manifest()


def _stays_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not {"..", "/"} & set(parts)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Puts the manifest into `folder`, unless it is there already as it is."""
    told = {
        "cardgen": __version__,
        "code": manifest.code,
        "inputs": dict(sorted(manifest.inputs.items())),
        "files": dict(sorted(manifest.files.items())),
        "plans": dict(sorted(manifest.plans.items())),
    }
    content = (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()
    path = folder / NAME
    if not path.is_file() or path.read_bytes() != content:
        write_atomic(path, content)


def is_whole(folder: Path, path: str, entry: Entry) -> bool:
    """Whether a file is there as its entry says."""
    return digest_of(folder / path) == str(entry["sha256"])


def still_fresh(folder: Path, manifest: Manifest, root: Path, request: str) -> list[str] | None:
    """The files of the same request before, when no input under `root`, no code and no file has changed; else None."""
    paths = manifest.plans.get(request)
    if not paths or manifest.code != code_digest():
        return None
    if any(digest_of(root / name) != digest for name, digest in manifest.inputs.items()):
        return None
    files = manifest.files
    return paths if all(path in files and is_whole(folder, path, files[path]) for path in paths) else None
