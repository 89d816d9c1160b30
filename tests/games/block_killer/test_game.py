"""The rules of a game, one by one, and whole random games in which no card is lost."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.game import (
    Attack,
    Draw,
    MakePlay,
    MayPlay,
    Pass,
    Piles,
    State,
    Turn,
    apply,
    legal_turns,
    new_game,
)
from cardgen.games.block_killer.notation import parse_play
from cardgen.games.block_killer.playout import random_turn
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.turns import write_turn
from tests.games.block_killer.playing import cards, game, play_game

from .rulesets import NO_MERCY, STANDARD, changed

NINE = "1-0 " * 9


def play(text: str, target: int | None = 1) -> MakePlay:
    return MakePlay(parse_play(text), target)


def refusal(state: State, turn: Turn) -> str:
    with pytest.raises(PlayError) as caught:
        apply(state, turn)
    return caught.value.code


def hand_sizes(state: State, seat: int) -> tuple[int, int]:
    return len(state.players[seat].blocks), len(state.players[seat].garbage)


# ----------------------------------------------------------------------------------------------------------------------
# Set-up


def test_each_player_is_dealt_4_block_and_4_garbage_cards() -> None:
    for players in range(3, 7):
        state = new_game(players, 5, STANDARD)
        assert [hand_sizes(state, seat) for seat in range(players)] == [(4, 4)] * players
        assert (state.phase, state.to_move) == ("draw", state.turn)
        assert cards(state) == ALL_CARDS


def test_a_game_has_3_to_6_players() -> None:
    for players in (2, 7):
        with pytest.raises(ValueError, match="3 to 6"):
            new_game(players, 1, STANDARD)


def test_the_seed_decides_who_starts() -> None:
    starts = {seed: new_game(4, seed, STANDARD).turn for seed in range(60)}
    assert set(starts.values()) == {0, 1, 2, 3}
    assert new_game(4, 7, STANDARD) == new_game(4, 7, STANDARD) != new_game(4, 8, STANDARD)


def test_a_seeded_deal_is_the_same_on_every_machine() -> None:
    state = new_game(3, 2024, STANDARD)
    assert ["".join(player.blocks) for player in state.players] == ["SLOZ", "ISTS", "TJIT"]
    assert state.players[0].garbage == ("1-3", "x", "2-3", "1-0")


# ----------------------------------------------------------------------------------------------------------------------
# A turn


def test_draw_1_block_card_and_1_garbage_card() -> None:
    state = game("ZST / 1-0 1-0", phase="draw")
    assert legal_turns(state) == [Draw("each")]
    after = apply(state, Draw("each"))
    assert hand_sizes(after, 0) == (4, 3)
    assert after.players[0].blocks[-1] == state.decks.blocks[-1]
    assert (after.phase, after.turn) == ("play", 0)


def test_with_10_or_more_garbage_cards_2_block_cards_may_be_drawn_instead() -> None:
    assert legal_turns(game(f"Z / {NINE}", phase="draw")) == [Draw("each")]
    ten = game(f"Z / {NINE} 1-0", phase="draw")
    assert legal_turns(ten) == [Draw("each"), Draw("blocks")]
    assert hand_sizes(apply(ten, Draw("blocks")), 0) == (3, 10)
    assert refusal(game(f"Z / {NINE}", phase="draw"), Draw("blocks")) == "draw-not-offered"


def test_a_turn_begins_with_a_draw_and_has_only_one() -> None:
    assert refusal(game("Z /", phase="draw"), Pass()) == "draw-first"
    assert refusal(game("Z /", phase="draw"), play("| M0@0,0")) == "draw-first"
    assert refusal(game("Z /"), Draw("each")) == "no-draw-now"


def test_after_the_draw_a_player_plays_or_passes() -> None:
    state = game("ZSTLI / 1-0")
    assert legal_turns(state) == [Pass(), MayPlay((1, 2), 1)]
    passed = apply(state, Pass())
    assert (passed.turn, passed.phase, hand_sizes(passed, 0)) == (1, "draw", (5, 1))


@pytest.mark.parametrize(("blocks", "least"), [("ZZZZZZ", 1), ("ZZZZZZZ", 2)])
def test_a_turn_must_end_with_fewer_than_6_block_cards(blocks: str, least: int) -> None:
    state = game(f"{blocks} /")
    assert legal_turns(state) == [MayPlay((1, 2), least)]
    assert refusal(state, Pass()) == "must-play"
    if least == 2:
        assert refusal(state, play("| Z0@0,-1")) == "too-few-blocks"
    after = apply(state, play("| " + " ".join(f"Z0@{3 * n},-1" for n in range(least))))
    assert hand_sizes(after, 0) == (5, 0)


def test_a_player_without_block_cards_can_only_pass() -> None:
    assert legal_turns(game(" / 1-0")) == [Pass()]


def test_a_player_with_too_little_garbage_for_any_play_may_pass_with_too_many_blocks() -> None:
    rules = changed(STANDARD, play={"least_garbage": 2})
    state = game("ZZZZZZ / 1-0", rules=rules)
    assert legal_turns(state) == [Pass()]
    assert apply(state, Pass()).turn == 1


# ----------------------------------------------------------------------------------------------------------------------
# A play


def test_the_target_is_another_player_who_is_not_out() -> None:
    state = game("M /")
    for target in (0, 3, -1):
        assert refusal(state, play("| M0@0,0", target)) == "bad-target"
    assert refusal(state, play("| M0@0,0", None)) == "no-target"
    out = replace(state.players[1], out=True)
    state = replace(state, players=(state.players[0], out, state.players[2]))
    assert legal_turns(state)[1] == MayPlay((2,), 1)
    assert refusal(state, play("| M0@0,0", 1)) == "bad-target"
    assert apply(state, play("| M0@0,0", 2)).turn == 2


def test_the_target_is_checked_before_the_cards() -> None:
    assert refusal(game("M /"), play("1-0 | T0@0,9", 0)) == "bad-target"
    assert refusal(game("M /"), play("1-0 | T0@0,9", 1)) == "garbage-not-held"


def test_uncleared_garbage_returns_to_hand_and_cleared_garbage_and_blocks_are_discarded() -> None:
    state = game("TZ / 1-4 2-4 3-3 x x 1-0")
    after = apply(state, play("1-4 3-3 2-4 | T2@3,0"))
    assert after.players[0].blocks == ("Z",)
    assert after.players[0].garbage == ("2-4", "x", "x", "1-0")
    assert after.discards == Piles(("T",), ("1-4", "3-3"))


def test_both_cards_of_a_merged_row_are_discarded() -> None:
    after = apply(game("M / 1-0 x x"), play("1-0 x+x | M0@5,2"))
    assert after.discards == Piles(("M",), ("x", "x"))
    assert after.players[0].garbage == ("1-0",)


def test_cards_that_are_not_in_the_hand_cannot_be_played() -> None:
    assert refusal(game("T / 1-0"), play("1-1 | T0@0,0")) == "garbage-not-held"
    assert refusal(game("T / 1-0"), play("1-0 | S0@0,1")) == "block-not-held"


# ----------------------------------------------------------------------------------------------------------------------
# Attack, answer, draws

SPIN_DOUBLE = "1-4 3-3 2-4 | T2@3,0"  # attack 4 in the standard rules
STRIKER = "T / 1-4 3-3 2-4"


def test_the_target_of_an_attack_may_answer_with_a_play() -> None:
    state = apply(game(STRIKER, "ZZ / 1-0"), play(SPIN_DOUBLE))
    assert (state.phase, state.attack, state.turn, state.to_move) == ("answer", Attack(1, 4), 0, 1)
    assert legal_turns(state) == [Pass(), MayPlay((0,), 1)]


def test_unanswered_attack_is_drawn_as_garbage_and_the_player_after_the_attacker_is_next() -> None:
    state = apply(apply(game(STRIKER, "ZZ / 1-0", "S /"), play(SPIN_DOUBLE, 2)), Pass())
    assert [hand_sizes(state, seat) for seat in range(3)] == [(0, 1), (2, 1), (1, 4)]
    assert (state.turn, state.phase, state.attack) == (1, "draw", None)


def test_an_answer_is_scored_in_the_same_way_and_used_one_for_one() -> None:
    answered = game(STRIKER, "I / 1-0 1-0 1-0 2-0")
    state = apply(apply(answered, play(SPIN_DOUBLE)), play("1-0 1-0 1-0 | IR@-2,0", None))
    # A triple answers 2 of 4; its three rows are discarded before 2 are drawn.
    assert hand_sizes(state, 1) == (0, 3)
    assert state.discards.garbage[-3:] == ("1-0", "1-0", "1-0")
    assert hand_sizes(state, 0) == (0, 1)


def test_attack_left_over_by_an_answer_is_halved_and_rounded_up() -> None:
    answer = "1-0 1-0 1-0 1-0 1-0 1-0 1-0 1-0 | IR@-2,0 IR@-2,0"  # 4, then 4 + 1 + 1: 10 attack
    state = game(STRIKER, "II / " + "1-0 " * 8)
    state = apply(apply(state, play(SPIN_DOUBLE)), play(answer, None))
    assert hand_sizes(state, 0) == (0, 1 + 3)
    assert hand_sizes(state, 1) == (0, 0)
    assert (state.turn, state.phase) == (1, "draw")


def test_block_points_defend() -> None:
    # Six lines are 4 attack and 2 block in the standard rules.
    state = game(STRIKER, "I / 1-0 1-0 1-0 1-0 x x x x")
    state = apply(apply(state, play(SPIN_DOUBLE)), play("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2", None))
    assert hand_sizes(state, 0) == (0, 1 + 1)  # 4 - 2 leaves 2 of the attack, 4 - 2 leaves 2 over, halved


def test_in_an_attack_block_points_are_worth_nothing() -> None:
    # Six lines are 4 attack and 2 block: the target has 4 to answer.
    state = apply(game("I / 1-0 1-0 1-0 1-0 x x x x"), play("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2"))
    assert state.attack == Attack(1, 4)
    state = apply(state, Pass())
    assert (hand_sizes(state, 0), hand_sizes(state, 1)) == ((0, 0), (4, 8))


def test_block_points_left_over_are_lost() -> None:
    triple = apply(game("I / 1-0 1-0 1-0", "I / 1-0 1-0 1-0 1-0 " + "x " * 8), play("1-0 1-0 1-0 | IR@-2,0"))
    assert triple.attack == Attack(1, 2)
    answered = apply(triple, play("x+x x+x x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,4", None))
    # 2 of the 4 block points meet the attack; only the 4 attack points come back, halved.
    assert (hand_sizes(answered, 0), hand_sizes(answered, 1)) == ((0, 2), (0, 0))


def test_the_attacker_may_not_answer_the_answer() -> None:
    state = apply(game(STRIKER, "M /"), play(SPIN_DOUBLE))
    assert refusal(state, play("| M0@0,0", 2)) == "bad-target"
    assert apply(state, play("| M0@0,0", 0)) == apply(state, play("| M0@0,0", None))
    assert apply(state, Pass()).phase == "draw"


def test_an_attack_of_nothing_is_not_answered() -> None:
    state = apply(game("M /"), play("| M0@0,0"))
    assert (state.phase, state.turn, state.attack) == ("draw", 1, None)


def test_below_the_rulesets_smallest_answerable_attack_the_target_just_draws() -> None:
    rules = changed(STANDARD, defence={"answer_from": 5})
    state = apply(game(STRIKER, "ZZ / 1-0", rules=rules), play(SPIN_DOUBLE))
    assert (state.phase, hand_sizes(state, 1)) == ("draw", (2, 5))


def test_an_answer_may_leave_too_many_block_cards() -> None:
    state = apply(game(STRIKER, "ZZZZZZZ /"), play(SPIN_DOUBLE))
    assert legal_turns(state) == [Pass(), MayPlay((0,), 1)]


def test_back_to_back_across_plays_is_a_choice_of_the_ruleset() -> None:
    rules = changed(STANDARD, attack={"back_to_back": {"bonus": 1, "across_plays": True}})
    hand = "TT / 1-4 3-3 2-4 1-4 3-3 2-4"
    points = []
    for ruleset in (STANDARD, rules):
        state = apply(apply(game(hand, rules=ruleset), play(SPIN_DOUBLE)), Pass())
        state = apply(replace(state, turn=0, phase="play"), play(SPIN_DOUBLE))
        assert state.attack is not None
        points.append(state.attack.points)
    assert points == [4, 5]


# ----------------------------------------------------------------------------------------------------------------------
# Out, and the end

TWELVE = "1-0 " * 12


def test_a_player_with_12_who_draws_a_garbage_card_is_out_before_playing() -> None:
    state = game(f"Z / {TWELVE}", phase="draw")
    after = apply(state, Draw("each"))
    assert after.players[0].out
    assert hand_sizes(after, 0) == (0, 0)
    assert (after.turn, after.phase) == (1, "draw")
    assert Counter(after.discards.garbage)["1-0"] >= 12
    assert len(after.discards.garbage) == 13
    assert len(after.discards.blocks) == 2
    stays = apply(state, Draw("blocks"))
    assert not stays.players[0].out


def test_a_player_is_out_at_once_and_draws_no_more() -> None:
    state = apply(apply(game(STRIKER, f"Z / {TWELVE}"), play(SPIN_DOUBLE)), Pass())
    assert state.players[1].out
    # One card was drawn, not four.
    assert len(state.discards.garbage) == 2 + 13
    assert state.turn == 2


def test_laid_garbage_still_counts_as_in_hand_and_no_player_is_out_during_a_play() -> None:
    state = game(f"I / {TWELVE}")
    after = apply(state, play("1-0 1-0 1-0 1-0 | IR@-2,0"))
    assert not after.players[0].out
    assert hand_sizes(after, 0) == (0, 8)


def test_the_cards_of_a_player_who_is_out_may_be_removed() -> None:
    rules = changed(STANDARD, cards_of_the_out="remove")
    after = apply(game(f"Z / {TWELVE}", phase="draw", rules=rules), Draw("each"))
    assert (len(after.removed.blocks), len(after.removed.garbage)) == (2, 13)
    assert after.discards == Piles()


def test_an_answer_can_put_the_attacker_out() -> None:
    answer = "1-0 1-0 1-0 1-0 1-0 1-0 1-0 1-0 | IR@-2,0 IR@-2,0"
    state = game("T / 1-4 3-3 2-4 " + "1-1 " * 9, "II / " + "1-0 " * 8)
    state = apply(apply(state, play(SPIN_DOUBLE)), play(answer, None))
    assert state.players[0].out
    assert state.turn == 1


def test_the_last_player_in_the_game_wins() -> None:
    state = game(f"Z / {TWELVE}", phase="draw")
    out = replace(state.players[1], out=True, blocks=(), garbage=())
    state = apply(replace(state, players=(state.players[0], out, state.players[2])), Draw("each"))
    assert (state.phase, state.winner, state.to_move) == ("over", 2, None)
    assert legal_turns(state) == []
    assert refusal(state, Pass()) == "game-over"
    with pytest.raises(ValueError, match="over"):
        random_turn(state, random.Random(1))


# ----------------------------------------------------------------------------------------------------------------------
# Empty decks


def test_an_empty_deck_is_refilled_by_shuffling_its_discard_pile() -> None:
    state = game("Z /", phase="draw", decks=Piles(("I",), ()), discards=Piles((), tuple(GARBAGE_COPIES)))
    after = apply(state, Draw("each"))
    assert after.discards.garbage == ()
    assert after.shuffles == state.shuffles + 1
    assert Counter(after.decks.garbage + after.players[0].garbage) == Counter(GARBAGE_COPIES.keys())
    assert after.decks.garbage != tuple(GARBAGE_COPIES)[:-1]


def test_one_discard_pile_for_both_decks_plays_like_two() -> None:
    shared = changed(STANDARD, discard_piles="shared")
    pairs = zip(play_game(4, 3, STANDARD), play_game(4, 3, shared), strict=True)
    assert all(one == (turn, replace(state, rules=STANDARD)) for one, (turn, state) in pairs)


def test_a_draw_from_an_empty_deck_with_an_empty_discard_pile_draws_nothing() -> None:
    state = game("Z / 1-0", phase="draw", decks=Piles())
    after = apply(state, Draw("each"))
    assert (hand_sizes(after, 0), after.phase, after.shuffles) == ((1, 1), "play", state.shuffles)


def test_a_ruleset_may_leave_an_empty_deck_empty() -> None:
    rules = changed(STANDARD, empty_deck="nothing")
    state = game("Z /", phase="draw", rules=rules, decks=Piles(), discards=Piles(("I",), ("1-0",)))
    assert hand_sizes(apply(state, Draw("each")), 0) == (1, 0)


# ----------------------------------------------------------------------------------------------------------------------
# Whole games

ALL_CARDS = Counter(BLOCK_COPIES) + Counter(GARBAGE_COPIES)


def check_game(players: int, seed: int, rules: Rules) -> None:
    before = None
    for turn, state in play_game(players, seed, rules):
        assert cards(state) == ALL_CARDS
        for player in state.players:
            assert len(player.garbage) <= rules.most_garbage
            assert not player.out or not (player.blocks or player.garbage)
        if state.phase == "draw":
            assert all(len(player.blocks) <= rules.most_blocks for player in state.players)
        if before is not None and before.phase != "draw" and state.phase == "draw":
            after = [(before.turn + step) % players for step in range(1, players + 1)]
            assert state.turn == next(seat for seat in after if not state.players[seat].out)
        assert bool(legal_turns(state)) == (state.phase != "over")
        assert turn is None or before is not None
        before = state
    assert state.phase == "over"
    assert [seat for seat, player in enumerate(state.players) if not player.out] == [state.winner]


# 60 of them have every number of players with both rulesets several times: the others are left to `make soak`.
@pytest.mark.parametrize("first", [pytest.param(60 * n, marks=pytest.mark.soak if n else ()) for n in range(16)])
def test_a_thousand_random_games_keep_all_201_cards_and_end_with_a_winner(first: int) -> None:
    for seed in range(first, first + 60):
        check_game(3 + seed % 4, seed, NO_MERCY if seed % 3 == 0 else STANDARD)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(100))
def test_a_hundred_thousand_random_games(batch: int) -> None:
    for seed in range(1000 * batch, 1000 * batch + 1000):
        check_game(3 + seed % 4, seed + 10**6, NO_MERCY if seed % 3 == 0 else STANDARD)


@pytest.mark.parametrize(
    "part",
    [
        {"cards_of_the_out": "remove"},
        {"discard_piles": "shared"},
        {"empty_deck": "nothing"},
        {"play": {"least_garbage": 2, "most_solid_rows": 0}},
        {"play": {"spin": "any", "mini": "kicked"}},
        {"play": {"spin": "three-corner", "rotation": "plain"}},
        {"attack": {"back_to_back": {"bonus": 3, "across_plays": True}}},
        {"defence": {"answer_from": 2, "counter_divisor": 1}},
        {"draw": {"blocks": 2, "garbage": 2}},
    ],
    ids=str,
)
def test_other_rules_have_whole_games_too(part: dict[str, Any]) -> None:
    rules = changed(STANDARD, **part)
    for seed in range(6):
        check_game(3 + seed % 4, seed, rules)


def test_turns_are_written_as_text() -> None:
    assert write_turn(Draw("blocks")) == "draw blocks"
    assert write_turn(Pass()) == "pass"
    assert write_turn(play("1-0~ | M0@9,0", 2)) == "play 2: 1-0~ | M0@9,0"
    assert write_turn(play("| M0@9,0", None)) == "play: | M0@9,0"


def test_random_games_attack_and_answer() -> None:
    attacks = answers = 0
    for seed in range(20):
        before = None
        for turn, state in play_game(4, seed, NO_MERCY):
            attacks += state.attack is not None
            answers += isinstance(turn, MakePlay) and before is not None and before.phase == "answer"
            before = state
    assert attacks > 100
    assert answers > 20
