"""Models of the requests of the engine protocol: strict, without unknown members."""

from __future__ import annotations

from typing import Annotated, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.engines.serving import Members, Request, Word
from cardgen.games.heroes.rules import Mode


def _short_mode(word: object) -> object:
    """Return `nation` for `nation-war`, and any other value as it is."""
    return "nation" if word == "nation-war" else word


_MODES = {"enum": [*get_args(Mode), "nation-war"], "type": "string"}
ModeMember = Annotated[Mode, BeforeValidator(_short_mode), WithJsonSchema(_MODES)]
Seat = Annotated[int, Field(ge=0, le=9)]
Seats = Annotated[list[Seat], Field(max_length=10)]
SeatCount = Annotated[int, Field(ge=2, le=10)]
Number = Annotated[int, Field(ge=-99, le=99)]


class ModifierMember(Members):
    """What changes the distances of a seat: `out` as it looks at others, `in` as others look at it."""

    seat: Seat
    out: Number = 0
    inward: Number = Field(default=0, alias="in")


class DistancesRequest(Request):
    """A request for the distances from a living seat."""

    seats: SeatCount
    origin: Seat = Field(alias="from")
    dead: Seats = []
    modifiers: Annotated[list[ModifierMember], Field(max_length=100)] = []


class RangeRequest(DistancesRequest):
    """A request whether a seat is in the attack range of another."""

    to: Seat
    weapon: Annotated[int, Field(ge=0, le=99)] = 1


class ExecutionRequest(Request):
    """A request for the damage of an execution."""

    target_hp: Number
    target_max: Number
    executor_hp: Number
    distance: Number
    range: Number
    x: Number = 0


class SeatMember(Members):
    """A seat of a `victory` request.

    In nation war an ambitionist is `ambitionist`, or has the faction `ambitionist`, and may have been `joined` by
    others. Heroes count whether they are `shown` or not.
    """

    identity: Word | None = None
    faction: Word | None = None
    alive: bool = True
    shown: bool = True
    ambitionist: bool = False
    joined: Seat | None = None


class VictoryRequest(Request):
    """A request who has won."""

    mode: ModeMember
    seats: Annotated[list[SeatMember], Field(min_length=2, max_length=10)]
    last_dead: Seat | None = None
    seal_owner: Seat | None = None


class AmbitionistsRequest(Request):
    """A request for the number of shown characters that a faction may have."""

    players: SeatCount


class SiegeRequest(Request):
    """A request for the sieges in which a seat takes part."""

    properties: Annotated[list[Word | int | None], Field(min_length=2, max_length=10)]
    seat: Seat
    dead: Seats = []


class ExplosionRequest(Request):
    """A request for the damage of an explosion."""

    seats: SeatCount
    at: Seat
    dead: Seats = []
    prevented: bool = False


class DiscardRequest(Request):
    """A request for the number of cards to discard."""

    hand: Number
    hp: Number
    max_hp: Number
    modifier: Number = 0
