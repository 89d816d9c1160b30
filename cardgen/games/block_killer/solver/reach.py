"""What a block can do above rows that nobody has seen yet.

The field here has a bottom half that is not decided. Its known rows are a field as everywhere, row 0 the lowest known
one. Row -1, the *first unknown row*, has a set of columns that are known to be filled; of its other cells, and of
everything below, nothing is known.

`look` walks as if row -1 were filled from wall to wall, the *filled world*, and notes every cell of row -1 that any
step asks about. Of the columns noted, that are not known to be filled, it makes `looked`. So in any world in which row
-1 is filled on `looked` (and on what was known before) the placements are exactly those of the filled world: no step
of the walk asked about anything else. Those that come about without a single answer from an unknown cell are *certain*:
they are the same in every world.

A step asks in two places. Down: may the block stand one row lower? And turning: a turn takes the first kick that fits,
so each test that looks at an unknown cell makes that one and all later ones of this turn uncertain; in the filled world
it fails. A test that a known filled cell fails already asks nothing. Going left or right asks nothing, as a block that
stands on known free cells stays in their rows. No turn of any block, kicked or not, jumps over row -1: if it touches
rows below that it touches row -1 too.

Where spins need more than "locked and immobile" (`any`, `three-corner`, minis paid less) whether a placement is a spin
depends on every path to it, unknown ones too. There nothing is called certain unless nothing unknown was asked about;
and for `three-corner` the corners of a T in row -1 are asked about as well.

Sets of positions are integers laid out by columns, as in `cardgen.games.block_killer.placements`, which tells how they
fall, slide and turn; here the well has a few unknown rows more below the known ones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardgen.games.block_killer.blocks import (
    BLOCKS,
    ORIENTATIONS,
    TURNING,
    block_kicks,
    block_pose,
    distinct_orientations,
)
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height
from cardgen.games.block_killer.rules import Rules

#: Free rows kept above the known ones, unknown rows kept below them, and zero bits under each column.
ROOM, DEPTH, GUARD = 8, 4, 4
#: Wells come in steps of so many rows.
STEP = 4
#: Bits a row in counts of filled cells.
COUNT_BITS = 6


class Spot(NamedTuple):
    """A block locked: its cells as bits of the known field, and how many lie in each row, six bits a row.

    `mini` is told only where minis are paid less.
    """

    cells: int
    counts: int
    spin: bool
    mini: bool


class Looked(NamedTuple):
    """What a block can do: the certain placements, those of the filled world besides, and the columns asked about."""

    certain: tuple[Spot, ...]
    filled: tuple[Spot, ...]
    looked: int


class Ways:
    """The placements of blocks under one ruleset's spin and rotation."""

    def __init__(self, rules: Rules) -> None:
        self._spin = rules.play.spin
        self._plain = rules.play.rotation == "plain"
        self._minis_matter = rules.play.mini == "kicked" and self._spin != "never"

    def look(self, known: int, filled: int, block: str) -> Looked:
        """Where `block` can lock above the `known` rows, row -1 being filled at least in the columns `filled`."""
        height = field_height(known)
        well = _well(-(-(height + ROOM) // STEP) * STEP)
        moves = well.moves.get((block, self._plain)) or well.add_moves(block, self._plain)
        free = well.free_cells(known)
        shapes, stride = moves.shapes, well.stride
        usable = [_usable(free, shape) for shape in shapes]
        land = [inside & ~(inside >> 1) for inside in usable]
        asking = free | well.below | well.row_below & ~well.unknown_row(filled)
        asks = [_usable(asking, shape) & ~inside for shape, inside in zip(shapes, usable, strict=True)]

        seeds = well.rows_from(height)
        reached = [_fall(inside & seeds, inside) for inside in usable]
        if reached != usable:
            reached = [_slide(positions, inside, stride) for positions, inside in zip(reached, usable, strict=True)]
        notes = _Notes([0] * len(shapes), [0] * len(shapes), [0] * len(shapes))
        states = [reached[shape] for shape in moves.shape_of]
        if moves.turns:
            _turn(states, usable, asks, moves, stride, notes, careful=False)
        locked = _locked(states, land)

        arrivals_decide = self._spin == "any" or (self._spin == "three-corner" and block == "T")
        spins = [0] * len(shapes)
        if moves.turns and self._spin == "immobile":
            spins = [
                here & ~(inside << stride) & ~(inside >> stride) & ~(inside << 1)
                for here, inside in zip(locked, usable, strict=True)
            ]
        elif moves.turns and arrivals_decide:
            spins = [here & there for here, there in zip(locked, notes.arrived, strict=True)]
        corner_columns = 0
        if self._spin == "three-corner" and block == "T":
            spins = [here & _three_corners(free, corners) for here, corners in zip(spins, well.corners, strict=True)]
            for here, corners in zip(locked, well.corners, strict=True):
                for by in corners:
                    corner_columns |= _shift(here, by)
        minis = [0] * len(shapes)
        if self._minis_matter:
            minis = [here & ~plain for here, plain in zip(spins, notes.unkicked, strict=True)]

        turned_asks = list(notes.asked)
        below = corner_columns
        for shape, here in enumerate(_any_orientation(states, len(shapes))):
            asked = notes.asked[shape] | here << 1 & asks[shape]
            if asked:
                for by in shapes[shape]:
                    below |= _shift(asked, by)
        looked = well.columns_of(below & well.row_below) & ~filled & FULL_ROW
        every = _collect(moves, locked, spins, minis)
        if not looked:
            return Looked(tuple(every), (), 0)
        if moves.turns and (arrivals_decide or self._minis_matter):
            return Looked((), tuple(every), looked)

        # Once more, with no turn going on past a test that asked.
        if any(turned_asks):
            states = [reached[shape] for shape in moves.shape_of]
            _turn(states, usable, asks, moves, stride, notes, careful=True)
        sure = [here & ~(ask >> 1) for here, ask in zip(_locked(states, land), asks, strict=True)]
        certain = _collect(moves, sure, spins, minis)
        other = [here & ~there for here, there in zip(locked, sure, strict=True)]
        return Looked(tuple(certain), tuple(_collect(moves, other, spins, minis)), looked)


class _Notes(NamedTuple):
    """By shape: the positions that ask about row -1 and were tried by a turn, where turns arrive, and unkicked ones."""

    asked: list[int]
    arrived: list[int]
    unkicked: list[int]


def _shift(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


def _usable(free: int, shape: tuple[int, ...]) -> int:
    usable = -1
    for by in shape:
        usable &= free >> by if by >= 0 else free << -by
    return usable


def _fall(reached: int, usable: int) -> int:
    return (((usable + reached) ^ usable) | reached) & usable


def _slide(reached: int, usable: int, stride: int) -> int:
    while True:
        wider = _fall((reached | reached << stride | reached >> stride) & usable, usable)
        if wider == reached:
            return reached
        reached = wider


def _turn(
    states: list[int], usable: list[int], asks: list[int], moves: _Moves, stride: int, notes: _Notes, *, careful: bool
) -> None:
    """Close the sets of the orientations under turns and slides, each position turned once, and take notes.

    A test that asks about row -1 fails; when `careful`, the turn ends there.
    """
    waiting = list(states)
    while any(waiting):
        for source, turns in enumerate(moves.turns):
            fresh, waiting[source] = waiting[source], 0
            if not fresh:
                continue
            for target, kicks in turns:
                shape = moves.shape_of[target]
                inside, ask = usable[shape], asks[shape]
                entered, left = 0, fresh
                for test, by in enumerate(kicks):
                    tried = left << by if by >= 0 else left >> -by
                    asking = tried & ask
                    if asking:
                        notes.asked[shape] |= asking
                        if careful:
                            left ^= _shift(asking, -by)
                    fits = tried & inside
                    if fits:
                        left ^= fits >> by if by >= 0 else fits << -by
                        entered |= fits
                        if test == 0:
                            notes.unkicked[shape] |= fits
                    if not left:
                        break
                notes.arrived[shape] |= entered
                entered &= ~states[target]
                if entered:
                    wider = _slide(states[target] | entered, inside, stride)
                    waiting[target] |= wider ^ states[target]
                    states[target] = wider


def _any_orientation(states: list[int], shapes: int) -> list[int]:
    """The states by shape: orientations that look alike stand half the list apart."""
    return states if len(states) == shapes else [states[n] | states[n + shapes] for n in range(shapes)]


def _locked(states: list[int], land: list[int]) -> list[int]:
    return [here & there for here, there in zip(_any_orientation(states, len(land)), land, strict=True)]


def _three_corners(free: int, corners: list[int]) -> int:
    a, b, c, d = (~_shift(free, -by) for by in corners)
    return a & b & (c | d) | c & d & (a | b)


def _collect(moves: _Moves, locked: list[int], spins: list[int], minis: list[int]) -> list[Spot]:
    found = []
    for bits, spin, mini, spots in zip(locked, spins, minis, moves.spots, strict=True):
        while bits:
            low = bits & -bits
            bits ^= low
            found.append(spots[(2 if mini & low else 1) if spin & low else 0][low])
    return found


class _Moves(NamedTuple):
    """A block in a well: shifts to the cells of its shapes, the shape of each orientation, its turns as shifts."""

    shapes: list[tuple[int, ...]]
    shape_of: list[int]
    turns: list[list[tuple[int, list[int]]]]
    spots: list[tuple[_Spots, _Spots, _Spots]]


class _Spots(dict[int, Spot]):
    """Bit of a well -> what stands there, made when first asked for."""

    def __init__(self, well: _Well, block: str, orientation: str, spin: bool, mini: bool) -> None:
        super().__init__()
        self._well, self._cells = well, block_pose(block, orientation).cells
        self._spin, self._mini = spin, mini

    def __missing__(self, bit: int) -> Spot:
        x, from_top = divmod(bit.bit_length() - 1, self._well.stride)
        y = self._well.rows - 1 - from_top
        made = self[bit] = Spot(
            cells_mask((x + dx, y + dy) for dx, dy in self._cells),
            sum(1 << COUNT_BITS * (y + dy) for _, dy in self._cells),
            self._spin,
            self._mini,
        )
        return made


class _Well:
    """A well of `rows` known rows above DEPTH unknown ones: bit x * stride + (rows - 1 - y)."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.stride = rows + DEPTH + GUARD
        self._columns = sum(1 << x * self.stride for x in range(WIDTH))
        self._board = self._columns * ((1 << rows) - 1)
        #: All cells of row -1, and those further down.
        self.row_below = self._columns << rows
        self.below = self._columns * ((1 << DEPTH - 1) - 1) << rows + 1
        self._spread = [
            sum(1 << x * self.stride + rows - 1 for x in range(WIDTH) if row >> x & 1) for row in range(1 << WIDTH)
        ]
        self.moves: dict[tuple[str, bool], _Moves] = {}
        self.corners = [
            [self._step(1 + pose.box_x + dx, 1 + pose.box_y + dy) for dx in (-1, 1) for dy in (-1, 1)]
            for pose in (block_pose("T", orientation) for orientation in ORIENTATIONS)
        ]

    def _step(self, dx: int, dy: int) -> int:
        return dx * self.stride - dy

    def free_cells(self, known: int) -> int:
        """The free cells of the known rows and of the air above them."""
        filled = above = 0
        while known:
            filled |= self._spread[known & FULL_ROW] >> above
            known >>= WIDTH
            above += 1
        return self._board ^ filled

    def unknown_row(self, columns: int) -> int:
        """Columns of row -1 as cells of the well."""
        return self._spread[columns] << 1

    def columns_of(self, cells: int) -> int:
        """Cells of row -1 as columns."""
        columns = 0
        cells >>= self.rows
        while cells:
            low = cells & -cells
            columns |= 1 << (low.bit_length() - 1) // self.stride
            cells ^= low
        return columns

    def rows_from(self, height: int) -> int:
        """All positions in row `height` and above."""
        return self._columns * ((1 << self.rows - height) - 1)

    def add_moves(self, block: str, plain: bool) -> _Moves:
        """The tables of a block, kept for the next time."""
        distinct = distinct_orientations(block)
        states = ORIENTATIONS if block in TURNING else "0"
        made = self.moves[block, plain] = _Moves(
            shapes=[tuple(self._step(dx, dy) for dx, dy in block_pose(block, o).cells) for o in distinct],
            shape_of=[index % len(distinct) for index in range(len(states))],
            turns=[self._turns(block, source, plain) for source in range(4)] if block in TURNING else [],
            spots=[
                (
                    _Spots(self, block, o, False, False),
                    _Spots(self, block, o, True, False),
                    _Spots(self, block, o, True, True),
                )
                for o in distinct
            ],
        )
        return made

    def _turns(self, block: str, source: int, plain: bool) -> list[tuple[int, list[int]]]:
        turns = []
        start = block_pose(block, ORIENTATIONS[source])
        for target in ((source + 1) % 4, (source - 1) % 4):
            end = block_pose(block, ORIENTATIONS[target])
            kicks = block_kicks(block, ORIENTATIONS[source], ORIENTATIONS[target])[: 1 if plain else None]
            offset_x, offset_y = start.box_x - end.box_x, start.box_y - end.box_y
            turns.append((target, [self._step(dx + offset_x, dy + offset_y) for dx, dy in kicks]))
        return turns


@lru_cache(maxsize=32)
def _well(rows: int) -> _Well:
    return _Well(rows)


def deepest_jump() -> int:
    """How many rows at most lie between a block and where a turn takes it, none of which it touches then or before.

    0 for the Super Rotation System: the reason why `look` need not ask about rows below the first unknown one.
    """
    deepest = 0
    for block in BLOCKS:
        if block not in TURNING:
            continue
        for source in ORIENTATIONS:
            for target in ORIENTATIONS:
                if abs(ORIENTATIONS.index(source) - ORIENTATIONS.index(target)) % 2 == 0:
                    continue
                start, end = block_pose(block, source), block_pose(block, target)
                top = max(y for _, y in end.cells)
                for _, dy in block_kicks(block, source, target):
                    # The lowest row of the block is 0 before; its highest is this one after.
                    highest = top + dy + start.box_y - end.box_y
                    deepest = max(deepest, -1 - highest)
    return deepest
