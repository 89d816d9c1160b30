"""The requests of the engine protocol as strict, closed models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Members, Request
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.rules import Colour

Word = Annotated[str, StringConstraints(max_length=40)]
BoardRow = Annotated[str, StringConstraints(max_length=LARGEST)]
Rows = Annotated[list[BoardRow], Field(max_length=LARGEST)]
Coordinate = Annotated[int, Field(ge=-9999, le=9999)]
CellList = Annotated[
    list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]], Field(min_length=1, max_length=16)
]
Milliseconds = Annotated[int, Field(ge=0, le=10**9)]
Log = Annotated[str, StringConstraints(max_length=100_000)]


class RulesetRequest(Request):
    """A request that is answered by a ruleset."""

    ruleset: str = "standard"


class PositionRequest(RulesetRequest):
    """A request about a position: rows of `.` and the letters of the colours, top row first; null is an empty board."""

    board: Rows | None = None


class PlacementsRequest(PositionRequest):
    """Every placement of a colour."""

    colour: Colour


class PerftRequest(PositionRequest):
    """The sequences of placements, counted. The first colour of the order begins where none is named."""

    colour: Colour | None = None
    depth: Annotated[int, Field(ge=0, le=84)]


class PlayRequest(PositionRequest):
    """A placement, whoever's turn it is."""

    colour: Word
    shape: Word
    cells: CellList


class NotationRequest(Request):
    """An entry of a log, to be taken apart."""

    text: Annotated[str, StringConstraints(max_length=1000)]


class WriteRequest(Request):
    """A placement to be written down."""

    colour: Colour
    shape: Word
    cells: CellList


class VerifyRequest(RulesetRequest):
    """A log to be gone through."""

    log: Log


class NewGameRequest(RulesetRequest):
    """A game to be begun. The players are as many as the ruleset has seats."""

    players: int | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]


class StateRequest(Request):
    """A state whose legal turns are asked for."""

    state: dict[str, Any]


class TurnMember(Members):
    """A turn. `shape` and `cells` belong to a placement."""

    kind: Literal["place", "automatic"]
    shape: Word | None = None
    cells: CellList | None = None
    milliseconds: Milliseconds = 0


class ApplyRequest(StateRequest):
    """A state and the turn to be taken in it."""

    turn: TurnMember
