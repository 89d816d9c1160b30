"""Games of turns as data: a start and the turns. A state that is read is not trusted, its turns are made again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardgen.engines import GameContent
from cardgen.engines.replaying import Replays
from cardgen.engines.serving import Answer, adapter_of, read_strict_json
from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame, make_turn

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
