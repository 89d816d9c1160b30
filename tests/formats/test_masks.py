"""Pictures behind masks of pixels look the same in all files."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pictures

from cardgen.base.records import replace
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.png import render_page
from cardgen.formats.svg import to_svg
from cardgen.review.kept.scenes import SceneReader, SceneWriter
from cardgen.scene.items import Image, Rect, Scene, masked, rectangle
from cardgen.scene.items import Path as Shape
from cardgen.scene.keys import content_key

#: A red photograph on blue, behind a mask: all of it is seen at the left, half in the middle, nothing at the right.
SHARES = (255, 128, 0)
EXPECTED: list[tuple[int, ...]] = [(255, 0, 0), (128, 0, 127), (0, 0, 255)]


def picture(file: Path, drawn: Pictures.Image, rect: Rect, **options: Any) -> Image:
    drawn.save(file, **options)
    return Image(file, hashlib.sha256(file.read_bytes()).hexdigest(), rect, drawn.size)


def mask_of(folder: Path, kind: str, rect: Rect = (0.0, 0.0, 1.0, 1.0)) -> Image:
    strip = Pictures.new("L", (3, 1))
    strip.putdata(SHARES)
    grey = strip.resize((300, 100), Pictures.Resampling.NEAREST)
    if kind == "transparency":
        clear = Pictures.new("RGBA", grey.size, "#00ff00")
        clear.putalpha(grey)
        grey = clear
    elif kind == "lightness of opaque colours":
        grey = grey.convert("RGBA")
    return picture(folder / "mask.png", grey, rect)


def scene_of(folder: Path, mask: Image, rect: Rect = (0, 0, 12, 4)) -> Scene:
    photograph = picture(folder / "art.jpg", Pictures.new("RGB", (120, 40), "#ff0000"), rect, quality=95)
    return Scene(12, 4, (Shape(rectangle(0, 0, 12, 4), fill="#0000ff"), masked(photograph, mask)))


def seen(page: Pictures.Image) -> list[tuple[int, ...]]:
    pixels = [page.getpixel((x, 20)) for x in (20, 60, 100)]
    return [pixel[:3] for pixel in pixels if isinstance(pixel, tuple)]


def is_near(one: list[tuple[int, ...]], other: list[tuple[int, ...]]) -> bool:
    return all(abs(a - b) < 6 for pixels in zip(one, other, strict=True) for a, b in zip(*pixels, strict=True))


KINDS = ["lightness", "transparency", "lightness of opaque colours"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_mask_shows_by_its_transparency_or_its_lightness(tmp_path: Path, kind: str) -> None:
    page = render_page(pdf_bytes([scene_of(tmp_path, mask_of(tmp_path, kind))]), 0, 120, 40)
    assert is_near(seen(page), EXPECTED), seen(page)


@pytest.mark.browser
def test_chromium_shows_the_same(tmp_path: Path, browser: Any) -> None:
    scene = scene_of(tmp_path, mask_of(tmp_path, "transparency"))
    tab = browser.new_page(viewport={"width": 120, "height": 40})
    tab.set_content(f'<body style="margin:0">{to_svg(scene).partition("?>")[2]}</body>')
    tab.add_style_tag(content="svg { display: block; width: 120px; height: 40px }")
    shown = Pictures.open(io.BytesIO(tab.screenshot())).convert("RGB")
    tab.close()
    assert is_near(seen(shown), EXPECTED), seen(shown)


def test_a_mask_of_a_part_is_in_shares_of_the_picture(tmp_path: Path) -> None:
    # The left half of the picture, twice as wide as the page, is all that is seen.
    scene = scene_of(tmp_path, mask_of(tmp_path, "lightness", (0.0, 0.0, 0.5, 1.0)), (0, 0, 24, 4))
    page = render_page(pdf_bytes([scene]), 0, 120, 40)
    assert is_near(seen(page), EXPECTED), seen(page)


def test_a_picture_of_another_mask_is_another_picture(tmp_path: Path) -> None:
    one = scene_of(tmp_path, mask_of(tmp_path, "lightness"))
    assert content_key(one) != content_key(scene_of(tmp_path, mask_of(tmp_path, "lightness", (0.0, 0.0, 0.5, 1.0))))
    other = picture(tmp_path / "other.png", Pictures.new("L", (3, 1), 9), (0.0, 0.0, 1.0, 1.0))
    assert content_key(one) != content_key(scene_of(tmp_path, other))


def test_a_picture_in_greys_keeps_its_mask(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, mask_of(tmp_path, "lightness"))
    ground, image = scene.items
    assert isinstance(image, Image)
    grey = replace(scene, items=(ground, replace(image, digest=f"{image.digest}-grey", grey=True)))
    left, _, right = seen(render_page(pdf_bytes([grey]), 0, 120, 40))
    assert left[0] == left[1] == left[2]
    assert is_near([right], [EXPECTED[2]])


def test_a_scene_that_is_kept_has_its_mask(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, mask_of(tmp_path, "transparency"))
    writer = SceneWriter()
    number = writer.add(scene)
    files = {name: image.file for name, image in writer.images.items()}
    scenes = json.loads(json.dumps(writer.scenes))
    reader = SceneReader(list(writer.shapes), scenes.__getitem__, files.__getitem__)
    assert sorted(path.name for path in files.values()) == ["art.jpg", "mask.png"]
    page = render_page(pdf_bytes([reader.scene(number)]), 0, 120, 40)
    assert is_near(seen(page), EXPECTED), seen(page)
    _, image = scenes[number]["items"]
    image["mask"]["rect"] = [0, 0, 1e9, 1]
    with pytest.raises(ValueError, match="rect"):
        SceneReader(list(writer.shapes), scenes.__getitem__, files.__getitem__).scene(number)


@pytest.mark.tools
def test_a_press_has_the_mask_as_transparency(tmp_path: Path) -> None:
    from cardgen.formats.press.conversion import conversion_for
    from cardgen.formats.press_pictures import PressPictures
    from tests.formats.press.made import press

    image = scene_of(tmp_path, mask_of(tmp_path, "lightness")).items[1]
    assert isinstance(image, Image)
    assert PressPictures(conversion_for(press())).is_transparent(image)
