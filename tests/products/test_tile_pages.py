"""Sheets of a drawing in tiles: the lines of neighbours meet, and each sheet has its labels."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from cardgen.base.units import PAPERS
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.png import render_page
from cardgen.products.boards.tile_pages import TileLabel, tile_pages, tile_place
from cardgen.products.boards.tiles import Tiling, lay_tiles
from cardgen.products.imposition.plan import FitError
from cardgen.scene.items import GlyphRun, Path, Placed, Scene, apply, polyline, rectangle, walk

WORDS = TileLabel({"en": "Corners", "zh": "角"}, {"en": "Board", "zh": "棋盘"}, "Nobody · CC0", ("zh", "en"))


def drawing(width: float, height: float) -> Scene:
    """Return a drawing in which no two places are alike: a fan of lines over a ground with bleed."""
    lines = [
        command
        for step in range(0, int(width + height), 7)
        for command in polyline((step * 0.8, -1), (step - height / 3, height + 1))
    ]
    ground = Path(rectangle(-1, -1, width + 2, height + 2), fill="#f4f1e8")
    return Scene(width, height, (ground, Path(tuple(lines), stroke="#aa2244", stroke_width=0.4)), bleed=1.0, name="fan")


def shown(page: Scene) -> Placed:
    """Return the drawing as it is placed on a page."""
    return next(item for item in page.items if isinstance(item, Placed))


@pytest.fixture(params=[("a4", 370.0), ("letter", 310.0), ("a4", 250.0), ("letter", 410.0), ("a4", 190.0)])
def parted(request: pytest.FixtureRequest) -> tuple[Tiling, list[Scene]]:
    paper, side = request.param
    tiling = lay_tiles((side, side), PAPERS[paper], 10.0)
    return tiling, tile_pages(drawing(side, side), tiling, WORDS, "board")


def test_every_tile_has_a_page_with_its_part_of_the_drawing(parted: tuple[Tiling, list[Scene]]) -> None:
    tiling, pages = parted
    assert [page.name for page in pages] == [f"board-{tile.label}" for tile in tiling.tiles]
    left, top = tile_place(tiling)
    for page, tile in zip(pages, tiling.tiles, strict=True):
        x, y, width, height = tile.part
        placed = shown(page)
        assert apply(placed.matrix, x, y) == pytest.approx((left, top))
        assert placed.clip == pytest.approx((x - 1, y - 1, width + 2, height + 2))
        assert page.trim == pytest.approx((left, top, width, height))
        assert (page.width, page.height, page.bleed) == (*tiling.paper, 1.0)


def test_the_lines_of_neighbouring_tiles_meet(parted: tuple[Tiling, list[Scene]]) -> None:
    """The trimmed edge of a sheet, placed on its mark, shows the same as the sheet below it."""
    tiling, pages = parted
    by_place = {(tile.row, tile.column): (tile, page) for tile, page in zip(tiling.tiles, pages, strict=True)}
    for (row, column), (tile, page) in by_place.items():
        assert page.trim is not None
        x, y, width, height = page.trim
        if (row, column + 1) in by_place:
            other, _ = by_place[row, column + 1]
            # The next sheet's left edge, in the drawing, is where this sheet's strip begins.
            edge = x + width - tiling.overlap
            assert apply(shown(page).matrix, other.part[0], 0)[0] == pytest.approx(edge, abs=1e-9)
        if (row + 1, column) in by_place:
            other, _ = by_place[row + 1, column]
            edge = y + height - tiling.overlap
            assert apply(shown(page).matrix, 0, other.part[1])[1] == pytest.approx(edge, abs=1e-9)
        assert tile.part[0] + tile.part[2] <= tiling.size[0] + 1e-9


def test_the_sheets_glued_together_are_the_drawing() -> None:
    """The tiles, cut out of their pages and placed over each other in order, show the whole drawing."""
    side, mm = 310.0, 4
    tiling, whole = lay_tiles((side, side), PAPERS["a4"], 10.0), drawing(side, side)
    pages = tile_pages(whole, tiling, WORDS, "board")
    wanted = render_page(pdf_bytes([Scene(side, side, (Placed(whole),))]), 0, int(side * mm), int(side * mm))
    glued = wanted.copy()
    glued.paste((0, 0, 0), (0, 0, *glued.size))
    pdf = pdf_bytes(pages)
    for number, (page, tile) in enumerate(zip(pages, tiling.tiles, strict=True)):
        image = render_page(pdf, number, round(page.width * mm), round(page.height * mm))
        x, y, width, height = (round(v * mm) for v in page.trim_rect)
        glued.paste(image.crop((x, y, x + width, y + height)), (round(tile.part[0] * mm), round(tile.part[1] * mm)))
    extremes: Any = ImageChops.difference(glued.reduce(8), wanted.reduce(8)).getextrema()
    assert max(high for _, high in extremes) < 40  # smoothed edges; an uncovered strip would differ more


def text_of(page: Scene) -> str:
    with pypdfium2.PdfDocument(io.BytesIO(pdf_bytes([page]))) as document:
        return str(document[0].get_textpage().get_text_bounded())


def test_a_page_has_its_label_and_those_of_the_next_tiles() -> None:
    pages = tile_pages(drawing(370, 370), lay_tiles((370, 370), PAPERS["a4"], 10.0), WORDS, "board")
    texts = [text_of(page) for page in pages]
    for text, label, place in zip(
        texts,
        ("A1", "A2", "B1", "B2"),
        ("row 1 of 2, column 1 of 2", "row 1 of 2, column 2 of 2", "row 2", "row 2"),
        strict=True,
    ):
        assert label in text
        assert place in text
        for words in ("Corners", "棋盘", "100 %", "Nobody · CC0", "in the order A1, A2, B1, B2"):
            assert words in text.replace("\r\n", " ")
    over = [[label for label in ("A1", "A2", "B1", "B2") if f"{label} goes over this strip" in text] for text in texts]
    assert over == [["A2", "B1"], ["B2"], ["B2"], []]
    assert pages[1].title == "Corners 角 Board 棋盘 · A2".replace("Corners 角 Board 棋盘", "角 Corners 棋盘 Board")


def test_the_overview_frames_the_tile() -> None:
    tiling = lay_tiles((370, 370), PAPERS["a4"], 10.0)
    frames = []
    for page in tile_pages(drawing(370, 370), tiling, WORDS, "board"):
        (frame,) = [
            (m, item)
            for m, item in walk(page.items)
            if isinstance(item, Path) and item.stroke == "#1f5fc4" and not item.dash
        ]
        matrix, path = frame
        frames.append((path.commands[0][1:], matrix[0]))
    assert [corner for corner, _ in frames] == [tuple(tile.part[:2]) for tile in tiling.tiles]
    assert all(scale == pytest.approx(34 / 370) for _, scale in frames)


def test_a_drawing_on_one_sheet_needs_no_gluing() -> None:
    (page,) = tile_pages(drawing(180, 180), lay_tiles((180, 180), PAPERS["a4"], 10.0), WORDS, "mat")
    text = text_of(page)
    assert "goes over" not in text
    assert "glue" not in text
    assert "row 1" not in text
    assert len([item for _, item in walk(page.items) if isinstance(item, Path) and item.dash]) == 0


def test_a_full_page_has_its_text_in_the_margin() -> None:
    (page,) = tile_pages(drawing(190, 277), lay_tiles((190, 277), PAPERS["a4"], 10.0), WORDS, "mat")
    assert "Board" in text_of(page)
    _, y, _, height = page.trim_rect
    runs = [(m, item) for m, item in walk(page.items) if isinstance(item, GlyphRun)]
    for matrix, run in runs:
        _, level = apply(matrix, run.x, run.baseline)
        assert y + height + 1 < level < 297 - 5


def test_text_without_room_is_a_fault() -> None:
    long = TileLabel({"en": "A title of very many words that goes on and on " * 20}, {}, "", ("en",))
    with pytest.raises(FitError, match="mat: the text of the sheets does not fit below the tiles"):
        tile_pages(drawing(190, 277), lay_tiles((190, 277), PAPERS["a4"], 10.0), long, "mat")


def test_marks_are_outside_the_tiles() -> None:
    tiling = lay_tiles((370, 370), PAPERS["letter"], 10.0)
    for page in tile_pages(drawing(370, 370), tiling, WORDS, "board"):
        x, y, width, height = page.trim_rect
        marks = [item for item in page.items if isinstance(item, Path) and item.stroke == "#000000"]
        (crop,) = marks
        assert len(crop.commands) == 16
        for (_, *start), (_, *end) in pairwise(crop.commands):
            for px, py in (start, end):
                assert not (x - 1 < px < x + width + 1 and y - 1 < py < y + height + 1)
                assert 4.9 < px < page.width - 4.9
                assert 4.9 < py < page.height - 4.9
