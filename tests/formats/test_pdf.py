"""PDF: page boxes, live text, embedded fonts, shared objects, viewer preferences, and streaming."""

from __future__ import annotations

import gc
import hashlib
import io
import os
import re
import subprocess
import sys
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import pikepdf
import pypdfium2
import pytest
import uharfbuzz
from PIL import Image as Pictures

from cardgen.formats.pdf import Page, pdf_bytes, shown_twice, to_pdf
from cardgen.formats.pdf_outline import Bookmark
from cardgen.formats.png import render_page
from cardgen.scene.items import CUT, GlyphRun, Group, Image, Path, Placed, Scene, polyline, rectangle, translate
from cardgen.text.fonts import FACES, face_named
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from tests.pictures import POINTS, card, differences, everything, pdf_marks, photograph, sheet, text

_kept: list[pikepdf.Pdf] = []


@pytest.fixture(autouse=True)
def closed_afterwards() -> Iterator[None]:
    yield
    for document in _kept:
        document.close()
    _kept.clear()


def opened(pdf: bytes) -> pikepdf.Pdf:
    """Return the document after a syntax check. It stays open until the end of the test."""
    document = pikepdf.open(io.BytesIO(pdf))
    assert document.check_pdf_syntax() == []
    _kept.append(document)  # objects of a document are valid as long as it is open
    return document


def made(*pages: Page | Scene, **options: Any) -> bytes:
    file = io.BytesIO()
    assert to_pdf(pages, file, **options) == len(pages)
    return file.getvalue()


def words(pdf: bytes, page: int = 0) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        text: str = document[page].get_textpage().get_text_bounded()
        return text


def forms(document: pikepdf.Pdf) -> list[Any]:
    streams = (entry for entry in document.objects if isinstance(entry, pikepdf.Stream))
    return [stream for stream in streams if stream.get("/Subtype") == "/Form"]


@pytest.fixture
def whole(tmp_path: FilePath) -> Scene:
    return everything(tmp_path)


# ---------------------------------------------------------------- pages


def millimetres(box: Any) -> list[float]:
    return [round(float(v) / POINTS, 3) for v in box]


def test_a_card_with_its_bleed_has_its_trim_inside() -> None:
    (page,) = opened(made(card(1))).pages
    assert millimetres(page.MediaBox) == [0, 0, 69, 94]
    assert millimetres(page.BleedBox) == [0, 0, 69, 94]
    assert millimetres(page.TrimBox) == [3, 3, 66, 91]


def test_a_card_cut_at_its_trim_is_all_trim() -> None:
    (page,) = opened(made(Page(card(1), bleed=False))).pages
    assert millimetres(page.MediaBox) == millimetres(page.TrimBox) == millimetres(page.BleedBox) == [0, 0, 63, 88]


def test_a_sheet_has_the_size_of_its_paper_and_the_trim_of_its_cards() -> None:
    paper = Scene(297, 210, (), trim=(20, 30, 200, 100), bleed=3)
    (page,) = opened(made(paper)).pages
    assert millimetres(page.MediaBox) == [0, 0, 297, 210]
    assert millimetres(page.TrimBox) == [20, 80, 220, 180]
    assert millimetres(page.BleedBox) == [17, 77, 223, 183]


def test_the_bleed_ends_with_the_paper() -> None:
    (page,) = opened(made(Scene(100, 100, (), trim=(1, 0, 98, 99), bleed=3))).pages
    assert millimetres(page.BleedBox) == [0, 0, 100, 100]


def test_pages_are_named_when_they_have_names() -> None:
    pages = [Page(card(1), label="fronts 1"), Page(card(2)), Page(card(3), label="背面")]
    labels: list[Any] = [page.label for page in opened(made(*pages)).pages]
    assert labels == ["fronts 1", "2", "背面"]
    assert "/PageLabels" not in opened(made(card(1))).Root


def test_a_document_without_pages_is_rejected() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        made()


# ---------------------------------------------------------------- what a viewer is told


