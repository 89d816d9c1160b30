"""The engine protocol of this game: one JSON request a line in, one JSON answer a line out.

Players and slots count from 0. An answer to a question that breaks a check has the number of the check as its code,
`T16`. `answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardgen import __version__
from cardgen.engines import Decks, GameContent
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
    read_strict_json,
)
from cardgen.games.thread_race.asking import Question
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import clash_stages, count_orders, count_window_orders, deal_order
from cardgen.games.thread_race.effects import write_effect
from cardgen.games.thread_race.game import State, apply, legal_turns, new_game
from cardgen.games.thread_race.logs import known_cards, verify_log, write_log
from cardgen.games.thread_race.members import read_card_member, read_deck
from cardgen.games.thread_race.questions import answer_turn, seat_data
from cardgen.games.thread_race.reading import listed_deck
from cardgen.games.thread_race.refusals import PlayError
from cardgen.games.thread_race.requests import (
    ApplyRequest,
    ChooseRequest,
    ClashesRequest,
    DeckOrdersRequest,
    NewGameRequest,
    OrdersRequest,
    SolitaireRequest,
    StateRequest,
    TurnRequest,
    VerifyRequest,
)
from cardgen.games.thread_race.solitaire import wins_in_turn
from cardgen.games.thread_race.states import parse_states, read_turn, state_data, turn_adapter, turn_data
from cardgen.games.thread_race.turns import Play, PutAway, Turn
from cardgen.games.thread_race.working import Step

#: The most cards whose orders are counted.
MOST_CARDS = 1000


def answer(line: str | bytes, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end."""
    return answer_line(line, _OPERATIONS, game)


# ---------------------------------------------------------------- questions about single rules


def _turn(data: Answer, game: GameContent) -> Answer:
    request = read_model(TurnRequest, data)
    return answer_turn(request, read_ruleset(request.ruleset, game.rulesets))


def _orders(data: Answer, _game: GameContent) -> Answer:
    request = read_model(OrdersRequest, data)
    return {"count": count_window_orders(request.waiting, request.window)}


def _deck_orders(data: Answer, _game: GameContent) -> Answer:
    copies = read_model(DeckOrdersRequest, data).copies
    if sum(copies) > MOST_CARDS:
        raise RequestError("too-large", f"{sum(copies)} cards, at most {MOST_CARDS} are counted")
    return {"count": count_orders(copies)}


def _solitaire(data: Answer, game: GameContent) -> Answer:
    request = read_model(SolitaireRequest, data)
    cards = tuple(map(read_card_member, request.deck))
    if any(card.effects or card.by_hand for card in cards):
        raise RequestError("bad-value", "deck: solitaire is for cards without effects")
    return {"wins_in_turn": wins_in_turn(cards, read_ruleset(request.ruleset, game.rulesets))}


def _clashes(data: Answer, _game: GameContent) -> Answer:
    first, second = (
        [read_card_member(card) for card in opening] for opening in read_model(ClashesRequest, data).openings
    )
    return {"stages": clash_stages(first, second)}


# ---------------------------------------------------------------- games


def _new_game(data: Answer, game: GameContent) -> Answer:
    request = read_model(NewGameRequest, data)
    rules = read_ruleset(request.ruleset, game.rulesets)
    if request.decks is not None:
        decks = [read_deck(member) for member in request.decks]
    else:
        decks = shuffled_decks(game.decks, request.players, request.seed, request.cores)
    try:
        return {"state": state_data(new_game(decks, request.seed, rules)), "seats": len(decks)}
    except PlayError:
        raise
    except ValueError as error:
        raise RequestError("bad-value", str(error)) from None


def shuffled_decks(decks: Decks, players: int, seed: int, cores: Sequence[str] = ()) -> list[DeckOrder]:
    """Return the deck of the game for each player, in a random order. Players without a core have the first one."""
    try:
        brought = [listed_deck(decks, cores[player] if player < len(cores) else "") for player in range(players)]
    except ValueError as error:
        raise PlayError("no-core", next(iter(cores), "")) from error
    return [deal_order(deck, random.Random(f"{seed}/deck/{player}")) for player, deck in enumerate(brought)]


def _turns(data: Answer, _game: GameContent) -> Answer:
    states = _states(read_model(StateRequest, data).state)
    state = states[-1]
    turns = [turn_data(turn) for turn in legal_turns(state)]
    return {**_state_facts(state), "turn_steps": list(map(_step_data, _steps_of_turn(states))), "turns": turns}


def _steps_of_turn(states: Sequence[State]) -> list[Step]:
    """Return all that has happened since the last turn ended, also before the latest decision."""
    turn = states[-1].turn
    return [step for state in states if state.turn == turn for step in state.steps]


def _apply(data: Answer, _game: GameContent) -> Answer:
    request = read_model(ApplyRequest, data)
    state = _state(request.state)
    try:
        turn = read_turn(read_strict_json(turn_adapter(), request.turn))
    except PlayError:
        raise
    except ValueError as error:
        raise RequestError("bad-value", f"turn: {error}") from None
    return {"state": state_data(apply(state, turn))}


def _choose(data: Answer, _game: GameContent) -> Answer:
    from cardgen.games.thread_race.policies import find_policy  # looks for installed packages
    from cardgen.games.thread_race.views import view_state

    request = read_model(ChooseRequest, data)
    state = _state(request.state)
    if state.to_move is None:
        raise PlayError("game-over")
    policy = read_policy(request.policy, find_policy)
    # A number of turns gives other random numbers, so that a policy does not repeat itself.
    return {"turn": turn_data(policy(view_state(state), random.Random(f"{state.seed}/{len(state.moves)}")))}


