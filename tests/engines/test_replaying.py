"""Games that are replayed: every call gives the states of its own turns, and only new turns are made."""

from __future__ import annotations

import random

import pytest

from cardgen.engines.turn_states import Replays


class Game:
    """A game whose state is the text of its turns. It counts the turns that are made."""

    def __init__(self, most: int = 3) -> None:
        self.replays = Replays[str, str](most)
        self.made = 0

    def states(self, turns: str, start: str = "") -> tuple[str, ...]:
        return self.replays.states(start, turns, lambda: start, self.apply)

    def apply(self, state: str, turn: str, number: int) -> str:
        assert len(state.lstrip(">")) == number
        if turn == "!":
            raise ValueError(number)
        self.made += 1
        return state + turn


def test_a_game_that_goes_on_makes_only_its_new_turns() -> None:
    game = Game()
    assert game.states("ab") == ("", "a", "ab")
    assert game.states("abc") == ("", "a", "ab", "abc")
    assert game.made == 3
    assert game.states("a") == ("", "a")  # undone
    assert game.states("abc")[-1] == "abc"  # and redone
    assert game.made == 3
    assert game.states("axy")[-1] == "axy"
    assert game.made == 5


def test_every_call_gives_the_states_of_its_turns() -> None:
    game, chance = Game(), random.Random(1)
    for _ in range(300):
        turns = "".join(chance.choice("ab") for _ in range(chance.randrange(6)))
        start = ">" * chance.randrange(5)  # more games than are kept
        assert game.states(turns, start) == tuple(start + turns[:count] for count in range(len(turns) + 1))


def test_a_turn_that_fails_fails_again_and_spoils_nothing() -> None:
    game = Game()
    game.states("ab")
    for _ in range(2):
        with pytest.raises(ValueError, match="2"):
            game.states("ab!c")
    assert game.states("abc")[-1] == "abc"
    assert game.made == 3
