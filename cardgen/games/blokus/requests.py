"""Models of the requests of the engine protocol: strict, without unknown members."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Request, RulesetRequest, Word
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.notation import Coordinate
from cardgen.games.blokus.rules import Colour

BoardRow = Annotated[str, StringConstraints(max_length=LARGEST)]
Rows = Annotated[list[BoardRow], Field(max_length=LARGEST)]
CellList = Annotated[
    list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]], Field(min_length=1, max_length=16)
]


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
