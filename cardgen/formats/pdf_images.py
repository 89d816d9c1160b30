"""Pictures inside a PDF: a JPEG file is copied unchanged; others become samples, with transparency as a mask."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from cardgen.base.records import dataclass
from cardgen.base.units import pixels
from cardgen.formats.pdf_fonts import COMPRESSION
from cardgen.formats.reportlab_private import PdfObjects, Stream, pdf_stream
from cardgen.scene.items import Image, Scene, walk
from cardgen.scene.late import LateScene

if TYPE_CHECKING:
    from PIL import Image as Pictures

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


@dataclass(frozen=True, slots=True)
class PictureLimit:
    """The most dots per inch of pictures, and the quality of the JPEGs that all of them without transparency are."""

    dpi: int
    quality: int


class PictureSizes:
    """How a document has its pictures: with all pixels, or at most so many dots per inch."""

    def __init__(self, limit: int | PictureLimit | None, objects: PdfObjects) -> None:
        self._objects = objects
        self.dpi = limit.dpi if isinstance(limit, PictureLimit) else limit
        self.quality = limit.quality if isinstance(limit, PictureLimit) else None
        self._have_pictures: dict[Scene, bool] = {}

    def size(self, image: Image, across: float, down: float) -> tuple[int, int] | None:
        """Return the pixels of a picture that is shown in a size, mm; None for all, unchanged."""
        if self.dpi is None:
            return None
        return min(image.pixels[0], pixels(across, self.dpi)), min(image.pixels[1], pixels(down, self.dpi))

    def image_object(self, image: Image, size: tuple[int, int] | None = None) -> tuple[Stream, Stream | None]:
        """Return a picture as `image_object` does, in the quality of this document; a page of a PDF in shapes."""
        from cardgen.formats.pdf_art import art_of

        return art_of(image, self._objects) or image_object(image, size, self.quality)

    def scale(self, scene: Scene, scale: float) -> float:
        """Return the scale that a scene is stored for: 1 if it does not decide on the pixels of a picture."""
        if self.dpi is None:
            return 1.0
        if scene not in self._have_pictures:
            # What was drawn ahead has no pictures, and its items would have to be made.
            is_drawn = isinstance(scene, LateScene) and scene.drawn is not None
            self._have_pictures[scene] = not is_drawn and any(isinstance(item, Image) for _, item in walk(scene.items))
        return scale if self._have_pictures[scene] else 1.0


def image_object(
    image: Image, size: tuple[int, int] | None = None, quality: int | None = None
) -> tuple[Stream, Stream | None]:
    """Return the picture as an image object, and its transparency as another if it has any.

    With a `size` it has so many pixels, and a photograph is a JPEG; without, it is exactly what its file shows. With a
    `quality` each picture without transparency is a JPEG of it.
    DataError for a file that has changed since the game was read.
    """
    from cardgen.formats.pixels import QUALITY, in_size, open_picture, save_photograph  # lazy: Pillow is large

    is_whole = size in (None, image.pixels)
    with open_picture(image, None if is_whole else size) as shown:
        picture = shown.image if is_whole else in_size(shown.image, size)
        if picture.mode in _SPACES and not picture.has_transparency_data:
            jpeg = shown.content if is_whole and picture.format == "JPEG" and quality is None else b""
            if not jpeg and size is not None and (shown.is_photograph or quality is not None):
                jpeg = save_photograph(picture, quality or QUALITY)
            if jpeg:
                return pdf_stream({**image_entries(picture, picture.mode), "Filter": "/DCTDecode"}, jpeg), None
        if picture.has_transparency_data:
            return _samples(picture, "RGBA", "RGB"), _samples(picture, "RGBA", "A")
        grey = picture.mode in ("1", "L") or picture.mode.startswith("I")
        return _samples(picture, "L" if grey else "RGB"), None


def _samples(picture: Pictures.Image, mode: str, part: str = "") -> Stream:
    """Return the samples of a picture in `mode`; with `part` only its colours (RGB) or its transparency (A)."""
    from cardgen.formats.pixels import strips

    compressor = zlib.compressobj(COMPRESSION)
    chunks = []
    for _, strip in strips(picture):
        samples = strip.convert(mode)
        if part:
            samples = samples.getchannel(part) if len(part) == 1 else samples.convert(part)
        chunks.append(compressor.compress(samples.tobytes()))
    chunks.append(compressor.flush())
    entries = {**image_entries(picture, "L" if part == "A" else part or mode), "Filter": "/FlateDecode"}
    return pdf_stream(entries, b"".join(chunks))


def image_entries(picture: Pictures.Image, mode: str) -> dict[str, object]:
    """Return the entries of a picture whose samples are in `mode`."""
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "ColorSpace": _SPACES[mode],
    }
