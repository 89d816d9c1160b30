"""Models of the requests of the engine protocol: strict, without unknown members."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema

from cardgen.engines.serving import Members, Request, RulesetRequest
from cardgen.games.thread_race.members import CardMember, Records
from cardgen.games.thread_race.rules import MOST_PLAYERS, SLOTS

Cards = Annotated[list[CardMember], Field(max_length=100)]
Count = Annotated[int, Field(ge=0, le=1000)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=80)]


_FACES = ["up", "down", "face-up", "face-down"]


def _face(value: str) -> str:
    if value not in _FACES:
        raise ValueError("expected up or down")
    return value.removeprefix("face-")


class SlotMember(Members):
    """A card in a slot. What is left out is as printed; `text` is the card whose text it has."""

    card: CardMember
    face: Annotated[str, AfterValidator(_face), WithJsonSchema({"enum": _FACES, "type": "string"})] = "up"
    sealed: bool = False
    speed_now: int | None = None
    element_now: str | None = None
    text: CardMember | None = None
    fixed: bool = False
    nullified: bool = False


class PlayerMember(Members):
    """A player's cards. `slot_effects` are the effects on each slot, as effects or as records."""

    lock: int | None = None
    slots: Annotated[list[SlotMember | None], Field(max_length=SLOTS)]
    deck: Cards = []
    rebirth: Cards = []
    slot_effects: Annotated[list[Annotated[list[dict[str, Any]], Field(max_length=99)]], Field(max_length=SLOTS)] = []


class ChoiceMember(Members):
    """A target as an object."""

    player: int
    slot: int


class HandMember(Members):
    """What a text by hand does: steps of effects, or records."""

    effects: Records


Choice = Annotated[list[int], Field(min_length=2, max_length=2)] | ChoiceMember | bool | HandMember | Word


class TurnRequest(RulesetRequest):
    """A request to run the effect stage of a turn. `seed` decides shuffles."""

    turn: Annotated[int, Field(ge=1, le=10_000)] = 1
    players: Annotated[list[PlayerMember], Field(min_length=1, max_length=MOST_PLAYERS)]
    choices: Annotated[list[Choice], Field(max_length=500)] = []
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] = 0


class OrdersRequest(Request):
    """A request to count the orders in which waiting cards can be played."""

    waiting: Count
    window: Annotated[int, Field(ge=1, le=1000)] = 3


class DeckOrdersRequest(Request):
    """A request to count the orders of a deck with so many copies of each card."""

    copies: Annotated[list[Count], Field(max_length=1000)]


class SolitaireRequest(RulesetRequest):
    """A request for the turn in which a deck without effects wins alone."""

    deck: Cards


class ClashesRequest(Request):
    """A request for the stages in which two openings clash."""

    openings: Annotated[list[Cards], Field(min_length=2, max_length=2)]
