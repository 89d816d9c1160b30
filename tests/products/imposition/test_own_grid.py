"""Sheets under control: own margins, gaps and counts, the order of the cards, and sheets that are cut already."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.data.sheet_grid import SheetGrid
from cardgen.formats.pdf import pdf_bytes
from cardgen.products.imposition.impose import SheetCard, Sheets
from cardgen.products.imposition.own_grid import own_plan, stock_plan
from cardgen.products.imposition.plan import CROP_MARK, FOLD_STRIP, FitError, SheetPlan, cards_on_sheets, lay_grid
from cardgen.products.imposition.stock import all_stock
from cardgen.scene.items import Path, Rect, Scene, rectangle
from tests.cases import for_cases
from tests.examples import examples
from tests.products.imposition.test_impose import (
    A4,
    A4_WIDE,
    LETTER,
    STANDARD,
    assert_backs_are_behind_their_faces,
    close,
    deck,
    face,
    picture,
    placed,
    ruled,
    trimmed,
)


def grid(**values: Any) -> SheetGrid:
    return SheetGrid.model_validate(values)


def planned(paper: tuple[float, float] = A4, card: tuple[float, float] = STANDARD, **values: Any) -> SheetPlan:
    """Return the plan of cards edge to edge with a bleed of up to 3 mm, on the paper as `values` say."""
    return own_plan(SheetPlan(paper, card, 1, 1, bleed=0.0), grid(**values), 3.0)


def block(plan: SheetPlan) -> tuple[float, ...]:
    return tuple(round(value, 6) for value in lay_grid(plan).block)


# ---------------------------------------------------------------- where the cards lie


@for_cases(
    ("values", "size", "expected"),
    [
        ({}, (3, 3), (10.5, 16.5, 189, 264)),
        ({"margins": [20, 5, 5, 15]}, (3, 3), (15.5, 24, 189, 264)),
        ({"margins": 5, "align": "top left"}, (3, 3), (5, 5, 189, 264)),
        ({"margins": 5, "align": "bottom right", "shift": [-1, -2]}, (3, 3), (15, 26, 189, 264)),
        ({"align": "right"}, (3, 3), (16, 16.5, 189, 264)),
        ({"gap": [2, 3]}, (3, 3), (8.5, 13.5, 193, 270)),
        ({"gap": 4, "columns": 2, "rows": 2}, (2, 2), (40, 58.5, 130, 180)),
        ({"columns": 1, "rows": 1}, (1, 1), (73.5, 104.5, 63, 88)),
        ({"turned": True}, (3, 3), (16.5, 10.5, 264, 189)),  # on landscape paper
        ({"turned": True, "landscape": False}, (2, 4), (17, 22.5, 176, 252)),
        ({"landscape": True}, (4, 2), (22.5, 17, 252, 176)),
        ({"margins": 25}, (2, 2), (42, 60.5, 126, 176)),
    ],
)
def test_cards_lie_where_the_grid_says(values: dict[str, Any], size: tuple[int, int], expected: Rect) -> None:
    plan = planned(**values)
    assert (plan.columns, plan.rows) == size
    assert block(plan) == expected


def test_cards_are_borderless_on_paper_without_margins() -> None:
    two = planned(card=(148, 210), margins=0)
    assert (two.paper, two.columns, two.rows) == (A4_WIDE, 2, 1)
    four = planned(card=(105, 148), margins=0)
    assert (four.paper, four.columns, four.rows) == (A4, 2, 2)
    assert block(four) == (0, 0.5, 210, 296)
    page = Sheets(deck("ABCD", width=105, height=148), four)[0]
    assert ruled(page) == []  # no paper is left for marks
    assert lay_grid(four).bleed == 3


def test_a_gap_has_bleed_and_marks_in_it() -> None:
    narrow = planned(gap=[2, 0])
    assert lay_grid(narrow).inner == (1, 0)
    # Marks near the edge of the paper leave little bleed outside the block, but half of each gap has it.
    edge = planned(gap=[4, 8], margins=[12, 20, 8, 6], align="bottom right", shift=[1, -0.5])
    assert lay_grid(edge).bleed < 2
    assert lay_grid(edge).inner == (2, 3)
    wide = planned(gap=[7, 9], columns=2, rows=2)
    page = Sheets(deck("ABCD"), wide)[0]
    assert lay_grid(wide).bleed == 3
    left, top, width, height = lay_grid(wide).block
    between = [line for line in ruled(page) if top < line[0][1] < top + height and line[0][0] == line[1][0]]
    assert between  # 9 - 2 × 3 mm are enough for marks between the rows
    assert all(line[1][1] - line[0][1] == pytest.approx(CROP_MARK) for line in between)
    assert [line for line in ruled(page) if left < line[0][0] < left + width and line[0][1] == line[1][1]] == []


def test_marks_are_left_out_on_request() -> None:
    assert ruled(Sheets(deck("ABCD"), planned(marks=False))[0]) == []
    assert ruled(Sheets(deck("ABCD"), planned(marks=True))[0]) != []


def test_promised_bleed_is_in_the_gaps_and_inside_the_paper() -> None:
    bare = SheetPlan(A4, STANDARD, 1, 1, bleed=3.0)
    plan = own_plan(bare, grid(), 3.0)
    assert plan.gutter == (6, 6)
    assert plan.promised_bleed == 3
    edge = own_plan(bare, grid(margins=0, align="top left"), 3.0)
    assert block(edge)[:2] == (3, 3)
    with pytest.raises(FitError, match="a gap of 2 mm between rows has no room for 3 mm bleed") as error:
        own_plan(bare, grid(gap=[6, 2]), 3.0)
    assert str(error.value.faults[0].hint) == "expected 6 mm or more"


@examples(60)
@given(
    paper=st.sampled_from([A4, LETTER, PAPERS["a3"]]),
    gap=st.tuples(st.sampled_from([0.0, 2.0, 6.5]), st.sampled_from([0.0, 3.0, 9.0])),
    margins=st.tuples(*[st.sampled_from([0.0, 5.0, 12.0])] * 4),
    align=st.sampled_from(["centre", "top left", "bottom", "right"]),
    turned=st.booleans(),
    wide_faces=st.booleans(),
    flip=st.sampled_from(["long", "short"]),
    order=st.sampled_from(["rows", "columns", "stacks"]),
)
def test_every_back_is_behind_its_own_face(
    paper: Any, gap: Any, margins: Any, align: Any, turned: bool, wide_faces: bool, flip: Any, order: Any
) -> None:
    size = {"width": 88.0, "height": 63.0} if wide_faces else {}
    cards = deck("ABCDEFGHIJKLM", **size)
    values = {"gap": gap, "margins": margins, "align": align, "turned": turned, "order": order}
    plan = own_plan(SheetPlan(paper, STANDARD, 1, 1, bleed=0.0, flip=flip), grid(**values), 3.0)
    pages = Sheets(cards, plan)
    assert assert_backs_are_behind_their_faces(pages, plan) == 13
    left, top, width, height = lay_grid(plan).block
    top_margin, right_margin, bottom_margin, left_margin = margins
    assert left >= left_margin - 1e-6
    assert top >= top_margin - 1e-6
    assert left + width <= plan.paper[0] - right_margin + 1e-6
    assert top + height <= plan.paper[1] - bottom_margin + 1e-6
    for page in pages:
        for line in ruled(page):
            assert all(-1e-6 <= point[axis] <= plan.paper[axis] + 1e-6 for point in line for axis in (0, 1))


def test_a_turned_card_is_the_same_card() -> None:
    upright, turned = planned(), planned(turned=True, landscape=False)
    card = SheetCard(face("A", width=88.0, height=63.0), face("a"), "A")

    def relation(plan: SheetPlan) -> list[float]:
        """Return the turn from the face to its back, both seen from the front: x and y of the back's own x."""
        front, back = (placed(page)[0].matrix for page in Sheets([card], plan))
        seen = (-back[0], back[1])  # through the paper
        return [seen[0] * front[0] + seen[1] * front[1], seen[0] * front[2] + seen[1] * front[3]]

    assert relation(upright) == relation(turned)
    assert placed(Sheets([card], turned)[0])[0].matrix[:4] == (1, 0, 0, 1)  # a landscape face can be read


