"""The placements of a block above rows that are not decided yet.

The lower half of the field is not decided. The known rows are a field as usual; row 0 is the lowest known row. Row -1,
the *first unknown row*, is filled in a given set of columns. Its other cells, and all rows below, are unknown.

`find` searches as if row -1 were completely filled, in the *filled world*, and records every cell of row -1 that any
step of the search reads. The columns of these cells, except those that are filled anyway, are `tested_columns`. So in
any world in which row -1 is filled in `tested_columns` and in the given columns, the placements are exactly those of
the filled world: no step reads any other cell. Placements that do not depend on any unknown cell are *certain*: every
world has them.

Two kinds of steps read unknown cells. Down: may the block be one row lower? Turns: a turn takes the first kick that
fits, so a test that reads an unknown cell makes this test and all later ones of the turn uncertain; in the filled world
the test fails. A test that fails at a known cell reads no unknown cell. Moves left and right read no unknown cell,
because a block above known free cells stays in its rows. No turn of any block, kicked or not, jumps over row -1: if it
touches rows below, it touches row -1 too.

If spins need more than "locked and immobile" (`any`, `three-corner`, or minis scored differently), whether a placement
is a spin depends on every path to it, also on unknown ones. Then placements are certain only if no unknown cell is
read; for `three-corner`, the corners of a T in row -1 are read, too.

Sets of positions are integers laid out by columns (see `cardgen.games.block_killer.position_sets`). Here, the layout
has some unknown rows below the known ones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardgen.games.block_killer.field import FULL_ROW
from cardgen.games.block_killer.position_sets import (
    ColumnLayout,
    Notes,
    Placement,
    any_orientation,
    collect,
    immobile,
    layout_rows,
    reached_landings,
    shift,
    slide,
    three_corners,
    turn,
    usable_by,
)
from cardgen.games.block_killer.rules import BlockKillerRules

#: Unknown rows kept below the known ones.
DEPTH = 4
#: The rows of layouts are a multiple of this.
STEP = 4


class OpenPlacements(NamedTuple):
    """The certain placements, the other placements of the filled world, and the unknown columns that they depend on.

    Row 0 of the placements is the lowest known row. They are minis only if the ruleset scores minis differently.
    """

    certain: tuple[Placement, ...]
    if_filled: tuple[Placement, ...]
    tested_columns: int


class PlacementFinder:
    """Finds placements under the spin rule and the rotation of a ruleset."""

    def __init__(self, rules: BlockKillerRules) -> None:
        self._spin = rules.play.spin
        self._rotation = rules.play.rotation
        self._minis_matter = rules.play.mini == "kicked" and self._spin != "never"

    def find(self, field: int, filled: int, block: str) -> OpenPlacements:
        """Return the placements of `block` above the known rows `field`; row -1 is filled in the columns `filled`."""
        layout = _layout(layout_rows(field, STEP))
        moves, free, fitting, landings, reached = layout.drop(field, block, self._rotation)
        shapes, stride = moves.shapes, layout.stride
        asking = free | layout.below | layout.row_below & ~layout.unknown_row(filled)
        asking_sets = [usable_by(asking, shape) & ~usable for shape, usable in zip(shapes, fitting, strict=True)]

        if reached != fitting:
            reached = [slide(positions, usable, stride) for positions, usable in zip(reached, fitting, strict=True)]
        notes = Notes(len(shapes))
        states = [reached[shape] for shape in moves.shape_of]
        if moves.turns:
            turn(states, fitting, moves, stride, notes, asking_sets=asking_sets)
        locked = reached_landings(states, landings)

        needs_arrivals = self._spin == "any" or (self._spin == "three-corner" and block == "T")
        spins = [0] * len(shapes)
        if moves.turns and self._spin == "immobile":
            spins = immobile(locked, fitting, stride)
        elif moves.turns and needs_arrivals:
            spins = [lock & arrival for lock, arrival in zip(locked, notes.arrived, strict=True)]
        corner_cells = 0
        if self._spin == "three-corner" and block == "T":
            spins = [spin & three_corners(free, corners) for spin, corners in zip(spins, layout.corners, strict=True)]
            for lock, corners in zip(locked, layout.corners, strict=True):
                for by in corners:
                    corner_cells |= shift(lock, by)
        minis = [0] * len(shapes)
        if self._minis_matter:
            minis = [spin & ~plain for spin, plain in zip(spins, notes.unkicked, strict=True)]

        tested_by_turns = list(notes.asked)
        tested_below = corner_cells
        for shape, positions in enumerate(any_orientation(states, len(shapes))):
            asked = notes.asked[shape] | positions << 1 & asking_sets[shape]
            if asked:
                for by in shapes[shape]:
                    tested_below |= shift(asked, by)
        tested_columns = layout.columns_of(tested_below & layout.row_below) & ~filled & FULL_ROW
        all_placements = collect(moves, locked, spins, minis)
        if not tested_columns:
            return OpenPlacements(tuple(all_placements), (), 0)
        if moves.turns and (needs_arrivals or self._minis_matter):
            return OpenPlacements((), tuple(all_placements), tested_columns)

        # Search again; now a turn ends at a test that reads an unknown cell.
        if any(tested_by_turns):
            states = [reached[shape] for shape in moves.shape_of]
            turn(states, fitting, moves, stride, notes, asking_sets=asking_sets, stop_at_asking=True)
        certain_locks = [
            lock & ~(asking_set >> 1)
            for lock, asking_set in zip(reached_landings(states, landings), asking_sets, strict=True)
        ]
        certain_placements = collect(moves, certain_locks, spins, minis)
        other_locks = [lock & ~certain for lock, certain in zip(locked, certain_locks, strict=True)]
        return OpenPlacements(
            tuple(certain_placements), tuple(collect(moves, other_locks, spins, minis)), tested_columns
        )


class _OpenLayout(ColumnLayout):
    """A layout of `rows` known rows above DEPTH unknown ones."""

    def __init__(self, rows: int) -> None:
        super().__init__(rows, DEPTH)
        #: All cells of row -1, and those of the rows below it.
        self.row_below = self.columns << rows
        self.below = self.columns * ((1 << DEPTH - 1) - 1) << rows + 1

    def unknown_row(self, columns: int) -> int:
        """Return columns of row -1 as cells of the layout."""
        return self.spread[columns] << 1

    def columns_of(self, cells: int) -> int:
        """Return cells of row -1 as columns."""
        columns = 0
        cells >>= self.rows
        while cells:
            low = cells & -cells
            columns |= 1 << (low.bit_length() - 1) // self.stride
            cells ^= low
        return columns


@lru_cache(maxsize=32)
def _layout(rows: int) -> _OpenLayout:
    return _OpenLayout(rows)
