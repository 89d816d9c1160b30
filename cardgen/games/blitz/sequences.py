"""Counting sequences of turns, to compare rules engines."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.blitz.game import apply, legal_turns
from cardgen.games.blitz.state import BlitzState


def perft(state: BlitzState, depth: int) -> Iterator[int]:
    """Yield the number of sequences of 1, 2, … `depth` legal turns. Turns of equal cards are one turn."""
    states = [state]
    for ply in range(1, depth + 1):
        if ply == depth:
            yield sum(len(legal_turns(one)) for one in states)
        else:
            states = [apply(one, turn) for one in states for turn in legal_turns(one)]
            yield len(states)
