"""Games of turns as data: a start and the turns. A state that is read is not trusted, its turns are made again."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Generic

from cardgen.engines import GameContent
from cardgen.engines.serving import Answer, adapter_of, read_strict_json
from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame, make_turn


class Replays(Generic[State, Turn]):
    """The states of the last `most` games, by their starts. Any thread may call it.

    A state on the wire is its turns, so each request would make all of them again.

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


#: The member of a state with the turns that have been made.
TURNS = "turns"

_REPLAYS = Replays[Any, Any]()


def write_state(game: TurnGame[Start, State, Turn], start: Start, turns: Sequence[Any] = ()) -> Answer:
    """Return a state as JSON values: the members of its start without defaults, and the data of its `turns`."""
    data = adapter_of(game.start_type).dump_python(start, mode="json", exclude_defaults=True)
    return {**data, TURNS: list(turns)}


def write_played(game: TurnGame[Start, State, Turn], played: Played[Start, State, Turn]) -> Answer:
    """Return the state at the end of a game as JSON values."""
    turns = [game.write_data(turn, before) for turn, before in zip(played.turns, played.states, strict=False)]
    return write_state(game, played.start, turns)


def read_state(game: TurnGame[Start, State, Turn], data: Answer, content: GameContent) -> Played[Start, State, Turn]:
    """Return the game that led to the state that `data` describe. ValueError if no game can be in this state."""
    turns = data.get(TURNS)
    if not isinstance(turns, list):
        raise ValueError(f"{TURNS}: expected a list of turns")
    if len(turns) > game.most_turns:
        raise ValueError(f"{TURNS}: {len(turns)} turns, at most {game.most_turns}")
    members = json.dumps({name: value for name, value in data.items() if name != TURNS})
    start = _read_start(game, members)

    def begin() -> tuple[Any, State]:
        return None, game.begin(start, content)

    def repeat(before: tuple[Any, State], turn_data: Any, number: int) -> tuple[Turn, State]:
        try:
            turn = game.read_data(turn_data, before[1])
            made, after = make_turn(game, before[1], turn)
        except ValueError as error:
            raise ValueError(f"{TURNS}.{number}: {error}") from None
        if made != turn:
            raise ValueError(f"{TURNS}.{number}: the game makes another turn of it: {made}")
        return made, after

    steps = _REPLAYS.states((game, members, content), turns, begin, repeat)
    return Played(start, tuple(turn for turn, _ in steps[1:]), tuple(state for _, state in steps))


@lru_cache(maxsize=32)
def _read_start(game: TurnGame[Start, State, Turn], members: str) -> Start:
    start: Start = read_strict_json(adapter_of(game.start_type), json.loads(members))
    return start
