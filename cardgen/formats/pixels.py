"""Picture files as every viewer should show them: upright, in sRGB, with eight bits per channel."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image as Pictures
from PIL import ImageChops

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.data import picture_colours
from cardgen.data.picture_colours import STRIP
from cardgen.data.picture_files import ShownPicture, eight_bit, open_shown
from cardgen.scene.items import Image


@contextmanager
def open_picture(image: Image, least: tuple[int, int] | None = None, inks: bytes = b"") -> Iterator[ShownPicture]:
    """Open the picture file of an image, as `open_shown` does. DataError if it can no longer be decoded.

    It was decoded when the game was read, so it has been replaced or removed since then.
    """
    try:
        # A picture in inks has no transparency, so that one with a mask is in colours.
        with open_shown(image.file.read_bytes(), least, b"" if image.mask else inks, image.page) as shown:
            shown = _in_greys(shown) if image.grey else shown
            yield shown if image.mask is None else ShownPicture(with_mask(shown.image, image.mask), b"", False)
    # Pillow's decoders raise many kinds of errors for a broken file.
    except Exception as error:
        text = message("the picture changed after the game was read, and can no longer be read")
        raise DataError(Fault(Place(str(image.file)), text, message("build the game again"))) from error


def _in_greys(shown: ShownPicture) -> ShownPicture:
    picture = eight_bit(shown.image)
    return ShownPicture(picture.convert("LA" if picture.has_transparency_data else "L"), b"", shown.is_photograph)


def with_mask(picture: Pictures.Image, mask: Image) -> Pictures.Image:
    """Return a picture that is seen as far as a mask says: by its transparency, or by its lightness if it has none."""
    width, height = picture.size
    x, y, across, down = mask.rect
    left, right = round(x * width), round((x + across) * width)
    top, bottom = round(y * height), round((y + down) * height)
    with open_shown(mask.file.read_bytes(), page=mask.page) as shown:
        opacity = opacity_of_mask(eight_bit(shown.image))
    size = (max(1, right - left), max(1, bottom - top))
    whole = Pictures.new("L", picture.size)
    whole.paste(opacity.resize(size, Pictures.Resampling.LANCZOS), (left, top))
    result = eight_bit(picture).convert("RGBA")
    result.putalpha(ImageChops.multiply(result.getchannel("A"), whole))
    return result


def opacity_of_mask(mask: Pictures.Image) -> Pictures.Image:
    """Return how much a mask shows where, as grey."""
    alpha = mask.convert("RGBA").getchannel("A")
    return mask.convert("L") if alpha.getextrema()[0] == 255 else alpha


#: The quality of photographs as JPEG, with all pixels of their colours: nobody sees a difference on paper or a screen.
QUALITY = 90


def save_photograph(picture: Pictures.Image, quality: int = QUALITY) -> bytes:
    """Return a photograph as a JPEG file."""
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=quality, subsampling=0, comment=b"")
    return stream.getvalue()


#: Pixels up to which a picture with transparency is reduced as a whole: each takes eight bytes.
_MOST_AT_ONCE = 30_000_000


def in_size(picture: Pictures.Image, size: tuple[int, int] | None) -> Pictures.Image:
    """Return the picture in so many pixels, at most its own; as it is if it has them, or if there is no size."""
    if size is None or picture.size == size:
        return picture
    is_transparent = picture.has_transparency_data
    if is_transparent or picture.mode not in ("L", "RGB", "CMYK"):
        mode = "RGBa" if is_transparent else "L" if picture.mode.startswith(("1", "I", "L")) else "RGB"
        # By whole numbers first, strip by strip: a second picture of all pixels may not fit the memory.
        factor = max(1, min(picture.width // size[0], picture.height // size[1]) // 2)
        if factor == 1 and picture.width * picture.height > _MOST_AT_ONCE:
            return picture
        picture = _reduced(picture, mode, factor)
    reduced = picture.resize(size, Pictures.Resampling.LANCZOS, reducing_gap=3.0)
    return reduced.convert("RGBA") if is_transparent else reduced


def _reduced(picture: Pictures.Image, mode: str, factor: int) -> Pictures.Image:
    """Return the picture in `mode`, smaller by a whole number. The colours of transparent pixels do not count."""
    whole = Pictures.new(mode, (-(-picture.width // factor), -(-picture.height // factor)))
    rows = factor * max(1, STRIP // picture.width // factor)
    for top in range(0, picture.height, rows):
        strip = eight_bit(picture.crop((0, top, picture.width, min(top + rows, picture.height))))
        if mode == "RGBa":
            strip = strip.convert("RGBA")
        whole.paste(strip.convert(mode).reduce(factor), (0, top // factor))
    return whole


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
    return ((top, eight_bit(strip)) for top, strip in picture_colours.strips(picture))
