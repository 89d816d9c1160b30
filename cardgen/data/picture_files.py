"""Pixels of picture files: decoded once before they are used, within limits of memory and time.

All that shows a picture opens it by `open_shown`: upright, in sRGB.
"""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import joined, message
from cardgen.data.picture_colours import convert, png_chunks, profile_of

if TYPE_CHECKING:
    from PIL.Image import Image

#: The formats that are opened. Some of the others that Pillow reads run programs.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF")

#: The kinds of pixels that all backends can convert, as Pillow names them. Those of floating point numbers and of
#: L*a*b* have no one way to be shown.
_MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "I", "I;16", "I;16B", "I;16L")

_ORIENTATION = 0x0112  # the Exif tag: how the camera was held
#: Orientations that exchange width and height.
_SIDEWAYS = (5, 6, 7, 8)
#: How pictures become upright, by their orientation, as Pillow names it.
_TURNS = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}

_NOT_A_PICTURE = message("the file cannot be read as a picture")
_FORMATS_HINT = message(
    "use a picture in one of the formats {formats}, or SVG in a file whose name ends with .svg",
    formats=joined((*FORMATS, "PDF")),
)
_DAMAGED_HINT = message("the file is damaged, or has megabytes of text or colour profile in it: save it again")
_NO_AVIF = message("AVIF cannot be read by the installed version of Pillow"), message("install Pillow 11.3 or newer")
NO_PAGES = message("page: only a PDF has pages"), message("leave out page")
_SIZE_HINT = message("make it smaller: an A4 page at 300 dpi has 9 megapixels")

#: Pixels of a picture in any format.
MOST_PIXELS = 80_000_000
#: Bytes of memory for decoding a picture and converting it for a PDF or an SVG file.
MOST_MEMORY = 320_000_000
#: Bytes per pixel: two pictures of libwebp or libavif, Pillow's copy of one, the picture itself, and the same with
#: transparency.
_BYTES_OF_WEBP = 20
#: Pixels times scans of a JPEG: each scan of a progressive JPEG decodes the whole picture again.
MOST_SCANNED = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Pixels:
    """The size of a picture as it is shown, and the number of pixels decoded for it (`work`).

    A page of a PDF is `taken` if another PDF can have it as it is.
    """

    size: tuple[int, int]
    work: int
    taken: bool = False


def orientation_of(image: Image) -> int:
    """Return the orientation of an opened picture, as browsers read it: 1 for upright, up to 8 (Exif 2.32, 4.6.4)."""
    if image.format == "TIFF":
        return 1  # Pillow turns them itself
    # If a PNG has no Exif before its pixels, getexif would read the whole file.
    has_exif = image.format != "PNG" or "exif" in image.info
    return int(image.getexif().get(_ORIENTATION, 1)) if has_exif else 1


def is_turned(image: Image) -> bool:
    """Return True if an opened picture has to be turned or mirrored to be upright, as browsers read it."""
    return orientation_of(image) != 1


def eight_bit(image: Image) -> Image:
    """Return the picture with 16-bit grey reduced to 8 bits, any other picture as it is."""
    if not image.mode.startswith("I"):
        return image
    return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")


class ShownPicture(NamedTuple):
    """A picture as every viewer should show it: upright, in sRGB.

    `content` is that of a PNG or JPEG file that shows the same pixels and says nothing of its colours; empty if there
    is none. A photograph comes from a JPEG file, or from a lossy WebP file without transparency.
    """

    image: Image
    content: bytes
    is_photograph: bool


