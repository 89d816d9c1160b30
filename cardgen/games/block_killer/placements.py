"""Every placement that a block can reach, computed with sets of positions.

A block enters above everything, in any column and orientation. It moves left, right and down, turns with kicks, and
locks where it cannot move down. All positions of one orientation are one integer: a bit means that the lower left
corner of the block's outline can be at that column and row. Moves are shifts of such sets: see
`cardgen.games.block_killer.position_sets`.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, field_height
from cardgen.games.block_killer.position_sets import (
    COUNT_BITS,
    ROOM,
    ColumnLayout,
    Moves,
    Placement,
    collect,
    fall,
    reached_landings,
    shift,
    slide,
    three_corners,
    usable_by,
)
from cardgen.games.block_killer.rules import BlockKillerRules, Rotation, SpinRule

__all__ = ["Placement", "full_mask", "legal_placements", "list_placements", "row_counts"]

#: The rows of layouts are a multiple of this, so that fields of similar height share their tables.
STEP = 8

_COUNT_FULL = 1 << COUNT_BITS - 1


def legal_placements(field: int, block: str, rules: BlockKillerRules) -> list[Placement]:
    """Return every distinct set of cells in which `block` can lock, with spin and mini flags, under `rules`.

    They are sorted by orientation, column, and row from the top. KeyError for an unknown block.
    """
    return list_placements(field, block, rules.play.spin, rules.play.rotation)


def list_placements(field: int, block: str, spin: SpinRule = "immobile", rotation: Rotation = "srs") -> list[Placement]:
    """Return the placements of a block under a spin rule and a rotation, as `legal_placements` does."""
    height = field_height(field)
    layout = _layout(-(-(height + ROOM) // STEP) * STEP)
    block_moves = layout.moves.get((block, rotation)) or layout.add_moves(block, rotation)
    free, stride = layout.free_cells(field), layout.stride
    fitting_by_shape = [usable_by(free, shape) for shape in block_moves.shapes]
    landings = [fitting & ~(fitting >> 1) for fitting in fitting_by_shape]
    seeds = layout.rows_from(height)
    reached = [fall(fitting & seeds, fitting) for fitting in fitting_by_shape]

    needs_arrivals = spin == "any" or (spin == "three-corner" and block == "T")
    if reached == fitting_by_shape and not (needs_arrivals and block_moves.turns):
        # Without overhangs, each lock is a straight drop and can be moved up again, so no spin is immobile.
        return collect(block_moves, landings)

    reached = [slide(positions, fitting, stride) for positions, fitting in zip(reached, fitting_by_shape, strict=True)]
    if not block_moves.turns:
        return collect(block_moves, [a & b for a, b in zip(landings, reached, strict=True)])
    states = [reached[shape] for shape in block_moves.shape_of]
    if needs_arrivals or not _reaches_all(states, landings):
        _turn(states, fitting_by_shape, block_moves, stride, None if needs_arrivals else landings)
    locks = reached_landings(states, landings)

    if spin == "immobile":
        # Only a turn can bring a block to a place from which it can move neither left nor right nor up.
        spins = [
            lock & ~(fitting << stride) & ~(fitting >> stride) & ~(fitting << 1)
            for lock, fitting in zip(locks, fitting_by_shape, strict=True)
        ]
        if not any(spins):
            return collect(block_moves, locks)
        _turn(states, fitting_by_shape, block_moves, stride, None)
    elif not needs_arrivals:
        return collect(block_moves, locks)
    arrived, unkicked = _arrivals(states, fitting_by_shape, block_moves)
    if needs_arrivals:
        spins = [lock & arrival for lock, arrival in zip(locks, arrived, strict=True)]
        if spin == "three-corner":
            spins = [
                spin_set & three_corners(free, corners) for spin_set, corners in zip(spins, layout.corners, strict=True)
            ]
    minis = [spin_set & ~plain for spin_set, plain in zip(spins, unkicked, strict=True)]
    return collect(block_moves, locks, spins, minis)


# ----------------------------------------------------------------------------------------------------------------------
# Sets of positions


def _turn(states: list[int], fitting_by_shape: list[int], moves: Moves, stride: int, targets: list[int] | None) -> None:
    """Close the sets of the four orientations under turns and slides, and stop early if all `targets` are reached."""
    waiting = list(states)
    while any(waiting):
        for source, turns in enumerate(moves.turns):
            new, waiting[source] = waiting[source], 0
            if not new:
                continue
            for target, kicks in turns:
                fitting = fitting_by_shape[moves.shape_of[target]]
                new_positions = 0
                remaining = new
                for by in kicks:
                    fits = remaining & shift(fitting, -by)
                    if fits:
                        new_positions |= shift(fits, by)
                        remaining ^= fits
                        if not remaining:
                            break
                new_positions &= ~states[target]
                if new_positions:
                    reached_then = slide(states[target] | new_positions, fitting, stride)
                    waiting[target] |= reached_then ^ states[target]
                    states[target] = reached_then
        if targets is not None and _reaches_all(states, targets):
            return


def _reaches_all(states: list[int], landings: list[int]) -> bool:
    return reached_landings(states, landings) == landings


def _arrivals(states: list[int], fitting_by_shape: list[int], moves: Moves) -> tuple[list[int], list[int]]:
    """Return the positions that turns from reached positions lead to, by shape; and those of first tests only."""
    arrived, unkicked = [0] * len(fitting_by_shape), [0] * len(fitting_by_shape)
    for source, turns in enumerate(moves.turns):
        for target, kicks in turns:
            shape = moves.shape_of[target]
            remaining = states[source]
            for test, by in enumerate(kicks):
                fits = remaining & shift(fitting_by_shape[shape], -by)
                if fits:
                    remaining ^= fits
                    arrived[shape] |= shift(fits, by)
                    if test == 0:
                        unkicked[shape] |= shift(fits, by)
    return arrived, unkicked


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
