"""Game states as plain data. A state that is read is not trusted: its moves are made again and compared."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, TypeAdapter

from cardgen.engines.replaying import Replays
from cardgen.engines.serving import read_strict_json
from cardgen.games.blokus.game import Automatic, Move, Place, State, apply, new_game
from cardgen.games.blokus.rules import Rules
from cardgen.games.blokus.shapes import SHAPES
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class _Record:
    """The data that a state follows from."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    rules: Rules
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    moves: Annotated[tuple[Move, ...], Field(max_length=4 * len(SHAPES))]


_REPLAYS = Replays[State, Move]()


@cache
def _adapter() -> TypeAdapter[_Record]:
    return TypeAdapter(_Record)


def state_data(state: State) -> dict[str, Any]:
    """Return a state as JSON values: its `rules`, `seed` and `moves`."""
    data = _adapter().dump_python(_Record(state.rules, state.seed, state.moves), mode="json")
    assert isinstance(data, dict)
    return data


def parse_state(data: object) -> State:
    """Return the state that `data` describes. ValueError if no game can be in this state."""
    return parse_states(data)[-1]


def parse_states(data: object) -> tuple[State, ...]:
    """Return the states that led to the one that `data` describes, and this one last. ValueError as above."""
    record = read_strict_json(_adapter(), data)
    start = (record.rules.model_dump_json(), record.seed)
    return _REPLAYS.states(
        start, record.moves, lambda: new_game(len(record.rules.seats), record.seed, record.rules), _repeat
    )


def _repeat(state: State, move: Move, number: int) -> State:
    """Return the state after a move. ValueError with its place if the same turn leads to another move."""
    place = f"moves.{number}"
    turn = Automatic(move.milliseconds) if move.automatic else Place(move.shape, move.cells, move.milliseconds)
    try:
        after = apply(state, turn)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if after.moves[-1] != move:
        raise ValueError(f"{place}: the turn of {state.colour} leads to another move: {after.moves[-1]}")
    return after
