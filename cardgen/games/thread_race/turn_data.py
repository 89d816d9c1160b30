"""Turns as data: a kind, and the members that this kind has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from cardgen import dataclass
from cardgen.engines.serving import read_strict_json
from cardgen.games.thread_race.effects import read_effect, write_effect
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import MOST_PLAYERS, SLOTS
from cardgen.games.thread_race.turns import ByHand, Choose, Decide, Flip, Pass, Play, PutAway, StartTurn, Turn, UseCore

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


@cache
def _adapter() -> TypeAdapter[TurnData]:
    return TypeAdapter(TurnData)


def turn_data(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON values."""
    match turn:
        case StartTurn(up):
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


def read_turn(members: Any) -> Turn:
    """Return the turn of data. ValueError if members are missing or wrong, or belong to another kind."""
    data = read_strict_json(_adapter(), members)
    given = {name for name in _MEMBERS if getattr(data, name) is not None}
    expected = _OF_KIND[data.kind]
    if not expected <= given <= expected | ({"up"} if data.kind == "play" else set()):
        raise ValueError(f"a turn {data.kind!r} has the members {', '.join(sorted(expected)) or 'kind alone'}")
    match data.kind:
        case "start" if isinstance(data.up, tuple):
            return StartTurn(data.up)
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
    raise ThreadRaceError("unreadable", data.kind)


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
