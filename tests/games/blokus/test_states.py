"""States as data: written, read again, and refused if they are wrong."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cardgen.engines import NO_CONTENT
from cardgen.engines.turn_states import read_state, write_state
from cardgen.games.blokus.game import BlokusState, apply, new_game
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.turn_game import GAME, BlokusStart
from tests.cases import for_cases

from .rulesets import CLOCK


def state_data(state: BlokusState) -> dict[str, Any]:
    start, empty = BlokusStart(state.rules, state.seed), new_game(state.seed, state.rules)
    return write_state(GAME, start, [GAME.write_data(move, empty) for move in state.moves])


def parse_state(data: Any) -> BlokusState:
    return read_state(GAME, data, NO_CONTENT).state


def test_random_turns_are_read_as_they_were_written() -> None:
    state = new_game(5, CLOCK)
    late = [ShapeMove(milliseconds=spent, automatic=True) for spent in (0, 11_000, 10**9)]
    for turn in (*late[:2], ShapeMove("", "I1", ((0, 0),), 40_000), late[2]):
        state = apply(state, turn)
    back = parse_state(state_data(state))
    assert back == state
    assert back.time_left == (20_000, 19_000, 0, 0)


def data() -> dict[str, Any]:
    state = apply(new_game(5, CLOCK), ShapeMove("", "I2", ((0, 0), (0, 1)), 12_000))
    return copy.deepcopy(state_data(apply(state, ShapeMove(milliseconds=1, automatic=True))))


def test_the_data_are_rules_seed_and_moves() -> None:
    assert set(data()) == {"rules", "seed", "turns"}
    assert data()["turns"][0] == {
        "colour": "red",
        "shape": "I2",
        "cells": [[0, 0], [0, 1]],
        "milliseconds": 12_000,
    }


@for_cases(
    ("change", "expected"),
    [
        (lambda data: data["turns"][0].update(colour="green"), "turns.0: the game makes another"),
        (lambda data: data["turns"][0].update(shape="I3"), "turns.0: rule 5"),
        (lambda data: data["turns"][0].update(cells=[[0, 1], [0, 0]]), "turns.0: the game makes another"),
        (lambda data: data["turns"][0].update(cells=[]), "turns.0: rule 5"),
        (lambda data: data["turns"][0].update(milliseconds=-1), "turns.0"),
        (lambda data: data["turns"][0].update(milliseconds=31_000), "turns.0: the game makes another"),
        (lambda data: data["turns"][0].update(automatic=True), "turns.0: the game makes another"),
        (lambda data: data["turns"][1].update(automatic=False, milliseconds=30_001), "turns.1: the game makes another"),
        (lambda data: data.update(seed=6), "turns.1: the game makes another"),
        (lambda data: data["turns"].extend(data["turns"] * 60), "turns"),
        (lambda data: data["rules"].update(score="most"), "rules.score"),
        (lambda data: data["rules"]["board"].update(size=19), "rules.board"),
    ],
)
def test_changed_data_are_refused(change: Any, expected: str) -> None:
    changed = data()
    change(changed)
    with pytest.raises(ValueError, match=r".") as caught:
        parse_state(changed)
    assert expected in str(caught.value)
