"""Printed files other than sheets of cards: listed as a build plans them, drawn on request."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.formats.png import render_page
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.export import export_site
from cardgen.review.server.page_data import sheets_data
from cardgen.review.server.printed_payloads import SheetData
from cardgen.review.server.sheets import SheetPages, page_dpi, page_size
from tests.games_on_disk import GameOnDisk
from tests.products.made import GAME, PIECES, TEMPLATE, game_with_pieces_in
from tests.review.reviewer import catalog_of

TARGETS = """\
  pages:
    score-{paper}: {template: board.yaml, papers: [a4, letter], size: [180, 120]}
  tuckboxes:
    box-{paper}: {deck: tokens, papers: [a4], titles: {zh: 盒, en: Box}}
  boards:
"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    made = game_with_pieces_in(tmp_path)
    made.change(GAME, "  boards:\n", TARGETS)
    made.change(GAME, "deck: board, cell: 30}", "deck: board, cell: 30, whole: true}")
    return made


def sheets_by_name(catalog: Catalog) -> dict[str, SheetData]:
    return {sheet["name"]: sheet for sheet in sheets_data(catalog)}


def test_every_printed_file_of_a_build_is_listed(game: GameOnDisk, tmp_path: Path) -> None:
    built = build_game(Project(game.root, bundled=False), game.name, tmp_path / "output", Options())
    catalog = catalog_of(game)
    sheets = sheets_by_name(catalog)
    assert sorted(sheet["pdf"] for sheet in sheets.values()) == [
        path for path in sorted(built.files) if path.startswith("sheets/") and path.endswith(".pdf")
    ]
    for name, sheet in sheets.items():
        assert sheet["pages"] == built.files[sheet["pdf"]]["pages"], name
        file = catalog.file(name)
        assert file is not None
        assert file.pdf() == (tmp_path / "output" / game.name / sheet["pdf"]).read_bytes()


PRINTER = Printer("kitchen", (3, 3, 12.5, 3), (0.8, -0.6, 0.1), (0.5, -1), (100.3, 101))


def test_files_are_those_that_a_build_makes_for_the_printer(game: GameOnDisk, tmp_path: Path) -> None:
    project, options = Project(game.root, bundled=False), Options(printer=PRINTER)
    built = build_game(project, game.name, tmp_path / "output", options)
    any_printer = catalog_of(game)
    catalog = any_printer.for_printer(PRINTER)
    assert catalog is any_printer.for_printer(PRINTER)
    assert catalog.for_printer(None).for_printer(None).printer is None
    for name, sheet in sheets_by_name(catalog).items():
        assert sheet["pages"] == built.files[sheet["pdf"]]["pages"], name
        made_for = None if name == "board-whole" else {"name": "kitchen", "values": list(PRINTER.options)}
        assert sheet["printer"] == made_for
        file = catalog.file(name)
        assert file is not None
        assert file.pdf() == (tmp_path / "output" / game.name / sheet["pdf"]).read_bytes()
        assert (sheet["key"] == sheets_by_name(any_printer)[name]["key"]) == (name == "board-whole")
        with pikepdf.open(io.BytesIO(file.pdf())) as pdf:
            box = pdf.pages[0].mediabox.as_list()
        assert [float(length) * 25.4 / 72 for length in box[2:]] == pytest.approx(sheet["paper"], abs=0.01), name
    assert {sheet["printer"] for sheet in sheets_data(any_printer)} == {None}


def test_a_card_is_where_it_is_on_the_sheets_for_the_printer(game: GameOnDisk) -> None:
    any_printer = catalog_of(game)
    catalog = any_printer.for_printer(replace(PRINTER, margins=(3, 3, 110, 3)))
    sheet, other = (sheets_data(one)[0] for one in (catalog, any_printer))
    assert len(sheet["slots"]["face"]) < len(other["slots"]["face"])
    for x, y, width, height in sheet["slots"]["face"]:
        assert 0 < x < x + width < 210
        assert 0 < y < y + height < 297 - 108
    assert any_printer.pages_data() == catalog_of(game).pages_data(), "decisions are about the sheets for any printer"


