"""Pictures inside a PDF: JPEG as it lies in its file, anything else as plain samples with its transparency aside."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image as Pictures
from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary, PDFStream

from cardgen.formats.pdf_fonts import compressed
from cardgen.formats.pixels import as_shown

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def image_object(file: Path) -> tuple[Any, Any | None]:
    """The picture as an image object, and the one that holds its transparency, if it has any."""
    data = file.read_bytes()
    with Pictures.open(io.BytesIO(data)) as opened:
        picture = as_shown(opened)
        if picture.format == "JPEG" and picture.mode in _SPACES:
            made = PDFStream(PDFDictionary({**_entries(picture), "Filter": "/DCTDecode"}), data)
            if picture.mode == "CMYK" and "adobe" in picture.info:
                made.dictionary["Decode"] = PDFArrayCompact([1, 0] * 4)  # Adobe stores ink as its opposite
            return made, None
        if picture.has_transparency_data:
            full = picture.convert("RGBA")
            return _samples(full.convert("RGB")), _samples(full.getchannel("A"))
        return _samples(picture.convert("L" if picture.mode in ("1", "L") else "RGB")), None


def _samples(picture: Pictures.Image) -> Any:
    return compressed(picture.tobytes(), **_entries(picture))


def _entries(picture: Pictures.Image) -> dict[str, object]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "ColorSpace": _SPACES[picture.mode],
    }
