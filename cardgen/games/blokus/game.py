"""A game, from the empty board to the last placement: pure functions of a state and a turn to the next state.

Players are numbered from 0 in the order of the seats; each has one colour or more, and one colour may be shared. All
random choices follow from the seed: the same seed and the same turns give the same game, on every machine and with
every Python.
"""

from __future__ import annotations

import random

from cardgen import dataclass, message, replace
from cardgen.engines.chance import pick
from cardgen.games.blokus.checking import check_placement
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.placements import count_placements, list_placements, place
from cardgen.games.blokus.position import BlokusPosition, empty_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules, Clock, player_of

#: Times are whole milliseconds.
SECOND = 1000


@dataclass(frozen=True, slots=True)
class BlokusState:
    """The state of a game. Everything in it follows from the rules, the seed and the moves.

    `colour` is the colour to move, None when the game is over. `out` are colours without any placement left; a colour
    is added when its turn comes. `time_left` is the rest of each player's total time, in milliseconds; None without a
    clock.
    """

    rules: BlokusRules
    seed: int
    moves: tuple[ShapeMove, ...]
    position: BlokusPosition
    colour: str | None
    out: frozenset[str]
    time_left: tuple[int, ...] | None

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is; None when the game is over.

        The players place the shared colour in the order of the seats, also those whose own colour is out.
        """
        if self.colour is None:
            return None
        if self.colour != self.rules.shared:
            return player_of(self.rules, self.colour)
        return sum(move.colour == self.colour for move in self.moves) % len(self.rules.seats)

    @property
    def over(self) -> bool:
        """True if no colour has a placement left."""
        return self.colour is None


def new_game(seed: int, rules: BlokusRules) -> BlokusState:
    """Return a game before its first placement."""
    left = None if rules.clock is None else (rules.clock.total * SECOND,) * len(rules.seats)
    return BlokusState(rules, seed, (), empty_position(rules), rules.order[0], frozenset(), left)


def legal_turns(state: BlokusState) -> list[ShapeMove]:
    """Return every legal placement of the colour to move, in a fixed order; none when the game is over.

    There is no pass: a colour that can place a piece must do so. An automatic move is legal, too, until the game is
    over.
    """
    if state.colour is None:
        return []
    placements = list_placements(state.position, state.colour, state.rules)
    return [ShapeMove(state.colour, placement.shape, placement.points()) for placement in placements]


def time_allowed(state: BlokusState) -> int | None:
    """Return the milliseconds after which the player to move gets a random piece; None without a clock or a turn."""
    if state.rules.clock is None or state.time_left is None or state.to_move is None:
        return None
    return state.rules.clock.step * SECOND + state.time_left[state.to_move]


def settle(before: BlokusState, turn: ShapeMove) -> ShapeMove:
    """Return a move with its colour, and a random piece if it is automatic. BlokusError if the game is over.

    With a clock, a turn ends when the step time and the player's total time are spent; a random piece is placed then.
    ValueError for a time below 0.
    """
    if before.colour is None:
        raise BlokusError("game-over")
    if turn.milliseconds < 0:
        raise ValueError(message("{number} milliseconds given, expected at least 0", number=turn.milliseconds))
    allowed = time_allowed(before)
    if allowed is not None and turn.milliseconds >= allowed:
        turn = ShapeMove(milliseconds=allowed, automatic=True)
    if not turn.automatic:
        return replace(turn, colour=before.colour, cells=tuple(sorted(turn.cells)))
    # Each placement has the same probability. The seed includes the number of the turn.
    turns, chance = legal_turns(before), random.Random(f"{before.seed}/{len(before.moves)}")
    return replace(pick(turns, chance), milliseconds=turn.milliseconds, automatic=True)


def apply(state: BlokusState, turn: ShapeMove) -> BlokusState:
    """Return the state after a move. BlokusError if the game is over or the placement is not legal."""
    turn = settle(state, turn)
    placement = check_placement(state.position, turn, state.rules)
    position = place(state.position, turn.colour, placement, state.rules)
    colour, out = _next_colour(state.rules, position, turn.colour, state.out)
    return replace(
        state,
        moves=(*state.moves, turn),
        position=position,
        colour=colour,
        out=out,
        time_left=_time_left(state, turn.milliseconds),
    )


def _next_colour(
    rules: BlokusRules, position: BlokusPosition, mover: str, out: frozenset[str]
) -> tuple[str | None, frozenset[str]]:
    """Return the next colour that can place a piece, and the colours that are out.

    A colour without a placement stays out: its own cells do not change, and there are ever fewer free cells.
    """
    order: tuple[str, ...] = rules.order
    next_turn = order.index(mover) + 1
    for colour in (*order[next_turn:], *order[:next_turn]):
        if colour in out:
            continue
        if count_placements(position, colour, rules):
            return colour, out
        out |= {colour}
    return None, out


def _time_left(state: BlokusState, spent: int) -> tuple[int, ...] | None:
    clock: Clock | None = state.rules.clock
    if clock is None or state.time_left is None:
        return None
    over_step = max(0, spent - clock.step * SECOND)
    return tuple(left - over_step * (player == state.to_move) for player, left in enumerate(state.time_left))
