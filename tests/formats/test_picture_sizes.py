"""Pictures in PDFs have at most `picture_dpi`, and photographs are JPEGs; without it, nothing is lost."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

import pikepdf
import pytest
from PIL import Image as Pictures
from PIL import ImageChops, ImageStat

from cardgen.formats.pdf import to_pdf
from cardgen.formats.png import render_page
from cardgen.formats.press.settings import Press
from cardgen.scene.items import Group, Image, Item, Placed, Rect, Scene, scale, translate
from tests.profiles import DISPLAY_P3, gamma, inks_profile, matrix_profile

INCH = 25.4
DPI = 100
P3 = matrix_profile(DISPLAY_P3, gamma(2.2))


def photograph(folder: FilePath, name: str = "a.jpg", **options: Any) -> FilePath:
    """Save a picture of 600 × 300 pixels, and return its file."""
    picture = Pictures.merge("RGB", [Pictures.linear_gradient("L").rotate(90 * i).resize((600, 300)) for i in range(3)])
    if options.pop("transparent", False):
        picture.putalpha(Pictures.radial_gradient("L").resize(picture.size))
    picture.save(folder / name, **{"quality": 95, **options})
    return folder / name


def placed(file: FilePath, rect: Rect = (0, 0, INCH, INCH / 2)) -> Image:
    with Pictures.open(file) as picture:
        return Image(file, hashlib.sha256(file.read_bytes()).hexdigest(), rect, picture.size)


def made(items: Sequence[Item], pages: int = 1, **options: Any) -> bytes:
    file = io.BytesIO()
    to_pdf([Scene(2 * INCH, 2 * INCH, tuple(items), name=str(i)) for i in range(pages)], file, title="x", **options)
    return file.getvalue()


def stored(pdf: bytes) -> list[tuple[tuple[int, int], str]]:
    """Return the size and the filter of each picture that is no mask."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        pictures = [thing for thing in document.objects if _is_image(thing)]
        masks = {picture.SMask.objgen for picture in pictures if "/SMask" in picture}
        images = [picture for picture in pictures if picture.objgen not in masks]
        return sorted(((int(o.Width), int(o.Height)), str(o.Filter)) for o in images)


def _is_image(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"


JPEG, FLATE = "/DCTDecode", "/FlateDecode"


@pytest.mark.parametrize(
    ("name", "options", "kind"),
    [
        ("a.jpg", {}, JPEG),
        ("a.jpg", {"icc_profile": P3}, JPEG),
        ("a.webp", {}, JPEG),
        ("a.webp", {"lossless": True}, FLATE),
        ("a.webp", {"transparent": True}, FLATE),
        ("a.png", {}, FLATE),
        ("a.png", {"transparent": True}, FLATE),
    ],
)
def test_a_picture_has_the_pixels_that_its_size_needs(
    name: str, options: dict[str, Any], kind: str, tmp_path: FilePath
) -> None:
    image = placed(photograph(tmp_path, name, **options))
    pdf, whole = made([image], picture_dpi=DPI), made([image])
    assert stored(pdf) == [((100, 50), kind)]
    assert [size for size, _ in stored(whole)] == [(600, 300)]
    pages = [render_page(content, 0, 100, 100) for content in (pdf, whole)]
    assert max(ImageStat.Stat(ImageChops.difference(*pages)).mean) < 1


def test_a_photograph_that_needs_no_change_keeps_its_bytes(tmp_path: FilePath) -> None:
    file = photograph(tmp_path)
    for dpi in (600, 2400, None):
        assert file.read_bytes() in made([placed(file)], picture_dpi=dpi)
    assert file.read_bytes() not in made([placed(file)], picture_dpi=599)


def test_a_photograph_in_other_colours_is_lossless_unless_it_is_to_be_small(tmp_path: FilePath) -> None:
    image = placed(photograph(tmp_path, icc_profile=P3))
    assert stored(made([image])) == [((600, 300), FLATE)]
    assert stored(made([image], picture_dpi=2400)) == [((600, 300), JPEG)]


def test_each_size_of_a_picture_on_pages_is_stored_once(tmp_path: FilePath) -> None:
    file = photograph(tmp_path)
    small = placed(file, (0, 0, INCH / 2, INCH / 4))
    turned = Group((small,), (0, 2, -1, 0, INCH, 0))  # twice as long
    items = (placed(file), small, turned, Group((small,), scale(4)), Group((placed(file),), translate(3, 3)))
    assert [size for size, _ in stored(made(items, pages=2, picture_dpi=DPI))] == [
        (50, 25),
        (100, 25),
        (100, 50),
        (200, 100),
    ]


def test_a_scene_that_pages_show_larger_has_the_pixels_for_it(tmp_path: FilePath) -> None:
    face = Scene(INCH, INCH, (placed(photograph(tmp_path)),), name="face")
    pages = [Placed(face, scale(1)), Placed(face, translate(5, 5)), Placed(face, scale(2)), Placed(face, scale(0.5))]
    pdf = made(pages, picture_dpi=DPI)
    assert [size for size, _ in stored(pdf)] == [(50, 25), (100, 50), (200, 100)]
    assert [size for size, _ in stored(made(pages))] == [(600, 300)]


@pytest.mark.parametrize("tac", [400, 250])
def test_a_press_has_photographs_as_jpegs_within_the_limit_of_ink(tac: int, tmp_path: FilePath) -> None:
    press = Press(inks_profile(), "Test", tac=tac)
    image = placed(photograph(tmp_path))
    assert stored(made([image], press=press, picture_dpi=DPI)) == [((100, 50), JPEG)]
    assert stored(made([image], press=press)) == [((600, 300), FLATE)]
    with pikepdf.open(io.BytesIO(made([image], press=press, picture_dpi=DPI))) as document:
        (stream,) = (o for o in document.objects if _is_image(o))
        assert list(stream.Decode) == [1, 0] * 4
        inks = Pictures.open(io.BytesIO(stream.read_raw_bytes()))
    samples = inks.tobytes()
    assert max(sum(samples[i : i + 4]) for i in range(0, len(samples), 4)) <= tac * 255 // 100
