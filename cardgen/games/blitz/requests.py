"""Models of the requests of the engine protocol: strict, without unknown members."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Members, Request, RulesetRequest
from cardgen.games.blitz.cards import Side

Coordinate = Annotated[int, Field(ge=-999, le=999)]
CellMember = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Offsets = Annotated[list[CellMember], Field(max_length=200)]
Value = Annotated[int, Field(ge=0, le=99)]
Width = Literal[4, 5]
Text = Annotated[str, StringConstraints(max_length=200_000)]


class OrderRequest(RulesetRequest):
    """A request for the order of a round, from 1."""

    players: Literal[2, 4]
    round: Annotated[int, Field(ge=1, le=1_000_000)]


class HitsRequest(Request):
    """A request for the cells that a card reaches."""

    side: Side
    cell: CellMember
    offsets: Offsets
    width: Width = 4


class Supplier(Members):
    """A resource that may supply attackers."""

    cell: CellMember
    side: Side
    level: Value = 1
    offsets: Offsets


class Attacker(Supplier):
    """A unit that attacks."""

    attack: Value
    ready: bool = True


class Target(Members):
    """A unit that is attacked."""

    cell: CellMember
    defence: Value


class AttackRequest(RulesetRequest):
    """A question about one attack. The target belongs to the enemy of the first attacker."""

    attackers: Annotated[list[Attacker], Field(max_length=40)]
    target: Target
    resources: Annotated[list[Supplier], Field(max_length=40)] = []
    width: Width = 5


class CardOnBoard(Members):
    """A card on the board. Only its side matters, and whether it is an engineer."""

    cell: CellMember
    side: Side
    engineer: bool = False
    level: Value = 1
    offsets: Offsets = []


class BoardRequest(RulesetRequest):
    """A question about a board."""

    units: Annotated[list[CardOnBoard], Field(max_length=40)] = []
    resources: Annotated[list[CardOnBoard], Field(max_length=40)] = []
    width: Width = 5


class SettleRequest(BoardRequest):
    """A question about the end of the deploy stage."""

    facilities: Annotated[list[CardOnBoard], Field(max_length=40)] = []


class Elsewhere(Members):
    """The numbers of units in hands and decks."""

    allied: Value = 0
    german: Value = 0


class WinnerRequest(BoardRequest):
    """A question about the winner. `elsewhere` are units in hands and decks."""

    ended: bool = False
    elsewhere: Elsewhere = Elsewhere()


class Composition(Members):
    """The numbers of cards of each kind."""

    unit: Annotated[int, Field(ge=0, le=1000)] = 24
    resource: Annotated[int, Field(ge=0, le=1000)] = 10
    facility: Annotated[int, Field(ge=0, le=1000)] = 3
    skill: Annotated[int, Field(ge=0, le=1000)] = 2


class ChancesRequest(Request):
    """A request for the chances of opening hands. A hand without one of the kinds `redraw_without` is put back once."""

    deck: Composition = Composition()
    hand: Annotated[int, Field(ge=0, le=20)] = 8
    redraw_without: list[Literal["unit", "resource", "facility", "skill"]] = []


class QuestionsRequest(RulesetRequest):
    """A request for the questions of a scenario, with their answers."""

    scenario: Text


class BlitzPerftRequest(Request):
    """A request to count sequences of turns, from a state or from a scenario."""

    state: dict[str, Any] | None = None
    scenario: Text | None = None
    ruleset: str = "standard"
    depth: Annotated[int, Field(ge=0, le=50)]


class AttackersRequest(Request):
    """A request for what the player to move can destroy, in a state or in a scenario; `target` for one unit only."""

    state: dict[str, Any] | None = None
    scenario: Text | None = None
    ruleset: str = "standard"
    target: CellMember | None = None
