"""Fonts that are packed for the web, unpacked into files that everything reads."""

from __future__ import annotations

import io

from cardgen.base.words.messages import message
from cardgen.text.font_files import FontFileError

#: The first bytes of WOFF and WOFF2 files.
_PACKED = (b"wOFF", b"wOF2")

#: The most bytes of an unpacked font.
_MOST_BYTES = 100_000_000


def is_packed(content: bytes) -> bool:
    """Return True for a WOFF or WOFF2 file."""
    return content.startswith(_PACKED)


def unpack(content: bytes) -> tuple[bytes, str]:
    """Return the font of a WOFF or WOFF2 file, and the suffix of its name: .ttf or .otf.

    FontFileError if it is none, or if the packages that unpack it are not installed.
    """
    if int.from_bytes(content[16:20], "big") > _MOST_BYTES:
        hint = message("use a font of at most {most} MB", most=_MOST_BYTES // 10**6)
        raise FontFileError(message("is too large"), hint)
    try:
        from fontTools.ttLib import TTFont

        font = TTFont(io.BytesIO(content), recalcBBoxes=False, recalcTimestamp=False)
        font.flavor = None
        unpacked = io.BytesIO()
        font.save(unpacked, reorderTables=False)
    except ImportError as error:
        problem = message("is packed for the web, and the packages that unpack it are not installed")
        hint = message("run: {command}; or use the TTF or OTF file", command="pip install 'cardgen[webfonts]'")
        raise FontFileError(problem, hint) from error
    except Exception as error:  # fontTools raises many kinds of errors for a damaged file
        raise FontFileError(message("cannot be unpacked"), message("download it again")) from error
    return unpacked.getvalue(), ".otf" if font.sfntVersion == "OTTO" else ".ttf"
