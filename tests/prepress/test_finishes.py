"""Plates of finishes, separated by Ghostscript. Each check finds a planted fault."""

from __future__ import annotations

import hashlib
from pathlib import Path as FilePath

import pytest
from PIL import Image as Pictures

from cardgen.base.records import replace
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.press.settings import Press
from cardgen.formats.press_plates import finish_page, finishes_of
from cardgen.scene.items import CUT, Group, Image, Item, Path, Placed, Rect, Scene, polyline, rectangle, translate
from tests.formats.press.made import press, press_pdf
from tests.prepress.pdf_x import colour_faults, standard_faults
from tests.prepress.plates import coverage, plates_of
from tests.prepress.tools import qpdf_complaints

pytestmark = pytest.mark.tools

#: Places on the page: x, y, width, height in mm.
FOIL, VARNISH, WHITE, EMBOSS = (5, 5, 10, 10), (20, 5, 10, 10), (5, 20, 10, 10), (20, 20, 10, 10)
GROUND = Path(rectangle(-3, -3, 46, 46), fill="#c03070")
CUT_LINE = Path(rectangle(1, 1, 38, 38), stroke="#e6007e", stroke_width=0.2, spot=CUT)
DPI = 254  # ten pixels a mm


def shape(place: Rect, finish: str) -> Path:
    return Path(rectangle(*place), finish=finish)


def page(*items: Item) -> Scene:
    """Return a page that shows a card with these finishes on a magenta ground, moved by nothing but groups."""
    card = Scene(40, 40, (GROUND, *items, CUT_LINE), bleed=3)
    return Scene(40, 40, (Placed(card),), bleed=3)


@pytest.fixture(scope="module")
def card() -> Scene:
    moved = Group((shape((0, 0, 10, 10), "varnish"),), translate(20, 5))
    faded = Path(rectangle(18, 3, 14, 14), fill="#2040c0", opacity=0.5)
    return page(shape(FOIL, "foil"), faded, moved, shape(WHITE, "white"), shape(EMBOSS, "emboss"))


def separated(
    folder: FilePath, scene: Scene, settings: Press, overprint: str = "simulate"
) -> dict[str, Pictures.Image]:
    pdf = folder / f"{overprint}.pdf"
    pdf.write_bytes(press_pdf([scene], settings))
    return plates_of(pdf, folder / f"plates-{overprint}", overprint, DPI)


def inked(plate: Pictures.Image) -> Rect | None:
    """Return the part of a plate that has ink, in mm from the trim's top left."""
    box = plate.getbbox()
    return None if box is None else (box[0] / 10 - 3, box[1] / 10 - 3, (box[2] - box[0]) / 10, (box[3] - box[1]) / 10)


def at(plate: Pictures.Image, x: float, y: float) -> int:
    """Return the ink of a plate at a place of the trim, 0 to 255."""
    value = plate.getpixel((round((x + 3) * 10), round((y + 3) * 10)))
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("standard", ["x-4", "x-1a"])
def test_each_finish_has_a_plate_with_ink_only_where_it_is(card: Scene, standard: str, tmp_path: FilePath) -> None:
    names = (("foil", "Gold Foil"), ("cut", "DIELINE_CUT"))
    plates = separated(tmp_path, card, press(standard=standard, spots=names, trap=0))
    assert set(plates) == {
        "Cyan",
        "Magenta",
        "Yellow",
        "Black",
        "Gold Foil",
        "VARNISH",
        "WHITE",
        "EMBOSS",
        "DIELINE_CUT",
    }
    for name, place in {"Gold Foil": FOIL, "VARNISH": VARNISH, "WHITE": WHITE, "EMBOSS": EMBOSS}.items():
        assert inked(plates[name]) == pytest.approx(place, abs=0.11), name
        assert at(plates[name], place[0] + 5, place[1] + 5) == 255
    assert colour_faults(press_pdf([card], press(standard=standard))) == []