@contextmanager
def open_shown(
    content: bytes, least: tuple[int, int] | None = None, inks: bytes = b"", page: int = 1
) -> Iterator[ShownPicture]:
    """Open the picture in a file's content, which was decoded before.

    A JPEG may be decoded in fewer pixels, at `least` these. A picture in CMYK whose profile is `inks` stays as it is.
    Of a PDF, page `page` is shown, from 1.
    """
    from PIL import Image, ImageChops

    if is_pdf(content):
        from cardgen.data.pdf_pages import draw_page

        yield ShownPicture(draw_page(content, page), b"", False)
        return

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # sizes were checked when it was read
        file = Image.open(io.BytesIO(content), formats=FORMATS)
    with file:
        is_lossy = file.format == "AVIF" or _is_lossy_webp(content)
        is_photograph = file.format in ("JPEG", "MPO") or (is_lossy and file.mode == "RGB")
        orientation, profile = orientation_of(file), profile_of(file, content)
        has_inks = file.mode == "CMYK" and profile == inks
        is_whole = file.format in ("PNG", "JPEG") and orientation == 1 and not file.mode.startswith(("I", "F"))
        own = without_colours(content) if profile is None and is_whole else b""
        if file.format == "JPEG" and least is not None:
            file.draft(None, least[::-1] if orientation in _SIDEWAYS else least)
        picture: Image.Image = file  # decoded when it is used
        if file.mode == "CMYK" and file.format in ("JPEG", "MPO") and "adobe" not in file.info:
            # Pillow reads all JPEGs in CMYK as those of Adobe programs, which store them inverted.
            picture = ImageChops.invert(picture)
        if profile is not None and not has_inks:
            picture = convert(picture, profile)
        picture.info.pop("icc_profile", None)
        if orientation in _TURNS:
            picture = picture.transpose(Image.Transpose[_TURNS[orientation]])
        yield ShownPicture(picture, own, is_photograph)


#: The chunks of a PNG that say something of its colours.
_COLOUR_CHUNKS = (b"iCCP", b"cICP", b"gAMA", b"cHRM", b"sRGB")


def without_colours(content: bytes) -> bytes:
    """Return a PNG or JPEG file in sRGB without what it says of its colours.

    A PNG that only says that it is in sRGB, or how old programs should show sRGB, stays as it is.
    """
    if content.startswith(b"\xff\xd8"):
        return _without_profile(content)
    chunks = list(png_chunks(content))
    kinds = {kind for kind, _, _ in chunks}
    if not kinds & {b"iCCP", b"cICP"} and (b"sRGB" in kinds or not kinds & set(_COLOUR_CHUNKS)):
        return content
    parts = (content[start:end] for kind, start, end in chunks if kind not in _COLOUR_CHUNKS)
    return content[:8] + b"".join(parts)


def _without_profile(content: bytes) -> bytes:
    """Return a JPEG file without the segments of an ICC profile before its pixels (ICC.1:2001-04, B.4)."""
    parts, at = [content[:2]], 2
    while content[at : at + 1] == b"\xff" and content[at + 1] != 0xDA:
        if content[at + 1] == 0xFF:  # a byte that fills
            at += 1
            continue
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4])
        if content[at + 1] != 0xE2 or content[at + 4 : at + 16] != b"ICC_PROFILE\0":
            parts.append(content[at:end])
        at = end
    return content if len(parts) == 1 else b"".join([*parts, content[at:]])


def is_pdf(content: bytes) -> bool:
    """Return True if a file begins as a PDF does."""
    return content.startswith(b"%PDF-")


