"""Policies: their views, their decisions in special positions, and the legality of all their turns."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.games.block_killer import policy_context
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.game import Attack, BlockKillerState, Draw, MakePlay, Pass, Piles, Turn, apply, new_game
from cardgen.games.block_killer.notation import Hand, parse_hand, parse_play
from cardgen.games.block_killer.playout import random_turn
from cardgen.games.block_killer.plays import score_play
from cardgen.games.block_killer.policies import POLICIES, defensive, find_policy, greedy, patient
from cardgen.games.block_killer.policy_context import PolicyContext, RatedPlay, SearchKey, lengthen, searchable_part
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import best_play
from cardgen.games.block_killer.views import CardCounts, view_state
from tests.cases import for_cases
from tests.conftest import InstallPlugin
from tests.games.block_killer.playing import cards, game

from .rulesets import NO_MERCY, STANDARD, changed

ALL = list(POLICIES)
FEW = "1-0 " * 2
ELEVEN = "1-0 " * 11
# An I clears four rows of one hole: 4 points.
QUAD = "I / 1-0 1-0 1-0 1-0"
NOTHING = "O / 1-0 1-0 1-0 1-0"


def context(rules: BlockKillerRules = STANDARD, budget: int = 1000, seed: object = 1) -> PolicyContext:
    return PolicyContext(rules, budget, random.Random(str(seed)))


def decide(name: str, state: BlockKillerState, budget: int = 1000) -> Turn:
    return POLICIES[name](view_state(state), context(state.rules, budget))


def attack_of(state: BlockKillerState, turn: Turn) -> int:
    assert isinstance(turn, MakePlay)
    return score_play(turn.play, state.rules).attack


# ----------------------------------------------------------------------------------------------------------------------
# Views


def hidden_changed(state: BlockKillerState) -> BlockKillerState:
    """Return a game with the same view: the other hands, the order of the decks and the seed differ."""
    chance, seat = random.Random(5), state.to_move
    blocks, garbage = list(state.decks.blocks), list(state.decks.garbage)
    others = [number for number in range(len(state.players)) if number != seat]
    for number in others:
        blocks += state.players[number].blocks
        garbage += state.players[number].garbage
    chance.shuffle(blocks)
    chance.shuffle(garbage)
    players = list(state.players)
    for number in others:
        was = players[number]
        players[number] = replace(
            was,
            blocks=tuple(blocks.pop() for _ in was.blocks),
            garbage=tuple(garbage.pop() for _ in was.garbage),
            last_special=not was.last_special,
        )
    return replace(state, players=tuple(players), decks=Piles(tuple(blocks), tuple(garbage)), seed=state.seed + 1)


@pytest.mark.parametrize("name", ALL)
def test_hidden_cards_do_not_decide_a_turn(name: str) -> None:
    state, compared = new_game(4, 8, STANDARD), 0
    own = context(budget=300, seed="own")
    for step in range(40):
        if state.to_move is None:
            break
        other = hidden_changed(state)
        assert other != state
        view = view_state(state)
        assert view_state(other) == view
        turn = POLICIES[name](view, context(budget=300, seed=step))
        assert POLICIES[name](view_state(other), context(budget=300, seed=step)) == turn
        compared += not isinstance(turn, Draw)
        state = apply(state, greedy(view, own))
    assert compared > 8


def test_a_view_counts_the_cards_of_all_and_shows_only_its_own() -> None:
    state = game("ZS / 1-0 1-1", "T / x x x", phase="draw")
    view = view_state(state)
    assert view.hand == Hand(("Z", "S"), ("1-0", "1-1"))
    assert view.players == (CardCounts(2, 2), CardCounts(1, 3), CardCounts(4, 4))
    assert view.decks == CardCounts(len(state.decks.blocks), len(state.decks.garbage))
    assert (view.must_draw, view.must_play, view.may_play) == (True, False, None)
    assert (view.room(), view.room(1)) == (10, 9)
    with pytest.raises(ValueError, match="over"):
        view_state(replace(state, phase="over"))


def test_the_player_nearest_to_being_out_is_next_in_turn_among_equals() -> None:
    state = game(QUAD, "T / x x", "T / x x x", "T / x x x", turn=0)
    assert view_state(state).nearest_out == 2
    players = (*state.players[:2], replace(state.players[2], out=True), state.players[3])
    assert view_state(replace(state, players=players)).nearest_out == 3
    assert view_state(replace(state, turn=3)).nearest_out == 0


# ----------------------------------------------------------------------------------------------------------------------
# Whole games


@pytest.mark.parametrize("rules", [STANDARD, NO_MERCY], ids=["standard", "no-mercy"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_all_turns_are_legal_and_no_card_is_lost(rules: BlockKillerRules, players: int) -> None:
    for number in range(4):
        state = new_game(players, number, rules)
        cache: dict[SearchKey, RatedPlay] = {}
        own = [PolicyContext(rules, 100, random.Random(f"{number}/{seat}"), cache) for seat in range(players)]
        for _ in range(70):
            if (seat := state.to_move) is None:
                break
            turn = POLICIES[ALL[(seat + number) % len(ALL)]](view_state(state), own[seat])
            state = apply(state, turn)
            assert cards(state) == Counter(BLOCK_COPIES) + Counter(GARBAGE_COPIES)


def test_random_is_the_random_turn_of_the_engine() -> None:
    state, own, chance = new_game(4, 3, STANDARD), context(seed=9), random.Random("9")
    while state.to_move is not None:
        turn = POLICIES["random"](view_state(state), own)
        assert turn == random_turn(state, chance)
        state = apply(state, turn)


# ----------------------------------------------------------------------------------------------------------------------
# Decisions of each policy


@pytest.mark.parametrize("name", ["greedy", "patient"])
def test_they_draw_blocks_only_when_in_danger(name: str) -> None:
    ten = game("ZS / " + "1-0 " * 10, phase="draw")
    assert decide(name, ten) == Draw("each")
    assert decide(name, game("ZS / " + ELEVEN, phase="draw")) == Draw("blocks")
    assert decide("defensive", ten) == Draw("blocks")
    assert decide("defensive", game("ZS / " + FEW, phase="draw")) == Draw("each")


@pytest.mark.parametrize("name", ["greedy", "patient", "defensive"])
def test_without_a_block_there_is_nothing_to_play(name: str) -> None:
    assert decide(name, game("/ 1-0")) == Pass()
    assert decide(name, answering("/ 1-0", 12)) == Pass()


def test_greedy_plays_the_best_attack_at_the_player_nearest_to_being_out() -> None:
    state = game(QUAD, "T / x x", "T / x x x")
    turn = decide("greedy", state)
    assert isinstance(turn, MakePlay)
    assert (attack_of(state, turn), turn.target) == (4, 2)
    assert decide("greedy", game(NOTHING)) == Pass()


def test_patient_waits_for_more_the_more_room_it_has() -> None:
    # Two lines are 1 point: too little with room for ten, enough with none. There is one block, so no play is better.
    two = "I / 1-0 1-0"
    assert attack_of(game(two), decide("greedy", game(two))) == 1
    assert decide("patient", game(two)) == Pass()
    # Four lines are 4 points, one more than it asks for with room for 8: 1 + 4 * 8 // 12 = 3.
    assert attack_of(game(QUAD), decide("patient", game(QUAD))) == 4
    full = game("I / 1-0 1-0 " + "4-3 " * 10)
    assert attack_of(full, decide("patient", full)) >= 1


def test_defensive_attacks_only_to_put_a_player_out_or_if_it_must() -> None:
    assert decide("defensive", game(QUAD)) == Pass()
    state = game(QUAD, "T / x x", "T / " + "4-3 " * 9)  # 9 + 4 are more than 12
    turn = decide("defensive", state)
    assert isinstance(turn, MakePlay)
    assert (attack_of(state, turn), turn.target) == (4, 2)
    assert decide("defensive", game(QUAD, "T / x x", "T / " + "4-3 " * 8)) == Pass()
    forced = game("IIOOOO / 1-0 1-0 1-0 1-0")
    assert isinstance(decide("defensive", forced), MakePlay)


def test_in_danger_they_also_play_to_discard_garbage() -> None:
    # A monomino fills the one hole: one line, no attack, one card less.
    state = game("M / 1-0 " + "x " * 10)
    for name in ("greedy", "patient", "defensive"):
        turn = decide(name, state)
        assert isinstance(turn, MakePlay)
        assert score_play(turn.play, STANDARD).cleared
        assert decide(name, game("M / 1-0")) == Pass()


def answering(hand: str, points: int) -> BlockKillerState:
    return game("T / x", hand, turn=0, phase="answer", attack=Attack(1, points))


def test_greedy_and_defensive_answer_if_it_parries() -> None:
    for name in ("greedy", "defensive"):
        state = answering(QUAD, 9)
        turn = decide(name, state)
        assert isinstance(turn, MakePlay)
        assert (attack_of(state, turn), turn.target) == (4, None)
        assert decide(name, answering(NOTHING, 9)) == Pass()


def test_patient_answers_when_it_would_be_out_or_counters_well() -> None:
    assert isinstance(decide("patient", answering(QUAD, 9)), MakePlay)  # 4 + 9 are more than 12
    assert decide("patient", answering(QUAD, 8)) == Pass()
    assert decide("patient", answering(QUAD, 3)) == Pass()  # 4 is not 2 more than 3
    assert isinstance(decide("patient", answering(QUAD, 2)), MakePlay)
    assert decide("patient", answering(NOTHING, 12)) == Pass()


def test_block_points_count_in_an_answer() -> None:
    # A quad with two solid rows is six lines: 4 points of attack and 2 of block.
    state = answering("I / 1-0 1-0 1-0 1-0 x x x x", 9)
    advice = context(budget=20_000).best(view_state(state))
    assert advice is not None
    scored = score_play(advice.play, STANDARD)
    assert (advice.attack, advice.block, advice.worth) == (scored.attack, scored.block, scored.attack + scored.block)


# ----------------------------------------------------------------------------------------------------------------------
# The context


@pytest.mark.parametrize("policy", [greedy, patient, defensive])
def test_a_play_places_the_blocks_that_the_turn_demands(policy: Any) -> None:
    for hand, least in (("OOOOOO / 1-0", 1), ("OOOOOOO / 1-0", 2), ("IIIIOOZ / 1-0 1-0 1-0 1-0", 2)):
        state = game(hand)
        turn = policy(view_state(state), context())
        assert isinstance(turn, MakePlay)
        assert len(turn.play.blocks) >= least
        apply(state, turn)


def test_blocks_placed_after_a_play_keep_its_attack_and_clear_rows() -> None:
    hand = parse_hand("IIMZ / 1-0 1-0 1-0 1-0 1-0")
    play = parse_play("1-0 1-0 1-0 1-0 1-0 | IR@-2,0")
    scored = score_play(play, STANDARD, hand)
    for blocks in (2, 3, 4, 9):
        longer = lengthen(play, scored.field, hand, STANDARD, blocks)
        again = score_play(longer, STANDARD, hand)
        assert len(longer.blocks) == min(blocks, 4)
        assert again.attack >= scored.attack == 4
    assert len(again.cleared) == 5  # the last hole was filled by one of them


def test_no_hand_is_solved_twice_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Hand] = []

    def counted(hand: Hand, *args: Any, **options: Any) -> Any:
        searched.append(hand)
        assert options["positions"] == 1000
        return best_play(hand, *args, **options)

    monkeypatch.setattr(policy_context, "best_play", counted)
    one = context()
    other = PolicyContext(STANDARD, 1000, random.Random("2"), one.cache)
    first = one.best(view_state(game("IT / 1-0 1-1 1-0")))
    assert first == other.best(view_state(game("T / x", "TI / 1-1 1-0 1-0", turn=1)))
    assert first == one.best(view_state(answering("IT / 1-0 1-0 1-1", 3)))
    assert len(searched) == 1
    one.best(view_state(game("IT / 1-0 1-1")))
    assert len(searched) == 2


def test_the_last_clear_of_an_earlier_play_counts_where_the_rules_say_so() -> None:
    for across, attack in ((False, 4), (True, 5)):
        rules = changed(STANDARD, attack={"back_to_back": {"bonus": 1, "across_plays": across}})
        state = game(QUAD, rules=rules)
        players = (replace(state.players[0], last_special=True), *state.players[1:])
        advice = context(rules).best(view_state(replace(state, players=players)))
        assert advice is not None
        assert advice.attack == attack


def test_the_most_varied_part_of_a_too_large_hand_is_searched() -> None:
    small = parse_hand("IIIIIII / " + "x " * 12)
    assert searchable_part(small) == small
    large = Hand(tuple("IIIIIIIZT"), tuple(["1-0"] * 20 + ["x", "4-3"]))
    part = searchable_part(large)
    assert (Counter(part.blocks), Counter(part.garbage)) == (
        Counter("IIIIIZT"),
        Counter({"1-0": 10, "x": 1, "4-3": 1}),
    )


def test_large_hands_and_much_garbage_are_played_legally() -> None:
    roomy = changed(STANDARD, most_garbage=30, most_blocks=9)
    state = game("IIIIIIIIIIIZT / " + "1-0 " * 20, rules=roomy)
    turn = decide("greedy", state, 300)
    apply(state, turn)
    laden = changed(roomy, play={"least_garbage": 14})
    state = game("IIIIZT / " + "1-0 " * 20, rules=laden)
    turn = decide("greedy", state, 300)
    apply(state, turn)


# ----------------------------------------------------------------------------------------------------------------------
# Names


def always_pass(*_: object) -> Turn:
    return Pass()


def test_policies_are_found_by_name() -> None:
    assert ALL == ["random", "greedy", "patient", "defensive"]
    for name in ALL:
        assert find_policy(name) is POLICIES[name]


def test_a_designers_own_policy_is_found_by_module_and_function(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("my_policies")
    vars(module).update(hunter=always_pass, number=3)
    monkeypatch.setitem(sys.modules, "my_policies", module)
    assert find_policy("my_policies:hunter") is always_pass
    for name, message in (
        ("my_policies:huntr", "did you mean 'hunter'?"),
        ("my_policies:number", "expected one of: hunter"),
        ("no_such_module:hunter", "module no_such_module is neither installed nor in the current folder"),
    ):
        with pytest.raises(WrongValueError) as caught:
            find_policy(name)
        assert message in str(caught.value.hint)


def test_a_policy_of_an_installed_package_is_found_by_name(install_plugin: InstallPlugin) -> None:
    points = {"block-killer.hunter": "dice:hunter", "block-killer.ghost": "dice:nothing", "azure.other": "dice:hunter"}
    install_plugin("dice", "policies", points, "def hunter(view, context):\n    return None\n")
    assert find_policy("hunter").__module__ == "dice"
    with pytest.raises(ValueError, match=r"policy plug-in 'block-killer.ghost' .* cannot be loaded"):
        find_policy("ghost")


def test_a_file_in_the_current_folder_does_not_replace_an_installed_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "colorsys.py").write_text("raise SystemExit('not me')")
    (tmp_path / "needs_another.py").write_text("import no_such_module")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    assert find_policy("colorsys:rgb_to_hsv").__module__ == "colorsys"
    assert sys.path == before
    with pytest.raises(WrongValueError) as caught:
        find_policy("needs_another:policy")
    assert "needs_another cannot be imported: ModuleNotFoundError" in str(caught.value.hint)
    assert sys.path == before


@for_cases(
    ("name", "message"),
    [
        ("greedi", "did you mean 'greedy'?"),
        ("zzz", "expected one of: random, greedy, patient"),
        ("my-policies:hunter", "write a policy of your own as module:function"),
        ("my_policies:", "write a policy of your own as module:function"),
        ("a:b:c", "write a policy of your own as module:function"),
    ],
)
def test_unknown_names_are_reported(name: str, message: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        find_policy(name)
    assert message in str(caught.value.hint)


def test_the_policy_in_the_docs_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[3] / "docs" / "balance.md").read_text(encoding="utf-8")
    code = re.search(r"^```python\n# my_policies.py\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert code is not None
    (tmp_path / "policies_in_the_docs.py").write_text(code[1], encoding="utf-8")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.chdir(tmp_path)  # `cardgen simulate --policy` finds it in the current folder
    hunter = find_policy("policies_in_the_docs:hunter")
    state = game(QUAD, "T / x x", "T / " + "4-3 " * 9)
    turn = hunter(view_state(state), context())
    assert isinstance(turn, MakePlay)
    assert turn.target == 2
    assert hunter(view_state(game(QUAD)), context()) == Pass()
    for name in POLICIES:
        assert f"| `{name}` |" in text
