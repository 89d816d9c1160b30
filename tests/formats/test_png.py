"""PNG: exact sizes, metadata, and the same bytes with any number of processes."""

from __future__ import annotations

import io
import multiprocessing
import sys
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image as Pictures

from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.png import Picture, encode_png, render_page, to_png, to_pngs
from cardgen.formats.png_files import Metadata
from cardgen.scene.items import Path, Scene, rectangle
from tests.pictures import card, sheet, text


def opened(png: bytes) -> Pictures.Image:
    picture = Pictures.open(io.BytesIO(png))
    picture.load()
    return picture


@pytest.mark.parametrize(
    ("width", "height", "bleed", "dpi", "size"),
    [
        (63, 88, 0, 300, (744, 1039)),
        (63, 88, 3, 300, (816, 1111)),  # a print service accepts no less than 816 × 1110
        (63.5, 88.9, 3, 300, (822, 1122)),
        (63.5, 88.9, 3.05, 300, (822, 1122)),
        (63, 88, 3, 600, (1630, 2221)),
        (63.04, 88.03, 3.048, 300, (817, 1112)),
        (63.5, 88.9, 3.048, 300, (822, 1122)),  # the poker card of a print service, 36 pixels of bleed
        (63.5, 88.9, 3.175, 300, (825, 1125)),
        (210, 297, 0, 96, (794, 1123)),
        (1, 1, 0, 10, (1, 1)),
    ],
)
def test_a_picture_has_exactly_its_size_in_pixels(
    width: float, height: float, bleed: float, dpi: float, size: tuple[int, int]
) -> None:
    scene = Scene(width, height, (), bleed=bleed)
    assert Picture(scene, dpi, bleed=True).size == size
    assert opened(to_png(scene, dpi=dpi, bleed=True)).size == size


def test_a_picture_is_opaque_on_white() -> None:
    picture = opened(to_png(Scene(10, 10, ()), dpi=100))
    assert picture.mode == "RGB"
    assert picture.getcolors() == [(39 * 39, (255, 255, 255))]


def test_colours_are_those_of_the_scene() -> None:
    scene = Scene(30, 10, tuple(Path(rectangle(i * 10, 0, 10, 10), fill=c) for i, c in enumerate(COLOURS)))
    picture = opened(to_png(scene, dpi=254))
    colours: list[Any] = [picture.getpixel((x, 50)) for x in (50, 150, 250)]
    assert ["#{:02x}{:02x}{:02x}".format(*colour) for colour in colours] == COLOURS


COLOURS = ["#cc0000", "#127f3b", "#0102fe"]


def test_the_trim_is_the_middle_of_the_bleed() -> None:
    scene = card(7, bleed=2.54)
    inner, outer = (opened(to_png(scene, dpi=100, bleed=bleed)) for bleed in (False, True))
    assert (outer.width - inner.width, outer.height - inner.height) == (20, 20)
    for x, y in ((0, 0), (inner.width - 1, inner.height - 1)):
        assert inner.getpixel((x, y)) == outer.getpixel((x + 10, y + 10)) == (47, 80, 112)


def test_no_edge_is_white() -> None:
    picture = opened(to_png(card(3)))
    corners = {picture.getpixel((x, y)) for x in (0, picture.width - 1) for y in (0, picture.height - 1)}
    assert corners == {(43, 80, 112)}


def target(bleed: float = 3) -> Scene:
    """Return a card with a red bleed, a blue trim and a white dot of 10 mm in the middle."""
    box = rectangle(-bleed, -bleed, 63 + 2 * bleed, 88 + 2 * bleed)
    shapes = ((box, "#cc0000"), (rectangle(0, 0, 63, 88), "#0000cc"), (rectangle(26.5, 39, 10, 10), "#ffffff"))
    return Scene(63, 88, tuple(Path(shape, fill=colour) for shape, colour in shapes), bleed=bleed)


