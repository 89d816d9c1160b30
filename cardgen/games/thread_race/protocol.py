"""The engine protocol of this game: one JSON request a line in, one JSON answer a line out.

Players and slots count from 0. An answer to a question that breaks a check has the number of the check as its code,
`T16`. `answer` never raises; the answer to a bad request is an error.
"""

from __future__ import annotations

from cardgen.engines import GameContent
from cardgen.engines.serving import Answer, RequestError, read_ruleset
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.thread_race.decks import clash_stages, count_orders, count_window_orders
from cardgen.games.thread_race.members import read_card_member
from cardgen.games.thread_race.questions import answer_turn
from cardgen.games.thread_race.requests import (
    ClashesRequest,
    DeckOrdersRequest,
    OrdersRequest,
    SolitaireRequest,
    TurnRequest,
)
from cardgen.games.thread_race.solitaire import wins_in_turn
from cardgen.games.thread_race.turn_game import GAME

#: The most cards whose orders are counted.
MOST_CARDS = 1000

SERVER = TurnServer(GAME)
answer = SERVER.answer


SERVER.operation("turn", TurnRequest)(answer_turn)


@SERVER.operation("orders", OrdersRequest)
def _orders(request: OrdersRequest) -> Answer:
    return {"count": count_window_orders(request.waiting, request.window)}


@SERVER.operation("deck_orders", DeckOrdersRequest)
def _deck_orders(request: DeckOrdersRequest) -> Answer:
    copies = request.copies
    if sum(copies) > MOST_CARDS:
        raise RequestError("too-large", f"{sum(copies)} cards, at most {MOST_CARDS} are counted")
    return {"count": count_orders(copies)}


@SERVER.operation("solitaire", SolitaireRequest)
def _solitaire(request: SolitaireRequest, content: GameContent) -> Answer:
    cards = tuple(map(read_card_member, request.deck))
    if any(card.effects or card.by_hand for card in cards):
        raise RequestError("bad-value", "deck: solitaire is for cards without effects")
    return {"wins_in_turn": wins_in_turn(cards, read_ruleset(request.ruleset, content.rulesets))}


@SERVER.operation("clashes", ClashesRequest)
def _clashes(request: ClashesRequest) -> Answer:
    first, second = ([read_card_member(card) for card in opening] for opening in request.openings)
    return {"stages": clash_stages(first, second)}
