"""Every placement a block can reach, whole sets of positions at a time.

A block enters above everything, in any column and orientation; it moves left, right and down and turns with kicks,
and locks wherever it cannot move down. Here all positions of one orientation are one integer: a bit says that the
lower left corner of the block's outline may be at that column and row. Moves are shifts of such sets.

The sets live in a *well* laid out by columns: bit x * stride + (rows - 1 - y). The lowest bit of a column is its top
row, so falling is carrying: in `usable + reached` the carry of each reached position runs down its column to the
last usable row, and one addition drops a whole set everywhere at once. Zero bits under each floor, the guard, keep
the columns apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cardgen.games.block_killer.blocks import (
    ORIENTATIONS,
    TURNING,
    Cells,
    block_kicks,
    block_pose,
    distinct_orientations,
)
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height, mask_cells
from cardgen.games.block_killer.rules import Rotation, Rules, SpinRule

#: Free rows kept above the stack. A turn lowers a block's lowest cell by at most 3 rows, so whatever touches the
#: stack turns from at most 3 rows above it, and its kick tests look at most 7 rows above the stack.
ROOM = 8
#: Zero bits under each column. No shape and no kick reaches further than 3 rows.
GUARD = 4
#: Wells come in steps of so many rows, so that fields of like height share their tables.
STEP = 8

_COUNT_BITS = 6
_COUNT_FULL = 1 << _COUNT_BITS - 1


@dataclass(frozen=True, slots=True)
class Placement:
    """A block locked: canonical orientation, column and row of its box's lower left corner, and its cells.

    `cells` are bits of a field. `spin` says that the block can come to lie there by a spin, under the rule it was
    listed with; `mini` that every such spin ends in a kick other than the first test, whatever the ruleset makes of
    it. `row_counts` counts the cells in each row, for `row_counts` of a field to be added to.
    """

    block: str
    orientation: str
    x: int
    y: int
    cells: int
    spin: bool
    mini: bool
    row_counts: int = field(compare=False, repr=False)

    def points(self) -> Cells:
        """The cells as (x, y), sorted by column, then row."""
        return mask_cells(self.cells)


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
    usable = [_usable(free, shape) for shape in block_moves.shapes]
    land = [inside & ~(inside >> 1) for inside in usable]
    seeds = well.rows_from(height)
    reached = [_fall(inside & seeds, inside) for inside in usable]

    arrivals_decide = spin == "any" or (spin == "three-corner" and block == "T")
    if reached == usable and not (arrivals_decide and block_moves.turns):
        # Nothing overhangs: every lock is a straight drop, and can be lifted out again, so no spin is immobile.
        return _collect(block_moves, land)

    reached = [_slide(positions, inside, stride) for positions, inside in zip(reached, usable, strict=True)]
    if not block_moves.turns:
        return _collect(block_moves, [a & b for a, b in zip(land, reached, strict=True)])
    states = [reached[shape] for shape in block_moves.shape_of]
    if arrivals_decide or not _covers(states, land):
        _turn(states, usable, block_moves, stride, None if arrivals_decide else land)
    locked = _locked(states, land)

    if spin == "immobile":
        # Where a block can go neither left, right nor up it was not slid or dropped: only a turn can have brought it.
        spins = [
            here & ~(inside << stride) & ~(inside >> stride) & ~(inside << 1)
            for here, inside in zip(locked, usable, strict=True)
        ]
        if not any(spins):
            return _collect(block_moves, locked)
        _turn(states, usable, block_moves, stride, None)
    elif not arrivals_decide:
        return _collect(block_moves, locked)
    arrived, unkicked = _arrivals(states, usable, block_moves)
    if arrivals_decide:
        spins = [here & there for here, there in zip(locked, arrived, strict=True)]
        if spin == "three-corner":
            spins = [here & _three_corners(free, corners) for here, corners in zip(spins, well.corners, strict=True)]
    minis = [here & ~plain for here, plain in zip(spins, unkicked, strict=True)]
    return _collect(block_moves, locked, spins, minis)


# ----------------------------------------------------------------------------------------------------------------------
# Sets of positions


def _shift(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


def _usable(free: int, shape: Sequence[int]) -> int:
    """Where all cells of a shape are free: the free cells seen from each of its cells, all at once.

    Every shape has a cell in its lowest row, which sees the guard from there, so no guard bit is ever usable.
    """
    usable = -1
    for by in shape:
        usable &= free >> by if by >= 0 else free << -by
    return usable


def _fall(reached: int, usable: int) -> int:
    """`reached` and everything below it that can be fallen to."""
    return (((usable + reached) ^ usable) | reached) & usable


def _slide(reached: int, usable: int, stride: int) -> int:
    """`reached` and everything that left, right and down lead to from it."""
    while True:
        wider = _fall((reached | reached << stride | reached >> stride) & usable, usable)
        if wider == reached:
            return reached
        reached = wider


def _turn(states: list[int], usable: list[int], moves: _Moves, stride: int, wanted: list[int] | None) -> None:
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
                    fits = left & _shift(inside, -by)
                    if fits:
                        entered |= _shift(fits, by)
                        left ^= fits
                        if not left:
                            break
                entered &= ~states[target]
                if entered:
                    wider = _slide(states[target] | entered, inside, stride)
                    waiting[target] |= wider ^ states[target]
                    states[target] = wider
        if wanted is not None and _covers(states, wanted):
            return


def _locked(states: list[int], land: list[int]) -> list[int]:
    """The landings reached, by shape. Orientations that look alike stand half the list apart."""
    shapes = len(land)
    return [
        here & (states[shape] if shapes == len(states) else states[shape] | states[shape + shapes])
        for shape, here in enumerate(land)
    ]


def _covers(states: list[int], land: list[int]) -> bool:
    return _locked(states, land) == land


def _arrivals(states: list[int], usable: list[int], moves: _Moves) -> tuple[list[int], list[int]]:
    """Where a turn from any reached position leads, by shape; and where one leads on its first test."""
    arrived, unkicked = [0] * len(usable), [0] * len(usable)
    for source, turns in enumerate(moves.turns):
        for target, kicks in turns:
            shape = moves.shape_of[target]
            left = states[source]
            for test, by in enumerate(kicks):
                fits = left & _shift(usable[shape], -by)
                if fits:
                    left ^= fits
                    arrived[shape] |= _shift(fits, by)
                    if test == 0:
                        unkicked[shape] |= _shift(fits, by)
    return arrived, unkicked


def _three_corners(free: int, corners: Sequence[int]) -> int:
    """Where at least three of the four corners are filled or outside the walls or floor.

    Only a landing is asked about, so the top of the well, which would count as outside, is out of sight.
    """
    a, b, c, d = (~_shift(free, -by) for by in corners)
    return a & b & (c | d) | c & d & (a | b)


# ----------------------------------------------------------------------------------------------------------------------
# Tables of a well


class _Moves(NamedTuple):
    """A block in a well, under one rotation rule.

    `shapes` are its distinct shapes as shifts to their cells; `shape_of` the shape of each orientation; `turns` for
    each orientation the target and kicks (as shifts) of both quarter turns, empty when turning changes nothing.
    """

    shapes: list[tuple[int, ...]]
    shape_of: list[int]
    turns: list[list[tuple[int, list[int]]]]
    placements: list[_Placements]
    spins: list[_Placements]
    minis: list[_Placements]


class _Placements(dict[int, Placement]):
    """Bit of a well -> the placement there, made when first asked for: placements are values, so each is made once."""

    def __init__(self, well: _Well, block: str, orientation: str, *, spin: bool = False, mini: bool = False) -> None:
        super().__init__()
        self._well, self._block, self._orientation = well, block, orientation
        self._spin, self._mini = spin, mini

    def __missing__(self, bit: int) -> Placement:
        x, from_top = divmod(bit.bit_length() - 1, self._well.stride)
        y = self._well.rows - 1 - from_top
        pose = block_pose(self._block, self._orientation)
        made = Placement(
            self._block,
            self._orientation,
            x + pose.box_x,
            y + pose.box_y,
            cells_mask((x + dx, y + dy) for dx, dy in pose.cells),
            self._spin,
            self._mini,
            sum(1 << _COUNT_BITS * (y + dy) for _, dy in pose.cells),
        )
        self[bit] = made
        return made


class _Well:
    """The layout of a well with `rows` rows, and the tables that depend on it."""

    __slots__ = ("_columns", "_spread", "board", "corners", "moves", "rows", "stride")

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.stride = rows + GUARD
        self._columns = sum(1 << x * self.stride for x in range(WIDTH))
        self.board = self._columns * ((1 << rows) - 1)
        # The ten bits of a row, on the floor of the well.
        self._spread = [0] * (1 << WIDTH)
        for row in range(1, 1 << WIDTH):
            x = row.bit_length() - 1
            self._spread[row] = self._spread[row ^ 1 << x] | 1 << x * self.stride + rows - 1
        self.moves: dict[tuple[str, Rotation], _Moves] = {}
        # The corners about the centre of a T, which is at (1, 1) of its box.
        self.corners = [
            [self.shift(1 + pose.box_x + dx, 1 + pose.box_y + dy) for dx in (-1, 1) for dy in (-1, 1)]
            for pose in (block_pose("T", orientation) for orientation in ORIENTATIONS)
        ]

    def shift(self, dx: int, dy: int) -> int:
        """How far a step in the field moves a bit of the well."""
        return dx * self.stride - dy

    def free_cells(self, field: int) -> int:
        """The cells of the well that `field` leaves empty."""
        filled = above = 0
        while field:
            filled |= self._spread[field & FULL_ROW] >> above
            field >>= WIDTH
            above += 1
        return self.board ^ filled

    def rows_from(self, height: int) -> int:
        """All positions in row `height` and above."""
        return self._columns * ((1 << self.rows - height) - 1)

    def add_moves(self, block: str, rotation: Rotation) -> _Moves:
        """The tables of a block, kept for the next time. KeyError for an unknown block."""
        distinct = distinct_orientations(block)
        states = ORIENTATIONS if block in TURNING else "0"
        tests = 1 if rotation == "plain" else None
        moves = _Moves(
            shapes=[tuple(self.shift(dx, dy) for dx, dy in block_pose(block, o).cells) for o in distinct],
            shape_of=[index % len(distinct) for index in range(len(states))],
            turns=[self._turns(block, source, tests) for source in range(4)] if block in TURNING else [],
            placements=[_Placements(self, block, o) for o in distinct],
            spins=[_Placements(self, block, o, spin=True) for o in distinct],
            minis=[_Placements(self, block, o, spin=True, mini=True) for o in distinct],
        )
        self.moves[block, rotation] = moves
        return moves

    def _turns(self, block: str, source: int, tests: int | None) -> list[tuple[int, list[int]]]:
        turns = []
        start = block_pose(block, ORIENTATIONS[source])
        for target in ((source + 1) % 4, (source - 1) % 4):
            end = block_pose(block, ORIENTATIONS[target])
            kicks = block_kicks(block, ORIENTATIONS[source], ORIENTATIONS[target])[:tests]
            # The box stays where it is but for the kick; the outline's corner moves with the outline.
            offset_x, offset_y = start.box_x - end.box_x, start.box_y - end.box_y
            turns.append((target, [self.shift(dx + offset_x, dy + offset_y) for dx, dy in kicks]))
        return turns


@lru_cache(maxsize=32)
def _well(rows: int) -> _Well:
    return _Well(rows)


def _collect(
    moves: _Moves, locked: list[int], spins: list[int] | None = None, minis: list[int] | None = None
) -> list[Placement]:
    """The placements at the bits of `locked`, shape by shape."""
    found: list[Placement] = []
    for shape, bits in enumerate(locked):
        table = moves.placements[shape]
        spin = spins[shape] if spins else 0
        mini = minis[shape] if minis else 0
        while bits:
            low = bits & -bits
            if spin & low:
                found.append((moves.minis if mini & low else moves.spins)[shape][low])
            else:
                found.append(table[low])
            bits ^= low
    return found


# ----------------------------------------------------------------------------------------------------------------------
# Counting rows, for those who place by the million


def row_counts(field: int, rows: int) -> int:
    """The filled cells of each of `rows` rows, six bits a row, such that a count of ten sets the row's highest bit.

    Adding the `row_counts` of a placement and masking with `full_mask` tells at once whether any row is full.
    """
    counts = 0
    for y in range(rows):
        counts |= (_COUNT_FULL - WIDTH + (field >> WIDTH * y & FULL_ROW).bit_count()) << _COUNT_BITS * y
    return counts


def full_mask(rows: int) -> int:
    """The bits of `row_counts` that say that a row is full."""
    return sum(_COUNT_FULL << _COUNT_BITS * y for y in range(rows))
