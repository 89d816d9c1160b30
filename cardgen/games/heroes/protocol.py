"""The engine protocol of Tale of Many Heroes: one JSON request a line in, one JSON answer a line out.

Seats count from 0. `answer` never raises; the answer to a bad request is an error, whose code is H and the number of
the broken rule if there is one.
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
from cardgen.games.heroes.fights import excess_cards, execution, explosion
from cardgen.games.heroes.game import VERBS, apply, legal_turns, new_game
from cardgen.games.heroes.logs import verify_log, write_log
from cardgen.games.heroes.outcomes import Character, ambition_threshold, victory
from cardgen.games.heroes.refusals import PlayError
from cardgen.games.heroes.requests import (
    AmbitionistsRequest,
    ApplyRequest,
    ChooseRequest,
    DiscardRequest,
    DistancesRequest,
    ExecutionRequest,
    ExplosionRequest,
    NewGameRequest,
    RangeRequest,
    SeatMember,
    SiegeRequest,
    StateRequest,
    VerifyRequest,
    VictoryRequest,
)
from cardgen.games.heroes.seating import Ring, distance, in_range, ring, sieges
from cardgen.games.heroes.state import State, Turn
from cardgen.games.heroes.states import parse_state, state_data
from cardgen.games.heroes.status import attack_range, distance_between, hand_limit
from cardgen.games.heroes.table import by_hand_skills
from cardgen.games.heroes.vocabulary import FACTIONS


def answer(line: str | bytes, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end."""
    return answer_line(line, _OPERATIONS, game)


# ---------------------------------------------------------------- single rules


def _distances(data: Answer, _game: GameContent) -> Answer:
    request = read_model(DistancesRequest, data)
    around = _ring(request.seats, request.dead)
    _living(around, request.origin)
    others = [seat for seat in around if seat != request.origin]
    return {"distances": {str(seat): _distance(request, around, seat) for seat in others}}


def _in_range(data: Answer, _game: GameContent) -> Answer:
    request = read_model(RangeRequest, data)
    around = _ring(request.seats, request.dead)
    _living(around, request.origin, request.to)
    if request.origin == request.to:
        raise PlayError("same-seat")
    return {"in_range": in_range(_distance(request, around, request.to), request.weapon)}


def _distance(request: DistancesRequest, around: Ring, to: int) -> int:
    outward = sum(modifier.out for modifier in request.modifiers if modifier.seat == request.origin)
    inward = sum(modifier.inward for modifier in request.modifiers if modifier.seat == to)
    return distance(around, request.origin, to, outward, inward)


def _execution(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ExecutionRequest, data)
    damage = execution(
        request.target_hp, request.target_max, request.executor_hp, request.distance, request.range, request.x
    )
    return {"legal": damage is not None, "damage": damage or 0}


def _victory(data: Answer, _game: GameContent) -> Answer:
    request = read_model(VictoryRequest, data)
    if request.last_dead is not None and (
        request.last_dead >= len(request.seats) or request.seats[request.last_dead].alive
    ):
        raise PlayError("still-alive", request.last_dead, rule=20)
    seats = [Character(_camp(request, number), seat.alive) for number, seat in enumerate(request.seats)]
    outcome = victory(request.mode, seats, request.seal_owner)
    if outcome is None:
        return {"winners": None}
    return {"winners": list(outcome.winners), "by": outcome.by}


def _camp(request: VictoryRequest, number: int) -> str:
    """Return the camp of a seat as the mode has it: "" if the request does not say."""
    seat: SeatMember = request.seats[number]
    if request.mode == "identity":
        return seat.identity or ""
    if request.mode == "realm":
        return f"seat:{number}"
    if seat.joined is not None:
        return f"ambition:{seat.joined}"
    return f"ambition:{number}" if seat.ambitionist or seat.faction == "ambitionist" else _faction(seat)


def _faction(seat: SeatMember) -> str:
    if seat.faction is not None and seat.faction not in FACTIONS:
        raise PlayError("wrong-factions")
    return seat.faction or ""


