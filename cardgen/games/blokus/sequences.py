"""Perft: the number of sequences of placements, by which rules engines are compared."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.blokus.board import board_cells, cell_bit
from cardgen.games.blokus.placements import count_open, find_placements, open_cells
from cardgen.games.blokus.position import BlokusPosition
from cardgen.games.blokus.rules import BlokusRules, colour_number, start_cell
from cardgen.games.blokus.shapes import SHAPES

_BITS = {shape: 1 << number for number, shape in enumerate(SHAPES)}


def perft(position: BlokusPosition, colour: str, depth: int, rules: BlokusRules) -> Iterator[int]:
    """Yield the number of sequences of 1, 2, ... `depth` placements. `colour` begins.

    A colour without a placement is skipped. From the start of a game of four players: 58; 3,364; 195,112; 11,316,496.
    Each number is counted when it is needed: all placements but the last are made, the last ones are only counted.
    ValueError for a colour not in the game.
    """
    count = _Counter(rules)
    first = colour_number(rules, colour)
    return (count.sequences(position.cells, position.used, first, plies) for plies in range(1, depth + 1))


class _Counter:
    def __init__(self, rules: BlokusRules) -> None:
        self._board = board_cells(rules.board.size)
        self._starts = [cell_bit(start_cell(rules, colour)) for colour in rules.order]

    def sequences(self, cells: tuple[int, ...], used: tuple[int, ...], turn: int, depth: int) -> int:
        """Return the number of sequences of `depth` placements, 1 or more."""
        taken = 0
        for own in cells:
            taken |= own
        colours = len(cells)
        for mover in (*range(turn, colours), *range(turn)):
            free, front = open_cells(cells[mover], taken, self._board, self._starts[mover])
            if depth == 1:
                total = count_open(free, front, used[mover])
                if total:
                    return total
                continue
            placements = find_placements(free, front, used[mover]) if front else ()
            if placements:
                own, shapes, next_turn = cells[mover], used[mover], (mover + 1) % colours
                return sum(
                    self.sequences(
                        (*cells[:mover], own | placement.cells, *cells[mover + 1 :]),
                        (*used[:mover], shapes | _BITS[placement.shape], *used[mover + 1 :]),
                        next_turn,
                        depth - 1,
                    )
                    for placement in placements
                )
        return 0
