"""Pictures come out as they look: every backend shows what LittleCMS makes of their profile."""

from __future__ import annotations

import base64
import io
import re
import zlib
from pathlib import Path

import pytest
from PIL import Image as Pictures
from PIL import ImageCms

from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.png import render_page, to_png
from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press.settings import Press
from cardgen.formats.press_pictures import PressPictures
from cardgen.formats.svg import to_svg
from tests.colour_table import COMBINATIONS, SIDE, TOLERANCE, answer, largest_difference, picture_file, scene_of
from tests.profiles import inks_profile


def embedded(svg: str) -> Pictures.Image:
    """Return the only picture in an SVG."""
    (data,) = re.findall(r'href="data:image/\w+;base64,([^"]+)"', svg)
    return Pictures.open(io.BytesIO(base64.b64decode(data)))


@pytest.mark.parametrize(("profile", "kind"), COMBINATIONS)
def test_every_backend_shows_the_same_colours(profile: str, kind: str, tmp_path: Path) -> None:
    file = picture_file(tmp_path, profile, kind)
    scene, right = scene_of(file), answer(file)
    in_svg = embedded(to_svg(scene))
    assert "icc_profile" not in in_svg.info
    assert largest_difference(in_svg.convert("RGB"), right) <= TOLERANCE
    assert largest_difference(Pictures.open(io.BytesIO(to_png(scene, dpi=25.4))), right) <= TOLERANCE
    on_page = render_page(pdf_bytes([Page(scene)]), 0, SIDE, SIDE)
    assert largest_difference(on_page, right) <= TOLERANCE


@pytest.mark.parametrize(("profile", "kind"), COMBINATIONS)
def test_a_press_has_the_inks_of_these_colours(profile: str, kind: str, tmp_path: Path) -> None:
    file = picture_file(tmp_path, profile, kind)
    # The profile of another press, so that pictures in CMYK are converted.
    conversion = conversion_for(Press(inks_profile(cprt=b"text" + bytes(4) + b"no\0\0"), "Test", tac=400))
    colours, _ = PressPictures(conversion).image_object(scene_of(file).items[0])  # type: ignore[arg-type]
    samples = Pictures.frombytes("CMYK", (SIDE, SIDE), zlib.decompress(colours.content))
    assert largest_difference(samples, conversion.convert(answer(file))) <= TOLERANCE


def test_a_press_keeps_pictures_in_its_own_inks(tmp_path: Path) -> None:
    file = picture_file(tmp_path, "CMYK", "jpg")
    conversion = conversion_for(Press(inks_profile(), "Test", tac=400))
    colours, _ = PressPictures(conversion).image_object(scene_of(file).items[0])  # type: ignore[arg-type]
    assert zlib.decompress(colours.content) == Pictures.open(file).tobytes()


def test_a_picture_in_srgb_keeps_its_bytes_but_not_its_profile(tmp_path: Path) -> None:
    plain, tagged = tmp_path / "plain.jpg", tmp_path / "tagged.jpg"
    picture = answer(picture_file(tmp_path, "sRGB", "png"))
    picture.save(plain)
    picture.save(tagged, icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    assert plain.read_bytes() in base64.b64decode(re.findall(r"base64,([^\"]+)", to_svg(scene_of(tagged)))[0])
    assert plain.read_bytes() in pdf_bytes([scene_of(tagged)])
    assert plain.read_bytes() in pdf_bytes([scene_of(plain)])
