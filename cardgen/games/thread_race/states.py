"""Game states as plain data. A state that is read is not trusted: its turns are made again.

A state is its rules, seed, decks and turns. All else follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from cardgen.engines.replaying import Replays
from cardgen.engines.serving import read_strict_json
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.effects import read_effect, write_effect
from cardgen.games.thread_race.game import State, apply, new_game
from cardgen.games.thread_race.members import DeckMember, deck_data, read_deck
from cardgen.games.thread_race.refusals import PlayError
from cardgen.games.thread_race.rules import MOST_PLAYERS, SLOTS, Rules
from cardgen.games.thread_race.turns import ByHand, Choose, Decide, Flip, Pass, Play, PutAway, Start, Turn, UseCore
from cardgen.records import dataclass

#: The most turns of a state that is read.
MOST_MOVES = 2000

Player = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
SlotNumber = Annotated[int, Field(ge=0, lt=SLOTS)]


@dataclass(frozen=True, slots=True)
class TurnData:
    """A turn as data: its kind, and the members that this kind has."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    kind: Literal["start", "choose", "decide", "by-hand", "flip", "play", "put-away", "pass", "core"]
    up: Annotated[tuple[bool, ...], Field(max_length=SLOTS)] | bool | None = None
    target: tuple[Player, SlotNumber] | None = None
    yes: bool | None = None
    effects: Annotated[tuple[dict[str, Any], ...], Field(max_length=9)] | None = None
    slots: Annotated[tuple[SlotNumber, ...], Field(max_length=SLOTS)] | None = None
    choice: Annotated[int, Field(ge=0, le=99)] | None = None
    slot: SlotNumber | None = None


@dataclass(frozen=True, slots=True)
class _Record:
    """The data that a state follows from."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    rules: Rules
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    decks: Annotated[tuple[DeckMember, ...], Field(max_length=MOST_PLAYERS)]
    moves: Annotated[tuple[TurnData, ...], Field(max_length=MOST_MOVES)]


_REPLAYS = Replays[State, TurnData]()


@cache
def _adapter() -> TypeAdapter[_Record]:
    return TypeAdapter(_Record)


@cache
def turn_adapter() -> TypeAdapter[TurnData]:
    """Return what reads a turn."""
    return TypeAdapter(TurnData)


def state_data(state: State) -> dict[str, Any]:
    """Return a state as JSON values: its `rules`, `seed`, `decks` and `moves`."""
    return {
        "rules": state.rules.model_dump(mode="json"),
        "seed": state.seed,
        "decks": [deck_data(brought) for brought in state.decks],
        "moves": [turn_data(turn) for _, turn in state.moves],
    }


def parse_state(data: object) -> State:
    """Return the state that `data` describes. ValueError if no game can be in this state."""
    return parse_states(data)[-1]


def parse_states(data: object) -> tuple[State, ...]:
    """Return the states that led to the one that `data` describes, and this one last. ValueError as above."""
    record = read_strict_json(_adapter(), data)
    decks: list[DeckOrder] = [read_deck(member) for member in record.decks]
    start = (record.rules.model_dump_json(), record.seed, repr(decks))
    return _REPLAYS.states(start, record.moves, lambda: new_game(decks, record.seed, record.rules), _make_move)


def _make_move(state: State, move: TurnData, number: int) -> State:
    try:
        return apply(state, read_turn(move))
    except ValueError as error:
        raise ValueError(f"moves.{number}: {error}") from None


def turn_data(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON values."""
    match turn:
        case Start(up):
            return {"kind": turn.kind, "up": list(up)}
        case Choose(player, slot):
            return {"kind": turn.kind, "target": [player, slot]}
        case Decide(yes):
            return {"kind": turn.kind, "yes": yes}
        case ByHand(effects):
            return {"kind": turn.kind, "effects": [write_effect(effect) for effect in effects]}
        case Flip(slots):
            return {"kind": turn.kind, "slots": list(slots)}
        case Play(choice, slot, up):
            return {"kind": turn.kind, "choice": choice, "slot": slot, "up": up}
        case PutAway(slot):
            return {"kind": turn.kind, "slot": slot}
    return {"kind": turn.kind}


def read_turn(data: TurnData) -> Turn:
    """Return the turn of data. ValueError if members are missing, or belong to another kind."""
    given = {name for name in _MEMBERS if getattr(data, name) is not None}
    expected = _OF_KIND[data.kind]
    if not expected <= given <= expected | ({"up"} if data.kind == "play" else set()):
        raise ValueError(f"a turn {data.kind!r} has the members {', '.join(sorted(expected)) or 'kind alone'}")
    match data.kind:
        case "start" if isinstance(data.up, tuple):
            return Start(data.up)
        case "choose" if data.target is not None:
            return Choose(*data.target)
        case "decide" if data.yes is not None:
            return Decide(data.yes)
        case "by-hand":
            return ByHand(tuple(map(read_effect, data.effects or ())))
        case "flip":
            return Flip(data.slots or ())
        case "play" if data.choice is not None and data.slot is not None and not isinstance(data.up, tuple):
            return Play(data.choice, data.slot, data.up is not False)
        case "put-away" if data.slot is not None:
            return PutAway(data.slot)
        case "pass":
            return Pass()
        case "core":
            return UseCore()
    raise PlayError("unreadable", data.kind)


_MEMBERS = ("up", "target", "yes", "effects", "slots", "choice", "slot")
_OF_KIND: Mapping[str, set[str]] = {
    "start": {"up"},
    "choose": {"target"},
    "decide": {"yes"},
    "by-hand": {"effects"},
    "flip": {"slots"},
    "play": {"choice", "slot"},
    "put-away": {"slot"},
    "pass": set(),
    "core": set(),
}
