from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.block_killer.field import (
    cells_mask,
    field_height,
    field_rows,
    field_text,
    full_rows,
    lock,
    mask_cells,
    parse_field,
    parse_row,
    remove_rows,
    row_text,
    stack_rows,
)
from tests.cases import for_cases

ROWS = st.lists(st.text("#.", min_size=10, max_size=10) | st.just("#" * 10), max_size=30)


def test_bit_10_y_plus_x_is_column_x_row_y() -> None:
    assert parse_field("..#.......\n.........#") == 1 << 12 | 1 << 9
    assert mask_cells(1 << 12 | 1 << 9) == ((2, 1), (9, 0))
    assert cells_mask(((2, 1), (9, 0))) == 1 << 12 | 1 << 9


@given(ROWS)
def test_a_field_is_read_from_its_own_text(rows: list[str]) -> None:
    field = stack_rows(rows)
    assert field_rows(field, len(rows)) == rows
    assert parse_field(field_text(field)) == field
    assert field_height(field) == max((y + 1 for y, row in enumerate(rows) if "#" in row), default=0)


@for_cases("text", ["#########", "###########", "####X#####", "##########\n\n##########"])
def test_a_bad_row_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a row of ten"):
        parse_field(text)


def test_a_row_is_read_from_its_own_text() -> None:
    assert row_text(parse_row("#..#......")) == "#..#......"


@given(ROWS)
def test_every_full_row_is_cleared_at_once_and_the_rows_above_fall(rows: list[str]) -> None:
    field = stack_rows(rows)
    full = [y for y, row in enumerate(rows) if row == "#" * 10]
    assert list(full_rows(field)) == full
    assert remove_rows(field, full) == stack_rows(row for row in rows if row != "#" * 10)
    assert lock(field, 0) == (remove_rows(field, full), tuple(full))


def test_ten_filled_cells_across_a_wall_are_not_a_row() -> None:
    assert full_rows(parse_field("#####.....\n.....#####")) == ()
    assert full_rows(parse_field("#########.\n##########")) == (0,)


def test_a_lock_fills_and_clears() -> None:
    field = parse_field("..........\n###....##.\n#########.")
    after, rows = lock(field, cells_mask(((9, 0), (9, 1), (9, 2), (9, 3))))
    assert rows == (0,)
    assert field_text(after) == ".........#\n.........#\n###....###"
