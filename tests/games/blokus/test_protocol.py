"""The engine protocol: every operation and every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.engines import GameContent
from cardgen.games.blokus import protocol
from cardgen.games.blokus.protocol import answer
from tests.cases import for_cases
from tests.games.asking import protocol_of

from .rulesets import RULESETS

ask, error = protocol_of(lambda line: answer(line, GameContent(RULESETS, {})))

EMPTY = ["." * 20] * 20
PLAY: dict[str, Any] = {"colour": "red", "shape": "I2", "cells": [[0, 0], [1, 0]]}


# ----------------------------------------------------------------------------------------------------------------------
# Operations


def test_a_game_against_bots_has_its_own_clock_and_lists_its_turns() -> None:
    state = ask("new_game", ruleset="duo", seed=4, clock={"step": 5, "total": 60})["state"]
    assert state["rules"]["clock"] == {"step": 5, "total": 60}
    for policy in ("greedy", "planner", "random"):
        turns = ask("turns", state=state)
        assert turns["time_left"] == [60_000, 60_000]
        assert turns["placements"][turns["colour"]] == len(turns["turns"]) - 1
        assert turns["corners"][turns["colour"]]
        turn = ask("choose", state=state, policy=policy)["turn"]
        assert turn in turns["turns"]
        state = ask("apply", state=state, turn=turn)["state"]
    assert error("new_game", seed=1, clock={"step": 0, "total": 0}) == "bad-value"


def test_placements_lists_shapes_and_cells_by_x_then_y_sorted() -> None:
    placements = ask("placements", colour="green")["list"]
    assert len(placements) == 58
    assert placements == sorted(placements)
    assert placements[:3] == ["F5 17,1 18,0 18,1 18,2 19,0", "F5 17,1 18,1 18,2 19,0 19,1", "I1 19,0"]
    assert placements == ask("placements", colour="green", board=EMPTY)["list"]
    assert len(ask("placements", colour="red", ruleset="duo")["list"]) == 414


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


@for_cases(
    ("members", "reason", "rule", "cell"),
    [
        ({"cells": [[-1, 0], [0, 0]]}, "outside", 6, [-1, 0]),
        ({"colour": "blue"}, "off-the-start", 8, [19, 19]),
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


def test_the_players_of_a_log_are_those_who_placed_the_shared_colour() -> None:
    state = ask("new_game", ruleset="shared", seed=1)["state"]
    seen = []
    for _ in range(9):
        facts = ask("turns", state=state)
        seen.append((facts["colour"], facts["to_move"]))
        state = ask("apply", state=state, turn={"automatic": True})["state"]
    assert (facts["shared"], facts["seats"]) == ("yellow", [["red"], ["green"], ["blue"]])
    assert [row["player"] for row in facts["standings"]] == [0, 1, 2]
    assert ask("log", state=state)["players"] == [player for _, player in seen] == [0, 1, 2, 0, 0, 1, 2, 1, 0]
    assert ask("turns", state=ask("new_game", seed=1)["state"])["shared"] is None


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


@for_cases(
    ("op", "members", "code"),
    [
        ("placements", {"colour": "pink"}, "bad-value"),
        ("placements", {"colour": "green", "ruleset": "duo"}, "unknown-colour"),
        ("placements", {"colour": "red", "ruleset": "odd"}, "unknown-ruleset"),
        ("placements", {"colour": "red", "board": EMPTY[1:]}, "board-size"),
        ("placements", {"colour": "red", "board": [*EMPTY, EMPTY[0]]}, "bad-value"),
        ("placements", {"colour": "red", "board": ["." * 19 + "x", *EMPTY[1:]]}, "board-mark"),
        ("placements", {"colour": "red", "board": ["." * 19 + "R", *EMPTY[1:]]}, "start-empty"),
        ("placements", {"colour": "red", "board": ["R" * 6 + "." * 14, *EMPTY[1:]]}, "not-a-piece"),
        ("perft", {"depth": -1}, "bad-value"),
        ("perft", {"depth": 1, "colour": "green", "ruleset": "small"}, "unknown-colour"),
        ("play", {**PLAY, "cells": []}, "bad-value"),
        ("play", {**PLAY, "board": ["." * 19 + "R", *EMPTY[1:]]}, "start-empty"),
        ("notation", {"text": "red pass", "colour": "red"}, "unknown-member"),
        ("notation", {"colour": "red"}, "missing-member"),
        ("new_game", {"players": 3, "seed": 1}, "bad-value"),
    ],
)
def test_bad_members_are_refused(op: str, members: dict[str, Any], code: str) -> None:
    assert error(op, **members) == code


@for_cases(
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
