"""The colours of pictures in sRGB, by LittleCMS: relative colorimetric, with black point compensation.

Pictures say what their numbers mean by an ICC profile, or in a PNG by the chunks cICP, sRGB, gAMA and cHRM (PNG, third
edition, 4.3). Those that say nothing are in sRGB; those in CMYK must have a profile.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import Message, message
from cardgen.data.icc import CLASSES, grey_profile, read_head, screen_profile, structure_fault

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels that are converted at once: a large picture needs little more memory than its own pixels.
STRIP = 1 << 20

#: The classes of profiles that a picture can have.
_OF_PICTURES = ("mntr", "scnr", "prtr", "spac")

#: The largest difference of a profile from sRGB, of 255, at which the numbers of a picture stay as they are.
_SAME = 1

_HINT = message("open it in a program for pictures, and save it again in sRGB")

#: The primaries and the white of sRGB, as cHRM has them: white, red, green, blue, each x and y.
_SRGB = (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
#: The gamma of a PNG in sRGB, and how far others may be from it (the threshold of libpng).
_SRGB_GAMMA, _GAMMA_ERROR = 0.45455, 0.05
_CHROMATICITY_ERROR = 0.001

#: The primaries and the curves of cICP that are supported (ITU-T H.273, tables 2 and 3).
_PRIMARIES = {
    1: _SRGB,
    9: (0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    11: (0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    12: (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
}
_CURVES: dict[int, tuple[float, ...]] = {
    **dict.fromkeys((1, 6, 14, 15), (1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081)),
    4: (2.2,),
    5: (2.8,),
    8: (1.0,),
    13: (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
}
_CURVE_OF_SRGB, _FULL_RANGE = 13, 1


def profile_of(image: Image, content: bytes) -> bytes | None:
    """Return the ICC profile of the colours in an opened picture file; None for sRGB.

    WrongValueError for colours that cannot be converted, also if LittleCMS must not read their profile.
    """
    space = _space_of(image)
    if image.format == "PNG" and (code := _find_cicp(content)) is not None:
        profile = _profile_by_code(code, space)
    elif "icc_profile" in image.info:
        profile = image.info["icc_profile"] or b""
    elif "srgb" in image.info:
        profile = None
    else:
        profile = _profile_by_gamma(image, space)
    if profile is None and space == "CMYK":
        problem = message("the picture is in CMYK and has no ICC profile, so nobody knows its colours")
        raise WrongValueError(problem, message("embed the profile of its inks, or save it again in sRGB"))
    if profile is None or space == "1":
        return None
    _check(profile, space)
    return None if _is_srgb(profile, space) else profile


def _space_of(image: Image) -> str:
    """Return the space of the numbers in a picture, as profiles name it; 1 for black and white alone."""
    if image.mode in ("1", "CMYK"):
        return image.mode
    return "GRAY" if image.mode.startswith(("L", "I")) else "RGB"


def _check(profile: bytes, space: str) -> None:
    head = read_head(profile)
    if head is None:
        raise _wrong(message("an ICC profile that is damaged"))
    if head.device_class not in _OF_PICTURES:
        kind = CLASSES.get(head.device_class, head.device_class)
        raise _wrong(message("an ICC profile of {kind}, expected one of pictures", kind=kind))
    if head.space != space:
        raise _wrong(
            message("an ICC profile of {space} colours, but the picture is in {own}", space=head.space, own=space)
        )
    fault = structure_fault(profile)
    if fault is not None:
        raise _wrong(fault)
    from PIL import ImageCms

    try:
        _is_srgb(profile, space)
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        raise _wrong(message("an ICC profile that cannot be used")) from error


def _wrong(problem: Message) -> WrongValueError:
    return WrongValueError(message("the colours of the picture cannot be read: {problem}", problem=problem), _HINT)


# ---------------------------------------------------------------- the chunks of a PNG


def _find_cicp(content: bytes) -> bytes | None:
    """Return the four bytes of the chunk cICP before the pixels of a PNG."""
    for kind, start, end in png_chunks(content):
        if kind == b"IDAT":
            break
        if kind == b"cICP":
            return content[start + 8 : end - 4]
    return None


def png_chunks(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the chunks of a PNG: the kind, the place where each begins, and where it ends."""
    at = 8
    while at + 12 <= len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4])
        yield content[at + 4 : at + 8], at, end
        at = end


def _profile_by_code(code: bytes, space: str) -> bytes | None:
    primaries, curve = _PRIMARIES.get(code[0] if code else 0), _CURVES.get(code[1] if len(code) == 4 else 0)
    if primaries is None or curve is None or code[2:] != bytes([0, _FULL_RANGE]):
        raise _wrong(message("cICP {code}, which is not supported", code=", ".join(map(str, code))))
    if primaries == _SRGB and code[1] == _CURVE_OF_SRGB:
        return None
    return grey_profile(curve) if space == "GRAY" else screen_profile(primaries, curve)


