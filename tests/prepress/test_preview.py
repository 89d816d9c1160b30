"""Plates as the review page shows them, against those that Ghostscript makes of the same file."""

from __future__ import annotations

import hashlib
from pathlib import Path as FilePath
from typing import Any

import pytest
from PIL import Image as Pictures
from PIL import ImageChops, ImageFilter, ImageMath, ImageStat

from cardgen.formats.press_preview import INKS, page_plates
from cardgen.scene.items import CUT, GlyphRun, Gradient, Group, Image, Item, Path, Placed, Scene, Stop, rectangle
from tests.formats.press.made import press, press_pdf
from tests.prepress.plates import plates_of

pytestmark = pytest.mark.tools

DPI, SIDE = 254, 460  # ten pixels a mm, 46 mm with the bleed


def scene(folder: FilePath) -> Scene:
    """Return a page with all that prints: areas, lines, text, a gradient, a picture, finishes, a line to cut along."""
    art = Pictures.linear_gradient("L").convert("RGBA")
    art.paste((255, 0, 0, 120), (0, 0, 128, 128))
    art.save(folder / "art.png")
    digest = hashlib.sha256((folder / "art.png").read_bytes()).hexdigest()
    fading = Gradient((Stop(0, "#ff8800"), Stop(1, "#0044aa")), (18.0, 3.0), (30.0, 3.0))
    items: tuple[Item, ...] = (
        Path(rectangle(-3, -3, 46, 46), fill="#d8e4f0"),
        Path(rectangle(3, 3, 12, 12), fill="#102030"),
        Path(rectangle(18, 3, 12, 12), fill=fading),
        Image(folder / "art.png", digest, (3, 18, 12, 12), art.size),
        Group((Path(rectangle(18, 18, 12, 12), fill="#20c040"),), opacity=0.4),
        GlyphRun("Ink", "latin-bold", 8, 4, 38, (6.0, 6.0, 6.0), colour="#111111"),
        Path(rectangle(32, 3, 6, 12), finish="foil"),
        Path(rectangle(20, 20, 16, 4), finish="varnish"),
        Path(rectangle(1, 1, 38, 38), stroke="#e6007e", stroke_width=0.3, spot=CUT),
    )
    return Scene(40, 40, (Placed(Scene(40, 40, items, bleed=3)),), bleed=3)


@pytest.mark.parametrize(
    "settings", [{}, {"standard": "x-1a"}, {"white_below": True, "rich_black": (0.4, 0.3, 0.3, 1)}]
)
def test_each_plate_is_the_one_that_ghostscript_makes(settings: dict[str, Any], tmp_path: FilePath) -> None:
    page, inks = scene(tmp_path), press(**settings)
    shown = page_plates(page, inks, SIDE, SIDE)
    pdf = tmp_path / "page.pdf"
    pdf.write_bytes(press_pdf([page], inks))
    plates = plates_of(pdf, tmp_path / "plates", "simulate", DPI)
    made = {name.lower() if name.lower() in INKS else name: plate for name, plate in plates.items()}
    assert set(made) == set(shown.names)
    for number, name in enumerate(shown.names):
        ours = ImageChops.invert(shown.plate(number))
        # Ghostscript inks every pixel that a shape touches, so edges differ by a pixel.
        assert _differing(ours, made[name]) < 0.003, name
        assert shown.coverage[number] == pytest.approx(_covered(made[name]), abs=1.2), name
    total = ImageMath.lambda_eval(lambda o: o["cyan"] + o["magenta"] + o["yellow"] + o["black"], **made)
    assert shown.most()[0] == pytest.approx(total.getextrema()[1] / 2.55, abs=4)


def _differing(a: Any, b: Any) -> float:
    """Return the part of the pixels that differ by more than 12 % from all pixels around them."""
    lowest, highest = b.filter(ImageFilter.MinFilter(3)), b.filter(ImageFilter.MaxFilter(3))
    counts = ImageChops.lighter(ImageChops.subtract(a, highest), ImageChops.subtract(lowest, a)).histogram()
    return float(sum(counts[31:]) / sum(counts))


def _covered(plate: Any) -> float:
    return float(ImageStat.Stat(plate).mean[0] / 2.55)