def test_foil_knocks_out_ink_and_other_finishes_keep_it(card: Scene, tmp_path: FilePath) -> None:
    plates = separated(tmp_path, card, press())
    magenta = plates["Magenta"]
    assert at(magenta, 10, 10) == 0
    assert min(at(magenta, *place) for place in ((25, 25), (10, 25), (35, 35))) > 100
    # The foil covers the edge of the ink by the trap.
    assert inked(plates["FOIL"]) == pytest.approx((4.85, 4.85, 10.3, 10.3), abs=0.11)
    assert at(magenta, 4.93, 10) > 100
    knocked_out = separated(tmp_path, card, press(), "disable")["Magenta"]
    assert at(knocked_out, 25, 25) == 0


def test_the_trap_does_not_lengthen_sharp_corners(tmp_path: FilePath) -> None:
    spike = Path(polyline((10, 20), (30, 19.5), (30, 20.5), close=True), finish="foil")
    part = inked(separated(tmp_path, page(spike), press())["FOIL"])
    assert part == pytest.approx((9.85, 19.35, 20.3, 1.3), abs=0.15)


def test_foil_keeps_ink_on_request(card: Scene, tmp_path: FilePath) -> None:
    plates = separated(tmp_path, card, press(knockout=False))
    assert at(plates["Magenta"], 10, 10) > 100
    assert inked(plates["FOIL"]) == pytest.approx(FOIL, abs=0.11)


def test_a_line_of_foil_knocks_out_ink_within_its_trap(tmp_path: FilePath) -> None:
    line = Path(polyline((5, 20), (35, 20)), stroke_width=2, finish="foil")
    plates = separated(tmp_path, page(line), press(trap=0.2))
    assert at(plates["FOIL"], 20, 19.1) == 255
    assert at(plates["Magenta"], 20, 19.1) > 100
    assert at(plates["Magenta"], 20, 20) == 0


def test_files_with_finishes_are_what_the_standards_ask_for(card: Scene, tmp_path: FilePath) -> None:
    for standard, names in {"x-4": ("PDF/X-4", "1.6"), "x-1a": ("PDF/X-1a:2003", "1.4")}.items():
        pdf = press_pdf([card], press(standard=standard))
        assert standard_faults(pdf, *names) == []
        assert pdf == press_pdf([replace(card)], press(standard=standard))
        (tmp_path / f"{standard}.pdf").write_bytes(pdf)
        assert qpdf_complaints(tmp_path / f"{standard}.pdf") == ""


@pytest.mark.parametrize("spread", [0, 0.15])
def test_the_file_of_a_finish_is_its_plate_in_black_ink(card: Scene, spread: float, tmp_path: FilePath) -> None:
    assert finishes_of([card]) == ("foil", "white", "emboss", "varnish")
    settings = press(trap=spread)
    alone = replace(settings, only="foil")
    plates = separated(tmp_path, card, alone)
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black"}
    assert [inked(plates[name]) for name in ("Cyan", "Magenta", "Yellow")] == [None] * 3
    assert inked(plates["Black"]) == pytest.approx((5 - spread, 5 - spread, 10 + 2 * spread, 10 + 2 * spread), abs=0.11)
    assert at(plates["Black"], 10, 10) == 255
    assert standard_faults(press_pdf([card], alone), "PDF/X-4", "1.6") == []
    (tmp_path / "planted").mkdir()
    planted = separated(tmp_path / "planted", card, settings)
    assert inked(planted["Magenta"]) is not None


def test_a_file_without_a_press_has_a_finish_in_black_ink_alone(card: Scene, tmp_path: FilePath) -> None:
    (tmp_path / "foil.pdf").write_bytes(pdf_bytes([finish_page(card, "foil")]))
    (inks,) = coverage(tmp_path / "foil.pdf")
    assert inks[:3] == (0, 0, 0)
    assert inks[3] == pytest.approx(100 / 46**2, abs=0.006)
    (tmp_path / "planted.pdf").write_bytes(press_pdf([card]))
    (inks,) = coverage(tmp_path / "planted.pdf")
    assert inks[1] > 0.5


def test_finishes_in_files_of_their_own_are_not_in_the_pages(card: Scene, tmp_path: FilePath) -> None:
    plates = separated(tmp_path, card, press(separate=True))
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black", CUT}
    # There is still no ink below foil.
    assert at(plates["Magenta"], 10, 10) == 0
    assert at(plates["Magenta"], 25, 25) > 100


