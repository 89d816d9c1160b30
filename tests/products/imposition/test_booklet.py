"""Booklets, proved by folding: the sheets are stacked, folded and read, and the pages are in order and upright."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.units import PAPERS
from cardgen.products.imposition.booklet import booklet_order, impose_booklet
from cardgen.products.imposition.impose import FitError, back_mirror
from cardgen.products.imposition.plan import Flip
from cardgen.scene.items import IDENTITY, Path, Placed, Scene, apply, bounds_of, rectangle, then
from tests.examples import examples

A4 = PAPERS["a4"]
A5 = PAPERS["a5"]
LETTER = PAPERS["letter"]


def pages(count: int, size: tuple[float, float] = A5, bleed: float = 0.0) -> list[Scene]:
    ground = Path(rectangle(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed), fill="#eeeeee")
    return [Scene(*size, (ground,), bleed=bleed, name=f"p{n}") for n in range(1, count + 1)]


def placed(scene: Scene) -> list[Placed]:
    return [item for item in scene.items if isinstance(item, Placed)]


def read_folded(sheets: list[Scene], flip: Flip) -> list[str]:
    """Return the names of the pages in reading order; `-` is a blank. Every page must be upright.

    The stack is looked at from outside: each paper has an outer side (its front) and an inner side (its back, seen
    through the paper in the mirror of the flip). Folded, the right half of the outer side is read first, then what
    is behind it, inwards to the innermost paper and out again by the left halves.
    """
    leaves: dict[str, list[tuple[str, str]]] = {"right": [], "left": []}
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        width, height = front.width, front.height
        assert (back.width, back.height) == (width, height)
        halves: dict[tuple[str, str], str] = {}
        for side, scene in (("outer", front), ("inner", back)):
            # The place of ink on the paper as seen from outside; an inner side is seen from behind.
            seen = IDENTITY if side == "outer" else back_mirror((width, height), flip)
            for item in placed(scene):
                matrix = then(item.matrix, seen)
                x, _, w, _ = bounds_of(matrix, (0, 0, item.scene.width, item.scene.height))
                half = "right" if x + w / 2 > width / 2 else "left"
                assert (side, half) not in halves
                halves[side, half] = item.scene.name
                origin, up = apply(matrix, 0, 10), apply(matrix, 0, 0)
                assert math.isclose(origin[0], up[0], abs_tol=1e-6), "a page stands on its side"
                assert up[1] < origin[1], "a page is upside down"
        for half in ("right", "left"):
            leaves[half].append((halves.get(("outer", half), "-"), halves.get(("inner", half), "-")))
    order: list[str] = []
    for outer, inner in leaves["right"]:
        order += [outer, inner]
    for outer, inner in reversed(leaves["left"]):
        order += [inner, outer]
    return order


@examples(40)
@given(count=st.integers(2, 41), flip=st.sampled_from(["short", "long"]), paper=st.sampled_from([A4, LETTER]))
def test_a_folded_booklet_reads_in_order(count: int, flip: Flip, paper: tuple[float, float]) -> None:
    sheets = impose_booklet(pages(count), paper, flip)
    order = read_folded(sheets, flip)
    assert len(order) % 4 == 0
    assert len(order) - count < 4
    blanks = len(order) - count
    assert order == [f"p{n}" for n in range(1, count)] + ["-"] * blanks + [f"p{count}"]


def test_the_order_of_eight_pages() -> None:
    # One row a side of paper: left page, right page.
    assert booklet_order(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]


def test_a_booklet_from_right_to_left_has_its_binding_at_the_right() -> None:
    assert booklet_order(8, "right") == [(0, 7), (6, 1), (2, 5), (4, 3)]
    front = impose_booklet(pages(4), A4, binding="right")[0]
    left = min(placed(front), key=lambda item: item.matrix[4])
    assert left.scene.name == pages(4)[0].name
    assert front.description == "Sheet 1 / 1, front: pages 1 and 4"


def test_blanks_are_before_the_back_cover() -> None:
    assert booklet_order(6) == [(5, 0), (1, None), (None, 2), (3, 4)]
    assert booklet_order(5) == [(4, 0), (1, None), (None, 2), (3, None)]
    assert booklet_order(1) == [(None, 0), (None, None)]
    assert booklet_order(0) == []


def test_a5_pages_on_a4_keep_their_size_and_meet_at_the_fold() -> None:
    front = impose_booklet(pages(4), A4)[0]
    assert (front.width, front.height) == (297.0, 210.0)
    left, right = sorted(placed(front), key=lambda item: item.matrix[4])
    assert left.matrix == (1, 0, 0, 1, 0.5, 0)
    assert right.matrix == (1, 0, 0, 1, 148.5, 0)
    assert front.trim == (0.5, 0, 296, 210)
    assert not [item for item in front.items if isinstance(item, Path)], "no room outside the trim, no marks"


def test_a5_pages_on_letter_are_scaled_to_half_the_paper() -> None:
    front, back = impose_booklet(pages(4), LETTER)
    for sheet in (front, back):
        assert (sheet.width, sheet.height) == (279.4, 215.9)
        for item in placed(sheet):
            a, b, c, d, _, _ = item.matrix
            assert (b, c) == (0, 0)
            assert a == d == pytest.approx(139.7 / 148)
            x, y, w, h = bounds_of(item.matrix, (0, 0, *A5))
            assert x >= -1e-9
            assert x + w <= 279.4 + 1e-9
            assert y == pytest.approx((215.9 - h) / 2)
        (marks,) = (item for item in sheet.items if isinstance(item, Path))
        assert marks.dash
        _, trim_top, _, trim_height = sheet.trim_rect
        points = [point for _, *point in marks.commands]
        ys = [y for _, y in points]
        assert {x for x, _ in points} == {279.4 / 2}
        assert min(ys) >= 5 - 1e-9
        assert max(ys) <= 215.9 - 5 + 1e-9
        assert all(y <= trim_top or y >= trim_top + trim_height for y in ys)


def test_pages_of_half_the_paper_and_smaller_are_not_enlarged() -> None:
    front = impose_booklet(pages(4, (100, 140)), A4)[0]
    assert {item.matrix[0] for item in placed(front)} == {1.0}
    assert front.trim == pytest.approx((48.5, 35, 200, 140))


def test_a_bleed_shows_outside_and_never_over_the_fold() -> None:
    front = impose_booklet(pages(4, (100, 140), bleed=3), A4)[0]
    left, right = sorted(placed(front), key=lambda item: item.matrix[4])
    assert left.clip == pytest.approx((-3, -3, 103, 146))
    assert right.clip == pytest.approx((0, -3, 103, 146))
    assert front.bleed == pytest.approx(3)
    tight = impose_booklet(pages(4, A5, bleed=3), A4)[0]
    assert {item.clip for item in placed(tight)} == {(0, 0, *A5)}, "as much on every side as the tightest has"


def test_long_edge_backs_are_upside_down() -> None:
    short = impose_booklet(pages(4), A4, "short")
    long = impose_booklet(pages(4), A4, "long")
    assert [item.matrix[0] for item in placed(short[1])] == [1, 1]
    assert [item.matrix[0] for item in placed(long[1])] == [-1, -1]
    assert [item.matrix for item in placed(long[0])] == [item.matrix for item in placed(short[0])]


def test_pages_of_different_sizes_are_rejected() -> None:
    with pytest.raises(FitError, match=r"page 3 is 100 × 100 mm.*expected 148 × 210 mm"):
        impose_booklet([*pages(2), Scene(100, 100, ())], A4)


def test_sheets_have_names_titles_and_descriptions() -> None:
    sheets = impose_booklet(pages(8), A4, name="rules-booklet")
    assert [s.name for s in sheets] == [
        "rules-booklet-1-front",
        "rules-booklet-1-back",
        "rules-booklet-2-front",
        "rules-booklet-2-back",
    ]
    assert sheets[0].description == "Sheet 1 / 2, front: pages 8 and 1"
    assert impose_booklet([], A4) == []
