"""Picture files as every viewer should show them: the right way up, eight bits to a colour."""

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

#: Pixels that are converted at a time.
_STRIP = 1 << 20


@contextmanager
def opened(image: Image) -> Iterator[tuple[Pictures.Image, bytes]]:
    """The picture file of an image, and its bytes. DataError if it cannot be decoded any longer.

    It was decoded when the game was read: since then it has been replaced or removed.
    """
    try:
        data = image.file.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pictures.DecompressionBombWarning)  # larger ones were refused
            with Pictures.open(io.BytesIO(data)) as picture:
                yield picture, data
    # Pillow's decoders raise whatever a broken file leads them to.
    except Exception as error:
        message = "cannot be read: it has changed since the game was read"
        raise DataError(Fault(Place(str(image.file)), message, "build the game again")) from error


def is_plain(picture: Pictures.Image) -> bool:
    """Whether the file itself says all that there is to see: its samples, as they lie."""
    return not is_turned(picture) and not picture.mode.startswith(("I", "F"))


def as_shown(picture: Pictures.Image) -> Pictures.Image:
    """The picture turned as its camera was held, grey of sixteen bits brought down to eight."""
    picture = upright(picture)
    if not picture.mode.startswith("I"):
        return picture
    whole = Pictures.new("L", picture.size)
    for top, strip in strips(picture):
        whole.paste(strip, (0, top))
    return whole


def upright(picture: Pictures.Image) -> Pictures.Image:
    """The picture turned as its camera was held."""
    return ImageOps.exif_transpose(picture) if is_turned(picture) else picture


def strips(picture: Pictures.Image) -> Iterator[tuple[int, Pictures.Image]]:
    """The picture cut into strips from top to bottom, each with its first row, eight bits to a colour.

    Converted strip by strip, a large picture takes little more memory than its own pixels.
    """
    rows = max(1, _STRIP // picture.width)
    for top in range(0, picture.height, rows):
        yield top, eight_bit(picture.crop((0, top, picture.width, min(top + rows, picture.height))))
