"""The games that were replayed last. A state on the wire is its turns, so each request would make all of them again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

State = TypeVar("State")
Turn = TypeVar("Turn")


class Replays(Generic[State, Turn]):
    """The states of the last `most` games, by their starts. Any thread may call it.

    States and turns must not change; equal turns must lead from a state to equal states.
    """

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._games: dict[Hashable, tuple[tuple[Turn, ...], tuple[State, ...]]] = {}

    def states(
        self,
        start: Hashable,
        turns: Sequence[Turn],
        begin: Callable[[], State],
        apply: Callable[[State, Turn, int], State],
    ) -> tuple[State, ...]:
        """Return the state at the start and after each turn. `apply` gets the state, the turn and its number from 0.

        Errors of `begin` and `apply` are passed on. Turns that an earlier call has made are not made again.
        """
        with self._lock:
            known_turns, known_states = self._games.get(start, ((), ()))
        same = 0
        for turn, known in zip(turns, known_turns, strict=False):
            if turn != known:
                break
            same += 1
        states = list(known_states[: same + 1]) or [begin()]
        for number in range(same, len(turns)):
            states.append(apply(states[-1], turns[number], number))
        with self._lock:
            self._games.pop(start, None)
            # After an undo, the longer game is kept: it is likely to be redone.
            shorter = same == len(turns) < len(known_turns)
            self._games[start] = (known_turns, known_states) if shorter else (tuple(turns), tuple(states))
            while len(self._games) > self._most:
                del self._games[next(iter(self._games))]
        return tuple(states)
