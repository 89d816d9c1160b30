"""Tracked text is extracted as it is written, and no letter moves."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import ImageChops

from cardgen.formats import pdf_content
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.png import render_page
from cardgen.scene.items import GlyphRun, Scene
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

TEXTS = {"en": "Block-Killer AVATAR To", "zh": "方块杀"}


def tracked(tracking: float, lang: str = "en") -> Scene:
    runs = layout_paragraph([Span(TEXTS[lang], "bold", lang=lang)], 5, 90, tracking=tracking).runs
    return Scene(90, 8, runs)


def by_pdfium(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join(document[0].get_textpage().get_text_range().split())


def by_pypdf(pdf: bytes) -> str:
    return " ".join(pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())


def operands(pdf: bytes, operator: str) -> list[Any]:
    """Return the operands of each use of an operator on the only page."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        instructions = pikepdf.parse_content_stream(document.pages[0])
        return [list(instruction.operands) for instruction in instructions if str(instruction.operator) == operator]


@pytest.mark.parametrize("lang", TEXTS)
@pytest.mark.parametrize("tracking", [0.05, 0.1, 0.12, 0.18, 0.3])
def test_tracked_text_is_extracted_as_it_is_written(tracking: float, lang: str) -> None:
    pdf = pdf_bytes([tracked(tracking, lang)])
    assert (by_pdfium(pdf), by_pypdf(pdf)) == (TEXTS[lang], TEXTS[lang])


def test_justified_chinese_is_extracted_without_spaces() -> None:
    text = "横行全部填满就会消除，共十二格"
    runs = layout_paragraph([Span(text + "，然后继续", lang="zh")], 4, 62.5, align="justify").runs
    assert runs[0].advances[0] > 4
    assert by_pdfium(pdf_bytes([Scene(90, 20, runs)])).replace(" ", "").startswith(text[:14])


def test_replacement_text_is_the_text() -> None:
    (begin,) = operands(pdf_bytes([tracked(0.18)]), "BDC")
    assert str(begin[1].ActualText) == TEXTS["en"]


def test_character_spacing_moves_no_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = tracked(0.18)
    spaced = render_page(pdf_bytes([scene]), 0, 900, 80)
    monkeypatch.setattr(pdf_content, "_WORD_GAP", 1e9)
    assert ImageChops.difference(spaced, render_page(pdf_bytes([scene]), 0, 900, 80)).getbbox() is None


def test_the_spacing_ends_with_its_run() -> None:
    (loose,) = layout_paragraph([Span("AB")], 5, 90, tracking=0.2).runs
    (tight,) = layout_paragraph([Span("CD")], 5, 90).runs
    pdf = pdf_bytes([Scene(90, 8, (loose, GlyphRun("CD", tight.face, 5, 30, loose.baseline, tight.advances)))])
    assert [float(values[0]) for values in operands(pdf, "Tc")] == [pytest.approx(1.0, abs=0.01), 0]
