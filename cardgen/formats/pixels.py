"""Picture files as every viewer should show them: upright, in sRGB, with eight bits per channel."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image as Pictures

from cardgen.data.picture_colours import STRIP
from cardgen.data.picture_files import Shown, eight_bit, open_shown
from cardgen.errors import DataError, Fault, Place
from cardgen.scene.items import Image
from cardgen.words.messages import message


@contextmanager
def open_picture(image: Image, inks: bytes = b"") -> Iterator[Shown]:
    """Open the picture file of an image, as `open_shown` does. DataError if it can no longer be decoded.

    It was decoded when the game was read, so it has been replaced or removed since then.
    """
    try:
        with open_shown(image.file.read_bytes(), inks=inks) as shown:
            yield shown
    # Pillow's decoders raise many kinds of errors for a broken file.
    except Exception as error:
        text = message("the picture changed after the game was read, and can no longer be read")
        raise DataError(Fault(Place(str(image.file)), text, message("build the game again"))) from error


#: The quality of photographs as JPEG, with all pixels of their colours: nobody sees a difference on paper or a screen.
QUALITY = 92


def save_photograph(picture: Pictures.Image) -> bytes:
    """Return a photograph as a JPEG file."""
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=QUALITY, subsampling=0, comment=b"")
    return stream.getvalue()


def in_eight_bits(picture: Pictures.Image) -> Pictures.Image:
    """Return the picture with 16-bit grey converted to 8 bits."""
    if not picture.mode.startswith("I"):
        return picture
    converted = Pictures.new("L", picture.size)
    for top, strip in strips(picture):
        converted.paste(strip, (0, top))
    return converted


def strips(picture: Pictures.Image) -> Iterator[tuple[int, Pictures.Image]]:
    """Yield the picture in horizontal strips from top to bottom, each with its first row, eight bits per channel.

    Converted strip by strip, a large picture needs little more memory than its own pixels.
    """
    rows = max(1, STRIP // picture.width)
    for top in range(0, picture.height, rows):
        yield top, eight_bit(picture.crop((0, top, picture.width, min(top + rows, picture.height))))
