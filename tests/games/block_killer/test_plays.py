"""Whole plays: illegal ones with their reasons, and the scores of legal ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.field import field_text
from cardgen.games.block_killer.notation import (
    SOLID_ROW,
    Hand,
    Placed,
    Play,
    Row,
    parse_hand,
    parse_play,
    write_play,
)
from cardgen.games.block_killer.plays import ScoredPlay, discarded_cards, score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import for_cases
from tests.examples import examples

from . import twin
from .rulesets import NO_MERCY, RULESETS, STANDARD, changed, ruleset_data


def score(text: str, rules: BlockKillerRules = STANDARD, hand: str | None = None, **more: Any) -> ScoredPlay:
    return score_play(parse_play(text), rules, parse_hand(hand) if hand else None, **more)


def refusal(text: str, rules: BlockKillerRules = STANDARD, hand: str | None = None, **more: Any) -> tuple[str, int]:
    with pytest.raises(BlockKillerError) as caught:
        score(text, rules, hand, **more)
    return caught.value.code, caught.value.step


# ----------------------------------------------------------------------------------------------------------------------
# Illegal plays


@for_cases(
    ("text", "code", "step"),
    [
        ("1-0 |", "no-block", 0),
        ("| T2@-2,0", "outside", 1),
        ("| T2@8,0", "outside", 1),
        ("| T2@3,-1", "outside", 1),
        ("1-0 | T2@3,0", "overlaps", 2),
        ("1-0 | T2@3,2", "floating", 2),
        ("1-0 | T2@3,900", "floating", 2),
        ("| O0@0,0 M0@0,3", "floating", 2),
        ("1-0 1-1 | M0@0,0", "unreachable", 3),
        ("1-4 3-3 2-4 1-0 | T2@3,0", "unreachable", 5),
        ("| O0@0,0 O0@1,1", "overlaps", 2),
    ],
)
def test_the_first_illegal_step_is_named(text: str, code: str, step: int) -> None:
    assert refusal(text) == (code, step)


@for_cases(
    ("text", "code", "step"),
    [
        ("1-0 1-1 | T0@3,2", "garbage-not-held", 2),
        ("1-0 1-0~ 1-0 | T0@3,2", "garbage-used-twice", 3),
        ("x+x x | T0@3,2", "garbage-used-twice", 2),
        ("x x+x | T0@3,2", "garbage-used-twice", 2),
        ("1-0 | S0@3,1", "block-not-held", 2),
        ("1-0 | T0@3,0 T0@0,0", "block-used-twice", 3),
    ],
)
def test_only_cards_in_hand_can_be_played(text: str, code: str, step: int) -> None:
    assert refusal(text, hand="TI / 1-0 1-0 x x") == (code, step)


def test_there_is_no_such_block() -> None:
    play = Play((), (Placed("O", ((0, 0), (0, 1), (1, 0), (1, 1))), Placed("Q", ((5, 0),))))
    for hand in (None, Hand(("O", "T"), ())):
        with pytest.raises(BlockKillerError) as caught:
            score_play(play, STANDARD, hand)
        assert (caught.value.code, caught.value.step) == ("unknown-block", 2)


def test_cells_that_are_not_the_block_are_refused() -> None:
    def refused(block: str, *cells: tuple[int, int]) -> str:
        with pytest.raises(BlockKillerError) as caught:
            score_play(Play((), (Placed(block, tuple(sorted(cells))),)), STANDARD)
        return caught.value.code

    assert refused("Z", (0, 0), (1, 0), (1, 1), (2, 1)) == "mirrored"
    assert refused("L", (0, 0), (1, 0), (2, 0), (0, 1)) == "mirrored"
    assert refused("T", (0, 0), (1, 0), (2, 0), (3, 0)) == "wrong-shape"
    assert refused("T") == "wrong-shape"


def test_a_ruleset_may_demand_garbage_and_limit_solid_rows() -> None:
    rules = changed(STANDARD, play={"least_garbage": 2, "most_solid_rows": 1})
    assert refusal("1-0 | IR@-2,0", rules) == ("too-little-garbage", 0)
    assert refusal("x+x 1-0 x+x | IR@-2,2", rules) == ("too-many-solid-rows", 3)
    assert score("x+x | M0@0,1", rules).attack == 0
    assert score("x+x 1-0 x+x | M0@0,3", STANDARD).steps[0].rows == (0, 2)


def test_a_turn_may_demand_blocks() -> None:
    assert refusal("| O0@0,0", least_blocks=2) == ("too-few-blocks", 0)
    assert score("| O0@0,0 O0@2,0", least_blocks=2).attack == 0


# ----------------------------------------------------------------------------------------------------------------------
# Legal plays


def test_a_play_without_garbage_is_allowed() -> None:
    scored = score("| I0@0,-2")
    assert (scored.stack, scored.attack, scored.cleared) == (0, 0, ())


def test_any_garbage_in_any_order_each_either_way_up_stacked_from_the_floor() -> None:
    hand = "M / 1-0 2-3 x"
    for text, rows in (
        ("1-0 2-3 x | M0@0,3", [".#########", "###..#####", "#.#.#.#.#."]),
        ("x~ 1-0~ | M0@1,2", [".#.#.#.#.#", "#########."]),
        ("2-3~ | M0@0,1", ["#####..###"]),
    ):
        assert field_text(score(text, hand=hand).stack).splitlines() == rows[::-1]


def test_height_is_unbounded() -> None:
    scored = score("1-0 " * 60 + "| I0@1,58 IR@-2,0")
    assert scored.clears[0].lines == 4
    assert len(field_text(scored.field).splitlines()) == 57
    assert refusal("1-0 " * 60 + "| M0@1,61") == ("floating", 61)


def test_several_pairs_of_checkerboards_make_several_solid_rows_laid_anywhere_in_the_stack() -> None:
    scored = score("x+x 1-0 x+x x | M0@0,4", hand="M / 1-0 x x x x x")
    assert scored.steps[0].rows == (0, 2)
    assert field_text(scored.field).splitlines() == ["#.........", "#.#.#.#.#.", ".#########"]


def test_blocks_one_at_a_time_in_any_order() -> None:
    hand = "OI / 1-0"
    assert field_text(score("1-0 | O0@4,1 I0@4,1", hand=hand).field).splitlines()[0] == "....####.."
    assert field_text(score("1-0 | I0@4,-1 O0@4,2", hand=hand).field).splitlines()[0] == "....##...."


def test_a_solid_row_is_full_from_the_start_and_counts_for_the_first_block_placed() -> None:
    scored = score("1-0 x+x | O0@4,2 IR@-2,0")
    assert [step.rows for step in scored.steps] == [(1,), (0,)]
    assert [clear.combo for clear in scored.clears] == [1, 2]
    assert scored.cleared == (0, 1)
    assert discarded_cards(scored.play, scored.cleared) == ("1-0", "x", "x")


def test_a_quad_with_two_solid_rows_is_six_lines() -> None:
    scored = score("x+x 1-0 1-0 1-0 1-0 x+x | I0@0,4")
    # The solid row on top closes the shaft for the first block.
    assert scored.steps[0].rows == (0, 5)
    scored = score("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2")
    assert scored.clears[0].lines == 6
    assert (scored.attack, scored.block) == (4, 2)
    assert score("x+x x+x 1-0 1-0 1-0 1-0 | IR@-2,2", NO_MERCY).attack == 12


def test_the_rows_above_fall_and_uncleared_garbage_returns_to_hand() -> None:
    scored = score("1-4 3-3 2-4 | T2@3,0")
    assert scored.cleared == (0, 1)
    assert field_text(scored.field) == "####..####"
    assert (scored.attack, scored.clears[0].spin) == (4, True)


def test_back_to_back_across_plays_is_a_choice() -> None:
    text = "1-4 3-3 2-4 | T2@3,0"
    assert score(text, earlier_special=True).attack == 4
    across = changed(STANDARD, attack={"back_to_back": {"bonus": 1, "across_plays": True}})
    assert score(text, across, earlier_special=True).attack == 5
    assert score(text, across).attack == 4
    assert score(text, across).chain.special


def test_a_ruleset_may_score_a_mini_without_the_spin() -> None:
    text = "3-3~ 1-4 | J0@4,-1"  # the J is kicked in through a shaft one cell wide
    rules = changed(STANDARD, play={"mini": "kicked"})
    assert [clear.attack for clear in score(text).clears] == [4]
    assert [clear.attack for clear in score(text, rules).clears] == [1]
    assert score(text, rules).chain.special


GARBAGE_ROW = st.builds(Row, st.sampled_from(sorted(GARBAGE_ROWS)), st.booleans()) | st.just(SOLID_ROW)


def _plain_score(play: Play, data: dict[str, Any], rows: list[str], mini_rule: str) -> tuple[int, int, list[str]]:
    """Return the attack, block points and last field of a legal play, computed with lists of text."""
    attack = block = combo = 0
    special_before = False
    for placed in play.blocks:
        filled = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "#"]
        kind = twin.placements(filled, placed.block)[frozenset(placed.cells)]
        rows = rows + ["." * 10] * (max(y for _, y in placed.cells) + 1 - len(rows))
        rows = [
            "".join("#" if (x, y) in placed.cells else cell for x, cell in enumerate(row)) for y, row in enumerate(rows)
        ]
        lines = rows.count("#" * 10)
        rows = [row for row in rows if row != "#" * 10]
        combo = combo + 1 if lines else 0
        if not lines:
            continue
        spin_row = kind == "spin" or (kind == "mini" and mini_rule == "off")
        name = "spin" if spin_row else "non_spin"
        table, combos = data["attack"][name], data["attack"]["combo"]
        attack += (table + [table[-1] + n * data["attack"]["further_line"][name] for n in range(1, 9)])[lines - 1]
        block += max(0, lines - len(table)) * data["attack"]["further_line"]["block"]
        special = kind != "-" or lines >= 4
        attack += special and special_before
        special_before = special
        attack += combos[min(combo, len(combos)) - 1]
    while rows and rows[-1] == "." * 10:
        rows.pop()
    return attack, block, rows


@examples(150)
@given(
    st.lists(GARBAGE_ROW, max_size=6),
    st.text("ZSJLTOIM", min_size=1, max_size=4),
    st.integers(0, 2**32),
    st.sampled_from(sorted(RULESETS)),
    st.sampled_from(["off", "kicked"]),
)
def test_the_score_of_any_legal_play_is_that_of_plain_counting(
    rows: list[Row], blocks: str, seed: int, name: str, mini: str
) -> None:
    rules = changed(RULESETS[name], play={"mini": mini})
    play = _random_play(rows, blocks, random.Random(seed))
    hand = Hand(tuple(blocks), tuple(code for row in rows for code in row.cards))
    scored = score_play(play, rules, hand)
    attack, block, left = _plain_score(play, ruleset_data(name), [row.text for row in rows], mini)
    assert (scored.attack, scored.block) == (attack, block)
    assert field_text(scored.field).splitlines() == left[::-1]
    assert score_play(parse_play(write_play(play)), rules, hand).attack == attack


def _random_play(rows: list[Row], blocks: str, choice: random.Random) -> Play:
    """Return random placements of the slow twin; those that clear rows are more likely."""
    texts, placed = [row.text for row in rows], []
    for block in blocks:
        filled = {(x, y) for y, row in enumerate(texts) for x, cell in enumerate(row) if cell == "#"}
        options = sorted(tuple(sorted(cells)) for cells in twin.placements(filled, block))

        def rows_filled(cells: tuple[tuple[int, int], ...], filled: set[tuple[int, int]] = filled) -> int:
            return sum(all((x, y) in filled or (x, y) in cells for x in range(10)) for y in {y for _, y in cells})

        cells = max(choice.sample(options, min(8, len(options))), key=rows_filled)
        placed.append(Placed(block, cells))
        grid = filled | set(cells)
        top = max(y for _, y in grid) + 1
        texts = ["".join("#" if (x, y) in grid else "." for x in range(10)) for y in range(top)]
        texts = [row for row in texts if row != "#" * 10]
    return Play(tuple(rows), tuple(placed))


@examples(60)
@given(st.lists(GARBAGE_ROW, max_size=5), st.text("ZSJLTOIM", min_size=1, max_size=3), st.integers(0, 2**32))
def test_cleared_and_returned_garbage_is_all_the_garbage(rows: list[Row], blocks: str, seed: int) -> None:
    scored = score_play(_random_play(rows, blocks, random.Random(seed)), STANDARD)
    assert set(scored.cleared) <= set(range(len(rows)))
    # A row that was never full and not covered by a block is still in the field as it was.
    left = field_text(scored.field).splitlines()
    for index, row in enumerate(rows):
        if row.solid:
            assert index in scored.cleared
        elif index not in scored.cleared:
            holes = [x for x, cell in enumerate(row.text) if cell == "."]
            assert any(all(text[x] == "#" for x in range(10) if x not in holes) for text in left)
