"""Shaped text is painted alike in SVG and PDF, in every script, and a PDF paints what its outlines are."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardgen.formats.paint import outline_of
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import path_data, to_svg
from cardgen.scene.items import GlyphRun, Glyphs, Item, Path, Scene
from cardgen.scene.keys import content_key
from cardgen.text.fonts import face_named, glyphs_of
from cardgen.text.ink import ink_of
from tests.cases import for_cases
from tests.formats.world import SAMPLES, Sample, card


def pixels(scene: Scene, items: tuple[Item, ...]) -> Image.Image:
    """Return a picture that is black where anything is painted."""
    with pypdfium2.PdfDocument(pdf_bytes([replace(scene, items=items)])) as document:
        picture: Image.Image = document[0].render(scale=15 * 25.4 / 72).to_pil().convert("L")
    return picture.point(lambda value: 255 if value < 128 else 0)


def count(picture: Image.Image) -> int:
    return picture.histogram()[255]


def runs_in(scene: Scene) -> list[GlyphRun]:
    return [item for item in scene.items if isinstance(item, GlyphRun)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.lang)
def test_a_pdf_paints_the_outlines_of_shaped_text(sample: Sample) -> None:
    scene = card(sample, width=150, size=12)
    shapes = tuple(Path(outline_of(run), fill="#000000") for run in runs_in(scene))
    text, drawn = pixels(scene, scene.items), pixels(scene, shapes)
    assert count(text) > 50_000
    assert count(ImageChops.difference(text, drawn)) < 0.02 * count(text)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.lang)
def test_an_svg_has_the_outlines_of_shaped_text(sample: Sample) -> None:
    scene = card(sample)
    svg = to_svg(scene)
    for run in runs_in(scene):
        assert path_data(outline_of(run), 3) in svg


@for_cases("sample", SAMPLES)
def test_the_ink_of_a_run_is_that_of_its_glyphs(sample: Sample) -> None:
    for run in runs_in(card(sample)):
        x, y, width, height = ink_of(run)
        inks = [ink for glyph in glyphs_of(run) if (ink := ink_of(glyph))[2] > 0]
        assert x == pytest.approx(min(ink[0] for ink in inks))
        assert y == pytest.approx(min(ink[1] for ink in inks))
        assert x + width == pytest.approx(max(ink[0] + ink[2] for ink in inks))
        assert y + height == pytest.approx(max(ink[1] + ink[3] for ink in inks))


def test_glyphs_their_clusters_and_their_offsets_change_the_key_of_a_scene() -> None:
    number = face_named("latin").glyph("A") or 0
    run = GlyphRun("fi", "latin", 4, 1, 5, (2.0,))
    shaped = [
        Glyphs((number,), (0,)),
        Glyphs((number + 1,), (0,)),
        Glyphs((number,), (1,)),
        Glyphs((number,), (0,), ((0.1, 0.0),)),
        Glyphs((number,), (0,), ((0.0, 0.1),)),
    ]
    keys = [content_key(Scene(9, 9, (replace(run, glyphs=glyphs),))) for glyphs in (None, *shaped)]
    assert len(set(keys)) == len(keys)
