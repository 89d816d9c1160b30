"""Sets of cells as integers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.engines.cells import bit_indexes
from cardgen.games.blokus.board import (
    LARGEST,
    board_cells,
    connected_sets,
    corners,
    sides,
    to_bits,
    to_cells,
)

from . import twin

Cells = set[tuple[int, int]]
cell_sets = st.sets(st.tuples(st.integers(0, LARGEST - 1), st.integers(0, LARGEST - 1)), max_size=60)


@pytest.mark.parametrize("size", [5, 14, 20])
def test_a_board_has_its_cells(size: int) -> None:
    assert set(to_cells(board_cells(size))) == {(x, y) for x in range(size) for y in range(size)}


@given(cell_sets)
def test_cells_become_bits_and_sorted_cells_again(cells: Cells) -> None:
    assert to_cells(to_bits(cells)) == tuple(sorted(cells))
    assert sum(1 << place for place in bit_indexes(to_bits(cells))) == to_bits(cells)


@given(cell_sets, st.sampled_from([5, 14, 20]))
def test_neighbours_never_enter_another_row(cells: Cells, size: int) -> None:
    cells = {(x, y) for x, y in cells if x < size and y < size}
    for find, one in ((sides, twin.sides), (corners, twin.diagonals)):
        neighbours = {cell for other in cells for cell in one(other)}
        on_board = {(x, y) for x, y in neighbours if 0 <= x < size and 0 <= y < size}
        assert set(to_cells(find(to_bits(cells)) & board_cells(size))) == on_board


@given(cell_sets)
def test_connected_sets_divide_the_cells(cells: Cells) -> None:
    parts = [set(to_cells(part)) for part in connected_sets(to_bits(cells))]
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    for part in parts:
        others = cells - part
        assert not any(twin.sides(cell) & others for cell in part)
        reached, pending = set(), [next(iter(part))]
        while pending:
            cell = pending.pop()
            if cell not in reached:
                reached.add(cell)
                pending += twin.sides(cell) & part
        assert reached == part
