"""Every game of turns through the engine protocol: states, logs, policies, and nothing that is hidden from a seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import __version__
from cardgen.data.load import load_game
from cardgen.data.playing import open_answers
from tests.attack.lines import OPERATIONS as FUZZED
from tests.examples import examples
from tests.games_on_disk import REPOSITORY

#: The members of `new_game`.
GAMES: dict[str, dict[str, Any]] = {
    "blitz": {"players": 2},
    "block-killer": {"players": 3},
    "blokus": {},
    "heroes": {"players": 5, "mode": "identity"},
    "thread-race": {"players": 3},
}


#: The operations of all games of turns.
OPERATIONS = ("new_game", "turns", "apply", "choose", "log", "view", "verify", "about")


@cache
def line_asker(name: str) -> Callable[[str], dict[str, Any]]:
    answer = open_answers(load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY))
    assert answer is not None
    return lambda line: dict(json.loads(answer(line)))


@cache
def asker(name: str) -> Any:
    def ask(op: str, **members: Any) -> dict[str, Any]:
        reply = line_asker(name)(json.dumps({"op": op, **members}))
        assert "error" not in reply, reply
        return reply

    return ask


def error(name: str, op: str, **members: Any) -> str:
    return str(line_asker(name)(json.dumps({"op": op, **members}))["error"]["code"])


@cache
def positions(name: str, most: int = 60) -> list[dict[str, Any]]:
    """Return the states of a random game."""
    ask, members = asker(name), GAMES[name]
    states = [ask("new_game", seed=3, **members)["state"]]
    while len(states) < most and ask("turns", state=states[-1])["to_move"] is not None:
        turn = ask("choose", state=states[-1], policy="random")["turn"]
        states.append(ask("apply", state=states[-1], turn=turn)["state"])
    return states


# ---------------------------------------------------------------- states, logs, policies


@pytest.mark.parametrize("name", GAMES)
def test_it_offers_the_operations_of_all_games(name: str) -> None:
    about = asker(name)("about")
    assert (about["name"], about["version"]) == ("cardgen", __version__)
    assert set(OPERATIONS) <= set(FUZZED[name]) <= set(about["ops"])
    assert about["policies"][0] == "random"
    begun = asker(name)("new_game", seed=3, **GAMES[name])
    assert begun["state"]["turns"] == []
    assert begun == asker(name)("new_game", seed=3, ruleset=about["rulesets"][0], **GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_policies_choose_legal_turns_and_always_the_same(name: str) -> None:
    ask = asker(name)
    for state in positions(name)[1:40:9]:
        for policy in ask("about")["policies"]:
            turn = ask("choose", state=state, policy=policy)["turn"]
            assert ask("choose", state=state, policy=policy)["turn"] == turn
            after = ask("apply", state=state, turn=turn)["state"]
            assert after["turns"][:-1] == state["turns"]
        assert error(name, "choose", state=state, policy="nobody") == "bad-value"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_written_as_a_log_and_read_again(name: str) -> None:
    ask = asker(name)
    for state in positions(name)[::20]:
        logged = ask("log", state=state)
        verified = ask("verify", log=logged["log"])
        assert (verified["legal"], verified["state"]["turns"]) == (True, state["turns"])
        facts = ask("turns", state=state)
        assert {member: verified[member] for member in facts if member != "turns"} == {
            member: value for member, value in facts.items() if member != "turns"
        }
        assert len(logged["players"]) == len(state["turns"])
    line = logged["log"].count("\n") + 1
    refused = ask("verify", log=f"{logged['log']}nonsense\n")
    assert (refused["legal"], refused["line"]) == (False, line)
    assert refused["message"]["en"].startswith(f"Line {line}")
    assert refused["message"]["zh"].startswith(f"第 {line} 行")


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_no_game_can_be_in_is_refused(name: str) -> None:
    state = positions(name)[6]
    changes: list[dict[str, Any]] = [
        {"turns": turns} for turns in (None, [None], [{"kind": "fly"}], state["turns"][1:])
    ]
    changes += [{"seed": seed} for seed in ("3", 2**63, True, None)]
    for change in (*changes, {"more": 1}):
        assert error(name, "turns", state={**state, **change}) == "bad-state"
    assert error(name, "turns", state={}) == "bad-state"
    assert error(name, "turns", state=[]) == "bad-value"
    assert error(name, "new_game", seed=3, ruleset="house", **GAMES[name]) == "unknown-ruleset"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("name", GAMES)
@examples(60)
@given(st.data())
def test_any_request_is_answered(name: str, data: st.DataObject) -> None:
    state = positions(name)[4]
    names = ("board", "cells", "rows", "blocks", "seats", "players", "text", "deck")
    members: dict[str, Any] = {word: [] for word in names}
    members |= {"state": state, "turn": state["turns"][0], "policy": "random", "seat": 0, "log": "", "seed": 1}
    op = data.draw(st.sampled_from(asker(name)("about")["ops"]))
    taken = data.draw(st.sets(st.sampled_from(sorted(members)), max_size=4))
    changed = data.draw(st.sampled_from(sorted(members)))
    request = {"op": op, **{word: members[word] for word in taken}, changed: data.draw(JSON)}
    for asked in (request, data.draw(JSON)):
        assert line_asker(name)(json.dumps(asked)).get("error", {}).get("code") != "internal"


# ---------------------------------------------------------------- what a seat sees


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