def _log(data: Answer, _game: GameContent) -> Answer:
    *before, state = _states(read_model(StateRequest, data).state)
    players = [player for player, _ in state.moves]
    # Cards that were given without ids cannot be named in a log.
    named = all(brought.core.id and all(card.id for card in brought.cards) for brought in state.decks)
    cards = [_card_of_turn(one, player, turn) for one, (player, turn) in zip(before, state.moves, strict=True)]
    return {"log": write_log(state) if named else "", "players": players, "cards": cards}


def _view(data: Answer, game: GameContent) -> Answer:
    """Return what a seat sees: no card that lies face down elsewhere, and no order of another deck.

    The log has the decks and their order, so it is open at the end only.
    """
    from cardgen.games.thread_race.views import conceal

    request = read_model(ViewRequest, data)
    *before, state = _states(request.state)
    facts = _turns({"op": "turns", "state": request.state}, game)
    made = _log({"op": "log", "state": request.state}, game)
    log, record = made.pop("log"), list(request.state.get("moves", []))
    if state.to_move != request.seat:
        facts["turns"] = []
    if state.over:
        return {**facts, "record": record, "made": made, "log": log}
    if state.to_move != request.seat and facts["question"] is not None:
        facts["question"] = {name: facts["question"][name] for name in ("kind", "player", "card")}
    facts["players"] = [
        seat_data(seat if number == request.seat else conceal(seat)) for number, seat in enumerate(state.view)
    ]
    covered = {
        (number, slot)
        for number, seat in enumerate(state.view)
        for slot, now in enumerate(seat.slots)
        if now is not None and not now.up and number != request.seat
    }
    for steps in ("steps", "turn_steps"):
        for step in facts[steps]:
            if (step.get("player"), step.get("slot")) in covered:
                step.pop("card", None)
    for number, (one, (player, turn)) in enumerate(zip(before, state.moves, strict=True)):
        if player != request.seat and _is_secret(one, player, turn):
            made["cards"][number] = ""
            record[number] = {name: value for name, value in record[number].items() if name != "choice"}
    return {**facts, "record": record, "made": made, "log": ""}


def _is_secret(state: State, player: int, turn: Turn) -> bool:
    """Return True if others do not see the card of a turn: it is played, or put away, face down."""
    if isinstance(turn, Play):
        return not turn.up
    if isinstance(turn, PutAway):
        lying = state.view[player].slots[turn.slot]
        return lying is not None and not lying.up
    return False


def _card_of_turn(state: State, player: int, turn: Turn) -> str:
    seat = state.view[player]
    if isinstance(turn, Play):
        return seat.cards[seat.deck[turn.choice]].name
    if isinstance(turn, PutAway):
        lying = seat.slots[turn.slot]
        return "" if lying is None else seat.cards[lying.card].name
    return "" if state.question is None else state.question.card


def _verify(data: Answer, game: GameContent) -> Answer:
    request = read_model(VerifyRequest, data)
    try:
        state = verify_log(request.log, read_ruleset(request.ruleset, game.rulesets), known_cards(game.decks))
    except PlayError as error:
        reason = {"reason": error.code, "rule": error.rule, "message": error.messages}
        return {"legal": False, "line": error.line, **reason}
    return {"legal": True, "state": state_data(state), **_state_facts(state)}


def _about(data: Answer, game: GameContent) -> Answer:
    from cardgen.games.thread_race.policies import list_policies

    read_model(Request, data)
    about = {"name": "cardgen", "version": __version__, "ops": list(_OPERATIONS)}
    return {**about, "rulesets": list(game.rulesets), "policies": list_policies()}


_OPERATIONS: dict[str, Operation] = {
    "turn": _turn,
    "orders": _orders,
    "deck_orders": _deck_orders,
    "solitaire": _solitaire,
    "clashes": _clashes,
    "new_game": _new_game,
    "turns": _turns,
    "apply": _apply,
    "choose": _choose,
    "log": _log,
    "view": _view,
    "verify": _verify,
    "about": _about,
}


def _state(data: object) -> State:
    return _states(data)[-1]


def _states(data: object) -> tuple[State, ...]:
    try:
        return parse_states(data)
    except ValueError as error:
        raise RequestError("bad-state", str(error)) from None


def _state_facts(state: State) -> Answer:
    """Return the facts of a state, for a bot that does not compute them itself."""
    return {
        "to_move": state.to_move,
        "turn": state.turn,
        "stage": state.stage,
        "skipped": list(state.skipped),
        "question": None if state.question is None else _question_data(state.question),
        "players": [seat_data(seat) for seat in state.view],
        "winners": list(state.winners),
        "steps": [_step_data(step) for step in state.steps],
    }


def _step_data(step: Step) -> Answer:
    """Return a step as JSON values, without what it does not have."""
    data: Answer = {"stage": step.stage, "what": step.what, "player": step.player, "slot": step.slot}
    data |= {"card": step.card, "detail": step.detail}
    return {name: value for name, value in data.items() if value not in (None, "")}


def _question_data(question: Question) -> Answer:
    data: Answer = {"kind": question.kind, "player": question.player, "card": question.card}
    if question.options:
        data["options"] = [list(option) for option in question.options]
    if question.effect is not None:
        data["effect"] = write_effect(question.effect)
    if question.text:
        data["text"] = question.text
    return data
