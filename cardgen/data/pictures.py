"""The picture files of a game, pixels or shapes: found, looked at and never trusted."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.data.reading import Reader
from cardgen.errors import DataError, Fault, Place

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.data.svg import Drawing

#: What is opened at all: of the many formats that Pillow knows, some run programs.
FORMATS = ("PNG", "JPEG", "WEBP")

_ORIENTATION = 0x0112  # of Exif: how a camera was held
_JPEG_ENDS = b"\xff\xd9"
_HINT = ", ".join(FORMATS) + ", or SVG in a file called .svg"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file of the game: its digest, and its size in pixels or, for a `drawing`, in units of its own."""

    file: Path
    digest: str
    pixels: tuple[int, int]
    drawing: Drawing | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, to tell its proportions by."""
        return self.pixels if self.drawing is None else (self.drawing.width, self.drawing.height)


def is_turned(image: Image) -> bool:
    """Whether an opened picture says that it lies otherwise than it was taken, as browsers read it."""
    # Asked for an Exif that does not stand in front, a PNG is read to its end.
    told = image.format != "PNG" or "exif" in image.info
    return told and image.getexif().get(_ORIENTATION, 1) != 1


class Pictures:
    """Picture files inside the folder of `reader`, each opened once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._opened: dict[str, Picture] = {}
        self._refused: dict[str, DataError] = {}

    def open(self, name: str, place: Place) -> Picture:
        """The picture in the file `name`. DataError at `place` when it is not there, or is no picture; at the lines of
        an SVG picture for what in it cannot be drawn."""
        if name in self._refused:  # told at its own lines, whoever asks
            raise self._refused[name]
        if name not in self._opened:
            self._opened[name] = self._open(name, place)
        return self._opened[name]

    def _open(self, name: str, place: Place) -> Picture:
        path = self._reader.find(name, place)
        if path.suffix.lower() == ".svg":
            from cardgen.data.svg import read_drawing

            try:
                drawing = read_drawing(self._reader.read_text(path), self._reader.shown(path))
            except DataError as error:
                self._refused[name] = error
                raise
            return Picture(path, self._reader.digests[path.resolve()], (0, 0), drawing)
        from PIL import Image, ImageOps  # decks without pictures need none of it

        content = self._reader.read_bytes(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(path, formats=FORMATS) as image:
                    pixels = image.size
                    if is_turned(image):  # it is shown as the camera was held
                        pixels = ImageOps.exif_transpose(image).size
                    elif image.format == "JPEG" and not content.endswith(_JPEG_ENDS):
                        image.load()  # half a photograph, or one with something behind it; nothing is verified
                    else:
                        image.verify()
        # Pillow's readers raise whatever a broken file leads them to.
        except Exception as error:
            raise DataError(Fault(place, f"{name!r} is not a picture that can be read", _HINT)) from error
        return Picture(path, self._reader.digests[path.resolve()], pixels)
