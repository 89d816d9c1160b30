"""Sheets for a printer: corrected for its errors, and with no card in its margins."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.products.imposition.impose import Backs, Flip, SheetCard, SheetPlan, Sheets
from cardgen.products.imposition.plan import FitError, back_correction, back_mirror, fit_plan, lay_grid
from cardgen.products.imposition.printed import page_matrix, printed_pages
from cardgen.products.printers import Printer
from cardgen.scene.items import (
    GlyphRun,
    Group,
    Matrix,
    Path,
    Placed,
    Rect,
    Scene,
    apply,
    bounds_of,
    rectangle,
    then,
    translate,
    walk,
)
from cardgen.scene.keys import content_key
from tests.examples import examples
from tests.runs import runs_in

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
STANDARD = (63.0, 88.0)

#: Top, right, bottom, left, mm.
SMART_TANK = (3.0, 3.0, 14.5, 3.0)
OLD_INKJET = (12.7, 6.3, 12.7, 6.3)


def cards(number: int = 9) -> list[SheetCard]:
    def side(name: str) -> Scene:
        return Scene(63, 88, (Path(rectangle(-3, -3, 69, 94), fill="#334455"),), bleed=3, name=name)

    return [SheetCard(side(f"{index}"), side(f"{index}-back"), f"{index}") for index in range(number)]


def plan_for(
    paper: tuple[float, float],
    margins: tuple[float, float, float, float] | None,
    bleed: float = 0.0,
    backs: Backs = "interleaved",
    flip: Flip = "long",
) -> SheetPlan:
    return fit_plan(paper, STANDARD, bleed, backs=backs, flip=flip, printer=margins)


def printed(plan: SheetPlan, printer: Printer, number: int = 9) -> list[Scene]:
    sheets = Sheets(cards(number), plan)
    return [*printed_pages(sheets, printer, plan.flip, [side == "back" for side in sheets.sides])]


def trims(page: Scene) -> dict[str, Rect]:
    """Return the places of the cards on a page by their names."""
    found = ((matrix, item) for matrix, item in placed(page))
    return {item.scene.name: bounds_of(matrix, (0, 0, item.scene.width, item.scene.height)) for matrix, item in found}


def placed(page: Scene) -> Iterator[tuple[Matrix, Placed]]:
    """Yield the cards of a page and the transforms from them to the page."""
    for item in page.items:
        if isinstance(item, Placed):
            yield item.matrix, item
        elif isinstance(item, Group):
            yield from ((then(part.matrix, item.matrix), part) for part in item.items if isinstance(part, Placed))


def own_boxes(page: Scene, kind: type[Path] | type[GlyphRun]) -> Iterator[Rect]:
    """Yield boxes around the lines of a page, or around its words: what is not on its cards."""
    inside = {id(part) for _, item in placed(page) for part in item.scene.items}
    for matrix, item in walk(page.items):
        if id(item) in inside or not isinstance(item, kind):
            continue
        if isinstance(item, GlyphRun):
            yield bounds_of(matrix, (item.x, item.baseline - 0.9 * item.size, item.width, 1.1 * item.size))
        elif isinstance(item, Path):
            points = [apply(matrix, *rest) for _, *rest in item.commands]
            for (x1, y1), (x2, y2) in zip(points[::2], points[1::2], strict=True):
                yield (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def edges(page: Scene) -> tuple[float, float, float, float]:
    """Return the least distances from the cards of a page to its edges: top, right, bottom, left."""
    boxes = list(trims(page).values())
    return (
        min(y for _, y, _, _ in boxes),
        page.width - max(x + width for x, _, width, _ in boxes),
        page.height - max(y + height for _, y, _, height in boxes),
        min(x for x, *_ in boxes),
    )


# ---------------------------------------------------------------- margins


def test_a_letter_sheet_for_a_printer_with_a_wide_bottom_margin_is_laid_out_anew() -> None:
    """Nine cards leave 7.7 mm blank, where the printer needs 14.5: the lowest row would lose 6.8 mm."""
    usual = plan_for(LETTER, None)
    assert (usual.columns, usual.rows) == (3, 3)
    assert Sheets(cards(), usual).blank == pytest.approx(7.7)
    plan = plan_for(LETTER, SMART_TANK)
    assert (plan.paper, plan.columns, plan.rows) == ((279.4, 215.9), 4, 2)
    front, back, *_ = printed(plan, Printer(margins=SMART_TANK))
    assert (front.width, front.height) == (back.width, back.height) == LETTER
    # 252 of 279.4 mm are cards: 1.2 of the 14.5 mm are missing at the bottom, and the marks have room as well.
    assert edges(front) == pytest.approx((7.95, 19.95, 19.45, 19.95))
    assert edges(back) == pytest.approx((7.95, 19.95, 19.45, 19.95))


def test_an_a4_sheet_for_the_same_printer_is_moved() -> None:
    plan = plan_for(A4, SMART_TANK)
    assert (plan.paper, plan.columns, plan.rows) == (A4, 3, 3)
    assert lay_grid(plan_for(A4, None)).block[:2] == pytest.approx((10.5, 16.5))
    front, back, *_ = printed(plan, Printer(margins=SMART_TANK))
    # Bleed, gap and marks have 6.7 mm of the 14.5 mm that the printer leaves blank to themselves.
    bottom = 14.5 + 3.0 + 0.7 + 3.0
    assert lay_grid(plan).bleed == 3.0
    assert edges(front) == pytest.approx((297 - 264 - bottom, 10.5, bottom, 10.5))
    assert edges(back) == pytest.approx((297 - 264 - bottom, 10.5, bottom, 10.5))


def test_paper_turned_about_its_short_edge_has_the_wide_margin_at_both_ends() -> None:
    front, back, *_ = printed(plan_for(A4, SMART_TANK, flip="short"), Printer(margins=SMART_TANK))
    assert edges(front) == edges(back) == pytest.approx((16.5, 10.5, 16.5, 10.5))
    with_foot = plan_for(LETTER, SMART_TANK, flip="short")
    assert (with_foot.paper, with_foot.columns, with_foot.rows) == (LETTER, 3, 2)


def test_a_wide_margin_at_one_side_counts_on_both_where_backs_are_mirrored() -> None:
    left = (3.0, 3.0, 3.0, 9.0)
    front, back, *_ = printed(plan_for(A4, left), Printer(margins=left))
    assert edges(front)[1::2] == edges(back)[1::2] == pytest.approx((10.5, 10.5))
    front, back, *_ = printed(plan_for(A4, left, flip="short"), Printer(margins=left))
    assert edges(front)[3] > 10.5
    assert edges(back)[3] == pytest.approx(edges(front)[3])


@pytest.mark.parametrize("margins", [(5.0, 5.0, 5.0, 5.0), (3.2, 3.2, 3.2, 3.2)])
def test_cards_that_clear_the_margins_stay_in_the_middle(margins: tuple[float, float, float, float]) -> None:
    for paper in (A4, LETTER):
        plan, usual = plan_for(paper, margins), plan_for(paper, None)
        assert (plan.columns, plan.rows) == (usual.columns, usual.rows)
        assert lay_grid(plan).block == pytest.approx(lay_grid(usual).block)


def test_an_old_inkjet_prints_eight_cards_on_letter() -> None:
    plan = plan_for(LETTER, OLD_INKJET)
    assert plan.columns * plan.rows == 8


def test_a_card_that_does_not_fit_inside_the_margins_is_rejected_with_what_to_do() -> None:
    with pytest.raises(FitError, match=r"no card of 63 × 88 mm fits 100 × 148 mm paper inside the margins") as caught:
        fit_plan((100.0, 148.0), STANDARD, printer=(50.0, 3.0, 50.0, 3.0))
    assert "--printer" in caught.value.faults[0].hint


PAPER_SIZES = [A4, LETTER, PAPERS["a5"], PAPERS["legal"], PAPERS["a3"], (148.0, 105.0)]


@examples(200)
@given(
    st.sampled_from(PAPER_SIZES),
    st.tuples(*[st.sampled_from([0.0, 3.0, 4.9, 6.3, 12.7, 14.5, 16.9])] * 4),
    st.sampled_from([0.0, 1.5, 3.0]),
    st.sampled_from(["interleaved", "gutterfold", "backs"]),
    st.sampled_from(["long", "short"]),
    st.integers(1, 12),
)
def test_cards_marks_and_words_are_clear_of_the_margins_and_backs_are_behind_their_faces(
    paper: tuple[float, float],
    margins: tuple[float, float, float, float],
    bleed: float,
    backs: Backs,
    flip: Flip,
    number: int,
) -> None:
    try:
        plan = plan_for(paper, margins, bleed, backs, flip)
    except FitError:
        return
    plan = replace(plan, title={"en": "Game"}, languages=("en",), printer="office")
    pages = printed(plan, Printer("office", margins), number)
    top, right, bottom, left = margins
    size = (min(paper), max(paper))
    free = (left, top, size[0] - left - right, size[1] - top - bottom)
    for page in pages:
        assert (page.width, page.height) == size
        for box in [*trims(page).values(), *own_boxes(page, GlyphRun), page.trim_rect]:
            assert is_inside(box, free)
        for mark in own_boxes(page, Path):
            assert is_inside(mark, (0.0, 0.0, *size))
            if backs != "gutterfold":
                assert seen(mark, free) > 0.6
    if backs == "interleaved":
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            behind = trims(back)
            for name, box in trims(front).items():
                assert bounds_of(back_mirror(size, flip), behind[f"{name}-back"]) == pytest.approx(box)


def is_inside(box: Rect, free: Rect) -> bool:
    x, y, width, height = (a - b for a, b in zip(box, (free[0], free[1], 0, 0), strict=True))
    return min(x, y, free[2] - x - width, free[3] - y - height) > -1e-6


def seen(line: Rect, free: Rect) -> float:
    """Return how much of a level or an upright line is inside a rectangle, mm."""
    axis = 0 if line[2] > line[3] else 1
    return min(line[axis] + line[axis + 2], free[axis] + free[axis + 2]) - max(line[axis], free[axis])


# ---------------------------------------------------------------- corrections


def test_the_back_offset_is_a_turn_about_the_papers_middle_and_then_a_shift() -> None:
    matrix = back_correction(A4, (1.5, -2.0, 90.0))
    assert apply(matrix, 105, 148.5) == pytest.approx((106.5, 146.5))
    assert apply(matrix, 105, 48.5) == pytest.approx((206.5, 146.5)), "clockwise: what was above is now to the right"
    assert page_matrix(A4, Printer(back_offset=(1.5, -2.0, 90.0)), back=True) == pytest.approx(matrix)
    assert page_matrix(A4, Printer(back_offset=(1.5, -2.0, 90.0))) == (1, 0, 0, 1, 0, 0)


def test_a_scale_of_101_down_prints_all_one_per_cent_longer_about_the_middle() -> None:
    for back in (False, True):
        matrix = page_matrix(A4, Printer(scale=(100.0, 101.0)), back=back)
        assert apply(matrix, 105.0, 148.5) == pytest.approx((105.0, 148.5))
        assert apply(matrix, 0.0, 48.5) == pytest.approx((0.0, 47.5))
        assert apply(matrix, 0.0, 248.5) == pytest.approx((0.0, 249.5))


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_front_offset_moves_backs_with_their_fronts(flip: Flip) -> None:
    printer = Printer(front_offset=(0.5, -1.0))
    front, back = printed(plan_for(A4, None, flip=flip), printer)
    plain = printed(plan_for(A4, None, flip=flip), Printer())
    assert trims(front)["0"] == pytest.approx(bounds_of(translate(0.5, -1.0), trims(plain[0])["0"]))
    assert bounds_of(back_mirror(A4, flip), trims(back)["0-back"]) == pytest.approx(trims(front)["0"])


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("bleed", [0.0, 3.0])  # portrait and landscape
def test_corrections_undo_the_errors_of_the_printer(flip: Flip, bleed: float) -> None:
    """A printer that feeds 1 % short, prints 0.4 mm too far right and 1 mm too low, and backs by (0.8, -1.2) on top."""
    plan = plan_for(A4, None, bleed, flip=flip)
    front, back, *_ = printed(plan, Printer("a", None, (-0.8, 1.2, 0.0), (-0.4, -1.0), (100.0, 100 / 0.99)))
    ideal_front, ideal_back, *_ = printed(plan, Printer())
    mirror = back_mirror(A4, flip)

    def fed(page: Scene, x: float, y: float) -> dict[str, Rect]:
        error: Matrix = (1.0, 0.0, 0.0, 0.99, x, 148.5 * 0.01 + y)
        return {name: bounds_of(error, box) for name, box in trims(page).items()}

    for page, ideal, shift in (
        (front, ideal_front, (0.4, 1.0)),
        (back, ideal_back, (0.4 * mirror[0] + 0.8, mirror[3] * 1.0 - 1.2)),
    ):
        for name, box in fed(page, *shift).items():
            assert box == pytest.approx(trims(ideal)[name], abs=0.03)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_landscape_sheet_is_printed_turned_with_its_top_to_the_left(flip: Flip) -> None:
    plan = plan_for(A4, None, 3.0, flip=flip)
    sheets = Sheets(cards(8), plan)
    front, back = printed(plan, Printer(), 8)
    assert (sheets[0].width, front.width) == (297.0, 210.0)
    x, y, width, height = trims(sheets[0])["0"]
    assert trims(front)["0"] == pytest.approx((y, 297 - x - width, height, width))
    assert bounds_of(back_mirror(A4, flip), trims(back)["0-back"]) == pytest.approx(trims(front)["0"])


def test_pages_without_a_printer_are_the_same_pages() -> None:
    sheets = Sheets(cards(), plan_for(A4, None))
    assert printed_pages(sheets, None) is sheets
    assert [content_key(page) for page in printed_pages(sheets, Printer("plain"))] == [*map(content_key, sheets)]
    assert len(printed_pages(sheets, Printer("plain"))[0:1]) == 1
    assert math.isclose(printed_pages(sheets, Printer("plain"))[-1].width, 210.0)


def test_the_label_names_the_printer() -> None:
    for language, expected in (("en", "printer office --scale=100,101"), ("zh", "打印机 office --scale=100,101")):
        plan = replace(plan_for(A4, SMART_TANK), printer="office --scale=100,101", languages=(language,))
        for page in printed(plan, Printer("office", SMART_TANK)):
            runs = runs_in(page.items)
            assert expected.replace(" ", "") in "".join(run.text for run in runs).replace(" ", "")
