"""The engine protocol of Tale of Many Heroes: one JSON request a line in, one JSON answer a line out.

Seats count from 0. `answer` never raises; the answer to a bad request is an error, whose code is H and the number of
the broken rule if there is one.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardgen.engines.serving import Answer, Members, Request, Word
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.heroes.fights import excess_cards, execution, explosion
from cardgen.games.heroes.outcomes import Character, ambition_threshold, victory
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.seating import Ring, distance, in_range, ring, sieges
from cardgen.games.heroes.turn_game import GAME, ModeMember
from cardgen.games.heroes.vocabulary import FACTIONS

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


SERVER = TurnServer(GAME)
answer = SERVER.answer


@SERVER.operation("distances", DistancesRequest)
def _distances(request: DistancesRequest) -> Answer:
    around = _ring(request.seats, request.dead)
    _living(around, request.origin)
    others = [seat for seat in around if seat != request.origin]
    return {"distances": {str(seat): _distance(request, around, seat) for seat in others}}


@SERVER.operation("in_range", RangeRequest)
def _in_range(request: RangeRequest) -> Answer:
    around = _ring(request.seats, request.dead)
    _living(around, request.origin, request.to)
    if request.origin == request.to:
        raise HeroesError("same-seat")
    return {"in_range": in_range(_distance(request, around, request.to), request.weapon)}


def _distance(request: DistancesRequest, around: Ring, to: int) -> int:
    outward = sum(modifier.out for modifier in request.modifiers if modifier.seat == request.origin)
    inward = sum(modifier.inward for modifier in request.modifiers if modifier.seat == to)
    return distance(around, request.origin, to, outward, inward)


@SERVER.operation("execution", ExecutionRequest)
def _execution(request: ExecutionRequest) -> Answer:
    damage = execution(
        request.target_hp, request.target_max, request.executor_hp, request.distance, request.range, request.x
    )
    return {"legal": damage is not None, "damage": damage or 0}


@SERVER.operation("victory", VictoryRequest)
def _victory(request: VictoryRequest) -> Answer:
    if request.last_dead is not None and (
        request.last_dead >= len(request.seats) or request.seats[request.last_dead].alive
    ):
        raise HeroesError("still-alive", request.last_dead, rule=20)
    seats = [Character(_camp(request, number), seat.alive) for number, seat in enumerate(request.seats)]
    outcome = victory(request.mode, seats, request.seal_owner)
    if outcome is None:
        return {"winners": None}
    return {"winners": list(outcome.winners), "by": outcome.by}


def _camp(request: VictoryRequest, number: int) -> str:
    """Return the camp of a seat as the mode has it: "" if the request does not say."""
    seat: SeatMember = request.seats[number]
    if request.mode == "identity":
        return seat.identity or ""
    if request.mode == "realm":
        return f"seat:{number}"
    if seat.joined is not None:
        return f"ambition:{seat.joined}"
    return f"ambition:{number}" if seat.ambitionist or seat.faction == "ambitionist" else _faction(seat)


def _faction(seat: SeatMember) -> str:
    if seat.faction is not None and seat.faction not in FACTIONS:
        raise HeroesError("wrong-factions")
    return seat.faction or ""


@SERVER.operation("ambitionists", AmbitionistsRequest)
def _ambitionists(request: AmbitionistsRequest) -> Answer:
    return {"threshold": ambition_threshold(request.players)}


@SERVER.operation("siege", SiegeRequest)
def _siege(request: SiegeRequest) -> Answer:
    around = _ring(len(request.properties), request.dead)
    _living(around, request.seat)
    return {"pairs": [list(triple) for triple in sieges(around, request.properties, request.seat)]}


@SERVER.operation("explosion", ExplosionRequest)
def _explosion(request: ExplosionRequest) -> Answer:
    hit = explosion(_ring(request.seats, request.dead), request.at, request.prevented)
    return {"damage": {str(seat): hit[seat] for seat in sorted(hit)}}


@SERVER.operation("discard", DiscardRequest)
def _discard(request: DiscardRequest) -> Answer:
    if request.hand < 0 or request.hp > request.max_hp or request.max_hp < 1:
        raise HeroesError("wrong-hand")
    return {"cards": excess_cards(request.hand, request.hp + request.modifier)}


def _ring(seats: int, dead: list[int]) -> Ring:
    for seat in dead:
        if seat >= seats:
            raise HeroesError("nobody-there", seat)
    return ring(seats, dead)


def _living(around: Ring, *seats: int) -> None:
    for seat in seats:
        if seat not in around:
            raise HeroesError("nobody-there", seat)
