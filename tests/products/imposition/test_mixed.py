"""Cards of several sizes on common sheets: packed in rows, cut by straight lines, backs behind their faces."""

from __future__ import annotations

import io
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError
from cardgen.base.temporary import bytes_of
from cardgen.base.units import PAPERS
from cardgen.data.card_shapes import CardSize, portrait_outline
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.files import BytesFile
from cardgen.products.imposition.cutting import CUT_LINES
from cardgen.products.imposition.impose import SheetCard, Spot
from cardgen.products.imposition.mixed import MixedSheets
from cardgen.products.imposition.mixed_plan import Kind, pack_rows, plan_mixed
from cardgen.products.imposition.plan import FitError, SheetPlan, back_mirror
from cardgen.products.imposition.regmarks import clear_places, cut_area, mark_paths
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from cardgen.products.sheets import imposed_sheets, sheet_file
from cardgen.scene.items import CUT, bounds_of
from cardgen.scene.items import Path as Shape
from cardgen.scene.paths import path_bounds, subpaths
from cardgen.scene.regions import flatten
from tests.examples import examples
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.pictures import pdf_marks, svg_marks
from tests.products.imposition.test_impose import (
    A4,
    A4_WIDE,
    LETTER,
    assert_backs_are_behind_their_faces,
    face,
    overlap,
    placed,
    ruled,
    shown,
    text_boxes,
    trimmed,
    words,
)
from tests.products.imposition.test_own_grid import grid
from tests.products.test_card_shapes import dxf_outlines, farthest, polygon
from tests.products.test_cuts import products

SIZES = [(70.0, 120.0), (63.0, 88.0), (57.15, 88.9), (44.0, 67.0), (25.0, 25.0)]


def cards_of(counts: list[int], wide: bool = False) -> list[SheetCard]:
    """Return so many cards of each of SIZES, named with a letter for each size, landscape if `wide`."""
    cards = []
    for letter, size, count in zip("ABCDE", SIZES, counts, strict=False):
        width, height = size[::-1] if wide else size
        for number in range(count):
            sides = [face(name, width, height) for name in (f"{letter}{number}", f"{letter}{number}".lower())]
            cards.append(SheetCard(sides[0], sides[1], f"{letter}{number}"))
    return cards


def mixed(
    cards: list[SheetCard],
    paper: tuple[float, float] = A4,
    bleed: float = 0.0,
    printer: Any = None,
    flip: Any = "long",
    backs: Any = "interleaved",
    regmarks: RegistrationMarks | None = None,
    shape: str = "",
    **values: Any,
) -> MixedSheets:
    """Return the pages of cards; a card that is as wide as it is high has the `shape`."""
    plan = SheetPlan(paper, (1.0, 1.0), 1, 1, backs=backs, flip=flip, marks=regmarks)
    kinds = []
    for card in cards:
        width, height = sorted((card.face.width, card.face.height))
        is_shaped = shape and width == height
        outline = portrait_outline(CardSize(width=width, height=height, safe=1, shape=shape)) if is_shaped else ()
        kinds.append(Kind((width, height), bleed, 3.0, outline, "line" if is_shaped else "none"))
    return MixedSheets(cards, plan_mixed(kinds, plan, grid(**values), printer))


# ---------------------------------------------------------------- packing


@examples(100)
@given(
    counts=st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(any),
    area=st.sampled_from([(200.0, 287.0), (287.0, 200.0), (75.0, 120.0)]),
    gutter=st.sampled_from([(0.0, 0.0), (6.0, 6.0), (2.0, 5.0)]),
    strip=st.sampled_from([0.0, 9.4, 13.4]),
)
def test_blocks_take_all_cards_and_fit(counts: Any, area: Any, gutter: Any, strip: float) -> None:
    kinds = list(zip(SIZES, counts, strict=True))
    sheets = pack_rows(kinds, area, gutter, strip)
    taken = [0] * len(kinds)
    for sheet in sheets:
        for block in sheet:
            width, height = SIZES[block.kind]
            assert block.first == taken[block.kind]  # copies stay together: each sheet goes on where the last one ended
            taken[block.kind] += block.count
            assert (block.rows - 1) * block.columns < block.count <= block.rows * block.columns
            assert block.columns * (width + gutter[0]) - gutter[0] <= area[0] + 1e-6
            assert block.height == pytest.approx(block.rows * (height + gutter[1]) - gutter[1])
        for upper, lower in pairwise(sheet):
            assert lower.top == pytest.approx(upper.top + upper.height + strip)
            assert SIZES[upper.kind][1] >= SIZES[lower.kind][1]  # the tallest on top
        assert sheet[-1].top + sheet[-1].height <= area[1] + 1e-6
    assert taken == counts


