"""Pictures have the same colours in programs of others: Chromium, MuPDF, Ghostscript."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pictures

from cardgen.formats.pdf import Page, pdf_bytes, to_pdf
from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press.settings import Press
from cardgen.formats.svg import to_svg
from tests.colour_table import COMBINATIONS, SIDE, TOLERANCE, answer, largest_difference, picture_file, scene_of
from tests.prepress.plates import pages_as_shown
from tests.prepress.tools import run_tool
from tests.profiles import inks_profile

Note = Callable[[str, object], None]


@pytest.mark.browser
def test_svg_in_chromium(browser: Any, tmp_path: Path, record_property: Note) -> None:
    page = browser.new_page(viewport={"width": SIDE, "height": SIDE})
    for profile, kind in COMBINATIONS:
        file = picture_file(tmp_path, profile, kind)
        svg = base64.b64encode(to_svg(scene_of(file)).encode()).decode()
        page.set_content(f'<body style="margin:0"><img width={SIDE} src="data:image/svg+xml;base64,{svg}">')
        page.wait_for_function("document.images[0].complete")
        seen = Pictures.open(io.BytesIO(page.screenshot())).convert("RGB")
        difference = largest_difference(seen, answer(file))
        record_property(f"{profile} {kind}", difference)
        assert difference <= TOLERANCE, (profile, kind)
    page.close()


@pytest.mark.tools
@pytest.mark.parametrize(("profile", "kind"), COMBINATIONS)
def test_pdf_in_mupdf_and_ghostscript(profile: str, kind: str, tmp_path: Path, record_property: Note) -> None:
    file = picture_file(tmp_path, profile, kind)
    (tmp_path / "a.pdf").write_bytes(pdf_bytes([Page(scene_of(file))]))
    run_tool("mutool", "draw", "-q", "-r", "25.4", "-o", tmp_path / "a.png", tmp_path / "a.pdf")
    in_mupdf = largest_difference(Pictures.open(tmp_path / "a.png").convert("RGB"), answer(file))
    (page,) = pages_as_shown(tmp_path / "a.pdf", tmp_path / "gs", dpi=72)
    in_ghostscript = largest_difference(page, answer(file))
    record_property("mupdf", in_mupdf)
    record_property("ghostscript", in_ghostscript)
    assert max(in_mupdf, in_ghostscript) <= TOLERANCE


@pytest.mark.tools
@pytest.mark.parametrize(("profile", "kind"), COMBINATIONS)
def test_press_pdf_in_ghostscript(profile: str, kind: str, tmp_path: Path, record_property: Note) -> None:
    file = picture_file(tmp_path, profile, kind)
    press = Press(inks_profile(cprt=b"text" + bytes(4) + b"no\0\0"), "Test", tac=400)
    pdf, plates = tmp_path / "a.pdf", tmp_path / "a.tif"
    with pdf.open("wb") as out:
        to_pdf([Page(scene_of(file))], out, press=press, title="Patches")
    run_tool("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiff32nc", "-r72", "-o", plates, pdf)
    with Pictures.open(plates) as seen:
        difference = largest_difference(seen, conversion_for(press).convert(answer(file)))
    record_property("press", difference)
    assert difference <= TOLERANCE
