"""Pictures in a PDF for a press: samples in inks, with transparency as a mask."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from PIL import Image as Pictures

from cardgen.data.picture_files import ShownPicture
from cardgen.formats.pdf_fonts import COMPRESSION
from cardgen.formats.pdf_images import image_entries
from cardgen.formats.pixels import in_size, open_picture, save_photograph, strips
from cardgen.formats.press.conversion import Conversion, most_chromatic
from cardgen.formats.reportlab_private import Stream, pdf_array, pdf_stream
from cardgen.scene.items import Image

#: Pixels of a photograph that can be a JPEG: it is in the memory as a whole, in inks.
_MOST_PIXELS = 30_000_000
#: How far below the limit of all inks a photograph is, in percent: as little as its JPEG is below the limit.
_LESS_INK = (0, 5, 15)


class PictureSource(Protocol):
    """What a PDF has the samples of its pictures from."""

    def image_object(self, image: Image, size: tuple[int, int] | None = None) -> tuple[Stream, Stream | None]:
        """Return a picture as an image object, and its transparency as another if it has any.

        With a `size` it has so many pixels, and a photograph is a JPEG.
        """
        ...


class PressPictures:
    """The pictures of a file: those of its scenes, and those that take the place of transparent items."""

    def __init__(self, conversion: Conversion) -> None:
        self.conversion = conversion
        self._made: dict[str, Stream] = {}  # compressed: a file may have thousands
        self._full: dict[str, bool] = {}
        self._transparent: dict[str, bool] = {}

    def keep(self, picture: Pictures.Image) -> str:
        """Keep an RGB picture that has no file and takes the place of vector art, and return its digest."""
        digest = hashlib.sha256(b"%d %d " % picture.size + picture.tobytes()).hexdigest()
        if digest not in self._made:
            # It has black areas as that art has them.
            converted = self.conversion.convert(picture, rich=True)
            self._made[digest] = _samples(converted, "CMYK", lambda strip: strip)
            self._full[digest] = self._is_full(converted)
        return digest

    def keep_stencil(self, mask: Pictures.Image) -> str:
        """Keep a stencil, white where it is painted, and return its digest."""
        bits = mask.convert("1")
        digest = hashlib.sha256(b"stencil %d %d " % bits.size + bits.tobytes()).hexdigest()
        if digest not in self._made:
            entries = {
                **{key: value for key, value in image_entries(bits, "L").items() if key != "ColorSpace"},
                "BitsPerComponent": 1,
                "ImageMask": "true",
                "Decode": pdf_array([1, 0]),
                "Filter": "/FlateDecode",
            }
            self._made[digest] = pdf_stream(entries, zlib.compress(bits.tobytes(), COMPRESSION))
        return digest

    def is_full(self, image: Image) -> bool:
        """Return True if black ink must not be added to a picture, since there would be too much ink."""
        if image.digest not in self._full:
            with self._opened(image) as shown:
                parts = (self._in_inks(strip) for _, strip in strips(shown.image))
                self._full[image.digest] = any(map(self._is_full, parts))
        return self._full[image.digest]

    def _is_full(self, converted: Pictures.Image) -> bool:
        most = self.conversion.press.most_below_black
        return most_chromatic(converted, most) > most

    def is_transparent(self, image: Image) -> bool:
        """Return True if any pixel of a picture is transparent."""
        if image.digest not in self._transparent:
            with self._opened(image) as shown:
                picture = shown.image
                parts = strips(picture) if picture.has_transparency_data else ()
                self._transparent[image.digest] = any(_opacity(part).getextrema()[0] != 255 for _, part in parts)
        return self._transparent[image.digest]

    def image_object(self, image: Image, size: tuple[int, int] | None = None) -> tuple[Stream, Stream | None]:
        """Return the picture in inks as an image object, and its transparency as another if it has any.

        With a `size` it has so many pixels, and a photograph is a JPEG.
        """
        if image.digest in self._made:
            return self._made[image.digest], None
        with self._opened(image, None if size == image.pixels else size) as shown:
            picture = in_size(shown.image, size)
            if size is not None and shown.is_photograph and (stream := self._photograph(picture)) is not None:
                return stream, None
            colours = _samples(picture, "CMYK", self._in_inks)
            mask = _samples(picture, "L", _opacity) if self.is_transparent(image) else None
        return colours, mask

    def _photograph(self, picture: Pictures.Image) -> Stream | None:
        """Return a photograph in inks as a JPEG; None if it is too large, or if that would have too much ink."""
        if picture.width * picture.height > _MOST_PIXELS:
            return None
        inks = Pictures.new("CMYK", picture.size)
        for top, strip in strips(picture):
            inks.paste(self._in_inks(strip), (0, top))
        entries = {**image_entries(inks, "CMYK"), "Filter": "/DCTDecode"}
        for less in _LESS_INK:  # a JPEG is not exact
            content = save_photograph(self.conversion.limit(inks, less))
            with Pictures.open(io.BytesIO(content)) as stored:
                if self.conversion.limit(stored) is stored:
                    # The inks are stored inverted, as Adobe programs do.
                    return pdf_stream({**entries, "Decode": pdf_array([1, 0] * 4)}, content)
        return None

    def _opened(self, image: Image, size: tuple[int, int] | None = None) -> AbstractContextManager[ShownPicture]:
        """Open the file of a picture. Pictures in the inks of the press keep them."""
        return open_picture(image, size, self.conversion.press.profile)

    def _in_inks(self, strip: Pictures.Image) -> Pictures.Image:
        """Return a part of a picture in inks. Those that are in inks already only keep the limit."""
        return self.conversion.limit(strip) if strip.mode == "CMYK" else self.conversion.convert(_coloured(strip))


def _coloured(strip: Pictures.Image) -> Pictures.Image:
    return (strip.convert("RGBA") if strip.has_transparency_data else strip).convert("RGB")


def _opacity(strip: Pictures.Image) -> Pictures.Image:
    return strip.convert("RGBA").getchannel("A")


def _samples(picture: Pictures.Image, mode: str, converted: Callable[[Pictures.Image], Pictures.Image]) -> Stream:
    compressor = zlib.compressobj(COMPRESSION)
    chunks = [compressor.compress(converted(strip).tobytes()) for _, strip in strips(picture)]
    entries = {**image_entries(picture, mode), "Filter": "/FlateDecode"}
    return pdf_stream(entries, b"".join([*chunks, compressor.flush()]))
