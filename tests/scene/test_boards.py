"""Boards with their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from cardgen.engines import Diagram
from cardgen.scene.boards import draw_board
from cardgen.scene.items import Group, Item, Path
from cardgen.scene.shapes import CellStyle, draw_cells

STYLES = {"R": CellStyle("#c13b2f", "diagonal-down"), "B": CellStyle("#5c77ff", "vertical")}
BOARD = Diagram(("RR..", ".R..", "....", "...."), closed=True)


def paths(items: Sequence[Item]) -> Iterator[Path]:
    for item in items:
        if isinstance(item, Path):
            yield item
        elif isinstance(item, Group):
            yield from paths(item.items)


def test_a_free_point_is_a_small_cell_in_the_style_of_its_card() -> None:
    drawing = draw_board(replace(BOARD, points={(0, 0): "R", (3, 2): "B"}), 10, STYLES)
    (point,) = (item for item in drawing.items if isinstance(item, Group))
    assert point.matrix[-2:] == pytest.approx((30 + 2.2, 20 + 2.2))
    assert point.items == draw_cells([(0, 0)], 10 * 0.56, STYLES["B"])


def test_the_latest_cells_have_a_double_outline() -> None:
    plain = list(paths(draw_board(BOARD, 10, STYLES).items))
    more = list(paths(draw_board(replace(BOARD, latest=((1, 0), (1, 1))), 10, STYLES).items))
    rings = [path for path in more if path not in plain]
    assert [path.stroke for path in rings] == ["#ffffff", "#2b3240"]
    assert all({("M", 10, 0), ("L", 20, 0), ("L", 20, 20), ("L", 10, 20)} <= set(path.commands) for path in rings)


def test_a_rejected_step_is_dashed_and_its_faults_are_crossed() -> None:
    tried = replace(BOARD, tried=((1, 2), (2, 2)), letter="B", faults=((1, 2),), refused=True)
    shapes = list(paths(draw_board(tried, 10, STYLES).items))
    (ghost,) = (path for path in shapes if path.opacity == 0.3)
    assert ghost.fill == "#5c77ff"
    assert [path.stroke for path in shapes if path.dash] == ["#2b3240"]
    assert sum(path.fill == "#c2410c" for path in shapes) == 1


def test_cells_beside_the_board_enlarge_the_drawing() -> None:
    drawing = draw_board(replace(BOARD, tried=((-1, 0), (-1, 1), (4, 5)), letter="R", refused=True), 10, STYLES)
    assert (drawing.width, drawing.height) == (60, 60)
    (moved,) = drawing.items
    assert isinstance(moved, Group)
    assert moved.matrix[-2:] == (10, 0)


def test_a_window_shows_a_part_whose_cut_edges_are_fine_lines() -> None:
    drawing = draw_board(replace(BOARD, points={(3, 3): "B"}, latest=((0, 0),)), 10, STYLES, (1, 0, 3, 2))
    assert (drawing.width, drawing.height) == (30, 20)
    frame = [path for path in drawing.items if isinstance(path, Path) and path.stroke in ("#aab3c0", "#2b3240")]
    assert [path.stroke for path in frame] == ["#aab3c0", "#aab3c0", "#2b3240", "#2b3240"]  # left, bottom; top, right
    assert not any(isinstance(item, Group) for item in drawing.items)
    # The colour's cells: two of the three are inside.
    assert sum(path.fill == "#c13b2f" for path in paths(drawing.items)) == 1


def test_a_letter_without_a_style_is_an_error() -> None:
    for diagram in (replace(BOARD, points={(3, 3): "Q"}), replace(BOARD, tried=((2, 2),), letter="Q")):
        with pytest.raises(KeyError):
            draw_board(diagram, 10, STYLES)
