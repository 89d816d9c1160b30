"""The rules of a game, one by one, and whole random games in which no card is lost."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.game import (
    BlockKillerState,
    Draw,
    MakePlay,
    MayPlay,
    Option,
    Pass,
    Piles,
    Turn,
    apply,
    legal_turns,
    new_game,
)
from cardgen.games.block_killer.notation import parse_play
from cardgen.games.block_killer.playout import random_turn
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.turn_game import GAME
from cardgen.games.block_killer.turns import parse_turn, write_turn
from tests.cases import for_cases, read_cases
from tests.games.block_killer.playing import cards, game, play_game

from .rulesets import NO_MERCY, STANDARD, changed

NINE, TWELVE = "1-0 " * 9, "1-0 " * 12


def play(text: str, target: int | None = 1) -> MakePlay:
    return MakePlay(parse_play(text), target)


def refusal(state: BlockKillerState, turn: Turn) -> str:
    with pytest.raises(BlockKillerError) as caught:
        apply(state, turn)
    return caught.value.code


def hand_sizes(state: BlockKillerState, seat: int) -> tuple[int, int]:
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
# Turns

STRIKER = "T / 1-4 3-3 2-4"
SPIN = "1-4 3-3 2-4 | T2@3,0"  # attack 4 in the standard rules
QUADS = "1-0 1-0 1-0 1-0 1-0 1-0 1-0 1-0 | IR@-2,0 IR@-2,0"  # 4, then 4 + 1 + 1: 10 attack
SIX = "x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2"  # six lines are 4 attack and 2 block

#: Hands; what differs at the start (a draw comes first, or the rules); turns; then blocks/garbage in the hands and who
#: is to do what, or the reason why the last turn is refused.
TURNS = """
# a turn begins with a draw of one block card and one garbage card, and has only one
ZST / 1-0*2 || draw || draw each || 4/3, play 0
Z / || draw || pass || draw-first
Z / || draw || play 1: | M0@0,0 || draw-first
Z / || "" || draw each || no-draw-now
# with 10 or more garbage cards, 2 block cards may be drawn instead
Z / 1-0*10 || draw || draw blocks || 3/10, play 0
Z / 1-0*9 || draw || draw blocks || draw-not-offered
# after the draw a player plays or passes, and must end the turn with fewer than 6 block cards
ZSTLI / 1-0 || "" || pass || 5/1, draw 1
ZZZZZZ / || "" || pass || must-play
ZZZZZZ / || "" || play 1: | Z0@0,-1 || 5/0, draw 1
ZZZZZZZ / || "" || pass || must-play
ZZZZZZZ / || "" || play 1: | Z0@0,-1 || too-few-blocks
ZZZZZZZ / || "" || play 1: | Z0@0,-1 Z0@3,-1 || 5/0, draw 1
# with too little garbage for any play one may pass with too many blocks
ZZZZZZ / 1-0 || {"play": {"least_garbage": 2}} || pass || 6/1, draw 1
# the target is another player, and is checked before the cards, which are those in hand
M / || "" || play 0: | M0@0,0 || bad-target
M / || "" || play 3: | M0@0,0 || bad-target
M / || "" || play: | M0@0,0 || no-target
M / || "" || play 0: 1-0 | T0@0,9 || bad-target
M / || "" || play 1: 1-0 | T0@0,9 || garbage-not-held
T / 1-0 || "" || play 1: 1-1 | T0@0,0 || garbage-not-held
T / 1-0 || "" || play 1: 1-0 | S0@0,1 || block-not-held
# the target may answer, or draws the attack as garbage; the player after the attacker is next
STRIKER ; ZZ / 1-0 || "" || play 1: SPIN || 0/1 2/1, answer 0, attack 4 on 1
STRIKER ; ZZ / 1-0 ; S / || "" || play 2: SPIN ; pass || 0/1 2/1 1/4, draw 1
# an answer is scored in the same way and used one for one: a triple answers 2 of 4, its rows are discarded before
STRIKER ; I / 1-0*3 2-0 || "" || play 1: SPIN ; play: 1-0 1-0 1-0 | IR@-2,0 || 0/1 0/3, draw 1
# attack that is left over is halved and rounded up
STRIKER ; II / 1-0*8 || "" || play 1: SPIN ; play: QUADS || 0/4 0/0, draw 1
# block points defend: 4 - 2 leaves 2 of the attack, 4 - 2 leaves 2 over, halved
STRIKER ; I / 1-0*4 x*4 || "" || play 1: SPIN ; play: SIX || 0/2 0/0, draw 1
# in an attack they are worth nothing, and those left over are lost
I / 1-0*4 x*4 ; Z / || "" || play 1: SIX || 0/0 1/0, answer 0, attack 4 on 1
I / 1-0*3 ; I / 1-0*4 x*8 || "" || play 1: 1-0 1-0 1-0 | IR@-2,0 ; play: x+x*4 1-0*4 | IR@-2,4 || 0/2 0/0, draw 1
# an answer is for the attacker, who may not answer it
STRIKER ; M / || "" || play 1: SPIN ; play 2: | M0@0,0 || bad-target
STRIKER ; M / || "" || play 1: SPIN ; play 0: | M0@0,0 || 0/1 0/4, draw 1
STRIKER ; M / || "" || play 1: SPIN ; play: | M0@0,0 || 0/1 0/4, draw 1
# an attack of nothing, or below the smallest that is answered, is not answered
M / || "" || play 1: | M0@0,0 || 0/0, draw 1
STRIKER ; ZZ / 1-0 || {"defence": {"answer_from": 5}} || play 1: SPIN || 0/1 2/5, draw 1
# a player with 12 who draws a garbage card is out at once: before playing, by an attack, by an answer
Z / 1-0*12 || draw || draw each || 0/0, draw 1, out 0
Z / 1-0*12 || draw || draw blocks || 3/12, play 0
STRIKER ; Z / 1-0*12 || "" || play 1: SPIN ; pass || 0/1 0/0, draw 2, out 1
T / 1-4 3-3 2-4 1-1*9 ; II / 1-0*8 || "" || play 1: SPIN ; play: QUADS || 0/0 0/0, draw 1, out 0
# laid garbage still counts as in hand
I / 1-0*12 ; Z / || "" || play 1: 1-0 1-0 1-0 1-0 | IR@-2,0 || 0/8 1/0, answer 0, attack 4 on 1
"""


def written_out(text: str) -> str:
    for name, long in (("STRIKER", STRIKER), ("SPIN", SPIN), ("QUADS", QUADS), ("SIX", SIX)):
        text = text.replace(name, long)
    return re.sub(r"(\S+)\*(\d+)", lambda many: " ".join([many[1]] * int(many[2])), text)


def summary(state: BlockKillerState, seats: int) -> str:
    sizes = " ".join("/".join(map(str, hand_sizes(state, seat))) for seat in range(seats))
    attack = [f"attack {state.attack.points} on {state.attack.target}"] if state.attack else []
    out = [f"out {seat}" for seat, player in enumerate(state.players) if player.out]
    return ", ".join([sizes, f"{state.phase} {state.turn}", *attack, *out])


@for_cases(("hands", "start", "turns", "end"), read_cases(TURNS, " || "))
def test_what_turns_lead_to(hands: str, start: str, turns: str, end: str) -> None:
    rules = changed(STANDARD, **json.loads(start)) if start.startswith("{") else STANDARD
    held = written_out(hands).split(" ; ")
    state = game(*held, rules=rules, phase="draw" if start == "draw" else "play")
    *before, last = map(parse_turn, written_out(turns).split(" ; "))
    for turn in before:
        state = apply(state, turn)
    if re.fullmatch(r"[a-z-]+", end):
        assert refusal(state, last) == end
    else:
        assert summary(apply(state, last), len(held)) == end


@for_cases(
    ("hand", "phase", "options"),
    [
        (f"Z / {NINE}", "draw", [Draw("each")]),
        (f"Z / {NINE} 1-0", "draw", [Draw("each"), Draw("blocks")]),
        ("ZSTLI / 1-0", "play", [Pass(), MayPlay((1, 2), 1)]),
        ("ZZZZZZ /", "play", [MayPlay((1, 2), 1)]),
        ("ZZZZZZZ /", "play", [MayPlay((1, 2), 2)]),
        (" / 1-0", "play", [Pass()]),
    ],
)
def test_the_turns_that_are_offered(hand: str, phase: str, options: list[Option]) -> None:
    assert legal_turns(game(hand, phase=phase)) == options


def test_an_answer_may_leave_too_many_block_cards() -> None:
    state = apply(game(STRIKER, "ZZZZZZZ /"), play(SPIN))
    assert (state.to_move, legal_turns(state)) == (1, [Pass(), MayPlay((0,), 1)])


def test_a_player_who_is_out_is_no_target() -> None:
    state = game("M /")
    out = replace(state.players[1], out=True)
    state = replace(state, players=(state.players[0], out, state.players[2]))
    assert legal_turns(state)[1] == MayPlay((2,), 1)
    assert refusal(state, play("| M0@0,0", 1)) == "bad-target"
    assert apply(state, play("| M0@0,0", 2)).turn == 2


def test_the_cards_of_a_player_who_is_out_are_discarded_or_removed() -> None:
    for rules in (STANDARD, changed(STANDARD, cards_of_the_out="remove")):
        after = apply(game(f"Z / {TWELVE}", phase="draw", rules=rules), Draw("each"))
        gone, none = (after.discards, after.removed)[:: 1 if rules is STANDARD else -1]
        assert (len(gone.blocks), len(gone.garbage), none) == (2, 13, Piles())
        assert Counter(gone.garbage)["1-0"] >= 12


# ----------------------------------------------------------------------------------------------------------------------
# A play


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


# ----------------------------------------------------------------------------------------------------------------------
# Attack, answer, draws


def test_the_cards_of_plays_and_of_hands_are_counted_for_each_player() -> None:
    (_, before), *played = play_game(3, 1, STANDARD)
    used = [Counter[str]() for _ in before.players]
    for turn, state in played:
        if isinstance(turn, MakePlay):
            seat = before.to_move
            assert seat is not None
            blocks = [block.block for block in turn.play.blocks]
            scored = score_play(turn.play, STANDARD, before.players[seat].hand, least_blocks=1)
            used[seat].update([*blocks, *discarded_cards(turn.play, scored.cleared)])
        before = state
    uses = GAME.card_uses(before)
    assert list(uses) == [*BLOCK_COPIES, *GARBAGE_COPIES]
    for seat, player in enumerate(before.players):
        assert {card: played[seat] for card, (played, _) in uses.items() if played[seat]} == used[seat]
        held = Counter((*player.blocks, *player.garbage))
        assert {card: count[seat] for card, (_, count) in uses.items() if count[seat]} == held
    assert sum(count.total() for count in used) > 20


def test_back_to_back_across_plays_is_a_choice_of_the_ruleset() -> None:
    rules = changed(STANDARD, attack={"back_to_back": {"bonus": 1, "across_plays": True}})
    hand = "TT / 1-4 3-3 2-4 1-4 3-3 2-4"
    points = []
    for ruleset in (STANDARD, rules):
        state = apply(apply(game(hand, rules=ruleset), play(SPIN)), Pass())
        state = apply(replace(state, turn=0, phase="play"), play(SPIN))
        assert state.attack is not None
        points.append(state.attack.points)
    assert points == [4, 5]


# ----------------------------------------------------------------------------------------------------------------------
# Out, and the end


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


def check_game(players: int, seed: int, rules: BlockKillerRules) -> None:
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