def test_the_document_has_its_metadata() -> None:
    pdf = opened(made(card(1), title="方块杀手", author="A & B", subject="S", keywords=("x", "y"), lang="zh"))
    metadata = {str(key): str(value) for key, value in pdf.docinfo.items()}
    assert metadata["/Title"] == "方块杀手"
    assert (metadata["/Author"], metadata["/Subject"], metadata["/Keywords"]) == ("A & B", "S", "x, y")
    assert metadata["/Creator"].startswith("cardgen ")
    assert str(pdf.Root.Lang) == "zh"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle


@pytest.mark.parametrize(
    ("duplex", "expected"),
    [("", None), ("simplex", "/Simplex"), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")],
)
def test_viewers_are_asked_to_print_at_actual_size(duplex: Any, expected: str | None) -> None:
    preferences = opened(made(card(1), duplex=duplex)).Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.get("/Duplex") == expected


def test_bookmarks_lead_to_their_pages() -> None:
    pages = [card(i) for i in range(4)]
    wanted = [
        Bookmark("Blocks 方块", 0),
        Bookmark("T", 0, 1),
        Bookmark("O", 1, 1),
        Bookmark("deep", 1, 2),
        Bookmark("Garbage", 3),
    ]
    pdf = opened(made(*pages, bookmarks=wanted))
    assert pdf.Root.PageMode == "/UseOutlines"
    assert pdf.Root.Outlines.Count == 5
    result = []

    def read(items: Any, level: int) -> None:
        for item in items:
            page: Any = pikepdf.Page(item.destination[0])
            result.append(Bookmark(item.title, page.index, level))
            read(item.children, level + 1)

    with pdf.open_outline() as outline:
        read(outline.root, 0)
    assert result == wanted


@pytest.mark.parametrize(
    "wrong", [[Bookmark("far", 2)], [Bookmark("a", 0), Bookmark("b", 0, 2)], [Bookmark("deep", 0, 1)]]
)
def test_a_bookmark_to_a_missing_page_is_rejected(wrong: list[Bookmark]) -> None:
    with pytest.raises(ValueError, match="bookmark"):
        made(card(1), bookmarks=wrong)


# ---------------------------------------------------------------- text


def test_text_can_be_extracted_in_both_languages(whole: Scene) -> None:
    result = words(made(whole))
    assert "AVATAR To-Wave, 20%" in result
    assert "方块杀手：“消除”一行，垃圾牌》《上升。" in result


def test_an_outlined_run_is_painted_and_not_extracted(whole: Scene) -> None:
    assert words(made(whole)).count("AVATAR") == 1
    echo = text("方块 Echo", 4, lang="zh", outlined=True)
    pdf = made(Scene(40, 10, echo))
    assert words(pdf) == ""
    assert differences(pdf_marks(pdf), pdf_marks(made(Scene(40, 10, text("方块 Echo", 4, lang="zh"))))) == []


def test_each_run_is_one_operator_however_much_it_is_kerned() -> None:
    spans = [Span("AVATAR, To Wave. AWAY! Type Yes 12.7", "bold"), Span("“方块”，《杀手》。", "regular", lang="zh")]
    runs = layout_paragraph(spans, 3.3, 45, align="justify", tracking=0.013).runs
    pdf = opened(made(Scene(60, 30, runs)))
    operators = [str(instruction.operator) for instruction in pikepdf.parse_content_stream(pdf.pages[0])]
    assert len(runs) >= 3
    assert operators.count("TJ") + operators.count("Tj") == len(runs)


def test_characters_have_the_places_of_the_scene() -> None:
    words_ = "AVATAR To Wave 1.25, Yes AWAY, fi ffl office"
    (run,) = layout_paragraph([Span(words_, "bold")], 4, 500, tracking=0.0137).runs
    with pypdfium2.PdfDocument(made(Scene(200, 10, (run,)))) as document:
        page = document[0].get_textpage()
        pen = run.x
        for i, (character, advance) in enumerate(zip(run.text, run.advances, strict=True)):
            assert page.get_text_range(i, 1) == character
            left, *_ = page.get_charbox(i, loose=True)
            assert left / POINTS == pytest.approx(pen, abs=0.002)
            pen += advance


def test_more_characters_than_a_byte_can_count_are_one_run() -> None:
    face = face_named("han")
    characters = "".join(filter(face.has, map(chr, range(0x4E00, 0x5000))))
    run = GlyphRun(characters, "han", 2, 0, 8, (2.0,) * len(characters))
    assert len(run.text) > 256
    pdf = made(Scene(2000, 10, (run,)))
    assert words(pdf) == run.text
    document = opened(pdf)
    assert len(document.pages[0].Resources.Font) == 1


@pytest.mark.parametrize("face", FACES)
def test_every_face_is_embedded_as_a_subset_and_can_be_extracted(face: str) -> None:
    letters = "Ag8" if face.startswith("latin") else "方塊Ag" if face.startswith("hant") else "方块Ag"
    run = GlyphRun(letters, face, 5, 2, 8, (5.0,) * len(letters))
    pdf = made(Scene(40, 10, (run,)))
    assert words(pdf).replace(" ", "") == letters
    document = opened(pdf)
    fonts = [font for font in document.objects if isinstance(font, pikepdf.Dictionary) and "/BaseFont" in font]
    assert {str(font.Subtype) for font in fonts} == {"/Type0", "/CIDFontType2"}
    assert all(re.match(r"/[A-Z]{6}\+\w", str(font.BaseFont)) for font in fonts)
    (inner,) = (font for font in fonts if font.Subtype == "/CIDFontType2")
    file = inner.FontDescriptor.FontFile2.read_bytes()
    assert int(inner.FontDescriptor.FontFile2.Length1) == len(file)
    cut = uharfbuzz.Face(uharfbuzz.Blob(file))
    assert cut.glyph_count <= len(letters) + 1
    assert set(cut.table_tags) >= {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    assert len(file) < 10_000


def test_every_font_that_is_named_is_embedded(whole: Scene) -> None:
    pdf = opened(made(whole, sheet(card(1), card(2))))
    fonts = [font for font in pdf.objects if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        (inner,) = font.DescendantFonts if "/DescendantFonts" in font else (font,)
        assert "/FontFile2" in inner.FontDescriptor
    assert b"Helvetica" not in made(whole)


def test_a_character_that_the_face_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match=r"'latin' has no U\+65B9"):
        made(Scene(10, 10, (GlyphRun("方", "latin", 3, 0, 5, (3.0,)),)))


def test_a_space_and_a_no_break_space_are_distinct() -> None:
    run = GlyphRun("a b\u00a0c", "latin", 4, 0, 5, (2.0,) * 5)
    pdf = opened(made(Scene(20, 10, (run,))))
    (font,) = pdf.pages[0].Resources.Font.values()
    assert {b"<0020>", b"<00a0>"} <= set(font.ToUnicode.read_bytes().split())


# ---------------------------------------------------------------- what is stored once


def test_a_face_placed_twice_is_stored_once_and_one_placed_once_is_inline() -> None:
    often, back, once = card(1), card(2), card(3)
    pages = [sheet(often, once, often), sheet(back, back, back)]
    pdf = opened(made(*pages))
    assert len(forms(pdf)) == 2
    assert len(pdf.pages[0].Resources.XObject) == len(pdf.pages[1].Resources.XObject) == 1
    result = words(made(*pages))
    assert (result.count("Card 1"), result.count("Card 3")) == (2, 1)


def test_a_scene_that_is_two_pages_is_stored_once() -> None:
    face = card(5)
    pdf = opened(made(Page(face), Page(face, bleed=False), card(6)))
    assert len(forms(pdf)) == 1
    assert "/XObject" not in pdf.pages[2].Resources


def test_each_copy_needs_only_a_placement() -> None:
    faces = [card(i) for i in range(3)]
    few = len(made(sheet(*faces * 3)))
    many = len(made(*[sheet(*faces * 3) for _ in range(21)]))
    assert (many - few) / 20 < 900


def test_scenes_inside_scenes_count_once_for_each_that_is_stored() -> None:
    mark = Scene(5, 5, (Path(rectangle(0, 0, 5, 5), fill="#101010"),))
    face = Scene(20, 20, (Placed(mark, translate(1, 1)),))
    shared = shown_twice([Scene(50, 50, (Placed(face), Group((Placed(face, translate(20, 0)),))))])
    assert shared(face)
    assert not shared(mark)
    assert shown_twice([face, face, mark])(mark)


def test_a_stored_scene_begins_with_a_clean_state() -> None:
    plain = Scene(9, 9, (Path(rectangle(1, 1, 5, 5), stroke="#000000", stroke_width=1),))
    messy = Path(rectangle(0, 0, 9, 9), stroke="#ff0000", stroke_width=3, dash=(1, 2), opacity=0.5)
    stroke = pdf_marks(made(Scene(30, 30, (messy, Placed(plain), Placed(plain, translate(9, 9))))))[1]
    assert (stroke.paint, stroke.dash, stroke.opacity) == ("#000000", (), 1)
    assert stroke.width == pytest.approx(1)


def test_opacity_reaches_into_stored_scenes() -> None:
    faint = Scene(9, 9, (Path(rectangle(1, 1, 5, 5), fill="#00ff00", opacity=0.3),))
    marks = pdf_marks(made(Scene(30, 30, (Placed(faint), Placed(faint, translate(9, 9))))))
    assert [mark.opacity for mark in marks] == [0.3, 0.3]


def test_a_jpeg_is_passed_through_and_the_same_picture_is_stored_once(tmp_path: FilePath) -> None:
    one, same = photograph(tmp_path, "a.jpg"), photograph(tmp_path, "b.jpg")
    assert one.digest == same.digest
    glass = photograph(tmp_path, "c.png", (250, 220, 0, 90))
    pdf = opened(made(Scene(60, 60, (one, same, glass)), Scene(60, 60, (one,))))
    pictures = [picture for picture in pdf.objects if isinstance(picture, pikepdf.Stream) and "/Width" in picture]
    assert len(pictures) == 3  # the photograph, the glass, and how transparent that is
    (jpeg,) = (picture for picture in pictures if picture.Filter == "/DCTDecode")
    assert jpeg.read_raw_bytes() == one.file.read_bytes()


@pytest.mark.parametrize(
    ("mode", "colour", "space"),
    [
        ("1", 1, "/DeviceGray"),
        ("L", 90, "/DeviceGray"),
        ("P", 3, "/DeviceRGB"),
        ("LA", (90, 200), "/DeviceRGB"),
        ("RGB", (9, 80, 200), "/DeviceRGB"),
        ("RGBA", (9, 80, 200, 0), "/DeviceRGB"),
    ],
)
def test_pictures_of_every_kind_can_be_drawn(tmp_path: FilePath, mode: str, colour: Any, space: str) -> None:
    Pictures.new(mode, (6, 4), colour).save(tmp_path / "a.png")
    pdf = opened(made(Scene(20, 20, (Image(tmp_path / "a.png", mode, (1, 1, 6, 4), (6, 4)),))))
    (picture,) = pdf.pages[0].Resources.XObject.values()
    assert picture.ColorSpace == space
    assert len(picture.read_bytes()) == 24 * (1 if space == "/DeviceGray" else 3)
    assert ("/SMask" in picture) == (mode in ("LA", "RGBA"))


# ---------------------------------------------------------------- streaming


class Slot(io.RawIOBase):
    """A file that can only be written: it has no `tell` and no `seek`."""

    def __init__(self) -> None:
        self.taken = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.taken += data
        return len(data)

    def tell(self) -> int:
        raise OSError("no position")

    def seek(self, _offset: int, _whence: int = 0, /) -> int:
        raise OSError("no position")


def test_pages_are_written_one_by_one_and_discarded() -> None:
    file: Any = Slot()
    back = card(0)
    sizes: list[int] = []
    alive: list[weakref.ref[Scene]] = []

    def pages() -> Iterator[Scene]:
        for i in range(1, 6):
            gc.collect(1)  # of what is new, as in tests/scene/test_keys.py
            assert [reference() for reference in alive[:-1]] == [None] * max(0, len(alive) - 1)
            sizes.append(len(file.taken))
            face = card(i)
            alive.append(weakref.ref(face))
            yield sheet(face, back)

    assert to_pdf(pages(), file, shared=lambda scene: scene is back) == 5
    assert sizes == sorted(set(sizes))
    assert bytes(file.taken) == made(*(sheet(card(i), back) for i in range(1, 6)))
    pdf = opened(bytes(file.taken))
    assert len(forms(pdf)) == 1


# ---------------------------------------------------------------- same input, same bytes

SCRIPT = """
import hashlib, io, pathlib, sys, tempfile
sys.path.insert(0, sys.argv[1])
from tests.pictures import card, everything, sheet
from cardgen.formats.pdf_outline import Bookmark
from cardgen.formats.pdf import Page, to_pdf
from cardgen.formats.png import to_png
from cardgen.formats.svg import to_svg
scene = everything(pathlib.Path(tempfile.mkdtemp()))
file = io.BytesIO()
to_pdf([scene, sheet(card(1), card(1), card(2)), Page(scene, False)], file, title="x", bookmarks=[Bookmark("y", 1)])
for data in (file.getvalue(), to_svg(scene).encode(), to_png(scene, dpi=90)):
    print(hashlib.sha256(data).hexdigest())
"""


def test_two_processes_write_the_same_bytes() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"}
    result = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(FilePath(__file__).parents[2])],
            env={**environment, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Shanghai"))
    ]
    assert len(result[0].split()) == 3
    assert result[0] == result[1]


def test_the_date_is_that_of_source_date_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert str(opened(made(card(1))).docinfo["/CreationDate"]).startswith("D:20000101000000")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert str(opened(made(card(1))).docinfo["/CreationDate"]).startswith("D:20231114221320")


def test_the_id_depends_on_the_content() -> None:
    scenes = (card(1), card(2), card(1))
    ids = {hashlib.sha256(bytes(opened(made(scene)).trailer.ID[0])).hexdigest() for scene in scenes}
    assert len(ids) == 2


def test_a_pdf_in_memory_is_the_same_pdf() -> None:
    assert pdf_bytes([card(1)], title="t") == made(card(1), title="t")


# ---------------------------------------------------------------- lines to cut along

LINE = Path(polyline((2, 5), (8, 5)), stroke="#e0007a", stroke_width=1.0, spot=CUT)


def test_a_cut_line_has_the_spot_colour_of_its_name() -> None:
    (page,) = opened(made(Scene(10, 10, (LINE,)))).pages
    ((name, space),) = page.Resources.ColorSpace.items()
    kind, spot, alternate, tint = space
    assert [str(name) for name in (kind, spot, alternate)] == ["/Separation", f"/{CUT}", "/DeviceRGB"]
    assert [float(v) for v in tint.C1] == pytest.approx([0xE0 / 255, 0, 0x7A / 255], abs=1e-4)
    assert f"{name} CS 1 SCN".encode() in page.Contents.read_bytes()


def test_a_spot_colour_is_stored_once_and_only_where_it_is_used() -> None:
    other = replace(LINE, spot="Crease 2")
    document = opened(made(Scene(10, 10, (LINE, LINE, other)), Scene(10, 10, (LINE,))))
    names = [str(space[1]) for space in document.pages[0].Resources.ColorSpace.values()]
    assert names == [f"/{CUT}", "/Crease 2"]
    assert document.pages[0].Resources.ColorSpace.objgen == document.pages[1].Resources.ColorSpace.objgen
    assert b"Separation" not in made(Scene(10, 10, (replace(LINE, spot=""),)))


def test_a_cut_line_overprints_and_nothing_else_does() -> None:
    plain = replace(LINE, spot="", fill="#112233")
    placed = Placed(Scene(10, 10, (plain,)))
    marks = pdf_marks(made(Scene(10, 10, (LINE, plain, LINE, placed, placed, plain, LINE))))  # the reader looks
    assert [mark.spot for mark in marks if mark.kind == "stroke"] == [CUT, "", CUT, "", "", "", CUT]


def test_a_cut_line_is_visible_on_the_screen() -> None:
    picture = render_page(made(Scene(10, 10, (LINE,))), 0, 100, 100)
    assert picture.getpixel((50, 50)) == (0xE0, 0, 0x7A)
    assert picture.getpixel((50, 30)) == (255, 255, 255)
