"""Faults and findings as they are told."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import (
    PRINT_CODES,
    DataError,
    Fault,
    Finding,
    Place,
    WrongValueError,
    did_you_mean,
    nearest,
)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place("a.yaml", 3, 7), "a.yaml:3:7"),
        (Place("a.yaml", 3), "a.yaml:3:1"),
        (Place("a.yaml"), "a.yaml"),
        (Place(), "cardgen"),
    ],
)
def test_a_place_is_told_as_editors_open_it(place: Place, told: str) -> None:
    assert str(place) == told


def test_a_fault_has_a_place_a_message_and_a_hint() -> None:
    assert str(Fault(Place("a", 1, 2), "wrong")) == "a:1:2: wrong"
    assert str(Fault(Place("a", 1, 2), "wrong", "try b")) == "a:1:2: wrong (try b)"


def test_a_data_error_tells_each_fault_once_in_order_of_place() -> None:
    late, early, other = Fault(Place("a", 10), "x"), Fault(Place("a", 9), "x"), Fault(Place("B", 1), "x")
    error = DataError([late, early, late, other])
    assert error.faults == (other, early, late)
    assert str(error).splitlines() == ["B:1:1: x", "a:9:1: x", "a:10:1: x"]
    assert DataError(late).faults == (late,)


@pytest.mark.parametrize(
    ("word", "found"),
    [("autor", "author"), ("AUTHOR", "author"), ("color", "colour"), ("Id", "id"), ("zebra", None), ("", None)],
)
def test_the_nearest_word_is_found_whatever_its_capitals(word: str, found: str | None) -> None:
    assert nearest(word, ["author", "colour", "id"]) == found


def test_a_hint_names_the_nearest_word_or_the_few_there_are() -> None:
    assert did_you_mean("blokcs", ["blocks", "aids"]) == "did you mean 'blocks'?"
    assert did_you_mean("zebra", ["blocks", "aids"]) == "expected one of: blocks, aids"
    assert did_you_mean("zebra", [f"word{i}" for i in range(13)]) == ""
    assert did_you_mean("zebra", []) == ""


@given(st.text(max_size=20), st.lists(st.text(max_size=8), max_size=20))
def test_a_hint_is_made_of_known_words(word: str, known: list[str]) -> None:
    near = nearest(word, known)
    assert near is None or near in known
    assert isinstance(did_you_mean(word, known), str)


def test_a_wrong_value_carries_its_hint() -> None:
    error = WrongValueError("not that", "this")
    assert isinstance(error, ValueError)  # what pydantic asks of a validator
    assert (str(error), error.hint) == ("not that", "this")


def test_a_finding_is_told_with_its_code_and_name() -> None:
    finding = Finding(Place("a", 1, 2), "CG101", "text-overflow", "too long", "shorten it")
    assert str(finding) == "a:1:2: error CG101 text-overflow: too long (shorten it)"


def test_findings_sort_by_place_and_codes_are_distinct_and_stable() -> None:
    first, second = Finding(Place("a", 1), "CG105", "b", "m"), Finding(Place("a", 2), "CG101", "a", "m")
    assert sorted([second, first]) == [first, second]
    assert list(PRINT_CODES.values()) == [f"CG{number}" for number in range(101, 101 + len(PRINT_CODES))]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in PRINT_CODES)
