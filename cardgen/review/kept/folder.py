"""The folder with the kept pictures: packs, the files of images in them, and the files of cardgen 0.1 and 0.2.

Any number of threads and processes may use it. A file is complete when it has its name, and is never changed. Packs may
disappear when several are made one: then the folder is listed again.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import re
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError
from cardgen.base.files import digest_of, read_regular, sync_folder
from cardgen.base.output_folder import OutputFolder
from cardgen.review.kept.packs import BROKEN, KEY, NAME, Header, NewPack, make_pack, merge_packs, read_header, read_pack
from cardgen.review.kept.scenes import SceneReader, digest_in, image_name
from cardgen.scene.items import Image, Scene, images_in

#: The largest picture of an earlier version, and the largest image, in bytes.
MOST_PICTURE = 32 << 20
#: Packs with fewer pictures are made one when there are so many of about the same size. Larger ones stay.
_LARGE, _MANY = 256, 16
#: The most packs, and the most pictures of earlier versions, that are kept in memory.
_MOST_READ = 8

#: The endings of the two files of a picture kept by cardgen 0.1 and 0.2.
SVG, PNG = ".svgz", ".png"
_OLDER = re.compile(rf"{KEY.pattern}\.(svgz|png)", re.ASCII)


class KeptPictures:
    """The kept pictures in a folder, by their keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._headers: dict[str, Header] = {}
        self._packs: dict[str, str] = {}
        self._lock = threading.Lock()
        self._reader = lru_cache(maxsize=_MOST_READ)(self._open)

    # ---------------------------------------------------------------- reading

    def missing(self, keys: Iterable[str]) -> set[str]:
        """Return those of the keys whose picture is not kept."""
        self.refresh()
        return {key for key in keys if key not in self._packs and not self._has_older(key)}

    def scene(self, key: str) -> Scene | None:
        """Return the picture of this key as a scene; None if there is none, or if it cannot be read."""
        if not KEY.fullmatch(key):
            return None
        for _ in range(2):  # a pack may just have been replaced by a larger one
            name = self._packs.get(key)
            if name is not None:
                with contextlib.suppress(*BROKEN):
                    header, reader = self._reader(name)
                    return reader.scene(header.pictures[key])
            self._reader.cache_clear()
            self.refresh()
        return self._older_scene(key)

    def older_svg(self, key: str) -> bytes | None:
        """Return a picture that an earlier version kept, as SVG compressed by gzip; None if there is none."""
        return self._read(f"{key}{SVG}") if KEY.fullmatch(key) else None

    def older_png(self, key: str) -> bytes | None:
        """Return a picture that an earlier version kept, as a PNG of 100 dpi; None if there is none."""
        return self._read(f"{key}{PNG}") if KEY.fullmatch(key) else None

    def image(self, name: str) -> Path:
        """Return the file of an image that packs name. ValueError unless it has the content that its name says."""
        digest = digest_in(name)
        path = self.folder / name
        if path.is_symlink() or not path.is_file():
            raise ValueError(name)
        if digest != digest_of(path):
            raise ValueError(name)
        return path

    def refresh(self) -> None:
        """List the folder again, and read the first lines of packs that are new."""
        with self._lock:
            names = set(filter(NAME.fullmatch, self.names()))
            headers = {name: header for name, header in self._headers.items() if name in names}
            for name in sorted(names - headers.keys()):
                with contextlib.suppress(*BROKEN):
                    headers[name] = read_header(self.folder / name)
            if headers.keys() != self._headers.keys():
                self._headers = headers
                self._packs = {key: name for name, header in sorted(headers.items()) for key in header.pictures}

    @property
    def headers(self) -> Mapping[str, Header]:
        """The first lines of the packs, by their names, as they were last read."""
        return self._headers

    def names(self) -> list[str]:
        """Return the names of all files in the folder."""
        try:
            return [path.name for path in self.folder.iterdir()]
        except OSError:
            return []

    def older(self) -> set[str]:
        """Return the keys of the pictures that earlier versions kept."""
        return {name.rpartition(".")[0] for name in self.names() if _OLDER.fullmatch(name)}

    def has_packed(self, key: str) -> bool:
        return key in self._packs

    def _open(self, name: str) -> tuple[Header, SceneReader]:
        pack = read_pack(self.folder / name)
        return pack.header, pack.reader(self.image)

    def _has_older(self, key: str) -> bool:
        return (self.folder / f"{key}{SVG}").is_file() or (self.folder / f"{key}{PNG}").is_file()

    def _older_scene(self, key: str) -> Scene | None:
        packed = self.older_svg(key)
        if packed is None:
            return None
        try:
            return scene_of_svg(gzip.decompress(packed).decode())
        except (OSError, EOFError, zlib.error, ValueError, DataError):
            return None

    def _read(self, name: str) -> bytes | None:
        try:
            return read_regular(self.folder / name, MOST_PICTURE, follow=False)
        except OSError:
            return None

    # ---------------------------------------------------------------- writing

    def keep(self, pictures: Mapping[str, Scene]) -> set[str]:
        """Write the pictures that are not kept yet as one pack.

        Return the keys of those that cannot be kept, because a file in them has changed. OSError or DataError if
        nothing can be written.
        """
        missing = self.missing(pictures)
        lost: set[str] = set()
        written: set[str] = set()
        output = OutputFolder(self.folder)
        for key in sorted(missing):
            for name, content in _images_in(pictures[key]):
                if content is None:
                    lost.add(key)
                elif name not in written and not (self.folder / name).is_file():
                    output.write(name, content)
                written.add(name)
        whole = {key: pictures[key] for key in missing - lost}
        if whole:
            output.remove_parts()
            self.write(make_pack(whole))
        return lost

    def write(self, pack: NewPack) -> None:
        OutputFolder(self.folder).write(pack.name, pack.content)
        sync_folder(self.folder)
        self.refresh()

    def merge(self) -> None:
        """Make small packs of about one size a larger one, if there are many."""
        self.refresh()
        sizes: dict[int, list[str]] = {}
        for name, header in sorted(self._headers.items()):
            if 0 < len(header.pictures) < _LARGE:
                sizes.setdefault(0 if len(header.pictures) < _MANY else 1, []).append(name)
        for names in sizes.values():
            if len(names) >= _MANY:
                self.replace(names)
                return

    def replace(self, names: Iterable[str], wanted: Set[str] | None = None) -> None:
        """Write the wanted pictures of packs as one pack, then remove these. Packs that cannot be read stay."""
        packs: dict[str, Any] = {}
        for name in sorted(names):
            with contextlib.suppress(*BROKEN):
                packs[name] = read_pack(self.folder / name)
        try:
            merged = merge_packs(packs.values(), lambda key: wanted is None or key in wanted)
        except BROKEN:
            return
        if merged.header.pictures:
            self.write(merged)
        self.remove(packs.keys() - {merged.name})

    def remove(self, names: Iterable[str]) -> None:
        """Remove files of the folder."""
        output = OutputFolder(self.folder)
        for name in sorted(names):
            output.remove(name)
        self.refresh()


def _images_in(scene: Scene) -> Iterator[tuple[str, bytes | None]]:
    """Yield the file name and the bytes of each image in a scene; None if the file has changed since it was read."""
    for image in images_in(scene.items):
        yield image_name(image), _content_of(image)


def _content_of(image: Image) -> bytes | None:
    try:
        content = image.file.read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == image.file_digest else None


def scene_of_svg(text: str) -> Scene:
    """Return a picture that `picture_svg` has written, as a scene. DataError if it has something else than shapes."""
    from cardgen.data.svg import Drawing
    from cardgen.scene.items import Group, translate

    drawing = Drawing(text, "")
    view = re.search(r'viewBox="(-?[\d.]+)', text)
    bleed = max(0.0, -float(view[1])) if view else 0.0
    scene = drawing.scene()
    items = (Group(scene.items, translate(-bleed, -bleed)),) if bleed else scene.items
    return Scene(scene.width - 2 * bleed, scene.height - 2 * bleed, items, bleed=bleed)