def test_a_row_is_on_the_first_sheet_with_room_for_it() -> None:
    sheets = pack_rows([((60.0, 100.0), 6), ((40.0, 60.0), 5)], (200.0, 280.0), (0.0, 0.0), 10.0)
    assert [[(block.kind, block.columns, block.rows, block.count) for block in sheet] for sheet in sheets] == [
        [(0, 3, 2, 6), (1, 5, 1, 5)]
    ]
    sheets = pack_rows([((60.0, 100.0), 6), ((40.0, 60.0), 7)], (200.0, 280.0), (0.0, 0.0), 10.0)
    assert [[block.count for block in sheet] for sheet in sheets] == [[6, 5], [2]]


# ---------------------------------------------------------------- pages


@examples(40)
@given(
    counts=st.lists(st.integers(0, 12), min_size=5, max_size=5).filter(lambda counts: sum(map(bool, counts)) > 1),
    paper=st.sampled_from([A4, LETTER]),
    bleed=st.sampled_from([0.0, 3.0]),
    flip=st.sampled_from(["long", "short"]),
    wide=st.booleans(),
    margins=st.sampled_from([[5, 5, 5, 5], [20, 5, 8, 12], [0, 0, 0, 0]]),
    align=st.sampled_from(["centre", "top left", "bottom right"]),
    turned=st.booleans(),
)
def test_cards_do_not_touch_others_nor_marks_and_backs_are_behind(
    counts: Any, paper: Any, bleed: float, flip: Any, wide: bool, margins: Any, align: str, turned: bool
) -> None:
    cards = cards_of(counts, wide)
    pages = mixed(cards, paper, bleed, flip=flip, margins=margins, align=align, turned=turned)
    plan = pages.plan
    assert assert_backs_are_behind_their_faces(pages, plan) == len(cards)
    top, right, bottom, left = margins
    for page in pages[::2]:
        for one, other in combinations(placed(page), 2):
            assert not overlap(trimmed(one), trimmed(other))
            assert not bleed or not overlap(shown(one), shown(other))
        for item in placed(page):
            x, y, width, height = trimmed(item)
            assert x >= left - 1e-6
            assert y >= top - 1e-6
            assert x + width <= plan.paper[0] - right + 1e-6
            assert y + height <= plan.paper[1] - bottom + 1e-6
            if bleed:
                assert shown(item) == pytest.approx((x - bleed, y - bleed, width + 2 * bleed, height + 2 * bleed))
    for page in pages:
        boxes = [shown(item) for item in placed(page)]
        for (x1, y1), (x2, y2) in ruled(page):
            assert not any(overlap((x1, y1, x2 - x1, y2 - y1), box, 1e-4) for box in boxes)
        assert not any(overlap(text, box) for text in text_boxes(page) for box in boxes)
    for index in range(len(cards)):
        for spot in pages.spots(index):
            assert pages.slots(spot.side)[index] == pytest.approx(spot.rect)
            assert spot.page == pages.sheet_numbers[index] * 2 + (spot.side == "back")


def test_each_row_has_crop_marks_at_both_ends_of_each_cut() -> None:
    (front, back) = mixed(cards_of([2, 3, 0, 4, 0]))
    for page in (front, back):
        lines = ruled(page)
        for item in placed(page):
            x, y, width, height = trimmed(item)
            for edge in (x, x + width):  # a vertical cut: a mark above and one below this row
                own = [line for line in lines if line[0][0] == pytest.approx(line[1][0]) == pytest.approx(edge)]
                assert any(-10 < line[1][1] - y < 0 for line in own)
                assert any(0 < line[0][1] - y - height < 10 for line in own)
            for level in (y, y + height):
                own = [line for line in lines if line[0][1] == pytest.approx(line[1][1]) == pytest.approx(level)]
                assert any(line[1][0] < x for line in own)
                assert any(line[0][0] > x + width for line in own)
    assert ruled(mixed(cards_of([2, 3, 0, 4, 0]), marks=False)[0]) == []


def test_pages_say_what_they_are() -> None:
    pages = mixed(cards_of([2, 9, 0, 4, 0]))
    assert [page.name for page in pages] == ["sheet-1-front", "sheet-1-back", "sheet-2-front", "sheet-2-back"]
    assert "1 / 2" in words(pages[0])
    assert pages[0].description == "Sheet 1 / 2, front: A0, A1, B0, B1, B2"


