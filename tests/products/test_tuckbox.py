"""The tuck box, proved by folding its net: panels meet, the cards fit, and nothing overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.products.imposition.impose import FitError
from cardgen.products.tuckboxes.drawing import BoxShape, tuckbox_pages
from cardgen.products.tuckboxes.flaps import NOTCH, Bottom
from cardgen.products.tuckboxes.net import BOARD, CLEARANCE, TuckboxLayout
from cardgen.products.tuckboxes.panels import BoxColours, BoxLook
from cardgen.scene.items import GlyphRun, Path, Placed, Rect, bounds_of, walk
from cardgen.text.ink import ink_of
from tests.examples import examples
from tests.products.nets import (
    A4,
    LETTER,
    STANDARD,
    SUBTITLE,
    TITLE,
    art,
    inside,
    lay_tuckbox,
    meet,
    net_of,
    overlap,
    points,
    text_on,
)
from tests.runs import runs_in


def picture(layout: TuckboxLayout) -> str:
    """Return the net as text: the panels in each column (front, side, back, side, glue) and each row."""
    panels = layout.panels
    xs = [panels[name][0] + panels[name][2] / 2 for name in ("front", "left", "back", "right", "glue")]
    rows = ("tuck", "lid", "back", "bottom", "bottom tuck")
    # Flaps are searched just beyond their fold.
    ys = [panels[name][1] + {"lid": panels[name][3] - 1, "bottom": 1.0}.get(name, panels[name][3] / 2) for name in rows]
    polygon = points(layout.cut)
    return "\n".join("".join("#" if inside(polygon, x, y) else "." for x in xs) for y in ys)


def test_the_net_looks_like_a_tuck_box() -> None:
    assert picture(lay_tuckbox(STANDARD, 27.0, A4)) == "\n".join(["..#..", ".###.", "#####", ".###.", "..#.."])


boxes = st.tuples(st.floats(40, 72), st.floats(60, 100), st.floats(6, 36))


@examples(60)
@given(box=boxes, paper=st.sampled_from([A4, LETTER]))
def test_opposite_panels_are_equal_and_neighbours_meet(
    box: tuple[float, float, float], paper: tuple[float, float]
) -> None:
    width, height, thickness = box
    try:
        panels = lay_tuckbox((width, height), thickness, paper).panels
    except FitError:
        return
    for a, b in (("front", "back"), ("left", "right"), ("lid", "bottom"), ("tuck", "bottom tuck")):
        assert panels[a][2:] == pytest.approx(panels[b][2:])
    front, left, lid = panels["front"], panels["left"], panels["lid"]
    # Inside the folded box there is room for the cards and their clearance: a panel minus the board.
    assert front[2] - BOARD >= width + CLEARANCE - 1e-9
    assert front[3] - BOARD >= height + CLEARANCE - 1e-9
    assert left[2] - BOARD == pytest.approx(1.03 * thickness + CLEARANCE)
    assert lid[2] == pytest.approx(front[2]), "the lid is as wide as the box"
    assert lid[3] == pytest.approx(left[2]), "and as deep as its sides"
    row = ["front", "left", "back", "right", "glue"]
    for a, b in pairwise(row):
        assert meet(panels[a], panels[b]) >= panels["glue"][3] - 1e-6
    for a, b, length in (
        ("back", "lid", front[2]),
        ("back", "bottom", front[2]),
        ("lid", "tuck", panels["tuck"][2]),
        ("left", "left dust", left[2]),
        ("right", "bottom right dust", left[2]),
    ):
        assert meet(panels[a], panels[b]) == pytest.approx(length, abs=2.5)
    # Flaps do not touch each other when they are folded in.
    assert panels["left dust"][3] + panels["right dust"][3] <= front[2]
    assert panels["tuck"][2] < front[2]
    assert panels["tuck"][3] < front[3] / 2
    assert panels["glue"][2] < front[2]
    assert panels["glue"][3] < front[3]


@examples(60)
@given(box=boxes, paper=st.sampled_from([A4, LETTER]))
def test_no_panels_overlap_and_each_is_inside_the_cut(
    box: tuple[float, float, float], paper: tuple[float, float]
) -> None:
    width, height, thickness = box
    try:
        layout = lay_tuckbox((width, height), thickness, paper)
    except FitError:
        return
    assert len(layout.panels) == 13
    for (_, a), (_, b) in combinations(layout.panels.items(), 2):
        assert not overlap(a, b)
    polygon = points(layout.cut)
    for x, y, w, h in layout.panels.values():
        assert inside(polygon, x + w / 2, y + h / 2)
    area = (
        abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True))) / 2
    )
    panels = sum(w * h for _, _, w, h in layout.panels.values())
    assert area < panels, "round corners and the notch are cut off"
    assert area > 0.93 * panels


def test_every_fold_is_between_two_panels() -> None:
    layout = lay_tuckbox(STANDARD, 27.0, A4)
    assert len(layout.folds) == 12
    for (x1, y1), (x2, y2) in layout.folds:
        line = (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        beside = [p for p in layout.panels.values() if meet((line[0], line[1], line[2], line[3]), p) > 3]
        assert len(beside) == 2
    assert layout.paper == (297.0, 210.0)


def test_the_thumb_notch_is_in_the_middle_of_the_fronts_upper_edge() -> None:
    layout = lay_tuckbox(STANDARD, 27.0, A4)
    polygon = points(layout.cut)
    x, y, w, h = layout.panels["front"]
    assert not inside(polygon, x + w / 2, y + NOTCH - 0.1)
    assert inside(polygon, x + w / 2, y + NOTCH + 0.1)
    assert inside(polygon, x + 10, y + 1)
    assert inside(polygon, x + w - 10, y + 1)
    assert inside(polygon, x + w / 2, y + h - 1)


@pytest.mark.parametrize("paper", [A4, LETTER, (297.0, 210.0)])
@pytest.mark.parametrize("count", [20, 90, 111])
def test_both_decks_fit_on_a4_and_letter_and_nothing_leaves_the_printable_area(
    paper: tuple[float, float], count: int
) -> None:
    thickness = count * 0.3
    net = net_of(thickness, paper, subtitle=SUBTITLE, licence="CC BY-SA 4.0", art=art())
    assert sorted((net.width, net.height)) == sorted(paper)
    low_x, low_y, high_x, high_y = 5 - 1e-6, 5 - 1e-6, net.width - 5 + 1e-6, net.height - 5 + 1e-6

    def check(box: Rect) -> None:
        assert box[0] >= low_x
        assert box[1] >= low_y
        assert box[0] + box[2] <= high_x
        assert box[1] + box[3] <= high_y

    top = tuple(item for item in net.items if not isinstance(item, Placed))
    for item in net.items:
        if isinstance(item, Placed):
            assert item.clip is not None
            check(bounds_of(item.matrix, item.clip))
    for matrix, item in walk(top):
        if isinstance(item, GlyphRun):
            check(bounds_of(matrix, ink_of(item)))
        elif isinstance(item, Path):
            corners = points(item.commands)
            half = item.stroke_width / 2 if item.stroke else 0.0
            left, upper = min(x for x, _ in corners), min(y for _, y in corners)
            right, lower = max(x for x, _ in corners), max(y for _, y in corners)
            grown = (left - half, upper - half, right - left + 2 * half, lower - upper + 2 * half)
            check(bounds_of(matrix, grown))


def test_every_side_has_its_title_and_the_glue_flap_its_label() -> None:
    layout = lay_tuckbox(STANDARD, 27.0, A4)
    net = net_of(27.0, subtitle=SUBTITLE, licence="CC BY-SA 4.0")
    for panel in ("front", "left", "right", "lid"):
        text = text_on(net, layout.panels[panel])
        assert "方块杀手" in text, panel
        assert "Block-Killer" in text, panel
    assert "方块牌 90 张" in text_on(net, layout.panels["front"])
    assert "90 block cards" in text_on(net, layout.panels["back"])
    glue = text_on(net, layout.panels["glue"])
    assert "涂胶" in glue
    assert "glue" in glue
    assert "CC BY-SA 4.0" in text_on(net, layout.panels["bottom"])
    everything = text_on(net, (0, 0, *A4))
    for word in ("裁切", "cut", "折叠", "fold", "100 %"):
        assert word in everything


def test_cut_lines_are_solid_and_fold_lines_dashed() -> None:
    layout = lay_tuckbox(STANDARD, 27.0, A4)
    net = net_of(27.0)
    light = net_of(27.0, colours=BoxColours(ground="#f2ead8", ink="#202020"))
    assert sum(isinstance(i, Path) for i in light.items) == sum(isinstance(i, Path) for i in net.items) - 2
    paths = [item for item in net.items if isinstance(item, Path)]
    cuts = [path for path in paths if path.commands == layout.cut and path.stroke and not path.fill]
    assert len(cuts) == 1
    assert not any(path.dash for path in cuts)
    dashed = [path for path in paths if path.dash]
    drawn = {tuple(command[1:]) for path in dashed for command in path.commands}
    assert drawn >= {end for fold in layout.folds for end in fold}


def test_art_covers_the_front_with_bleed_but_not_beyond_folds() -> None:
    reaches: dict[Bottom, float] = {"tuck": 2.0, "glued": 0.0, "crash-lock": 0.0}
    for bottom, below in reaches.items():
        layout = lay_tuckbox(STANDARD, 27.0, A4, bottom=bottom)
        for picture_size in ((63.0, 88.0), (88.0, 63.0), (50.0, 50.0)):
            look = BoxLook(TITLE, art=art(*picture_size))
            (net,) = tuckbox_pages(STANDARD, 27.0, A4, look, BoxShape(bottom))
            (placed,) = (item for item in net.items if isinstance(item, Placed))
            x, y, w, h = layout.panels["front"]
            assert placed.clip is not None
            assert bounds_of(placed.matrix, placed.clip) == pytest.approx((x - 2, y - 2, w + 2, h + 2 + below))


def test_titles_are_on_the_back_if_the_front_has_art_and_over_the_art_if_asked_for() -> None:
    panels = lay_tuckbox(STANDARD, 27.0, A4).panels
    for art_title, titled, other in ((False, "back", "front"), (True, "front", "back")):
        net = net_of(27.0, subtitle=SUBTITLE, art=art(), art_title=art_title)
        assert "方块杀手Block-Killer" in text_on(net, panels[titled])
        assert "Block-Killer" not in text_on(net, panels[other])
        assert "90 block cards" in text_on(net, panels["back"])
    assert text_on(net_of(27.0, subtitle=SUBTITLE, art=art()), panels["front"]) == ""


def test_a_net_that_does_not_fit_is_rejected_with_its_size() -> None:
    with pytest.raises(FitError, match=r"tuckbox.*mm.*210 × 297 mm"):
        net_of(30.0, card=(120.0, 170.0))
    with pytest.raises(ValueError, match="thickness"):
        net_of(0.0)
    with pytest.raises(FitError, match="title"):
        net_of(20.0, title={"en": "An endless title without any end " * 30})


@pytest.mark.parametrize("thickness", [0.3, 1.5, 3.0, 4.5, 9.0])
def test_a_thin_box_has_only_as_much_text_as_fits_at_a_readable_size(thickness: float) -> None:
    net = net_of(thickness, subtitle=TITLE, licence="Somebody · CC-BY-SA-4.0")
    runs = runs_in(net.items)
    assert min(run.size for run in runs) >= 1.5  # the steps; the box itself has nothing under 1.8
    assert sum(run.text.startswith(TITLE["en"]) for run in runs) >= 2  # title and subtitle on the front


def test_subtitles_are_in_the_order_of_the_titles() -> None:
    names = {"en": "English", "zh": "中文"}
    net = net_of(27.0, subtitle=names, languages=("zh", "en"))
    texts = [run.text for _, run in walk(net.items) if isinstance(run, GlyphRun) and run.text in names.values()]
    assert texts == ["中文", "English"] * 2
