"""Executions, explosions, duels, stages, hand limits."""

from __future__ import annotations

import pytest

from cardgen.games.heroes.fights import excess_cards, execution, explosion, point_duel, stage
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.seating import ring
from cardgen.games.heroes.vocabulary import RANKS
from tests.cases import for_cases


def test_executions() -> None:
    assert execution(1, 4, 3, 1, 1) == 3
    assert execution(1, 4, 3, 3, 1, 1) == 1
    assert execution(1, 4, 3, 9, 1, 1) == 0  # not below 0
    assert execution(1, 4, 3, 9, 1, 1, least=1) == 1
    assert execution(2, 4, 3, 1, 1) is None  # not below half of the max HP
    assert execution(2, 5, 3, 1, 1) == 4
    assert execution(2, 5, 1, 1, 1) is None  # more HP than the executor


@for_cases("numbers", [(0, 4, 3, 1, 1), (5, 4, 3, 1, 1), (1, 4, 0, 1, 1), (1, 4, 3, 0, 1), (1, 4, 3, 1, -1)])
def test_numbers_that_no_characters_have_are_refused(numbers: tuple[int, int, int, int, int]) -> None:
    with pytest.raises(HeroesError) as error:
        execution(*numbers)
    assert (error.value.code, error.value.rule) == ("H23", 23)


def test_explosions_splash_even_if_they_are_prevented() -> None:
    assert explosion(ring(6), 2) == {2: 2, 1: 1, 3: 1}
    assert explosion(ring(6, {3}), 2) == {2: 2, 1: 1, 4: 1}
    assert explosion(ring(6), 2, prevented=True) == {1: 1, 3: 1}
    assert explosion(ring(2), 0) == {0: 2, 1: 1}
    with pytest.raises(HeroesError, match="nobody lives at seat 3"):
        explosion(ring(6, {3}), 3)


def test_duels_stages_and_numbers() -> None:
    assert [point_duel(13, 12), point_duel(1, 11), point_duel(7, 7)] == ["challenger", "challenged", None]
    assert [stage(use, 3) for use in range(1, 8)] == [1, 2, 3, 1, 2, 3, 1]
    assert [RANKS[number] for number in (1, 10, 11, 12, 13)] == ["A", "10", "J", "Q", "K"]


def test_the_cards_above_the_hand_limit() -> None:
    assert excess_cards(6, 3) == 3  # the limit is HP, not max HP
    assert excess_cards(2, 3) == 0
    assert excess_cards(2, -1) == 2
