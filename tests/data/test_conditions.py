"""Conditions on values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from cardgen.base.errors import WrongValueError
from cardgen.data.conditions import Condition, Wanted
from cardgen.data.kinds import FileModel
from cardgen.data.reading import parse_yaml, try_model
from tests.cases import for_cases


def condition(text: str) -> Condition:
    result: Condition = TypeAdapter(Wanted).validate_python(parse_yaml(text, "f").value)
    return result


@for_cases(
    ("text", "holds_of", "fails_of"),
    [
        ("hero", ["hero"], ["Hero", "heroes", "", None, 3, True]),
        ("[hero, 2]", ["hero", 2, "2", 2.0], ["villain", "22", None]),
        ("3", [3, 3.0, "3", "3.0"], ["03", 4, "x", None, True]),
        ("1.5", [1.5, "1.5", "1.50"], [1, "1,5"]),
        ("'007'", ["007"], ["7", 7]),
        ("true", [True, "true", "TRUE", "True"], [False, "yes", 1, None]),
        ("false", [False, "FALSE"], [True, 0, None]),
        ("yes", ["yes"], [True, "Yes"]),
        ("{is: hero}", ["hero"], ["villain", None]),
        ("{not: promo}", ["base", None, 3], ["promo"]),
        ("{not: [a, 2]}", ["b", None, 3], ["a", "2", 2]),
        ("{at_least: 2}", [2, 2.5, "3", "1e3"], [1, "1.9", None]),
        ("{at_most: 2}", [2, -5, "0"], [2.01, "3", None]),
        ("{at_least: 2, at_most: 4, not: 3}", [2, 4, "2.5"], [3, "3", 5, 1, None]),
        ("{given: true}", ["x", 0, False, {"en": "x"}, ["#"]], [None]),
        ("{given: false}", [None], ["x", 0, {"en": "x"}]),
        ("{given: true, not: x}", ["y"], ["x", None]),
    ],
)
def test_a_condition_holds_for_matching_values_only(text: str, holds_of: list[Any], fails_of: list[Any]) -> None:
    parsed = condition(text)
    assert [value for value in holds_of if not parsed.holds(value)] == []
    assert [value for value in fails_of if parsed.holds(value)] == []


@for_cases(
    ("text", "value", "message", "hint"),
    [
        ("{at_least: 2}", "3x", "'3x' given, expected a number", "the condition compares it with a number"),
        ("{at_most: 2}", True, "true given, expected a number", "the condition compares it with a number"),
        (
            "x",
            {"en": "x"},
            "cannot compare several values",
            "compare one of them, such as names.en, or use {given: true}",
        ),
        (
            "{not: x}",
            ["x"],
            "cannot compare several values",
            "compare one of them, such as names.en, or use {given: true}",
        ),
    ],
)
def test_values_that_cannot_be_compared_are_faults(text: str, value: Any, message: str, hint: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        condition(text).holds(value)
    assert (str(caught.value), caught.value.hint) == (message, hint)


class _Declared(FileModel):
    where: dict[str, Wanted]


@for_cases(
    ("text", "message"),
    [
        ("{}", "f:1:12: where.a: empty condition (such as {at_least: 2})"),
        (
            "null",
            "f:1:12: where.a: nothing given, expected a value or a condition ({given: false} selects empty values)",
        ),
        ("[]", "f:1:12: where.a.is: [] given, expected a value or a list of values"),
        ("[[x]]", "f:1:12: where.a.is: [['x']] given, expected a value or a list of values"),
        ("{is: null}", "f:1:17: where.a.is: nothing given, expected a value or a list of values"),
        ("{at_last: 2}", "f:1:13: unknown key 'at_last' (did you mean 'at_least'?)"),
        ("{nt: 2}", "f:1:13: unknown key 'nt' (did you mean 'not'?)"),
        ("{at_least: two}", "f:1:23: where.a.at_least: 'two' given, expected a number"),
        ("{given: x}", "f:1:20: where.a.given: 'x' given, expected true or false"),
    ],
)
def test_invalid_conditions_are_faults(text: str, message: str) -> None:
    result, faults = try_model(_Declared, parse_yaml(f"where: {{a: {text}}}", "f"))
    assert result is None
    assert [str(fault) for fault in faults] == [message]


PLAIN = st.text("aA1.e+-é ", max_size=4) | st.integers(-5, 5) | st.floats(-5, 5) | st.booleans()


@given(PLAIN | st.none(), PLAIN)
def test_is_and_not_are_opposites(value: Any, wanted: Any) -> None:
    assert Condition(**{"is": wanted}).holds(value) != Condition(**{"not": wanted}).holds(value)


@given(PLAIN)
def test_is_holds_for_the_same_value(value: Any) -> None:
    assert Condition(**{"is": value}).holds(value)
