"""PDFs, PNGs and orders read by other programs, each of which finds a planted fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.data.project import bundled_project
from cardgen.products.options import Options
from tests.prepress.tools import (
    boxes_of,
    exif_of,
    ghostscript_complaints,
    is_valid_xml,
    mupdf_complaints,
    pngcheck_complaints,
    qpdf_complaints,
)

pytestmark = pytest.mark.tools

_PDFS = (
    "sheets/cards-a4.pdf",
    "sheets/cards-a4-bleed.pdf",
    "sheets/minoes-a4.pdf",
    "sheets/mat-a4.pdf",
    "sheets/tuckbox-blocks-a4.pdf",
    "rules/rules.en-booklet-a4.pdf",
    "rules/rules.zh.pdf",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build PDFs of every kind of Block-Killer, and its pictures and order for print services; return their folder."""
    out = tmp_path_factory.mktemp("prepress")
    for options in (Options(only=_PDFS), *(Options(export=name) for name in ("mpc-autofill", "the-game-crafter"))):
        build_game(bundled_project(), "block-killer", out, options)
    return out / "block-killer"


@pytest.fixture
def sheet(built: Path, tmp_path: Path) -> Path:
    """Return a copy of a sheet that a test may spoil."""
    return Path(shutil.copy(built / _PDFS[0], tmp_path / "sheet.pdf"))


@pytest.mark.parametrize("complaints", [qpdf_complaints, mupdf_complaints, ghostscript_complaints])
def test_other_programs_read_every_kind_of_pdf(built: Path, complaints: Callable[[Path], str]) -> None:
    pdfs = sorted(built.rglob("*.pdf"))
    assert len(pdfs) >= len(_PDFS) + 2
    assert {pdf.name: complaints(pdf) for pdf in pdfs} == {pdf.name: "" for pdf in pdfs}


def test_the_structure_of_a_spoiled_pdf_is_complained_about(sheet: Path) -> None:
    content = sheet.read_bytes()
    sheet.write_bytes(content[: len(content) // 2])
    assert qpdf_complaints(sheet)
    assert mupdf_complaints(sheet)
    assert ghostscript_complaints(sheet)


def test_the_boxes_of_a_sheet_are_nested(built: Path) -> None:
    boxes = boxes_of(built / _PDFS[1])
    media, bleed, trim = (boxes[name] for name in ("MediaBox", "BleedBox", "TrimBox"))
    assert media[2:] == pytest.approx((841.89, 595.28), abs=0.02)
    assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
    assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]


def test_pictures_have_the_size_and_the_resolution_that_a_service_asks_for(built: Path) -> None:
    pictures = sorted((built / "exports/the-game-crafter").rglob("*.png"))
    assert len(pictures) > 20
    assert [name for name in pictures if pngcheck_complaints(name)] == []
    names = ("ImageWidth", "ImageHeight", "PixelsPerUnitX", "ColorType", "SRGBRendering")
    figures = {tuple(exif_of(picture, *names)) for picture in pictures[::9]}
    # Poker cards, and the player aids as tarot cards.
    assert figures == {("825", "1125", "11811", "2", "0"), ("900", "1500", "11811", "2", "0")}


def test_an_order_is_xml(built: Path, tmp_path: Path) -> None:
    order = built / "exports/mpc-autofill/order.xml"
    assert is_valid_xml(order)
    (tmp_path / "order.xml").write_text(order.read_text(encoding="utf-8").replace("</slots>", "", 1), encoding="utf-8")
    assert not is_valid_xml(tmp_path / "order.xml")
