"""Game states as plain data. A state that is read is not trusted: its turns are made again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, TypeAdapter

from cardgen.engines.serving import read_strict_json
from cardgen.games.heroes.game import apply, new_game
from cardgen.games.heroes.refusals import PlayError
from cardgen.games.heroes.rules import Mode, Rules
from cardgen.games.heroes.state import State, Turn
from cardgen.records import dataclass

#: The most turns of a game that is read.
MOST_TURNS = 20_000


@dataclass(frozen=True, slots=True)
class _Record:
    """The data that a state follows from."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    ruleset: str
    mode: Mode
    players: Annotated[int, Field(ge=0, le=99)]
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    turns: Annotated[tuple[Turn, ...], Field(max_length=MOST_TURNS)]


@cache
def _adapter() -> TypeAdapter[_Record]:
    return TypeAdapter(_Record)


def state_data(state: State, ruleset: str) -> dict[str, Any]:
    """Return a state as JSON values: the name of its ruleset, its mode, players, seed and turns."""
    record = _Record(ruleset, state.mode, len(state.seats), state.seed, state.moves)
    data = _adapter().dump_python(record, mode="json")
    assert isinstance(data, dict)
    return data


def parse_state(data: object, rulesets: Mapping[str, Rules]) -> State:
    """Return the state that `data` describes. ValueError if no game can be in this state."""
    record = read_strict_json(_adapter(), data)
    if record.ruleset not in rulesets:
        raise ValueError(f"ruleset: there is no {record.ruleset!r}")
    rules, turns = rulesets[record.ruleset], record.turns
    game = (record.mode, record.players, record.seed)
    state = _recall(rules, (*game, turns[:-1])) if turns else None
    first = len(turns) - 1
    if state is None:
        state, first = new_game(record.players, record.seed, rules, record.mode), 0
    for number, turn in enumerate(turns[first:] if turns else (), first):
        try:
            state = apply(state, turn)
        except PlayError as error:
            raise ValueError(f"turns.{number}: {error}") from None
    _remember(rules, (*game, turns), state)
    return state


# ---------------------------------------------------------------- games that go on

# A game at a table or with a bot is read again after each turn: then only the last turn is made.

#: Recent states with their rules, by mode, players, seed and turns.
_recent: dict[tuple[object, ...], tuple[Rules, State]] = {}
_MOST_RECENT = 64


def _recall(rules: Rules, game: tuple[object, ...]) -> State | None:
    known_rules, state = _recent.get(game, (None, None))
    return state if known_rules is rules else None


def _remember(rules: Rules, game: tuple[object, ...], state: State) -> None:
    _recent.pop(game, None)
    _recent[game] = rules, state
    for oldest in list(_recent)[:-_MOST_RECENT]:
        _recent.pop(oldest, None)
