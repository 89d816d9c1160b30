"""Cards on sheets, proved by geometry: every back is behind its own face, every mark is at a cut."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError
from cardgen.base.units import PAPERS
from cardgen.products.imposition.impose import (
    FitError,
    SheetCard,
    SheetPlan,
    Sheets,
    back_mirror,
    fit_plan,
    lay_grid,
)
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_WIDTH, Backs, Flip
from cardgen.scene.items import GlyphRun, Matrix, Path, Placed, Rect, Scene, apply, bounds_of, rectangle, walk
from cardgen.scene.keys import content_key
from tests.cases import for_cases
from tests.examples import examples

A4 = PAPERS["a4"]
LETTER = PAPERS["letter"]
A4_WIDE = (297.0, 210.0)
STANDARD = (63.0, 88.0)


def face(name: str, width: float = 63.0, height: float = 88.0, bleed: float = 3.0) -> Scene:
    ground = rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    return Scene(width, height, (Path(ground, fill="#334455"),), bleed=bleed, name=name)


def deck(names: str, **size: float) -> list[SheetCard]:
    """Return a card for each letter; the back of `A` is `a`."""
    return [SheetCard(face(n, **size), face(n.lower(), **size), n) for n in names]


def placed(sheet: Scene) -> list[Placed]:
    return [item for item in sheet.items if isinstance(item, Placed)]


def ruled(sheet: Scene, dashed: bool = False) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the straight lines on the sheet itself (not on its cards): crop marks, or the dashed fold line."""
    lines = []
    for matrix, path in own_items(sheet):
        if not isinstance(path, Path) or bool(path.dash) != dashed:
            continue
        points = [apply(matrix, x, y) for _, (x, y) in ((name, rest) for name, *rest in path.commands)]
        assert [command[0] for command in path.commands] == ["M", "L"] * (len(points) // 2)
        assert path.stroke_width == CROP_MARK_WIDTH
        lines += list(zip(points[::2], points[1::2], strict=True))
    return lines


def own_items(sheet: Scene) -> Iterator[tuple[Matrix, Path | GlyphRun]]:
    for matrix, item in walk(item for item in sheet.items if not isinstance(item, Placed)):
        assert isinstance(item, Path | GlyphRun)
        yield matrix, item


def words(sheet: Scene) -> str:
    return "".join(item.text for _, item in own_items(sheet) if isinstance(item, GlyphRun))


def text_boxes(sheet: Scene) -> list[Rect]:
    """Return a box around each run of the sheet's own text, from the top of its capitals to its descenders."""
    return [
        bounds_of(matrix, (run.x, run.baseline - 0.9 * run.size, run.width, 1.15 * run.size))
        for matrix, run in own_items(sheet)
        if isinstance(run, GlyphRun)
    ]


def shown(item: Placed) -> Rect:
    assert item.clip is not None
    return bounds_of(item.matrix, item.clip)


def trimmed(item: Placed) -> Rect:
    return bounds_of(item.matrix, (0, 0, item.scene.width, item.scene.height))


def overlap(a: Rect, b: Rect, slack: float = 1e-6) -> bool:
    return (
        a[0] < b[0] + b[2] - slack
        and b[0] < a[0] + a[2] - slack
        and a[1] < b[1] + b[3] - slack
        and b[1] < a[1] + a[3] - slack
    )


def picture(sheet: Scene, plan: SheetPlan) -> str:
    """Return the sheet as text: one letter for each card, `.` for an empty slot."""
    slots = lay_grid(plan).slots
    xs = sorted({round(s[0], 6) for s in slots})
    ys = sorted({round(s[1], 6) for s in slots})
    rows = [["."] * len(xs) for _ in ys]
    for item in placed(sheet):
        x, y, _, _ = trimmed(item)
        rows[ys.index(round(y, 6))][xs.index(round(x, 6))] = item.scene.name
    return "\n".join("".join(row) for row in rows)


def close(a: Sequence[float], b: Sequence[float], slack: float = 1e-6) -> bool:
    return all(math.isclose(p, q, abs_tol=slack, rel_tol=0) for p, q in zip(a, b, strict=True))


# ---------------------------------------------------------------- where cards lie


def test_long_edge_backs_are_mirrored_left_to_right_and_a_part_filled_page_too() -> None:
    plan = fit_plan(A4, STANDARD, 0)
    pictures = [picture(sheet, plan) for sheet in Sheets(deck("ABCDEFGHIJKLMN"), plan)]
    assert pictures == [
        "ABC\nDEF\nGHI",
        "cba\nfed\nihg",
        "JKL\nMN.\n...",
        "lkj\n.nm\n...",
    ]


def test_short_edge_backs_are_mirrored_top_to_bottom() -> None:
    plan = fit_plan(A4, STANDARD, 0, flip="short")
    pictures = [picture(sheet, plan) for sheet in Sheets(deck("ABCDE"), plan)]
    assert pictures == ["ABC\nDE.\n...", "...\nde.\nabc"]


def test_a_landscape_sheet_flipped_on_its_long_edge_is_mirrored_top_to_bottom() -> None:
    plan = fit_plan(A4, STANDARD, 3)
    assert (plan.paper, plan.columns, plan.rows) == (A4_WIDE, 4, 2)
    pictures = [picture(sheet, plan) for sheet in Sheets(deck("ABCDEFGHIJ"), plan)]
    assert pictures == ["ABCD\nEFGH", "efgh\nabcd", "IJ..\n....", "....\nij.."]
    turned = fit_plan(A4, STANDARD, 3, flip="short")
    assert picture(Sheets(deck("ABCDEFGHIJ"), turned)[3], turned) == "..ji\n...."


def under(paper: tuple[float, float], flip: Flip, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point of the back page on the front page: the paper is turned over about one of its edges."""
    width, height = paper
    x, y = point
    long_edge_is_upright = height >= width
    axis_is_upright = long_edge_is_upright if flip == "long" else not long_edge_is_upright
    return (width - x, y) if axis_is_upright else (x, height - y)


def assert_backs_are_behind_their_faces(sheets: Sequence[Scene], plan: SheetPlan) -> int:
    """Assert that each back is behind its own face, and upright if the card is turned like a page."""
    pairs = 0
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        faces, backs = placed(front), placed(back)
        assert len(faces) == len(backs)
        for a, b in zip(faces, backs, strict=True):
            assert b.scene.name == a.scene.name.lower()
            width, height = a.scene.width, a.scene.height
            for x, y in ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height)):
                # A card turned about its vertical axis: the face's left is the back's right, the top stays the top.
                seen = under(plan.paper, plan.flip, apply(b.matrix, width - x, y))
                assert close(seen, apply(a.matrix, x, y))
            assert close(bounds_of(back_mirror(plan.paper, plan.flip), shown(b)), shown(a))
            pairs += 1
    return pairs


@examples(60)
@given(
    wide_paper=st.booleans(),
    flip=st.sampled_from(["long", "short"]),
    bleed=st.sampled_from([0.0, 1.0, 3.0]),
    count=st.integers(1, 23),
    wide_faces=st.booleans(),
    columns=st.integers(1, 2),
    rows=st.integers(1, 2),
)
def test_every_back_is_behind_its_own_face(
    wide_paper: bool, flip: Flip, bleed: float, count: int, wide_faces: bool, columns: int, rows: int
) -> None:
    size = {"width": 88.0, "height": 63.0} if wide_faces else {}
    cards = deck("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count], **size)
    plan = SheetPlan(
        paper=A4_WIDE if wide_paper else A4,
        card=STANDARD,
        columns=columns,
        rows=rows,
        gutter=(2 * bleed, 2 * bleed),
        bleed=bleed,
        flip=flip,
    )
    assert assert_backs_are_behind_their_faces(Sheets(cards, plan), plan) == count


@pytest.mark.parametrize("paper", [A4, LETTER, PAPERS["a3"]])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_fitted_sheets_have_every_back_behind_its_face(paper: tuple[float, float], bleed: float, flip: Flip) -> None:
    cards = deck("ABCDEFGHIJKLM") + deck("NOPQRSTUVW", width=88.0, height=63.0)
    plan = fit_plan(paper, STANDARD, bleed, flip=flip)
    assert assert_backs_are_behind_their_faces(Sheets(cards, plan), plan) == 23


def test_a_landscape_face_is_turned_clockwise_and_its_back_the_other_way() -> None:
    plan = fit_plan(A4, STANDARD, 0)
    front, back = Sheets(deck("A", width=88.0, height=63.0), plan)
    (a,), (b,) = placed(front), placed(back)
    assert a.matrix[:4] == (0, 1, -1, 0)
    assert b.matrix[:4] == (0, -1, 1, 0)
    assert close(trimmed(a)[2:], STANDARD)


def test_a_portrait_back_of_a_landscape_face_is_upright_on_the_card() -> None:
    plan = fit_plan(A4, STANDARD, 0)
    card = SheetCard(face("A", width=88.0, height=63.0), face("a"), "A")
    front, back = Sheets([card], plan)
    assert placed(front)[0].matrix[:4] == (0, 1, -1, 0)
    assert placed(back)[0].matrix[:4] == (1, 0, 0, 1)
    assert close(under(A4, "long", apply(placed(back)[0].matrix, 63, 0)), trimmed(placed(front)[0])[:2])


def test_cards_without_backs_leave_their_place_empty() -> None:
    cards = deck("ABC")
    plan = fit_plan(A4, STANDARD, 0)
    mixed = [cards[0], SheetCard(cards[1].face, None, "B"), cards[2]]
    assert picture(Sheets(mixed, plan)[1], plan) == "c.a\n...\n..."
    plain = [SheetCard(card.face, None, card.label) for card in cards]
    assert len(Sheets(plain, plan)) == 1
    assert len(Sheets([], plan)) == 0


def test_fronts_only_and_backs_only_are_the_same_pages() -> None:
    plan = fit_plan(A4, STANDARD, 0)
    cards = deck("ABCDEFGHIJK")
    both = Sheets(cards, plan)
    fronts = Sheets(cards, fit_plan(A4, STANDARD, 0, backs="fronts"))
    backs = Sheets(cards, fit_plan(A4, STANDARD, 0, backs="backs"))
    assert [content_key(s) for s in fronts] == [content_key(s) for s in both[::2]]
    assert [content_key(s) for s in backs] == [content_key(s) for s in both[1::2]]


# ---------------------------------------------------------------- the figures of the trade


@for_cases(
    ("paper", "bleed", "expected", "shown_bleed"),
    [
        (A4, 0, (A4, 3, 3), 1.8),
        (LETTER, 0, (LETTER, 3, 3), 0.9),
        (A4, 3, (A4_WIDE, 4, 2), 3.0),
        (LETTER, 3, ((279.4, 215.9), 3, 2), 3.0),
        ((279.4, 215.9), 3, ((279.4, 215.9), 3, 2), 3.0),
        ((297.0, 210.0), 0, (A4, 3, 3), 1.8),
    ],
)
def test_the_most_cards_fit_on_a_page(
    paper: tuple[float, float], bleed: float, expected: tuple[object, int, int], shown_bleed: float
) -> None:
    plan = fit_plan(paper, STANDARD, bleed)
    assert (plan.paper, plan.columns, plan.rows) == expected
    assert lay_grid(plan).bleed == pytest.approx(shown_bleed)
    (sheet, _) = Sheets(deck("A"), plan)
    assert sheet.bleed == pytest.approx(shown_bleed)


def test_every_card_size_of_the_trade_can_be_imposed() -> None:
    sizes = [(63.5, 88.9), (57.15, 88.9), (44.0, 67.0), (70.0, 120.0), (70.0, 70.0)]
    for width, height in sizes:
        for paper in (A4, LETTER):
            for bleed in (0.0, 3.0):
                plan = fit_plan(paper, (width, height), bleed)
                sheets = Sheets(deck("ABCDE", width=width, height=height), plan)
                assert_backs_are_behind_their_faces(sheets, plan)
                assert_well_made(sheets, plan)


def test_the_trim_of_a_sheet_is_its_block_of_cards() -> None:
    sheet = Sheets(deck("ABCDEFGHI"), fit_plan(A4, STANDARD, 0))[0]
    assert (sheet.width, sheet.height) == A4
    assert close(sheet.trim_rect, (10.5, 16.5, 189, 264))


# ---------------------------------------------------------------- bleed, marks and the label


def assert_well_made(sheets: Sequence[Scene], plan: SheetPlan) -> None:
    grid = lay_grid(plan)
    width, height = plan.paper
    inside = (plan.margin, plan.margin, width - 2 * plan.margin, height - 2 * plan.margin)
    for sheet in sheets:
        items = placed(sheet)
        for a, b in combinations(items, 2):
            assert not overlap(shown(a), shown(b)), "one card's bleed lies on another card"
        for item in items:
            x, y, w, h = shown(item)
            assert x >= inside[0] - 1e-6
            assert y >= inside[1] - 1e-6
            assert x + w <= inside[0] + inside[2] + 1e-6
            assert y + h <= inside[1] + inside[3] + 1e-6
        marks = ruled(sheet)
        assert marks
        half = CROP_MARK_WIDTH / 2
        for (x1, y1), (x2, y2) in marks:
            assert math.dist((x1, y1), (x2, y2)) == pytest.approx(CROP_MARK)
            assert min(abs(x1 - x2), abs(y1 - y2)) < 1e-6
            upright = abs(x1 - x2) < 1e-6
            line = (x1 - half, y1, 2 * half, abs(y2 - y1)) if upright else (x1, y1 - half, abs(x2 - x1), 2 * half)
            assert min(x1, x2) >= 0
            assert max(x1, x2) <= width
            assert min(y1, y2) >= 0
            assert max(y1, y2) <= height
            for item in items:
                assert not overlap(line, shown(item)), "a mark lies on a card or its bleed"
            for slot in grid.slots:
                assert not overlap(line, slot)
        boxes = text_boxes(sheet)
        assert boxes
        for box in boxes:
            assert box[0] >= inside[0] - 1e-6
            assert box[1] >= inside[1] - 1e-6
            assert box[0] + box[2] <= inside[0] + inside[2] + 1e-6
            assert box[1] + box[3] <= inside[1] + inside[3] + 1e-6
            for item in items:
                assert not overlap(box, shown(item)), "the label lies on a card"
            for (x1, y1), (x2, y2) in marks + ruled(sheet, dashed=True):
                mark = (min(x1, x2) - 0.2, min(y1, y2) - 0.2, abs(x1 - x2) + 0.4, abs(y1 - y2) + 0.4)
                assert not overlap(box, mark), "the label touches a mark"


def titled(plan: SheetPlan) -> SheetPlan:
    return replace(
        plan,
        title={"zh": "方块杀手", "en": "Block-Killer"},
        subtitle={"zh": "卡牌", "en": "Cards"},
        licence="CC BY-SA 4.0",
    )


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("backs", ["interleaved", "gutterfold"])
def test_cards_marks_and_label_do_not_touch(paper: tuple[float, float], bleed: float, backs: Backs) -> None:
    plan = titled(fit_plan(paper, STANDARD, bleed, backs=backs))
    sheets = Sheets(deck("ABCDEFGHIJKLMN"), plan)
    assert_well_made(sheets, plan)


def test_marks_are_at_every_cut_and_only_around_a_block_without_gutters() -> None:
    plan = fit_plan(A4, STANDARD, 0)
    front, back = Sheets(deck("ABCDE"), plan)
    marks = ruled(front)
    assert len(marks) == 2 * 4 + 2 * 3
    upright = sorted({round(a[0], 6) for a, b in marks if abs(a[0] - b[0]) < 1e-6})
    level = sorted({round(a[1], 6) for a, b in marks if abs(a[1] - b[1]) < 1e-6})
    assert upright == [10.5, 73.5, 136.5, 199.5]
    assert level == [16.5, 104.5, 192.5]  # nothing is cut in the empty third row
    mirror = back_mirror(plan.paper, plan.flip)
    seen = {frozenset(tuple(round(v, 6) for v in apply(mirror, *p)) for p in mark) for mark in ruled(back)}
    assert seen == {frozenset(tuple(round(v, 6) for v in p) for p in mark) for mark in marks}


def test_marks_are_in_gutters_only_if_they_have_room() -> None:
    narrow = fit_plan(A4, STANDARD, 3)
    assert len(ruled(Sheets(deck("ABCDEFGH"), narrow)[0])) == 2 * 8 + 2 * 4
    wide = SheetPlan(paper=A4_WIDE, card=STANDARD, columns=3, rows=2, gutter=(9.0, 6.0), bleed=3.0)
    sheets = Sheets(deck("ABCDEF"), wide)
    marks = ruled(sheets[0])
    # 3 mm are free between the bleeds of two columns, none between the rows: 2 × 2 gutters' marks for 4 level cuts.
    assert len(marks) == 2 * 6 + 2 * 4 + 2 * 4
    assert_well_made(sheets, wide)


@pytest.mark.parametrize("backs", ["interleaved", "gutterfold"])
@pytest.mark.parametrize("bleed", [0, 3])
def test_empty_places_have_no_marks(bleed: float, backs: Backs) -> None:
    plan = fit_plan(A4, STANDARD, bleed, backs=backs)
    for filled in range(1, plan.columns * plan.rows):
        sheets = Sheets(deck("ABCDEFGHI"[:filled]), plan)
        assert_well_made(sheets, plan)
        for sheet in sheets:
            cards = [bounds_of(item.matrix, (0, 0, item.scene.width, item.scene.height)) for item in placed(sheet)]
            edges = [{round(v, 3) for c in cards for v in (c[axis], c[axis] + c[axis + 2])} for axis in (0, 1)]
            marks = ruled(sheet)
            upright = {round(a[0], 3) for a, b in marks if abs(a[0] - b[0]) < 1e-6}
            level = {round(a[1], 3) for a, b in marks if abs(a[1] - b[1]) < 1e-6}
            assert [upright, level] == edges


def test_gutters_between_empty_places_have_no_marks() -> None:
    wide = SheetPlan(paper=A4_WIDE, card=STANDARD, columns=3, rows=2, gutter=(9.0, 6.0), bleed=3.0)
    one, both = (ruled(Sheets(deck("ABCDEF"[:count]), wide)[0]) for count in (1, 2))
    first = lay_grid(wide).slots[0]
    # Level marks outside on the left and right, and in the gutter beside each used column.
    assert [sum(abs(a[1] - b[1]) < 1e-6 for a, b in marks) for marks in (one, both)] == [2 * 3, 2 * 4]
    assert any(first[0] + first[2] < a[0] < first[0] + first[2] + 9 for a, _ in one)


def test_a_gutterless_block_bleeds_only_outwards() -> None:
    front = Sheets(deck("ABCDEFGHI"), fit_plan(A4, STANDARD, 0))[0]
    boxes = {item.scene.name: shown(item) for item in placed(front)}
    assert close(boxes["A"], (10.5 - 1.8, 16.5 - 1.8, 63 + 1.8, 88 + 1.8))
    assert close(boxes["E"], (73.5, 104.5, 63, 88))
    assert close(boxes["I"], (136.5, 192.5, 63 + 1.8, 88 + 1.8))


def test_a_last_page_bleeds_into_its_empty_places() -> None:
    front = Sheets(deck("ABCDE"), fit_plan(A4, STANDARD, 0))[0]
    boxes = {item.scene.name: shown(item) for item in placed(front)}
    assert close(boxes["E"], (73.5, 104.5, 63 + 1.8, 88 + 1.8))
    assert close(boxes["D"], (10.5 - 1.8, 104.5, 63 + 1.8, 88 + 1.8))
    # E bleeds into the corner below C, so C does not.
    assert close(boxes["C"], (136.5, 16.5 - 1.8, 63 + 1.8, 88 + 1.8))


def test_no_more_bleed_is_shown_than_a_face_has() -> None:
    plan = fit_plan(A4, STANDARD, 3)
    front = Sheets(deck("AB", bleed=1.0), plan)[0]
    assert close(shown(placed(front)[0])[2:], (65, 90))


def test_the_label_has_the_page_and_how_to_print_it() -> None:
    plan = titled(fit_plan(A4, STANDARD, 0))
    sheets = Sheets(deck("ABCDEFGHIJKLMN"), plan)
    texts = [words(sheet) for sheet in sheets]
    for text, part in zip(texts, ("1 / 2", "1 / 2", "2 / 2", "2 / 2"), strict=True):
        for piece in (
            part,
            "方块杀手",
            "Block-Killer",
            "卡牌",
            "Cards",
            "按100%打印",
            "print at 100 %",
            "CC BY-SA 4.0",
        ):
            assert piece.replace(" ", "") in text.replace(" ", "")
    assert all(("正面" in t, "front" in t, "背面" in t, "back" in t) == (True, True, False, False) for t in texts[::2])
    assert all(("正面" in t, "front" in t, "背面" in t, "back" in t) == (False, False, True, True) for t in texts[1::2])
    english = replace(plan, languages=("en",))
    assert "打印" not in words(Sheets(deck("A"), english)[0])


def test_a_label_of_two_lines_has_its_page_on_the_second() -> None:
    plan = titled(fit_plan(A4, STANDARD, 3))
    runs = [run for _, run in own_items(Sheets(deck("A"), plan)[0]) if isinstance(run, GlyphRun)]
    lines = sorted({run.baseline for run in runs})
    first, second = ("".join(run.text for run in runs if run.baseline == line) for line in lines)
    assert "Block-Killer" in first
    assert second.startswith("1 / 1")


def test_pages_have_names_titles_and_descriptions() -> None:
    plan = titled(fit_plan(A4, STANDARD, 0, name="cards-a4"))
    sheets = Sheets(deck("ABCDEFGHIJ"), plan)
    assert [s.name for s in sheets] == ["cards-a4-1-front", "cards-a4-1-back", "cards-a4-2-front", "cards-a4-2-back"]
    assert "J" in sheets[2].description
    assert "2 / 2" in sheets[2].title


# ---------------------------------------------------------------- gutterfold


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_gutterfold_sheet_folds_into_cards(paper: tuple[float, float], bleed: float) -> None:
    plan = fit_plan(paper, STANDARD, bleed, backs="gutterfold")
    cards = deck("ABCDEFG") + deck("HIJ", width=88.0, height=63.0)
    sheets = Sheets(cards, plan)
    width, height = plan.paper
    count = 0
    for sheet in sheets:
        (fold,) = {round(a[1], 6) for a, b in ruled(sheet, dashed=True) if abs(a[1] - b[1]) < 1e-6}
        by_name = {item.scene.name: item for item in placed(sheet)}
        for name, item in by_name.items():
            if name.islower():
                continue
            back = by_name[name.lower()]
            w, h = item.scene.width, item.scene.height
            for x, y in ((0.0, 0.0), (w, 0.0), (0.0, h), (w, h)):
                px, py = apply(back.matrix, w - x, y)
                assert close((px, 2 * fold - py), apply(item.matrix, x, y))
            assert shown(item)[1] + shown(item)[3] < fold < shown(back)[1]
            count += 1
        assert fold == pytest.approx(height / 2)
        assert sheet.trim_rect[0] + sheet.trim_rect[2] / 2 == pytest.approx(width / 2)
        assert "对折" in words(sheet)
        assert "fold" in words(sheet)
    assert count == 10


def test_how_many_fit_a_gutterfold_sheet() -> None:
    expected = {(A4, 0.0): (A4_WIDE, 4, 1), (A4, 3.0): (A4_WIDE, 4, 1)}
    expected |= {(LETTER, 0.0): ((279.4, 215.9), 4, 1), (LETTER, 3.0): ((279.4, 215.9), 3, 1)}
    for (paper, bleed), best in expected.items():
        plan = fit_plan(paper, STANDARD, bleed, backs="gutterfold")
        assert (plan.paper, plan.columns, plan.rows) == best
    small = fit_plan(A4, (44.0, 67.0), 0, backs="gutterfold")
    assert small.columns * small.rows == 8


# ---------------------------------------------------------------- what cannot be done


def test_a_card_that_fits_no_paper_is_rejected_with_a_hint() -> None:
    with pytest.raises(FitError, match=r"300 × 400 mm.*210 × 297 mm"):
        fit_plan(A4, (300.0, 400.0), 0)
    with pytest.raises(ValueError, match="at most 3 × 3"):
        Sheets(deck("A"), SheetPlan(paper=A4, card=STANDARD, columns=4, rows=3))
    with pytest.raises(DataError):
        Sheets(deck("A"), SheetPlan(paper=A4, card=STANDARD, columns=3, rows=3, gutter=(6, 6), bleed=3))


def test_a_card_of_another_size_is_named() -> None:
    cards = [*deck("AB"), SheetCard(face("C", width=70, height=120), None, "the tarot card")]
    with pytest.raises(FitError, match=r"the tarot card.*70 × 120 mm.*expected 63 × 88"):
        Sheets(cards, fit_plan(A4, STANDARD, 0))
    wrong_back = [SheetCard(face("A"), face("a", width=60), "A")]
    with pytest.raises(FitError, match="back of A"):
        Sheets(wrong_back, fit_plan(A4, STANDARD, 0))


@for_cases("wrong", [{"columns": 0}, {"rows": -1}, {"gutter": (-1.0, 0.0)}, {"bleed": -0.5}, {"margin": math.nan}])
def test_impossible_values_in_a_plan_are_rejected(wrong: dict[str, object]) -> None:
    plan: dict[str, Any] = {"paper": A4, "card": STANDARD, "columns": 3, "rows": 3} | wrong
    with pytest.raises(FitError):
        Sheets(deck("A"), SheetPlan(**plan))


# ---------------------------------------------------------------- many cards


def test_many_cards_need_memory_only_for_their_places() -> None:
    few = deck("ABCDEFGHIJKLMNOPQRSTUVWX")
    cards = [few[i % 24] for i in range(20_100)]
    sheets = Sheets(cards, fit_plan(A4, STANDARD, 0))
    assert len(sheets) == 2 * math.ceil(20_100 / 9)
    last = sheets[-1]
    assert len(placed(last)) == 20_100 % 9 == 3
    faces = {id(card.face) for card in few} | {id(card.back) for card in few}
    assert {id(item.scene) for sheet in sheets[-40:] for item in placed(sheet)} <= faces


def test_sheets_are_a_sequence() -> None:
    sheets = Sheets(deck("ABCDEFGHIJ"), fit_plan(A4, STANDARD, 0))
    assert len(sheets) == len(list(sheets)) == 4
    assert content_key(sheets[-1]) == content_key(sheets[3])
    assert [s.name for s in sheets[1:3]] == [s.name for s in list(sheets)[1:3]]
    with pytest.raises(IndexError):
        sheets[4]
    assert all(a.name != b.name for a, b in pairwise(sheets))


def test_a_label_that_has_no_room_is_shortened_and_then_left_out() -> None:
    long = replace(titled(fit_plan(A4, STANDARD, 3)), licence="A very long licence text that nobody reads. " * 12)
    sheet = Sheets(deck("A"), long)[0]
    assert "1 / 1" in words(sheet)
    assert "nobody" not in words(sheet)
    tight = SheetPlan(paper=(65.0 + 2 * 3, 90.0 + 2 * 3), card=STANDARD, columns=1, rows=1, bleed=0.0, margin=3.0)
    assert words(Sheets(deck("A"), tight)[0]) == ""
