"""The engine protocol of Blokus: one JSON request a line in, one JSON answer a line out.

A board is a list of rows, top row first; a cell is `.` or the letter of a colour, R G B Y. Cells are [[x, y], ...], x
from the left and y from the top. `answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

import random

from cardgen import __version__
from cardgen.engines import GameContent
from cardgen.engines.serving import (
    Answer,
    Operation,
    Request,
    RequestError,
    ViewRequest,
    answer_line,
    read_model,
    read_policy,
    read_ruleset,
)
from cardgen.games.blokus.checking import check_colour, check_placement
from cardgen.games.blokus.game import Automatic, Place, State, Turn, apply, legal_turns, new_game, time_allowed
from cardgen.games.blokus.logs import verify_log, write_log
from cardgen.games.blokus.notation import Entry, Passed, Placed, Scores, parse_entry, write_entry
from cardgen.games.blokus.placements import Placement, count_placements, free_corners, list_placements, place
from cardgen.games.blokus.position import Position, empty_position, parse_position, unused_shapes, write_position
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.requests import (
    ApplyRequest,
    CellList,
    ChooseRequest,
    NewGameRequest,
    NotationRequest,
    PerftRequest,
    PlacementsRequest,
    PlayRequest,
    PositionRequest,
    StateRequest,
    TurnMember,
    VerifyRequest,
    WriteRequest,
)
from cardgen.games.blokus.rules import Rules, player_of
from cardgen.games.blokus.scores import standings
from cardgen.games.blokus.sequences import perft
from cardgen.games.blokus.shapes import Cells, shape_size
from cardgen.games.blokus.states import parse_state, state_data

#: The most sequences from which a perft continues: it makes all of them, and counts those with one more placement.
MOST_SEQUENCES = 400_000


def answer(line: str | bytes, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end."""
    return answer_line(line, _OPERATIONS, game)


# ---------------------------------------------------------------- operations


def _placements(data: Answer, game: GameContent) -> Answer:
    request = read_model(PlacementsRequest, data)
    rules, position = _position(request, game)
    check_colour(request.colour, rules)
    return {"list": sorted(map(_placement_text, list_placements(position, request.colour, rules)))}


def _turn_members(turn: Place) -> Answer:
    return {"kind": "place", "shape": turn.shape, "cells": _cell_list(turn.cells)}


def _placement_text(placement: Placement) -> str:
    return " ".join([placement.shape, *(f"{x},{y}" for x, y in placement.points())])


def _perft(data: Answer, game: GameContent) -> Answer:
    request = read_model(PerftRequest, data)
    rules, position = _position(request, game)
    colour = request.colour or rules.order[0]
    check_colour(colour, rules)
    depths: list[Answer] = []
    for sequences in perft(position, colour, request.depth, rules):
        depths.append({"sequences": sequences})
        if sequences > MOST_SEQUENCES and len(depths) < request.depth:
            text = f"{sequences} sequences of {len(depths)} placements, at most {MOST_SEQUENCES} can be continued"
            raise RequestError("too-large", text)
    return {"depths": depths}


def _play(data: Answer, game: GameContent) -> Answer:
    request = read_model(PlayRequest, data)
    rules, position = _position(request, game)
    try:
        placed = Placed(request.colour, request.shape, _cells(request.cells))
        placement = check_placement(position, placed, rules)
    except PlayError as error:
        return _refused(error)
    after = place(position, placed.colour, placement, rules)
    return {
        "legal": True,
        "final_board": list(write_position(after, rules)),
        "remaining": sum(map(shape_size, unused_shapes(after, placed.colour, rules))),
    }


def _notation(data: Answer, _game: GameContent) -> Answer:
    if "text" in data:
        return _entry_members(parse_entry(read_model(NotationRequest, data).text))
    request = read_model(WriteRequest, data)
    return {"text": write_entry(Placed(request.colour, request.shape, _cells(request.cells)))}


def _entry_members(entry: Entry) -> Answer:
    match entry:
        case Placed(colour, shape, cells):
            return {"colour": colour, "shape": shape, "cells": _cell_list(cells)}
        case Passed(colour):
            return {"colour": colour, "pass": True}
        case Scores(values):
            return {"scores": list(values)}


