"""Tiles: their number, the drawing covered, neighbours that share strips, unique labels."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.units import PAPERS
from cardgen.products.boards.tiles import TILE_MARGIN, Tile, lay_tiles, tiles_along
from cardgen.products.imposition.plan import FitError
from tests.cases import for_cases
from tests.examples import examples

# A board of 20 × 20 cells with a border of 5 mm: the side of a cell, the board's side, sheets on A4 and on Letter.
TABLE = [
    (9, 190, (1, 1), (1, 1)),
    (10, 210, (2, 1), (2, 1)),
    (12, 250, (2, 1), (2, 1)),
    (15, 310, (2, 2), (2, 2)),
    (18, 370, (2, 2), (2, 2)),
    (20, 410, (3, 2), (3, 2)),
]


@for_cases(("cell", "side", "a4", "letter"), TABLE)
def test_the_number_of_sheets_of_a_board(cell: int, side: int, a4: tuple[int, int], letter: tuple[int, int]) -> None:
    assert 20 * cell + 10 == side
    for paper, sheets in (("a4", a4), ("letter", letter)):
        tiling = lay_tiles((side, side), PAPERS[paper], 10)
        assert sorted((tiling.columns, tiling.rows)) == sorted(sheets)


def test_the_paper_is_landscape_if_that_saves_sheets() -> None:
    assert lay_tiles((190, 277), PAPERS["a4"], 10).paper == (210, 297)
    tiling = lay_tiles((270, 180), PAPERS["a4"], 10)
    assert (tiling.paper, tiling.columns, tiling.rows) == ((297, 210), 1, 1)


def test_tiles_are_labelled_by_row_and_column() -> None:
    tiling = lay_tiles((410, 410), PAPERS["a4"], 10)
    assert [tile.label for tile in tiling.tiles] == ["A1", "A2", "A3", "B1", "B2", "B3"]
    assert [Tile(row, 0, (0, 0, 1, 1)).label for row in (25, 26, 27, 52)] == ["Z1", "AA1", "AB1", "BA1"]


def test_paper_smaller_than_the_overlap_is_rejected() -> None:
    with pytest.raises(FitError, match="no room for tiles that overlap by 40 mm") as refused:
        lay_tiles((100, 100), (50, 200), 40)
    assert "less than 30 mm" in str(refused.value)


lengths = st.floats(5, 1500).map(lambda v: round(v, 2))


@examples(150)
@given(lengths, lengths, st.sampled_from(sorted(PAPERS)), st.floats(1, 50).map(lambda v: round(v, 1)))
def test_tiles_cover_the_drawing_and_overlap(width: float, height: float, paper: str, overlap: float) -> None:
    tiling = lay_tiles((width, height), PAPERS[paper], overlap)
    tiles = tiling.tiles
    assert len({tile.label for tile in tiles}) == len(tiles) == tiling.columns * tiling.rows
    for axis, (length, count) in enumerate(((width, tiling.columns), (height, tiling.rows))):
        room = tiling.paper[axis] - 2 * TILE_MARGIN
        assert tiling.tile[axis] <= room + 1e-6
        spans = sorted({(round(tile.part[axis], 6), tile.part[axis] + tile.part[axis + 2]) for tile in tiles})
        spans = [span for i, span in enumerate(spans) if i == 0 or span[0] - spans[i - 1][0] > 1e-5]
        assert len(spans) == count
        assert spans[0][0] == 0
        assert spans[-1][1] == pytest.approx(length)
        for (_, end), (start, _) in pairwise(spans):
            assert end - start == pytest.approx(overlap, abs=1e-5)  # the strip is covered exactly
        assert (
            count
            == max(1, math.ceil((length - overlap) / (room - overlap) - 1e-9))
            == tiles_along(length, room, overlap)
        )
        assert count == 1 or (length + (count - 2) * overlap) / (count - 1) > room  # one tile fewer would not suffice
    assert {(tile.row, tile.column) for tile in tiles} == set(product(range(tiling.rows), range(tiling.columns)))