def decode(content: bytes, count: Callable[[int], None] = lambda _: None, page: int = 1) -> Pixels:
    """Decode the picture in a file's content, to make sure that it can be drawn, and return its size.

    `count` is called with the number of pixels before they are decoded, and may raise. Of a PDF, page `page` is
    decoded, from 1. WrongValueError for another format, a damaged file, and a picture that takes too much memory or
    time.
    """
    from PIL import Image, UnidentifiedImageError, features

    if is_pdf(content):
        from cardgen.data.pdf_pages import check_page

        size, is_taken = check_page(content, page)
        count(size[0] * size[1])
        return Pixels(size, size[0] * size[1], is_taken)
    if page != 1:
        raise WrongValueError(*NO_PAGES)

    try:
        # libwebp takes the memory for a whole picture when it is opened.
        _check_pixels(_webp_size(content), MOST_MEMORY // _BYTES_OF_WEBP)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limits here are lower
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                _check_pixels(image.size, MOST_PIXELS)
                if image.format == "PNG":
                    image.verify()  # the checksums; afterwards the file has to be opened again
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                return _decode(image, content, count)
    except WrongValueError:
        raise
    except UnidentifiedImageError as error:
        if content[4:12] == b"ftypavif" and not features.check("avif"):
            raise WrongValueError(*_NO_AVIF) from error
        raise WrongValueError(_NOT_A_PICTURE, _FORMATS_HINT) from error
    except Image.DecompressionBombError as error:
        raise WrongValueError(message("the picture has far too many pixels"), _SIZE_HINT) from error
    # Pillow's decoders raise errors of any kind for broken files.
    except Exception as error:
        raise WrongValueError(_NOT_A_PICTURE, _DAMAGED_HINT) from error


def _decode(image: Image, content: bytes, count: Callable[[int], None]) -> Pixels:
    from PIL import ImageOps

    size, kind, orientation = image.size, str(image.format), orientation_of(image)
    if image.mode not in _MODES:
        problem = message(
            "the {kind} file has pixels of the kind {mode}, which cannot be shown", kind=kind, mode=image.mode
        )
        raise WrongValueError(problem, message("save it again in RGB with 8 bits"))
    profile = profile_of(image, content)
    work = size[0] * size[1]
    if kind in ("JPEG", "MPO"):
        scans = content.count(b"\xff\xda")
        if work * scans > MOST_SCANNED:
            problem = message("the JPEG has {scans:,} scans", scans=scans)
            raise WrongValueError(problem, message("save it again without progressive display"))
    needed = _bytes_per_pixel(image, orientation, profile is not None)
    if needed:
        _check_pixels(size, MOST_MEMORY // needed, kind)
    count(work)
    if kind == "JPEG" and orientation == 1:
        image.draft(image.mode, (1, 1))  # PDFs get it undecoded: decoding at an eighth of the size shows damage
    image.load()
    if orientation != 1:
        image = ImageOps.exif_transpose(image)
    # Converting one pixel shows whether the palette, transparency and depth can be converted.
    eight_bit(image.crop((0, 0, 1, 1))).convert("RGBA")
    return Pixels((size[1], size[0]) if orientation in _SIDEWAYS else size, work)


def _bytes_per_pixel(image: Image, orientation: int, is_converted: bool) -> int:
    """Return the bytes of memory that the backends need for a pixel, at most. `is_converted` is of its colours."""
    needed = 0
    if image.format in ("WEBP", "AVIF"):
        needed += _BYTES_OF_WEBP
    elif image.format != "JPEG" or orientation != 1 or is_converted or image.mode not in ("L", "RGB"):
        needed += 4
    if "progressive" in image.info:
        needed += 2 * len(image.getbands())  # the coefficients of all scans
    if orientation != 1:
        needed += 8  # the turned picture, and the same with transparency
    elif image.mode.startswith("I") or (is_converted and image.mode != "RGB"):
        needed += 4  # a second picture
    return needed


def _check_pixels(size: tuple[int, int], most: int, kind: str = "") -> None:
    """Raise WrongValueError for more than `most` pixels, the limit of pictures like this one of that format."""
    width, height = size
    if width * height > most:
        template = (
            "the picture has {megapixels:.1f} megapixels ({width:,} × {height:,}), more than the limit of {limit:.0f}"
        )
        if kind:
            template = (
                "the picture has {megapixels:.1f} megapixels ({width:,} × {height:,}), "
                "more than the limit of {limit:.0f} for a {kind} file like this"
            )
        values = {"megapixels": width * height / 1e6, "limit": most / 1e6, "kind": kind}
        raise WrongValueError(message(template, width=width, height=height, **values), _SIZE_HINT)


def _is_lossy_webp(content: bytes) -> bool:
    """Return True for a WebP file with lossy pixels (RFC 9649, 2.5-2.7)."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return False
    at = 12
    while at + 8 <= len(content) and content[at : at + 4] not in (b"VP8 ", b"VP8L"):
        size = int.from_bytes(content[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return content[at : at + 4] == b"VP8 "


def _webp_size(content: bytes) -> tuple[int, int]:
    """Return the size that a WebP file states, (0, 0) for any other file (RFC 9649, 2.4-2.7)."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return 0, 0
    match content[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", content, 21)
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
    return 0, 0
