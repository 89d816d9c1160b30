"""A game's own faces in a PDF: TrueType and CFF outlines, by name or by number; text that can be copied."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.cffLib import CFFFontSet

from cardgen.formats.paint import outline_of
from cardgen.formats.pdf import pdf_bytes
from cardgen.scene.items import GlyphRun, Scene
from cardgen.scene.paths import points_of
from cardgen.text.faces import Face
from cardgen.text.fonts import face_named, make_face
from tests.made_fonts import open_type, true_type

WORDS = "Hamburg & Qy {ij}"

FONTS: dict[str, Callable[[], bytes]] = {
    "TrueType": true_type,
    "CFF": open_type,
    "CFF by number": partial(open_type, keyed=True),
}


def scene_of(face: Face, text: str = WORDS) -> Scene:
    advances = tuple(face.nominal_width(character) / face.units * 6 for character in text)
    return Scene(60, 12, (GlyphRun(text, face.name, 6, 3, 8, advances),))


def fonts_in(pdf: bytes) -> tuple[pikepdf.Pdf, Any, Any]:
    """Return the document, its only font and the font inside that."""
    document = pikepdf.open(io.BytesIO(pdf))
    (outer,) = document.pages[0].Resources.Font.values()
    return document, outer, outer.DescendantFonts[0]


@pytest.mark.parametrize("name", FONTS)
def test_an_own_face_has_its_outlines_and_can_be_copied(name: str) -> None:
    """All three have Barlow's letters, so their pages look like Barlow's."""
    face = make_face(FONTS[name](), Path("fonts/test.otf"))
    with pypdfium2.PdfDocument(pdf_bytes([scene_of(face)])) as own:
        assert own[0].get_textpage().get_text_range() == WORDS
        seen = own[0].render(scale=6).to_pil().convert("L")
    with pypdfium2.PdfDocument(pdf_bytes([scene_of(face_named("latin"))])) as bundled:
        wanted = bundled[0].render(scale=6).to_pil().convert("L")
    different = [abs(a - b) for a, b in zip(seen.tobytes(), wanted.tobytes(), strict=True)]
    assert sum(different) / len(different) < 0.5
    assert sum(255 - value for value in seen.tobytes()) > 100_000


@pytest.mark.parametrize("name", ["CFF", "CFF by number"])
def test_cff_outlines_are_embedded_as_a_subset(name: str) -> None:
    face = make_face(FONTS[name](), Path("fonts/test.otf"))
    pdf = pdf_bytes([scene_of(face, "Aha")])
    document, outer, inner = fonts_in(pdf)
    with document:
        assert (str(inner.Subtype), str(outer.Encoding.Type)) == ("/CIDFontType0", "/CMap")
        assert str(inner.BaseFont).endswith("+Ceffa-Regular")
        assert "/FontFile2" not in inner.FontDescriptor
        assert str(inner.FontDescriptor.FontFile3.Subtype) == "/CIDFontType0C"
        file = CFFFontSet()
        file.decompile(io.BytesIO(inner.FontDescriptor.FontFile3.read_bytes()), None)
        assert len(file.topDictIndex[0].CharStrings) == 4  # A, h, a, and .notdef
    assert pdf_bytes([scene_of(face, "Aha")]) == pdf


def test_two_characters_with_one_glyph_are_distinct() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(open_type()))
    for table in font["cmap"].tables:
        table.cmap[0xA0] = table.cmap[0x20]
    made = io.BytesIO()
    font.save(made)
    face = make_face(made.getvalue(), Path("fonts/test.otf"))
    document, outer, _ = fonts_in(pdf_bytes([scene_of(face, "a b\u00a0c")]))
    with document:
        assert {b"<0020>", b"<00a0>"} <= set(outer.ToUnicode.read_bytes().split())


def test_outlines_of_both_kinds_are_the_same_shapes() -> None:
    boxes = []
    for make in FONTS.values():
        run = scene_of(make_face(make(), Path("fonts/test.otf"))).items[0]
        assert isinstance(run, GlyphRun)
        points = [points_of(command)[-1] for command in outline_of(run) if len(command) > 1]
        boxes.append([edge(p[i] for p in points) for i in (0, 1) for edge in (min, max)])
    assert boxes[1] == pytest.approx(boxes[0], abs=0.02)
    assert boxes[2] == pytest.approx(boxes[0], abs=0.02)


def test_a_font_with_an_unusual_name_is_embedded() -> None:
    for content in (true_type("Tea (of) /the\\ 龙"), true_type("龙")):
        pdf = pdf_bytes([scene_of(make_face(content, Path("x.ttf")))])
        document, outer, _ = fonts_in(pdf)
        with document:
            assert str(outer.BaseFont)[1:].replace("+", "").replace("-", "").isalnum()


def test_a_font_without_a_weight_is_embedded() -> None:
    face = make_face(true_type(without=["OS/2"]), Path("x.ttf"))
    document, _, inner = fonts_in(pdf_bytes([scene_of(face)]))
    with document:
        assert float(inner.FontDescriptor.StemV) == 87
