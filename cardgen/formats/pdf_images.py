"""Pictures inside a PDF: a JPEG file is copied unchanged; others become samples, with transparency as a mask."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from cardgen.formats.pdf_fonts import COMPRESSION
from cardgen.formats.reportlab_private import Stream, pdf_stream
from cardgen.scene.items import Image

if TYPE_CHECKING:
    from PIL import Image as Pictures

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def image_object(image: Image) -> tuple[Stream, Stream | None]:
    """Return the picture as an image object, and its transparency as another if it has any.

    DataError for a file that has changed since the game was read.
    """
    from cardgen.formats.pixels import open_picture  # lazy: most games have no pictures, and Pillow is large

    with open_picture(image) as shown:
        picture = shown.image
        if shown.content and picture.format == "JPEG" and picture.mode in _SPACES:
            return pdf_stream({**image_entries(picture, picture.mode), "Filter": "/DCTDecode"}, shown.content), None
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
