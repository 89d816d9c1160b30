"""What a seat sees of a game: nothing that is hidden from it, in every game that can be played at one table."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from cardgen.data.load import load_game
from cardgen.data.playing import open_answers
from tests.games_on_disk import REPOSITORY

#: The members of `new_game`.
GAMES: dict[str, dict[str, Any]] = {
    "blitz": {"players": 2},
    "block-killer": {"players": 3},
    "blokus": {},
    "heroes": {"players": 5, "mode": "identity"},
    "thread-race": {"players": 3},
}


@cache
def asker(name: str) -> Any:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY)
    answer = open_answers(game)
    assert answer is not None

    def ask(op: str, **members: Any) -> dict[str, Any]:
        reply = json.loads(answer(json.dumps({"op": op, **members})))
        assert isinstance(reply, dict)
        assert "error" not in reply, reply
        return reply

    return ask


@cache
def positions(name: str, most: int = 60) -> list[dict[str, Any]]:
    """Return the states of a random game."""
    ask, members = asker(name), GAMES[name]
    states = [ask("new_game", seed=3, **members)["state"]]
    while len(states) < most and ask("turns", state=states[-1])["to_move"] is not None:
        turn = ask("choose", state=states[-1], policy="random")["turn"]
        states.append(ask("apply", state=states[-1], turn=turn)["state"])
    return states


@pytest.mark.parametrize("name", GAMES)
def test_only_the_seat_to_move_sees_its_turns(name: str) -> None:
    ask = asker(name)
    for state in positions(name)[::12]:
        facts = ask("turns", state=state)
        for seat in (None, 0, 1):
            view = ask("view", state=state, seat=seat)
            assert view["turns"] == (facts["turns"] if seat == facts["to_move"] and seat is not None else [])
            assert len(view["record"]) == len(state["turns"]) == len(view["made"]["players"])
            assert view["log"] == "" or name == "blokus"
            assert set(facts) <= set(view)


@pytest.mark.parametrize("name", ["blitz", "block-killer"])
def test_other_hands_are_hidden(name: str) -> None:
    ask = asker(name)

    def hands(facts: dict[str, Any]) -> list[list[str]]:
        if name == "blitz":
            return list(facts["hands"])
        return [[*player["blocks"], *player["garbage"]] for player in facts["players"]]

    for state in positions(name)[::12]:
        own = hands(ask("turns", state=state))
        for seat in (None, 0, 1):
            seen = hands(ask("view", state=state, seat=seat))
            assert seen == [hand if player == seat else [""] * len(hand) for player, hand in enumerate(own)]


def test_heroes_camps_and_cards_of_others_are_hidden() -> None:
    ask = asker("heroes")
    for state in positions("heroes")[::12]:
        seats = ask("turns", state=state)["seats"]
        for viewer in (None, 0, 1):
            view = ask("view", state=state, seat=viewer)
            for number, seat in enumerate(view["seats"]):
                if number == viewer:
                    assert seat == seats[number]
                    continue
                assert set(seat["hand"]) <= {""}
                assert seat["dealt"] == []
                assert seat["shown"] or not seat["alive"] or seat["heroes"] == []
                assert seat["camp"] in ("", "lord") or not seat["alive"]
    kept = [turn for turn in ask("view", state=positions("heroes")[-1], seat=None)["record"] if turn["verb"] == "keep"]
    assert kept
    hidden = ask("view", state=positions("heroes")[4], seat=0)
    assert all(
        not turn.get("names") or turn["seat"] == 0 or hidden["seats"][turn["seat"]]["heroes"]
        for turn in hidden["record"]
        if turn["verb"] == "keep"
    )


def test_face_down_cards_and_decks_of_others_are_hidden() -> None:
    ask = asker("thread-race")
    secrets = 0
    for state in positions("thread-race")[::6]:
        facts = ask("turns", state=state)
        for viewer in (None, 0, 1):
            view = ask("view", state=state, seat=viewer)
            for number, (seen, real) in enumerate(zip(view["players"], facts["players"], strict=True)):
                if number == viewer:
                    assert seen == real
                    continue
                assert {card["name"] for card in seen["deck"]} <= {"?"}
                for shown, lying in zip(seen["slots"], real["slots"], strict=True):
                    if lying is not None and lying["face"] == "down":
                        secrets += 1
                        assert shown["card"]["name"] == "?"
            for turn, player in zip(view["record"], view["made"]["players"], strict=True):
                assert player == viewer or turn["kind"] != "play" or turn.get("up") is not False or "choice" not in turn
    assert secrets