def _verify(data: Answer, game: GameContent) -> Answer:
    request = read_model(VerifyRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    try:
        state = verify_log(request.log, rules)
    except PlayError as error:
        return {**_refused(error), "line": error.line}
    return {"legal": True, "state": state_data(state), **_state_facts(state)}


def _new_game(data: Answer, game: GameContent) -> Answer:
    request = read_model(NewGameRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    players = len(rules.seats) if request.players is None else request.players
    if "clock" in request.model_fields_set:
        rules = rules.model_copy(update={"clock": request.clock})
    try:
        return {"state": state_data(new_game(players, request.seed, rules)), "seats": players}
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None


def _turns(data: Answer, _game: GameContent) -> Answer:
    state = _state(read_model(StateRequest, data).state)
    turns: list[Answer] = [_turn_members(turn) for turn in legal_turns(state)]
    if turns:
        turns.append({"kind": "automatic"})
    return {**_state_facts(state), "milliseconds": time_allowed(state), "turns": turns}


def _apply(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ApplyRequest, data)
    state = _state(request.state)
    return {"state": state_data(apply(state, _turn(request.turn)))}


def _choose(data: Answer, _game: GameContent) -> Answer:
    from cardgen.games.blokus.policies import find_policy  # looks for installed packages

    request = read_model(ChooseRequest, data)
    state = _state(request.state)
    if state.over:
        raise PlayError("game-over")
    policy = read_policy(request.policy, find_policy)
    # A number of moves gives other random numbers, so that a policy does not repeat itself.
    return {"turn": _turn_members(policy(state, random.Random(f"{state.seed}/{len(state.moves)}")))}


def _log(data: Answer, _game: GameContent) -> Answer:
    state = _state(read_model(StateRequest, data).state)
    return {"log": write_log(state), "players": [player_of(state.rules, move.colour) for move in state.moves]}


def _view(data: Answer, game: GameContent) -> Answer:
    """Return what a seat sees: all but the turns of others."""
    request = read_model(ViewRequest, data)
    facts, made = (
        _turns({"op": "turns", "state": request.state}, game),
        _log({"op": "log", "state": request.state}, game),
    )
    turns = facts["turns"] if facts["to_move"] == request.seat else []
    return {**facts, "turns": turns, "record": request.state["moves"], "made": made, "log": made["log"]}


def _about(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.blokus.policies import list_policies

    read_model(Request, data)
    about = {"name": "cardgen", "version": __version__, "ops": list(_OPERATIONS)}
    return {**about, "rulesets": list(game.rulesets), "policies": list_policies()}


_OPERATIONS: dict[str, Operation] = {
    "placements": _placements,
    "perft": _perft,
    "play": _play,
    "notation": _notation,
    "verify": _verify,
    "new_game": _new_game,
    "turns": _turns,
    "apply": _apply,
    "choose": _choose,
    "log": _log,
    "view": _view,
    "about": _about,
}


# ---------------------------------------------------------------- members of requests and answers


def _position(request: PositionRequest, game: GameContent) -> tuple[Rules, Position]:
    """Return the ruleset and the position of a request. PlayError for an impossible position."""
    rules = read_ruleset(request.ruleset, game.rulesets)
    return rules, empty_position(rules) if request.board is None else parse_position(request.board, rules)


def _cells(members: CellList) -> Cells:
    return tuple(sorted((x, y) for x, y in members))


def _cell_list(cells: Cells) -> list[list[int]]:
    return [[x, y] for x, y in cells]


def _refused(error: PlayError) -> Answer:
    cell = None if error.cell is None else list(error.cell)
    return {"legal": False, "reason": error.code, "rule": error.rule, "cell": cell, "message": error.messages}


def _state_facts(state: State) -> Answer:
    """Return the facts of a state, for a bot that does not compute them itself."""
    return {
        "to_move": state.to_move,
        "colour": state.colour,
        "seats": [list(seat) for seat in state.rules.seats],
        "board": list(write_position(state.position, state.rules)),
        "placements": {colour: count_placements(state.position, colour, state.rules) for colour in state.rules.order},
        "corners": {
            colour: _cell_list(free_corners(state.position, colour, state.rules)) for colour in state.rules.order
        },
        "unused": {colour: list(unused_shapes(state.position, colour, state.rules)) for colour in state.rules.order},
        "time_left": None if state.time_left is None else list(state.time_left),
        "standings": [
            {"player": row.player, "remaining": row.remaining, "score": row.score, "rank": row.rank}
            for row in standings(state)
        ],
    }


def _state(data: object) -> State:
    try:
        return parse_state(data)
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None


def _turn(member: TurnMember) -> Turn:
    if member.kind == "automatic":
        extra = member.model_fields_set & {"shape", "cells"}
        if extra:
            raise RequestError("unknown-member", f"turn: {', '.join(sorted(extra))} in an automatic turn")
        return Automatic(member.milliseconds)
    if member.shape is None or member.cells is None:
        raise RequestError("missing-member", "turn: a placement has a shape and cells")
    return Place(member.shape, _cells(member.cells), member.milliseconds)
