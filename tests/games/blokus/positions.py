"""Random positions, for the engine and for its twin."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.blokus.board import to_cells
from cardgen.games.blokus.game import State
from cardgen.games.blokus.playout import play_game
from cardgen.games.blokus.position import Position
from cardgen.games.blokus.rules import Rules, start_cell
from cardgen.games.blokus.shapes import SHAPES

from . import twin


def as_table(position: Position, rules: Rules) -> twin.Table:
    """Return a position in the form of the twin."""
    return twin.Table(
        rules.board.size,
        {colour: start_cell(rules, colour) for colour in rules.order},
        {colour: set(to_cells(cells)) for colour, cells in zip(rules.order, position.cells, strict=True)},
        {
            colour: {shape for number, shape in enumerate(SHAPES) if used >> number & 1}
            for colour, used in zip(rules.order, position.used, strict=True)
        },
    )


def random_states(seed: int, rules: Rules) -> Iterator[State]:
    """Return every state of a random game."""
    return (state for _, state in play_game(len(rules.seats), seed, rules))