# ---------------------------------------------------------------- white below the art

#: Art on clear stock: a white panel, a blue one of half opacity, and nothing elsewhere.
PANEL, VEIL = (10, 10, 20, 10), (12, 25, 12, 5)


def clear_card(*more: Item) -> Scene:
    """Return a page that shows a card with clear parts."""
    panel, veil = Path(rectangle(*PANEL), fill="#ffffff"), Path(rectangle(*VEIL), fill="#2040c0", opacity=0.5)
    return Scene(40, 40, (Placed(Scene(40, 40, (panel, veil, *more, CUT_LINE), bleed=3)),), bleed=3)


@pytest.mark.parametrize("standard", ["x-4", "x-1a"])
def test_white_is_below_all_art_and_as_opaque(standard: str, tmp_path: FilePath) -> None:
    settings = press(standard=standard, white_below=True, choke=0.2, spots=(("white", "White 1"),))
    plates = separated(tmp_path, clear_card(), settings)
    white = plates["White 1"]
    assert at(white, 20, 15) == 255
    assert at(white, 18, 27) == pytest.approx(128, abs=8)
    assert max(at(white, *place) for place in ((5, 5), (20, 22.5), (35, 35), (1, 20))) == 0
    assert inked(white) == pytest.approx((10.2, 10.2, 19.6, 19.6), abs=0.15)
    # White keeps the ink that is printed with it, and the line to cut along.
    assert at(plates["Cyan"], 18, 27) > 60
    assert inked(plates[CUT]) == pytest.approx((0.9, 0.9, 38.2, 38.2), abs=0.15)
    pdf = press_pdf([clear_card()], settings)
    assert standard_faults(pdf, *{"x-4": ("PDF/X-4", "1.6"), "x-1a": ("PDF/X-1a:2003", "1.4")}[standard]) == []
    assert colour_faults(pdf) == []


def test_white_is_as_opaque_as_a_picture(tmp_path: FilePath) -> None:
    art = Pictures.new("RGBA", (20, 10), (200, 30, 40, 255))
    art.paste((200, 30, 40, 0), (0, 0, 10, 10))
    art.save(tmp_path / "art.png")
    digest = hashlib.sha256((tmp_path / "art.png").read_bytes()).hexdigest()
    picture = Image(tmp_path / "art.png", digest, (10, 30, 20, 6), art.size)
    white = separated(tmp_path, Scene(40, 40, (picture,), bleed=3), press(white_below=True, choke=0))["WHITE"]
    assert inked(white) == pytest.approx((20, 30, 10, 6), abs=0.2)
    assert (at(white, 15, 33), at(white, 25, 33)) == (0, 255)


def test_marks_have_no_white_below(tmp_path: FilePath) -> None:
    mark = Path(polyline((8, 0), (8, 3)), stroke="#000000", stroke_width=0.3)
    sheet = Scene(56, 56, (Placed(clear_card(), translate(8, 8)), mark), bleed=3, trim=(8, 8, 40, 40))
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(press_pdf([sheet], press(white_below=True, choke=0)))
    plates = plates_of(pdf, tmp_path / "plates", "simulate", DPI)
    assert plates["WHITE"].getbbox() == pytest.approx((180, 180, 380, 380), abs=2)
    assert plates["Black"].crop((70, 0, 90, 30)).getbbox() is not None


def test_white_alone_is_black_ink(tmp_path: FilePath) -> None:
    settings = press(white_below=True, choke=0, only="white")
    plates = separated(tmp_path, clear_card(shape((2, 2, 5, 5), "white")), settings)
    assert [name for name in plates if inked(plates[name]) is not None] == ["Black"]
    assert inked(plates["Black"]) == pytest.approx((2, 2, 28, 28), abs=0.15)
    assert at(plates["Black"], 20, 15) == 255


def test_screens_and_home_printers_show_no_finish() -> None:
    bare = pdf_bytes([Scene(40, 40, (GROUND,))])
    assert pdf_bytes([Scene(40, 40, (GROUND, shape(FOIL, "foil")))]) == bare
