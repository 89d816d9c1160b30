"""The engine protocol of Blitz: one JSON request a line in, one JSON answer a line out.

Cells are [x, y], x from the left and y from the front row, above 0 in the German area. `answer` never raises; the
answer to a bad request is an error. Its code is `B` and the number of the rule if the rules refuse what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines import GameContent
from cardgen.engines.serving import Answer, RequestError, VerifyRequest, read_ruleset
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.blitz.attackers import AttackGroup, destroy_most, smallest_group
from cardgen.games.blitz.board import Cell, hit_cells, on_board
from cardgen.games.blitz.chances import hand_chances
from cardgen.games.blitz.combat import list_targets
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.facts import cell_members
from cardgen.games.blitz.game import DEFAULT_FACTIONS
from cardgen.games.blitz.questions import answer_attack, answer_settle, answer_winner
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.requests import (
    AttackersRequest,
    AttackRequest,
    BlitzPerftRequest,
    ChancesRequest,
    HitsRequest,
    OrderRequest,
    QuestionsRequest,
    SettleRequest,
    WinnerRequest,
)
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.scenarios import is_scenario, parse_scenario, question_members, verify_scenario
from cardgen.games.blitz.sequences import perft
from cardgen.games.blitz.state import BlitzState, Turn, index_of, round_order
from cardgen.games.blitz.turn_game import GAME, BlitzStart, check_size

#: The most sequences from which a perft continues.
MOST_SEQUENCES = 100_000


class _Server(TurnServer[BlitzStart, BlitzState, Turn]):
    def verify(self, request: VerifyRequest, content: GameContent) -> Answer:
        """Check a scenario as well as a log."""
        if not is_scenario(request.log):
            return super().verify(request, content)
        rules = read_ruleset(request.ruleset, content.rulesets)
        try:
            scenario = verify_scenario(request.log, rules, read_decks(content.decks))
        except BlitzError as error:
            return {"legal": False, **error.data()}
        return {"legal": True, "questions": len(scenario.questions), **GAME.facts(scenario.state)}


SERVER = _Server(GAME)
answer = SERVER.answer


@SERVER.operation("perft", BlitzPerftRequest)
def _perft(request: BlitzPerftRequest, content: GameContent) -> Answer:
    state = _given_state(request, content)
    depths: list[Answer] = []
    for depth in range(1, request.depth + 1):
        *_, sequences = perft(state, depth)
        depths.append({"sequences": sequences})
        if sequences > MOST_SEQUENCES and depth < request.depth:
            text = f"{sequences} sequences of {depth} turns, at most {MOST_SEQUENCES} can be continued"
            raise RequestError("too-large", text)
    return {"depths": depths}


@SERVER.operation("attackers", AttackersRequest)
def _attackers(request: AttackersRequest, content: GameContent) -> Answer:
    return answer_attackers(_given_state(request, content), None if request.target is None else _cell(request.target))


def answer_attackers(state: BlitzState, target: Cell | None = None) -> Answer:
    """Return what the player to move can destroy: the smallest group for each target, or for one, and the most."""
    if state.actor is None:
        raise BlitzError("over")
    check_size(state)
    player = state.actor
    targets = [index for index, facility, _ in list_targets(state, player) if not facility]
    if target is not None:
        if index_of(state, target) not in targets:
            raise BlitzError("no-target", cell=target)
        return _group_members(smallest_group(state, player, index_of(state, target)))
    most = destroy_most(state, player)
    return {
        "targets": [_group_members(smallest_group(state, player, index)) for index in targets],
        "most": len(most.groups),
        "groups": [{"target": list(target), "units": cell_members(units)} for target, units in most.groups],
        "proven": True,
        "positions": most.positions,
    }


@SERVER.operation("questions", QuestionsRequest)
def _questions(request: QuestionsRequest, rules: BlitzRules, content: GameContent) -> Answer:
    scenario = verify_scenario(request.scenario, rules, read_decks(content.decks))
    return {"questions": [question_members(question) for question in scenario.questions]}


@SERVER.operation("order", OrderRequest)
def _order(request: OrderRequest, rules: BlitzRules) -> Answer:
    rotate = request.players > 2 or rules.two_players == "rotate"
    factions = DEFAULT_FACTIONS[request.players]
    return {"order": [factions[player] for player in round_order(request.players, request.round, rotate)]}


@SERVER.operation("hits", HitsRequest)
def _hits(request: HitsRequest) -> Answer:
    cell = _cell(request.cell)
    if not on_board(cell, request.width):
        raise BlitzError("outside", cell=cell)
    offsets = [(x, y) for x, y in request.offsets]
    return {"cells": cell_members(hit_cells(request.side, cell, offsets, request.width))}


SERVER.operation("attack", AttackRequest)(answer_attack)
SERVER.operation("settle", SettleRequest)(answer_settle)
SERVER.operation("winner", WinnerRequest)(answer_winner)


@SERVER.operation("hand_chances", ChancesRequest)
def _hand_chances(request: ChancesRequest) -> Answer:
    try:
        chances = hand_chances(request.deck.model_dump(), request.hand, request.redraw_without)
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None
    return {kind: [float(chance) for chance in row] for kind, row in chances.items()}


# ---------------------------------------------------------------- members of requests and answers


def _given_state(request: BlitzPerftRequest | AttackersRequest, game: GameContent) -> BlitzState:
    """Return the position of a request: that of its state or that of its scenario."""
    if (request.state is None) == (request.scenario is None):
        raise RequestError("missing-member", "either state or scenario is needed")
    if request.state is not None:
        return SERVER.read(request.state, game).state
    rules = read_ruleset(request.ruleset, game.rulesets)
    return parse_scenario(request.scenario or "", rules, read_decks(game.decks)).state


def _group_members(group: AttackGroup) -> Answer:
    return {
        "target": list(group.target),
        "units": None if group.units is None else cell_members(group.units),
        "attack": group.attack,
        "defence": group.defence,
        "one_fewer": group.one_fewer,
    }


def _cell(member: Sequence[int]) -> Cell:
    return member[0], member[1]
