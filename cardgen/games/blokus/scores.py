"""Scores: remaining cells, points, ranks, and the winner."""

from __future__ import annotations

from cardgen import dataclass
from cardgen.games.blokus.game import BlokusState
from cardgen.games.blokus.position import unused_shapes
from cardgen.games.blokus.rules import COLOUR_NAMES
from cardgen.games.blokus.shapes import shape_size

_ALL_PLACED, _SINGLE_CELL_LAST = 15, 5


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a player: the cells of unplaced pieces, the score and the rank. Players may share a rank."""

    player: int
    colours: tuple[str, ...]
    remaining: int
    score: int
    rank: int


def standings(state: BlokusState) -> list[Standing]:
    """Return the standings in the order of the seats; the game may go on.

    With `remaining` the score is the number of remaining cells, and fewer is better. With `official-bonus` it is minus
    that number, plus 15 for a colour with all 21 pieces placed, plus 5 if the single cell was its last piece; higher is
    better. The colours of a player are added up; a shared colour does not count. Equal players share a rank, and the
    next rank is left out: 1, 2, 2, 4.
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


def winner(state: BlokusState) -> int | None:
    """Return the player who has won; None if the game goes on, or if players share the first rank."""
    first = [standing.player for standing in standings(state) if standing.rank == 1]
    return first[0] if state.over and len(first) == 1 else None


def describe_standings(state: BlokusState) -> dict[str, list[str]]:
    """Return the standings as text by language: `red: 9 cells left, rank 1` for each player."""
    lines: dict[str, list[str]] = {"zh": [], "en": []}
    points = state.rules.score == "official-bonus"
    for standing in standings(state):
        names = [COLOUR_NAMES[colour] for colour in standing.colours]
        left = f"{standing.score} points" if points else f"{standing.score} cells left"
        lines["en"].append(f"{' and '.join(name['en'] for name in names)}: {left}, rank {standing.rank}")
        left = f"{standing.score} 分" if points else f"剩 {standing.score} 格"
        lines["zh"].append(f"{'、'.join(name['zh'] for name in names)}：{left}，第 {standing.rank} 名")
    return lines


def _remaining(state: BlokusState, colour: str) -> int:
    return sum(map(shape_size, unused_shapes(state.position, colour, state.rules)))


def _bonus(state: BlokusState, colour: str) -> int:
    if unused_shapes(state.position, colour, state.rules):
        return 0
    last = [move.shape for move in state.moves if move.colour == colour][-1]
    return _ALL_PLACED + _SINGLE_CELL_LAST * (last == "I1")
