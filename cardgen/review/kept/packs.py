"""Packs: files that hold many pictures, compressed, and named by their content.

A pack is JSON lines in gzip. The first line has the keys of the pictures, each with the number of its scene, and the
names of the files of the images in them. The second is the list of outlines. Each further line is a scene. A pack is
never changed: two branches of a project can add packs without a conflict.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from cardgen.base.files import open_regular, read_regular
from cardgen.base.records import dataclass, field
from cardgen.review.kept.scenes import SceneReader, SceneWriter, digest_in
from cardgen.scene.items import Image, Scene

#: The version of the format, in the first line of a pack.
_FORMAT = 1
NAME = re.compile(r"[0-9a-f]{32}\.pictures\.gz", re.ASCII)
KEY = re.compile(r"([1-9][0-9]*-)?[0-9a-f]{32}", re.ASCII)

#: The largest pack, compressed and not, and its largest first line, in bytes.
_MOST_PACKED, _MOST_BYTES, _MOST_HEADER = 64 << 20, 512 << 20, 8 << 20

#: What reading somebody else's file may raise.
BROKEN = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)


class PackError(ValueError):
    """A file that is no pack of this format."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a pack: the numbers of its pictures' scenes, by their keys, and the files of its images."""

    pictures: Mapping[str, int]
    images: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that was read. `scenes` are JSON values as text."""

    header: Header
    shapes: list[str] = field(repr=False)
    scenes: list[str] = field(repr=False)

    def reader(self, images: Callable[[str], Path]) -> SceneReader:
        """Return a reader of its scenes; `images` returns the file of an image by its name."""
        return SceneReader(self.shapes, lambda number: json.loads(self.scenes[number]), images)


@dataclass(frozen=True, slots=True)
class NewPack:
    """A pack to be written: its name, its bytes, and the images in it by the names of their files."""

    name: str
    content: bytes = field(repr=False)
    header: Header
    images: Mapping[str, Image] = field(default_factory=dict)


def make_pack(pictures: Mapping[str, Scene]) -> NewPack:
    """Return a pack of pictures by their keys. The same pictures give the same bytes."""
    writer = SceneWriter()
    numbers = {key: writer.add(scene) for key, scene in sorted(pictures.items())}
    header = Header(numbers, frozenset(writer.images))
    return _encode(header, list(writer.shapes), map(_as_json, writer.scenes), writer.images)


def _encode(
    header: Header, shapes: list[str], scenes: Iterable[str], images: Mapping[str, Image] | None = None
) -> NewPack:
    first = {"cardgen_pictures": _FORMAT, "pictures": dict(header.pictures), "images": sorted(header.images)}
    text = "\n".join([_as_json(first), _as_json(shapes), *scenes]) + "\n"
    content = gzip.compress(text.encode(), 6, mtime=0)
    name = f"{hashlib.sha256(content).hexdigest()[:32]}.pictures.gz"
    return NewPack(name, content, header, images or {})


def _as_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read_header(path: Path) -> Header:
    """Return the first line of a pack, without reading the rest. One of BROKEN if it is no pack."""
    decoder = zlib.decompressobj(wbits=31)
    line = b""
    with open_regular(path, follow=False) as stream:
        while b"\n" not in line and len(line) < _MOST_HEADER:
            part = decoder.unconsumed_tail or stream.read(1 << 16)
            if not part:
                break
            line += decoder.decompress(part, 1 << 16)
    return _header(line.partition(b"\n")[0])


def _header(line: bytes) -> Header:
    data = json.loads(line)
    if data["cardgen_pictures"] != _FORMAT:
        raise PackError(data["cardgen_pictures"])
    pictures = {key: number for key, number in data["pictures"].items() if KEY.fullmatch(key)}
    for name in data["images"]:
        digest_in(name)
    if not all(isinstance(number, int) and number >= 0 for number in pictures.values()):
        raise PackError("pictures")
    return Header(pictures, frozenset(data["images"]))


def read_pack(path: Path) -> Pack:
    """Return a pack. One of BROKEN if it is none, or if its name is not that of its content."""
    content = read_regular(path, _MOST_PACKED, follow=False)
    if not path.name.startswith(hashlib.sha256(content).hexdigest()[:32]):
        raise PackError(path.name)
    decoder = zlib.decompressobj(wbits=31)
    text = decoder.decompress(content, _MOST_BYTES)
    if not decoder.eof:
        raise PackError(path.name)
    header, shapes, *scenes = text.decode().split("\n")
    texts = json.loads(shapes)
    if not all(isinstance(shape, str) for shape in texts):
        raise PackError(path.name)
    return Pack(_header(header.encode()), texts, scenes)


def merge_packs(packs: Iterable[Pack], wanted: Callable[[str], bool] = lambda _: True) -> NewPack:
    """Return one pack with the wanted pictures of several. The same packs give the same bytes."""
    merged = _Merged()
    for pack in packs:
        merged.add(pack, wanted)
    return _encode(Header(merged.pictures, frozenset(merged.images)), list(merged.shapes), merged.scenes)


class _Merged:
    """Scenes of several packs, numbered anew."""

    def __init__(self) -> None:
        self.shapes: dict[str, int] = {}
        self.scenes: list[str] = []
        self.pictures: dict[str, int] = {}
        self.images: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, pack: Pack, wanted: Callable[[str], bool]) -> None:
        numbers: dict[int, int] = {}

        def add_scene(number: int) -> int:
            if number not in numbers:
                data = json.loads(pack.scenes[number])
                self._renumber(data["items"], pack.shapes, lambda placed: add_scene(_lower(placed, number)))
                text = _as_json(data)
                if text not in self._numbers:
                    self._numbers[text] = len(self.scenes)
                    self.scenes.append(text)
                numbers[number] = self._numbers[text]
            return numbers[number]

        for key, number in sorted(pack.header.pictures.items()):
            if wanted(key) and key not in self.pictures:
                self.pictures[key] = add_scene(number)

    def _renumber(self, items: list[dict[str, Any]], shapes: list[str], add_scene: Callable[[int], int]) -> None:
        for item in items:
            if "text" in item:
                item["text"] = [self._shape(shapes[number]) for number in item["text"]]
            elif "path" in item:
                item["path"] = self._shape(shapes[item["path"]])
            elif "image" in item:
                self.images.add(item["image"])
            elif "group" in item:
                self._renumber(item["group"], shapes, add_scene)
                if "clip" in item:
                    item["clip"]["path"] = self._shape(shapes[item["clip"]["path"]])
            else:
                item["scene"] = add_scene(item["scene"])

    def _shape(self, text: str) -> int:
        return self.shapes.setdefault(text, len(self.shapes))


def _lower(placed: int, number: int) -> int:
    if not 0 <= placed < number:  # no scene can contain itself
        raise PackError(placed)
    return placed
