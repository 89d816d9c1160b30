"""A small game with every key of printing at home looks the same in MuPDF, Poppler and Ghostscript, page by page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image as Pictures
from PIL import ImageChops, ImageDraw, ImageStat

from cardgen.building.build import Built
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.products.options import Options
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import Scene, ellipse, rectangle
from tests.formats.press.made import cmyk_profile
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, coloured
from tests.prepress.pdf_x import colour_faults, transparency_faults
from tests.prepress.plates import mean_difference, pages_as_shown
from tests.prepress.tools import ghostscript_complaints, run_tool
from tests.text.test_colour_glyphs import LINEAR, SVG, shaped

FOLDER = Path(__file__).parent / "features"

#: The keys that its files have to have (#40).
KEYS = (
    {
        "gap",
        "margins",
        "align",
        "shift",
        "columns",
        "rows",
        "order",
        "landscape",
        "turned",
        "marks",
        "stock",
        "honeycomb",
    }
    | {"layout", "cut", "regmarks", "sets", "ink", "bleed", "shape", "corners", "hexagons", "offset", "scale", "serial"}
    | {"serial_digits", "picture_dpi", "most_mb", "qr", "barcode", "outline", "shadow", "glow", "underline", "strike"}
    | {
        "arc",
        "same",
        "fit",
        "features",
        "font",
        "mask",
        "tint",
        "page",
        "of",
        "cell",
        "column_gap",
        "continues",
        "when_text",
    }
)

#: Pages are drawn with so many dots per inch and then made smaller, since programs smooth edges in several ways. Then
#: two may differ so much on the mean of a page, and in any square of so many dots: 0 to 255. White letters on a dark
#: ground differ most, if a program moves a page by half a dot.
DPI, REDUCED, MOST, MOST_OF_SQUARE, SQUARE = 120, 4, 2.5, 36.0, 6


def features_in(folder: Path) -> GameOnDisk:
    """Copy the game of all features into a folder, and make its pictures."""
    for name in ("card_data", "templates"):
        shutil.copytree(FOLDER / name, folder / name)
    game, own = GameOnDisk(folder, "features"), "card_data/features"
    ramp = Pictures.linear_gradient("L").resize((820, 1120))
    art = Pictures.merge("RGB", (ramp, ramp.transpose(Pictures.Transpose.ROTATE_180), Pictures.new("L", ramp.size, 90)))
    ImageDraw.Draw(art).ellipse((120, 270, 620, 770), fill="#e76f51")
    art.save(game.path(f"{own}/art.png"))
    for ending in ("gif", "tif", "avif", "bmp"):
        art.crop((120, 270, 620, 770)).resize((150, 150)).save(game.path(f"{own}/art.{ending}"))
    triangle = '<path d="M5 0L10 10H0Z"/><circle cx="5" cy="7" r="1.5" fill="#ffffff"/>'
    game.write(f"{own}/mask.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{triangle}</svg>')
    ramp.resize((80, 180)).save(game.path(f"{own}/fade.png"))
    game.write(f"{own}/colours.ttf", coloured(layers={"A": [("A", 0)]}))
    game.write(f"{own}/gradients.ttf", coloured("Gradients", {"A": shaped(LINEAR)}, version=1))
    game.write(f"{own}/drawings.ttf", coloured("Drawings", svg={"A": SVG}))
    game.write(f"{own}/colours.txt", LICENCE_TEXT)
    ground = Shape(rectangle(0, 0, 80, 40), fill="#dfe4ec")
    discs = [Shape(ellipse(40, 20, 15), fill=fill) for fill in ("#b3202f", "#2d5fa8")]
    game.write(f"{own}/art.pdf", pdf_bytes([Page(Scene(80, 40, (ground, disc), name="art")) for disc in discs]))
    return game


def test_the_game_uses_every_key_and_has_no_findings(tmp_path: Path) -> None:
    game = features_in(tmp_path)
    files = [path for path in FOLDER.rglob("*.yaml") if path.parent.name in ("features", "templates")]
    used = set(re.findall(r"[a-z_]+", " ".join(file.read_text(encoding="utf-8") for file in files)))
    assert used >= KEYS
    assert game.codes() == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return features_in(tmp_path_factory.mktemp("features")).build()


def pages_of(program: str, pdf: Path, folder: Path) -> Iterator[Pictures.Image]:
    """Yield the pages of a PDF as a program draws them."""
    if program == "gs":
        yield from pages_as_shown(pdf, folder / "gs", dpi=DPI)
        return
    (folder / program).mkdir()
    if program == "mutool":
        run_tool("mutool", "draw", "-q", "-r", str(DPI), "-o", folder / program / "p%03d.png", pdf)
    else:
        run_tool("pdftoppm", "-r", str(DPI), "-png", pdf, folder / program / "p")
    for file in sorted((folder / program).iterdir()):
        with Pictures.open(file) as page:
            yield page.convert("RGB")


def worst_square(first: Pictures.Image, second: Pictures.Image) -> float:
    """Return the largest mean difference of two pictures in any square, 0 to 255."""
    difference = ImageChops.difference(first, second).convert("L")
    size = (max(1, difference.width // SQUARE), max(1, difference.height // SQUARE))
    return difference.resize(size, Pictures.Resampling.BOX).getextrema()[1]  # type: ignore[return-value]


@pytest.mark.full
@pytest.mark.tools
def test_all_programs_show_the_same_pages(built: Built, tmp_path: Path) -> None:
    sheets = sorted(path for path in built.files if path.endswith(".pdf"))
    assert len(sheets) == 15
    pages = 0
    for number, path in enumerate(sheets):
        pdf, folder = built.folder / path, tmp_path / str(number)
        folder.mkdir()
        assert ghostscript_complaints(pdf) == "", path
        shown = [list(pages_of(program, pdf, folder)) for program in ("mutool", "pdftoppm", "gs")]
        assert {len(of_program) for of_program in shown} == {built.files[path]["pages"]}
        for page in zip(*shown, strict=True):
            pages += 1
            assert any(ImageStat.Stat(page[0]).stddev), path
            size = tuple(min(one.size[axis] for one in page) for axis in (0, 1))  # some round a size up
            for one, other in combinations((picture.crop((0, 0, *size)).reduce(REDUCED) for picture in page), 2):
                assert mean_difference(one, other) <= MOST, (path, pages)
                assert worst_square(one, other) <= MOST_OF_SQUARE, (path, pages)
    assert pages == sum(built.files[path]["pages"] for path in sheets)


@pytest.mark.full
@pytest.mark.tools
def test_codes_can_be_read_whatever_ink_is_saved(built: Built, tmp_path: Path) -> None:
    for name in ("own", "low", "grey", "black"):
        folder = tmp_path / name
        folder.mkdir()
        first = next(pages_of("pdftoppm", built.folder / f"sheets/{name}-a4.pdf", folder))
        codes = {str(code.format): code.text for code in zxingcpp.read_barcodes(first)}
        assert codes == {"QR Code": "https://example.org/pictures", "EAN-13": "4006381333931"}, name


@pytest.mark.full
def test_exports_take_all_features(tmp_path: Path) -> None:
    game = features_in(tmp_path)
    for export in ("images", "tabletopia", "tabletop-simulator"):
        files = game.build(Options(export=export, despite_findings=True), out=export).files
        assert any(path.endswith(".png") for path in files), export
    shapes = [game.path("tabletopia") / "features" / path for path in files_of_shapes(game)]
    assert [corner_of(path) for path in shapes] == [0, 0, 0, 0]


def files_of_shapes(game: GameOnDisk) -> list[str]:
    """Return the pictures of the faces that are not rectangular, as exported for Tabletopia."""
    folder = game.path("tabletopia") / "features"
    files = sorted(path.relative_to(folder) for path in folder.rglob("*-front.png"))
    return [str(path) for path in files if path.parts[2] in ("hexes", "coins", "shields")]


def corner_of(path: Path) -> int:
    """Return the opacity of the lower left corner of a picture."""
    with Pictures.open(path) as picture:
        return int(picture.convert("RGBA").getpixel((0, picture.height - 1))[3])  # type: ignore[index]


@pytest.mark.full
@pytest.mark.tools
def test_a_press_without_transparency_takes_masks_shadows_and_shapes(tmp_path: Path) -> None:
    game = features_in(tmp_path)
    game.write("card_data/features/press.icc", cmyk_profile())
    settings = "{icc: press.icc, condition: CGATS TR 001, standard: x-1a}"
    game.change(
        "card_data/features/game.yaml", "targets:\n", f"targets:\n  exports: {{print-shop: {{press: {settings}}}}}\n"
    )
    built = game.build(Options(export="print-shop", despite_findings=True))
    pdfs = [path for path in built.files if path.endswith(".pdf")]
    assert len(pdfs) == 7
    for path in pdfs:
        content = (built.folder / path).read_bytes()
        assert [*transparency_faults(content), *colour_faults(content)] == [], path
    (name,) = [path for path in pdfs if path.endswith("/pictures.pdf")]
    page = next(pages_as_shown(built.folder / name, tmp_path / "shown", dpi=DPI))
    column = [page.getpixel((round((3 + 52) / 25.4 * DPI), round((3 + y) / 25.4 * DPI))) for y in (66, 74, 82)]
    lightness = [sum(pixel) for pixel in column]  # type: ignore[arg-type]
    assert lightness[0] > lightness[1] + 30 > lightness[2] + 60  # the mask shows more and more
