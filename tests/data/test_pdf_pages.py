"""Pages of PDF files as pictures of a game."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image as Pictures
from PIL import ImageChops, ImageStat
from reportlab.pdfgen.canvas import Canvas

from cardgen.base.errors import DataError, Place
from cardgen.data import pdf_pages
from cardgen.data.picture_files import open_shown
from cardgen.data.pictures import Pictures as GamePictures
from cardgen.data.reading import Reader
from cardgen.formats.pdf import Page, pdf_bytes, to_pdf
from cardgen.formats.png import to_png
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Group, Image, Pen, Scene, rectangle, translate
from cardgen.scene.items import Path as Path_
from cardgen.scene.tags import Tag
from tests.building.test_check import face
from tests.games_on_disk import tiny_game_in
from tests.pictures import everything, painted, text

RED, BLUE = (255, 0, 0), (0, 0, 255)
PLACE = Place("cards.yaml", 3, 4)


def pages(*colours: tuple[int, int, int], size: tuple[float, float] = (72, 36), password: str | None = None) -> bytes:
    """Return a PDF with a page for each colour: its left half is painted, and a link reaches over the right half."""
    stream = io.BytesIO()
    canvas = Canvas(stream, size, invariant=1, encrypt=password)
    for colour in colours:
        canvas.setFillColorRGB(*(channel / 255 for channel in colour))
        canvas.rect(0, 0, size[0] / 2, size[1], stroke=0, fill=1)
        canvas.linkURL("https://example.org", (size[0] / 2, 0, *size), thickness=20)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def nested_forms(levels: int, times: int) -> bytes:
    """Return a small PDF that draws `times` to the power of `levels` rectangles."""
    pdf = pikepdf.new()
    drawn = pdf.make_stream(b"0 0 9 9 re f", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9])
    for _ in range(levels):
        entries = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Form, "BBox": [0, 0, 9, 9]}
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=drawn))
        drawn = pdf.make_stream(b"/F Do " * times, Resources=resources, **entries)
    page = pdf.add_blank_page(page_size=(9, 9))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=drawn))
    page.Contents = pdf.make_stream(b"/F Do")
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def fault_of(folder: Path, content: bytes, page: int = 1, name: str = "art.pdf") -> str:
    (folder / name).write_bytes(content)
    with pytest.raises(DataError) as caught:
        GamePictures(Reader(folder, folder)).open(name, PLACE, page)
    return str(caught.value)


def test_a_page_has_600_dots_per_inch_without_paper_and_annotations(tmp_path: Path) -> None:
    content = pages(RED, BLUE)
    (tmp_path / "art.pdf").write_bytes(content)
    pictures = GamePictures(Reader(tmp_path, tmp_path))
    first, second = (pictures.open("art.pdf", PLACE, page) for page in (1, 2))
    assert first.pixels == second.pixels == (600, 300)
    assert first.digest != second.digest
    for page, colour in ((1, RED), (2, BLUE)):
        with open_shown(content, page=page) as shown:
            assert shown.image.getpixel((150, 150)) == (*colour, 255)
            assert shown.image.getchannel("A").crop((310, 0, 600, 300)).getextrema() == (0, 0)


@pytest.mark.parametrize(
    ("content", "page", "fault"),
    [
        (pages(RED, BLUE, RED), 4, "'art.pdf': there is no page 4: the PDF has 3 pages"),
        (pages(RED), 2, "'art.pdf': there is no page 2: the PDF has 1 page"),
        (pages(RED, password="secret"), 1, "the PDF is encrypted (save it again without a password)"),
        (b"%PDF-1.7 and nothing else", 1, "the file cannot be read as a PDF (save it again)"),
        (
            pages(RED, size=(842, 1190)),
            1,
            "page 1 has 297 × 420 mm, too large for a picture (make the page A4 or smaller)",
        ),
    ],
)
def test_a_page_that_cannot_be_drawn_is_a_fault_at_its_place(
    tmp_path: Path, content: bytes, page: int, fault: str
) -> None:
    assert fault_of(tmp_path, content, page).startswith("cards.yaml:3:4: 'art.pdf': ")
    assert fault in fault_of(tmp_path, content, page)


def test_a_page_that_never_ends_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "_MOST_PROCESSOR_SECONDS", 1)
    assert "page 1 takes too much time or memory to draw" in fault_of(tmp_path, nested_forms(9, 30))


def test_other_pictures_have_no_pages(tmp_path: Path) -> None:
    stream = io.BytesIO()
    Pictures.new("RGB", (2, 2)).save(stream, "PNG")
    assert "page: only a PDF has pages (leave out page)" in fault_of(tmp_path, stream.getvalue(), 2, "art.png")
    assert "page: only a PDF has pages (leave out page)" in fault_of(tmp_path, b"<svg/>", 2, "art.svg")


def test_two_pages_of_a_file_are_two_pictures_of_a_card(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    (game.path("card_data/tiny") / "art.pdf").write_bytes(pages(RED, BLUE))
    face(
        game,
        "one: {kind: image, box: [4, 4, 24, 12], file: art.pdf}",
        "two: {kind: image, box: [34, 4, 24, 12], file: art.pdf, page: 2}",
    )
    assert game.codes() == []
    scene = game.layout()["main"][0].face.scene
    shown = Pictures.open(io.BytesIO(to_png(scene, dpi=254))).convert("RGB")
    left, top = (round(10 * side) for side in (scene.bleed, scene.bleed))
    assert [shown.getpixel((left + x, top + 100)) for x in (100, 400)] in ([RED, BLUE],)
    assert to_svg(scene).count("data:image/png") == 2
    content = pdf_bytes([Page(scene)])
    assert content == pdf_bytes([Page(scene)])
    assert subtypes(content) == {"/Form"}
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert not any("/URI" in str(item) or "/JS" in str(item) for item in pdf.objects)


def subtypes(content: bytes) -> set[str]:
    """Return the kinds of XObjects in a PDF."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return {str(item.Subtype) for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/Subtype" in item}


