"""The engine protocol: every operation, the known facts, and every refusal."""

from __future__ import annotations

import json

from cardgen.engines import GameContent
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.heroes.protocol import answer
from cardgen.games.heroes.turn_game import GAME
from tests.games.asking import protocol_of

from .positions import changed, content, hero

ask, error = protocol_of(lambda line: answer(line, content()))


def test_about() -> None:
    reply = ask("about")
    assert reply["by_hand"] == {"standard": []}
    manual = changed(heroes=[hero("fortune-teller")])
    reply = json.loads(answer('{"op": "about"}', GameContent({"manual": manual}, {})))
    assert reply["by_hand"] == {"manual": [["fortune-teller", "fortune-teller"]]}


def test_a_state_is_the_same_whether_its_beginning_was_read_before_or_not() -> None:
    state = ask("new_game", players=5, seed=11)["state"]
    for _ in range(12):
        state = ask("apply", state=state, turn=ask("choose", state=state, policy="careful")["turn"])["state"]
    facts, counts = ask("turns", state=state), ask("log", state=state)["counts"]
    assert counts[-1] == [seat["hp"] for seat in facts["seats"]]
    assert len(counts) == 12
    assert facts["phase"] in ("prepare", "draw", "play", "discard", "end")
    remembered = read_state(GAME, state, content())
    other = GameContent({"standard": changed()}, {})  # other rules: nothing is remembered of them
    assert read_state(GAME, {**state, "turns": state["turns"][:-1]}, other).state != remembered.state
    assert write_played(GAME, read_state(GAME, state, other)) == state == write_played(GAME, remembered)


def test_distances_and_ranges() -> None:
    assert ask("distances", seats=5, from_=0) == {"distances": {"1": 1, "2": 2, "3": 2, "4": 1}}
    rider = [{"seat": 0, "out": -1}]
    assert ask("distances", seats=6, from_=0, modifiers=rider)["distances"]["3"] == 2
    reach = {"seats": 6, "modifiers": rider, "weapon": 2}
    assert ask("in_range", from_=0, to=3, **reach) == {"in_range": True}
    assert ask("in_range", from_=3, to=0, **reach) == {"in_range": False}
    assert ask("in_range", seats=6, from_=0, to=1) == {"in_range": True}
    assert ask("in_range", seats=6, from_=0, to=1, weapon=0) == {"in_range": False}
    assert error("distances", seats=5, from_=1, dead=[1]) == "H11"
    assert error("distances", seats=5, from_=0, dead=[7]) == "H11"
    assert error("in_range", seats=5, from_=0, to=7) == "H11"
    assert error("in_range", seats=5, from_=0, to=0) == "H12"
    assert error("distances", seats=1, from_=0) == "bad-value"


def test_small_rules() -> None:
    numbers = {"target_hp": 1, "target_max": 4, "executor_hp": 3, "distance": 1, "range": 1}
    assert ask("execution", **numbers) == {"legal": True, "damage": 3}
    assert ask("execution", **{**numbers, "distance": 3, "x": 1}) == {"legal": True, "damage": 1}
    assert ask("execution", **{**numbers, "target_hp": 2}) == {"legal": False, "damage": 0}
    assert error("execution", **{**numbers, "target_hp": 5}) == "H23"
    assert ask("ambitionists", players=5) == {"threshold": 2}
    properties = ["A", "B", "A", "B", "A"]
    assert ask("siege", properties=properties, seat=2) == {"pairs": [[0, 1, 2], [2, 3, 4]]}
    assert ask("siege", properties=properties, seat=1) == {"pairs": [[1, 2, 3]]}
    assert ask("siege", properties=properties, seat=0, dead=[1]) == {"pairs": []}
    assert error("siege", properties=properties, seat=1, dead=[1]) == "H11"
    assert ask("explosion", seats=6, at=2, dead=[3]) == {"damage": {"1": 1, "2": 2, "4": 1}}
    assert ask("explosion", seats=6, at=2, prevented=True) == {"damage": {"1": 1, "3": 1}}
    assert error("explosion", seats=6, at=2, dead=[2]) == "H22"
    assert ask("discard", hand=6, hp=3, max_hp=4) == {"cards": 3}
    assert ask("discard", hand=6, hp=3, max_hp=4, modifier=-1) == {"cards": 4}
    assert error("discard", hand=6, hp=5, max_hp=4) == "H16"


def test_victory() -> None:
    four = [{"identity": name} for name in ("lord", "loyalist", "rebel", "spy")]
    assert ask("victory", mode="identity", seats=four) == {"winners": None}
    dead = [{**seat, "alive": number == 3} for number, seat in enumerate(four)]
    assert ask("victory", mode="identity", seats=dead, last_dead=0) == {"winners": [3], "by": "spy-alone"}
    won = [{**seat, "alive": number == 0} for number, seat in enumerate(four)]
    assert ask("victory", mode="identity", seats=won) == {"winners": [0, 1], "by": "rebels-and-spies-dead"}
    assert error("victory", mode="identity", seats=dead, last_dead=3) == "H20"
    assert error("victory", mode="identity", seats=[{"identity": "rebel"}] * 4) == "H29"
    nation = [{"faction": "han"}, {"faction": "han", "ambitionist": True}, {"faction": "di", "alive": False}]
    assert ask("victory", mode="nation", seats=nation) == {"winners": None}
    joined = [{"faction": "han", "joined": 1}, *nation[1:]]
    assert ask("victory", mode="nation", seats=joined) == {"winners": [0, 1], "by": "one-camp"}
    assert error("victory", mode="nation", seats=[{"faction": "han"}, {}]) == "H30"
    assert error("victory", mode="nation", seats=[{"faction": "han"}, {"faction": "wei"}]) == "H30"
    realm = [{"alive": False}, {}, {"alive": False}]
    assert ask("victory", mode="realm", seats=realm, seal_owner=1) == {"winners": [1], "by": "seal"}
    assert ask("victory", mode="realm", seats=realm) == {"winners": [], "by": "no-seal"}
    assert error("victory", mode="realm", seats=realm, seal_owner=5) == "H32"


def test_states_are_not_trusted() -> None:
    state = ask("new_game", players=5, seed=4)["state"]
    assert error("apply", state=state, turn={"seat": 9, "verb": "end"}) == "H14"
    assert error("apply", state=state, turn={"seat": 0, "verb": "end", "speed": 3}) == "bad-value"
    assert error("turns", state={**state, "players": 3}) == "bad-state"
    assert error("turns", state={**state, "ruleset": "house"}) == "bad-state"
    assert error("new_game", players=3, seed=1) == "H7"
    assert error("new_game", players=4, seed=1, mode="realm") == "H9"
    assert error("new_game", players=12, seed=1) == "H11"
    assert error("new_game", players=4, seed=1, mode="duel") == "bad-value"
