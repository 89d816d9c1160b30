"""States as data: written, read again, and refused if they are wrong."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from cardgen.games.blokus.game import Automatic, Place, apply, new_game
from cardgen.games.blokus.rules import Rules
from cardgen.games.blokus.states import parse_state, state_data

from .positions import random_states
from .rulesets import BONUS, CLOCK, DUO, PAIRS, SMALL, STANDARD


@pytest.mark.parametrize("rules", [STANDARD, BONUS, CLOCK, PAIRS, DUO, SMALL])
def test_every_state_of_a_game_is_read_as_it_was_written(rules: Rules) -> None:
    for number, state in enumerate(random_states(3, rules)):
        if number % 9 == 0 or state.over:
            data = json.loads(json.dumps(state_data(state)))
            assert parse_state(data) == state


def test_random_turns_are_read_as_they_were_written() -> None:
    state = new_game(4, 5, CLOCK)
    for turn in (Automatic(), Automatic(11_000), Place("I1", ((0, 0),), 40_000), Automatic(10**9)):
        state = apply(state, turn)
    back = parse_state(state_data(state))
    assert back == state
    assert back.time_left == (20_000, 19_000, 0, 0)


def data() -> dict[str, Any]:
    state = apply(new_game(4, 5, CLOCK), Place("I2", ((0, 0), (0, 1)), 12_000))
    return copy.deepcopy(state_data(apply(state, Automatic(1))))


def test_the_data_are_rules_seed_and_moves() -> None:
    assert set(data()) == {"rules", "seed", "moves"}
    assert data()["moves"][0] == {
        "colour": "red",
        "shape": "I2",
        "cells": [[0, 0], [0, 1]],
        "milliseconds": 12_000,
        "automatic": False,
    }


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda data: data.pop("seed"), "seed"),
        (lambda data: data.update(seed=True), "seed"),
        (lambda data: data.update(seed=2**63), "seed"),
        (lambda data: data.update(to_move="red"), "to_move"),
        (lambda data: data["moves"][0].update(colour="green"), "moves.0: the turn of red"),
        (lambda data: data["moves"][0].update(shape="I3"), "moves.0: rule 5"),
        (lambda data: data["moves"][0].update(shape="Q5"), "moves.0: there is no shape"),
        (lambda data: data["moves"][0].update(cells=[[0, 1], [0, 2]]), "moves.0: rule 8"),
        (lambda data: data["moves"][0].update(cells=[[0, 1], [0, 0]]), "moves.0: the turn of"),
        (lambda data: data["moves"][0].update(cells=[]), "moves.0: rule 5"),
        (lambda data: data["moves"][0].update(cells=[[0, 0, 0]]), "moves.0.cells"),
        (lambda data: data["moves"][0].update(cells=[[0, 0.5]]), "moves.0.cells"),
        (lambda data: data["moves"][0].update(milliseconds=-1), "moves.0"),
        (lambda data: data["moves"][0].update(milliseconds=31_000), "moves.0: the turn of"),
        (lambda data: data["moves"][0].update(automatic=True), "moves.0: the turn of"),
        (lambda data: data["moves"][0].update(player=0), "player"),
        (lambda data: data["moves"][1].update(automatic=False, milliseconds=30_001), "moves.1: the turn of"),
        (lambda data: data.update(seed=6), "moves.1: the turn of green leads to another move"),
        (lambda data: data["moves"].extend(data["moves"] * 60), "moves"),
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


@pytest.mark.parametrize("value", [None, [], "state", 1, {}])
def test_data_of_another_form_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_state(value)


def test_no_move_follows_the_end_of_a_game() -> None:
    *_, last = random_states(6, SMALL)
    ended = state_data(last)
    ended["moves"].append(ended["moves"][-1])
    with pytest.raises(ValueError, match="rule 14"):
        parse_state(ended)
