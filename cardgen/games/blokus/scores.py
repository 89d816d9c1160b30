"""Who has won: the cells that are left, the points, and the ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.games.blokus.position import unused_shapes
from cardgen.games.blokus.rules import COLOUR_NAMES
from cardgen.games.blokus.shapes import shape_size

if TYPE_CHECKING:
    from cardgen.games.blokus.game import State

_ALL_PLACED, _SINGLE_CELL_LAST = 15, 5


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands: the cells of the unplaced pieces, the score, and the rank, which players may share."""

    player: int
    colours: tuple[str, ...]
    remaining: int
    score: int
    rank: int


def standings(state: State) -> list[Standing]:
    """How the players stand, in the order of the seats, in a game that may still go on.

    With `remaining` the score is the number of cells left, and fewer is better. With `official-bonus` it is minus that
    number, 15 more for a colour with all 21 placed, and 5 more when the single cell was its last; higher is better.
    Colours of one player add up. Of 1, 2, 2, 4 the middle two players are equal.
    """
    rules = state.rules
    remaining = [sum(_remaining(state, colour) for colour in seat) for seat in rules.seats]
    if rules.score == "remaining":
        scores = remaining
        keys = scores
    else:
        scores = [
            sum(_bonus(state, colour) for colour in seat) - left
            for seat, left in zip(rules.seats, remaining, strict=True)
        ]
        keys = [-score for score in scores]
    return [
        Standing(player, tuple(seat), remaining[player], scores[player], 1 + sum(key < keys[player] for key in keys))
        for player, seat in enumerate(rules.seats)
    ]


def tell_standings(state: State) -> dict[str, list[str]]:
    """How the players stand, in words by language: for each player `red: 9 cells left, rank 1`."""
    told: dict[str, list[str]] = {"zh": [], "en": []}
    points = state.rules.score == "official-bonus"
    for standing in standings(state):
        names = [COLOUR_NAMES[colour] for colour in standing.colours]
        left = f"{standing.score} points" if points else f"{standing.score} cells left"
        told["en"].append(f"{' and '.join(name['en'] for name in names)}: {left}, rank {standing.rank}")
        left = f"{standing.score} 分" if points else f"剩 {standing.score} 格"
        told["zh"].append(f"{'、'.join(name['zh'] for name in names)}：{left}，第 {standing.rank} 名")
    return told


def _remaining(state: State, colour: str) -> int:
    return sum(map(shape_size, unused_shapes(state.position, colour, state.rules)))


def _bonus(state: State, colour: str) -> int:
    if unused_shapes(state.position, colour, state.rules):
        return 0
    last = [move.shape for move in state.moves if move.colour == colour][-1]
    return _ALL_PLACED + _SINGLE_CELL_LAST * (last == "I1")
