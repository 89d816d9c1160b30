"""The engine protocol: every operation and every refusal."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import __version__
from cardgen.engines.turn_logs import write_log
from cardgen.games.block_killer import protocol
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.field import mask_cells, parse_field
from cardgen.games.block_killer.protocol import answer
from cardgen.games.block_killer.turn_game import GAME
from cardgen.games.block_killer.turns import write_turn
from tests.examples import examples
from tests.games.block_killer.playing import CONTENT, random_game
from tests.games.block_killer.rulesets import STANDARD

from . import twin
from .rulesets import NO_MERCY


def ask(op: str, **members: Any) -> dict[str, Any]:
    reply = json.loads(answer(json.dumps({"op": op, **members}), CONTENT))
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
    assert (reply["name"], reply["version"], reply["rulesets"]) == ("cardgen", __version__, ["standard", "no-mercy"])
    for op in (
        "placements",
        "perft",
        "play",
        "resolve",
        "notation",
        "new_game",
        "turns",
        "apply",
        "best",
        "analyse",
        "puzzle",
        "fumen",
        "about",
    ):
        assert op in reply["ops"]
    assert reply["solver"] == "kernel"


def test_best_returns_a_play_with_the_indexes_of_the_hand() -> None:
    hand = {"block_hand": ["T", "S"], "garbage_hand": ["######...#", "1-4", "####..####", "x", ".#.#.#.#.#"]}
    for members in ({}, {"ruleset": "no-mercy"}, {"spin_rule": "never"}, {"rotation": "plain"}):
        best = ask("best", **hand, **members)
        assert set(best) == {"attack", "rows", "blocks", "at_most", "proven", "positions"}
        assert best["proven"]
        assert best["attack"] == best["at_most"]
        assert best["positions"] > 0
        played = ask("play", **hand, **members, rows=best["rows"], blocks=best["blocks"])
        assert played["legal"]
        assert played["attack"] == best["attack"]
    assert ask("best", **hand, seconds=1)["attack"] > ask("best", **hand, spin_rule="never")["attack"]


def test_best_lays_solid_rows_and_cards_that_are_turned_in_the_hand() -> None:
    best = ask("best", block_hand=["M"], garbage_hand=["x", "1-0", ".#.#.#.#.#"], ruleset="no-mercy")
    assert {"solid": [0, 2]} in best["rows"]
    assert best["attack"] == 2
    best = ask("best", block_hand=["M"], garbage_hand=["#########."])
    play = ask("play", block_hand=["M"], garbage_hand=["#########."], rows=best["rows"], blocks=best["blocks"])
    assert play["discarded_garbage"] == [0]


def test_analyse_answers_with_plays_of_the_hand_and_what_each_step_can_reach() -> None:
    hand = {"block_hand": ["T", "Z"], "garbage_hand": ["1-1", "3-0", "#..#######"]}
    own = {
        "rows": [{"card": 0}, {"card": 1}, {"card": 2}],
        "blocks": [{"block": "T", "cells": [[0, 1], [1, 0], [1, 1], [2, 1]]}],
    }
    answered = ask("analyse", **hand, **own, seconds=60)
    assert (answered["attack"], answered["at_most"], answered["own"], answered["finished"]) == (5, 5, 4, True)
    assert answered["steps"] == [{"attack": 5, "at_most": 5}, {"attack": 5, "at_most": 5}]
    assert answered["lost_at"] == 2  # it ends too early
    for line in answered["lines"]:
        played = ask("play", **hand, rows=line["rows"], blocks=line["blocks"])
        assert (played["attack"], played["block"]) == (line["attack"], line["block"])
        assert ask("notation", text=line["text"])["blocks"] == line["blocks"]
    alone = ask("analyse", **hand, seconds=60)
    assert (alone["own"], alone["steps"], alone["lost_at"]) == (None, [], None)
    assert error("analyse", block_hand=["T"] * 8, garbage_hand=[]) == "bad-value"
    assert error("analyse", **hand, rows=[{"card": 0}], blocks=[{"block": "O", "cells": []}]) == "block-not-held"


def test_puzzle_is_made_by_seed_or_by_date() -> None:
    made = ask("puzzle", strength="easy", seed=7)
    assert made == {
        "strength": "easy",
        "seed": 7,
        "block_hand": ["I", "L"],
        "garbage_hand": ["2-1", "3-2", "1-0"],
        "attack": 4,
    }
    solved = ask("puzzle", strength="easy", seed=7, solution=True)
    hand = {"block_hand": made["block_hand"], "garbage_hand": made["garbage_hand"]}
    assert ask("play", **hand, rows=solved["rows"], blocks=solved["blocks"])["attack"] == 4
    daily = ask("puzzle", date="2026-11-23")
    assert (daily["strength"], daily["seed"]) == ("easy", 20261123)
    for wrong in ({}, {"strength": "easy"}, {"strength": "easy", "seed": 1, "date": "2026-11-23"}, {"date": "today"}):
        assert error("puzzle", **wrong) == "bad-value"


def test_fumen_is_a_play_or_a_reason() -> None:
    read = ask("fumen", text="v115@HhRpHeRpHeA8AeH8JeAgH")
    assert (read["readable"], read["comment"], read["block_hand"]) == (True, "", ["O"])
    refused = ask("fumen", text="v115@bhD8PeT9MvhBTjDAAA")
    assert (refused["readable"], refused["reason"], set(refused["message"])) == (False, "fumen-row", {"en", "zh"})


def test_best_of_too_much_or_nothing_is_refused() -> None:
    assert error("best", block_hand=["T"] * 8, garbage_hand=[]) == "bad-value"
    assert error("best", block_hand=["T"], garbage_hand=["1-0"] * 13) == "bad-value"
    assert error("best", block_hand=["T"], garbage_hand=["9-0"]) == "bad-value"
    assert error("best", block_hand=["T"], garbage_hand=[], seconds=-1) == "bad-value"
    assert error("best", block_hand=["T"]) == "missing-member"
    assert error("best", block_hand=[], garbage_hand=["1-0"]) == "no-block"


@pytest.mark.parametrize("spin", ["immobile", "three-corner", "any", "never"])
@pytest.mark.parametrize("rotation", ["srs", "plain"])
def test_placements_lists_cells_by_x_then_y_and_the_kind_sorted(spin: str, rotation: str) -> None:
    board = ["####.#####", "###...####", "####..####"]
    reply = ask("placements", board=board, block="T", spin_rule=spin, rotation=rotation)
    field = parse_field("\n".join(reversed(board)))
    slow = twin.placements(mask_cells(field), "T", spin, rotation)
    assert reply["list"] == sorted(
        " ".join([f"{x},{y}" for x, y in sorted(cells)] + [kind]) for cells, kind in slow.items()
    )


def test_placements_reports_minis_under_any_ruleset() -> None:
    board = ["####...###", "####.#####"]
    assert "4,0 4,1 5,0 6,0 -" not in ask("placements", board=board, block="J")["list"]
    assert "4,0 4,1 5,0 6,0 mini" in ask("placements", board=board, block="J")["list"]


def test_perft_counts_each_ply() -> None:
    reply = ask("perft", board=[], sequence="IOT")
    assert [ply["sequences"] for ply in reply["depths"]] == [17, 153, 5266]
    assert reply["depths"][2] == {"sequences": 5266, "spins": 2, "minis": 2, "lines": 0, "boards": 5266}
    assert ask("perft", board=[], sequence="") == {"depths": []}


PLAY: dict[str, Any] = {
    "block_hand": ["T", "O"],
    "garbage_hand": [GARBAGE_ROWS["1-0"], GARBAGE_ROWS["2-4"], GARBAGE_ROWS["1-4"], GARBAGE_ROWS["3-3"]],
    "rows": [{"card": 2, "turned": False}, {"card": 3, "turned": False}, {"card": 1, "turned": True}],
    "blocks": [{"block": "T", "cells": [[3, 1], [4, 1], [5, 1], [4, 0]]}],
}


def test_a_legal_play_is_scored_and_explained() -> None:
    reply = ask("play", ruleset="standard", **PLAY)
    assert reply["legal"] is True
    assert (reply["attack"], reply["block"]) == (4, 0)
    assert reply["discarded_garbage"] == [2, 3]
    assert reply["final_board"] == ["####..####"]
    (clear,) = reply["clears"]
    assert (clear["index"], clear["lines"], clear["spin"], clear["mini"], clear["rows"]) == (0, 2, True, False, [0, 1])
    assert reply["explanation"]["en"][1] == "T2@3,0: T-spin double, rows 0, 1: 4 for 2 lines with a spin = attack 4."
    assert len(reply["explanation"]["zh"]) == 3


def test_the_ruleset_and_its_changes_are_used() -> None:
    assert ask("play", ruleset="no-mercy", **PLAY)["attack"] == 5
    assert ask("play", spin_rule="never", **PLAY)["attack"] == 1
    assert ask("play", **PLAY)["attack"] == 4
    kicked = {
        "block_hand": ["J"],
        "garbage_hand": ["3-3", "1-4"],
        "rows": [{"card": 0, "turned": True}, {"card": 1}],
        "blocks": [{"block": "J", "cells": [[4, 0], [4, 1], [5, 0], [6, 0]]}],
    }
    assert ask("play", **kicked)["attack"] == 4
    assert ask("play", mini="kicked", **kicked)["attack"] == 1
    assert ask("play", rotation="plain", **kicked)["reason"] == "unreachable"


def test_a_solid_row_is_given_by_its_two_cards() -> None:
    play = {
        "block_hand": ["M"],
        "garbage_hand": [".#.#.#.#.#", "1-0", "#.#.#.#.#."],
        "rows": [{"solid": [2, 0]}],
        "blocks": [{"block": "M", "cells": [[0, 1]]}],
    }
    reply = ask("play", **play)
    assert (reply["discarded_garbage"], reply["final_board"]) == ([0, 2], ["#........."])


def _illegal(**changes: Any) -> tuple[str, int]:
    reply = ask("play", **{**PLAY, **changes})
    assert reply["legal"] is False
    assert set(reply) == {"legal", "reason", "step", "message"}
    assert set(reply["message"]) == {"en", "zh"}
    return reply["reason"], reply["step"]


def _cells(*cells: tuple[int, int], block: str = "T") -> list[dict[str, Any]]:
    return [{"block": block, "cells": [list(cell) for cell in cells]}]


def test_an_illegal_play_is_refused_with_its_reason_and_step() -> None:
    assert _illegal(blocks=[]) == ("no-block", 0)
    assert _illegal(rows=[{"card": 2}, {"card": 2}]) == ("garbage-used-twice", 2)
    assert _illegal(rows=[{"card": 4}]) == ("garbage-not-held", 1)
    assert _illegal(rows=[{"card": -1}]) == ("garbage-not-held", 1)
    assert _illegal(rows=[{"card": 0}, {"solid": [1, 2]}]) == ("merge-not-checkerboards", 2)
    assert _illegal(garbage_hand=["x", "x"], rows=[{"solid": [1, 1]}]) == ("garbage-used-twice", 1)
    assert _illegal(block_hand=["O"]) == ("block-not-held", 4)
    assert _illegal(blocks=PLAY["blocks"] * 2) == ("block-used-twice", 5)
    assert _illegal(blocks=_cells((2, 1), (3, 1), (4, 1), (3, 0))) == ("overlaps", 4)
    assert _illegal(blocks=_cells((3, 9), (4, 9), (5, 9), (4, 8))) == ("floating", 4)
    assert _illegal(blocks=_cells((-1, 3), (0, 3), (1, 3), (0, 4))) == ("outside", 4)
    assert _illegal(blocks=_cells((0, 0), (1, 0))) == ("wrong-shape", 4)
    assert _illegal(blocks=_cells((0, 0), block="X")) == ("unknown-block", 4)
    floating = _cells((3, 9), (4, 9), (5, 9), (4, 8))
    assert _illegal(blocks=floating + _cells((0, 0), block="X")) == ("floating", 4), "the first illegal step is named"
    mirrored = [{"block": "S", "cells": [[0, 4], [1, 4], [1, 3], [2, 3]]}]
    assert _illegal(block_hand=["S"], blocks=mirrored) == ("mirrored", 4)
    assert _illegal(rows=[{"card": 2}, {"card": 3}, {"card": 0}], blocks=PLAY["blocks"]) == ("unreachable", 4)


def test_resolve() -> None:
    assert ask("resolve", attack=5, answer_attack=8, answer_block=1) == {"defender_draws": 0, "attacker_draws": 2}
    assert ask("resolve", attack=5, answer_attack=0, answer_block=0) == {"defender_draws": 5, "attacker_draws": 0}


def test_notation_goes_both_ways() -> None:
    text = "1-3 1-3~ x+x | T2@2,0 I0@5,3"
    members = ask("notation", text=text)
    assert members["rows"] == [{"card": 0, "turned": False}, {"card": 1, "turned": True}, {"solid": [2, 3]}]
    assert members["blocks"][0] == {"block": "T", "cells": [[2, 1], [3, 0], [3, 1], [4, 1]]}
    assert ask("notation", **members) == {"text": text}
    assert ask("notation", ruleset="no-mercy", **PLAY) == {"text": "1-4 3-3 2-4 | T2@3,0"}
    assert error("notation", text="1-9 | T2@2,0") == "unknown-garbage"
    assert error("notation", **{**PLAY, "blocks": _cells((0, 0))}) == "wrong-shape"


def _first_placements(letters: list[str]) -> list[dict[str, Any]]:
    """Return blocks placed on the empty field, each at the first placement of its list."""
    board: list[str] = []
    blocks: list[dict[str, Any]] = []
    for letter in letters:
        cells = ask("placements", board=board, block=letter)["list"][0].split()[:-1]
        blocks.append({"block": letter, "cells": [[int(n) for n in cell.split(",")] for cell in cells]})
        reply = ask("play", block_hand=letters, garbage_hand=[], rows=[], blocks=blocks)
        board = reply["final_board"]
    return blocks


def test_a_game_is_played_through_the_protocol() -> None:
    state = ask("new_game", players=3, seed=9)["state"]
    chance = random.Random(4)
    for _ in range(40):
        reply = ask("turns", state=state)
        turn = chance.choice(reply["turns"])
        if turn["kind"] == "play":
            letters = reply["players"][reply["to_move"]]["blocks"][: turn["least_blocks"]]
            target = {"target": turn["targets"][0]} if reply["phase"] == "play" else {}
            turn = {"kind": "play", "rows": [], "blocks": _first_placements(letters), **target}
        state = ask("apply", state=state, turn=turn)["state"]
    assert len(state["turns"]) == 40


def test_a_whole_random_game_is_the_same_through_the_protocol() -> None:
    played = random_game(4, 3, NO_MERCY)
    state = ask("new_game", players=4, seed=3, ruleset="no-mercy")["state"]
    for turn, expected in zip(played.turns, played.states[1:], strict=True):
        state = ask("apply", state=state, turn=write_turn(turn))["state"]
        players = ask("turns", state=state)["players"] if len(state["turns"]) % 9 == 0 else None
        assert players in (None, GAME.facts(expected)["players"])
    facts = ask("turns", state=state)
    assert (facts["to_move"], facts["turns"], facts["winner"]) == (None, [], played.state.winner)
    assert error("apply", state=state, turn={"kind": "pass"}) == "game-over"


def test_a_garbage_card_in_a_turn_is_an_index_into_the_players_hand() -> None:
    drawn = ask("apply", state=ask("new_game", players=3, seed=2024)["state"], turn={"kind": "draw"})["state"]
    facts = ask("turns", state=drawn)
    mover = facts["players"][facts["turn"]]
    block, row = mover["blocks"][0], GARBAGE_ROWS[mover["garbage"][-1]]
    first = ask("placements", board=[row], block=block)["list"][0].split()[:-1]
    turn = {
        "kind": "play",
        "target": (facts["turn"] + 1) % 3,
        "rows": [{"card": 4, "turned": False}],
        "blocks": [{"block": block, "cells": [[int(n) for n in cell.split(",")] for cell in first]}],
    }
    after = ask("turns", state=ask("apply", state=drawn, turn=turn)["state"])
    assert len(after["players"][facts["turn"]]["blocks"]) == 4
    assert after["discards"] == {"blocks": 1, "garbage": 0}


# ----------------------------------------------------------------------------------------------------------------------
# Bad requests


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad-json"),
        ("{", "bad-json"),
        ("nonsense", "bad-json"),
        ('{"op": "about", "id": NaN}', "bad-json"),
        ('{"op": "about", "id": 1e999}', "bad-json"),
        ('{"op": "about", "op": "about"}', "bad-json"),
        ('{"op": "about", "id": ' + "1" * 5000 + "}", "bad-json"),
        (b'\xff{"op": "about"}', "bad-json"),
        ("[]", "bad-request"),
        ("3", "bad-request"),
        ("{}", "missing-member"),
        ('{"op": 3}', "bad-value"),
        ('{"op": "fly"}', "unknown-op"),
        ("[" * 100_000, "too-large"),
    ],
)
def test_a_line_that_is_not_a_request_is_answered_with_an_error(line: str | bytes, code: str) -> None:
    assert json.loads(answer(line, CONTENT))["error"]["code"] == code


def test_unknown_members_are_refused() -> None:
    assert error("about", verbose=True) == "unknown-member"
    assert error("placements", board=[], block="T", colour="red") == "unknown-member"
    assert error("play", **{**PLAY, "rows": [{"card": 2, "flipped": True}]}) == "unknown-member"
    assert error("notation", text="| M0@0,0", rows=[]) == "unknown-member"
    state = ask("new_game", players=3, seed=1)["state"]
    assert error("apply", state=state, turn={"kind": "pass", "cards": "each"}) == "unknown-member"


@pytest.mark.parametrize(
    ("op", "members", "code"),
    [
        ("placements", {"block": "T"}, "missing-member"),
        ("placements", {"board": [], "block": "X"}, "bad-value"),
        ("placements", {"board": [], "block": "TT"}, "bad-value"),
        ("placements", {"board": ["####"], "block": "T"}, "bad-value"),
        ("placements", {"board": ["#########x"], "block": "T"}, "bad-value"),
        ("placements", {"board": ["#########.\n"], "block": "T"}, "bad-value"),
        ("placements", {"board": "##########", "block": "T"}, "bad-value"),
        ("placements", {"board": [".........."] * 501, "block": "T"}, "bad-value"),
        ("placements", {"board": [], "block": "T", "spin_rule": "some"}, "bad-value"),
        ("perft", {"board": [], "sequence": "TX"}, "bad-value"),
        ("play", {**PLAY, "ruleset": "kind"}, "unknown-ruleset"),
        ("play", {**PLAY, "mini": True}, "bad-value"),
        ("play", {**PLAY, "garbage_hand": ["##########"]}, "bad-value"),
        ("play", {**PLAY, "rows": [{}]}, "bad-value"),
        ("play", {**PLAY, "rows": [{"card": 0, "solid": [1, 2]}]}, "bad-value"),
        ("play", {**PLAY, "rows": [{"card": True}]}, "bad-value"),
        ("play", {**PLAY, "blocks": [{"block": "T", "cells": [[1.0, 2]]}]}, "bad-value"),
        ("resolve", {"attack": -1, "answer_attack": 0, "answer_block": 0}, "bad-value"),
        ("new_game", {"players": 2, "seed": 1}, "bad-value"),
        ("new_game", {"players": 3, "seed": "1"}, "bad-value"),
        ("turns", {"state": {}}, "bad-state"),
        ("turns", {"state": []}, "bad-value"),
        ("notation", {"text": 3}, "bad-value"),
    ],
)
def test_bad_members_are_refused(op: str, members: dict[str, Any], code: str) -> None:
    assert error(op, **members) == code


def test_a_perft_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MOST_PLACEMENTS", 200)
    assert error("perft", board=[], sequence="IOT") == "too-large"
    assert len(ask("perft", board=[], sequence="IO")["depths"]) == 2
    monkeypatch.undo()
    monkeypatch.setattr(protocol, "MOST_BOARDS", 150)
    assert error("perft", board=[], sequence="IOT") == "too-large"
    assert len(ask("perft", board=[], sequence="IO")["depths"]) == 2  # the last block's boards are only counted


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 7},
        {"turn": -1},
        {"phase": "answer"},
        {"phase": "over"},
        {"winner": 0},
        {"shuffles": -1},
        {"attack": {"target": 1, "points": 3}},
        {"decks": {"blocks": [], "garbage": []}},
        {"removed": {"blocks": ["T"], "garbage": []}},
        {"players": []},
        {"extra": 1},
        {"seed": "1"},
        {"rules": {}},
    ],
    ids=str,
)
def test_a_state_that_no_game_can_be_in_is_refused(change: dict[str, Any]) -> None:
    state = ask("new_game", players=3, seed=1)["state"]
    assert error("turns", state={**state, **change}) == "bad-state"


def test_turns_that_are_not_legal_are_refused() -> None:
    state = ask("new_game", players=3, seed=1)["state"]
    assert error("apply", state=state, turn={"kind": "pass"}) == "draw-first"
    assert error("apply", state=state, turn={"kind": "draw", "cards": "blocks"}) == "draw-not-offered"
    assert error("apply", state=state, turn={"kind": "play"}) == "missing-member"
    drawn = ask("apply", state=state, turn={"kind": "draw"})["state"]
    mover = ask("turns", state=drawn)["turn"]
    play = {"kind": "play", "target": mover, "rows": [], "blocks": []}
    assert error("apply", state=drawn, turn=play) == "bad-target"
    assert error("apply", state=drawn, turn={**play, "target": (mover + 1) % 3}) == "no-block"
    assert error("apply", state=drawn, turn={"kind": "play", "rows": [], "blocks": []}) == "no-target"


def test_the_turn_and_the_target_are_checked_before_the_cards() -> None:
    state = ask("new_game", players=3, seed=1)["state"]
    play = {"kind": "play", "target": ask("turns", state=state)["turn"], "rows": [{"card": 99}], "blocks": []}
    assert error("apply", state=state, turn=play) == "draw-first"
    drawn = ask("apply", state=state, turn={"kind": "draw"})["state"]
    assert error("apply", state=drawn, turn=play) == "bad-target"
    over = ask("verify", log=write_log(GAME, random_game(3, 1, STANDARD)))["state"]
    assert error("apply", state=over, turn=play) == "game-over"


def test_a_message_names_no_model_of_the_engine() -> None:
    reply = json.loads(answer(json.dumps({"op": "play", **PLAY, "rows": [0]}), CONTENT))
    assert reply["error"] == {"code": "bad-value", "message": "rows.0: Input should be a valid dictionary"}


def test_an_id_comes_back_with_answers_and_errors() -> None:
    for number in (7, "a", None, [1, {"b": 2}], "\ud800"):
        assert ask("about", id=number)["id"] == number
        assert ask("fly", id=number)["id"] == number
    deep = '{"op": "about", "id": ' + "[" * 900 + "]" * 900 + "}"
    assert json.loads(answer(deep, CONTENT))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
MEMBERS = st.sampled_from(
    [
        "board",
        "block",
        "sequence",
        "rows",
        "blocks",
        "block_hand",
        "garbage_hand",
        "state",
        "turn",
        "text",
        "players",
        "id",
    ]
)


@examples(100)
@given(st.text(max_size=40) | st.binary(max_size=40))
def test_any_line_gets_an_answer(line: str | bytes) -> None:
    assert "error" in json.loads(answer(line, CONTENT))
