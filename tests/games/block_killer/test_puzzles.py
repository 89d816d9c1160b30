"""Puzzles: the same for everyone, and proven by a check that shares no code with the solver."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.games.block_killer import puzzles as puzzles_module
from cardgen.games.block_killer.notation import Hand, write_hand, write_play
from cardgen.games.block_killer.plays import score_play
from cardgen.games.block_killer.puzzles import STRENGTHS, make_puzzle, puzzle_of_day
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import best as best_module
from cardgen.games.block_killer.solver.search import Searcher
from tests.cases import for_cases

from .enumeration import best_value
from .rulesets import NO_MERCY, STANDARD, changed


@pytest.mark.parametrize(("seed", "rules"), [(0, STANDARD), pytest.param(2, NO_MERCY, marks=pytest.mark.full)])
def test_the_attack_of_an_easy_puzzle_is_the_greatest_of_all_plays(seed: int, rules: BlockKillerRules) -> None:
    puzzle = make_puzzle("easy", seed, rules)
    value = best_value(puzzle.hand, rules)
    assert value is not None
    assert value[0] == puzzle.attack >= STRENGTHS["easy"].attack
    # Each block is needed.
    for block in puzzle.hand.blocks:
        rest = list(puzzle.hand.blocks)
        rest.remove(block)
        smaller = best_value(Hand(tuple(rest), puzzle.hand.garbage), rules)
        assert smaller is not None
        assert smaller[0] < puzzle.attack


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_the_attack_of_a_medium_puzzle_is_the_greatest_of_all_plays(seed: int) -> None:
    puzzle = make_puzzle("medium", seed, STANDARD)
    value = best_value(puzzle.hand, STANDARD)
    assert value is not None
    assert value[0] == puzzle.attack


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_solution_is_a_legal_play_of_the_hand(strength: str) -> None:
    for seed in range(3):
        puzzle = make_puzzle(strength, seed, STANDARD)
        wanted = STRENGTHS[strength]
        scored = score_play(puzzle.solution, STANDARD, puzzle.hand)
        assert scored.attack == puzzle.attack >= wanted.attack
        assert (len(puzzle.hand.blocks), len(puzzle.hand.garbage)) == (wanted.blocks, wanted.garbage)
        assert not wanted.needs_spin or any(clear.spin for clear in scored.clears)


def test_puzzles_never_change() -> None:
    """Links to puzzles are kept and sent: a change here breaks them."""
    made = [make_puzzle(strength, 7, STANDARD) for strength in STRENGTHS]
    assert [(write_hand(puzzle.hand), puzzle.attack) for puzzle in made] == PUZZLES_7


PUZZLES_7 = [
    ("IL / 2-1 3-2 1-0", 4),
    ("ZLZ / 1-2 1-2 3-0 2-3", 8),
    ("IZZZ / 1-0 2-3 1-0 4-3 2-3", 10),
]


def test_the_search_in_python_makes_the_same_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = make_puzzle("easy", 3, STANDARD)

    def in_python(hand: Hand, rules: BlockKillerRules, pause: Any, earlier: bool = False, **_: Any) -> Searcher:
        return Searcher(hand, rules, pause, earlier)

    make_puzzle.cache_clear()
    for module in (best_module, puzzles_module):
        monkeypatch.setattr(module, "new_searcher", in_python)
    assert make_puzzle("easy", 3, STANDARD) == compiled
    make_puzzle.cache_clear()


def test_a_day_has_one_puzzle() -> None:
    days = [puzzle_of_day(f"2026-11-{day}") for day in range(23, 30)]  # from a Monday
    assert days == [
        ("easy", 20261123),
        ("easy", 20261124),
        ("medium", 20261125),
        ("medium", 20261126),
        ("medium", 20261127),
        ("hard", 20261128),
        ("hard", 20261129),
    ]


@for_cases("text", ["", "2026-1-1", "2026-02-30", "20261125", "２０２６-11-25", "2026-11-25 "])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="date"):
        puzzle_of_day(text)


def test_rules_without_spins_still_have_puzzles() -> None:
    rules = changed(STANDARD, play={"spin": "never"})
    puzzle = make_puzzle("medium", 1, rules)
    assert score_play(puzzle.solution, rules, puzzle.hand).attack == puzzle.attack > 0
    assert write_play(puzzle.solution)
