"""Models of the requests of the engine protocol: strict, without unknown members."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Members, Request
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.rules import Clock, Colour

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
    """A request that names a ruleset."""

    ruleset: str = "standard"


class PositionRequest(RulesetRequest):
    """A request about a position: rows of `.` and the letters of colours, top row first; null is an empty board."""

    board: Rows | None = None


class PlacementsRequest(PositionRequest):
    """A request for every placement of a colour."""

    colour: Colour


class PerftRequest(PositionRequest):
    """A request to count sequences of placements. The first colour of the order begins by default."""

    colour: Colour | None = None
    depth: Annotated[int, Field(ge=0, le=84)]


class PlayRequest(PositionRequest):
    """A request to check a placement, also out of turn."""

    colour: Word
    shape: Word
    cells: CellList


class NotationRequest(Request):
    """A request to read an entry of a log."""

    text: Annotated[str, StringConstraints(max_length=1000)]


class WriteRequest(Request):
    """A request to write a placement in notation."""

    colour: Colour
    shape: Word
    cells: CellList


class VerifyRequest(RulesetRequest):
    """A request to check a log."""

    log: Log


class NewGameRequest(RulesetRequest):
    """A request for a new game. By default it has as many players as the ruleset has seats, and its clock."""

    players: int | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    clock: Clock | None = None


class StateRequest(Request):
    """A request about a state."""

    state: dict[str, Any]


class ChooseRequest(StateRequest):
    """A request for the turn that a policy chooses."""

    policy: Word


class TurnMember(Members):
    """A turn. Only a placement has `shape` and `cells`."""

    kind: Literal["place", "automatic"]
    shape: Word | None = None
    cells: CellList | None = None
    milliseconds: Milliseconds = 0


class ApplyRequest(StateRequest):
    """A request to apply a turn to a state."""

    turn: TurnMember