def test_a_sheet_is_folded_with_own_margins() -> None:
    plan = own_plan(
        SheetPlan(A4, STANDARD, 1, 1, bleed=0.0, backs="gutterfold"), grid(margins=[30, 5, 5, 5], align="top"), 3.0
    )
    (page,) = Sheets(deck("AB"), plan)
    faces, backs = placed(page)[:2], placed(page)[2:]
    assert plan.fold_axis is not None
    for front, back in zip(faces, backs, strict=True):
        ends = sorted((trimmed(front)[plan.fold_axis], trimmed(back)[plan.fold_axis]))
        length = plan.card[plan.fold_axis]
        assert ends[0] + ends[1] + length == pytest.approx(plan.paper[plan.fold_axis])
        gap = ends[1] - ends[0] - length
        assert plan.bleed > 0
        assert gap - 2 * plan.bleed == pytest.approx(FOLD_STRIP)  # the bleed of neither reaches the other
    assert ruled(page, dashed=True)


def test_what_does_not_fit_says_what_would() -> None:
    with pytest.raises(FitError, match="4 × 3 cards of 63 × 88 mm do not fit 210 × 297 mm paper") as error:
        planned(columns=4, landscape=False)
    assert "expected at most 3 × 3 inside of 200 × 287 mm" in str(error.value.faults[0].hint)
    with pytest.raises(FitError, match="a card of 63 × 88 mm does not fit"):
        planned(margins=120)
    with pytest.raises(FitError, match=r"cards reach 2\.5 mm into the edge that is not printed"):
        planned(shift=[8, 0])


