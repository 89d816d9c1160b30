"""The engine protocol: each line is a JSON request, each answer is a line of JSON. See docs/engine-block-killer.md.

`answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

from dataclasses import asdict

from cardgen.engines import GameContent
from cardgen.engines.serving import Answer, RequestError
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.block_killer.attack import resolve_defence
from cardgen.games.block_killer.copies import deck_copies
from cardgen.games.block_killer.explain import explain_play
from cardgen.games.block_killer.field import field_rows, stack_rows
from cardgen.games.block_killer.fumen import play_of_fumen
from cardgen.games.block_killer.notation import Hand, parse_play, write_play
from cardgen.games.block_killer.placements import Placement, list_placements
from cardgen.games.block_killer.plays import ScoredPlay, score_play
from cardgen.games.block_killer.puzzles import make_puzzle, puzzle_of_day
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.requests import (
    AnalyseRequest,
    BestRequest,
    BlockKillerPerftRequest,
    GarbageHand,
    PlacementsRequest,
    PlayRequest,
    PuzzleRequest,
    ResolveRequest,
    TextRequest,
    WriteRequest,
    members_in_hand,
    play_members,
    read_play,
)
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.sequences import TooManyError, perft
from cardgen.games.block_killer.solver import LastAnalysis, best_play
from cardgen.games.block_killer.turn_game import GAME

#: The most placements of a perft; equal boards count once. Enough for the five blocks IOTLJ on the empty field.
MOST_PLACEMENTS = 7_500_000
#: The most distinct boards before a further block of a perft, which has about thirty times as many placements.
MOST_BOARDS = 400_000

SERVER = TurnServer(GAME)
answer = SERVER.answer


@SERVER.operation("placements", PlacementsRequest)
def _placements(request: PlacementsRequest) -> Answer:
    placements = list_placements(stack_rows(request.board), request.block, request.spin_rule, request.rotation)
    return {"list": sorted(map(_placement_text, placements))}


def _placement_text(placement: Placement) -> str:
    kind = "mini" if placement.mini else "spin" if placement.spin else "-"
    return " ".join([f"{x},{y}" for x, y in placement.points()] + [kind])


@SERVER.operation("perft", BlockKillerPerftRequest)
def _perft(request: BlockKillerPerftRequest) -> Answer:
    stack, most = stack_rows(request.board), (MOST_PLACEMENTS, MOST_BOARDS)
    try:
        plies = list(perft(stack, request.sequence, request.spin_rule, request.rotation, most))
    except TooManyError as error:
        raise RequestError("too-large", str(error)) from None
    return {"depths": [asdict(ply) for ply in plies]}


@SERVER.operation("play", PlayRequest)
def _play(request: PlayRequest, rules: BlockKillerRules) -> Answer:
    try:
        play, indexes, hand = read_play(request.rows, request.blocks, request.garbage_hand)
        scored = score_play(play, rules, Hand(tuple(request.block_hand), hand.garbage))
    except BlockKillerError as error:
        return {"legal": False, **error.data()}
    return {
        "legal": True,
        "attack": scored.attack,
        "block": scored.block,
        "clears": _clears(scored),
        "discarded_garbage": sorted(index for row in scored.cleared for index in indexes[row]),
        "final_board": field_rows(scored.field),
        "explanation": explain_play(scored),
    }


@SERVER.operation("best", BestRequest)
def _best(request: BestRequest, rules: BlockKillerRules) -> Answer:
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


@SERVER.operation("analyse", AnalyseRequest)
def _analyse(request: AnalyseRequest, rules: BlockKillerRules) -> Answer:
    garbage = GarbageHand(request.garbage_hand).codes
    play = None if request.rows is None else read_play(request.rows, request.blocks, request.garbage_hand)[0]
    try:
        analysis = _last_analysis.run(Hand(tuple(request.block_hand), garbage), rules, play, request.seconds)
    except BlockKillerError:
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


@SERVER.operation("puzzle", PuzzleRequest)
def _puzzle(request: PuzzleRequest, rules: BlockKillerRules, content: GameContent) -> Answer:
    by_seed = request.strength is not None and request.seed is not None
    if by_seed == (request.date is not None) or (request.date is not None and (request.strength or request.seed)):
        raise RequestError("bad-value", "expected either strength and seed, or date")
    try:
        strength, seed = puzzle_of_day(request.date) if request.date else (request.strength or "", request.seed or 0)
        puzzle = make_puzzle(strength, seed, rules, deck_copies(content.decks))
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
        {"index": index, "rows": list(step.rows), **asdict(clear), "attack": clear.attack}
        for index, step in enumerate(scored.steps)
        if (clear := step.clear) is not None
    ]


@SERVER.operation("resolve", ResolveRequest)
def _resolve(request: ResolveRequest, rules: BlockKillerRules) -> Answer:
    draws = resolve_defence(request.attack, request.answer_attack, request.answer_block, rules)
    return {"defender_draws": draws.defender, "attacker_draws": draws.attacker}


@SERVER.operation("notation", TextRequest, WriteRequest)
def _notation(request: TextRequest | WriteRequest) -> Answer:
    if isinstance(request, TextRequest):
        return play_members(parse_play(request.text))
    play, _, _ = read_play(request.rows, request.blocks, request.garbage_hand)
    return {"text": write_play(play)}


@SERVER.operation("fumen", TextRequest)
def _fumen(request: TextRequest) -> Answer:
    try:
        play, comment = play_of_fumen(request.text)
    except BlockKillerError as error:
        return {"readable": False, "reason": error.code, "message": error.messages}
    return {"readable": True, "comment": comment, **play_members(play)}
