"""The perft table: published counts and those of the slow twin."""

from __future__ import annotations

import pytest

from cardgen.games.block_killer.field import cells_mask, lock, mask_cells, parse_field
from cardgen.games.block_killer.rules import SpinRule
from cardgen.games.block_killer.sequences import perft

from . import twin
from .perft_table import Entry, perft_table

QUICK, LONG = 200_000, 2_000_000


def _check(entry: Entry, most: int) -> None:
    counts = [count for count in entry.counts if count <= most]
    plies = perft(entry.field, entry.sequence[: len(counts)])
    assert [ply.sequences for ply in plies] == counts


@pytest.mark.parametrize("entry", perft_table(), ids=lambda entry: entry.name)
def test_the_perft_table(entry: Entry) -> None:
    _check(entry, QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("entry", perft_table(), ids=lambda entry: entry.name)
def test_the_perft_table_in_depth(entry: Entry) -> None:
    _check(entry, LONG)


@pytest.mark.parametrize("spin", ["immobile", "three-corner", "any"])
def test_every_figure_of_a_ply_is_that_of_plain_counting(spin: SpinRule) -> None:
    field = parse_field("####..####\n###...####\n####.#####")
    boards, figures = [field], []
    for block in "TI":
        after, spins, minis, lines = [], 0, 0, 0
        for board in boards:
            for cells, kind in twin.placements(mask_cells(board), block, spin).items():
                left, rows = lock(board, cells_mask(cells))
                after.append(left)
                spins += kind != "-"
                minis += kind == "mini"
                lines += len(rows)
        boards = after
        figures.append((len(boards), spins, minis, lines, len(set(boards))))
    plies = perft(field, "TI", spin)
    assert [(p.sequences, p.spins, p.minis, p.lines, p.boards) for p in plies] == figures


def test_rows_that_are_full_before_are_cleared_by_the_first_block() -> None:
    (ply,) = perft(parse_field("##########\n##########"), "M")
    assert (ply.sequences, ply.lines, ply.boards) == (10, 20, 10)
