"""The rows of a picture as a PNG stores them before compression: unfiltered, filtered, or as indexes of a palette.

A filter replaces each byte by its difference from its neighbours. Photographs get smaller, and most drawings larger:
areas of one colour compress best as they are.
"""

from __future__ import annotations

import io
import struct
import sys
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from deflate import deflate_compress

from cardgen.base.records import dataclass

if TYPE_CHECKING:
    from PIL import Image as Pictures

#: The colour types of a PNG.
GREY, RGB, INDEXED = 0, 2, 3

# Rows are filtered with Pillow in bands of this many, because it needs several copies of them.
_FILTERED_AT_ONCE = 512

# Filtered and unfiltered rows are mixed in bands of 4, each tried behind the 8 rows before it at this level.
_BAND, _BEFORE, _TRIAL_LEVEL = 4, 8, 6


@dataclass(frozen=True, slots=True)
class Pixels:
    """Opaque RGB pixels. `rows` has a zero byte before each row, as a PNG has before an unfiltered row."""

    width: int
    height: int
    rows: memoryview

    @property
    def stride(self) -> int:
        """The number of bytes of a row."""
        return 3 * self.width + 1

    def to_picture(self, top: int = 0, bottom: int | None = None) -> Pictures.Image:
        """Return the pixels, or those of some of the rows, as a picture of Pillow."""
        from PIL import Image as Pictures  # lazy: more builds plan pictures than make them

        bottom = self.height if bottom is None else bottom
        data = bytes(self.rows[top * self.stride + 1 : bottom * self.stride])
        return Pictures.frombuffer("RGB", (self.width, bottom - top), data, "raw", "RGB", self.stride, 1)


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to compress, and how a PNG describes them. `palette` has three bytes for each colour."""

    data: bytes | memoryview
    colour_type: int = RGB
    depth: int = 8
    palette: bytes = b""


def pixels_of(picture: Pictures.Image) -> Pixels:
    """Return the pixels of an RGB picture."""
    return Pixels(*picture.size, memoryview(_join_rows(picture.tobytes(), 3 * picture.width)))


def _join_rows(data: bytes, width: int) -> bytes:
    """Return rows of `width` bytes, each after a zero byte."""
    return b"".join(b"\0" + data[start : start + width] for start in range(0, len(data), width))


def filter_rows(pixels: Pixels) -> bytes:
    """Return the rows, each with the filter that makes the sum of its bytes least. Pillow filters them."""
    filtered = bytearray()
    for top in range(0, pixels.height, _FILTERED_AT_ONCE):
        before = min(top, 1)  # a row is filtered by the one above it
        file = io.BytesIO()
        band = pixels.to_picture(top - before, min(pixels.height, top + _FILTERED_AT_ONCE))
        band.save(file, "PNG", compress_level=0)
        filtered += zlib.decompress(b"".join(_read_chunks(file.getvalue(), b"IDAT")))[before * pixels.stride :]
    return bytes(filtered)


def _read_chunks(png: bytes, wanted: bytes) -> Iterator[bytes]:
    """Yield the data of all chunks of a kind."""
    position = 8
    while position < len(png):
        length, kind = struct.unpack_from(">I4s", png, position)
        if kind == wanted:
            yield png[position + 8 : position + 8 + length]
        position += length + 12


def mix_filters(pixels: Pixels, filtered: bytes) -> bytes:
    """Return the rows, in each band those that compress better: the unfiltered or the filtered ones."""
    mixed = bytearray()
    for start in range(0, len(filtered), _BAND * pixels.stride):
        end = start + _BAND * pixels.stride
        before = bytes(mixed[-_BEFORE * pixels.stride :])
        bands = (bytes(pixels.rows[start:end]), filtered[start:end])
        mixed += min(bands, key=lambda band: len(deflate_compress(before + band, _TRIAL_LEVEL)))
    return bytes(mixed)


def index_colours(pixels: Pixels) -> Iterator[Rows]:
    """Yield the rows with a grey or an index for each pixel, where possible; nothing for more than 256 colours.

    In the palette, the colours of most pixels come first: that makes files a tenth smaller than the order of colours.
    """
    picture = pixels.to_picture()
    counts = picture.getcolors(256)
    if counts is None:
        return
    order = sorted((-count, bytes(colour)) for count, colour in counts if isinstance(colour, tuple))
    colours = [colour for _, colour in order]
    # X of RGBX is a byte of padding, always the same one.
    index_of = {int.from_bytes(colour + b"\xff", sys.byteorder): index for index, colour in enumerate(colours)}
    indexes = bytes(map(index_of.__getitem__, memoryview(picture.convert("RGBX").tobytes()).cast("I")))
    if all(red == green == blue for red, green, blue in colours):
        greys = bytes(colour[0] for colour in colours).ljust(256)
        yield Rows(_join_rows(indexes.translate(greys), pixels.width), GREY)
    least = next(bits for bits in (1, 2, 4, 8) if len(colours) <= 1 << bits)
    for depth in sorted({least, 8}):
        yield Rows(_pack(indexes, pixels.width, pixels.height, depth), INDEXED, depth, b"".join(colours))


def _pack(indexes: bytes, width: int, height: int, depth: int) -> bytes:
    """Return rows of indexes of 1, 2, 4 or 8 bits; each row begins with a whole byte."""
    from PIL import Image as Pictures

    packer = "P" if depth == 8 else f"P;{depth}"
    packed = Pictures.frombytes("P", (width, height), indexes).tobytes("raw", packer)
    return _join_rows(packed, -(-width * depth // 8))
