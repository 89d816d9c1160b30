"""Colours of sRGB into inks by LittleCMS: relative colorimetric with black point compensation, within the ink limit.

A colour and a pixel of the same colour become the same inks: both go through `Conversion.convert`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image as Pictures
from PIL import ImageChops, ImageCms, ImageMath

from cardgen.formats.press.inks import Inks, format_inks
from cardgen.formats.press.settings import Press
from cardgen.scene.colour import difference, lab, mix, parse_hex, to_hex
from cardgen.scene.items import Stop

#: Colours up to this lightness and chroma (CIE L*a*b*) are dark and nearly neutral: as text they are black ink alone.
DARK, NEUTRAL = 25.0, 12.0

#: Colours whose channels are at most so high, and differ at most by so much, are black as areas.
_BLACK_CHANNEL, _BLACK_SPREAD = 28, 8

#: The largest difference between the colours of a gradient and of its inks (CIEDE2000).
_GRADIENT_ERROR = 2.0
#: The distance between stops of a gradient that are not divided any more.
_LEAST_STEP = 1 / 64


def can_convert(profile: bytes) -> bool:
    """Return True if LittleCMS can convert colours into the inks of a profile, and back."""
    try:
        to_inks, to_screen = _transforms(profile)
        # LittleCMS reads the tables of a damaged profile that it cannot write again, which it does for each picture.
        _apply(to_inks, Pictures.new("RGB", (1, 1)))
        _apply(to_screen, Pictures.new("CMYK", (1, 1)))
    except (ImageCms.PyCMSError, OSError, ValueError):
        return False
    return True


@lru_cache(maxsize=4)
def _transforms(profile: bytes) -> tuple[Any, Any]:
    """Return the transform from sRGB to inks, and the one back for comparisons."""
    inks = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    screen = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    there = ImageCms.buildTransform(screen, inks, "RGB", "CMYK", intent, flags)
    return there, ImageCms.buildTransform(inks, screen, "CMYK", "RGB", intent, flags)


def is_dark_and_neutral(colour: str) -> bool:
    """Return True for a colour that text has in black ink alone."""
    lightness, a, b = lab(colour)
    return lightness <= DARK and a * a + b * b <= NEUTRAL**2


def is_black(colour: str) -> bool:
    """Return True for a colour that areas have in rich black."""
    channels = parse_hex(colour)
    return max(channels) <= _BLACK_CHANNEL and max(channels) - min(channels) <= _BLACK_SPREAD


class Conversion:
    """Converts the colours and pictures of a file. Colours are kept."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self._inks: dict[str, Inks] = {}
        self._to_inks, self._to_screen = _transforms(press.profile)

    def convert(self, picture: Pictures.Image, rich: bool = False) -> Pictures.Image:
        """Return an RGB picture in CMYK, within the ink limit; with `rich`, black pixels are in rich black."""
        converted = self.limit(_apply(self._to_inks, picture))
        if rich and self.press.rich_black is not None:
            converted.paste(tuple(round(v * 255) for v in self.press.rich_black), mask=_black_pixels(picture))
        return converted

    def limit(self, picture: Pictures.Image, less: int = 0) -> Pictures.Image:
        """Return a CMYK picture with less cyan, magenta and yellow where all inks are above the limit; black stays.

        It is the same object if none are. The limit is that of the press, lower by `less` percent.
        """
        most = (self.press.tac - less) * 255 // 100
        plates = picture.split()
        if _highest_sum(plates, most) <= most:
            return picture
        *chromatic, black = plates
        compute: Callable[..., Pictures.Image] = ImageMath.lambda_eval
        total = compute(lambda o: o["c"] + o["m"] + o["y"], **dict(zip("cmy", chromatic, strict=True)))
        # Each is multiplied by kept and divided by whole, which are equal where there is room for all.
        kept = compute(lambda o: o["min"](o["total"], most - o["k"]), total=total, k=black)
        whole = compute(lambda o: o["max"](o["total"], 1), total=total)
        limited = [
            compute(
                lambda o: o["convert"](o["plate"] * o["kept"] / o["whole"], "L"), plate=plate, kept=kept, whole=whole
            )
            for plate in chromatic
        ]
        return Pictures.merge("CMYK", (*limited, black))

    def inks(self, colour: str) -> Inks:
        """Return the inks of `#rrggbb`."""
        if colour not in self._inks:
            pixel = self.convert(Pictures.new("RGB", (1, 1), parse_hex(colour)))
            cyan, magenta, yellow, black = (v / 255 for v in _pixel(pixel))
            self._inks[colour] = (cyan, magenta, yellow, black)
        return self._inks[colour]

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """Return the stops of a gradient in inks, with more stops between those where colours would differ visibly."""
        divided = [stops[0], *(stop for a, b in pairwise(stops) for stop in self._divided(a, b))]
        return tuple(Stop(stop.offset, format_inks(self.inks(stop.colour)), stop.opacity) for stop in divided)

    def _divided(self, first: Stop, last: Stop) -> Iterator[Stop]:
        """Yield the stops after `first` up to `last`."""
        if last.offset - first.offset > _LEAST_STEP and self._gradient_error(first, last) > _GRADIENT_ERROR:
            half = Stop(
                (first.offset + last.offset) / 2,
                mix(first.colour, last.colour, 0.5),
                (first.opacity + last.opacity) / 2,
            )
            yield from self._divided(first, half)
            yield from self._divided(half, last)
        else:
            yield last

    def _gradient_error(self, first: Stop, last: Stop) -> float:
        """Return the largest difference between colours mixed on the screen and in inks."""
        a, b = self.inks(first.colour), self.inks(last.colour)
        errors = []
        for share in (0.25, 0.5, 0.75):
            wanted = self.inks(mix(first.colour, last.colour, share))
            c, m, y, k = (v + (w - v) * share for v, w in zip(a, b, strict=True))
            errors.append(difference(self.shown(wanted), self.shown((c, m, y, k))))
        return max(errors)

    def on_screen(self, picture: Pictures.Image) -> Pictures.Image:
        """Return a CMYK picture as it looks on a screen, RGB."""
        return _apply(self._to_screen, picture)

    def shown(self, inks: Inks) -> str:
        """Return the colour of inks on a screen as `#rrggbb`."""
        pixel = Pictures.new("CMYK", (1, 1), tuple(round(v * 255) for v in inks))
        red, green, blue = _pixel(_apply(self._to_screen, pixel))
        return to_hex(red, green, blue)


