"""Faults and findings: their parts, their order, and how they are written as a line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import (
    Code,
    DataError,
    Fault,
    Finding,
    Place,
    WrongValueError,
    about_card,
    did_you_mean,
    join_hints,
    nearest,
    shortened,
    with_hint,
)
from cardgen.base.words.messages import Message, message
from tests.cases import for_cases


@for_cases(
    ("place", "text"),
    [
        (Place("a.yaml", 3, 7), "a.yaml:3:7"),
        (Place("a.yaml", 3), "a.yaml:3:1"),
        (Place("a.yaml"), "a.yaml"),
        (Place(), "cardgen"),
    ],
)
def test_a_place_is_written_as_editors_open_it(place: Place, text: str) -> None:
    assert str(place) == text


def test_a_fault_has_a_place_a_message_and_a_hint() -> None:
    assert str(Fault(Place("a", 1, 2), "wrong")) == "a:1:2: wrong"
    assert str(Fault(Place("a", 1, 2), "wrong", "try b")) == "a:1:2: wrong (try b)"


def test_a_data_error_has_every_fault_once_in_order_of_place() -> None:
    late, early, other = Fault(Place("a", 10), "x"), Fault(Place("a", 9), "x"), Fault(Place("B", 1), "x")
    error = DataError([late, early, late, other])
    assert error.faults == (other, early, late)
    assert str(error).splitlines() == ["B:1:1: x", "a:9:1: x", "a:10:1: x"]
    assert DataError(late).faults == (late,)


@for_cases(
    ("word", "expected"),
    [("autor", "author"), ("AUTHOR", "author"), ("color", "colour"), ("Id", "id"), ("zebra", None), ("", None)],
)
def test_the_nearest_word_is_found_whatever_its_case(word: str, expected: str | None) -> None:
    assert nearest(word, ["author", "colour", "id"]) == expected


def test_a_hint_names_the_nearest_word_or_all_words_if_they_are_few() -> None:
    assert did_you_mean("blokcs", ["blocks", "aids"]) == "did you mean 'blocks'?"
    assert did_you_mean("zebra", ["blocks", "aids"]) == "expected one of: blocks, aids"
    assert did_you_mean("zebra", [f"word{i}" for i in range(14)]) == ""
    assert did_you_mean("zebra", []) == ""


@given(st.text(max_size=20), st.lists(st.text(max_size=8), max_size=20))
def test_a_hint_is_made_of_known_words(word: str, words: list[str]) -> None:
    near = nearest(word, words)
    assert near is None or near in words
    assert isinstance(did_you_mean(word, words), str)


def test_a_wrong_value_carries_its_hint() -> None:
    error = WrongValueError("not that", "this")
    assert isinstance(error, ValueError)  # what pydantic asks of a validator
    assert (str(error), error.hint) == ("not that", "this")


def test_a_finding_is_written_with_its_code_and_name() -> None:
    finding = Finding(Place("a", 1, 2), "CG101", "text-overflow", "too long", "shorten it")
    assert str(finding) == "a:1:2: error CG101 text-overflow: too long (shorten it)"


def test_findings_are_sorted_by_place() -> None:
    first, second = Finding(Place("a", 1), "CG105", "b", "m"), Finding(Place("a", 2), "CG101", "a", "m")
    assert sorted([second, first]) == [first, second]


def test_a_code_makes_findings_of_its_kind() -> None:
    code = Code("XX101", "too-red", message("a card that is too red"), "warning")
    finding = code.finding(Place("a", 1, 2), message("too red"), deck="main", card="c")
    assert str(finding) == "a:1:2: warning XX101 too-red: too red"
    assert (finding.deck, finding.card, finding.severity) == ("main", "c", "warning")


def test_a_message_about_a_card_names_it_and_counts_the_others() -> None:
    problem = message("{box}: too red", box="b")
    assert about_card("c1", problem) == "card 'c1': b: too red"
    assert about_card("c1", problem, 3) == "card 'c1' and 3 more: b: too red"
    assert about_card("", problem) is problem


def test_hints_are_joined_without_the_empty_ones() -> None:
    assert join_hints("", "a", "", "b", "c") == "a; b; c"
    assert join_hints("", "a") == "a"
    assert join_hints() == ""
    assert isinstance(join_hints("a", "b"), Message)


def test_long_quotations_are_cut_after_rendering() -> None:
    book = "word " * 100
    fault = Fault(Place("a", 1, 2), message("{value!r} is no number", value=book), message("not {value!r}", value=book))
    cut = f"'{book[:60]}…'"
    assert str(fault) == f"a:1:2: {cut} is no number (not {cut})"
    assert shortened("x" * 400) == "x" * 60 + "…"
    assert with_hint(fault.message, fault.hint, "en") == f"{book!r} is no number (not {book!r})"
