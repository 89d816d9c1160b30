"""Hexagons in a grid, and cells of a repeat that lie like a honeycomb."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from cardgen.cards.boxes.grid import GridBox, hexagon_places
from cardgen.cards.boxes.repeat import RepeatBox, place_cells, room_in
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import walk
from cardgen.scene.paths import path_bounds, subpaths
from tests.games_on_disk import tiny_game_in
from tests.runs import texts_in


def grid(**values: Any) -> GridBox:
    area = [0, 0, 100, 100]
    return GridBox.model_validate({"kind": "grid", "box": area, "columns": 4, "rows": 3, "stroke": "#000000", **values})


@pytest.mark.parametrize("hexagons", ["pointed", "flat"])
@pytest.mark.parametrize("offset", ["odd", "even"])
def test_hexagons_touch_and_fill_the_box(hexagons: str, offset: str) -> None:
    places = hexagon_places(grid(hexagons=hexagons, offset=offset), (10, 20, 80, 60))
    assert len(places) == 12
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in places]
    across = min(places[0][2:])
    nearest = [min(math.dist(a, b) for b in middles if b is not a) for a in middles]
    assert nearest == pytest.approx([across] * 12)
    assert max(places[0][2:]) == pytest.approx(across * 2 / math.sqrt(3))
    left, top = min(x for x, *_ in places), min(y for _, y, *_ in places)
    right, bottom = max(x + w for x, _, w, _ in places), max(y + h for _, y, _, h in places)
    assert (left + right) / 2 == pytest.approx(50)
    assert (top + bottom) / 2 == pytest.approx(50)
    assert right - left == pytest.approx(80) or bottom - top == pytest.approx(60)
    first, second = places[0], places[1 if hexagons == "flat" else 4]
    shift = second[1] - first[1] if hexagons == "flat" else second[0] - first[0]
    assert shift == pytest.approx(across / 2 if offset == "even" else -across / 2)


def test_each_line_between_hexagons_is_drawn_once(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    box = '    hexes: {kind: grid, box: [5, 20, 50, 60], columns: 3, rows: 2, hexagons: pointed, stroke: "#d90429"'
    face = "face:\n  description: {en: x, zh: x}\n  boxes:\n"
    game.write("templates/tiny.yaml", f'{face}{box}, fill: "#dddddd", numbers: "#000000"}}\n')
    scene = game.layout()["main"][0].face.scene
    paths = [item for _, item in walk(scene.items) if isinstance(item, Shape)]
    (lines,) = [path for path in paths if path.stroke == "#d90429"]
    assert len(subpaths(lines.commands)) == 6 * 6 - 9  # nine lines are of two hexagons
    assert path_bounds(lines.commands) == pytest.approx((5, 35.566, 50, 28.868), abs=0.001)
    written = "".join(texts_in(scene.items))
    assert "0302" in written  # the third column of the second row


def repeat(count: int, **values: Any) -> RepeatBox:
    box = {"kind": "repeat", "box": [0, 0, 50, 50], "of": count, "cell": [10, 11.547], "honeycomb": True}
    box["boxes"] = {"dot": {"kind": "ellipse", "box": [0, 0, 5, 5], "fill": "#000000"}}
    return RepeatBox.model_validate({**box, **values})


def test_cells_of_a_repeat_lie_like_a_honeycomb() -> None:
    places = place_cells(repeat(9), 45, 50)
    assert places[:4] == [(0, 0), (10, 0), (20, 0), (30, 0)]
    assert places[4] == pytest.approx((5, 10 * math.sqrt(0.75)))
    assert room_in(repeat(9), 45, 50) == 4 * 5
    apart = place_cells(repeat(9, gap=2), 54, 50)
    assert math.dist(apart[0], apart[4]) == pytest.approx(12)
    down = place_cells(repeat(9, direction="down", cell=[11.547, 10]), 50, 45)
    assert down[4] == pytest.approx((10 * math.sqrt(0.75), 5))
