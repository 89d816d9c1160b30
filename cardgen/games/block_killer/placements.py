"""Every placement a block can reach, whole sets of positions at a time.

A block enters above everything, in any column and orientation; it moves left, right and down and turns with kicks,
and locks wherever it cannot move down. Here all positions of one orientation are one integer: a bit says that the
lower left corner of the block's outline may be at that column and row. Moves are shifts of such sets, which live in
wells: see `cardgen.games.block_killer.wells`.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, field_height
from cardgen.games.block_killer.rules import Rotation, Rules, SpinRule
from cardgen.games.block_killer.wells import (
    COUNT_BITS,
    ROOM,
    Moves,
    Placement,
    Well,
    collect,
    fall,
    locked_in,
    shift,
    slide,
    three_corners,
    usable_by,
)

__all__ = ["Placement", "full_mask", "legal_placements", "list_placements", "row_counts"]

#: Wells come in steps of so many rows, so that fields of like height share their tables.
STEP = 8

_COUNT_FULL = 1 << COUNT_BITS - 1


def legal_placements(field: int, block: str, rules: Rules) -> list[Placement]:
    """Every distinct set of cells that `block` can lock in, with spin and mini flags, under `rules`.

    They stand in the order of orientation, column, and row from the top. KeyError for an unknown block.
    """
    return list_placements(field, block, rules.play.spin, rules.play.rotation)


def list_placements(field: int, block: str, spin: SpinRule = "immobile", rotation: Rotation = "srs") -> list[Placement]:
    """`legal_placements` under a spin rule and a rotation alone."""
    height = field_height(field)
    well = _well(-(-(height + ROOM) // STEP) * STEP)
    block_moves = well.moves.get((block, rotation)) or well.add_moves(block, rotation)
    free, stride = well.free_cells(field), well.stride
    usable = [usable_by(free, shape) for shape in block_moves.shapes]
    land = [inside & ~(inside >> 1) for inside in usable]
    seeds = well.rows_from(height)
    reached = [fall(inside & seeds, inside) for inside in usable]

    arrivals_decide = spin == "any" or (spin == "three-corner" and block == "T")
    if reached == usable and not (arrivals_decide and block_moves.turns):
        # Nothing overhangs: every lock is a straight drop, and can be lifted out again, so no spin is immobile.
        return collect(block_moves, land)

    reached = [slide(positions, inside, stride) for positions, inside in zip(reached, usable, strict=True)]
    if not block_moves.turns:
        return collect(block_moves, [a & b for a, b in zip(land, reached, strict=True)])
    states = [reached[shape] for shape in block_moves.shape_of]
    if arrivals_decide or not _covers(states, land):
        _turn(states, usable, block_moves, stride, None if arrivals_decide else land)
    locked = locked_in(states, land)

    if spin == "immobile":
        # Where a block can go neither left, right nor up it was not slid or dropped: only a turn can have brought it.
        spins = [
            here & ~(inside << stride) & ~(inside >> stride) & ~(inside << 1)
            for here, inside in zip(locked, usable, strict=True)
        ]
        if not any(spins):
            return collect(block_moves, locked)
        _turn(states, usable, block_moves, stride, None)
    elif not arrivals_decide:
        return collect(block_moves, locked)
    arrived, unkicked = _arrivals(states, usable, block_moves)
    if arrivals_decide:
        spins = [here & there for here, there in zip(locked, arrived, strict=True)]
        if spin == "three-corner":
            spins = [here & three_corners(free, corners) for here, corners in zip(spins, well.corners, strict=True)]
    minis = [here & ~plain for here, plain in zip(spins, unkicked, strict=True)]
    return collect(block_moves, locked, spins, minis)


# ----------------------------------------------------------------------------------------------------------------------
# Sets of positions


def _turn(states: list[int], usable: list[int], moves: Moves, stride: int, wanted: list[int] | None) -> None:
    """Close the sets of the four orientations under turns and slides, or stop when all `wanted` locks are reached."""
    waiting = list(states)
    while any(waiting):
        for source, turns in enumerate(moves.turns):
            fresh, waiting[source] = waiting[source], 0
            if not fresh:
                continue
            for target, kicks in turns:
                inside = usable[moves.shape_of[target]]
                entered = 0
                left = fresh
                for by in kicks:
                    fits = left & shift(inside, -by)
                    if fits:
                        entered |= shift(fits, by)
                        left ^= fits
                        if not left:
                            break
                entered &= ~states[target]
                if entered:
                    wider = slide(states[target] | entered, inside, stride)
                    waiting[target] |= wider ^ states[target]
                    states[target] = wider
        if wanted is not None and _covers(states, wanted):
            return


def _covers(states: list[int], land: list[int]) -> bool:
    return locked_in(states, land) == land


def _arrivals(states: list[int], usable: list[int], moves: Moves) -> tuple[list[int], list[int]]:
    """Where a turn from any reached position leads, by shape; and where one leads on its first test."""
    arrived, unkicked = [0] * len(usable), [0] * len(usable)
    for source, turns in enumerate(moves.turns):
        for target, kicks in turns:
            shape = moves.shape_of[target]
            left = states[source]
            for test, by in enumerate(kicks):
                fits = left & shift(usable[shape], -by)
                if fits:
                    left ^= fits
                    arrived[shape] |= shift(fits, by)
                    if test == 0:
                        unkicked[shape] |= shift(fits, by)
    return arrived, unkicked


@lru_cache(maxsize=32)
def _well(rows: int) -> Well:
    return Well(rows)


# ----------------------------------------------------------------------------------------------------------------------
# Counting rows, for those who place by the million


def row_counts(field: int, rows: int) -> int:
    """The filled cells of each of `rows` rows, six bits a row, such that a count of ten sets the row's highest bit.

    Adding the `row_counts` of a placement and masking with `full_mask` tells at once whether any row is full.
    """
    counts = 0
    for y in range(rows):
        counts |= (_COUNT_FULL - WIDTH + (field >> WIDTH * y & FULL_ROW).bit_count()) << COUNT_BITS * y
    return counts


def full_mask(rows: int) -> int:
    """The bits of `row_counts` that say that a row is full."""
    return sum(_COUNT_FULL << COUNT_BITS * y for y in range(rows))
