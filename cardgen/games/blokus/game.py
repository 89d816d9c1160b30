"""A whole game, from the empty board to the last placement. Pure: a state and a turn in, a new state out.

Players are numbered from 0 in the order of the seats; each has one colour or more. All chance lies in the seed: the
same seed and the same turns give the same game, on every machine and Python.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import ConfigDict

from cardgen.games.blokus.checking import check_placement
from cardgen.games.blokus.notation import Placed
from cardgen.games.blokus.placements import count_placements, list_placements, place
from cardgen.games.blokus.position import Position, empty_position
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import Clock, Rules, player_of
from cardgen.games.blokus.shapes import Cells
from cardgen.words.messages import message

SECOND = 1000
"""Times are whole milliseconds."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place a shape on these cells, after so many milliseconds of thought."""

    shape: str
    cells: Cells
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Automatic:
    """Let chance place a piece: the player lets the game play, or has left it."""

    milliseconds: int = 0


Turn = Place | Automatic


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that was taken. `automatic`: chance placed the piece, by the player's choice or when the time ran out."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    colour: str
    shape: str
    cells: Cells
    milliseconds: int = 0
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment. Everything in it follows from the rules, the seed and the moves.

    `colour` is the one whose turn it is, None when the game is over; `out` are the colours that were found to have no
    placement left; `time_left` is what is left of the total time of each player, in milliseconds, None without clock.
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
        """Whether no colour can place anything any more."""
        return self.colour is None


def new_game(players: int, seed: int, rules: Rules) -> State:
    """A game before its first placement. ValueError when the ruleset is not for so many players."""
    seats = len(rules.seats)
    if players != seats:
        raise ValueError(message("{count} given, the ruleset is for {seats} players", count=players, seats=seats))
    left = None if rules.clock is None else (rules.clock.total * SECOND,) * seats
    return State(rules, seed, (), empty_position(rules), rules.order[0], frozenset(), left)


def legal_turns(state: State) -> list[Place]:
    """Every legal placement of the colour whose turn it is, each once, in a fixed order; none when the game is over.

    A colour that can place must: there is no pass. `Automatic` is always possible besides these.
    """
    if state.colour is None:
        return []
    return [Place(each.shape, each.points()) for each in list_placements(state.position, state.colour, state.rules)]


def time_allowed(state: State) -> int | None:
    """The milliseconds after which chance places for the player whose turn it is; None without a clock or a turn."""
    if state.rules.clock is None or state.time_left is None or state.to_move is None:
        return None
    return state.rules.clock.step * SECOND + state.time_left[state.to_move]


def apply(state: State, turn: Turn) -> State:
    """The state after `turn`. PlayError when the game is over or the placement is not legal.

    With a clock, a turn that lasts until the step time and the player's total time are spent ends at that moment, and
    chance places a piece instead. ValueError for a time below 0.
    """
    if state.colour is None:
        raise PlayError("game-over")
    if turn.milliseconds < 0:
        raise ValueError(message("{number} milliseconds given, expected at least 0", number=turn.milliseconds))
    allowed = time_allowed(state)
    if allowed is not None and turn.milliseconds >= allowed:
        turn = Automatic(allowed)
    if isinstance(turn, Automatic):
        turn, automatic = _by_chance(state, turn.milliseconds), True
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


def _by_chance(state: State, milliseconds: int) -> Place:
    """A random one of the legal placements, each as likely as any other. The number of the move is in the seed."""
    turns = legal_turns(state)
    chance = random.Random(f"{state.seed}/{len(state.moves)}")
    return replace(turns[int(chance.random() * len(turns))], milliseconds=milliseconds)


def _next_colour(
    rules: Rules, position: Position, mover: str, out: frozenset[str]
) -> tuple[str | None, frozenset[str]]:
    """The next colour in order that can place a piece, and all that are known to be out.

    A colour that can place nothing never can again: its own cells stay as they are, and free cells only become fewer.
    """
    order: tuple[str, ...] = rules.order
    here = order.index(mover) + 1
    for colour in (*order[here:], *order[:here]):
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
    beyond = max(0, spent - clock.step * SECOND)
    return tuple(left - beyond * (player == state.to_move) for player, left in enumerate(state.time_left))
