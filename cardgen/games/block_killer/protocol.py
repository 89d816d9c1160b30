"""The engine protocol: each line is a JSON request, each answer is a line of JSON. See docs/engine.md.

`answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

import random
from dataclasses import asdict

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
)
from cardgen.games.block_killer.attack import resolve_defence
from cardgen.games.block_killer.copies import deal_game, deck_copies
from cardgen.games.block_killer.explain import explain_play
from cardgen.games.block_killer.field import field_rows, stack_rows
from cardgen.games.block_killer.fumen import play_of_fumen
from cardgen.games.block_killer.game import (
    Draw,
    MakePlay,
    MayPlay,
    Option,
    Pass,
    State,
    Turn,
    apply,
    check_turn,
    legal_turns,
)
from cardgen.games.block_killer.logs import LogError, verify_log, write_log
from cardgen.games.block_killer.notation import Hand, Play, parse_play, write_play
from cardgen.games.block_killer.placements import Placement, list_placements
from cardgen.games.block_killer.playout import write_turn
from cardgen.games.block_killer.plays import ScoredPlay, score_play
from cardgen.games.block_killer.puzzles import make_puzzle, puzzle_of_day
from cardgen.games.block_killer.records import (
    Record,
    hidden_facts,
    is_record,
    parse_record,
    record_data,
    state_facts,
    turn_results,
)
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.requests import (
    AnalyseRequest,
    ApplyRequest,
    BestRequest,
    ChooseRequest,
    GarbageHand,
    NewGameRequest,
    PerftRequest,
    PlacementsRequest,
    PlayRequest,
    PuzzleRequest,
    ResolveRequest,
    TextRequest,
    TurnMember,
    TurnsRequest,
    VerifyRequest,
    WriteRequest,
    members_in_hand,
    play_members,
    read_play,
    read_rules,
)
from cardgen.games.block_killer.sequences import TooManyError, perft
from cardgen.games.block_killer.solver import SOLVER, LastAnalysis, best_play
from cardgen.games.block_killer.states import parse_state, state_data

#: The most placements of a perft; equal boards count once. Enough for the five blocks IOTLJ on the empty field.
MOST_PLACEMENTS = 7_500_000
#: The positions that a policy's solver searches for a turn: as in simulations.
CHOICE_BUDGET = 10_000
#: The most distinct boards before a further block of a perft, which has about thirty times as many placements.
MOST_BOARDS = 400_000


def answer(line: str | bytes, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end."""
    return answer_line(line, _OPERATIONS, game)


# ----------------------------------------------------------------------------------------------------------------------
# The operations


def _placements(data: Answer, _game: GameContent) -> Answer:
    request = read_model(PlacementsRequest, data)
    placements = list_placements(stack_rows(request.board), request.block, request.spin_rule, request.rotation)
    return {"list": sorted(map(_placement_text, placements))}


def _placement_text(placement: Placement) -> str:
    kind = "mini" if placement.mini else "spin" if placement.spin else "-"
    return " ".join([f"{x},{y}" for x, y in placement.points()] + [kind])


def _perft(data: Answer, _game: GameContent) -> Answer:
    request = read_model(PerftRequest, data)
    stack, most = stack_rows(request.board), (MOST_PLACEMENTS, MOST_BOARDS)
    try:
        plies = list(perft(stack, request.sequence, request.spin_rule, request.rotation, most))
    except TooManyError as error:
        raise RequestError("too-large", str(error)) from None
    return {"depths": [asdict(ply) for ply in plies]}


def _play(data: Answer, game: GameContent) -> Answer:
    request = read_model(PlayRequest, data)
    rules = read_rules(request, game.rulesets)
    try:
        play, indexes, hand = read_play(request.rows, request.blocks, request.garbage_hand)
        scored = score_play(play, rules, Hand(tuple(request.block_hand), hand.garbage))
    except PlayError as error:
        return {"legal": False, "reason": error.code, "step": error.step, "message": error.messages}
    return {
        "legal": True,
        "attack": scored.attack,
        "block": scored.block,
        "clears": _clears(scored),
        "discarded_garbage": sorted(index for row in scored.cleared for index in indexes[row]),
        "final_board": field_rows(scored.field),
        "explanation": explain_play(scored),
    }


def _best(data: Answer, game: GameContent) -> Answer:
    request = read_model(BestRequest, data)
    rules = read_rules(request, game.rulesets)
    hand = Hand(tuple(request.block_hand), GarbageHand(request.garbage_hand).codes)
    best = best_play(hand, rules, request.seconds)
    return {
        "attack": best.attack,
        **members_in_hand(best.play, request.garbage_hand),
        "at_most": best.at_most,
        "proven": best.proven,
        "positions": best.positions,
    }


