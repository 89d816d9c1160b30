"""The engine protocol of Blitz: one JSON request a line in, one JSON answer a line out.

Cells are [x, y], x from the left and y from the front row, above 0 in the German area. `answer` never raises; the
answer to a bad request is an error. Its code is `B` and the number of the rule if the rules refuse what is asked.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

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
from cardgen.games.blitz.attackers import Group, destroy_most, smallest_group
from cardgen.games.blitz.board import Cell, hit_cells, on_board
from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.chances import hand_chances
from cardgen.games.blitz.combat import attackers_of, list_targets
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.facts import cell_members, moved_card, state_facts, turn_members
from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, legal_turns, new_game
from cardgen.games.blitz.logs import verify_log, write_log
from cardgen.games.blitz.questions import answer_attack, answer_settle, answer_winner
from cardgen.games.blitz.refusals import PlayError
from cardgen.games.blitz.requests import (
    ApplyRequest,
    AttackersRequest,
    AttackRequest,
    ChancesRequest,
    ChooseRequest,
    HitsRequest,
    NewGameRequest,
    OrderRequest,
    PerftRequest,
    QuestionsRequest,
    SettleRequest,
    StateRequest,
    TurnMember,
    VerifyRequest,
    WinnerRequest,
)
from cardgen.games.blitz.rules import Rules
from cardgen.games.blitz.scenarios import is_scenario, parse_scenario, question_members, verify_scenario
from cardgen.games.blitz.sequences import perft
from cardgen.games.blitz.state import State, Turn, index_of, round_order
from cardgen.games.blitz.states import parse_decks, parse_states, state_data

#: The most sequences from which a perft continues, and the most units that may attack one target in a list of turns.
MOST_SEQUENCES, MOST_ATTACKERS = 100_000, 12


def answer(line: str | bytes, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end."""
    return answer_line(line, _OPERATIONS, game)


# ---------------------------------------------------------------- games


def _new_game(data: Answer, game: GameContent) -> Answer:
    request = read_model(NewGameRequest, data)
    decks = _brought(request, game)
    if request.scenario:
        return _new_position(request, read_ruleset(request.ruleset, game.rulesets), decks)
    factions = request.factions
    if factions is None:
        players = 2 if request.players is None else request.players
        if players not in DEFAULT_FACTIONS:
            raise PlayError("players", players)
        factions = list(DEFAULT_FACTIONS[players])  # type: ignore[arg-type]
    elif request.players is not None and request.players != len(factions):
        raise RequestError("bad-value", f"players: {request.players}, but {len(factions)} factions")
    state = new_game(factions, request.seed, read_ruleset(request.ruleset, game.rulesets), decks)
    return {"state": state_data(state), "seats": len(factions)}


def _brought(request: NewGameRequest, game: GameContent) -> FactionDecks:
    """Return the decks of the request, and the game's own of all other factions."""
    try:
        return {**read_decks(game.decks), **parse_decks(request.decks)}
    except ValueError as error:
        raise RequestError("bad-value", f"decks: {error}") from None


def _new_position(request: NewGameRequest, rules: Rules, decks: FactionDecks) -> Answer:
    """Return the state at the start of a game that begins with the position of a scenario."""
    if request.factions is not None or request.players is not None:
        raise RequestError("bad-value", "scenario: it has the factions")
    state = parse_scenario(request.scenario, rules, decks).state
    return {"state": state_data(state, request.scenario), "seats": len(state.setup.factions)}


def _turns(data: Answer, _game: GameContent) -> Answer:
    state = _state(read_model(StateRequest, data).state)
    if state.step == "attack":
        _check_size(state)
    return {**state_facts(state), "turns": [turn_members(turn) for turn in legal_turns(state)]}


def _apply(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ApplyRequest, data)
    return {"state": state_data(apply(_state(request.state), _turn(request.turn)), _scenario(request.state))}


