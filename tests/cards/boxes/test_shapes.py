"""Shapes as boxes: their outlines, their fills, and shapes that cannot be drawn."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cardgen.scene.items import CUT, Gradient, Group, Item, Path, Pen, Placed, Rect, Stop
from cardgen.scene.paths import path_bounds
from tests.cards.boxes.drawing import AREA, box_faults, draw_box, plain_context
from tests.cases import for_cases


def draw(kind: str, area: Rect = AREA, **keys: Any) -> tuple[Item, ...]:
    return draw_box(kind, area, plain_context(), **keys)


def only(kind: str, **keys: Any) -> Path:
    (item,) = draw(kind, **keys)
    assert isinstance(item, Path)
    return item


def faults(kind: str, keys: str) -> list[str]:
    return box_faults(kind, f"box: trim, {keys}")


# ---------------------------------------------------------------- outlines


def test_a_rectangle_with_a_radius_for_each_corner() -> None:
    assert sum(command[0] == "C" for command in only("rect", radius=[1, 0, 2, 0]).commands) == 2
    assert only("rect", radius=2).commands == only("rect", radius=[2, 2, 2, 2]).commands


def test_polygons() -> None:
    six = only("polygon", sides=6, flat=True, fill="#112233")
    assert path_bounds(six.commands) == pytest.approx((30 - 12 / math.sqrt(3), 20, 24 / math.sqrt(3), 12))
    own = only("polygon", points=[[0, 0], [4, 0], [4, 3]])
    assert own.commands == (("M", 10, 20), ("L", 14, 20), ("L", 14, 23), ("Z",))


def test_stars() -> None:
    assert len(only("star").commands) == 11
    assert len(only("star", points=7, inner=0.8).commands) == 15


def test_paths() -> None:
    assert path_bounds(only("path", d="M0 0h4v3h-4z").commands) == (10, 20, 4, 3)
    whole = only("path", d="M0 0h100v100h-100z", view=[0, 0, 100, 100], even_odd=True)
    assert path_bounds(whole.commands) == (24, 20, 12, 12)
    assert whole.even_odd
    stretched = only("path", d="M0 0h100v100h-100z", view=[0, 0, 100, 100], fit="stretch")
    assert path_bounds(stretched.commands) == AREA


def test_a_slice_of_an_ellipse() -> None:
    assert path_bounds(only("ellipse", arc=[0, 90]).commands) == pytest.approx((30, 20, 20, 6))
    assert only("ellipse", arc=[0, 90], cut="open").commands[-1][0] == "C"


def test_strokes_have_dashes_and_corners() -> None:
    shape = only("star", stroke="#112233", stroke_width=0.5, dash=[1, 2], join="round", opacity=0.5)
    assert (shape.stroke, shape.stroke_width, shape.dash, shape.opacity) == ("#112233", 0.5, (1, 2), 0.5)
    assert shape.pen == Pen(join="round")


@for_cases("kind", ["rect", "ellipse", "polygon", "star", "path"])
def test_outlines_have_ends(kind: str) -> None:
    needed: dict[str, dict[str, Any]] = {"polygon": {"sides": 3}, "path": {"d": "M0 0h9"}}
    keys = needed.get(kind, {})
    assert only(kind, stroke="#112233", cap="square", **keys).pen == Pen(cap="square")


def test_lines_have_ends_and_arrows() -> None:
    line, head = draw(
        "line", points=[[0, 0], [9, 0]], stroke="#112233", stroke_width=0.4, cap="round", arrow="end", opacity=0.5
    )
    assert isinstance(line, Path)
    assert isinstance(head, Path)
    assert line.pen == Pen("round")
    assert path_bounds(line.commands) == pytest.approx((10, 20, 9 - 0.9 * 2, 0))
    assert path_bounds(head.commands) == pytest.approx((17, 19.25, 2, 1.5))
    assert (head.fill, head.stroke, head.opacity) == ("#112233", None, 0.5)
    _, heads = draw("line", points=[[0, 0], [9, 0]], stroke="#112233", arrow="both", arrow_size=3)
    assert isinstance(heads, Path)
    assert path_bounds(heads.commands) == pytest.approx((10, 20 - 1.125, 9, 2.25))


def test_the_cut_line_is_a_spot_colour_and_the_fill_is_not() -> None:
    inside, line = draw("star", fill="#112233", stroke="#ff00ff", cut_line=True)
    assert isinstance(inside, Path)
    assert isinstance(line, Path)
    assert (inside.fill, inside.stroke, inside.spot) == ("#112233", None, "")
    assert (line.fill, line.stroke, line.spot) == (None, "#ff00ff", CUT)
    assert only("line", points=[[0, 0], [9, 9]], stroke="#ff00ff", cut_line=True).spot == CUT
    assert only("rect", stroke="#ff00ff").spot == ""


def test_a_finish_is_a_shape_that_only_presses_show() -> None:
    ink, plate = draw("star", fill="#112233", stroke="#445566", finish="foil")
    assert isinstance(ink, Path)
    assert isinstance(plate, Path)
    assert (ink.finish, plate.finish, plate.commands) == ("", "foil", ink.commands)
    assert (plate.fill, plate.stroke, plate.stroke_width) == (None, None, 0)
    _, line = draw("star", stroke="#445566", stroke_width=0.5, dash=[1, 2], finish="varnish")
    assert isinstance(line, Path)
    assert (line.stroke, line.stroke_width, line.dash, line.finish) == (None, 0.5, (1, 2), "varnish")


def test_a_line_to_cut_along_has_no_finish() -> None:
    with pytest.raises(ValueError, match="cannot have one"):
        draw("rect", stroke="#ff00ff", cut_line=True, finish="foil")


# ---------------------------------------------------------------- fills


def test_a_linear_gradient_covers_the_box() -> None:
    fill = only("rect", fill={"gradient": {"from": "#000000", "to": "#ffffff"}}).fill
    assert fill == Gradient((Stop(0, "#000000"), Stop(1, "#ffffff")), (10, 26), (50, 26))
    down = only("ellipse", fill={"gradient": {"from": "#000000", "to": "#ffffff", "turn": 90}}).fill
    assert isinstance(down, Gradient)
    assert (*down.start, *down.end) == pytest.approx((30, 20, 30, 32))
    slanted = only("rect", fill={"gradient": {"from": "#000000", "to": "#ffffff", "turn": 45}}).fill
    assert isinstance(slanted, Gradient)
    # The first colour is met in the top left corner and the last in the bottom right one.
    assert slanted.start[0] + slanted.start[1] == pytest.approx(10 + 20)
    assert slanted.end[0] + slanted.end[1] == pytest.approx(50 + 32)


def test_a_radial_gradient_is_as_wide_and_high_as_the_box() -> None:
    keys = {"shape": "radial", "from": "#000000", "to": "#ffffff", "centre": [0.25, 0], "radius": 1.5}
    fill = only("rect", fill={"gradient": keys}).fill
    assert isinstance(fill, Gradient)
    assert (fill.radius, fill.matrix) == (1.5, (20, 0, 0, 6, 20, 20))


def test_a_pattern_is_cut_off_at_the_shape() -> None:
    pattern = {"marks": "dots", "colour": "#000000", "ground": "#ffffff", "pitch": 2}
    ground, marks, outline = draw("star", fill={"pattern": pattern}, stroke="#112233")
    assert isinstance(ground, Path)
    assert isinstance(marks, Group)
    assert isinstance(outline, Path)
    assert (ground.fill, ground.stroke, outline.fill, outline.stroke) == ("#ffffff", None, None, "#112233")
    assert marks.clip is not None
    assert marks.clip.commands == ground.commands == outline.commands
    assert all(isinstance(item, Placed) for item in marks.items)


def test_a_transparent_pattern_is_transparent_as_a_whole() -> None:
    (group,) = draw("rect", fill={"pattern": {"marks": "hatch", "colour": "#000000"}}, opacity=0.5)
    assert isinstance(group, Group)
    assert group.opacity == 0.5
    assert len(group.items) == 1  # no ground, no stroke


def test_a_grid_is_filled_too() -> None:
    first, *_ = draw(
        "grid", columns=2, rows=2, stroke="#112233", fill={"gradient": {"from": "#000000", "to": "#ffffff"}}
    )
    assert isinstance(first, Path)
    assert isinstance(first.fill, Gradient)


# ---------------------------------------------------------------- faults


@for_cases(
    ("kind", "keys", "expected"),
    [
        ("rect", "radius: [1, 2]", "radius: [1, 2] given, expected mm, or four of them"),
        ("rect", "radius: [1]", "radius: [1] given, expected mm, or four of them"),
        ("rect", "radius: -1", "radius: -1 given, expected mm, or four of them"),
        ("rect", "join: rund", "join: 'rund' given, expected 'miter', 'round' or 'bevel' (did you mean 'round'?)"),
        ("polygon", "fill: '#000000'", "a polygon needs either points or sides"),
        ("polygon", "sides: 6, points: [[0, 0], [1, 0], [1, 1]]", "a polygon needs either points or sides"),
        ("polygon", "points: [[0, 0], [1, 0]]", "a polygon needs at least 3 points"),
        ("polygon", "points: [[0, 0], [1, 0], [1, 1]], flat: true", "flat requires sides"),
        ("grid", "columns: 2, rows: 2, stroke: '#000000', offset: odd", "offset requires hexagons"),
        ("polygon", "sides: 2", "sides: 2 given, expected at least 3"),
        ("star", "inner: 0", "inner: 0 given, expected more than 0"),
        ("star", "points: [[0, 0]]", "points: [[0, 0]] given, expected a whole number"),
        ("path", "d: 'L 1 2'", "d: 'L 1 2' at character 1 of the path data: expected M as the first command"),
        ("path", "d: 'M1 2', fit: stretch", "fit requires a view"),
        ("path", "d: 'M1 2', view: [0, 0, 0, 1]", "view.2: 0 given, expected more than 0"),
        ("path", "d: 'M1 2', view: [0, 0]", "view: [0, 0] given, expected [x, y, width, height] of the drawing"),
        ("ellipse", "cut: pie", "cut requires an arc"),
        ("ellipse", "arc: [90, 0]", "arc: the second angle must be larger than the first"),
        ("ellipse", "arc: [0, 90], cut: open, fill: '#000000'", "an open arc has no inside to fill"),
        ("line", "points: [[0, 0], [1, 1]], stroke: '#000000', arrow_size: 3", "arrow_size requires an arrow"),
        ("rect", "cut_line: true", "cut_line requires a stroke (such as stroke: '#ff00ff')"),
        (
            "line",
            "points: [[0, 0], [1, 1]], stroke: '#ff00ff', cut_line: true, arrow: end",
            "cut_line requires a stroke_width above 0 and no arrows",
        ),
        ("line", "points: [[0, 0]], stroke: '#000000'", "points: [[0, 0]] given, expected at least 2 entries"),
        ("line", "points: [[0, 0], [1, 1]], stroke: {gradient: {}}", "stroke: {'gradient': {}} given, expected text"),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_a_fault(kind: str, keys: str, expected: str) -> None:
    (fault,) = faults(kind, keys)
    assert expected in fault
