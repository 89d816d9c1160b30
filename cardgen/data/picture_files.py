"""Pixels of picture files: decoded once before they are used, within limits of memory and time."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.errors import WrongValueError
from cardgen.words.messages import joined, message

if TYPE_CHECKING:
    from PIL.Image import Image

#: What is opened at all: of the many formats that Pillow knows, some run programs.
FORMATS = ("PNG", "JPEG", "WEBP")

_ORIENTATION = 0x0112  # of Exif: how a camera was held
#: Orientations in which width and height change places.
_ON_ITS_SIDE = (5, 6, 7, 8)

_NOT_A_PICTURE = message("the file cannot be read as a picture")
_FORMATS_HINT = message(
    "use a picture in one of the formats {formats}, or SVG in a file whose name ends with .svg", formats=joined(FORMATS)
)
_DAMAGED_HINT = message("the file is damaged, or has megabytes of text or colour profile in it: save it again")
_SIZE_HINT = message("make it smaller: an A4 page at 300 dpi has 9 megapixels")

#: More pixels are not opened, whatever their format.
MOST_PIXELS = 80_000_000
#: Decoding a picture, and turning it into what a PDF or an SVG file holds, takes no more memory than this.
MOST_MEMORY = 320_000_000
#: libwebp's two pictures, Pillow's copy of one, the picture itself, and the same with transparency.
_BYTES_OF_WEBP = 20
#: Pixels times scans of a JPEG: each scan of a progressive one goes over the whole picture again.
MOST_SCANNED = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Pixels:
    """The size of a decoded picture as it is shown, and how many pixels had to be decoded for it."""

    size: tuple[int, int]
    work: int


def orientation_of(image: Image) -> int:
    """How an opened picture was taken, as browsers read it: 1 for upright, up to 8 (Exif 2.32, 4.6.4)."""
    # Asked for an Exif that does not stand in front, a PNG is read to its end.
    has_exif = image.format != "PNG" or "exif" in image.info
    return int(image.getexif().get(_ORIENTATION, 1)) if has_exif else 1


def is_turned(image: Image) -> bool:
    """Whether an opened picture says that it lies otherwise than it was taken, as browsers read it."""
    return orientation_of(image) != 1


def eight_bit(image: Image) -> Image:
    """The picture with grey of sixteen bits brought down to eight."""
    if not image.mode.startswith("I"):
        return image
    return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")


def decode(content: bytes, count: Callable[[int], None] = lambda _: None) -> Pixels:
    """The size of the picture in a file's content, which can be decoded and drawn.

    `count` is told of its pixels before they are decoded, and may raise. WrongValueError for a format that is not read,
    a damaged file, and a picture that takes too much memory or time.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        # libwebp takes the memory for a whole picture when it is opened.
        _check_pixels(_webp_size(content), MOST_MEMORY // _BYTES_OF_WEBP)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limits here are lower
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                _check_pixels(image.size, MOST_PIXELS)
                if image.format == "PNG":
                    image.verify()  # the checksums; what has been verified has to be opened anew
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                return _decode(image, content, count)
    except WrongValueError:
        raise
    except UnidentifiedImageError as error:
        raise WrongValueError(_NOT_A_PICTURE, _FORMATS_HINT) from error
    except Image.DecompressionBombError as error:
        raise WrongValueError(message("the picture has far too many pixels"), _SIZE_HINT) from error
    # Pillow's decoders raise whatever a broken file leads them to.
    except Exception as error:
        raise WrongValueError(_NOT_A_PICTURE, _DAMAGED_HINT) from error


def _decode(image: Image, content: bytes, count: Callable[[int], None]) -> Pixels:
    from PIL import ImageOps

    size, kind, orientation = image.size, str(image.format), orientation_of(image)
    work = size[0] * size[1]
    if kind in ("JPEG", "MPO"):
        scans = content.count(b"\xff\xda")
        if work * scans > MOST_SCANNED:
            problem = message("the JPEG has {scans:,} scans", scans=scans)
            raise WrongValueError(problem, message("save it again without progressive display"))
    needed = _bytes_per_pixel(image, orientation)
    if needed:
        _check_pixels(size, MOST_MEMORY // needed, kind)
    count(work)
    if kind == "JPEG" and orientation == 1:
        image.draft(image.mode, (1, 1))  # it gets into a PDF as it is: an eighth of the size shows whether it is whole
    image.load()
    if orientation != 1:
        image = ImageOps.exif_transpose(image)
    # What conversion makes of a palette, transparency or depth depends on the picture's head only.
    eight_bit(image.crop((0, 0, 1, 1))).convert("RGBA")
    return Pixels((size[1], size[0]) if orientation in _ON_ITS_SIDE else size, work)


def _bytes_per_pixel(image: Image, orientation: int) -> int:
    """The memory that the backends need for a pixel, at most."""
    needed = 0
    if image.format == "WEBP":
        needed += _BYTES_OF_WEBP
    elif image.format != "JPEG" or orientation != 1 or image.mode not in ("L", "RGB", "CMYK"):
        needed += 4
    if "progressive" in image.info:
        needed += 2 * len(image.getbands())  # the coefficients of all scans
    if orientation != 1:
        needed += 8  # the turned picture, and the same with transparency
    elif image.mode.startswith("I"):
        needed += 4
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


def _webp_size(content: bytes) -> tuple[int, int]:
    """The size that a WebP file states, (0, 0) for any other file (RFC 9649, 2.4-2.7)."""
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
