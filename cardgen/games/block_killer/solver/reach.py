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

Sets of positions are integers laid out by columns, as `cardgen.games.block_killer.wells` tells, which makes them
fall and slide; here the well has a few unknown rows more below the known ones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardgen.games.block_killer.field import FULL_ROW, field_height
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.wells import (
    ROOM,
    Moves,
    Placement,
    Well,
    any_orientation,
    collect,
    fall,
    locked_in,
    shift,
    slide,
    three_corners,
    usable_by,
)

#: Unknown rows kept below the known ones.
DEPTH = 4
#: Wells come in steps of so many rows.
STEP = 4


class Looked(NamedTuple):
    """What a block can do: the certain placements, those of the filled world besides, and the columns asked about.

    Row 0 of the placements is the lowest known row. They are minis only where minis are paid less.
    """

    certain: tuple[Placement, ...]
    filled: tuple[Placement, ...]
    looked: int


class Ways:
    """The placements of blocks under one ruleset's spin and rotation."""

    def __init__(self, rules: Rules) -> None:
        self._spin = rules.play.spin
        self._rotation = rules.play.rotation
        self._minis_matter = rules.play.mini == "kicked" and self._spin != "never"

    def look(self, known: int, filled: int, block: str) -> Looked:
        """Where `block` can lock above the `known` rows, row -1 being filled at least in the columns `filled`."""
        height = field_height(known)
        well = _well(-(-(height + ROOM) // STEP) * STEP)
        moves = well.moves.get((block, self._rotation)) or well.add_moves(block, self._rotation)
        free = well.free_cells(known)
        shapes, stride = moves.shapes, well.stride
        usable = [usable_by(free, shape) for shape in shapes]
        land = [inside & ~(inside >> 1) for inside in usable]
        asking = free | well.below | well.row_below & ~well.unknown_row(filled)
        asks = [usable_by(asking, shape) & ~inside for shape, inside in zip(shapes, usable, strict=True)]

        seeds = well.rows_from(height)
        reached = [fall(inside & seeds, inside) for inside in usable]
        if reached != usable:
            reached = [slide(positions, inside, stride) for positions, inside in zip(reached, usable, strict=True)]
        notes = _Notes([0] * len(shapes), [0] * len(shapes), [0] * len(shapes))
        states = [reached[shape] for shape in moves.shape_of]
        if moves.turns:
            _turn(states, usable, asks, moves, stride, notes, careful=False)
        locked = locked_in(states, land)

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
            spins = [here & three_corners(free, corners) for here, corners in zip(spins, well.corners, strict=True)]
            for here, corners in zip(locked, well.corners, strict=True):
                for by in corners:
                    corner_columns |= shift(here, by)
        minis = [0] * len(shapes)
        if self._minis_matter:
            minis = [here & ~plain for here, plain in zip(spins, notes.unkicked, strict=True)]

        turned_asks = list(notes.asked)
        below = corner_columns
        for shape, here in enumerate(any_orientation(states, len(shapes))):
            asked = notes.asked[shape] | here << 1 & asks[shape]
            if asked:
                for by in shapes[shape]:
                    below |= shift(asked, by)
        looked = well.columns_of(below & well.row_below) & ~filled & FULL_ROW
        every = collect(moves, locked, spins, minis)
        if not looked:
            return Looked(tuple(every), (), 0)
        if moves.turns and (arrivals_decide or self._minis_matter):
            return Looked((), tuple(every), looked)

        # Once more, with no turn going on past a test that asked.
        if any(turned_asks):
            states = [reached[shape] for shape in moves.shape_of]
            _turn(states, usable, asks, moves, stride, notes, careful=True)
        sure = [here & ~(ask >> 1) for here, ask in zip(locked_in(states, land), asks, strict=True)]
        certain = collect(moves, sure, spins, minis)
        other = [here & ~there for here, there in zip(locked, sure, strict=True)]
        return Looked(tuple(certain), tuple(collect(moves, other, spins, minis)), looked)


class _Notes(NamedTuple):
    """By shape: the positions that ask about row -1 and were tried by a turn, where turns arrive, and unkicked ones."""

    asked: list[int]
    arrived: list[int]
    unkicked: list[int]


def _turn(
    states: list[int], usable: list[int], asks: list[int], moves: Moves, stride: int, notes: _Notes, *, careful: bool
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
                            left ^= shift(asking, -by)
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
                    wider = slide(states[target] | entered, inside, stride)
                    waiting[target] |= wider ^ states[target]
                    states[target] = wider


class _OpenWell(Well):
    """A well of `rows` known rows above DEPTH unknown ones."""

    def __init__(self, rows: int) -> None:
        super().__init__(rows, DEPTH)
        #: All cells of row -1, and those further down.
        self.row_below = self.columns << rows
        self.below = self.columns * ((1 << DEPTH - 1) - 1) << rows + 1

    def unknown_row(self, columns: int) -> int:
        """Columns of row -1 as cells of the well."""
        return self.spread[columns] << 1

    def columns_of(self, cells: int) -> int:
        """Cells of row -1 as columns."""
        columns = 0
        cells >>= self.rows
        while cells:
            low = cells & -cells
            columns |= 1 << (low.bit_length() - 1) // self.stride
            cells ^= low
        return columns


@lru_cache(maxsize=32)
def _well(rows: int) -> _OpenWell:
    return _OpenWell(rows)
