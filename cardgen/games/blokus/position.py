"""A position: the cells and the shapes of each colour. As text it is rows of letters, top row first."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass
from cardgen.games.blokus.board import cell_bit, connected_sets, corners, to_cells
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOUR_NAMES, LETTERS, BlokusRules, colour_number, start_cell
from cardgen.games.blokus.shapes import SHAPES, name_cells


@dataclass(frozen=True, slots=True)
class BlokusPosition:
    """The cells and the placed shapes of each colour, in the order of the ruleset, as sets of bits.

    Bit n of `used` is shape n of SHAPES; cardgen.games.blokus.board explains the bits of `cells`.
    """

    cells: tuple[int, ...]
    used: tuple[int, ...]

    @property
    def taken(self) -> int:
        """The cells of all colours."""
        taken = 0
        for cells in self.cells:
            taken |= cells
        return taken


def empty_position(rules: BlokusRules) -> BlokusPosition:
    """Return the position before the first placement."""
    nothing = (0,) * len(rules.order)
    return BlokusPosition(nothing, nothing)


def unused_shapes(position: BlokusPosition, colour: str, rules: BlokusRules) -> tuple[str, ...]:
    """Return the shapes that a colour has not placed. ValueError for a colour not in the game."""
    used = position.used[colour_number(rules, colour)]
    return tuple(shape for number, shape in enumerate(SHAPES) if not used >> number & 1)


def write_position(position: BlokusPosition, rules: BlokusRules) -> tuple[str, ...]:
    """Return the board as rows, top row first: `.` for a free cell, or the letter of the colour, R G B Y."""
    size = rules.board.size
    rows = [["."] * size for _ in range(size)]
    for colour, cells in zip(rules.order, position.cells, strict=True):
        for x, y in to_cells(cells):
            rows[y][x] = LETTERS[colour]
    return tuple("".join(row) for row in rows)


def parse_position(rows: Sequence[str], rules: BlokusRules) -> BlokusPosition:
    """Return the position that the rows draw. BlokusError if it is impossible.

    Pieces of a colour never share an edge, so the parts of a colour that are connected by edges are its pieces. Each
    colour must be possible alone, by some order of its placements. The turns of the colours are not checked.
    """
    size = rules.board.size
    if len(rows) != size or any(len(row) != size for row in rows):
        raise BlokusError("board-size", size)
    colours = {LETTERS[colour]: number for number, colour in enumerate(rules.order)}
    cells = [0] * len(rules.order)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in colours:
                cells[colours[mark]] |= cell_bit((x, y))
            elif mark != ".":
                raise BlokusError("board-mark", mark, (x, y))
    used = [_used_shapes(own, colour, rules) for own, colour in zip(cells, rules.order, strict=True)]
    return BlokusPosition(tuple(cells), tuple(used))


def _used_shapes(own: int, colour: str, rules: BlokusRules) -> int:
    """Return the shapes of a colour's pieces as a set of bits."""
    used = 0
    pieces = connected_sets(own)
    for piece in pieces:
        cells = to_cells(piece)
        shape = name_cells(cells) if len(cells) <= 5 else None
        if shape is None:
            raise BlokusError("not-a-piece", COLOUR_NAMES[colour], cells[0])
        if used >> SHAPES.index(shape) & 1:
            raise BlokusError("piece-twice", shape, cells[0])
        used |= 1 << SHAPES.index(shape)
    start = start_cell(rules, colour)
    if own and not own & cell_bit(start):
        raise BlokusError("start-empty", COLOUR_NAMES[colour], start)
    connected, rest = pieces[:1], pieces[1:]
    while rest:
        touching = [piece for piece in rest if any(corners(other) & piece for other in connected)]
        if not touching:
            raise BlokusError("not-joined", COLOUR_NAMES[colour], to_cells(rest[0])[0])
        connected += touching
        rest = [piece for piece in rest if piece not in touching]
    return used