_last_analysis = LastAnalysis()


def _analyse(data: Answer, game: GameContent) -> Answer:
    request = read_model(AnalyseRequest, data)
    rules = read_rules(request, game.rulesets)
    garbage = GarbageHand(request.garbage_hand).codes
    play = None if request.rows is None else read_play(request.rows, request.blocks, request.garbage_hand)[0]
    try:
        analysis = _last_analysis.run(Hand(tuple(request.block_hand), garbage), rules, play, request.seconds)
    except PlayError:
        raise
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None
    return {
        "lines": [
            {
                "attack": line.attack,
                "block": line.block,
                "proven": line.proven,
                "text": write_play(line.play),
                **members_in_hand(line.play, request.garbage_hand),
            }
            for line in analysis.lines
        ],
        "attack": analysis.attack,
        "at_most": analysis.at_most,
        "own": analysis.own,
        "steps": [asdict(step) for step in analysis.steps],
        "lost_at": analysis.lost_at,
        "finished": analysis.finished,
        "positions": analysis.positions,
    }


def _puzzle(data: Answer, game: GameContent) -> Answer:
    request = read_model(PuzzleRequest, data)
    rules = read_rules(request, game.rulesets)
    by_seed = request.strength is not None and request.seed is not None
    if by_seed == (request.date is not None) or (request.date is not None and (request.strength or request.seed)):
        raise RequestError("bad-value", "expected either strength and seed, or date")
    try:
        strength, seed = puzzle_of_day(request.date) if request.date else (request.strength or "", request.seed or 0)
        puzzle = make_puzzle(strength, seed, rules, deck_copies(game.decks))
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None
    reply = {
        "strength": puzzle.strength,
        "seed": puzzle.seed,
        "block_hand": list(puzzle.hand.blocks),
        "garbage_hand": list(puzzle.hand.garbage),
        "attack": puzzle.attack,
    }
    return reply | (members_in_hand(puzzle.solution, puzzle.hand.garbage) if request.solution else {})


def _clears(scored: ScoredPlay) -> list[Answer]:
    return [
        {
            "index": index,
            "rows": list(step.rows),
            "lines": clear.lines,
            "spin": clear.spin,
            "mini": clear.mini,
            "special": clear.special,
            "table": clear.table,
            "back_to_back": clear.back_to_back,
            "combo": clear.combo,
            "combo_bonus": clear.combo_bonus,
            "attack": clear.attack,
            "block": clear.block,
        }
        for index, step in enumerate(scored.steps)
        if (clear := step.clear) is not None
    ]


def _resolve(data: Answer, game: GameContent) -> Answer:
    request = read_model(ResolveRequest, data)
    rules = read_rules(request, game.rulesets)
    draws = resolve_defence(request.attack, request.answer_attack, request.answer_block, rules)
    return {"defender_draws": draws.defender, "attacker_draws": draws.attacker}


def _notation(data: Answer, _game: GameContent) -> Answer:
    if "text" in data:
        return play_members(parse_play(read_model(TextRequest, data).text))
    request = read_model(WriteRequest, data)
    play, _, _ = read_play(request.rows, request.blocks, request.garbage_hand)
    return {"text": write_play(play)}


def _fumen(data: Answer, _game: GameContent) -> Answer:
    try:
        play, comment = play_of_fumen(read_model(TextRequest, data).text)
    except PlayError as error:
        return {"readable": False, "reason": error.code, "message": error.messages}
    return {"readable": True, "comment": comment, **play_members(play)}


def _new_game(data: Answer, game: GameContent) -> Answer:
    request = read_model(NewGameRequest, data)
    rules, copies = read_rules(request, game.rulesets), deck_copies(game.decks)
    try:
        state = deal_game(request.players, request.seed, rules, copies)
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None
    record = Record(rules, request.players, request.seed, (), copies)
    return {"state": record_data(record) if request.history else state_data(state), "seats": request.players}


def _state(data: object, game: GameContent) -> State:
    try:
        return parse_record(data)[1][-1] if is_record(data) else parse_state(data, deck_copies(game.decks))
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None


def _turns(data: Answer, game: GameContent) -> Answer:
    request = read_model(TurnsRequest, data)
    state = _state(request.state, game)
    facts = state_facts(state) if is_record(request.state) else {"to_move": state.to_move}
    return {**facts, "turns": [_option_data(option) for option in legal_turns(state)]}


def _option_data(option: Option) -> Answer:
    match option:
        case Draw(cards):
            return {"kind": "draw", "cards": cards}
        case Pass():
            return {"kind": "pass"}
        case MayPlay(targets, least_blocks):
            return {"kind": "play", "targets": list(targets), "least_blocks": least_blocks}