def test_the_margins_of_a_printer_are_kept() -> None:
    plan = own_plan(SheetPlan(A4, STANDARD, 1, 1, bleed=0.0), grid(margins=0, align="top left"), 3.0, (4, 4, 14, 6))
    assert block(plan)[:2] == (6, 4)  # the left edge of the front is the right one of the back


# ---------------------------------------------------------------- the order


def test_cards_follow_each_other_by_columns() -> None:
    plan = planned(order="columns")
    assert [picture(page, plan) for page in Sheets(deck("ABCDEFGHIJK"), plan)] == [
        "ADG\nBEH\nCFI",
        "gda\nheb\nifc",
        "J..\nK..\n...",
        "..j\n..k\n...",
    ]


def test_stacks_are_in_order_when_they_are_cut() -> None:
    plan = planned(order="stacks", columns=2, rows=2)
    cards = [SheetCard(card.face, None, card.label) for card in deck("ABCDEFGHIJ")]
    pages = Sheets(cards, plan)
    assert [picture(page, plan) for page in pages] == ["AD\nGJ", "BE\nH.", "CF\nI."]
    places: dict[tuple[float, float], str] = {}
    for page in pages:  # from the top of the pile
        for item in placed(page):
            places[trimmed(item)[:2]] = places.get(trimmed(item)[:2], "") + item.scene.name
    assert [places[key] for key in sorted(places, key=lambda place: place[::-1])] == ["ABC", "DEF", "GHI", "J"]
    assert [pages.first_page(index) for index in range(10)] == [0, 1, 2] * 3 + [0]
    assert [next(pages.spots(index)).page for index in (0, 4, 9)] == [0, 1, 0]


@pytest.mark.parametrize("count", range(1, 30))
@pytest.mark.parametrize("order", ["rows", "stacks"])
def test_outlines_are_of_as_many_cards_as_lie_on_a_sheet(count: int, order: Any) -> None:
    plan = planned(order=order, columns=2, rows=2)
    pages = Sheets([SheetCard(face("A"), None, "A")] * count, plan)
    on_sheets = [len(placed(page)) for page in pages]
    full, fewer = cards_on_sheets(count, 4, order)
    assert {full, *([fewer] if fewer else [])} == set(on_sheets)
    assert on_sheets == sorted(on_sheets, reverse=True)


# ---------------------------------------------------------------- stock


