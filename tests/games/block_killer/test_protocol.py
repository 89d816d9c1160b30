"""The engine protocol: every operation and every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.engines.turn_logs import write_log
from cardgen.engines.turn_states import write_played
from cardgen.games.block_killer import protocol
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.field import mask_cells, parse_field
from cardgen.games.block_killer.protocol import answer
from cardgen.games.block_killer.turn_game import GAME
from tests.cases import for_cases
from tests.games.asking import protocol_of
from tests.games.block_killer.playing import CONTENT, random_game
from tests.games.block_killer.rulesets import STANDARD

from . import twin

ask, error = protocol_of(lambda line: answer(line, CONTENT))

# ----------------------------------------------------------------------------------------------------------------------
# Operations


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


@pytest.mark.parametrize(("spin", "rotation"), [("immobile", "srs"), ("any", "plain")])
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


def test_a_log_has_who_is_out_after_each_turn() -> None:
    played = random_game(3, 5, STANDARD)
    logged = ask("log", state=write_played(GAME, played))
    outs = [seat for result in logged["results"] for seat in result["out"]]
    assert sorted([*outs, played.state.winner]) == [0, 1, 2]
    assert (len(logged["results"]), logged["log"].splitlines()[0]) == (len(played.turns), "game 3 seed 5")


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


def test_unknown_members_are_refused() -> None:
    assert error("about", verbose=True) == "unknown-member"
    assert error("placements", board=[], block="T", colour="red") == "unknown-member"
    assert error("play", **{**PLAY, "rows": [{"card": 2, "flipped": True}]}) == "unknown-member"
    assert error("notation", text="| M0@0,0", rows=[]) == "unknown-member"
    state = ask("new_game", players=3, seed=1)["state"]
    assert error("apply", state=state, turn={"kind": "pass", "cards": "each"}) == "unknown-member"


@for_cases(
    ("op", "members", "code"),
    [
        ("placements", {"board": [], "block": "X"}, "bad-value"),
        ("placements", {"board": ["####"], "block": "T"}, "bad-value"),
        ("placements", {"board": ["#########.\n"], "block": "T"}, "bad-value"),
        ("placements", {"board": [".........."] * 501, "block": "T"}, "bad-value"),
        ("placements", {"board": [], "block": "T", "spin_rule": "some"}, "bad-value"),
        ("perft", {"board": [], "sequence": "TX"}, "bad-value"),
        ("play", {**PLAY, "garbage_hand": ["##########"]}, "bad-value"),
        ("play", {**PLAY, "rows": [{}]}, "bad-value"),
        ("play", {**PLAY, "rows": [{"card": 0, "solid": [1, 2]}]}, "bad-value"),
        ("resolve", {"attack": -1, "answer_attack": 0, "answer_block": 0}, "bad-value"),
        ("new_game", {"players": 2, "seed": 1}, "bad-value"),
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