def _apply(data: Answer, game: GameContent) -> Answer:
    request = read_model(ApplyRequest, data)
    state = _state(request.state, game)
    turn = _turn(request.turn, state)
    after = apply(state, turn)
    if not is_record(request.state):
        return {"state": state_data(after)}
    return {"state": {**request.state, "turns": [*request.state["turns"], write_turn(turn)]}}


def _choose(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.block_killer.policies import find_policy  # looks for installed packages
    from cardgen.games.block_killer.policy_context import PolicyContext
    from cardgen.games.block_killer.views import view_state

    request = read_model(ChooseRequest, data)
    state = _state(request.state, game)
    if state.to_move is None:
        raise PlayError("game-over")
    if ":" in request.policy:
        raise RequestError("bad-value", "policy: only installed policies")
    policy = read_policy(request.policy, find_policy)
    # Each position gives other random numbers, so that a policy does not repeat itself.
    made = len(request.state["turns"]) if is_record(request.state) else state.shuffles
    context = PolicyContext(state.rules, CHOICE_BUDGET, random.Random(f"{state.seed}/{made}/{state.to_move}"))
    return {"turn": _turn_data(policy(view_state(state), context), state)}


def _turn_data(turn: Turn, state: State) -> Answer:
    """Return a turn as `apply` takes it."""
    if isinstance(turn, Draw):
        return {"kind": "draw", "cards": turn.cards}
    if isinstance(turn, Pass):
        return {"kind": "pass"}
    assert state.to_move is not None
    play = members_in_hand(turn.play, state.players[state.to_move].garbage)
    return {"kind": "play", **({} if turn.target is None else {"target": turn.target}), **play}


def _view(data: Answer, game: GameContent) -> Answer:
    """Return what a seat sees. The log has the seed, from which all cards follow, so it is open at the end only."""
    request = read_model(ViewRequest, data)
    made = _log({"op": "log", "state": request.state}, game)
    log = made.pop("log")
    state = _state(request.state, game)
    turns = [_option_data(option) for option in legal_turns(state)] if state.to_move == request.seat else []
    return {
        **hidden_facts(state, request.seat),
        "turns": turns,
        "record": request.state["turns"],
        "made": made,
        "log": "" if state.winner is None else log,
    }


def _log(data: Answer, _game: GameContent) -> Answer:
    try:
        record, states = parse_record(read_model(TurnsRequest, data).state)
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None
    return {
        "log": write_log(record.players, record.seed, states, record.turns),
        "players": [state.to_move for state in states[:-1]],
        "results": turn_results(states),
    }


def _verify(data: Answer, game: GameContent) -> Answer:
    request = read_model(VerifyRequest, data)
    rules, copies = read_rules(request, game.rulesets), deck_copies(game.decks)
    try:
        record = Record(rules, *verify_log(request.log, rules, copies), copies)
    except LogError as error:
        return {"legal": False, "reason": error.code, "line": error.line, "message": error.messages}
    kept = record_data(record)
    return {"legal": True, "state": kept, **state_facts(_state(kept, game))}


def _turn(member: TurnMember, state: State) -> Turn:
    members = member.model_fields_set - {"kind"}
    allowed = {"draw": {"cards"}, "pass": set(), "play": {"target", "rows", "blocks"}}[member.kind]
    if members - allowed:
        raise RequestError("unknown-member", f"turn: a {member.kind} has no {', '.join(sorted(members - allowed))}")
    if member.kind == "draw":
        return Draw(member.cards or "each")
    if member.kind == "pass":
        return Pass()
    if member.rows is None or member.blocks is None:
        raise RequestError("missing-member", "turn: a play needs rows and blocks")
    # Check this before the cards, because it decides whose hand they are in.
    check_turn(state, MakePlay(Play((), ()), member.target))
    assert state.to_move is not None
    play, _, _ = read_play(member.rows, member.blocks, state.players[state.to_move].garbage)
    return MakePlay(play, member.target)


def _about(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.block_killer.policies import list_policies

    read_model(Request, data)
    return {
        "name": "cardgen",
        "version": __version__,
        "ops": list(_OPERATIONS),
        "rulesets": list(game.rulesets),
        "solver": SOLVER,
        "policies": list_policies(),
    }


_OPERATIONS: dict[str, Operation] = {
    "placements": _placements,
    "perft": _perft,
    "play": _play,
    "best": _best,
    "analyse": _analyse,
    "puzzle": _puzzle,
    "resolve": _resolve,
    "notation": _notation,
    "fumen": _fumen,
    "new_game": _new_game,
    "turns": _turns,
    "apply": _apply,
    "choose": _choose,
    "log": _log,
    "view": _view,
    "verify": _verify,
    "about": _about,
}