def test_at_least_twenty_sheets_are_known_and_lie_on_their_paper() -> None:
    stock = all_stock()
    assert len(stock) >= 20
    for sheet in stock.values():
        assert sheet.source
        for axis in (0, 1):
            count = (sheet.columns, sheet.rows)[axis]
            assert sheet.pitch[axis] >= sheet.piece[axis] - 0.01 or count == 1, sheet.name
            end = sheet.origin[axis] + (count - 1) * sheet.pitch[axis] + sheet.piece[axis]
            assert sheet.origin[axis] >= 0
            assert end <= sheet.paper_size[axis] + 0.05, sheet.name


def inked(page: Scene, dpi: int = 600) -> list[tuple[float, float, float, float]]:
    """Return the rectangles that are printed on a page of black cards, as left, top, width and height in mm."""
    with pypdfium2.PdfDocument(io.BytesIO(pdf_bytes([page]))) as document:
        dark = document[0].render(scale=dpi / 72).to_pil().convert("L").point([255] * 128 + [0] * 128)
    rects = []
    for item in placed(page):
        x, y, width, height = (round(value / 25.4 * dpi) for value in trimmed(item))
        box = dark.crop((x - 40, y - 40, x + width + 40, y + height + 40)).getbbox()
        assert box is not None
        left, top, right, bottom = box
        rects.append(tuple(v * 25.4 / dpi for v in (x - 40 + left, y - 40 + top, right - left, bottom - top)))
    return rects


@pytest.mark.parametrize(
    ("name", "card", "published"),
    [
        # Left, top, width, height and pitch as their makers publish them, in mm.
        ("avery-c32015", (54.0, 85.0), (17.0, 31.5, 85.0, 54.0, 91.0, 60.0)),
        ("avery-8373", (50.8, 88.9), (12.7, 19.05, 88.9, 50.8, 101.6, 63.5)),
        ("avery-l7165", (67.7, 99.1), (4.65, 13.1, 99.1, 67.7, 101.6, 67.7)),
    ],
)
def test_cards_are_printed_on_the_pieces(name: str, card: tuple[float, float], published: Sequence[float]) -> None:
    stock = all_stock()[name]
    black = Scene(*card, (Path(rectangle(0, 0, *card), fill="#000000"),), name="c")
    plan = stock_plan(SheetPlan(A4, card, 1, 1, bleed=0.0), stock, grid(stock=name), 0.0, None)
    page = Sheets([SheetCard(black, None, "c")] * (stock.columns * stock.rows), replace(plan, bleed=0.0))[0]
    assert ruled(page) == []
    left, top, width, height, across, down = published
    rects = itertools.product(range(stock.rows), range(stock.columns))
    for (row, column), rect in zip(rects, inked(page), strict=True):
        # Pieces that touch are printed as one: only their outer edges are measured.
        if stock.pitch[1] > stock.piece[1]:
            assert close(rect, (left + column * across, top + row * down, width, height), 0.1)
        else:
            assert close(rect[::2], (left + column * across, width), 0.1)


def test_a_smaller_card_is_in_the_middle_of_its_piece() -> None:
    stock = all_stock()["rayfilm-8014"]
    plan = stock_plan(SheetPlan(A4, STANDARD, 1, 1, bleed=0.0), stock, grid(stock="rayfilm-8014"), 3.0, None)
    assert block(plan) == (3.5, 5.5, 203, 286)
    assert lay_grid(plan).bleed == 3
    with pytest.raises(FitError, match="a card of 70 × 120 mm is larger than the pieces of Rayfilm 8014"):
        stock_plan(SheetPlan(A4, (70, 120), 1, 1, bleed=0.0), stock, grid(stock="rayfilm-8014"), 3.0, None)
    with pytest.raises(FitError, match=r"cards reach 6\.5 mm into the edge"):
        stock_plan(SheetPlan(A4, STANDARD, 1, 1, bleed=0.0), stock, grid(), 3.0, (5, 10, 5, 5))


def test_all_stock_is_in_the_docs() -> None:
    text = (FilePath(__file__).parents[3] / "docs/printing.md").read_text(encoding="utf-8")
    for name, stock in all_stock().items():
        assert f"| `{name}` | {stock.title.split(': ')[0]} | {stock.title.split(': ')[1]} |" in text
