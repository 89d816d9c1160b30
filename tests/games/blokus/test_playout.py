"""Random games."""

from __future__ import annotations

import random

import pytest

from cardgen.games.blokus.game import Automatic, Place, apply, legal_turns, new_game
from cardgen.games.blokus.playout import play_game, random_turn, write_turn
from cardgen.games.blokus.rules import Rules
from cardgen.games.blokus.shapes import shape_cells

from .rulesets import CLOCK, DUO, PAIRS, STANDARD


@pytest.mark.parametrize("rules", [STANDARD, PAIRS, DUO, CLOCK])
def test_a_random_game_is_legal_and_ends(rules: Rules) -> None:
    turns = play_game(len(rules.seats), 1, rules)
    first, state = next(turns)
    assert first is None
    assert state == new_game(len(rules.seats), 1, rules)
    for turn, after in turns:
        assert turn in legal_turns(state)
        assert turn is not None
        assert after == apply(state, turn)
        state = after
    assert state.over


def test_the_same_seed_gives_the_same_game() -> None:
    assert list(play_game(2, 5, DUO)) == list(play_game(2, 5, DUO))
    assert list(play_game(2, 5, DUO)) != list(play_game(2, 6, DUO))


def test_a_game_that_is_over_has_no_turns() -> None:
    *_, (_, last) = play_game(2, 5, DUO)
    with pytest.raises(ValueError, match="over"):
        random_turn(last, random.Random(1))
    with pytest.raises(ValueError, match="players"):
        next(play_game(3, 1, DUO))


def test_turns_are_written() -> None:
    assert write_turn(Place("V3", shape_cells("V3"))) == "V3 (0,0)(0,1)(1,0)"
    assert write_turn(Automatic(5)) == "automatic"
