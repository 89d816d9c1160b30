"""Maps: grids of cells drawn by their characters, placed by their origin."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.data.fields import field_kind
from cardgen.scene.items import Item, Path, Rect
from cardgen.scene.paths import path_bounds
from tests.cards.boxes.drawing import AREA, box_faults, draw_box, plain_context
from tests.cases import for_cases

LOOKS: dict[str, Any] = {".": "#eeeeee", "o": "#0000aa", "#": "#aa0000"}


def draw(area: Rect = AREA, **keys: Any) -> tuple[Item, ...]:
    return draw_box("map", area, plain_context(), **{"looks": LOOKS, **keys})


def cells(area: Rect, size: int, **keys: Any) -> list[str]:
    """Return the rows that the items show, read back from their outlines: the area has `size` columns of 1 mm."""
    rows = [[" "] * size for _ in range(int(area[3]))]
    chars = {look: char for char, look in LOOKS.items()}
    for item in draw(area, **keys):
        assert isinstance(item, Path)
        for command in item.commands:
            if command[0] == "M" and len(command) == 3:
                _, x, y = command
                rows[round(y - area[1])][round(x - area[0])] = chars[str(item.fill)]
    return ["".join(row) for row in rows]


@for_cases(
    "reach",
    [[[0, 1], [-1, 0], [2, -1]], "0 1|-1 0|2,-1", ["0 1", "-1,0", "2 -1"], [".#..", "#o..", "...#"], ".#../#o../...#"],
)
def test_rows_and_offsets_are_placed_by_their_origin(reach: Any) -> None:
    shown = cells((5, 5, 5, 4), 5, cells=reach, columns=5, rows=4, at=[1, 1])
    assert shown == [".....", ".#...", "#o...", "...#."]


def test_a_map_is_as_large_as_its_cells_need() -> None:
    assert cells((0, 0, 3, 2), 3, cells=[[0, 1], [2, 0]]) == ["#..", "o.#"]
    assert cells((0, 0, 3, 2), 3, cells=["# #", ".#."]) == ["# #", ".#."]
    assert cells((0, 0, 3, 3), 3, cells=[[0, 1]], columns=3, rows=3) == [".#.", ".o.", "..."]


def test_cells_are_squares_in_the_middle_of_the_box() -> None:
    items = draw(cells=["#o"])
    assert [path_bounds(item.commands) for item in items if isinstance(item, Path)] == [
        (30, 20, 12, 12),
        (18, 20, 12, 12),
    ]
    (small,) = draw(cells=["#"], pitch=2, looks={"#": {"stroke": "#000000"}})
    assert isinstance(small, Path)
    assert path_bounds(small.commands) == (29, 25, 2, 2)


def test_gaps_are_only_between_cells() -> None:
    (row,) = draw((0, 0, 11, 5), cells=["###"], gap=1)
    assert isinstance(row, Path)
    assert path_bounds(row.commands) == pytest.approx((0, 1, 11, 3))


def test_a_character_may_have_several_looks_in_their_order() -> None:
    looks = {"#": ["#aa0000", {"shape": "circle", "scale": 0.5, "fill": "#ffffff"}, {"shape": "diamond", "scale": 0.1}]}
    square, circle, diamond = draw(cells=["#"], looks=looks)
    assert isinstance(square, Path)
    assert isinstance(circle, Path)
    assert isinstance(diamond, Path)
    assert [path.fill for path in (square, circle, diamond)] == ["#aa0000", "#ffffff", None]
    assert path_bounds(circle.commands) == pytest.approx((27, 23, 6, 6))


@for_cases(
    ("keys", "problem"),
    [
        ({"cells": ["#x"]}, "the map has no look for 'x'"),
        ({"cells": ["oo"]}, "the map has 2 origins 'o', expected one"),
        ({"cells": ["##"], "columns": 3}, "the map has no origin 'o'"),
        ({"cells": [[3, 0]], "columns": 3, "rows": 3}, "the cell [3, 0] is outside of the 3 × 3 cells of the map"),
    ],
)
def test_a_map_that_cannot_be_drawn_is_an_error(keys: dict[str, Any], problem: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        draw(**keys)
    assert str(caught.value) == problem


@for_cases(
    ("keys", "problem"),
    [
        ("cells: []", "cells: [] given, expected rows of characters, or offsets [x, y]"),
        ("cells: ['##', '#']", "cells: the rows of a map differ in length"),
        ("cells: [[0, 1], [0, 1]]", "cells: the offset [0, 1] is listed twice"),
        ("cells: [[0, 101]]", "cells: the offset [0, 101] is more than 100 cells from the origin"),
        ("cells: [[0, 1], '#']", "cells: [0, 1] given, expected a row of characters, or an offset [x, y]"),
        ("cells: [[0, 1]], at: [0, 0]", "at requires columns and rows"),
        ("cells: [[0, 1]], columns: 2, rows: 2, at: [2, 0]", "at: [2, 0] is outside of 2 columns and 2 rows"),
        ("cells: [[0, 1]], columns: 2, rows: 2, at: [1]", "at: [1] given, expected a column and a row"),
        ("cells: [[0, 1]], looks: {'##': '#aa0000'}", "at most 1 character"),
        ("cells: [[0, 1]], looks: {'#': rad}", "looks.#"),
    ],
)
def test_wrong_keys_are_faults(keys: str, problem: str) -> None:
    looks = "" if "looks" in keys else ", looks: {'#': '#aa0000'}"
    assert problem in "\n".join(box_faults("map", f"box: trim, {keys}{looks}"))


def test_a_gap_without_room_for_cells_is_a_finding() -> None:
    reported: list[str] = []
    context = plain_context()
    object.__setattr__(context, "report", lambda name, *_, **__: reported.append(name))
    assert draw_box("map", (0, 0, 5, 5), context, cells=["##########"], looks=LOOKS, gap=1) == ()
    assert reported == ["text-overflow"]


def test_a_field_of_the_kind_map_takes_text_from_a_table() -> None:
    kind = field_kind("map")
    assert kind.from_cell("0 1|1 0") == "0 1|1 0"
