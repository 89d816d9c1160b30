"""Plain values: which a word is, and how people read a value."""

from __future__ import annotations

import math
from typing import Any

from cardgen.base.values import as_text, parse_scalar
from tests.cases import for_cases


@for_cases(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("0", 0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("-1.5E-3", -0.0015),
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("1" * 400, math.inf),
        ("1e999", math.inf),
    ],
)
def test_a_plain_word_is_read_by_yaml_1_2(text: str, value: Any) -> None:
    parsed = parse_scalar(text)
    assert (parsed, type(parsed)) == (value, type(value))


def test_not_a_number_is_one_of_its_three_spellings() -> None:
    assert all(math.isnan(parse_scalar(text)) for text in (".nan", ".NaN", ".NAN"))
    assert parse_scalar(".nAn") == ".nAn"


@for_cases(
    ("value", "text"),
    [(3.0, "3"), (2.5, "2.5"), (-0.0, "0"), (12, "12"), (True, "true"), ("x", "x"), ([1, 2.0], "1, 2"), ((), "")],
)
def test_a_value_is_written_as_people_read_it(value: Any, text: str) -> None:
    assert as_text(value) == text
