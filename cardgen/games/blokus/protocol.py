"""The engine protocol of Blokus: one JSON request a line in, one JSON answer a line out.

A board is a list of rows, top row first; a cell is `.` or the letter of a colour, R G B Y. Cells are [[x, y], ...], x
from the left and y from the top. `answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from cardgen.engines import GameContent
from cardgen.engines.serving import Answer, Request, RequestError, RulesetRequest, Word, read_ruleset
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.checking import check_colour, check_placement
from cardgen.games.blokus.notation import Coordinate, Entry, Passed, Scores, ShapeMove, parse_entry, write_entry
from cardgen.games.blokus.placements import Placement, list_placements, place
from cardgen.games.blokus.position import BlokusPosition, empty_position, parse_position, unused_shapes, write_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules, Colour
from cardgen.games.blokus.sequences import perft
from cardgen.games.blokus.shapes import Cells, shape_size
from cardgen.games.blokus.turn_game import GAME, cell_members

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


class BlokusPerftRequest(PositionRequest):
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


#: The most sequences from which a perft continues: it makes all of them, and counts those with one more placement.
MOST_SEQUENCES = 400_000

SERVER = TurnServer(GAME)
answer = SERVER.answer


@SERVER.operation("placements", PlacementsRequest)
def _placements(request: PlacementsRequest, content: GameContent) -> Answer:
    rules, position = _position(request, content)
    check_colour(request.colour, rules)
    return {"list": sorted(map(_placement_text, list_placements(position, request.colour, rules)))}


def _placement_text(placement: Placement) -> str:
    return " ".join([placement.shape, *(f"{x},{y}" for x, y in placement.points())])


@SERVER.operation("perft", BlokusPerftRequest)
def _perft(request: BlokusPerftRequest, content: GameContent) -> Answer:
    rules, position = _position(request, content)
    colour = request.colour or rules.order[0]
    check_colour(colour, rules)
    depths: list[Answer] = []
    for sequences in perft(position, colour, request.depth, rules):
        depths.append({"sequences": sequences})
        if sequences > MOST_SEQUENCES and len(depths) < request.depth:
            text = f"{sequences} sequences of {len(depths)} placements, at most {MOST_SEQUENCES} can be continued"
            raise RequestError("too-large", text)
    return {"depths": depths}


@SERVER.operation("play", PlayRequest)
def _play(request: PlayRequest, content: GameContent) -> Answer:
    rules, position = _position(request, content)
    try:
        placed = ShapeMove(request.colour, request.shape, _cells(request.cells))
        placement = check_placement(position, placed, rules)
    except BlokusError as error:
        return {"legal": False, **error.data()}
    after = place(position, placed.colour, placement, rules)
    return {
        "legal": True,
        "final_board": list(write_position(after, rules)),
        "remaining": sum(map(shape_size, unused_shapes(after, placed.colour, rules))),
    }


@SERVER.operation("notation", NotationRequest, WriteRequest)
def _notation(request: NotationRequest | WriteRequest) -> Answer:
    if isinstance(request, NotationRequest):
        return _entry_members(parse_entry(request.text))
    return {"text": write_entry(ShapeMove(request.colour, request.shape, _cells(request.cells)))}


def _entry_members(entry: Entry) -> Answer:
    match entry:
        case ShapeMove(colour, shape, cells):
            return {"colour": colour, "shape": shape, "cells": cell_members(cells)}
        case Passed(colour):
            return {"colour": colour, "pass": True}
        case Scores(values):
            return {"scores": list(values)}


def _position(request: PositionRequest, game: GameContent) -> tuple[BlokusRules, BlokusPosition]:
    """Return the ruleset and the position of a request. BlokusError for an impossible position."""
    rules = read_ruleset(request.ruleset, game.rulesets)
    return rules, empty_position(rules) if request.board is None else parse_position(request.board, rules)


def _cells(members: CellList) -> Cells:
    return tuple(sorted((x, y) for x, y in members))