def _ambitionists(data: Answer, _game: GameContent) -> Answer:
    return {"threshold": ambition_threshold(read_model(AmbitionistsRequest, data).players)}


def _siege(data: Answer, _game: GameContent) -> Answer:
    request = read_model(SiegeRequest, data)
    around = _ring(len(request.properties), request.dead)
    _living(around, request.seat)
    return {"pairs": [list(triple) for triple in sieges(around, request.properties, request.seat)]}


def _explosion(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ExplosionRequest, data)
    hit = explosion(_ring(request.seats, request.dead), request.at, request.prevented)
    return {"damage": {str(seat): hit[seat] for seat in sorted(hit)}}


def _discard(data: Answer, _game: GameContent) -> Answer:
    request = read_model(DiscardRequest, data)
    if request.hand < 0 or request.hp > request.max_hp or request.max_hp < 1:
        raise PlayError("wrong-hand")
    return {"cards": excess_cards(request.hand, request.hp + request.modifier)}


def _ring(seats: int, dead: list[int]) -> Ring:
    for seat in dead:
        if seat >= seats:
            raise PlayError("nobody-there", seat)
    return ring(seats, dead)


def _living(around: Ring, *seats: int) -> None:
    for seat in seats:
        if seat not in around:
            raise PlayError("nobody-there", seat)


# ---------------------------------------------------------------- games


