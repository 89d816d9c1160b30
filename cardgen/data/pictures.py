"""The picture files of a game, pixels or shapes: each is opened and checked once."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cardgen.base.errors import DataError, Fault, Place, WrongValueError
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.data.picture_files import NO_PAGES, Pixels, decode
from cardgen.data.reading import Reader
from cardgen.scene.items import page_digest

if TYPE_CHECKING:
    from cardgen.data.svg import Drawing

#: Pixels of all pictures of a game together. The limit grows with the bytes of the files: large files may have more.
MOST_PIXELS_IN_ALL = 250_000_000
_PIXELS_PER_BYTE = 40

#: The shape of a missing picture: a card's art is mostly wider than high.
_MISSING_SIZE = (3.0, 2.0)


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture file of the game: its digest, and its size in pixels, (0, 0) for a `drawing`.

    Of a PDF it is one `page`, `taken` if another PDF can have it as it is, and the digest of a page after the first
    is not that of its file alone.
    In a draft, a picture may be `missing`: that is its name, and a placeholder is drawn in its place.
    """

    file: Path
    digest: str
    pixels: tuple[int, int]
    drawing: Drawing | None = None
    missing: str = ""
    page: int = 1
    taken: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, in pixels or in the units of the drawing."""
        if self.missing:
            return _MISSING_SIZE
        return self.pixels if self.drawing is None else (self.drawing.width, self.drawing.height)


@dataclass(slots=True)
class _Opened:
    """The opened pictures of a game, and the errors of those that cannot be read, by file name and page."""

    pictures: dict[tuple[str, int], PictureFile] = field(default_factory=dict)
    drawing_errors: dict[str, DataError] = field(default_factory=dict)
    pixel_errors: dict[tuple[str, int], WrongValueError] = field(default_factory=dict)
    pixels: int = 0
    allowed: int = 0
    """additional pixels, because the files are large"""


#: Shared by all decks and languages of a game, which has one reader.
_opened: WeakKeyDictionary[Reader, _Opened] = WeakKeyDictionary()

#: Decoded pictures by digest, so that a reload decodes only the changed ones.
_decoded: dict[str, Pixels] = {}
_MOST_REMEMBERED = 4_096


class Pictures:
    """Picture files inside the folder of `reader`, each opened and decoded once; for a draft some may be missing."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._opened = _opened.setdefault(reader, _Opened())

    def open(self, name: str, place: Place, page: int = 1) -> PictureFile:
        """Return the picture in the file `name`; of a PDF, page `page` of it.

        DataError at `place` if it is missing or cannot be decoded; at the lines of an SVG picture that cannot be drawn.
        """
        opened, key = self._opened, (name, page)
        if name in opened.drawing_errors:
            raise opened.drawing_errors[name]
        try:
            if key in opened.pixel_errors:
                raise opened.pixel_errors[key]
            if key not in opened.pictures:
                opened.pictures[key] = self._open(name, place, page)
        except WrongValueError as error:
            opened.pixel_errors[key] = error
            problem = message("{file!r}: {problem}", file=name, problem=error.text)
            raise DataError(Fault(place, problem, error.hint)) from error
        return opened.pictures[key]

    def _open(self, name: str, place: Place, page: int) -> PictureFile:
        if self._reader.draft and self._reader.is_missing(name):
            return PictureFile(
                self._reader.fence / name, hashlib.sha256(name.encode()).hexdigest(), (0, 0), missing=name
            )
        path = self._reader.find(name, place)
        if path.suffix.lower() == ".svg":
            if page != 1:
                raise WrongValueError(*NO_PAGES)
            from cardgen.data.svg import read_drawing

            try:
                drawing = read_drawing(self._reader.read_text(path), self._reader.shown(path))
            except DataError as error:
                self._opened.drawing_errors[name] = error
                raise
            return PictureFile(path, self._reader.digests[path.resolve()], (0, 0), drawing)
        content = self._reader.read_bytes(path)
        digest = page_digest(self._reader.digests[path.resolve()], page)
        self._opened.allowed += len(content) * _PIXELS_PER_BYTE
        if digest in _decoded:
            self._count(_decoded[digest].work)
        else:
            if len(_decoded) >= _MOST_REMEMBERED:
                _decoded.clear()
            _decoded[digest] = decode(content, self._count, page)
        decoded = _decoded[digest]
        return PictureFile(path, digest, decoded.size, page=page, taken=decoded.taken)

    def _count(self, pixels: int) -> None:
        opened = self._opened
        opened.pixels += pixels
        most = MOST_PIXELS_IN_ALL + opened.allowed
        if opened.pixels > most:
            problem = message(
                "with this picture, the game's pictures have {total:.0f} megapixels", total=opened.pixels / 1e6
            )
            hint = message(
                "at most {limit:.0f} megapixels are read from files as small as these: make the pictures smaller",
                limit=most / 1e6,
            )
            raise WrongValueError(problem, hint)
