"""Every game of turns through the engine protocol: states, logs, policies, and nothing that is hidden from a seat."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import __version__
from cardgen.data.playing import open_answers
from cardgen.engines import GameContent
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.blitz import refusals as blitz_refusals
from cardgen.games.blitz import turn_game as blitz_game
from cardgen.games.block_killer import turn_game as block_killer_game
from cardgen.games.blokus import refusals as blokus_refusals
from cardgen.games.blokus import turn_game as blokus_game
from cardgen.games.heroes import refusals as heroes_refusals
from cardgen.games.heroes import turn_game as heroes_game
from cardgen.games.heroes.rules import Mode
from cardgen.games.thread_race import refusals as thread_race_refusals
from cardgen.games.thread_race import turn_game as thread_race_game
from tests.attack.lines import OPERATIONS as FUZZED
from tests.cases import for_cases, read_cases
from tests.examples import examples, trials
from tests.games.blitz import comparing as blitz_rules
from tests.games.blitz import playing as blitz
from tests.games.block_killer import playing as block_killer
from tests.games.block_killer import rulesets as block_killer_rules
from tests.games.blokus import positions as blokus
from tests.games.blokus import rulesets as blokus_rules
from tests.games.heroes import positions as heroes
from tests.games.shipped import shipped
from tests.games.thread_race import playing as thread_race
from tests.games.thread_race import rulesets as thread_race_rules
from tests.games.thread_race.starter import starter_deck

#: The members of `new_game`.
GAMES: dict[str, dict[str, Any]] = {
    "blitz": {"players": 2},
    "block-killer": {"players": 3},
    "blokus": {},
    "heroes": {"players": 5, "mode": "identity"},
    "thread-race": {"players": 3},
}


#: The policies of each game, the weakest first.
POLICIES = {
    "blitz": "random greedy planner",
    "block-killer": "random greedy patient defensive",
    "blokus": "random greedy planner",
    "heroes": "random hasty careful",
    "thread-race": "random racer hinderer dodger",
}
#: The operations of all games of turns.
OPERATIONS = ("new_game", "turns", "apply", "choose", "log", "view", "verify", "about")


@cache
def line_asker(name: str) -> Callable[[str], dict[str, Any]]:
    answer = open_answers(shipped(name))
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
    assert about["rulesets"] == list(shipped(name).rulesets)
    assert about["policies"] == POLICIES[name].split()
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


# ---------------------------------------------------------------- whole games


def random_games(played: Callable[[Any, int], Any], *rulesets: Any) -> list[Callable[[int], Any]]:
    return [partial(played, rules) for rules in rulesets]


BLOKUS = (*(getattr(blokus_rules, name) for name in ("STANDARD", "BONUS", "PAIRS", "DUO", "SMALL")),)
#: The fewest players of a mode of Heroes that is not a duel: their games take least time.
PLAYERS: dict[Mode, int] = {"identity": 4, "nation": 3, "realm": 5}
#: Game -> its rules for the frame, the content that its logs are read with, and random games by their seed.
PLAYED: dict[str, tuple[Any, Callable[[Any], GameContent], list[Callable[[int], Any]]]] = {
    "blitz": (
        blitz_game.GAME,
        lambda start: GameContent({"": start.rules}, blitz.CONTENT.decks),
        random_games(
            lambda rules, seed: blitz.random_game(("us", "ss", "uk", "wm") if seed % 2 else ("us", "wm"), seed, rules),
            *(blitz_rules.STANDARD, blitz_rules.LITERAL, blitz_rules.OTHERS["free"]),
        ),
    ),
    "block-killer": (
        block_killer_game.GAME,
        lambda start: GameContent({"": start.rules}, block_killer.CONTENT.decks),
        random_games(
            lambda rules, seed: block_killer.random_game(3 + seed % 4, seed, rules),
            *block_killer_rules.RULESETS.values(),
        ),
    ),
    "blokus": (
        blokus_game.GAME,
        lambda start: GameContent({"": start.rules}, {}),
        random_games(lambda rules, seed: blokus.random_game(seed, rules), *BLOKUS),
    ),
    "heroes": (
        heroes_game.GAME,
        lambda _: heroes.content(),
        random_games(lambda mode, seed: heroes.random_game(PLAYERS[mode], seed, mode), *PLAYERS),
    ),
    "thread-race": (
        thread_race_game.GAME,
        lambda start: GameContent({"": start.rules}, thread_race.CONTENT.decks),
        random_games(
            lambda rules, seed: thread_race.random_game([starter_deck()] * (2 + seed % 3), seed, rules),
            *thread_race_rules.RULESETS.values(),
        ),
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_random_game_ends_and_is_read_again_from_its_log_and_its_state(name: str) -> None:
    game, content_of, games = PLAYED[name]
    for number, make in enumerate(games[: trials(len(games), few=2)]):
        played: Played[Any, Any, Any] = make(number)
        assert game.to_move(played.state) is None
        log, content = write_log(game, played), content_of(played.start)
        read = read_log(game, log, content)
        assert (write_log(game, read), game.facts(read.state)) == (log, game.facts(played.state))
        data = json.dumps(write_played(game, played))
        again = read_state(game, json.loads(data), content)
        assert (json.dumps(write_played(game, again)), game.facts(again.state)) == (data, game.facts(played.state))
        if number:  # the rest is the frame's, whatever the ruleset
            continue
        assert write_log(game, make(number)) == log
        # A log may end before the game, and nothing follows its end.
        lines = log.splitlines()
        half = read_log(game, "\n".join(lines[: len(lines) // 2]), content)
        assert write_log(game, half).splitlines() == log.splitlines()[: len(lines) // 2]
        assert game.to_move(half.state) is not None
        with pytest.raises(ValueError, match=r"line \d+"):
            read_log(game, log + lines[-2], content)


#: A deck of Thread Race, for logs.
DECK = (
    "deck overclock: ebb echo tailwind ebb reorder headwind furrow cleanse anchor flow headwind clamp echo flow clamp "
    "spark cleanse anchor furrow reorder tailwind burn burn"
)


# Block-Killer's policies search too long for whole games; its own tests give them less time.
@pytest.mark.parametrize("name", sorted(PLAYED.keys() - {"block-killer"}))
def test_policies_play_every_ruleset_to_its_end(name: str) -> None:
    game, content_of, games = PLAYED[name]
    for make in games[: trials(len(games), few=1)]:
        start = make(0).start
        played = play_game(game, start, content_of(start), tuple(game.policies())[::-1])
        assert game.to_move(played.state) is None
    with pytest.raises(ValueError, match="there is no policy 'nobody'"):
        game.find_policy("nobody")


@for_cases(("name", "log", "reason", "line"), read_cases(Path(__file__).with_name("refused_logs.txt"), " || "))
def test_the_first_broken_rule_of_a_log_is_named_with_its_line(name: str, log: str, reason: str, line: str) -> None:
    refused = asker(name)("verify", log=log.replace("{DECK}", DECK))
    assert (refused["legal"], refused["reason"], str(refused["line"])) == (False, reason, line)
    assert refused["message"]["en"].startswith(f"Line {line}")
    assert refused["message"]["zh"].startswith(f"第 {line} 行")


@for_cases(
    "error_type",
    [
        blitz_refusals.BlitzError,
        blokus_refusals.BlokusError,
        heroes_refusals.HeroesError,
        thread_race_refusals.ThreadRaceError,
    ],
)
def test_every_refusal_has_a_rule_that_is_listed_and_both_languages(error_type: Any) -> None:
    for reason, refusal in error_type.refusals().items():
        assert refusal.rule is None or refusal.rule in range(1, 34)
        error = error_type(reason, "X").at_line(3)
        assert (error.rule, error.line) == (refusal.rule, 3)
        english, chinese = (error.messages[lang] for lang in ("en", "zh"))
        assert english.startswith(f"Line 3, rule {refusal.rule}: " if refusal.rule else "Line 3: ")
        assert chinese.startswith(f"第 3 行，规则 {refusal.rule}：" if refusal.rule else "第 3 行")
        assert (english.endswith("."), chinese.endswith("。")) == (True, True)
        assert not set("{}") & set(english + chinese)
        assert re.search(r"[\u4e00-\u9fff]", chinese)
        assert not re.search(r"[\u4e00-\u9fff]", english)


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
                assert (
                    player == viewer
                    or not any(word.endswith("-down") for word in turn.get("answer", ())[:1])
                    or (not turn["answer"][0].startswith("play"))
                )
    assert secrets
