"""A game, from the empty board to the last placement: pure functions of a state and a turn to the next state.

Players are numbered from 0 in the order of the seats; each has one colour or more. All random choices follow from the
seed: the same seed and the same turns give the same game, on every machine and with every Python.
"""

from __future__ import annotations

import random
from typing import ClassVar

from pydantic import ConfigDict

from cardgen.games.blokus.checking import check_placement
from cardgen.games.blokus.notation import Placed
from cardgen.games.blokus.placements import count_placements, list_placements, place
from cardgen.games.blokus.position import Position, empty_position
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import Clock, Rules, player_of
from cardgen.games.blokus.shapes import Cells
from cardgen.records import dataclass, replace
from cardgen.words.messages import message

#: Times are whole milliseconds.
SECOND = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """Place a shape on these cells; `milliseconds` is the time that the player took."""

    shape: str
    cells: Cells
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Automatic:
    """Place a random piece: the player asks for it, or has left the game."""

    milliseconds: int = 0


Turn = Place | Automatic


@dataclass(frozen=True, slots=True)
class Move:
    """A completed turn. `automatic` if the piece was random: the player asked for it, or the time ran out."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    colour: str
    shape: str
    cells: Cells
    milliseconds: int = 0
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game. Everything in it follows from the rules, the seed and the moves.

    `colour` is the colour to move, None when the game is over. `out` are colours without any placement left; a colour
    is added when its turn comes. `time_left` is the rest of each player's total time, in milliseconds; None without a
    clock.
    """

    rules: Rules
    seed: int
    moves: tuple[Move, ...]
    position: Position
    colour: str | None
    out: frozenset[str]
    time_left: tuple[int, ...] | None

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is; None when the game is over."""
        return None if self.colour is None else player_of(self.rules, self.colour)

    @property
    def over(self) -> bool:
        """True if no colour has a placement left."""
        return self.colour is None


def new_game(players: int, seed: int, rules: Rules) -> State:
    """Return a game before its first placement. ValueError if the ruleset is for another number of players."""
    seats = len(rules.seats)
    if players != seats:
        raise ValueError(message("{count} given, the ruleset is for {seats} players", count=players, seats=seats))
    left = None if rules.clock is None else (rules.clock.total * SECOND,) * seats
    return State(rules, seed, (), empty_position(rules), rules.order[0], frozenset(), left)


def legal_turns(state: State) -> list[Place]:
    """Return every legal placement of the colour to move, in a fixed order; none when the game is over.

    There is no pass: a colour that can place a piece must do so. `Automatic` is legal, too, until the game is over.
    """
    if state.colour is None:
        return []
    placements = list_placements(state.position, state.colour, state.rules)
    return [Place(placement.shape, placement.points()) for placement in placements]


def time_allowed(state: State) -> int | None:
    """Return the milliseconds after which the player to move gets a random piece; None without a clock or a turn."""
    if state.rules.clock is None or state.time_left is None or state.to_move is None:
        return None
    return state.rules.clock.step * SECOND + state.time_left[state.to_move]


def apply(state: State, turn: Turn) -> State:
    """Return the state after `turn`. PlayError if the game is over or the placement is not legal.

    With a clock, a turn ends when the step time and the player's total time are spent; a random piece is placed then.
    ValueError for a time below 0.
    """
    if state.colour is None:
        raise PlayError("game-over")
    if turn.milliseconds < 0:
        raise ValueError(message("{number} milliseconds given, expected at least 0", number=turn.milliseconds))
    allowed = time_allowed(state)
    if allowed is not None and turn.milliseconds >= allowed:
        turn = Automatic(allowed)
    if isinstance(turn, Automatic):
        turn, automatic = _random_placement(state, turn.milliseconds), True
    else:
        automatic = False
    placed = Placed(state.colour, turn.shape, tuple(sorted(turn.cells)))
    placement = check_placement(state.position, placed, state.rules)
    move = Move(placed.colour, placed.shape, placed.cells, turn.milliseconds, automatic)
    position = place(state.position, placed.colour, placement, state.rules)
    colour, out = _next_colour(state.rules, position, placed.colour, state.out)
    return replace(
        state,
        moves=(*state.moves, move),
        position=position,
        colour=colour,
        out=out,
        time_left=_time_left(state, turn.milliseconds),
    )


def _random_placement(state: State, milliseconds: int) -> Place:
    """Return one of the legal placements, each with the same probability. The seed includes the number of the move."""
    turns = legal_turns(state)
    chance = random.Random(f"{state.seed}/{len(state.moves)}")
    return replace(turns[int(chance.random() * len(turns))], milliseconds=milliseconds)


def _next_colour(
    rules: Rules, position: Position, mover: str, out: frozenset[str]
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


def _time_left(state: State, spent: int) -> tuple[int, ...] | None:
    clock: Clock | None = state.rules.clock
    if clock is None or state.time_left is None:
        return None
    over_step = max(0, spent - clock.step * SECOND)
    return tuple(left - over_step * (player == state.to_move) for player, left in enumerate(state.time_left))