def _profile_by_gamma(image: Image, space: str) -> bytes | None:
    """Return the profile that gAMA and cHRM describe. The numbers that stand for sRGB there are sRGB."""
    gamma = image.info.get("gamma") or _SRGB_GAMMA
    primaries = image.info.get("chromaticity") or _SRGB
    is_srgb = all(abs(a - b) <= _CHROMATICITY_ERROR for a, b in zip(primaries, _SRGB, strict=True))
    is_usual = abs(gamma / _SRGB_GAMMA - 1) <= _GAMMA_ERROR
    if is_usual and (is_srgb or space == "GRAY"):
        return None
    curve = _CURVES[_CURVE_OF_SRGB] if is_usual else (1 / gamma,)
    if space == "GRAY":
        return grey_profile(curve)
    try:
        return screen_profile(primaries, curve)
    except (ArithmeticError, ValueError) as error:
        raise _wrong(message("primaries in cHRM that are no colours")) from error


# ---------------------------------------------------------------- conversion


@lru_cache(maxsize=32)
def _transform(profile: bytes, mode: str) -> Any:
    """Return LittleCMS' transform of pixels in `mode` to sRGB."""
    from PIL import ImageCms

    source, srgb = (
        ImageCms.ImageCmsProfile(io.BytesIO(profile)),
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
    )
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    if mode in ("L", "I;16"):
        flags |= ImageCms.Flags.NOOPTIMIZE  # its tables for greys are too coarse in shadows
    return ImageCms.buildTransform(source, srgb, mode, "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)


def _apply(profile: bytes, picture: Image) -> Image:
    converted = _transform(profile, picture.mode).apply(picture)
    converted.info.clear()  # the profile of sRGB
    return converted  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _is_srgb(profile: bytes, space: str) -> bool:
    """Return True if the numbers of a profile's colours are those of sRGB."""
    from PIL import Image as Pictures

    if space == "CMYK":
        _apply(profile, Pictures.new("CMYK", (1, 1)))
        return False
    if space == "GRAY":
        samples = _ramp("L")
    else:
        steps = [round(255 * step / 8) for step in range(9)]
        cells = bytes(value for r in steps for g in steps for b in steps for value in (r, g, b))
        samples = Pictures.frombytes("RGB", (27, 27), cells)
    pairs = zip(_apply(profile, samples).tobytes(), samples.convert("RGB").tobytes(), strict=True)
    return all(abs(a - b) <= _SAME for a, b in pairs)


def convert(image: Image, profile: bytes) -> Image:
    """Return a decoded picture in sRGB, with eight bits per channel and its transparency as it is.

    A picture in RGB is changed itself, so that a large one does not need the memory of two.
    """
    if _space_of(image) == "GRAY":
        return _convert_strips(image, _grey_conversion(image, profile))
    if image.mode == "RGB" and not image.has_transparency_data:
        for top, strip in strips(image):
            image.paste(_apply(profile, strip), (0, top))
        return image
    return _convert_strips(image, lambda strip: _convert_strip(strip, profile))


def _convert_strip(strip: Image, profile: bytes) -> Image:
    if strip.mode == "CMYK":
        return _apply(profile, strip)
    if not strip.has_transparency_data:
        return _apply(profile, strip.convert("RGB"))
    strip = strip.convert("RGBA")
    converted = _apply(profile, strip.convert("RGB"))
    converted.putalpha(strip.getchannel("A"))
    return converted


def _grey_conversion(image: Image, profile: bytes) -> Callable[[Image], Image]:
    """Return the conversion of parts of a grey picture, by a table of all its greys."""
    from PIL import Image as Pictures

    is_deep = image.mode.startswith("I")
    colours = _apply(profile, _ramp("I;16" if is_deep else "L"))
    tables = [list(plate.tobytes()) for plate in colours.split()]
    if all(max(levels) - min(levels) <= _SAME for levels in zip(*tables, strict=True)):
        tables = tables[1:2]  # a grey without a tint stays one channel

    def converted(strip: Image) -> Image:
        alpha = strip.convert("RGBA").getchannel("A") if strip.has_transparency_data else None
        grey = strip.convert("I" if is_deep else "L")
        plates = [grey.point(table, "L") for table in tables]
        if alpha is None and len(plates) == 1:
            return plates[0]
        if alpha is None:
            return Pictures.merge("RGB", plates)
        return Pictures.merge("LA" if len(plates) == 1 else "RGBA", [*plates, alpha])

    return converted


def _ramp(mode: str) -> Image:
    """Return a picture of all greys of 8 or 16 bits."""
    from PIL import Image as Pictures

    if mode == "L":
        return Pictures.frombytes("L", (256, 1), bytes(range(256)))
    return Pictures.frombytes("I;16", (256, 256), b"".join(grey.to_bytes(2, "little") for grey in range(65536)))


def _convert_strips(image: Image, conversion: Callable[[Image], Image]) -> Image:
    from PIL import Image as Pictures

    whole = None
    for top, strip in strips(image):
        converted = conversion(strip)
        whole = whole or Pictures.new(converted.mode, image.size)
        whole.paste(converted, (0, top))
    assert whole is not None  # a picture has a row
    return whole


def strips(image: Image) -> Iterator[tuple[int, Image]]:
    """Yield the picture in horizontal strips from top to bottom, each with its first row."""
    rows = max(1, STRIP // image.width)
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top, image.width, min(top + rows, image.height)))
