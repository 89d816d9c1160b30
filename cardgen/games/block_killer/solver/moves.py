"""Positions and moves of the search, and the plays that they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardgen.games.block_killer.notation import Row
from cardgen.games.block_killer.solver.clear_values import ClearValues


class Form(NamedTuple):
    """A card, one way up: its holes, its cells, its unit in packed cards and in packed needs, and its row."""

    holes: int
    cells: int
    unit: int
    need: int
    row: Row


class BlockPosition(NamedTuple):
    """Everything that is decided so far. `field` has the known rows; the lowest `garbage` of them are cards."""

    field: int
    filled: int
    cards: int
    garbage: int
    blocks: int
    chain: int


class BlockStart(NamedTuple):
    """A field in the middle of a play, without full rows, and the chain so far. No more garbage can be laid."""

    field: int
    chain: int


class BlockMove(NamedTuple):
    """A block placed: the forms revealed for it, top first, its cells, its clear, and the position after it."""

    block: str
    forms: tuple[Form, ...]
    cells: int
    lines: int
    kind: int
    discarded: int
    filled: int
    field: int
    cards: int
    garbage: int
    needs: int


class BlockStep(NamedTuple):
    """The part of a move that is needed to build the play and to score it."""

    block: str
    forms: tuple[Form, ...]
    cells: int
    lines: int
    kind: int
    discarded: int
    filled: int


class FoundPlay(NamedTuple):
    """A play of the search: its attack, its number of discarded cards, its number of solid rows, and its moves."""

    attack: int
    discarded: int
    solids: int
    moves: tuple[BlockStep, ...]


def play_of_steps(steps: Iterable[BlockStep], solids: int, clear_values: ClearValues, chain: int) -> FoundPlay:
    """Return the play that consists of these steps; `chain` is the chain before the first one."""
    attack, path = 0, tuple(steps)
    for step in path:
        more, chain = clear_values.locks[step.kind][step.lines][chain]
        attack += more
    return FoundPlay(attack, sum(step.discarded for step in path), solids, path)