def test_files_are_described_by_their_section(game: GameOnDisk) -> None:
    sheets = sheets_by_name(catalog_of(game))
    assert list(dict.fromkeys(sheet["section"] for sheet in sheets.values())) == [
        "sheets", "diecuts", "boards", "pages", "tuckboxes", "calibration",
    ]  # fmt: skip
    west, board, whole, score = (sheets[name] for name in ("sides-west-a4", "board-a4", "board-whole", "score-letter"))
    assert (west["title"], west["pages"], west["flip"], west["sides"]) == (
        {"zh": "西", "en": "West"}, 2, "long", ["front", "back"],
    )  # fmt: skip
    assert (west["cell"], west["cards"], west["paper"]) == (20.0, [], [210.0, 297.0])
    assert (board["title"], board["sides"], board["flip"]) == ({"zh": "盘", "en": "Board"}, ["page"], None)
    assert board["tiles"][0] * board["tiles"][1] == board["pages"]
    assert whole["mm"] == board["mm"]
    assert whole["paper"] == [length + 14 for length in board["mm"]]
    assert score["title"] == {"zh": "棋盘", "en": "A board"}
    assert "tiles" not in score


def test_pages_are_drawn_in_their_size(game: GameOnDisk) -> None:
    catalog, pages = catalog_of(game), SheetPages()
    for name in ("sides-west-a4", "board-whole", "score-letter", "box-a4", "calibration-a4"):
        sheet = sheets_by_name(catalog)[name]
        picture = pages.page(catalog, name, sheet["pages"])
        assert picture is not None
        size = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        width, height = sheet["paper"]
        assert size == page_size((width, height)), name
        assert pages.page(catalog, name, sheet["pages"] + 1) is None
        assert pages.page(catalog, name, 0) is None


def test_a_board_of_two_metres_has_a_lower_resolution() -> None:
    assert page_dpi((210.0, 297.0)) == 150
    assert page_size((2000.0, 1000.0)) == (3000, 1500)


def test_unaffected_pages_are_not_drawn_again(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counted(pdf: bytes, page: int, width: int, height: int) -> Any:
        drawn.append(page)
        return render_page(pdf, page, width, height)

    monkeypatch.setattr("cardgen.review.server.sheets.render_page", counted)
    catalog, pages = catalog_of(game), SheetPages()
    score, west = pages.page(catalog, "score-a4", 1), pages.page(catalog, "sides-west-a4", 1)
    game.change(PIECES, 'at: [1, 1], tint: "#c13b2f"', 'at: [1, 1], tint: "#2f7d32"')
    later = catalog_of(game)
    assert later.version != catalog.version
    assert pages.page(later, "score-a4", 1) == score
    assert len(drawn) == 2
    assert pages.page(later, "sides-west-a4", 1) != west
    assert len(drawn) == 3
    before, now = sheets_by_name(catalog), sheets_by_name(later)
    assert before["score-a4"]["key"] == now["score-a4"]["key"]
    assert before["sides-west-a4"]["key"] != now["sides-west-a4"]["key"]


def test_files_that_cannot_be_made_are_reported_and_the_others_listed(game: GameOnDisk, tmp_path: Path) -> None:
    game.change(GAME, "size: [180, 120]", "size: [300, 120]")
    catalog = catalog_of(game)
    names = sheets_by_name(catalog).keys()
    assert {"cards-a4", "sides-west-a4", "board-a4", "box-a4"} < names
    assert "score-a4" not in names
    assert catalog.unprintable is not None
    assert ["300 × 120 mm do not fit" in str(fault) for fault in catalog.unprintable.faults] == [True, True]
    with pytest.raises(DataError, match="do not fit"):
        export_site(Project(game.root, bundled=False), game.name, tmp_path / "site")


@pytest.mark.full
def test_a_site_has_all_printed_files(game: GameOnDisk, tmp_path: Path) -> None:
    game.write(GAME, game.read(GAME).replace("[a4, letter]", "[a4]"))  # half as many pages to draw
    project, site = Project(game.root, bundled=False), tmp_path / "site"
    export_site(project, game.name, site)
    catalog = catalog_of(game)
    for name, sheet in sheets_by_name(catalog).items():
        file = catalog.file(name)
        assert file is not None
        assert (site / sheet["pdf"]).read_bytes() == file.pdf()
        assert {path.name for path in (site / "sheets" / name).iterdir()} == {
            f"{page}.png" for page in range(1, sheet["pages"] + 1)
        }


def test_the_key_of_a_page_depends_on_its_template(game: GameOnDisk) -> None:
    before = sheets_by_name(catalog_of(game))
    game.change(TEMPLATE, 'stroke: "#334455"', 'stroke: "#445566"')
    now = sheets_by_name(catalog_of(game))
    assert {name for name in now if now[name]["key"] != before[name]["key"] and now[name]["section"] != "sheets"} == {
        "score-a4", "score-letter", "board-a4", "board-letter", "board-whole",
    }  # fmt: skip
