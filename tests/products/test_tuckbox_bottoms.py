"""The bottoms of tuck boxes, their slits, and nets on two sheets, proved by folding them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.products.imposition.plan import FitError, Size
from cardgen.products.tuckboxes.drawing import BoxShape, tuckbox_pages
from cardgen.products.tuckboxes.flaps import Bottom, Point, crash_lock, dust_length
from cardgen.products.tuckboxes.net import Sheets, TuckboxLayout, lay_sheets
from cardgen.products.tuckboxes.panels import BoxLook
from tests.examples import examples
from tests.products.nets import A4, LETTER, STANDARD, TITLE, art, inside, lay_tuckbox, meet, overlap, points, text_on

BOTTOMS: tuple[Bottom, ...] = ("tuck", "glued", "crash-lock")
boxes = st.tuples(st.floats(50, 72), st.floats(60, 95), st.floats(11, 33))


def folded_bottom(layout: TuckboxLayout) -> tuple[Size, dict[str, list[Point]]]:
    """Return the size of the bottom, and the lower flap of each panel folded in, by its panel.

    Points are (along the front, from the front to the back), from the corner of the front and the right side.
    """
    panels = layout.panels
    left, top, width, height = panels["front"]
    depth, low = panels["left"][2], top + height
    side, back, other = (panels[name][0] for name in ("left", "back", "right"))
    ways: dict[str, tuple[float, float, Callable[[float, float], Point]]] = {
        "front": (left, side, lambda x, out: (x - left, out)),
        "left": (side, back, lambda x, out: (width - out, x - side)),
        "back": (back, other, lambda x, out: (width - (x - back), depth - out)),
        "right": (other, panels["glue"][0], lambda x, out: (out, depth - (x - other))),
    }
    flaps = {}
    for name, (start, end, fold) in ways.items():
        below = [(x, y) for x, y in points(layout.cut) if y >= low - 1e-9 and start - 1e-9 <= x <= end + 1e-9]
        flaps[name] = [fold(x, y - low) for x, y in below]
    return (width, depth), flaps


def grid(size: Size, step: float = 1.3) -> list[Point]:
    """Return points all over a rectangle, none of them on a line of symmetry."""
    columns, rows = (int(length / step) for length in size)
    return [((c + 0.37) * size[0] / columns, (r + 0.41) * size[1] / rows) for c in range(columns) for r in range(rows)]


def both(a: list[Point], b: list[Point], size: Size) -> int:
    """Return the number of points of a grid that are in both of two polygons."""
    return sum(inside(a, x, y) and inside(b, x, y) for x, y in grid(size))


@examples(12)
@given(box=boxes, bottom=st.sampled_from(BOTTOMS[1:]), paper=st.sampled_from([A4, LETTER]))
def test_the_flaps_of_a_bottom_are_inside_of_the_box_when_they_are_folded_in(
    box: tuple[float, float, float], bottom: Bottom, paper: Size
) -> None:
    width, height, thickness = box
    try:
        layout = lay_tuckbox((width, height), thickness, paper, bottom=bottom)
    except FitError:
        return
    (wide, deep), flaps = folded_bottom(layout)
    for flap in flaps.values():
        assert all(-1e-6 <= x <= wide + 1e-6 and -1e-6 <= y <= deep + 1e-6 for x, y in flap)
    assert all(not overlap(a, b) for a, b in combinations(layout.panels.values(), 2))
    covered = sum(any(inside(flap, x, y) for flap in flaps.values()) for x, y in grid((wide, deep)))
    assert covered > 0.93 * len(grid((wide, deep))), "cards could fall out"


@examples(10)
@given(box=boxes, bottom=st.sampled_from(BOTTOMS))
def test_the_panels_of_every_bottom_have_the_size_of_the_stack_and_its_clearance(
    box: tuple[float, float, float], bottom: Bottom
) -> None:
    width, height, thickness = box
    panels = lay_tuckbox((width, height), thickness, (420.0, 297.0), bottom=bottom).panels
    # 1 mm of clearance, 3 % more for the thickness of the stack, 0.4 mm for the board.
    wide, high, deep = width + 1.4, height + 1.4, 1.03 * thickness + 1.4
    sizes = {
        "front": (wide, high),
        "back": (wide, high),
        "left": (deep, high),
        "right": (deep, high),
        "lid": (wide, deep),
    }
    for name, size in sizes.items():
        assert panels[name][2:] == pytest.approx(size), name


@pytest.mark.parametrize("bottom", BOTTOMS)
@pytest.mark.parametrize("sheets", ["one", "two"])
def test_the_flaps_of_the_two_sides_mirror_each_other(bottom: Bottom, sheets: Sheets) -> None:
    layouts = lay_sheets(STANDARD, 27.0, A4, bottom=bottom, sheets=sheets)
    outlines = {}
    for layout in layouts:
        corners = points(layout.cut)
        for side in {"left", "right"} & layout.panels.keys():
            x, y, w, h = layout.panels[side]
            near = [(round(a - x, 6), round(b - y, 6)) for a, b in corners if x + 0.2 < a < x + w - 0.2]
            outlines[side, "above"] = sorted((a, b) for a, b in near if b < -1e-6)
            outlines[side, "below"] = sorted((a, b) for a, b in near if b > h + 1e-6)
    for name in ("above", "below"):
        left, right = outlines["left", name], outlines["right", name]
        assert len(left) >= 3
        if name == "below" and bottom == "crash-lock":
            assert right == [pytest.approx(corner) for corner in left], "the same, because it is turned by a half turn"
        else:
            mirrored = sorted((27.0 * 1.03 + 1.4 - a, b) for a, b in left)
            assert sorted(right) == [pytest.approx(corner, abs=1e-5) for corner in mirrored]


@examples(8)
@given(box=boxes)
def test_the_glue_flaps_of_a_glued_bottom_lie_beside_each_other_below_the_bottom(
    box: tuple[float, float, float],
) -> None:
    width, height, thickness = box
    (wide, deep), flaps = folded_bottom(lay_tuckbox((width, height), thickness, (420.0, 297.0), bottom="glued"))
    glued = [flaps[name] for name in ("front", "left", "right")]
    assert not any(both(a, b, (wide, deep)) for a, b in combinations(glued, 2))
    for flap in glued:
        assert all(inside(flaps["back"], x, y) for x, y in flap if 1 < x < wide - 1 and 1 < y < deep - 1)


@examples(8)
@given(box=boxes)
def test_the_flaps_of_a_crash_lock_hold_each_other(box: tuple[float, float, float]) -> None:
    width, height, thickness = box
    layout = lay_tuckbox((width, height), thickness, (420.0, 297.0), bottom="crash-lock")
    size, flaps = folded_bottom(layout)
    (wide, deep), lengths = size, crash_lock(*size)
    assert max(lengths.long, lengths.tab) <= deep
    assert lengths.long + lengths.short > deep, "they reach over each other"
    # The box looks the same from both sides: its flaps are alike, turned by a half turn.
    for a, b in (("front", "back"), ("left", "right")):
        assert sorted((wide - x, deep - y) for x, y in flaps[a]) == [pytest.approx(p) for p in sorted(flaps[b])]
    # Front and back lie on each other in both halves; the sides touch only the flap that they are glued to.
    common = [x for x, y in grid(size) if inside(flaps["front"], x, y) and inside(flaps["back"], x, y)]
    assert min(common) < wide / 2 - 5
    assert max(common) > wide / 2 + 5
    assert both(flaps["left"], flaps["right"], size) == 0
    assert both(flaps["left"], flaps["back"], size) == 0
    assert both(flaps["right"], flaps["front"], size) == 0
    assert both(flaps["left"], flaps["front"], size) > 0


def test_the_tabs_of_a_crash_lock_are_folded_back_at_45_degrees_onto_the_bare_places() -> None:
    layout = lay_tuckbox(STANDARD, 27.0, A4, bottom="crash-lock")
    assert len(layout.reverse) == len(layout.bare) == 2
    polygon = points(layout.cut)
    low = layout.panels["front"][1] + layout.panels["front"][3]
    for ((x, y), (tip_x, tip_y)), bare in zip(layout.reverse, layout.bare, strict=True):
        assert y == pytest.approx(low)
        assert tip_x - x == pytest.approx(tip_y - y), "45°"
        # In the flat box the fold at x is closed: a point beyond it on the side lies on its mirror image on the front.
        # A tab is mirrored at its crease, then at the fold.
        for a, b in points(bare):
            on_side = (x + (x - a), b)
            unfolded = (x + (on_side[1] - y), y + (on_side[0] - x))
            assert inside(polygon, a, b)
            assert inside(polygon, *unfolded)
            assert unfolded[0] - x < unfolded[1] - y, "on the tab, not on the triangle beside it"


@pytest.mark.parametrize(("bottom", "thickness"), [("tuck", 2.0), *product(BOTTOMS, (11.7, 33.3))])
def test_the_cut_of_every_bottom_is_one_line_that_never_crosses_itself(bottom: Bottom, thickness: float) -> None:
    layout = lay_tuckbox(STANDARD, thickness, A4, bottom=bottom)
    assert [name for name, *_ in layout.cut].count("M") == 1
    assert layout.cut[-1] == ("Z",)
    polygon = points(layout.cut)
    sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))

    def turns(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    for (a, b), (c, d) in combinations(sides, 2):
        assert not (turns(a, b, c) * turns(a, b, d) < -1e-9 and turns(c, d, a) * turns(c, d, b) < -1e-9)


def test_a_box_has_a_crash_lock_only_if_its_depth_has_room_for_one() -> None:
    with pytest.raises(FitError, match=r"5\.52 mm deep has no room .*expected 12 to 57\.96 mm"):
        lay_sheets(STANDARD, 4.0, A4, bottom="crash-lock")
    with pytest.raises(FitError, match="no room for a crash-lock bottom"):
        lay_sheets(STANDARD, 60.0, A4, bottom="crash-lock")


# ---------------------------------------------------------------- slits


@examples(30)
@given(box=boxes, paper=st.sampled_from([A4, LETTER]))
def test_slits_and_fold_are_the_whole_edge_of_a_lid(box: tuple[float, float, float], paper: Size) -> None:
    width, height, thickness = box
    try:
        layout = lay_tuckbox((width, height), thickness, paper)
    except FitError:
        return
    x, y, w, h = layout.panels["lid"]
    ((a, _), (b, _)), ((c, _), (d, _)) = (slit for slit in layout.slits if slit[0][1] == pytest.approx(y))
    assert (a, d) == pytest.approx((x, x + w))
    assert ((b, y), (c, y)) in layout.folds
    assert b - a == pytest.approx(d - c)
    assert 4 <= b - a <= 10
    assert b - a <= dust_length(w, h) - 4, "the dust flap catches with the straight part of its edge"


def test_a_shallow_box_and_one_without_slits_have_the_fold_alone() -> None:
    for layout in (lay_tuckbox(STANDARD, 5.0, A4), lay_tuckbox(STANDARD, 27.0, A4, slits=False)):
        assert layout.slits == ()
        x, y, w, _ = layout.panels["lid"]
        assert any((*start, *end) == pytest.approx((x + 0.5, y, x + w - 0.5, y)) for start, end in layout.folds)


# ---------------------------------------------------------------- two sheets


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("bottom", BOTTOMS)
def test_a_net_on_two_sheets_has_the_same_panels_and_joins_at_a_flap(bottom: Bottom, paper: Size) -> None:
    whole = lay_tuckbox(STANDARD, 27.0, A4, bottom=bottom)
    first, second = lay_sheets(STANDARD, 27.0, paper, bottom=bottom, sheets="two")
    sizes = {name: panel[2:] for part in (first, second) for name, panel in part.panels.items()}
    joint = sizes.pop("joint")
    assert sizes.keys() == whole.panels.keys()
    assert all(size == pytest.approx(whole.panels[name][2:]) for name, size in sizes.items())
    assert joint == pytest.approx(sizes["glue"])
    assert meet(first.panels["left"], first.panels["joint"]) == pytest.approx(joint[1])
    for layout in (first, second):
        for x, y in points(layout.cut):
            assert 5 <= x <= layout.paper[0] - 5
            assert 5 <= y <= layout.paper[1] - 5


def test_a_net_is_divided_only_if_it_does_not_fit_one_sheet() -> None:
    assert len(lay_sheets(STANDARD, 33.0, A4)) == 1
    assert len(lay_sheets(STANDARD, 55.0, A4)) == 2
    with pytest.raises(FitError, match="does not fit"):
        lay_sheets(STANDARD, 55.0, A4, sheets="one")
    with pytest.raises(FitError, match=r"the net for 90 mm .* does not fit"):
        lay_sheets(STANDARD, 90.0, A4)


@pytest.mark.parametrize("bottom", BOTTOMS)
def test_both_sheets_have_marks_and_the_first_has_the_step_that_joins_them(bottom: Bottom) -> None:
    look = BoxLook(TITLE, art=art(), languages=("zh", "en"))
    first, second = tuckbox_pages(STANDARD, 27.0, A4, look, BoxShape(bottom, sheets="two"))
    assert (first.name, second.name) == ("tuckbox-1", "tuckbox-2")
    assert "Glue flap A of this sheet" in text_on(first, (0, 0, *A4))
    assert "Glue flap A" not in text_on(second, (0, 0, *A4))
    nets = lay_sheets(STANDARD, 27.0, A4, bottom=bottom, sheets="two")
    assert text_on(first, nets[0].panels["joint"]).startswith("A")
    back = nets[1].panels["back"]
    assert text_on(second, (0, back[1], back[0] - 2, back[3])) == "A"
