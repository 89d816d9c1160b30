"""The engine protocol: every operation and every refusal."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import strategies as st

from cardgen import __version__
from cardgen.engines import GameContent
from cardgen.games.blokus import protocol
from cardgen.games.blokus.position import write_position
from cardgen.games.blokus.protocol import answer
from cardgen.games.blokus.scores import standings

from .positions import as_table, log_of, random_states, verify_log
from .rulesets import CLOCK, DUO, RULESETS, SMALL, STANDARD

EMPTY = ["." * 20] * 20
PLAY: dict[str, Any] = {"colour": "red", "shape": "I2", "cells": [[0, 0], [1, 0]]}


def ask(op: str, **members: Any) -> dict[str, Any]:
    reply = json.loads(answer(json.dumps({"op": op, **members}), GameContent(RULESETS, {})))
    assert isinstance(reply, dict)
    return reply


def error(op: str, **members: Any) -> str:
    reply = ask(op, **members)
    assert set(reply) == {"error"}
    assert set(reply["error"]) == {"code", "message"}
    assert reply["error"]["message"]
    return str(reply["error"]["code"])


# ----------------------------------------------------------------------------------------------------------------------
# Operations


def test_about() -> None:
    reply = ask("about")
    assert (reply["name"], reply["version"], reply["rulesets"]) == ("cardgen", __version__, list(RULESETS))
    for op in ("placements", "perft", "play", "notation", "verify", "new_game", "turns", "apply", "about"):
        assert op in reply["ops"]
    assert reply["policies"] == ["random", "greedy", "planner"]


def test_a_game_against_bots_is_played_and_logged() -> None:
    state = ask("new_game", ruleset="duo", seed=4, clock={"step": 5, "total": 60})["state"]
    assert state["rules"]["clock"] == {"step": 5, "total": 60}
    made = []
    for policy in ("greedy", "planner", "random"):
        turns = ask("turns", state=state)
        assert turns["time_left"] == [60_000, 60_000]
        assert turns["placements"][turns["colour"]] == len(turns["turns"]) - 1
        assert turns["corners"][turns["colour"]]
        made.append(turns["to_move"])
        turn = ask("choose", state=state, policy=policy)["turn"]
        assert turn in turns["turns"]
        state = ask("apply", state=state, turn=turn)["state"]
    logged = ask("log", state=state)
    assert logged["players"] == made == [0, 1, 0]
    verified = ask("verify", ruleset="duo", log=logged["log"])
    assert verified["legal"]
    assert verified["state"]["turns"] == state["turns"]
    assert error("choose", state=state, policy="chess") == "bad-value"
    assert error("new_game", seed=1, clock={"step": 0, "total": 0}) == "bad-value"


def test_placements_lists_shapes_and_cells_by_x_then_y_sorted() -> None:
    placements = ask("placements", colour="green")["list"]
    assert len(placements) == 58
    assert placements == sorted(placements)
    assert placements[:3] == ["F5 17,1 18,0 18,1 18,2 19,0", "F5 17,1 18,1 18,2 19,0 19,1", "I1 19,0"]
    assert placements == ask("placements", colour="green", board=EMPTY)["list"]
    assert len(ask("placements", colour="red", ruleset="duo")["list"]) == 414


def test_placements_agree_with_the_twin_in_the_middle_of_a_game() -> None:
    for number, state in enumerate(random_states(6, DUO)):
        if number % 5 == 0:
            rows = list(write_position(state.position, DUO))
            for colour in DUO.order:
                legal = as_table(state.position, DUO).legal(colour)
                expected = sorted(" ".join([shape, *(f"{x},{y}" for x, y in sorted(cells))]) for shape, cells in legal)
                assert ask("placements", board=rows, colour=colour, ruleset="duo")["list"] == expected


def test_perft_counts_each_ply() -> None:
    expected = [{"sequences": count} for count in (58, 3364, 195_112)]
    assert ask("perft", depth=3) == {"depths": expected}
    assert ask("perft", depth=2, board=EMPTY, colour="yellow") == {"depths": expected[:2]}
    assert ask("perft", depth=0) == {"depths": []}


def test_a_perft_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MOST_SEQUENCES", 3000)
    assert "depths" in ask("perft", depth=2)
    assert error("perft", depth=3) == "too-large"


def test_a_legal_play_is_made() -> None:
    reply = ask("play", **PLAY)
    assert reply == {"legal": True, "final_board": ["RR" + "." * 18, *EMPTY[1:]], "remaining": 87}
    after = ask("play", colour="red", shape="I1", cells=[[2, 1]], board=reply["final_board"])
    assert after["final_board"][:2] == ["RR" + "." * 18, "..R" + "." * 17]
    assert after["remaining"] == 86


@pytest.mark.parametrize(
    ("members", "reason", "rule", "cell"),
    [
        ({"shape": "I3"}, "wrong-shape", 5, [0, 0]),
        ({"cells": [[-1, 0], [0, 0]]}, "outside", 6, [-1, 0]),
        ({"colour": "blue"}, "off-the-start", 8, [19, 19]),
        ({"board": ["R" + "." * 19, *EMPTY[1:]]}, "occupied", 7, [0, 0]),
        ({"board": ["R" + "." * 19, *EMPTY[1:]], "cells": [[1, 0], [2, 0]]}, "side-touches", 9, [1, 0]),
        ({"board": ["R" + "." * 19, *EMPTY[1:]], "cells": [[3, 2], [2, 2]]}, "no-corner", 10, [2, 2]),
        ({"board": ["RR" + "." * 18, *EMPTY[1:]], "cells": [[2, 1], [3, 1]]}, "shape-used", 5, [2, 1]),
        ({"shape": "I9"}, "unknown-shape", None, None),
        ({"colour": "pink"}, "unknown-colour", None, None),
        ({"colour": "green", "ruleset": "duo"}, "unknown-colour", None, None),
    ],
)
def test_an_illegal_play_is_refused_with_the_rule_and_the_cell(
    members: dict[str, Any], reason: str, rule: int | None, cell: list[int] | None
) -> None:
    reply = ask("play", **{**PLAY, **members})
    assert (reply["legal"], reply["reason"], reply["rule"], reply["cell"]) == (False, reason, rule, cell)
    assert set(reply["message"]) == {"en", "zh"}


def test_notation_is_read_and_written() -> None:
    text = "red L4 (0,0)(0,1)(0,2)(1,0)"
    members = {"colour": "red", "shape": "L4", "cells": [[0, 0], [0, 1], [0, 2], [1, 0]]}
    assert ask("notation", text=text) == members
    assert ask("notation", **{**members, "cells": members["cells"][::-1]}) == {"text": text}
    assert ask("notation", text="blue pass") == {"colour": "blue", "pass": True}
    assert ask("notation", text="scores 1 -2") == {"scores": [1, -2]}
    assert error("notation", text="red L4") == "unreadable"


def test_a_log_is_verified() -> None:
    *_, last = random_states(2, DUO)
    reply = ask("verify", log=log_of(random_states(2, DUO)), ruleset="duo")
    assert reply["legal"]
    assert (reply["to_move"], reply["colour"]) == (None, None)
    assert reply["board"] == list(write_position(last.position, DUO))
    assert [standing["rank"] for standing in reply["standings"]] == [standing.rank for standing in standings(last)]
    reply = ask("verify", log="red I1 (0,0)\ngreen I1 (0,1)")
    assert (reply["legal"], reply["reason"], reply["rule"], reply["line"]) == (False, "off-the-start", 8, 2)
    assert (reply["cell"], reply["message"]["zh"][:5]) == ([19, 0], "第 2 行")


def test_a_whole_random_game_is_played_through_the_protocol() -> None:
    state, chance = ask("new_game", seed=4, ruleset="duo")["state"], random.Random(4)
    assert state == ask("new_game", seed=4, players=2, ruleset="duo")["state"]
    turns = ask("turns", state=state)
    assert (turns["to_move"], turns["colour"], turns["milliseconds"], len(turns["turns"])) == (0, "red", None, 415)
    count = 0
    while turns["turns"]:
        turn = chance.choice(turns["turns"]) if count % 2 else {"automatic": True}
        state = ask("apply", state=state, turn=turn)["state"]
        turns = ask("turns", state=state)
        count += 1
    assert len(state["turns"]) == count
    assert ["automatic" in turn for turn in state["turns"][:4]] == [True, False, True, False]
    last = verify_log(ask("log", state=state)["log"], DUO)
    assert (turns["to_move"], turns["colour"]) == (None, None)
    assert [standing["remaining"] for standing in turns["standings"]] == [
        standing.remaining for standing in standings(last)
    ]
    assert error("apply", state=state, turn={"automatic": True}) == "game-over"


def test_the_protocol_uses_the_clock() -> None:
    state = ask("new_game", seed=4, ruleset="clock")["state"]
    assert ask("turns", state=state)["milliseconds"] == 30_000
    turn = {"shape": "I1", "cells": [[0, 0]], "milliseconds": 12_000}
    state = ask("apply", state=state, turn=turn)["state"]
    assert ask("turns", state=state)["time_left"] == [18_000, 20_000, 20_000, 20_000]
    late = {"shape": "I1", "cells": [[19, 0]], "milliseconds": 31_000}
    assert ask("apply", state=state, turn=late)["state"]["turns"][1]["automatic"]


# ----------------------------------------------------------------------------------------------------------------------
# Bad requests


@pytest.mark.parametrize(
    ("op", "members", "code"),
    [
        ("about", {"verbose": True}, "unknown-member"),
        ("placements", {}, "missing-member"),
        ("placements", {"colour": "pink"}, "bad-value"),
        ("placements", {"colour": "green", "ruleset": "duo"}, "unknown-colour"),
        ("placements", {"colour": "red", "ruleset": "odd"}, "unknown-ruleset"),
        ("placements", {"colour": "red", "board": EMPTY[1:]}, "board-size"),
        ("placements", {"colour": "red", "board": [*EMPTY, EMPTY[0]]}, "bad-value"),
        ("placements", {"colour": "red", "board": ["." * 19 + "x", *EMPTY[1:]]}, "board-mark"),
        ("placements", {"colour": "red", "board": ["." * 19 + "R", *EMPTY[1:]]}, "start-empty"),
        ("placements", {"colour": "red", "board": ["R" * 6 + "." * 14, *EMPTY[1:]]}, "not-a-piece"),
        ("placements", {"colour": "red", "block": "T"}, "unknown-member"),
        ("perft", {"depth": -1}, "bad-value"),
        ("perft", {"depth": 1.0}, "bad-value"),
        ("perft", {"depth": 1, "colour": "green", "ruleset": "small"}, "unknown-colour"),
        ("play", {**PLAY, "cells": []}, "bad-value"),
        ("play", {**PLAY, "cells": [[0, 0, 0]]}, "bad-value"),
        ("play", {**PLAY, "cells": [[0, 0.5]]}, "bad-value"),
        ("play", {**PLAY, "shape": 3}, "bad-value"),
        ("play", {**PLAY, "board": ["." * 19 + "R", *EMPTY[1:]]}, "start-empty"),
        ("play", {**PLAY, "turned": True}, "unknown-member"),
        ("notation", {"text": 3}, "bad-value"),
        ("notation", {"text": "red pass", "colour": "red"}, "unknown-member"),
        ("notation", {"colour": "red"}, "missing-member"),
        ("verify", {"log": ["red"]}, "bad-value"),
        ("new_game", {"players": 3, "seed": 1}, "bad-value"),
        ("new_game", {"seed": "1"}, "bad-value"),
        ("new_game", {}, "missing-member"),
        ("turns", {"state": {}}, "bad-state"),
        ("turns", {"state": []}, "bad-value"),
    ],
)
def test_bad_members_are_refused(op: str, members: dict[str, Any], code: str) -> None:
    assert error(op, **members) == code


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        ({"kind": "pass"}, "bad-value"),
        ({}, "unknown-shape"),
        ({"shape": "I1"}, "wrong-shape"),
        ({"shape": "I1", "cells": [[1, 1]]}, "off-the-start"),
        ({"shape": "I1", "cells": [[0, 0]], "milliseconds": -1}, "bad-value"),
        ({"automatic": True, "player": 1}, "bad-value"),
    ],
)
def test_turns_that_are_not_legal_are_refused(turn: dict[str, Any], code: str) -> None:
    state = ask("new_game", seed=1)["state"]
    assert error("apply", state=state, turn=turn) == code


def test_an_impossible_state_is_refused() -> None:
    data = ask("verify", ruleset="small", log="\n".join(log_of(random_states(1, SMALL)).split("\n")[:3]))["state"]
    data["turns"][1]["cells"][0][0] ^= 1
    assert error("turns", state=data) == "bad-state"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
MEMBERS = st.sampled_from(
    ["board", "colour", "shape", "cells", "log", "state", "turn", "text", "players", "seed", "ruleset", "id"]
)


def test_the_rulesets_are_those_that_are_passed() -> None:
    reply = json.loads(answer('{"op": "about"}', GameContent({"standard": STANDARD, "clock": CLOCK}, {})))
    assert reply["rulesets"] == ["standard", "clock"]
