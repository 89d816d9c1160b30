"""Files for presses, read by other programs. Each check finds a planted fault."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cardgen.base.records import replace
from cardgen.formats.pdf import pdf_bytes, to_pdf
from cardgen.formats.press.settings import Press
from cardgen.scene.items import CUT, Group, Path, Scene, rectangle, translate
from tests.formats.press.made import press, press_pdf
from tests.pictures import everything, painted, text
from tests.prepress.pdf_x import colour_faults, open_pdf, saved, standard_faults, transparency_faults
from tests.prepress.plates import coverage, mean_difference, most_ink, pages_as_shown, plate
from tests.prepress.tools import exif_of, ghostscript_complaints, mupdf_complaints, qpdf_complaints

pytestmark = pytest.mark.tools

NAMES = {"x-4": ("PDF/X-4", "1.6"), "x-1a": ("PDF/X-1a:2003", "1.4")}
TAC = 240


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[Scene]:
    """Return scenes with every kind of item, dark areas, and a cut line."""
    every = everything(tmp_path_factory.mktemp("pictures"))
    cut = Path(rectangle(1, 1, 48, 74), stroke="#e6007e", stroke_width=0.1, spot=CUT)
    dark = Path(rectangle(0, 60, 30, 20), fill="#141925")
    words = text("Dark words on dark ground", 3, colour="#1b2230")
    return [replace(every, items=(*every.items, dark, Group(words, translate(2, 62)), cut)), painted()]


@pytest.fixture(scope="module")
def files(scenes: list[Scene]) -> dict[str, bytes]:
    """Return the scenes as a file of each standard."""
    settings = {"tac": TAC, "rich_black": (0.3, 0.3, 0.0, 1.0)}
    return {name: press_pdf(scenes, press(standard=name, **settings)) for name in NAMES}


@pytest.fixture(params=NAMES)
def standard(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def written(folder: FilePath, pdf: bytes, name: str = "cards.pdf") -> FilePath:
    (folder / name).write_bytes(pdf)
    return folder / name


@pytest.mark.parametrize("complaints", [qpdf_complaints, mupdf_complaints, ghostscript_complaints])
def test_other_programs_read_the_file(
    files: dict[str, bytes], standard: str, complaints: Callable[[FilePath], str], tmp_path: FilePath
) -> None:
    assert complaints(written(tmp_path, files[standard])) == ""


# ---------------------------------------------------------------- colours


def test_nothing_is_red_green_and_blue(files: dict[str, bytes], standard: str) -> None:
    assert colour_faults(files[standard]) == []


def _plant_operator(document: pikepdf.Pdf) -> None:
    document.pages[1].contents_add(b"1 0 0 rg", prepend=True)


def _plant_operator_in_form(document: pikepdf.Pdf) -> None:
    document.pages[0].Resources.XObject.X = document.make_stream(b"0 0 1 RG", Type=Name.XObject, Subtype=Name.Form)


def _plant_image(document: pikepdf.Pdf) -> None:
    image = document.make_stream(b"abc", Subtype=Name.Image, ColorSpace=Name.DeviceRGB, Width=1, Height=1)
    document.pages[0].Resources.XObject.I = image


def _plant_shading(document: pikepdf.Pdf) -> None:
    document.pages[1].Resources.Shading.R = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB)


def _plant_profile(document: pikepdf.Pdf) -> None:
    profile = document.make_stream(b"profile", N=3)
    document.pages[0].Resources.ColorSpace = Dictionary(P=Array([Name.ICCBased, profile]))


def _plant_group(document: pikepdf.Pdf) -> None:
    document.pages[0].Group = Dictionary(S=Name.Group, CS=Name.DeviceRGB)


@pytest.mark.parametrize(
    ("plant", "fault"),
    [
        (_plant_operator, "rg"),
        (_plant_operator_in_form, "RG"),
        (_plant_image, "/DeviceRGB"),
        (_plant_shading, "/DeviceRGB"),
        (_plant_profile, "ICCBased"),
        (_plant_group, "/DeviceRGB"),
    ],
)
def test_red_green_and_blue_are_reported(files: dict[str, bytes], plant: Callable[[Any], None], fault: str) -> None:
    with open_pdf(files["x-4"]) as document:
        plant(document)
        assert colour_faults(saved(document)) == [fault]


def test_a_file_for_screens_is_red_green_and_blue(scenes: list[Scene]) -> None:
    faults = colour_faults(pdf_bytes(scenes))
    assert {"rg", "RG", "/DeviceRGB"} <= set(faults)


def test_a_cut_line_is_a_separation_with_an_alternative_in_inks(files: dict[str, bytes], standard: str) -> None:
    with open_pdf(files[standard]) as document:
        (space,) = document.pages[0].Resources.ColorSpace.values()
        assert (space[0], space[1], space[2]) == (Name.Separation, Name.CutContour, Name.DeviceCMYK)
        assert [len(space[3][key]) for key in ("/C0", "/C1")] == [4, 4]
        states = document.pages[0].Resources.ExtGState
        assert any(bool(state.get("/OP")) and state.OPM == 1 for state in states.values())


# ---------------------------------------------------------------- the standards


def test_the_file_has_what_the_standard_asks_for(files: dict[str, bytes], standard: str) -> None:
    assert standard_faults(files[standard], *NAMES[standard]) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda pdf: pdf.Root.__delitem__("/OutputIntents"), "OutputIntents"),
        (lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]), "OutputIntents"),
        (lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"), "DestOutputProfile"),
        (lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/RegistryName"), "RegistryName"),
        (lambda pdf: pdf.trailer.Info.__delitem__("/Trapped"), "Trapped"),
        (lambda pdf: pdf.trailer.Info.__setitem__("/Title", "Other"), "Title"),
        (lambda pdf: pdf.trailer.Info.__setitem__("/ModDate", "D:20200101000000Z"), "ModDate"),
        (lambda pdf: pdf.Root.__delitem__("/Metadata"), "GTS_PDFXVersion in XMP"),
        (lambda pdf: pdf.Root.__setitem__("/OpenAction", Dictionary(S=Name.JavaScript)), "/OpenAction"),
        (lambda pdf: pdf.pages[1].obj.__setitem__("/Annots", Array([])), "/Annots"),
        (lambda pdf: pdf.pages[1].obj.__delitem__("/TrimBox"), "boxes"),
        (lambda pdf: pdf.pages[1].obj.__setitem__("/TrimBox", Array([-1, 0, 9, 9])), "boxes"),
    ],
)
def test_what_is_missing_or_forbidden_is_reported(
    files: dict[str, bytes], change: Callable[[Any], None], fault: str
) -> None:
    with open_pdf(files["x-4"]) as document:
        change(document)
        assert fault in standard_faults(saved(document), "PDF/X-4", "1.6")


def test_the_other_standard_is_reported(files: dict[str, bytes]) -> None:
    assert {"version", "GTS_PDFXVersion in XMP", "GTS_PDFXVersion in Info"} <= set(
        standard_faults(files["x-4"], *NAMES["x-1a"])
    )


def test_other_programs_read_the_metadata(files: dict[str, bytes], tmp_path: FilePath) -> None:
    names = ("XMP-pdfxid:GTS_PDFXVersion", "XMP-dc:Title", "XMP-pdf:Trapped", "PDF:Title", "PDF:Trapped")
    assert exif_of(written(tmp_path, files["x-4"]), *names) == ["PDF/X-4", "Cards & 牌", "False", "Cards & 牌", "False"]
    flat = written(tmp_path, files["x-1a"])
    assert exif_of(flat, "XMP-pdfx:GTS_PDFXVersion", "PDF:GTS_PDFXVersion")[0] == NAMES["x-1a"][0]


def test_the_information_is_the_same_as_xmp(page: Scene, tmp_path: FilePath) -> None:
    made = press_pdf([page], author="Ann & 安", subject="CC BY 4.0 <by>", keywords=("cards", "牌"))
    pdf = written(tmp_path, made)
    information = exif_of(pdf, "PDF:Author", "PDF:Subject", "PDF:Keywords", "PDF:Creator", "PDF:CreateDate")
    assert information[:3] == ["Ann & 安", "CC BY 4.0 <by>", "cards, 牌"]
    assert information[4] == "2000:01:01 00:00:00Z"
    xmp = ("dc:Creator", "dc:Description", "pdf:Keywords", "xmp:CreatorTool", "xmp:CreateDate")
    assert exif_of(pdf, *(f"XMP-{name}" for name in xmp)) == information


def test_links_are_left_out() -> None:
    (run,) = text("cardgen", 3)
    page = Scene(50, 50, (replace(run, link="https://example.org"),))
    pdf = press_pdf([page], destinations={})
    assert standard_faults(pdf, *NAMES["x-4"]) == []
    file = io.BytesIO()
    to_pdf([page], file, destinations={})
    assert "/Annots" in standard_faults(file.getvalue(), *NAMES["x-4"])


def test_transparency_is_blended_in_inks_or_there_is_none(files: dict[str, bytes]) -> None:
    assert {"SMask", "ca", "Group"} <= set(transparency_faults(files["x-4"]))
    with open_pdf(files["x-4"]) as document:
        assert {page.Group.CS for page in document.pages} == {Name.DeviceCMYK}
    assert transparency_faults(files["x-1a"]) == []


def test_transparency_that_was_asked_not_to_be_is_not(scenes: list[Scene]) -> None:
    pdf = press_pdf(scenes[1:], press(flatten=True))
    assert set(transparency_faults(pdf)) == {"Group"}  # of the page
    assert standard_faults(pdf, *NAMES["x-4"]) == []


# ---------------------------------------------------------------- ink


def test_no_point_has_more_ink_than_the_limit(files: dict[str, bytes], standard: str, tmp_path: FilePath) -> None:
    assert most_ink(written(tmp_path, files[standard]), tmp_path / "plates") <= TAC + 1


def test_more_ink_than_the_limit_is_reported(scenes: list[Scene], tmp_path: FilePath) -> None:
    pdf = press_pdf(scenes[:1], press(tac=400))
    assert most_ink(written(tmp_path, pdf), tmp_path / "plates") > TAC + 20


@pytest.fixture
def page() -> Scene:
    """Return a page of dark text and thin lines on white."""
    line = Path(rectangle(5, 20, 40, 20), stroke="#1b2230", stroke_width=0.3)
    return Scene(50, 50, (*(run.moved(3, 5) for run in text("Black words 黑字", 5, lang="zh", colour="#1b2230")), line))


def test_black_text_has_one_ink(page: Scene, standard: str, tmp_path: FilePath) -> None:
    (inks,) = coverage(written(tmp_path, press_pdf([page], press(standard=standard))))
    assert inks[:3] == (0, 0, 0)
    assert inks[3] > 0.005
    (inks,) = coverage(written(tmp_path, press_pdf([page], press(standard=standard, black_text="profile"))))
    assert min(inks) > 0.005


def _magenta(page: Scene, settings: Press, folder: FilePath) -> tuple[float, float]:
    """Return the magenta of a page with overprinting and without."""
    ground = Path(rectangle(-3, -3, 56, 56), fill="#c03070")
    pdf = written(folder, press_pdf([replace(page, items=(ground, *page.items))], settings))
    kept, knocked_out = (
        plate(pdf, folder / f"{settings.tac}-{way}", "Magenta", way) for way in ("simulate", "disable")
    )
    return kept, knocked_out


def test_black_text_keeps_the_inks_below_it(page: Scene, tmp_path: FilePath) -> None:
    kept, knocked_out = _magenta(page, press(), tmp_path)
    assert kept > knocked_out + 0.005
    # Here black and the ground together would be too much ink, so nothing is kept.
    kept, knocked_out = _magenta(page, press(tac=200), tmp_path)
    assert kept == pytest.approx(knocked_out, abs=1e-4)


# ---------------------------------------------------------------- what is seen


def test_flattened_pages_look_like_others(scenes: list[Scene], tmp_path: FilePath) -> None:
    page = scenes[1]
    bare = replace(page, items=page.items[:2])
    pdfs = press_pdf([page]), press_pdf([page], press(standard="x-1a")), press_pdf([bare])
    screen, flat, planted = (
        next(pages_as_shown(written(tmp_path, pdf, f"{i}.pdf"), tmp_path / f"{i}")) for i, pdf in enumerate(pdfs)
    )
    assert mean_difference(screen, flat) < 6
    assert mean_difference(screen, planted) > 18