def _new_game(data: Answer, game: GameContent) -> Answer:
    request = read_model(NewGameRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    state = new_game(request.players, request.seed, rules, request.mode)
    return {"state": state_data(state, request.ruleset), "seats": request.players}


def _turns(data: Answer, game: GameContent) -> Answer:
    state = _state(read_model(StateRequest, data).state, game)
    return {**_state_facts(state), "turns": [_turn_data(turn) for turn in legal_turns(state)]}


def _apply(data: Answer, game: GameContent) -> Answer:
    request = read_model(ApplyRequest, data)
    state, turn = _state(request.state, game), request.turn
    after = apply(state, Turn(turn.seat, turn.verb, tuple(turn.names), tuple(turn.cards), tuple(turn.targets)))
    return {"state": state_data(after, request.state["ruleset"])}


def _choose(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.heroes.policies import find_policy

    request = read_model(ChooseRequest, data)
    state = _state(request.state, game)
    if state.ask is None:
        raise PlayError("game-over")
    policy = read_policy(request.policy, find_policy)
    # A number of turns gives other random numbers, so that a policy does not repeat itself.
    return {"turn": _turn_data(policy(state, random.Random(f"{state.seed}/{len(state.moves)}")))}


def _log(data: Answer, game: GameContent) -> Answer:
    state = _state(read_model(StateRequest, data).state, game)
    return {"log": write_log(state), "players": [turn.seat for turn in state.moves]}


def _view(data: Answer, game: GameContent) -> Answer:
    """Return what a seat sees. The log has the seed, so it is open at the end only."""
    request = read_model(ViewRequest, data)
    state = _state(request.state, game)
    facts = _state_facts(state)
    turns = [_turn_data(turn) for turn in legal_turns(state)] if facts["to_move"] == request.seat else []
    record = [_turn_data(turn) for turn in state.moves]
    if state.outcome is None:
        facts["seats"] = [
            seat if number == request.seat else _concealed(seat, state.mode)
            for number, seat in enumerate(facts["seats"])
        ]
        for turn in record:
            if turn["verb"] == "keep" and turn["seat"] != request.seat and not facts["seats"][turn["seat"]]["heroes"]:
                turn["names"] = []
    made = {"players": [turn.seat for turn in state.moves]}
    log = "" if state.outcome is None else write_log(state)
    return {**facts, "turns": turns, "record": record, "made": made, "log": log}


def _concealed(seat: Answer, mode: str) -> Answer:
    """Return the facts of a seat as others may see them: cards of its hand are "", and heroes unknown until shown."""
    is_open = seat["shown"] or not seat["alive"]
    has_open_camp = not seat["alive"] or (seat["camp"] == "lord" if mode == "identity" else seat["shown"])
    hidden: Answer = {"hand": [""] * len(seat["hand"]), "dealt": []}
    hidden |= {} if is_open else {"heroes": []}
    hidden |= {} if has_open_camp else {"camp": ""}
    return {**seat, **hidden}


def _verify(data: Answer, game: GameContent) -> Answer:
    request = read_model(VerifyRequest, data)
    try:
        state = verify_log(request.log, read_ruleset(request.ruleset, game.rulesets))
    except PlayError as error:
        return {
            "legal": False,
            "reason": error.reason,
            "rule": error.rule,
            "line": error.line,
            "message": error.messages,
        }
    return {"legal": True, "state": state_data(state, request.ruleset), **_state_facts(state)}


def _about(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.heroes.policies import list_policies

    read_model(Request, data)
    by_hand = {name: [list(pair) for pair in by_hand_skills(rules)] for name, rules in game.rulesets.items()}
    return {
        "name": "cardgen",
        "version": __version__,
        "ops": list(_OPERATIONS),
        "rulesets": list(game.rulesets),
        "verbs": list(VERBS),
        "policies": list_policies(),
        "by_hand": by_hand,
    }


_OPERATIONS: dict[str, Operation] = {
    "distances": _distances,
    "in_range": _in_range,
    "execution": _execution,
    "victory": _victory,
    "ambitionists": _ambitionists,
    "siege": _siege,
    "explosion": _explosion,
    "discard": _discard,
    "verify": _verify,
    "new_game": _new_game,
    "turns": _turns,
    "apply": _apply,
    "choose": _choose,
    "log": _log,
    "view": _view,
    "about": _about,
}


def _state(data: object, game: GameContent) -> State:
    try:
        return parse_state(data, game.rulesets)
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None


def _turn_data(turn: Turn) -> Answer:
    """Return a turn as JSON values, without the members that are empty."""
    members = {"names": list(turn.names), "cards": list(turn.cards), "targets": list(turn.targets)}
    return {"seat": turn.seat, "verb": turn.verb, **{name: value for name, value in members.items() if value}}


def _state_facts(state: State) -> Answer:
    """Return the facts of a state, for a bot that does not compute them itself. All cards are open."""
    outcome = state.outcome
    return {
        "mode": state.mode,
        "to_move": state.to_move,
        "asked": state.ask.kind if state.ask else None,
        "about": state.ask.about if state.ask and state.ask.about >= 0 else None,
        "need": state.ask.need if state.ask else "",
        "current": None if state.current < 0 else state.current,
        "round": state.round,
        "pile": len(state.pile),
        "discards": len(state.discards),
        "outcome": None if outcome is None else {"winners": list(outcome.winners), "by": outcome.by},
        "seats": [_seat_facts(state, number) for number in range(len(state.seats))],
    }


def _seat_facts(state: State, number: int) -> Answer:
    seat, cards = state.seats[number], state.table.cards
    facts: Answer = {
        "camp": seat.camp,
        "heroes": list(seat.heroes),
        "dealt": list(seat.dealt),
        "shown": seat.shown,
        "alive": seat.alive,
        "hp": seat.hp,
        "max_hp": seat.max_hp,
        "hand": [cards[card].code for card in seat.hand],
        "equipment": {place: cards[card].code for place, card in seat.equipment},
        "judgement": [cards[card].code for card in seat.judgement],
        "chained": seat.chained,
        "turned": seat.turned,
        "ally": seat.ally,
    }
    if seat.alive and seat.heroes:
        others = [other for other in state.living if other != number]
        facts["range"] = attack_range(state, number)
        facts["hand_limit"] = hand_limit(state, number)
        facts["distances"] = {str(other): distance_between(state, number, other) for other in others}
    return facts
