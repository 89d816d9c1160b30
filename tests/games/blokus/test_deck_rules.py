"""Rulesets against the printed board."""

from __future__ import annotations

from cardgen.games.blokus.deck_rules import RULES_CODES, check_rules

from .decks import DECKS, with_board
from .rulesets import DUO, RULESETS, STANDARD


def test_rulesets_that_match_the_board_pass() -> None:
    for rules in RULESETS.values():
        assert check_rules(rules, DECKS) == []
    assert check_rules(STANDARD, {}) == []
    assert check_rules(STANDARD, with_board(red=None)) == []  # what the deck's own check says


def test_a_start_point_that_differs_from_the_board() -> None:
    decks = with_board(blue=(0, 19), yellow=(19, 19))
    problems = check_rules(STANDARD, decks)
    assert [(problem.code, problem.path) for problem in problems] == [
        ("BL501", ("board", "start", "blue")),
        ("BL501", ("board", "start", "yellow")),
    ]
    assert problems[0].message == "blue starts at (19, 19), but on the board 'board' at (0, 19)"
    assert set(RULES_CODES) == {"BL501"}


def test_a_board_of_another_size_is_ignored() -> None:
    assert check_rules(DUO, with_board(blue=(3, 3))) == []