def _choose(data: Answer, _game: GameContent) -> Answer:
    from cardgen.games.blitz.policies import find_policy  # looks for installed packages

    request = read_model(ChooseRequest, data)
    state = _state(request.state)
    if state.over:
        raise PlayError("over")
    if state.step == "attack":
        _check_size(state)
    policy = read_policy(request.policy, find_policy)
    # A number of turns gives other random numbers, so that a policy does not repeat itself.
    return {"turn": turn_members(policy(state, random.Random(f"{state.seed}/{len(state.turns)}")))}


def _log(data: Answer, _game: GameContent) -> Answer:
    request = read_model(StateRequest, data)
    *before, state = _states(request.state)
    return {
        "log": "" if _scenario(request.state) else write_log(state, before),
        "players": [one.actor for one in before],
        "cards": [turn.card or moved_card(one, turn) for one, turn in zip(before, state.turns, strict=True)],
    }


def _view(data: Answer, game: GameContent) -> Answer:
    """Return what a seat sees: the cards of other hands are "". The log has the seed, so it is open at the end only."""
    request = read_model(ViewRequest, data)
    facts = _turns({"op": "turns", "state": request.state}, game)
    made = _log({"op": "log", "state": request.state}, game)
    log = made.pop("log")
    if facts["to_move"] != request.seat:
        facts["turns"] = []
    if facts["result"] is None:
        log = ""
        facts["hands"] = [
            hand if player == request.seat else [""] * len(hand) for player, hand in enumerate(facts["hands"])
        ]
    return {**facts, "record": request.state.get("turns", []), "made": made, "log": log}


def _perft(data: Answer, game: GameContent) -> Answer:
    request = read_model(PerftRequest, data)
    state = _given_state(request, game)
    depths: list[Answer] = []
    for depth in range(1, request.depth + 1):
        *_, sequences = perft(state, depth)
        depths.append({"sequences": sequences})
        if sequences > MOST_SEQUENCES and depth < request.depth:
            text = f"{sequences} sequences of {depth} turns, at most {MOST_SEQUENCES} can be continued"
            raise RequestError("too-large", text)
    return {"depths": depths}


def _attackers(data: Answer, game: GameContent) -> Answer:
    request = read_model(AttackersRequest, data)
    return answer_attackers(_given_state(request, game), None if request.target is None else _cell(request.target))


def answer_attackers(state: State, target: Cell | None = None) -> Answer:
    """Return what the player to move can destroy: the smallest group for each target, or for one, and the most."""
    if state.actor is None:
        raise PlayError("over")
    _check_size(state)
    player = state.actor
    targets = [index for index, facility, _ in list_targets(state, player) if not facility]
    if target is not None:
        if index_of(state, target) not in targets:
            raise PlayError("no-target", cell=target)
        return _group_members(smallest_group(state, player, index_of(state, target)))
    most = destroy_most(state, player)
    return {
        "targets": [_group_members(smallest_group(state, player, index)) for index in targets],
        "most": len(most.groups),
        "groups": [{"target": list(target), "units": cell_members(units)} for target, units in most.groups],
        "proven": True,
        "positions": most.positions,
    }


def _verify(data: Answer, game: GameContent) -> Answer:
    request = read_model(VerifyRequest, data)
    rules, decks = read_ruleset(request.ruleset, game.rulesets), read_decks(game.decks)
    try:
        if is_scenario(request.text):
            scenario = verify_scenario(request.text, rules, decks)
            return {"legal": True, "questions": len(scenario.questions), **state_facts(scenario.state)}
        state = verify_log(request.text, rules, decks)
        return {"legal": True, "state": state_data(state), **state_facts(state)}
    except PlayError as error:
        refusal = {"reason": error.code, "rule": error.rule, "line": error.line}
        return {"legal": False, **refusal, "message": error.messages}


# ---------------------------------------------------------------- questions about single rules


