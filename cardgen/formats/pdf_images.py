"""Pictures inside a PDF: JPEG as it lies in its file, anything else as plain samples with its transparency aside."""

from __future__ import annotations

import zlib
from typing import Any

from PIL import Image as Pictures
from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary, PDFStream

from cardgen.formats.pdf_fonts import COMPRESSION
from cardgen.formats.pixels import opened, strips, upright
from cardgen.scene.items import Image

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def image_object(image: Image) -> tuple[Any, Any | None]:
    """The picture as an image object, and the one that holds its transparency, if it has any.

    DataError for a file that has changed since it was read.
    """
    with opened(image) as (file, data):
        picture = upright(file)
        if picture.format == "JPEG" and picture.mode in _SPACES:
            made = PDFStream(PDFDictionary({**_entries(picture, picture.mode), "Filter": "/DCTDecode"}), data)
            if picture.mode == "CMYK" and "adobe" in picture.info:
                made.dictionary["Decode"] = PDFArrayCompact([1, 0] * 4)  # Adobe stores ink as its opposite
            return made, None
        if picture.has_transparency_data:
            return _samples(picture, "RGBA", "RGB"), _samples(picture, "RGBA", "A")
        grey = picture.mode in ("1", "L") or picture.mode.startswith("I")
        return _samples(picture, "L" if grey else "RGB"), None


def _samples(picture: Pictures.Image, mode: str, part: str = "") -> Any:
    """The samples of a picture in `mode`, or only the colours or the transparency of them."""
    packer = zlib.compressobj(COMPRESSION)
    packed = []
    for _, strip in strips(picture):
        samples = strip.convert(mode)
        if part:
            samples = samples.getchannel(part) if len(part) == 1 else samples.convert(part)
        packed.append(packer.compress(samples.tobytes()))
    packed.append(packer.flush())
    entries = {**_entries(picture, "L" if part == "A" else part or mode), "Filter": "/FlateDecode"}
    return PDFStream(PDFDictionary(entries), b"".join(packed))


def _entries(picture: Pictures.Image, mode: str) -> dict[str, object]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "ColorSpace": _SPACES[mode],
    }