def test_cards_and_paper_lie_as_fewest_sheets_need() -> None:
    def ways(counts: list[int], **values: Any) -> tuple[tuple[float, float], list[bool], int]:
        pages = mixed(cards_of(counts), **values)
        return pages.plan.paper, [plan.card[0] > plan.card[1] for plan in pages.blocks], len(pages) // 2

    assert ways([2, 3, 0, 0, 1]) == (A4, [False, False, False], 1)
    assert ways([2, 3, 0, 2]) == (A4, [False, False, True], 1)
    assert ways([2, 3, 0, 4]) == (A4_WIDE, [True, True, True], 1)
    assert ways([2, 3, 0, 4], turned=False) == (A4, [False, False, False], 2)
    assert ways([2, 3, 0, 4], turned=True)[1] == [True] * 3


def test_fronts_are_printed_alone_and_backs_may_be_missing() -> None:
    cards = [SheetCard(card.face, card.back if card.label[0] == "A" else None, card.label) for card in cards_of([1, 1])]
    pages = mixed(cards)
    assert [len(placed(page)) for page in pages] == [2, 1]
    assert [spot.side for spot in pages.spots(0)] == ["face", "back"]
    assert [spot.side for spot in pages.spots(1)] == ["face"]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(FitError, match="a card of 70 × 120 mm does not fit 210 × 297 mm paper") as error:
        mixed(cards_of([1, 1]), margins=90)
    assert str(error.value.faults[0].hint) == "expected at most 117 × 30 mm inside of the margins"
    with pytest.raises(FitError, match="a gap of 4 mm between columns has no room for 3 mm bleed"):
        mixed(cards_of([1, 1]), bleed=3.0, gap=4)
    with pytest.raises(FitError, match="mm into the edge that is not printed"):
        mixed(cards_of([1, 1]), shift=[80, 0])


def test_the_margins_of_a_printer_are_kept() -> None:
    pages = mixed(cards_of([2, 9, 9, 9, 9]), printer=(4, 4, 14, 6))
    for page in pages:
        for item in placed(page):
            x, y, width, height = trimmed(item)
            assert x >= 6
            assert x + width <= 204
            assert y >= 4
            assert y + height <= 283


@examples(40)
@given(
    counts=st.lists(st.integers(0, 9), min_size=5, max_size=5).filter(lambda counts: sum(map(bool, counts)) > 1),
    paper=st.sampled_from([A4, LETTER]),
    bleed=st.sampled_from([0.0, 3.0]),
    marks=st.booleans(),
    turned=st.booleans(),
)
def test_a_gutterfold_has_each_back_beyond_the_fold(
    counts: Any, paper: Any, bleed: float, marks: bool, turned: bool
) -> None:
    cards = cards_of(counts)
    pages = mixed(cards, paper, bleed, backs="gutterfold", marks=marks, turned=turned)
    plan, mirror = pages.plan, back_mirror(pages.plan.paper, pages.plan.flip)
    assert plan.fold_axis is not None
    on_pages: list[Spot] = []
    for index, card in enumerate(cards):
        one, other = pages.spots(index)
        assert (one.side, other.side, one.page) == ("face", "back", other.page)
        assert bounds_of(mirror, one.rect) == pytest.approx(other.rect)
        on_page = {item.scene.name: trimmed(item) for item in placed(pages[one.page])}
        assert on_page[card.face.name] == pytest.approx(one.rect)
        assert on_page[card.back.name] == pytest.approx(other.rect)  # type: ignore[union-attr]
        on_pages += [one, other]
    for number, page in enumerate(pages):
        boxes = [shown(item) for item in placed(page)]
        for a, b in combinations(boxes, 2):
            assert not overlap(a, b) or not bleed
        fold = ruled(page, dashed=True)
        middle = plan.paper[plan.fold_axis] / 2
        assert len(fold) == 2  # beside its words
        assert {end[plan.fold_axis] for line in fold for end in line} == {middle}
        for (x1, y1), (x2, y2) in ruled(page):
            assert not any(overlap((x1, y1, x2 - x1, y2 - y1), box, 1e-4) for box in boxes)
        assert bool(ruled(page)) == marks
        own = [spot for spot in on_pages if spot.page == number]
        tops = sorted({round(spot.rect[1], 3) for spot in own})
        assert all(spot.row == tops.index(round(spot.rect[1], 3)) for spot in own)


