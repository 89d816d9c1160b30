"""Slanted, vertical and invisible runs of text are painted alike in SVG and PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as FilePath

import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardgen.formats.paint import outline_of
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.scene.items import GlyphRun, Path, Scene
from cardgen.scene.keys import content_key
from cardgen.scene.paths import points_of
from cardgen.text.fonts import face_named, make_face
from cardgen.text.ink import ink_of
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from tests.made_fonts import open_type, true_type


def run(text: str = "HIT", lang: str = "en", size: float = 10) -> GlyphRun:
    return replace(layout_paragraph([Span(text, lang=lang)], size, 500).runs[0], x=10, baseline=20)


def column(text: str = "方块") -> GlyphRun:
    return GlyphRun(text, "han", 10, 20, 5, (10.0,) * len(text), lang="zh", vertical=True)


def pixels(*items: GlyphRun | Path) -> Image.Image:
    """Return a picture that is black where anything is painted."""
    document = pypdfium2.PdfDocument(pdf_bytes([Scene(60, 40, items)]))
    picture: Image.Image = document[0].render(scale=20 * 25.4 / 72).to_pil().convert("L")
    document.close()
    return picture.point(lambda value: 255 if value < 128 else 0)


def count(picture: Image.Image) -> int:
    return picture.histogram()[255]


def text_of(*items: GlyphRun) -> str:
    document = pypdfium2.PdfDocument(pdf_bytes([Scene(60, 40, items)]))
    text = str(document[0].get_textpage().get_text_range())
    document.close()
    return text


@pytest.mark.parametrize(
    "written",
    [run(), replace(run(), slant=0.2126), column(), replace(column("一二三"), advances=(12.0, 9.0, 10.0))],
    ids=["plain", "leaning", "down", "down apart"],
)
def test_a_pdf_paints_the_outlines_of_a_run(written: GlyphRun) -> None:
    text, shape = pixels(written), pixels(Path(outline_of(written), fill="#000000"))
    assert count(text) > 1000
    assert count(ImageChops.difference(text, shape)) < 0.02 * count(text)


@pytest.mark.parametrize("make", [true_type, open_type], ids=["TrueType", "CFF"])
def test_a_games_own_font_can_be_vertical(make: Callable[..., bytes], tmp_path: FilePath) -> None:
    content = make(characters="方块杀手", of="han")
    path = tmp_path / "own.otf"
    path.write_bytes(content)
    down = replace(column("方块杀"), face=make_face(content, path).name)
    text, shape = pixels(down), pixels(Path(outline_of(down), fill="#000000"))
    assert count(text) > 1000
    assert count(ImageChops.difference(text, shape)) < 0.03 * count(text)
    assert text_of(down) == "方块杀"


def test_a_slanted_run_is_slanted_from_its_baseline() -> None:
    upright, leaning = outline_of(run("I")), outline_of(replace(run("I"), slant=0.25))
    for plain, slanted in zip(upright, leaning, strict=True):
        for (x, y), moved in zip(points_of(plain), points_of(slanted), strict=True):
            assert moved == pytest.approx((x + 0.25 * (20 - y), y))


def test_a_column_goes_down_by_its_advances() -> None:
    first, second = (outline_of(column(text)) for text in ("方", "方方"))
    assert second[: len(first)] == first
    for plain, lower in zip(first, second[len(first) :], strict=True):
        for (x, y), moved in zip(points_of(plain), points_of(lower), strict=True):
            assert moved == pytest.approx((x, y + 10))
    x, y, width, height = ink_of(column())
    assert (x >= 15, x + width <= 25, y >= 5, y + height <= 25) == (True,) * 4
    assert column().end == (20, 25)


def test_an_invisible_run_is_extracted_and_not_painted() -> None:
    unseen = replace(run("sword"), invisible=True)
    assert count(pixels(unseen)) == 0
    assert text_of(unseen) == "sword"
    assert "<path" not in to_svg(Scene(60, 40, (unseen,)))
    assert ink_of(unseen)[2:] == (0, 0)
    assert text_of(replace(unseen, outlined=True)) == ""


def test_a_run_after_an_invisible_one_is_painted() -> None:
    assert pixels(replace(run("sword"), invisible=True), run()) == pixels(run())


def test_columns_and_slanted_text_are_extracted() -> None:
    assert text_of(column("每当你的生物")) == "每当你的生物"
    assert text_of(replace(run("Slant"), slant=0.2)) == "Slant"


def test_every_attribute_of_a_run_changes_its_key() -> None:
    manners = [run(), replace(run(), slant=0.2), replace(run(), invisible=True), replace(run(), vertical=True)]
    assert len({content_key(Scene(9, 9, (item,))) for item in manners}) == 4


def test_a_face_is_embedded_once_for_lines_and_columns() -> None:
    both = pdf_bytes([Scene(60, 40, (run("方块", "zh"), column()))])
    assert both.count(b"/FontFile2") == 1
    assert both.count(b"/Identity-V") == both.count(b"/Identity-H") == 1
    assert b"/Identity-V" not in pdf_bytes([Scene(60, 40, (run("方块", "zh"),))])
    assert face_named("han").nominal_width("方") == 1000
