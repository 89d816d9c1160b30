"""Games as their turns: bots play them by the protocol, logs are written, checked and refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardgen.games.block_killer.protocol import answer
from cardgen.games.block_killer.turns import parse_turn, write_turn
from tests.games.block_killer.playing import CONTENT, random_game

from .rulesets import NO_MERCY, STANDARD

RULESETS = {"standard": STANDARD, "no-mercy": NO_MERCY}


def ask(op: str, **members: Any) -> dict[str, Any]:
    reply = json.loads(answer(json.dumps({"op": op, **members}), CONTENT))
    assert isinstance(reply, dict)
    return reply


def begin(players: int = 3, seed: int = 5, **more: Any) -> dict[str, Any]:
    state = ask("new_game", players=players, seed=seed, **more)["state"]
    assert isinstance(state, dict)
    return state


def play(state: dict[str, Any], turns: int, *policies: str) -> dict[str, Any]:
    for number in range(turns):
        if ask("turns", state=state)["to_move"] is None:
            break
        turn = ask("choose", state=state, policy=policies[number % len(policies)])["turn"]
        state = ask("apply", state=state, turn=turn)["state"]
    return state


def test_turns_are_written_and_read() -> None:
    for turn in random_game(3, 2, STANDARD).turns[:60]:
        assert write_turn(parse_turn(write_turn(turn))) == write_turn(turn)


def test_bots_play_a_game_that_is_logged_and_verified() -> None:
    state = play(begin(), 2_000, "random")
    facts = ask("turns", state=state)
    assert facts["phase"] == "over"
    assert facts["turns"] == []
    assert sum(not player["out"] for player in facts["players"]) == 1
    logged = ask("log", state=state)
    lines = logged["log"].splitlines()
    assert lines[0] == "game 3 seed 5"
    assert lines[-1] == f"winner {facts['winner']}"
    assert len(logged["players"]) == len(logged["results"]) == len(state["turns"]) == len(lines) - 2
    verified = ask("verify", log=logged["log"])
    assert verified["legal"]
    assert verified["state"] == state
    assert {member: verified[member] for member in facts if member != "turns"} == {
        member: value for member, value in facts.items() if member != "turns"
    }
    outs = [seat for result in logged["results"] for seat in result["out"]]
    assert sorted([*outs, facts["winner"]]) == [0, 1, 2]


def test_facts_have_the_attack_and_the_hands() -> None:
    state = begin()
    facts = ask("turns", state=state)
    assert facts["phase"] == "draw"
    assert [len(player["blocks"]) for player in facts["players"]] == [4, 4, 4]
    mover = facts["to_move"]
    state = ask("apply", state=state, turn={"kind": "draw"})["state"]
    assert state["turns"] == ["draw each"]
    facts = ask("turns", state=state)
    assert len(facts["players"][mover]["garbage"]) == 5
    assert {turn["kind"] for turn in facts["turns"]} == {"pass", "play"}


@pytest.mark.parametrize(
    ("log", "line", "reason"),
    [
        ("", 1, "no-game"),
        ("# nothing\ngame 9 seed 1\n", 2, "wrong-players"),
        ("game 3 seed 5\n{mover} fly\n", 2, "unreadable-turn"),
        ("game 3 seed 5\n{mover} pass\n", 2, "draw-first"),
        ("game 3 seed 5 # comment\n\n{other} draw each\n", 3, "wrong-player"),
        ("game 3 seed 5\n{mover} draw each\nwinner 1\n", 3, "wrong-winner"),
        ("game 3 seed 5\n{mover} draw each\n{mover} play 0: 1-0 | M0@3,4\n", 3, ""),
    ],
)
def test_a_log_is_refused_with_its_line(log: str, line: int, reason: str) -> None:
    mover = ask("turns", state=begin())["to_move"]
    refused = ask("verify", log=log.format(mover=mover, other=(mover + 1) % 3))
    assert (refused["legal"], refused["line"]) == (False, line)
    assert not reason or refused["reason"] == reason
    assert refused["message"]["en"].startswith(f"Line {line}")
    assert refused["message"]["zh"].startswith(f"第 {line} 行")
