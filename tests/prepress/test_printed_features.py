"""A card with codes, tints, masks, effects of text and pictures of several formats looks the same in all programs."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image as Pictures
from PIL import ImageDraw

from cardgen.base.records import replace
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.png import to_png
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Scene
from tests.building.test_check import face
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.prepress.plates import mean_difference, pages_as_shown
from tests.prepress.tools import run_tool

BOXES = """\
qr: {kind: qr, box: [4, 4, 20, 20], value: "https://example.org/{id}"}
ean: {kind: barcode, box: [26, 4, 33, 20], value: "400638133393"}
gif: {kind: image, box: [4, 27, 12, 12], file: art.gif, mask: mask.svg}
tiff: {kind: image, box: [18, 27, 12, 12], file: art.tif, shape: ellipse}
avif: {kind: image, box: [32, 27, 12, 12], file: art.avif, opacity: 0.5}
bmp: {kind: image, box: [46, 27, 12, 12], file: art.bmp, radius: 2}
tint: {kind: image, box: [4, 42, 12, 12], file: mask.svg, tint: "#17365f"}
lined: {kind: text, box: [18, 42, 40, 8], text: Line, size: 6, colour: white, outline: {width: 0.4, colour: "#333333"}}
shade: {kind: text, box: [4, 56, 55, 8], text: Shadow, size: 6, shadow: {x: 0.5, y: 0.5, blur: 0.5}}
glow: {kind: text, box: [4, 66, 55, 8], text: Glow, size: 6, glow: {width: 1, colour: "#e9b44c"}}
under: {kind: text, box: [4, 76, 27, 8], text: Under, size: 5, underline: true}
strike: {kind: text, box: [32, 76, 27, 8], text: Strike, size: 5, strike: true}
"""
MASK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0L10 10H0Z"/>'
    '<circle cx="5" cy="7" r="1.5" fill="#ffffff"/></svg>'
)
#: Dots per inch, and the largest mean difference of the channels of two renderings, of 255: edges are smoothed in
#: several ways.
DPI, MOST = 300, 4.0


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    game: GameOnDisk = tiny_game_in(tmp_path_factory.mktemp("features"))
    art = Pictures.new("RGB", (150, 150), "#2a9d8f")
    ImageDraw.Draw(art).ellipse((20, 20, 130, 130), fill="#e76f51")
    for ending in ("gif", "tif", "avif", "bmp"):
        art.save(game.path(f"card_data/tiny/art.{ending}"))
    game.write("card_data/tiny/mask.svg", MASK)
    face(game, *BOXES.splitlines())
    assert game.codes() == []
    return replace(game.layout()["main"][0].face.scene, bleed=0.0)


def ours(scene: Scene) -> Pictures.Image:
    return Pictures.open(io.BytesIO(to_png(scene, dpi=DPI))).convert("RGB")


def check_same(seen: Pictures.Image, scene: Scene) -> None:
    """Fail unless a rendering is as our PNG, and its codes can be read."""
    expected = ours(scene)
    # Some programs round the size of a page up.
    assert mean_difference(seen.crop((0, 0, *expected.size)), expected) <= MOST
    codes = {str(code.format): code.text for code in zxingcpp.read_barcodes(seen)}
    assert codes == {"QR Code": "https://example.org/one", "EAN-13": "4006381333931"}


@pytest.mark.tools
def test_pdf_in_mupdf_ghostscript_and_poppler(scene: Scene, tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(pdf_bytes([Page(scene)]))
    run_tool("mutool", "draw", "-q", "-r", str(DPI), "-o", tmp_path / "mu.png", pdf)
    run_tool("pdftoppm", "-r", str(DPI), "-png", "-singlefile", pdf, tmp_path / "poppler")
    for name in ("mu.png", "poppler.png"):
        with Pictures.open(tmp_path / name) as seen:
            check_same(seen.convert("RGB"), scene)
    (shown,) = pages_as_shown(pdf, tmp_path / "gs", dpi=DPI)
    check_same(shown, scene)


@pytest.mark.browser
def test_svg_in_chromium(scene: Scene, browser: Any) -> None:
    width, height = ours(scene).size
    page = browser.new_page(viewport={"width": width, "height": height})
    svg = base64.b64encode(to_svg(scene).encode()).decode()
    page.set_content(f'<body style="margin:0"><img width={width} src="data:image/svg+xml;base64,{svg}">')
    page.wait_for_function("document.images[0].complete")
    check_same(Pictures.open(io.BytesIO(page.screenshot())).convert("RGB"), scene)
    page.close()
