"""A card game that is data is played by its effects: to its end, with every card, and the same again from its log."""

from __future__ import annotations

import json

import pytest

from cardgen.engines.effects.turns import AnswerTurn, WrongTurnError
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.card_game.turn_game import GAME, CardGameStart
from tests.games.card_game.harbour import load_harbour

CONTENT = load_harbour()


def play(seed: int, players: int = 2) -> Played:  # type: ignore[type-arg]
    return play_game(GAME, CardGameStart("standard", players, seed), CONTENT)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_ends_with_every_card_in_one_place(seed: int) -> None:
    played = play(seed, players=2 + seed % 3)
    world = played.state.now
    assert world.over
    assert sorted(card.number for cards in world.zones.values() for card in cards) == list(range(24))


def test_who_has_nine_points_wins() -> None:
    world = play(0).state.now
    points = {
        seat: sum(
            world.kind(card).values.get("points", 0)
            for zone, cards in world.zones.items()
            for card in cards
            if (zone.area, zone.owner) == ("table", seat)
        )
        for seat in world.order
    }
    assert world.winners == tuple(seat for seat in world.order if points[seat] >= 9) != ()


def test_a_log_gives_the_same_game_again() -> None:
    played = play(1)
    again = read_log(GAME, write_log(GAME, played), CONTENT, "standard")
    assert again.turns == played.turns
    assert again.state.now.zones == played.state.now.zones


def test_every_listed_turn_is_accepted_and_no_other() -> None:
    played = play(2)
    for state in played.states[:-1:7]:
        for turn in GAME.legal_turns(state):
            GAME.apply(state, turn)
        assert state.question is not None
        with pytest.raises(WrongTurnError) as refused:
            GAME.apply(state, AnswerTurn(state.question.seat, ("nothing",)))
        assert refused.value.code == "not-offered"
        with pytest.raises(WrongTurnError) as refused:
            GAME.apply(state, AnswerTurn(state.question.seat + 1, ("end",)))
        assert refused.value.code == "wrong-seat"


def test_other_hands_and_the_pile_are_hidden() -> None:
    state = play(3).states[10]
    seen = GAME.view(state, 0)["zones"]
    assert all(seen["seat0.hand"])
    assert not any(seen["seat1.hand"])
    assert not any(seen["pile"])
    assert all(seen["market"])
    assert GAME.view(state, None)["zones"]["seat0.hand"] == [""] * len(seen["seat0.hand"])


def test_bots_play_by_the_protocol() -> None:
    server = TurnServer(GAME)
    state = json.loads(server.answer('{"op": "new_game", "players": 2, "seed": 5}', CONTENT))["state"]
    turns = json.loads(server.answer(json.dumps({"op": "turns", "state": state}), CONTENT))["turns"]
    answer = json.loads(server.answer(json.dumps({"op": "apply", "state": state, "turn": turns[0]}), CONTENT))
    assert answer["state"]["turns"] == turns[:1]
