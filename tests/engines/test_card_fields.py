"""Fields of cards with values of any type."""

from __future__ import annotations

from typing import Any

from cardgen.engines import CardData
from cardgen.engines.card_fields import format_field, point_field, text_field, text_rows, whole_point
from tests.cases import for_cases


def card(value: Any) -> CardData:
    return CardData("one", 1, {"it": value})


def test_a_field_of_the_right_type_is_read() -> None:
    assert text_field(card("word"), "it") == "word"
    assert text_rows(card(("##", ".#")), "it") == ["##", ".#"]
    assert point_field(card([1, 0.5]), "it") == (1, 0.5)
    assert whole_point(card((3.0, 4)), "it") == (3, 4)
    assert format_field(card((3.0, 4)), "it") == "(3, 4)"


@for_cases("value", [None, 5, True, "", [1], {"a": 1}, [True, 1], ["a", "b"], [1, "2"], [1, 2, 3]])
def test_a_field_of_another_type_reads_as_empty(value: Any) -> None:
    assert point_field(card(value), "it") is None
    assert whole_point(card(value), "it") is None
    assert text_field(card(value), "it") == ""
    assert text_rows(card(value), "it") == (value if value == ["a", "b"] else [])
    assert format_field(card(value), "it") == repr(value)


def test_a_field_that_is_missing_reads_as_empty() -> None:
    assert text_field(card("word"), "other") == ""
    assert text_rows(card("word"), "other") == []
    assert point_field(card("word"), "other") is None


def test_a_point_with_fractions_is_not_a_whole_point() -> None:
    assert whole_point(card([1, 0.5]), "it") is None
    assert whole_point(card([float("nan"), 1]), "it") is None
    assert format_field(card([1, 0.5]), "it") == "[1, 0.5]"
