"""PDFs with one side of a card a page: their boxes, their order, their text, and the list of the pages."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import FindingsError
from tests.formats.press.made import cmyk_profile
from tests.games_on_disk import GameOnDisk
from tests.prepress.pdf_x import colour_faults, standard_faults, transparency_faults
from tests.prepress.plates import plates_of
from tests.products.exports.services.games import CARDS, GAME, TEMPLATE, add_exports, differ_at_the_back, export, folder

#: Points in a millimetre.
MM = 72 / 25.4


def pages(game: GameOnDisk, name: str) -> list[tuple[str, int, str, str]]:
    """Return the list of the pages: file, number, side, card."""
    with (folder(game, name) / "pages.csv").open(encoding="utf-8", newline="") as file:
        return [(row["file"], int(row["page"]), row["side"], row["card"]) for row in csv.DictReader(file)]


def order(game: GameOnDisk, name: str) -> str:
    """Return the pages in short: f1 is the face of the card one, b2 the back of two, with | between files."""
    numbers = {"one": "1", "two": "2"}
    listed = pages(game, name)
    shown = [f"{side[0]}{numbers[card]}" for _, _, side, card in listed]
    ends = [index + 1 for index, (a, b) in enumerate(pairwise(listed)) if a[0] != b[0]]
    for end in reversed(ends):
        shown.insert(end, "|")
    return " ".join(shown)


def colours(game: GameOnDisk, path: str) -> list[str]:
    """Return whether each page of a PDF has the dark back of the tiny game (b) or its white face (f)."""
    with pypdfium2.PdfDocument(folder(game, path.split("/")[0]) / path.split("/")[1]) as document:
        pictures = [page.render(scale=0.2).to_pil() for page in document]
    return ["b" if picture.getpixel((3, 3)) == (0x22, 0x33, 0x44) else "f" for picture in pictures]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("{}", "f1 b1 f2 b2 f2 b2 f2 b2"),
        ("{first: back}", "b1 f1 b2 f2 b2 f2 b2 f2"),
        ("{copies: once}", "f1 b1 f2 b2"),
        ("{pages: fronts-then-backs}", "f1 f2 f2 f2 b1 b2 b2 b2"),
        ("{pages: fronts-then-backs, backs: once}", "f1 f2 f2 f2 b1"),
        ("{pages: two-files, backs: once, copies: once}", "f1 f2 | b1"),
    ],
)
def test_the_pages_are_in_the_order_that_is_asked_for(game: GameOnDisk, lines: str, expected: str) -> None:
    add_exports(game, f"print-shop: {lines}")
    export(game, "print-shop")
    assert order(game, "print-shop") == expected
    if "two-files" not in lines:
        assert colours(game, "print-shop/main.pdf") == [page[0] for page in expected.split()]


def test_backs_that_differ_are_all_pages(game: GameOnDisk) -> None:
    differ_at_the_back(game)
    export(game, "printninja")
    assert order(game, "printninja") == "f1 f2 f2 f2 b1 b2 b2 b2"


def test_cards_without_backs_are_faces_only(game: GameOnDisk) -> None:
    text = game.read(TEMPLATE)
    game.write(TEMPLATE, text[: text.index("back:\n")])
    export(game, "print-shop", despite=True)
    assert order(game, "print-shop") == "f1 f2 f2 f2"


@pytest.mark.parametrize(
    ("name", "lines", "page", "bleed"),
    [
        ("mb-print", "{}", (69, 94), 3),
        ("print-shop", "{}", (69, 94), 3),
        ("drivethrucards", "{}", (2.728 * 25.4, 3.713 * 25.4), 3.15),
        ("drivethrucards", "{products: {main: poker}}", (2.75 * 25.4, 3.75 * 25.4), 3.175),
        ("print-shop", "{bleed: 2}", (67, 92), 2),
    ],
)
def test_a_page_is_as_large_as_the_card_and_its_bleed(
    game: GameOnDisk, name: str, lines: str, page: tuple[float, float], bleed: float
) -> None:
    add_exports(game, f"{name}: {lines}")
    export(game, name)
    (path,) = folder(game, name).glob("*.pdf")
    with pypdfium2.PdfDocument(path) as document:
        for one in document:
            width, height = (length * MM for length in page)
            assert one.get_mediabox() == pytest.approx((0, 0, width, height), abs=0.06)
            assert one.get_bleedbox() == one.get_mediabox()
            cut = (bleed * MM, bleed * MM, width - bleed * MM, height - bleed * MM)
            assert one.get_trimbox() == pytest.approx(cut, abs=0.06)


def test_art_reaches_every_edge_of_a_page(game: GameOnDisk) -> None:
    """The card has 3 mm of bleed, and the service wants 3.175: the card is made larger by 1 in 200."""
    export(game, "printninja")
    with pypdfium2.PdfDocument(folder(game, "printninja") / "main.pdf") as document:
        picture = document[4].render(scale=4).to_pil().convert("RGB")
    corners = [(x, y) for x in (1, picture.width - 2) for y in (1, picture.height - 2)]
    assert {picture.getpixel(corner) for corner in corners} == {(0x22, 0x33, 0x44)}


def test_crop_marks_are_outside_of_the_bleed(game: GameOnDisk) -> None:
    add_exports(game, "print-shop: {marks: crop}")
    export(game, "print-shop")
    with pypdfium2.PdfDocument(folder(game, "print-shop") / "main.pdf") as document:
        page = document[1]
        assert page.get_trimbox()[2] - page.get_trimbox()[0] == pytest.approx(63 * MM, abs=0.02)
        assert page.get_bleedbox()[2] - page.get_bleedbox()[0] == pytest.approx(69 * MM, abs=0.02)
        picture = page.render(scale=8).to_pil().convert("L")
        left = page.get_trimbox()[0]
    outside = picture.crop((0, 0, round((left - 3 * MM) * 8) - 8, picture.height))
    assert min(outside.getextrema()) < 100
    inside = picture.crop(
        (round((left - 3 * MM) * 8) + 4, picture.height // 2, round(left * 8), picture.height // 2 + 1)
    )
    assert inside.getextrema() == (48, 48)


def test_text_is_live_or_outlines(game: GameOnDisk) -> None:
    export(game, "print-shop")
    export(game, "mb-print")
    texts = {}
    for name, path in (("print-shop", "main.pdf"), ("mb-print", "63x88.pdf")):
        with pypdfium2.PdfDocument(folder(game, name) / path) as document:
            texts[name] = document[0].get_textpage().get_text_bounded()
            picture = document[0].render(scale=2).to_pil().convert("L")
            assert picture.getextrema()[0] < 60  # the name is seen either way
        content = (folder(game, name) / path).read_bytes()
        assert (b"/FontFile" in content) is (name == "print-shop")
    assert texts == {"print-shop": "First", "mb-print": ""}


def test_a_card_whose_bleed_does_not_reach_is_refused(game: GameOnDisk) -> None:
    add_exports(game, "print-shop: {bleed: 5, fit: pad}")
    with pytest.raises(FindingsError) as error:
        export(game, "print-shop")
    assert [finding.code for finding in error.value.findings] == ["CG503"]
    assert "end 3.0 mm beyond the cut, expected 5 mm" in str(error.value)


def test_a_service_of_ones_own_can_take_pages(game: GameOnDisk) -> None:
    text = "title: Shop\nmakes: pages\npages: two-files\nbacks: once\nproducts: {any: {bleed: 2}}\n"
    game.write("card_data/tiny/shop.yaml", text)
    add_exports(game, "shop: {service: shop.yaml}")
    export(game, "shop")
    assert order(game, "shop") == "f1 f2 f2 f2 | b1"
    game.write("card_data/tiny/shop.yaml", text.replace("two-files", "twofiles"))
    (fault,) = game.faults()
    assert fault.startswith("card_data/tiny/shop.yaml:3:8: pages: ")


def test_only_the_changed_page_makes_the_pdf_anew(game: GameOnDisk) -> None:
    export(game, "print-shop")
    assert set(export(game, "print-shop").states.values()) == {"unchanged"}
    game.change(CARDS, "name: First", "name: Other")
    assert export(game, "print-shop").states["exports/print-shop/main.pdf"] == "written"


def test_a_shop_for_cards_of_any_size_says_what_is_wrong_with_their_bleed(game: GameOnDisk) -> None:
    game.change(GAME, "{width: 63, height: 88}", "{width: 63, height: 88, bleed: 0}")
    game.change(TEMPLATE, "    name: {kind: text, box: [5, 5, 53, 8]", "    name: {kind: text, box: [9, 9, 40, 8]")
    with pytest.raises(FindingsError) as error:
        export(game, "print-shop")
    assert [finding.code for finding in error.value.findings] == ["CG502"]


# ---------------------------------------------------------------- presses


def add_press(game: GameOnDisk, name: str, more: str = "") -> None:
    game.write("card_data/tiny/press.icc", cmyk_profile())
    add_exports(game, f"{name}: {{press: {{icc: press.icc, condition: Custom{more}}}}}")


def test_a_service_gets_the_inks_and_the_standard_that_it_asks_for(game: GameOnDisk) -> None:
    add_press(game, "drivethrucards", ", standard: x-1a")
    built = export(game, "drivethrucards")
    assert built.notes == ()
    with pikepdf.open(folder(game, "drivethrucards") / "main.pdf") as document:
        assert document.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert document.Root.OutputIntents[0].OutputConditionIdentifier == "Custom"
        content = document.pages[1].Contents.read_bytes()
    assert b" rg" not in content


def test_another_standard_than_the_service_asks_for_is_reported(game: GameOnDisk) -> None:
    add_press(game, "drivethrucards", ", standard: x-4")
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:16:")
    assert "DriveThruCards asks for PDF/X-1a:2003 (write standard: x-1a)" in fault


def test_pages_in_other_colours_than_the_service_asks_for_say_so(game: GameOnDisk) -> None:
    (note,) = export(game, "mb-print").notes
    assert str(note) == "MB Print asks for CMYK, and these pages are RGB: name an ICC profile with press:"
    assert export(game, "print-shop").notes == ()


# ---------------------------------------------------------------- finishes


def add_foil(game: GameOnDisk, box: str, more: str = "") -> None:
    game.change(
        TEMPLATE,
        'fill: "#223344"}',
        f'fill: "#223344"}}\n    seal: {{kind: rect, box: {box}, finish: foil{more}}}',
    )


def test_a_finish_is_a_file_of_black_ink_on_request(game: GameOnDisk) -> None:
    add_foil(game, "[20, 20, 20, 20]")
    add_exports(game, "print-shop: {finish_files: true, pages: two-files, backs: once}")
    export(game, "print-shop")
    made = {file.name for file in folder(game, "print-shop").iterdir()}
    assert made == {"main-fronts.pdf", "main-backs.pdf", "main-backs-foil.pdf", "pages.csv"}
    with pypdfium2.PdfDocument(folder(game, "print-shop") / "main-backs-foil.pdf") as document:
        (picture,) = [page.render(scale=1).to_pil().convert("L") for page in document]
    assert picture.getpixel((round(33 * MM), round(33 * MM))) < 50
    assert picture.getpixel((round(10 * MM), round(33 * MM))) == 255


def test_a_finish_that_is_in_no_file_is_noted(game: GameOnDisk) -> None:
    add_foil(game, "[20, 20, 20, 20]")
    (note,) = export(game, "print-shop").notes
    assert str(note).startswith("cards have a finish, such as foil, and these pages do not")
    add_exports(game, "print-shop: {finish_files: true}")
    assert export(game, "print-shop").notes == ()


def test_finishes_for_a_press_are_plates_or_files(game: GameOnDisk) -> None:
    add_foil(game, "[20, 20, 20, 20]")
    game.write("card_data/tiny/press.icc", cmyk_profile())
    options = "finish_files: true, press: {icc: press.icc, condition: C, white_below: true}"
    add_exports(game, f"print-shop: {{{options}}}")
    export(game, "print-shop")
    made = {file.name for file in folder(game, "print-shop").iterdir()}
    assert made == {"main.pdf", "main-foil.pdf", "main-white.pdf", "pages.csv"}
    for name in ("main", "main-foil", "main-white"):
        with pikepdf.open(folder(game, "print-shop") / f"{name}.pdf") as document:
            assert len(document.pages) == 8
            assert "/OutputIntents" in document.Root
            spaces = [value for value in document.objects if isinstance(value, pikepdf.Array) and len(value) == 4
                      and value[0] == "/Separation"]  # fmt: skip
            assert spaces == [], name


def test_a_finish_is_a_spot_colour_for_a_press(game: GameOnDisk) -> None:
    add_foil(game, "[20, 20, 20, 20]")
    add_press(game, "print-shop", ", spots: {foil: Gold}")
    export(game, "print-shop")
    with pikepdf.open(folder(game, "print-shop") / "main.pdf") as document:
        # The back is on several pages, so it is a form.
        (form,) = document.pages[1].Resources.XObject.values()
        (space,) = form.Resources.ColorSpace.values()
        assert (space[0], space[1]) == (pikepdf.Name.Separation, pikepdf.Name.Gold)


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ("[1, 20, 20, 20]", "foil is 1.00 mm from the cut, expected at least 1.5 mm"),
        ("[20, 20, 20, 0.3]", "foil is 0.30 mm wide, expected at least 0.38 mm"),
        ("[1.5, 20, 20, 0.38]", None),
    ],
)
def test_foil_that_cannot_be_pressed_is_reported(game: GameOnDisk, box: str, problem: str | None) -> None:
    add_foil(game, box)
    add_exports(game, "print-shop: {}")
    if problem is None:
        export(game, "print-shop")
        return
    with pytest.raises(FindingsError) as error:
        export(game, "print-shop")
    (finding,) = error.value.findings
    assert finding.code == "CG506"
    assert f"seal: {problem}" in str(finding)
    assert finding.place.file.endswith(TEMPLATE)


# ---------------------------------------------------------------- other parts of targets


def add_box(game: GameOnDisk, options: str) -> None:
    game.write("card_data/tiny/press.icc", cmyk_profile())
    box = "box-{paper}: {deck: main, papers: [a4], cut: spot, titles: {en: Tiny, zh: 小}}"
    game.change(GAME, "targets:\n", f"targets:\n  tuckboxes:\n    {box}\n  exports:\n    print-shop: {{{options}}}\n")


@pytest.mark.tools
def test_a_tuck_box_is_made_for_a_press_with_plates_to_cut_and_to_fold(game: GameOnDisk, tmp_path: Path) -> None:
    add_box(game, "also: [tuckboxes], press: {icc: press.icc, condition: C, standard: x-1a, spots: {crease: RILL}}")
    export(game, "print-shop")
    files = {file.name for file in folder(game, "print-shop").glob("*.pdf")}
    assert len(files) == 2
    (name,) = files - {"main.pdf"}
    pdf = (folder(game, "print-shop") / name).read_bytes()
    assert standard_faults(pdf, "PDF/X-1a:2003", "1.4") == []
    assert colour_faults(pdf) == []
    assert transparency_faults(pdf) == []
    plates = plates_of(folder(game, "print-shop") / name, tmp_path / "plates", "simulate", 60)
    assert {"CutContour", "RILL"} < set(plates)
    assert all(plates[spot].getbbox() for spot in ("CutContour", "RILL"))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("also: [tuckboxs], press: {icc: press.icc, condition: C}", "no part 'tuckboxs' with PDFs (did you mean"),
        ("also: [boards], press: {icc: press.icc, condition: C}", "targets has no part 'boards' with PDFs"),
        ("also: [tuckboxes]", "also has no meaning without press"),
    ],
)
def test_other_parts_that_there_are_not_are_reported(game: GameOnDisk, options: str, problem: str) -> None:
    add_box(game, options)
    with pytest.raises(DataError) as error:
        export(game, "print-shop")
    assert problem in str(error.value)