@examples(40)
@given(
    counts=st.lists(st.integers(0, 12), min_size=5, max_size=5).filter(lambda counts: sum(map(bool, counts)) > 1),
    paper=st.sampled_from([A4, LETTER]),
    bleed=st.sampled_from([0.0, 3.0]),
    values=st.sampled_from([{}, {"four": True}, {"length": 10, "clear": 10}]),
)
def test_cards_lie_between_registration_marks_and_not_in_their_white_space(
    counts: Any, paper: Any, bleed: float, values: Any
) -> None:
    marks, cards = RegistrationMarks(**values), cards_of(counts)
    pages = mixed(cards, paper, bleed, regmarks=marks)
    plan = pages.plan
    assert assert_backs_are_behind_their_faces(pages, plan) == len(cards)
    left, top, width, height = cut_area(marks, plan.paper)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for item in placed(front):
            x, y, wide, tall = shown(item)
            assert left - 1e-6 <= x <= x + wide <= left + width + 1e-6
            assert top - 1e-6 <= y <= y + tall <= top + height + 1e-6
            assert not any(overlap(shown(item), clear) for clear in clear_places(marks, plan.paper))
        for one, other in combinations(map(shown, placed(front)), 2):
            assert not overlap(one, other) or not bleed
        drawn = [item for item in front.items if isinstance(item, Shape)]
        assert drawn == list(mark_paths(marks, plan.paper))
        assert not any(isinstance(item, Shape) for item in back.items)


def test_rows_of_other_shapes_have_outlines_in_place_of_crop_marks() -> None:
    pages = mixed(cards_of([2, 0, 0, 0, 7]), shape="circle")
    front, back = pages
    assert [bool(plan.outline) for plan in pages.blocks] == [False, True]
    circles = [slot for index, slot in enumerate(pages.slots("face")) if index > 1]
    lines = [item for item in front.items if isinstance(item, Shape) and item.stroke == CUT_LINES["line"][0]]
    assert [path_bounds(part) for line in lines for part in subpaths(line.commands)] == [
        pytest.approx(slot, abs=0.01) for slot in circles
    ]
    assert not any(isinstance(item, Shape) and item.stroke == CUT_LINES["line"][0] for item in back.items)
    crops = [item for item in front.items if isinstance(item, Shape) and item.stroke == "#000000"]
    edges = {number for path in crops for command in path.commands for number in command[1:]}
    assert {slot[0] for slot in pages.slots("face")[:2]} < edges
    assert not edges & {slot[0] for slot in circles}


def test_blocks_without_crop_marks_do_not_bleed_into_each_other() -> None:
    pages = mixed(cards_of([2, 3, 0, 4, 0]), marks=False)
    for page in pages:
        for one, other in combinations(placed(page), 2):
            assert one.scene.width == other.scene.width or not overlap(shown(one), trimmed(other))


def test_what_is_larger_than_the_area_between_marks_is_refused() -> None:
    with pytest.raises(FitError, match="no card of 70 × 120 mm fits 148 × 210 mm paper between registration") as error:
        mixed(cards_of([1, 0, 0, 0, 1]), PAPERS["a5"], regmarks=RegistrationMarks(inset=50))
    assert str(error.value.faults[0].hint) == "expected at most 67.5 × 46 mm beside the marks"


# ---------------------------------------------------------------- in a game

GAME = "card_data/tiny/game.yaml"
DECKS = """\
  large:
    extends: main
    size: large
  small:
    extends: main
    size: small
targets:
  sheets:
    all-{paper}: {decks: [main, large, small], papers: [a4]MORE}
"""


def game_with(tmp_path: Path, more: str = "") -> GameOnDisk:
    """Return the tiny game with four cards in each of three sizes, on common sheets; they are grey."""
    game = tiny_game_in(tmp_path)
    game.change(GAME, "targets:\n  cards: {decks: [main]}\n", DECKS.replace("MORE", more))
    sizes = "88}\n  large: {width: 70, height: 120}\n  small: {width: 44, height: 67}"
    game.change(GAME, "88}", sizes)
    game.change("templates/tiny.yaml", '[5, 5, 53, 8], text: "{name}"', '[5, 5, 30, 8], text: "{name}"')
    game.change("templates/tiny.yaml", "#ffffff", "#808080")
    return game


def test_cards_are_printed_where_the_sheets_say(tmp_path: Path) -> None:
    """Each face and back of the PDF is measured in pixels: its size with 1 mm of bleed, and its place."""
    game = game_with(tmp_path, ", grid: {gap: 8, margins: 10}")
    (sheet,) = imposed_sheets(game.load(), game.layout(), Options())
    assert (sheet.duplex, len(sheet.cards), len(sheet.pages)) == ("long", 12, 4)
    content = bytes_of(sheet_file(game.load(), sheet).make())
    dot = 25.4 / 360
    with pypdfium2.PdfDocument(io.BytesIO(content)) as document:
        pages = [page.render(scale=360 / 72).to_pil().convert("L").point([255] * 200 + [0] * 56) for page in document]
    for side, which in (("face", 0), ("back", 1)):
        for index, (x, y, width, height) in enumerate(sheet.pages.slots(side)):  # type: ignore[arg-type]
            left, top = round((x - 1.4) / dot), round((y - 1.4) / dot)  # crop marks are 1.7 mm away
            around = (left, top, round((x + width + 1.4) / dot), round((y + height + 1.4) / dot))
            ink = pages[sheet.pages.first_page(index) + which].crop(around).getbbox()
            assert ink is not None
            places = [(left + ink[0]) * dot, (top + ink[1]) * dot, (left + ink[2]) * dot, (top + ink[3]) * dot]
            assert places == pytest.approx([x - 1, y - 1, x + width + 1, y + height + 1], abs=0.1)


