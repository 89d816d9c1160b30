"""Policies: functions that choose a placement. The board hides nothing, so a policy sees the whole state.

`random` places any piece. `greedy` places a large piece where its colour gets most corners to go on from, and takes
corners from the others. `planner` compares the best of these placements by the cells that each colour could still
reach before the others do.
"""

from __future__ import annotations

import random

from cardgen import message
from cardgen.engines.policies import Policy
from cardgen.games.blokus.board import STRIDE, board_cells, cell_bit, corners, sides
from cardgen.games.blokus.game import BlokusState
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.placements import Placement, list_placements, open_cells
from cardgen.games.blokus.rules import BlokusRules, player_of, start_cell
from cardgen.games.blokus.shapes import SHAPES, shape_size

#: What a cell of the piece is worth, a corner to go on from, and a corner taken from another player.
_CELL, _CORNER, _TAKEN = 2.0, 0.6, 0.8
#: What a cell of distance from the middle of the board costs in the opening, which is so many pieces long.
_MIDDLE, _OPENING = 0.5, 5
#: So many of the best placements are compared by the planner, and so many steps of reach.
_MOST_COMPARED, _STEPS = 16, 7
#: What a cell is worth that this player reaches first, and one that another player reaches first.
_OWN_REACH, _OTHER_REACH = 0.30, 0.13
#: The shapes that fit in few places, by what it is worth to place them early.
_AWKWARD = {"X5": 1.5, "W5": 1.0, "F5": 1.0, "T5": 0.8, "Z5": 0.8, "N5": 0.5, "U5": 0.5, "V5": 0.5, "Y5": 0.3}


def choose_greedily(state: BlokusState, chance: random.Random) -> ShapeMove:
    """Return the placement that is best at once. ValueError if the game is over."""
    return _move(state, _rated(state, chance)[0])


def choose_by_reach(state: BlokusState, chance: random.Random) -> ShapeMove:
    """Return the best of the placements that look best, by the reach of all colours after it."""
    placements = _rated(state, chance)[:_MOST_COMPARED]
    colour = _mover(state)
    before = [_quick_value(state, colour, placement) for placement in placements]
    values = [
        value + _reach_value(state, colour, placement) for value, placement in zip(before, placements, strict=True)
    ]
    return _move(state, placements[values.index(max(values))])


POLICIES: dict[str, Policy] = {"greedy": choose_greedily, "planner": choose_by_reach}


def _mover(state: BlokusState) -> str:
    if state.colour is None:
        raise ValueError(message("the game is over"))
    return state.colour


def _move(state: BlokusState, placement: Placement) -> ShapeMove:
    return ShapeMove(_mover(state), placement.shape, placement.points())


def _rated(state: BlokusState, chance: random.Random) -> list[Placement]:
    """Return the placements, the best first. Equal ones are in random order."""
    colour = _mover(state)
    placements = list_placements(state.position, colour, state.rules)
    rated = [(_quick_value(state, colour, placement), chance.random(), placement) for placement in placements]
    rated.sort(key=lambda one: one[:2], reverse=True)
    return [placement for _, _, placement in rated]


def _quick_value(state: BlokusState, colour: str, placement: Placement) -> float:
    """Return how good a placement is by itself: its size, its new corners, and the corners that it takes away.

    The shared colour earns nothing for anybody: only the corners count that its placement takes from players.
    """
    rules, position = state.rules, state.position
    board, cells = board_cells(rules.board.size), placement.cells
    own = position.cells[rules.order.index(colour)]
    _, front = _open(own | cells, position.taken | cells, board, rules, colour)
    player, shared = state.to_move, colour == rules.shared
    value = 0.0
    if not shared:
        value = _CELL * shape_size(placement.shape) + _CORNER * front.bit_count() + _AWKWARD.get(placement.shape, 0.0)
    for number, other in enumerate(rules.order):
        owner = player_of(rules, other)
        if owner is None or other in state.out or (owner == player and not shared):
            continue
        _, front = _open(position.cells[number], position.taken, board, rules, other)
        value += _TAKEN * (front & cells).bit_count() * (-1 if owner == player else 1)
    if own.bit_count() < 5 * _OPENING and not shared:
        value -= _MIDDLE * _distance(cells, rules.board.size)
    return value


def _open(own: int, taken: int, board: int, rules: BlokusRules, colour: str) -> tuple[int, int]:
    return open_cells(own, taken, board, cell_bit(start_cell(rules, colour)))


def _distance(cells: int, size: int) -> float:
    """Return the distance of the cell of a set that is nearest to the middle, in cells."""
    middle, nearest = (size - 1) / 2, float(size)
    while cells:
        low = cells & -cells
        y, x = divmod(low.bit_length() - 1, STRIDE)
        nearest = min(nearest, max(abs(x - middle), abs(y - middle)))
        cells ^= low
    return nearest


def _reach_value(state: BlokusState, colour: str, placement: Placement) -> float:
    """Return the value of the cells that this player and the others can reach first after a placement.

    Every colour grows from its front over the free cells, all at the same time. A cell belongs to those that reach it
    first, and counts less the later it is reached. What the shared colour reaches is lost for all players.
    """
    rules, position = state.rules, state.position
    board = board_cells(rules.board.size)
    taken = position.taken | placement.cells
    open_of: list[int] = []
    grown: list[int] = []
    worth: list[float] = []
    for number, other in enumerate(rules.order):
        own = position.cells[number] | (placement.cells if other == colour else 0)
        used = position.used[number] | (1 << SHAPES.index(placement.shape) if other == colour else 0)
        if other in state.out or used.bit_count() == len(SHAPES):
            continue
        free, front = _open(own, taken, board, rules, other)
        open_of.append(free)
        grown.append(front)
        owner = player_of(rules, other)
        worth.append(0.0 if owner is None else _OWN_REACH if owner == state.to_move else -_OTHER_REACH)
    value, reached = 0.0, 0
    for step in range(_STEPS):
        weight = 1.0 - step / _STEPS
        for number, cells in enumerate(grown):
            new = (cells & ~reached).bit_count()
            value += weight * new * worth[number]
        for cells in grown:
            reached |= cells
        grown = [
            (cells | sides(cells) | (corners(cells) if step % 2 else 0)) & free
            for cells, free in zip(grown, open_of, strict=True)
        ]
    return value
