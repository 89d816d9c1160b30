"""The attack of clears, rule by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.block_killer.attack import Chain, Clear, Draws, resolve_defence, score_lock
from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import for_cases

from .rulesets import NO_MERCY, STANDARD, changed

START = Chain()
MINI = changed(STANDARD, play={"mini": "kicked"})


def clear(
    lines: int, rules: BlockKillerRules = STANDARD, *, spin: bool = False, mini: bool = False, chain: Chain = START
) -> Clear:
    scored, _ = score_lock(lines, spin, mini, chain, rules)
    assert scored is not None
    return scored


def run(locks: list[tuple[int, bool]], rules: BlockKillerRules) -> list[Clear | None]:
    chain, clears = Chain(), []
    for lines, spin in locks:
        scored, chain = score_lock(lines, spin, False, chain, rules)
        clears.append(scored)
    return clears


@for_cases(
    ("rules", "spin", "attacks", "blocks"),
    [
        (STANDARD, False, [0, 1, 2, 4, 4, 4], [0, 0, 0, 0, 1, 2]),
        (STANDARD, True, [2, 4, 6, 6, 6, 6], [0, 0, 0, 1, 2, 3]),
        (NO_MERCY, False, [1, 2, 4, 6, 9, 12, 15], [0] * 7),
        (NO_MERCY, True, [2, 5, 8, 12, 16, 20, 24], [0] * 7),
    ],
)
def test_the_attack_tables_and_the_lines_past_their_end(
    rules: BlockKillerRules, spin: bool, attacks: list[int], blocks: list[int]
) -> None:
    clears = [clear(lines, rules, spin=spin) for lines in range(1, len(attacks) + 1)]
    assert [c.attack for c in clears] == attacks
    assert [c.block for c in clears] == blocks


def test_a_clear_is_special_when_it_is_a_spin_or_at_least_four_lines() -> None:
    assert [clear(lines).special for lines in range(1, 7)] == [False, False, False, True, True, True]
    assert all(clear(lines, spin=True).special for lines in range(1, 7))


def test_a_special_clear_whose_previous_clear_was_special_gets_one_more() -> None:
    clears = run([(2, True), (4, False), (1, False), (4, False)], STANDARD)
    assert [c and c.back_to_back for c in clears] == [0, 1, 0, 0]


def test_a_block_that_clears_nothing_does_not_end_back_to_back() -> None:
    clears = run([(2, True), (0, False), (0, True), (1, True)], STANDARD)
    assert clears[1] is clears[2] is None
    assert clears[3] is not None
    assert (clears[3].back_to_back, clears[3].combo) == (1, 1)


def test_a_clear_that_is_not_special_gets_no_back_to_back() -> None:
    assert clear(1, chain=Chain(special=True)).back_to_back == 0


@pytest.mark.parametrize(
    ("rules", "bonuses"),
    [(STANDARD, [0, 1, 1, 1, 2, 2, 2, 2, 2]), (NO_MERCY, [0, 1, 2, 2, 3, 3, 4, 4, 4])],
)
def test_the_combo_counts_clearing_blocks_in_a_row_and_past_its_table_takes_the_last_entry(
    rules: BlockKillerRules, bonuses: list[int]
) -> None:
    clears = run([(1, False)] * 9, rules)
    assert [c and c.combo for c in clears] == list(range(1, 10))
    assert [c and c.combo_bonus for c in clears] == bonuses


def test_a_block_that_clears_nothing_sets_the_combo_to_0() -> None:
    clears = run([(1, False), (1, False), (0, False), (1, False)], STANDARD)
    assert [c and c.combo for c in clears] == [1, 2, None, 1]


def test_past_the_combo_table_the_bonus_may_be_0() -> None:
    rules = changed(STANDARD, attack={"combo_past_end": "zero"})
    assert clear(1, rules, chain=Chain(combo=6)).combo_bonus == 2
    assert clear(1, rules, chain=Chain(combo=7)).combo_bonus == 0


def test_a_mini_is_scored_from_the_non_spin_row_but_stays_special() -> None:
    mini = clear(2, MINI, spin=True, mini=True, chain=Chain(special=True))
    assert (mini.table, mini.special, mini.back_to_back, mini.mini, mini.spin) == (1, True, 1, True, True)
    assert clear(5, MINI, spin=True, mini=True).block == 1
    assert clear(2, MINI, spin=True).table == 4


def test_mini_is_off_by_default() -> None:
    usual = clear(2, spin=True, mini=True)
    assert (usual.table, usual.mini) == (4, False)


@for_cases(
    ("attack", "answer_attack", "answer_block", "draws"),
    [
        (5, 0, 0, (5, 0)),
        (5, 3, 0, (2, 0)),
        (5, 3, 1, (1, 0)),
        (5, 3, 2, (0, 0)),
        (5, 3, 4, (0, 1)),
        (5, 8, 0, (0, 2)),
        (5, 0, 9, (0, 0)),
        (5, 4, 9, (0, 2)),
        (1, 10, 0, (0, 5)),
    ],
)
def test_block_is_used_first_then_attack_and_half_of_the_rest_goes_to_the_attacker(
    attack: int, answer_attack: int, answer_block: int, draws: tuple[int, int]
) -> None:
    assert resolve_defence(attack, answer_attack, answer_block, STANDARD) == Draws(*draws)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.sampled_from([1, 2, 3]))
def test_unanswered_and_left_over_points_follow_the_formulas_of_the_rules(a: int, d: int, b: int, divisor: int) -> None:
    rules = changed(STANDARD, defence={"counter_divisor": divisor})
    rest = max(0, a - b)
    expected = (max(0, a - b - d), (d - rest + divisor - 1) // divisor if d > rest else 0)
    assert resolve_defence(a, d, b, rules) == expected


def test_negative_points_are_refused() -> None:
    with pytest.raises(ValueError, match="not be negative"):
        resolve_defence(3, -1, 0, STANDARD)