def art(folder: Path, content: bytes) -> tuple[Scene, Image]:
    """Return a card that shows a page of a PDF 12.7 mm from its upper left corner, and the page as an image."""
    (folder / "art.pdf").write_bytes(content)
    picture = GamePictures(Reader(folder, folder)).open("art.pdf", PLACE)
    width, height = (pixels / pdf_pages.DPI * 25.4 for pixels in picture.pixels)
    image = Image(
        picture.file, picture.digest, (12.7, 12.7, width, height), picture.pixels, page=1, taken=picture.taken
    )
    # What is drawn before the page must not change how it begins.
    before = Path_(rectangle(2, 2, 3, 3), stroke="#ffcc00", stroke_width=2, dash=(1.0,), pen=Pen("round", "round", 3.0))
    return Scene(width + 25.4, height + 25.4, (before, image)), image


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("make", [everything, lambda _: painted()], ids=["everything", "painted"])
def test_a_page_is_taken_as_it_is(tmp_path: Path, make: Callable[[Path], Scene], turn: int) -> None:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf_bytes([make(tmp_path)]))) as pdf:
        pdf.pages[0].CropBox, pdf.pages[0].Rotate = [72, 36, 144, 108], turn
        pdf.save(stream)
    scene, image = art(tmp_path, stream.getvalue())
    shown = Pictures.open(io.BytesIO(to_png(scene, dpi=600))).convert("RGB").crop((300, 300, 900, 900))
    with open_shown(stream.getvalue()) as picture:
        paper = Pictures.new("RGBA", picture.image.size, "white")
        paper.alpha_composite(picture.image.convert("RGBA"))
    assert paper.size == shown.size == (600, 600)
    apart = ImageStat.Stat(ImageChops.difference(paper.convert("RGB"), shown)).mean
    assert image.taken
    assert max(apart) < 0.6
    assert pdf_bytes([scene]) == pdf_bytes([scene])


def test_what_belongs_to_the_file_is_left_out(tmp_path: Path) -> None:
    tagged = io.BytesIO()
    to_pdf([Scene(30, 20, (Group(text("Words"), translate(5, 5), tag=Tag("P")),))], tagged, title="T", tagged=True)
    scene, _ = art(tmp_path, tagged.getvalue())
    with pikepdf.open(io.BytesIO(pdf_bytes([scene]))) as pdf:
        (form,) = (item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form")
        assert b"Tf" in form.read_bytes()
        assert b"BDC" not in form.read_bytes()
        assert not any("StructParents" in str(item) for item in pdf.objects)


def with_layer() -> bytes:
    pdf = pikepdf.open(io.BytesIO(pages(RED)))
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Notes"))
    pdf.pages[0].Resources.Properties = pikepdf.Dictionary(L=layer)
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def with_a_font_of_the_viewer() -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, (72, 36), invariant=1)
    canvas.drawString(4, 4, "Words")
    canvas.save()
    return stream.getvalue()


def with_content_elsewhere() -> bytes:
    pdf = pikepdf.open(io.BytesIO(pages(RED)))
    entries = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Form, "BBox": [0, 0, 9, 9], "F": "secret.txt"}
    pdf.pages[0].Resources.XObject = pikepdf.Dictionary(F=pdf.make_stream(b"", **entries))
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def with_a_broken_form() -> bytes:
    """Return a page that pdfium draws, and whose form ends inside a text."""
    pdf = pikepdf.open(io.BytesIO(pages(RED)))
    entries = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Form, "BBox": [0, 0, 9, 9]}
    pdf.pages[0].Resources.XObject = pikepdf.Dictionary(F=pdf.make_stream(b"0 0 9 9 re f (no end", **entries))
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("make", [with_layer, with_a_font_of_the_viewer, with_content_elsewhere, with_a_broken_form])
def test_a_page_that_needs_something_from_outside_is_pixels(tmp_path: Path, make: Callable[[], bytes]) -> None:
    scene, image = art(tmp_path, make())
    assert not image.taken
    assert subtypes(pdf_bytes([scene])) == {"/Image"}


def test_grey_pages_are_pixels(tmp_path: Path) -> None:
    scene, image = art(tmp_path, pages(RED))
    grey = replace(scene, items=(replace(image, digest=f"{image.digest}-grey", grey=True),))
    assert (subtypes(pdf_bytes([scene])), subtypes(pdf_bytes([grey]))) == ({"/Form"}, {"/Image"})


def test_a_page_may_have_a_mask_of_pixels(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    folder = game.path("card_data/tiny")
    (folder / "art.pdf").write_bytes(pages(BLUE))
    half = Pictures.new("L", (24, 12), 0)
    half.paste(255, (0, 0, 8, 12))  # the page has colour in its left half
    half.save(folder / "mask.png")
    face(game, "one: {kind: image, box: [4, 4, 24, 12], file: art.pdf, mask: mask.png}")
    scene = game.layout()["main"][0].face.scene
    assert subtypes(pdf_bytes([Page(scene)])) == {"/Image"}
    shown = Pictures.open(io.BytesIO(to_png(scene, dpi=254))).convert("RGB")
    assert [shown.getpixel((x, 100)) for x in (80, 150)] == [BLUE, (255, 255, 255)]
