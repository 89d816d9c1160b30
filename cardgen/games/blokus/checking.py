"""Check a placement: is it legal, and which rule does it break first?"""

from __future__ import annotations

from cardgen.games.blokus.board import cell_bit, corners, sides, to_bits
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.placements import Placement
from cardgen.games.blokus.position import BlokusPosition
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOUR_NAMES, BlokusRules, colour_number, start_cell
from cardgen.games.blokus.shapes import SHAPES, Cell, name_cells


def check_placement(position: BlokusPosition, placed: ShapeMove, rules: BlokusRules) -> Placement:
    """Return the placement of `placed`, also out of turn. BlokusError with the first rule that it breaks, and the cell.

    The rules are checked in this order: the colour has not used the shape yet, and the cells have this shape, turned or
    mirrored; all cells are on the board; all are free; the first piece of a colour covers the start point; a later one
    shares no edge with its own colour, and touches it at a corner.
    """
    check_colour(placed.colour, rules)
    if placed.shape not in SHAPES:
        raise BlokusError("unknown-shape", placed.shape)
    number = colour_number(rules, placed.colour)
    cells = tuple(sorted(placed.cells))
    first = cells[0] if cells else None
    if position.used[number] >> SHAPES.index(placed.shape) & 1:
        raise BlokusError("shape-used", placed.shape, first)
    if name_cells(cells) != placed.shape:
        raise BlokusError("wrong-shape", placed.shape, first)
    for x, y in cells:
        if not (0 <= x < rules.board.size and 0 <= y < rules.board.size):
            raise BlokusError("outside", cell=(x, y))
    _check_free(position, cells, rules)
    own, bits = position.cells[number], to_bits(cells)
    if not own:
        start = start_cell(rules, placed.colour)
        if not bits & cell_bit(start):
            raise BlokusError("off-the-start", cell=start)
        return Placement(placed.shape, bits)
    neighbours = sides(own)
    for cell in cells:
        if neighbours & cell_bit(cell):
            raise BlokusError("side-touches", cell=cell)
    if not corners(own) & bits:
        raise BlokusError("no-corner", cell=first)
    return Placement(placed.shape, bits)


def check_colour(colour: str, rules: BlokusRules) -> None:
    """Raise BlokusError if the colour is not in the game."""
    if colour not in rules.order:
        raise BlokusError("unknown-colour", colour)


def _check_free(position: BlokusPosition, cells: tuple[Cell, ...], rules: BlokusRules) -> None:
    for cell in cells:
        for colour, taken in zip(rules.order, position.cells, strict=True):
            if taken & cell_bit(cell):
                raise BlokusError("occupied", COLOUR_NAMES[colour], cell)
