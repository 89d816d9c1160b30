"""The manifest of a game's output: every file, the inputs that decided its bytes, and whether it is up to date."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from cardgen import __version__
from cardgen.base.files import digest_of, read_regular
from cardgen.base.output_folder import OutputFolder, is_inside
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.building.outcome import outcome_of
from cardgen.cache.code import code_digest
from cardgen.cache.sealed import read_cache, write_cache
from cardgen.cache.stamps import stamp_files

NAME = "manifest.json"

Entry: TypeAlias = Mapping[str, Any]
"""A file: sha256, bytes, inputs, key, and pages or pixels. The sha256 is "" while a build is about to write it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The record of a build.

    `code` is the digest of the program, `inputs` has the sha256 of every file read, by its path in the project; `files`
    an entry for every file made, by its path in the output; `plans` the files of each request that was carried out, and
    `outcomes` what was reported of it.
    """

    code: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Entry] = field(default_factory=dict)
    plans: Mapping[str, list[str]] = field(default_factory=dict)
    outcomes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    is_own: bool = field(default=False, compare=False)
    """True if a build of this user has written it. Another one comes with a project that somebody else has made."""

    def known(self) -> Manifest:
        """Return what may be relied on: all of a manifest of one's own, of any other only which files there are."""
        if self.is_own:
            return self
        return Manifest(files={path: {"sha256": entry["sha256"]} for path, entry in self.files.items()})


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
    manifest = _parse_manifest(content)
    return replace(manifest, is_own=read_cache(_own_name(folder)) == hashlib.sha256(content).digest())


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
    manifest = Manifest(value["code"], value["inputs"], value["files"], value["plans"], value.get("outcomes", {}))
    is_whole = (
        isinstance(manifest.code, str)
        and _is_table(manifest.inputs, lambda digest: isinstance(digest, str))
        and _is_table(manifest.files, _is_entry)
        and _is_table(manifest.plans, _are_texts)
        and _is_table(manifest.outcomes, _is_outcome)
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


def _is_outcome(value: object) -> bool:
    """Return True for the outcome of a build."""
    try:
        outcome_of(value)
    except (ValueError, AttributeError):
        return False
    return True


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
    outcomes = {request: outcome for request, outcome in sorted(manifest.outcomes.items()) if outcome}
    values |= {"outcomes": outcomes} if outcomes else {}
    content = (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()
    write_cache(_own_name(folder), hashlib.sha256(content).digest())
    folder.write_changed(NAME, content)


def _own_name(folder: OutputFolder) -> str:
    """Return the name in the cache of the digest of the manifest that this user's builds wrote last into a folder."""
    return f"manifest-{_digest(str(folder.root.resolve()))[:32]}"


def is_whole(folder: OutputFolder, path: str, entry: Entry) -> bool:
    """Return True if a file has the bytes of its entry."""
    return folder.digest(path) == str(entry["sha256"])


def find_fresh(folder: OutputFolder, manifest: Manifest, root: Path, request: str) -> list[str] | None:
    """Return the files of the same request before; None if an input under `root`, the code or a file has changed.

    None also if the manifest is not one's own.

    Files are read unless all of them have the stamps that they had when this function last returned them.
    """
    paths = manifest.plans.get(request)
    if not manifest.is_own or not paths or manifest.code != code_digest() or not set(paths) <= manifest.files.keys():
        return None
    name = f"fresh-{_digest(str(folder.root.absolute()), str(root.absolute()), request)[:32]}"
    stamp = _stamp(folder, manifest, root, paths)  # of the files as they are before they are read
    if stamp and read_cache(name) == stamp.encode():
        return paths
    if any(digest_of(root / input_) != digest for input_, digest in manifest.inputs.items()):
        return None
    if not all(is_whole(folder, path, manifest.files[path]) for path in paths):
        return None
    if stamp:
        write_cache(name, stamp.encode())
    return paths


def _stamp(folder: OutputFolder, manifest: Manifest, root: Path, paths: Sequence[str]) -> str | None:
    """Return the stamp of all inputs and of some files, each with its sha256; None if one of them must be read."""
    inputs = stamp_files((f"{root}/{path}", digest) for path, digest in manifest.inputs.items())
    files = folder.stamp({path: str(manifest.files[path]["sha256"]) for path in paths})
    return _digest(inputs, files) if inputs and files else None


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode(errors="surrogateescape")).hexdigest()