def _order(data: Answer, game: GameContent) -> Answer:
    request = read_model(OrderRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    rotate = request.players > 2 or rules.two_players == "rotate"
    factions = DEFAULT_FACTIONS[request.players]
    return {"order": [factions[player] for player in round_order(request.players, request.round, rotate)]}


def _hits(data: Answer, _game: GameContent) -> Answer:
    request = read_model(HitsRequest, data)
    cell = _cell(request.cell)
    if not on_board(cell, request.width):
        raise PlayError("outside", cell=cell)
    offsets = [(x, y) for x, y in request.offsets]
    return {"cells": cell_members(hit_cells(request.side, cell, offsets, request.width))}


def _attack(data: Answer, game: GameContent) -> Answer:
    request = read_model(AttackRequest, data)
    return answer_attack(request, read_ruleset(request.ruleset, game.rulesets))


def _settle(data: Answer, game: GameContent) -> Answer:
    request = read_model(SettleRequest, data)
    return answer_settle(request, read_ruleset(request.ruleset, game.rulesets))


def _winner(data: Answer, game: GameContent) -> Answer:
    request = read_model(WinnerRequest, data)
    return answer_winner(request, read_ruleset(request.ruleset, game.rulesets))


def _hand_chances(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ChancesRequest, data)
    try:
        chances = hand_chances(request.deck.model_dump(), request.hand, request.redraw_without)
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None
    return {kind: [float(chance) for chance in row] for kind, row in chances.items()}


def _questions(data: Answer, game: GameContent) -> Answer:
    request = read_model(QuestionsRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    scenario = verify_scenario(request.scenario, rules, read_decks(game.decks))
    return {"questions": [question_members(question) for question in scenario.questions]}


def _about(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.blitz.policies import list_policies

    read_model(Request, data)
    about = {"name": "cardgen", "version": __version__, "ops": list(_OPERATIONS)}
    return {**about, "rulesets": list(game.rulesets), "policies": list_policies()}


_OPERATIONS: dict[str, Operation] = {
    "about": _about,
    "new_game": _new_game,
    "turns": _turns,
    "apply": _apply,
    "choose": _choose,
    "log": _log,
    "view": _view,
    "perft": _perft,
    "attackers": _attackers,
    "verify": _verify,
    "questions": _questions,
    "order": _order,
    "hits": _hits,
    "attack": _attack,
    "settle": _settle,
    "winner": _winner,
    "hand_chances": _hand_chances,
}


# ---------------------------------------------------------------- members of requests and answers


def _state(data: object) -> State:
    return _states(data)[-1]


def _states(data: object) -> tuple[State, ...]:
    try:
        return parse_states(data)
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None


def _scenario(data: Mapping[str, object]) -> str:
    """Return the scenario that a state begins with, "" for a deal. The state has been read before."""
    return str(data.get("scenario", ""))


def _given_state(request: PerftRequest | AttackersRequest, game: GameContent) -> State:
    """Return the position of a request: that of its state or that of its scenario."""
    if (request.state is None) == (request.scenario is None):
        raise RequestError("missing-member", "either state or scenario is needed")
    if request.state is not None:
        return _state(request.state)
    rules = read_ruleset(request.ruleset, game.rulesets)
    return parse_scenario(request.scenario or "", rules, read_decks(game.decks)).state


def _check_size(state: State) -> None:
    """Raise RequestError if so many units can attack one target that their groups are too many to list."""
    player = state.actor
    if player is None:
        return
    for index, _, _ in list_targets(state, player):
        able = len(attackers_of(state, player, index))
        if able > MOST_ATTACKERS:
            raise RequestError("too-large", f"{able} units can attack one target, at most {MOST_ATTACKERS}")


def _turn(member: TurnMember) -> Turn:
    at, to, advance = (None if cell is None else _cell(cell) for cell in (member.at, member.to, member.advance))
    return Turn(member.kind, member.card, at, to, tuple(sorted(map(_cell, member.units))), advance)


def _group_members(group: Group) -> Answer:
    return {
        "target": list(group.target),
        "units": None if group.units is None else cell_members(group.units),
        "attack": group.attack,
        "defence": group.defence,
        "one_fewer": group.one_fewer,
    }


def _cell(member: Sequence[int]) -> Cell:
    return member[0], member[1]
