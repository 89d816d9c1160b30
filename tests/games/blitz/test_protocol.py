"""The engine protocol: games, questions about single rules, and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cases import for_cases
from tests.games.asking import protocol_of
from tests.games.blitz.playing import answer

from .comparing import LITERAL, STANDARD, changed

RULESETS = {"standard": STANDARD, "literal": LITERAL, "halves": changed(team_area="halves", two_players="allied-first")}
ask, code = protocol_of(lambda line: answer(line, RULESETS))
SCENARIOS = Path(__file__).parents[3] / "card_data/blitz/scenarios"
CROSS = [[0, 1], [-1, 0], [1, 0], [0, -1]]
RING = [*CROSS, [1, 1], [1, -1], [-1, 1], [-1, -1]]


def unit(x: int, y: int, side: str = "allied", **more: Any) -> dict[str, Any]:
    return {"cell": [x, y], "side": side, **more}


# ---------------------------------------------------------------- games


def test_a_game_begins_with_the_position_of_a_scenario() -> None:
    text = (SCENARIOS / "joint.txt").read_text(encoding="utf-8")
    state = ask("new_game", scenario=text, seed=1)["state"]
    facts = ask("turns", state=state)
    assert (facts["step"], facts["faction"], len(facts["ground"])) == ("attack", "us", 6)
    for target, units in (([1, 1], [[1, 0], [2, 1]]), ([3, 1], [[3, 0]])):
        state = ask("apply", state=state, turn={"kind": "attack", "to": target, "units": units})["state"]
        state = ask("apply", state=state, turn={"kind": "pass"})["state"]
    facts = ask("turns", state=state)
    assert [card["card"] for card in facts["ground"] if card["card"].startswith("wm")] == []
    assert facts["discards"] == [[], ["wm:armoured-car", "wm:rifles"]]
    made = ask("log", state=state)
    assert (made["log"], made["players"], made["cards"]) == ("", [0, 1, 0, 1], [""] * 4)
    joint = {"units": ["us:rifles", "us:rifles"], "target": "wm:armoured-car", "attack": 4, "defence": 3}
    assert made["fights"][:2] == [joint, None]
    assert code("new_game", scenario=text, players=2, seed=1) == "bad-value"
    assert code("new_game", scenario="nothing", seed=1) == "unreadable"


def test_the_questions_of_a_scenario() -> None:
    questions = ask("questions", scenario=(SCENARIOS / "joint.txt").read_text(encoding="utf-8"))["questions"]
    assert [question["kind"] for question in questions] == ["turn"] * 4 + ["group", "group", "most"]
    assert questions[0]["turn"] == {"kind": "attack", "to": [1, 1], "units": [[1, 0], [2, 1]]}
    assert (questions[4]["cell"], questions[4]["answer"]) == ([1, 1], "1,0 2,1")
    wrong = (SCENARIOS / "joint.txt").read_text(encoding="utf-8").replace("= destroyed", "= fails")
    assert code("questions", scenario=wrong) == "question"


def test_the_facts_have_reach_and_supply() -> None:
    text = (SCENARIOS / "joint.txt").read_text(encoding="utf-8")
    facts = ask("turns", state=ask("new_game", scenario=text, seed=1)["state"])
    ground = {(card["cell"][0], card["cell"][1]): card for card in facts["ground"]}
    assert sorted(ground[1, 0]["reach"]) == [[0, 0], [1, -1], [1, 1], [2, 0]]
    assert (ground[1, 0]["suppliers"], ground[1, 0]["supplied"]) == ([[2, 0]], True)
    assert (ground[3, 1]["suppliers"], ground[3, 1]["supplied"]) == ([], False)
    assert "suppliers" not in ground[2, 0]


def test_the_facts_of_a_state() -> None:
    facts = ask("turns", state=ask("new_game", players=4, seed=1)["state"])
    assert (facts["step"], facts["to_move"], facts["faction"]) == ("hand", 0, "us")
    assert facts["factions"] == ["us", "ss", "uk", "wm"]
    assert [len(hand) for hand in facts["hands"]] == [8] * 4
    assert facts["decks"] == [31] * 4
    assert (facts["ground"], facts["facilities"], facts["by_hand"]) == ([], [], {})
    assert facts["turns"] == [{"kind": "keep"}, {"kind": "redraw"}]
    assert ask("new_game", factions=["ss", "uk"], seed=1)["state"]["factions"] == ["uk", "ss"]


def test_illegal_turns_have_the_number_of_the_rule() -> None:
    state = ask("new_game", players=2, seed=7)["state"]
    assert code("apply", state=state, turn={"kind": "deploy", "card": "rifles", "to": [0, -1]}) == "B10"
    assert code("apply", state=state, turn={"kind": "fly"}) == "unreadable"
    for kind in ("keep", "keep", "skip", "skip"):
        state = ask("apply", state=state, turn={"kind": kind})["state"]
    card = ask("turns", state=state)["turns"][0]["card"]
    assert code("apply", state=state, turn={"kind": "deploy", "card": card, "to": [0, 1]}) == "B13"
    assert code("apply", state=state, turn={"kind": "deploy", "card": card, "to": [4, -1]}) == "B8"
    assert code("apply", state=state, turn={"kind": "deploy", "card": card}) == "unreadable"
    assert code("apply", state=state, turn={"kind": "move", "at": [0, -1], "to": [0, 0]}) == "B12"


def test_sequences_are_counted() -> None:
    state = ask("new_game", players=2, seed=78)["state"]
    assert ask("perft", state=state, depth=3) == {"depths": [{"sequences": n} for n in (2, 4, 28)]}
    for kind in ("keep", "keep", "skip", "skip"):
        state = ask("apply", state=state, turn={"kind": kind})["state"]
    assert ask("perft", state=state, depth=2) == {"depths": [{"sequences": n} for n in (37, 3145)]}
    scenario = (SCENARIOS / "attack.txt").read_text(encoding="utf-8")
    assert ask("perft", scenario=scenario, depth=1) == {"depths": [{"sequences": 11}]}
    assert code("perft", depth=1) == "missing-member"


def test_what_can_be_destroyed_in_this_round() -> None:
    scenario = (SCENARIOS / "joint.txt").read_text(encoding="utf-8")
    reply = ask("attackers", scenario=scenario)
    assert reply["targets"] == [
        {"target": [1, 1], "units": [[1, 0], [2, 1]], "attack": 4, "defence": 3, "one_fewer": 2},
        {"target": [3, 1], "units": [[3, 0]], "attack": 3, "defence": 2, "one_fewer": 0},
    ]
    assert (reply["most"], reply["proven"]) == (2, True)
    assert [one["target"] for one in reply["groups"]] == [[1, 1], [3, 1]]
    assert ask("attackers", scenario=scenario, target=[3, 1]) == reply["targets"][1]
    assert code("attackers", scenario=scenario, target=[0, 0]) == "B21"


def test_logs_and_scenarios_are_verified() -> None:
    scenario = (SCENARIOS / "joint.txt").read_text(encoding="utf-8")
    assert ask("verify", log=scenario)["questions"] == 7
    reply = ask("verify", log=scenario.replace("= fails", "= destroyed", 1))
    assert (reply["legal"], reply["reason"], reply["line"]) == (False, "question", 13)
    assert ask("verify", log="game us wm seed 7\nus keep")["faction"] == "wm"
    reply = ask("verify", log="game us wm seed 7\nwm keep")
    assert (reply["legal"], reply["reason"], reply["rule"], reply["line"]) == (False, "B10", 10, 2)


# ---------------------------------------------------------------- single rules


def test_the_order_of_a_round() -> None:
    assert ask("order", players=4, round=1) == {"order": ["us", "ss", "uk", "wm"]}
    assert ask("order", players=4, round=2) == {"order": ["ss", "uk", "wm", "us"]}
    assert ask("order", players=2, round=2) == {"order": ["wm", "us"]}
    assert ask("order", players=2, round=2, ruleset="halves") == {"order": ["us", "wm"]}
    assert code("order", players=3, round=1) == "bad-value"


def test_what_a_card_hits() -> None:
    lance = [[0, 1], [0, 2], [0, 3]]
    assert ask("hits", side="german", cell=[2, 1], offsets=lance, width=4) == {"cells": [[2, -2], [2, -1], [2, 0]]}
    assert ask("hits", side="allied", cell=[2, 1], offsets=lance, width=4) == {"cells": [[2, 2], [2, 3]]}
    assert ask("hits", side="allied", cell=[0, 0], offsets=[[-1, 0], [4, 0]], width=5) == {"cells": [[4, 0]]}
    assert code("hits", side="allied", cell=[4, 0], offsets=lance, width=4) == "B8"


def attack(values: list[int], defence: int, level: int = 1, supply: int = 1, **more: Any) -> tuple[bool, bool, Any]:
    cells = [(1, 0), (0, 1), (2, 1)]
    reply = ask(
        "attack",
        attackers=[
            unit(*cell, attack=value, level=level, offsets=CROSS, **more)
            for cell, value in zip(cells, values, strict=False)
        ],
        target={"cell": [1, 1], "defence": defence},
        resources=[unit(x, 0, level=supply, offsets=RING) for x in (0, 2)],
    )
    return reply["legal"], reply["destroyed"], reply["reason"]


def test_attack_and_defence() -> None:
    assert attack([3], 3) == (True, False, None)
    assert attack([4], 3) == (True, True, None)
    assert attack([2, 2], 3) == (True, True, None)
    assert attack([], 3) == (False, False, "B21")
    assert attack([9], 3, ready=False) == (False, False, "B21")


def test_supply() -> None:
    assert attack([4], 3, level=2, supply=1) == (False, False, "B22")
    assert attack([4], 3, level=2, supply=3) == (True, True, None)
    far = unit(1, 0, attack=4, level=1, offsets=CROSS, ready=True)
    reply = ask("attack", attackers=[far], target={"cell": [1, 1], "defence": 3}, resources=[])
    assert (reply["legal"], reply["reason"]) == (False, "B22")
    german = [unit(1, -1, "german", level=3, offsets=RING)]
    reply = ask("attack", attackers=[far], target={"cell": [1, 1], "defence": 3}, resources=german)
    assert (reply["legal"], reply["reason"]) == (False, "B22")


def test_attacks_out_of_range_and_by_both_sides() -> None:
    one, other = unit(1, 0, attack=4, offsets=CROSS), unit(0, 1, "german", attack=4, offsets=CROSS)
    resources = [unit(0, 0, offsets=RING)]
    reply = ask("attack", attackers=[one], target={"cell": [1, 2], "defence": 0}, resources=resources)
    assert (reply["legal"], reply["reason"]) == (False, "B21")
    reply = ask("attack", attackers=[one, other], target={"cell": [1, 1], "defence": 0}, resources=resources)
    assert (reply["legal"], reply["reason"]) == (False, "B21")
    assert code("attack", attackers=[one], target={"cell": [1, 9], "defence": 0}) == "B8"
    assert code("attack", attackers=[one], target={"cell": [1, 0], "defence": 0}) == "B15"


def test_settlement() -> None:
    reply = ask(
        "settle",
        units=[unit(0, 0, "german", engineer=False), unit(3, 2, engineer=True), unit(2, 0, engineer=True)],
        resources=[unit(0, -1), unit(1, -1), unit(1, 0, "german")],
        facilities=[unit(0, -1), unit(3, 1, "german"), unit(3, 2, "german"), unit(2, 1)],
    )
    assert reply == {"discarded": {"resources": [0, 2], "facilities": [1, 2]}}
    empty: dict[str, list[int]] = {"resources": [], "facilities": []}
    diagonal = ask("settle", units=[unit(1, 0, "german")], resources=[unit(0, -1)])
    assert diagonal == {"discarded": empty}
    assert code("settle", units=[unit(0, 4)]) == "B8"
    assert code("settle", resources=[unit(0, 4)]) == "B16"


def test_the_winner() -> None:
    allied, german = [unit(0, 2), unit(1, 3)], [unit(0, -2, "german")]
    resources = [unit(2, -1, "german")]
    assert ask("winner", units=allied + german, resources=resources, ended=True) == {"winner": "allied", "by": "27b"}
    assert ask("winner", units=allied + german, ended=False) == {"winner": None, "by": None}
    assert ask("winner", units=[*german, unit(3, 1)], ended=True) == {"winner": "draw", "by": "27b"}
    assert ask("winner", units=german, ended=False) == {"winner": "german", "by": "27a"}
    elsewhere = {"allied": 3}
    assert ask("winner", units=german, elsewhere=elsewhere) == {"winner": None, "by": None}
    assert ask("winner", units=[*german, unit(3, 4)], ended=False) == {"winner": "allied", "by": "27c"}
    assert ask("winner", units=[*allied, unit(3, -4, "german")]) == {"winner": "german", "by": "27c"}
    assert ask("winner", units=[], ended=True) == {"winner": "draw", "by": "27b"}
    assert ask("winner", units=[], ended=False) == {"winner": None, "by": None}


def test_chances_of_hands() -> None:
    assert list(ask("hand_chances", redraw_without=["resource"])) == ["unit", "resource", "facility", "skill"]
    deck = {"unit": 1, "resource": 1, "facility": 0, "skill": 0}
    assert ask("hand_chances", deck=deck, hand=1, redraw_without=[])["unit"] == [0.5, 0.5]
    assert code("hand_chances", deck=deck) == "bad-value"


# ---------------------------------------------------------------- errors


@for_cases(
    ("members", "expected"),
    [
        ({"op": "new_game", "players": 3, "seed": 1}, "B8"),
        ({"op": "new_game", "factions": ["us", "uk"], "seed": 1}, "B8"),
        ({"op": "new_game", "factions": ["us", "wm"], "players": 4, "seed": 1}, "bad-value"),
        ({"op": "new_game", "seed": 1, "ruleset": "none"}, "unknown-ruleset"),
        ({"op": "new_game"}, "missing-member"),
        ({"op": "turns", "state": {}}, "bad-state"),
        ({"op": "about", "more": 1}, "unknown-member"),
        ({"op": "smile"}, "unknown-op"),
        ({"op": "hits", "side": "us", "cell": [0, 0], "offsets": []}, "bad-value"),
    ],
)
def test_bad_requests_are_errors(members: dict[str, Any], expected: str) -> None:
    assert json.loads(answer(json.dumps(members), RULESETS))["error"]["code"] == expected
