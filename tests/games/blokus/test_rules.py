"""Rulesets, correct and wrong."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from cardgen.games.blokus.rules import COLOURS, LETTERS, BlokusRules, colour_number, player_of, start_cell
from tests.cases import for_cases

from .rulesets import DUO, PAIRS, RULESETS, SHARED, STANDARD, STANDARD_DATA, changed


def test_colours_have_letters_of_their_own() -> None:
    assert COLOURS == ("red", "green", "blue", "yellow")
    assert [LETTERS[colour] for colour in COLOURS] == ["R", "G", "B", "Y"]


def test_a_ruleset_is_read_from_its_json_and_can_be_a_key() -> None:
    for rules in RULESETS.values():
        assert BlokusRules.model_validate_json(rules.model_dump_json()) == rules
    assert len({hash(rules) for rules in RULESETS.values()}) == len(RULESETS)


def test_start_points_players_and_order() -> None:
    assert [start_cell(STANDARD, colour) for colour in COLOURS] == [(0, 0), (19, 0), (19, 19), (0, 19)]
    assert [player_of(PAIRS, colour) for colour in COLOURS] == [0, 1, 0, 1]
    assert colour_number(DUO, "blue") == 1
    with pytest.raises(ValueError, match="not in"):
        colour_number(DUO, "green")


@for_cases(
    ("parts", "expected"),
    [
        ({"board": {"size": 21}}, "board.size"),
        ({"board": {"size": 4}}, "board.size"),
        ({"board": {"size": 19}}, "the start point of green, (19, 0), is not on the board"),
        ({"board": {"size": True}}, "board.size"),
        (
            {"board": {"start": {**STANDARD_DATA["board"]["start"], "red": [19, 0]}}},
            "two colours have the same start point",
        ),
        ({"board": {"start": {**STANDARD_DATA["board"]["start"], "red": [-1, 0]}}}, "board.start.red"),
        ({"board": {"start": {**STANDARD_DATA["board"]["start"], "red": None}}}, "board.start must have a point"),
        ({"board": {"start": {**STANDARD_DATA["board"]["start"], "pink": [1, 1]}}}, "pink"),
        ({"order": ["red", "red", "blue", "yellow"]}, "order has a colour twice"),
        ({"order": ["red", "green", "blue"]}, "seats"),
        ({"order": ["red", "green", "blue", "pink"]}, "order.3"),
        ({"seats": [["red", "green", "blue", "yellow"]]}, "seats"),
        ({"seats": [["red", "green"], ["blue"]]}, "seats"),
        ({"seats": [["red", "green"], ["blue", "yellow", "red"]]}, "seats"),
        ({"seats": [["red", "green", "blue", "yellow"], []]}, "seats.1"),
        ({"shared": "yellow"}, "seats and shared must have each colour"),
        ({"seats": [["red"], ["green"], ["blue"]]}, "seats and shared must have each colour"),
        ({"seats": [["red"], ["green"], ["blue"]], "shared": "blue"}, "seats and shared must have each colour"),
        ({"seats": [["red"], ["green"], ["blue"]], "shared": "pink"}, "shared"),
        ({"score": "points"}, "score"),
        ({"clock": {"step": 0, "total": 0}}, "both 0"),
        ({"clock": {"step": -1, "total": 5}}, "clock.step"),
        ({"clock": {"step": 1.5, "total": 5}}, "clock.step"),
        ({"palette": {}}, "palette"),
        ({"titles": {"en": ""}}, "titles.en"),
    ],
)
def test_wrong_rulesets_are_refused(parts: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValidationError) as caught:
        changed(**parts)
    assert expected in str(caught.value)


def test_only_the_clock_and_a_shared_colour_are_optional() -> None:
    assert STANDARD.shared is None
    assert SHARED.shared == "yellow"
    for name in STANDARD_DATA:
        data = {key: value for key, value in STANDARD_DATA.items() if key != name}
        if name == "clock":
            assert BlokusRules.model_validate(data).clock is None
        else:
            with pytest.raises(ValidationError, match=name):
                BlokusRules.model_validate(data)
