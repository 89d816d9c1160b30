"""Random positions, for the engine and for its twin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.engines import NO_CONTENT, GameContent
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.blokus.board import to_cells
from cardgen.games.blokus.game import BlokusState
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.position import BlokusPosition
from cardgen.games.blokus.rules import BlokusRules, start_cell
from cardgen.games.blokus.shapes import SHAPES
from cardgen.games.blokus.turn_game import GAME, BlokusStart

from . import twin


def as_table(position: BlokusPosition, rules: BlokusRules) -> twin.Table:
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


def random_game(seed: int, rules: BlokusRules) -> Played[BlokusStart, BlokusState, ShapeMove]:
    return play_game(GAME, BlokusStart(rules, seed), NO_CONTENT)


def random_states(seed: int, rules: BlokusRules) -> Iterator[BlokusState]:
    """Return every state of a random game."""
    return iter(random_game(seed, rules).states)


def log_of(states: Iterable[BlokusState]) -> str:
    """Return the log of a game with these states."""
    all_states = tuple(states)
    last = all_states[-1]
    played: Played[BlokusStart, BlokusState, ShapeMove] = Played(
        BlokusStart(last.rules, last.seed), last.moves, all_states
    )
    return write_log(GAME, played)


def verify_log(text: str, rules: BlokusRules) -> BlokusState:
    """Return the state at the end of a log. BlokusError if it breaks a rule."""
    return read_log(GAME, text, GameContent({"": rules}, {})).state
