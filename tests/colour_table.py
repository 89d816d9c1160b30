"""Pictures of the same colours in six profiles and three formats, and what LittleCMS makes of them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image as Pictures
from PIL import ImageCms

from cardgen.scene.items import Image, Scene
from tests.profiles import (
    ADOBE_RGB,
    DISPLAY_P3,
    PROPHOTO,
    SRGB,
    gamma,
    grey_profile,
    inks_profile,
    matrix_profile,
    srgb_curve,
)

#: The profiles by name, and the mode of pictures in them.
PROFILES = {
    "sRGB": (matrix_profile(SRGB, srgb_curve), "RGB"),
    "Display P3": (matrix_profile(DISPLAY_P3, srgb_curve), "RGB"),
    "Adobe RGB": (matrix_profile(ADOBE_RGB, gamma(2.2)), "RGB"),
    "ProPhoto": (matrix_profile(PROPHOTO, gamma(1.8)), "RGB"),
    "grey gamma 2.2": (grey_profile(gamma(2.2)), "L"),
    "CMYK": (inks_profile(), "CMYK"),
}

#: Formats, the modes that they can have with a profile, and how they are saved.
FORMATS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "png": (("RGB", "L"), {}),
    "jpg": (("RGB", "L", "CMYK"), {"quality": 100, "subsampling": 0}),
    "webp": (("RGB",), {"lossless": True}),
    "tiff": (("RGB", "L", "CMYK"), {}),
}

#: Pictures have so many patches in a row and a column, of so many pixels each.
PATCHES, PATCH = 6, 16
SIDE = PATCHES * PATCH

#: The largest difference from the answer of LittleCMS, of 255.
TOLERANCE = 2

#: Each profile with each format that can have it.
COMBINATIONS = [
    (name, kind) for name, (_, mode) in PROFILES.items() for kind, (modes, _) in FORMATS.items() if mode in modes
]


def picture_file(folder: Path, name: str, kind: str) -> Path:
    """Save patches of colours with a profile in a format, and return the file."""
    profile, mode = PROFILES[name]
    patches = Pictures.new(mode, (PATCHES, PATCHES))
    for number in range(PATCHES * PATCHES):
        colour = (51 * (number % 6), 51 * (number // 6), 7 * number)
        values: dict[str, Any] = {"RGB": colour, "L": 7 * number, "CMYK": (*colour, 30 * (number % 4))}
        patches.putpixel((number % PATCHES, number // PATCHES), values[mode])
    file = folder / f"{name.replace(' ', '-')}.{kind}"
    options = FORMATS[kind][1]
    patches.resize((SIDE, SIDE), Pictures.Resampling.NEAREST).save(file, icc_profile=profile, **options)
    return file


def answer(file: Path) -> Pictures.Image:
    """Return the picture in a file in sRGB, as LittleCMS converts it."""
    with Pictures.open(file) as opened:
        source = ImageCms.ImageCmsProfile(io.BytesIO(opened.info["icc_profile"]))
        srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
        converted = ImageCms.profileToProfile(opened, source, srgb, intent, "RGB", flags=flags)
    assert converted is not None
    return converted


def scene_of(file: Path) -> Scene:
    """Return a scene that shows the picture in a file, a pixel of it as a pixel at 25.4 dpi."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Scene(SIDE, SIDE, (Image(file, digest, (0, 0, SIDE, SIDE), (SIDE, SIDE)),), name="patches")


def largest_difference(picture: Pictures.Image, other: Pictures.Image) -> int:
    """Return the largest difference of two pictures in the middle of a patch, in any channel."""
    assert picture.mode == other.mode
    return max(
        abs(a - b) for place in _middles() for a, b in zip(_pixel(picture, place), _pixel(other, place), strict=True)
    )


def _middles() -> Iterator[tuple[float, float]]:
    for number in range(PATCHES * PATCHES):
        yield (number % PATCHES + 0.5) / PATCHES, (number // PATCHES + 0.5) / PATCHES


def _pixel(picture: Pictures.Image, place: tuple[float, float]) -> tuple[int, ...]:
    box = int(place[0] * picture.width), int(place[1] * picture.height)
    return tuple(picture.crop((*box, box[0] + 1, box[1] + 1)).tobytes())