@pytest.mark.parametrize("dpi", [97, 150, 300, 301, 600])
def test_the_bleed_reaches_every_edge_unblended_and_the_card_is_in_the_middle(dpi: float) -> None:
    picture = opened(to_png(target(), dpi=dpi, bleed=True))
    edges = [picture.crop(box).getcolors() for box in edge_boxes(*picture.size)]
    assert edges == [[(picture.width, (204, 0, 0))]] * 2 + [[(picture.height, (204, 0, 0))]] * 2
    left, top, right, bottom = picture.getchannel("B").point(lambda blue: 255 * (blue > 102)).getbbox() or (0,) * 4
    assert (right - left, bottom - top) == pytest.approx((63 / 25.4 * dpi, 88 / 25.4 * dpi), abs=1)
    assert abs(left - (picture.width - right)) <= 1
    assert abs(top - (picture.height - bottom)) <= 1


def edge_boxes(width: int, height: int) -> list[tuple[int, int, int, int]]:
    return [(0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)]


def test_the_file_has_its_metadata() -> None:
    scene = Scene(20, 20, text("方", 5, lang="zh"), title="方块 T", description="A block: 方块", lang="zh")
    picture = opened(to_png(scene, dpi=300))
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert (picture.info["Title"], picture.info["Description"]) == ("方块 T", "A block: 方块")
    assert picture.info["Title"].lang == "zh"
    assert "srgb" in picture.info
    assert not {"Title", "Description"} & set(opened(to_png(Scene(5, 5, ()), dpi=72)).info)


def test_two_processes_make_the_same_files_as_one() -> None:
    wanted = [Picture(card(i), 60, bleed) for i in range(5) for bleed in (False, True)]
    alone = list(to_pngs(wanted, processes=1))
    assert list(to_pngs(wanted, processes=2)) == alone
    assert alone == [to_png(wish.scene, dpi=60, bleed=wish.bleed) for wish in wanted]
    assert [opened(png).size for png in alone] == [wish.size for wish in wanted]
    assert len(set(alone)) == len(alone)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked, so they would not be slow")
def test_pictures_that_are_not_taken_end_the_processes_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: object, metadata: Metadata, *, optimise: bool) -> bytes:
        time.sleep(60 * bool(metadata.title) + optimise)
        return b"made"

    monkeypatch.setattr("cardgen.formats.png.encode_pixels", slow)
    scenes = [replace(card(number), title="slow" * (number > 3)) for number in range(20)]
    began = time.monotonic()
    made = to_pngs([Picture(scene, 30) for scene in scenes], processes=2)
    assert next(made) == b"made"
    assert isinstance(made, Generator)
    made.close()
    assert multiprocessing.active_children() == []
    assert time.monotonic() - began < 30


def test_no_pictures_make_no_files() -> None:
    assert list(to_pngs([])) == []


def test_a_page_is_drawn_at_the_size_that_is_asked_for() -> None:
    pdf = pdf_bytes([card(1), Page(sheet(card(2), card(2)))])
    assert render_page(pdf, 0, 33, 44).size == (33, 44)
    picture = render_page(pdf, 1, 210, 297)
    assert picture.size == (210, 297)
    assert picture.getpixel((5, 5)) == (255, 255, 255)
    assert picture.getpixel((12, 18)) == (42, 80, 112)


def test_any_picture_can_be_encoded() -> None:
    drawn = Pictures.new("RGB", (9, 7), (1, 2, 3))
    png = encode_png(drawn, dpi=150, description="plain")
    assert opened(png).tobytes() == drawn.tobytes()
    assert opened(png).info["Description"] == "plain"
    assert png == encode_png(drawn, dpi=150, description="plain")
    assert "dpi" not in opened(encode_png(drawn)).info


def test_a_picture_does_not_depend_on_others_made_with_it() -> None:
    scene = card(7, bleed=3)
    together = list(to_pngs([Picture(scene), Picture(scene, bleed=True), Picture(card(8))]))
    assert together[0] == to_png(scene)
    assert together[1] == to_png(scene, bleed=True)