def _apply(transform: Any, picture: Pictures.Image) -> Pictures.Image:
    converted = ImageCms.applyTransform(picture, transform)
    assert converted is not None  # None is for a picture that is changed itself
    return converted


def _pixel(picture: Pictures.Image) -> tuple[int, ...]:
    """Return the channels of the only pixel of a picture."""
    return tuple(picture.tobytes())


def _black_pixels(picture: Pictures.Image) -> Pictures.Image:
    """Return a mask of the pixels that `is_black` accepts."""
    red, green, blue = picture.split()
    highest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    spread = ImageChops.subtract(highest, ImageChops.darker(ImageChops.darker(red, green), blue))
    dark = highest.point([255 if v <= _BLACK_CHANNEL else 0 for v in range(256)])
    return ImageChops.multiply(dark, spread.point([255 if v <= _BLACK_SPREAD else 0 for v in range(256)]))


def most_chromatic(picture: Pictures.Image, least: float) -> float:
    """Return the largest sum of cyan, magenta and yellow of any pixel of a CMYK picture, 0 to 3.

    If it is at most `least`, it may be another number up to that.
    """
    return _highest_sum(picture.split()[:3], round(least * 255)) / 255


def _highest_sum(plates: Sequence[Pictures.Image], least: int) -> int:
    """Return the largest sum of any pixel in some plates; if it is at most `least`, a number from it up to that."""
    bound = sum(map(_highest, plates))
    if bound <= least:
        return bound
    total = plates[0].convert("I")
    for plate in plates[1:]:
        total = ImageMath.lambda_eval(lambda o: o["total"] + o["plate"], total=total, plate=plate)
    return _highest(total)


def _highest(plate: Pictures.Image) -> int:
    """Return the highest value of a picture of one channel."""
    _, highest = plate.getextrema()
    assert isinstance(highest, (int, float))
    return int(highest)


@lru_cache(maxsize=4)
def conversion_for(press: Press) -> Conversion:
    """Return the conversion of a press, which keeps its colours for all files of a build."""
    return Conversion(press)
