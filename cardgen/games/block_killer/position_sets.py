"""Sets of positions of a block, each set one integer, and the tables to move whole sets.

The bits of a set are laid out by columns: bit x * stride + (rows - 1 - y). The lowest bit of a column is its top row.
So an addition lets a whole set fall: in `usable + reached`, the carry of each reached position runs down its column to
the last usable row. The zero bits under each floor, the guard, separate the columns.

A layout may have more rows below its floor, which only its user reads: no block falls there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen import dataclass, field
from cardgen.games.block_killer.blocks import (
    ORIENTATIONS,
    TURNING,
    Cells,
    block_pose,
    distinct_orientations,
    outline_kicks,
)
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height, mask_cells
from cardgen.games.block_killer.rules import Rotation

#: Free rows above the stack. A turn lowers a block's lowest cell by at most 3 rows, so a block that touches the stack
#: has turned at most 3 rows above it, and its kick tests read at most 7 rows above the stack.
ROOM = 8
#: Zero bits under each column. Shapes and kicks reach at most 3 rows.
GUARD = 4
#: Bits for each row in counts of filled cells.
COUNT_BITS = 6


@dataclass(frozen=True, slots=True)
class Placement:
    """A locked block: canonical orientation, column and row of its box's lower left corner, and its cells.

    `cells` are bits of a field. `spin` is True if the block can lock there by a spin, under the spin rule of the list.
    `mini` is True if every such spin ends in a kick other than the first test, also if the ruleset ignores minis.
    `row_counts` counts the cells in each row, to be added to the `row_counts` of a field.
    """

    block: str
    orientation: str
    x: int
    y: int
    cells: int
    spin: bool
    mini: bool
    row_counts: int = field(compare=False, repr=False)

    def __str__(self) -> str:
        """Return the placement in notation."""
        return f"{self.block}{self.orientation}@{self.x},{self.y}"

    def points(self) -> Cells:
        """The cells as (x, y), sorted by column, then row."""
        return mask_cells(self.cells)


# ----------------------------------------------------------------------------------------------------------------------
# Sets of positions


def shift(bits: int, by: int) -> int:
    """Return a set moved by so many bits; towards the floor and the right wall if positive."""
    return bits << by if by >= 0 else bits >> -by


def usable_by(free: int, shape: Sequence[int]) -> int:
    """Return the positions in which all cells of a shape are free.

    Every shape has a cell in its lowest row, so a position in the guard is never usable.
    """
    usable = -1
    for by in shape:
        usable &= free >> by if by >= 0 else free << -by
    return usable


def fall(reached: int, usable: int) -> int:
    """Return `reached` and every position below to which a block can fall from it."""
    return (((usable + reached) ^ usable) | reached) & usable


def slide(reached: int, usable: int, stride: int) -> int:
    """Return `reached` and every position to which moves left, right and down lead from it."""
    while True:
        wider = fall((reached | reached << stride | reached >> stride) & usable, usable)
        if wider == reached:
            return reached
        reached = wider


def any_orientation(states: list[int], shapes: int) -> list[int]:
    """Return the sets of orientations by shape. Orientations of the same shape are half the list apart."""
    return states if len(states) == shapes else [states[n] | states[n + shapes] for n in range(shapes)]


def reached_landings(states: list[int], landings: list[int]) -> list[int]:
    """Return the landings that are reached, by shape."""
    reached = any_orientation(states, len(landings))
    return [positions & landing for positions, landing in zip(reached, landings, strict=True)]


def immobile(locks: list[int], fitting_by_shape: list[int], stride: int) -> list[int]:
    """Return the locks from which a block can move neither left nor right nor up: only a turn can bring it there."""
    return [
        lock & ~(fitting << stride) & ~(fitting >> stride) & ~(fitting << 1)
        for lock, fitting in zip(locks, fitting_by_shape, strict=True)
    ]


def three_corners(free: int, corners: Sequence[int]) -> int:
    """Return the positions in which at least three of the four corners are filled or outside the walls or floor.

    It is correct for landings only: rows above the layout count as outside, but no landing is near them.
    """
    a, b, c, d = (~shift(free, -by) for by in corners)
    return a & b & (c | d) | c & d & (a | b)


class Notes:
    """What turns have tried, by shape: where they lead, where those of first tests lead, and positions to ask about."""

    __slots__ = ("arrived", "asked", "unkicked")

    def __init__(self, shapes: int) -> None:
        self.arrived, self.unkicked, self.asked = [0] * shapes, [0] * shapes, [0] * shapes


def turn(
    states: list[int],
    fitting_by_shape: list[int],
    moves: Moves,
    stride: int,
    notes: Notes,
    *,
    targets: list[int] | None = None,
    asking_sets: list[int] | None = None,
    stop_at_asking: bool = False,
) -> None:
    """Close the sets of the orientations under turns and slides, and record notes. Each position is turned once.

    If all `targets` are reached, it stops early. A test that leads to one of the `asking_sets`, by shape, is noted and
    fails; with `stop_at_asking` the turn ends at such a test.
    """
    waiting, asking_sets = list(states), asking_sets or [0] * len(fitting_by_shape)
    while any(waiting):
        for source, turns in enumerate(moves.turns):
            new, waiting[source] = waiting[source], 0
            if not new:
                continue
            for target, kicks in turns:
                shape = moves.shape_of[target]
                fitting, asking_set = fitting_by_shape[shape], asking_sets[shape]
                new_positions, remaining = 0, new
                for test, by in enumerate(kicks):
                    tried = remaining << by if by >= 0 else remaining >> -by
                    asking = tried & asking_set
                    if asking:
                        notes.asked[shape] |= asking
                        if stop_at_asking:
                            remaining ^= shift(asking, -by)
                    fits = tried & fitting
                    if fits:
                        remaining ^= fits >> by if by >= 0 else fits << -by
                        new_positions |= fits
                        if test == 0:
                            notes.unkicked[shape] |= fits
                    if not remaining:
                        break
                notes.arrived[shape] |= new_positions
                new_positions &= ~states[target]
                if new_positions:
                    reached_then = slide(states[target] | new_positions, fitting, stride)
                    waiting[target] |= reached_then ^ states[target]
                    states[target] = reached_then
        if targets is not None and reached_landings(states, targets) == targets:
            return


# ----------------------------------------------------------------------------------------------------------------------
# Tables of a layout


class Moves(NamedTuple):
    """The moves of a block in a layout, under one rotation rule.

    `shapes` are its distinct shapes as shifts to their cells. `shape_of` is the shape of each orientation. `turns` has
    for each orientation the target and kicks (as shifts) of both quarter turns; empty if turning changes nothing.
    """

    shapes: list[tuple[int, ...]]
    shape_of: list[int]
    turns: list[list[tuple[int, list[int]]]]
    placements: list[_Placements]
    spins: list[_Placements]
    minis: list[_Placements]


class Drop(NamedTuple):
    """A block above a field: its moves, the free cells, and sets of positions by shape.

    It fits where all of its cells are free, lands where it cannot move down, and is dropped from above the field.
    """

    moves: Moves
    free: int
    fitting: list[int]
    landings: list[int]
    dropped: list[int]


def layout_rows(field: int, step: int) -> int:
    """Return the rows of a layout for a field, a multiple of `step`: fields of similar height share their tables."""
    return -(-(field_height(field) + ROOM) // step) * step


class _Placements(dict[int, Placement]):
    """Bit of a layout -> the placement at it, which is made when it is first needed."""

    def __init__(
        self, layout: ColumnLayout, block: str, orientation: str, *, spin: bool = False, mini: bool = False
    ) -> None:
        super().__init__()
        self._layout, self._block, self._orientation = layout, block, orientation
        self._spin, self._mini = spin, mini

    def __missing__(self, bit: int) -> Placement:
        x, from_top = divmod(bit.bit_length() - 1, self._layout.stride)
        y = self._layout.rows - 1 - from_top
        pose = block_pose(self._block, self._orientation)
        placement = Placement(
            self._block,
            self._orientation,
            x + pose.box_x,
            y + pose.box_y,
            cells_mask((x + dx, y + dy) for dx, dy in pose.cells),
            self._spin,
            self._mini,
            sum(1 << COUNT_BITS * (y + dy) for _, dy in pose.cells),
        )
        self[bit] = placement
        return placement


class ColumnLayout:
    """The layout of sets with `rows` rows and so many more `below` them, and the tables that depend on it.

    `columns` is the top row: the lowest bit of each column.
    """

    def __init__(self, rows: int, below: int = 0) -> None:
        self.rows = rows
        self.stride = rows + below + GUARD
        self.columns = sum(1 << x * self.stride for x in range(WIDTH))
        self.board = self.columns * ((1 << rows) - 1)
        #: The ten bits of a row -> the same cells in the lowest row of the layout.
        self.spread = [0] * (1 << WIDTH)
        for row in range(1, 1 << WIDTH):
            x = row.bit_length() - 1
            self.spread[row] = self.spread[row ^ 1 << x] | 1 << x * self.stride + rows - 1
        self.moves: dict[tuple[str, Rotation], Moves] = {}
        # The corners about the centre of a T, which is at (1, 1) of its box.
        self.corners = [
            [self.shift(1 + pose.box_x + dx, 1 + pose.box_y + dy) for dx in (-1, 1) for dy in (-1, 1)]
            for pose in (block_pose("T", orientation) for orientation in ORIENTATIONS)
        ]

    def shift(self, dx: int, dy: int) -> int:
        """Return the shift of bits for a step in the field."""
        return dx * self.stride - dy

    def free_cells(self, field: int) -> int:
        """Return the cells of the layout that are empty in `field`."""
        filled = above = 0
        while field:
            filled |= self.spread[field & FULL_ROW] >> above
            field >>= WIDTH
            above += 1
        return self.board ^ filled

    def rows_from(self, height: int) -> int:
        """Return all positions in row `height` and above."""
        return self.columns * ((1 << self.rows - height) - 1)

    def drop(self, field: int, block: str, rotation: Rotation) -> Drop:
        """Return what a block can reach above a field without turns and slides. KeyError for an unknown block."""
        moves = self.moves.get((block, rotation)) or self._add_moves(block, rotation)
        free, seeds = self.free_cells(field), self.rows_from(field_height(field))
        fitting = [usable_by(free, shape) for shape in moves.shapes]
        landings = [positions & ~(positions >> 1) for positions in fitting]
        return Drop(moves, free, fitting, landings, [fall(positions & seeds, positions) for positions in fitting])

    def _add_moves(self, block: str, rotation: Rotation) -> Moves:
        """Make the tables of a block, keep them and return them."""
        distinct = distinct_orientations(block)
        states = ORIENTATIONS if block in TURNING else "0"
        tests = 1 if rotation == "plain" else None
        moves = Moves(
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
        for target in ((source + 1) % 4, (source - 1) % 4):
            kicks = outline_kicks(block, ORIENTATIONS[source], ORIENTATIONS[target])[:tests]
            turns.append((target, [self.shift(dx, dy) for dx, dy in kicks]))
        return turns


def collect(
    moves: Moves, locked: list[int], spins: list[int] | None = None, minis: list[int] | None = None
) -> list[Placement]:
    """Return the placements at the bits of `locked`, shape by shape."""
    collected: list[Placement] = []
    for shape, bits in enumerate(locked):
        table = moves.placements[shape]
        spin = spins[shape] if spins else 0
        mini = minis[shape] if minis else 0
        while bits:
            low = bits & -bits
            if spin & low:
                collected.append((moves.minis if mini & low else moves.spins)[shape][low])
            else:
                collected.append(table[low])
            bits ^= low
    return collected
