"""Tests of all their cases report every case that fails."""

from __future__ import annotations

import pytest

from tests.cases import for_cases


def test_a_test_runs_for_all_cases_and_all_that_fail_are_named() -> None:
    seen = []

    @for_cases(("number", "text"), [(1, "a"), (2, "b"), (3, "c")])
    def test(number: int, text: str) -> None:
        seen.append((number, text))
        assert number < 3
        if text == "b":
            pytest.fail("this one is b")

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases failed") as caught:
        test()
    assert seen == [(1, "a"), (2, "b"), (3, "c")]
    failed, wrong = caught.value.exceptions
    assert (str(failed), failed.__notes__) == ("this one is b", ["the case: {'number': 2, 'text': 'b'}"])
    assert (type(wrong), wrong.__notes__[-1]) == (AssertionError, "the case: {'number': 3, 'text': 'c'}")


def test_a_single_name_gets_the_values_themselves() -> None:
    seen = []

    @for_cases("value", [(1, 2), "ab"])
    def test_values(value: object) -> None:
        """Docs."""
        seen.append(value)

    test_values()
    assert seen == [(1, 2), "ab"]
    assert (test_values.__name__, test_values.__doc__) == ("test_values", "Docs.")


def test_no_cases_are_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        for_cases("value", [])
