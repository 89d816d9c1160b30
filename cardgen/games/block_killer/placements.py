"""Every placement that a block can reach, computed with sets of positions.

A block enters above everything, in any column and orientation. It moves left, right and down, turns with kicks, and
locks where it cannot move down. All positions of one orientation are one integer: a bit means that the lower left
corner of the block's outline can be at that column and row. Moves are shifts of such sets: see
`cardgen.games.block_killer.position_sets`.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW
from cardgen.games.block_killer.position_sets import (
    COUNT_BITS,
    ColumnLayout,
    Notes,
    Placement,
    collect,
    immobile,
    layout_rows,
    reached_landings,
    slide,
    three_corners,
    turn,
)
from cardgen.games.block_killer.rules import BlockKillerRules, Rotation, SpinRule

__all__ = ["Placement", "full_mask", "legal_placements", "list_placements", "row_counts"]

#: The rows of layouts are a multiple of this.
STEP = 8

_COUNT_FULL = 1 << COUNT_BITS - 1


def legal_placements(field: int, block: str, rules: BlockKillerRules) -> list[Placement]:
    """Return every distinct set of cells in which `block` can lock, with spin and mini flags, under `rules`.

    They are sorted by orientation, column, and row from the top. KeyError for an unknown block.
    """
    return list_placements(field, block, rules.play.spin, rules.play.rotation)


def list_placements(field: int, block: str, spin: SpinRule = "immobile", rotation: Rotation = "srs") -> list[Placement]:
    """Return the placements of a block under a spin rule and a rotation, as `legal_placements` does."""
    layout = _layout(layout_rows(field, STEP))
    moves, free, fitting, landings, reached = layout.drop(field, block, rotation)
    stride = layout.stride

    needs_arrivals = spin == "any" or (spin == "three-corner" and block == "T")
    if reached == fitting and not (needs_arrivals and moves.turns):
        # Without overhangs, each lock is a straight drop and can be moved up again, so no spin is immobile.
        return collect(moves, landings)

    reached = [slide(positions, usable, stride) for positions, usable in zip(reached, fitting, strict=True)]
    if not moves.turns:
        return collect(moves, [a & b for a, b in zip(landings, reached, strict=True)])
    states, notes = [reached[shape] for shape in moves.shape_of], Notes(len(fitting))
    if needs_arrivals or reached_landings(states, landings) != landings:
        turn(states, fitting, moves, stride, notes, targets=None if needs_arrivals else landings)
    locks = reached_landings(states, landings)

    if spin == "immobile":
        spins = immobile(locks, fitting, stride)
        if not any(spins):
            return collect(moves, locks)
        turn(states, fitting, moves, stride, notes)
    elif not needs_arrivals:
        return collect(moves, locks)
    else:
        spins = [lock & arrival for lock, arrival in zip(locks, notes.arrived, strict=True)]
        if spin == "three-corner":
            spins = [
                spin_set & three_corners(free, corners) for spin_set, corners in zip(spins, layout.corners, strict=True)
            ]
    minis = [spin_set & ~plain for spin_set, plain in zip(spins, notes.unkicked, strict=True)]
    return collect(moves, locks, spins, minis)


@lru_cache(maxsize=32)
def _layout(rows: int) -> ColumnLayout:
    return ColumnLayout(rows)


# ----------------------------------------------------------------------------------------------------------------------
# Counts of rows, for fast searches


def row_counts(field: int, rows: int) -> int:
    """Return the filled cells of each of `rows` rows, six bits a row. A count of ten sets the row's highest bit.

    To find out if any row is full, add the `row_counts` of a placement and mask the sum with `full_mask`.
    """
    counts = 0
    for y in range(rows):
        counts |= (_COUNT_FULL - WIDTH + (field >> WIDTH * y & FULL_ROW).bit_count()) << COUNT_BITS * y
    return counts


def full_mask(rows: int) -> int:
    """Return the bits of `row_counts` that are set for full rows."""
    return sum(_COUNT_FULL << COUNT_BITS * y for y in range(rows))
