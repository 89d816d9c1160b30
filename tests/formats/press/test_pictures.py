"""Pictures become samples in inks, with transparency as a mask."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pictures

from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press_pictures import PressPictures
from cardgen.scene.items import Image
from tests.formats.press.made import cmyk_profile, press

pytestmark = pytest.mark.tools

#: 340 % of ink.
DEEP = (230, 220, 200, 217)


def stored(picture: Pictures.Image, file: Path, tac: int = 400, **options: Any) -> tuple[Pictures.Image, bytes | None]:
    """Save a picture, and return it as a PDF has it: in inks, and its mask."""
    picture.save(file, **options)
    image = Image(file, hashlib.sha256(file.read_bytes()).hexdigest(), (0, 0, 10, 10), picture.size)
    colours, mask = PressPictures(conversion_for(press(tac=tac))).image_object(image)
    assert colours.dictionary.dict["ColorSpace"] == "/DeviceCMYK"
    size = colours.dictionary.dict["Width"], colours.dictionary.dict["Height"]
    samples = zlib.decompress(colours.content)
    mask_samples = None if mask is None else zlib.decompress(mask.content)
    return Pictures.frombytes("CMYK", size, samples), mask_samples


def inks(colour: str, tac: int = 400) -> tuple[int, ...]:
    return tuple(round(255 * ink) for ink in conversion_for(press(tac=tac)).inks(colour))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "1", "I;16"])
def test_every_kind_of_picture_has_the_inks_of_its_colours(mode: str, tmp_path: Path) -> None:
    colour = "#ffffff" if mode == "1" else "#808080"
    plain = Pictures.new("RGB", (4, 3), colour)
    others = {"I;16": Pictures.new("I;16", (4, 3), 0x8080), "P": plain.quantize(4)}
    picture = others.get(mode) or plain.convert(mode)
    made, mask = stored(picture, tmp_path / "picture.png")
    assert made.size == (4, 3)
    assert {made.getpixel((x, y)) for x in range(4) for y in range(3)} == {inks(colour)}
    assert mask is None


def test_transparency_is_a_mask(tmp_path: Path) -> None:
    picture = Pictures.new("RGBA", (2, 1), (128, 128, 128, 77))
    picture.putpixel((1, 0), (255, 255, 255, 255))
    made, mask = stored(picture, tmp_path / "glass.png")
    assert made.getpixel((0, 0)) == inks("#808080")
    assert mask == bytes([77, 255])


@pytest.mark.parametrize("adobe", [True, False])
def test_pictures_in_cmyk_keep_their_inks_up_to_the_limit(adobe: bool, tmp_path: Path) -> None:
    file = tmp_path / "cmyk.jpg"
    options: dict[str, Any] = {"quality": 100, "subsampling": 0, "icc_profile": cmyk_profile()}
    Pictures.new("CMYK", (16, 16), DEEP).save(file, **options)
    if not adobe:  # without the marker of Adobe programs, the samples are not inverted
        Pictures.new("CMYK", (16, 16), tuple(255 - v for v in DEEP)).save(file, **options)
        content = file.read_bytes()
        at = content.index(b"\xff\xee")
        length = int.from_bytes(content[at + 2 : at + 4])
        file.write_bytes(content[:at] + content[at + 2 + length :])
    image = Image(file, str(adobe), (0, 0, 10, 10), (16, 16))
    for tac in (400, 280):
        colours, _ = PressPictures(conversion_for(press(tac=tac))).image_object(image)
        samples = zlib.decompress(colours.content)
        assert samples[3] == pytest.approx(DEEP[3], abs=2)
        if tac == 400:
            assert tuple(samples[:4]) == pytest.approx(DEEP, abs=2)
        else:
            assert 270 < sum(samples[:4]) / 2.55 <= 280
