"""Picture files as every viewer should show them: upright, with eight bits per channel."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image as Pictures
from PIL import ImageOps

from cardgen.data.picture_files import eight_bit, is_turned
from cardgen.errors import DataError, Fault, Place
from cardgen.scene.items import Image
from cardgen.words.messages import message

#: Pixels that are converted at once.
_STRIP = 1 << 20


@contextmanager
def open_picture(image: Image) -> Iterator[tuple[Pictures.Image, bytes]]:
    """Open the picture file of an image, and read its bytes. DataError if it can no longer be decoded.

    It was decoded when the game was read, so it has been replaced or removed since then.
    """
    try:
        data = image.file.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pictures.DecompressionBombWarning)  # sizes were checked when it was read
            with Pictures.open(io.BytesIO(data)) as picture:
                yield picture, data
    # Pillow's decoders raise many kinds of errors for a broken file.
    except Exception as error:
        text = message("the picture changed after the game was read, and can no longer be read")
        raise DataError(Fault(Place(str(image.file)), text, message("build the game again"))) from error


def is_plain(picture: Pictures.Image) -> bool:
    """Return True if viewers show the file's samples as they are: no rotation, no 16-bit or float samples."""
    return not is_turned(picture) and not picture.mode.startswith(("I", "F"))


def as_shown(picture: Pictures.Image) -> Pictures.Image:
    """Return the picture upright, with 16-bit grey converted to 8 bits."""
    picture = upright(picture)
    if not picture.mode.startswith("I"):
        return picture
    converted = Pictures.new("L", picture.size)
    for top, strip in strips(picture):
        converted.paste(strip, (0, top))
    return converted


def upright(picture: Pictures.Image) -> Pictures.Image:
    """Return the picture rotated and mirrored as its Exif orientation says."""
    return ImageOps.exif_transpose(picture) if is_turned(picture) else picture


def strips(picture: Pictures.Image) -> Iterator[tuple[int, Pictures.Image]]:
    """Yield the picture in horizontal strips from top to bottom, each with its first row, eight bits per channel.

    Converted strip by strip, a large picture needs little more memory than its own pixels.
    """
    rows = max(1, _STRIP // picture.width)
    for top in range(0, picture.height, rows):
        yield top, eight_bit(picture.crop((0, top, picture.width, min(top + rows, picture.height))))
