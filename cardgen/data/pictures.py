"""The picture files of a game: found, looked at and never trusted."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

from cardgen.data.reading import Reader
from cardgen.errors import DataError, Fault, Place

#: What is opened at all: of the many formats that Pillow knows, some run programs.
FORMATS = ("PNG", "JPEG", "WEBP")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file of the game: its digest and its size in pixels."""

    file: Path
    digest: str
    pixels: tuple[int, int]


class Pictures:
    """Picture files inside the folder of `reader`, each opened once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._opened: dict[str, Picture] = {}

    def open(self, name: str, place: Place) -> Picture:
        """The picture in the file `name`. DataError at `place` when it is not there, or is no picture."""
        if name not in self._opened:
            self._opened[name] = self._open(name, place)
        return self._opened[name]

    def _open(self, name: str, place: Place) -> Picture:
        from PIL import Image  # decks without pictures need none of it

        path = self._reader.find(name, place)
        self._reader.read_bytes(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(path, formats=FORMATS) as image:
                    pixels = image.size
                    image.verify()
        # Pillow's readers raise whatever a broken file leads them to.
        except Exception as error:
            raise DataError(Fault(place, f"{name!r} is not a picture that can be read", ", ".join(FORMATS))) from error
        return Picture(path, self._reader.digests[path.resolve()], pixels)