@pytest.mark.parametrize(
    ("more", "name", "why"),
    [
        (", grid: {stock: avery-l7165}", "stock", "the pieces of stock have one size"),
        (", grid: {columns: 2}", "columns", "each size has as many columns as fit"),
        (", grid: {rows: 2}", "rows", "each size has as many rows as it needs"),
        (", grid: {honeycomb: true}", "honeycomb", "each size lies in straight rows"),
        (", grid: {order: stacks}", "order", "cards of several sizes are not cut at the same places of all sheets"),
        (", regmarks: {skip: true}", "skip", "they lie beside the white space of all marks"),
    ],
)
def test_what_needs_one_size_is_refused(tmp_path: Path, more: str, name: str, why: str) -> None:
    (fault,) = game_with(tmp_path, more).faults()
    assert fault.startswith(f"{GAME}:")
    assert f"{name} with cards of several sizes on one sheet: {why} (leave it out, or give each size a target)" in fault


SHAPES = """\
  hexes:
    extends: main
    size: hex
targets:
  sheets:
    all-{paper}: {decks: [main, hexes], papers: [a4], cut: spot, regmarks: {length: 10, clear: 10}}
"""


def test_print_and_cut_files_of_each_sheet_have_the_same_outlines(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "targets:\n  cards: {decks: [main]}\n", SHAPES)
    game.change(GAME, "88}", "88}\n  hex: {width: 30, height: 34.64, bleed: 2, safe: 2, shape: hexagon}")
    game.change("templates/tiny.yaml", '[5, 5, 53, 8], text: "{name}"', '[5, 12, 20, 8], text: "{name}"')
    game.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 13")
    files = {name: bytes_of(file.make()) for name, file in products(game).items() if isinstance(file, BytesFile)}
    outlines = {f"all-a4-{number}-cut.{kind}" for number in (1, 2, 3) for kind in ("svg", "dxf")}
    assert set(files) == {"all-a4.pdf", *outlines}
    with pypdfium2.PdfDocument(io.BytesIO(files["all-a4.pdf"])) as document:
        assert len(document) == 6  # each sheet has a front and a back
    total = 0
    for number in (1, 2, 3):
        marks = [mark for mark in pdf_marks(files["all-a4.pdf"], 2 * number - 2) if mark.spot == CUT]
        printed = [points for mark in marks for points, _ in flatten(mark.commands)]
        drawn = svg_marks(files[f"all-a4-{number}-cut.svg"].decode())
        svg = [polygon(mark.commands) for mark in drawn if mark.kind == "stroke"]
        dxf = dxf_outlines(files[f"all-a4-{number}-cut.dxf"])
        assert len(printed) == len(svg) == len(dxf) > 0
        total += len(printed)
        for one, two, three in zip(printed, svg, dxf, strict=True):
            assert farthest(one, two) <= 0.05
            assert farthest(one, three) <= 0.05
    assert total == 28


def test_a_card_that_does_not_fit_is_a_fault_of_the_target(tmp_path: Path) -> None:
    game = game_with(tmp_path, ", grid: {margins: 90}")
    with pytest.raises(DataError, match="a card of 70 × 120 mm does not fit 210 × 297 mm paper") as error:
        list(imposed_sheets(game.load(), game.layout(), Options()))
    assert str(error.value.faults[0].place).startswith(f"{GAME}:")


def test_keys_of_files_follow_the_blocks(tmp_path: Path) -> None:
    games = [game_with(tmp_path / str(number), more) for number, more in enumerate(["", ", grid: {align: top}"])]
    printer = Options(printer=Printer(name="mine", margins=(5.0, 5.0, 20.0, 5.0)))
    keys = []
    for game, options in ((games[0], Options()), (games[1], Options()), (games[0], printer)):
        (sheet,) = imposed_sheets(game.load(), game.layout(), options)
        keys.append(sheet_file(game.load(), sheet).key)
    assert len(set(keys)) == 3
