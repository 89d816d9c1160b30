"""Log entries, read and written."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.blokus.notation import (
    Passed,
    Scores,
    ShapeMove,
    parse_entry,
    write_entry,
)
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import SHAPES
from tests.cases import for_cases

LINE = "red F5 (0,0)(0,1)(1,1)(1,2)(2,1)"


def test_a_placement_is_read_and_written() -> None:
    placed = ShapeMove("red", "F5", ((0, 0), (0, 1), (1, 1), (1, 2), (2, 1)))
    assert parse_entry(LINE) == placed
    assert write_entry(placed) == LINE
    assert parse_entry("  red   F5 ( 2 , 1 ) (1,2)(1,1) (0,1)(0,0)\t") == placed
    assert parse_entry("blue I1 (-1,20)") == ShapeMove("blue", "I1", ((-1, 20),))


def test_passes_and_scores_are_read_and_written() -> None:
    for text, entry in [("green pass", Passed("green")), ("scores 9 -3 0 15", Scores((9, -3, 0, 15)))]:
        assert parse_entry(text) == entry
        assert write_entry(entry) == text


@for_cases(
    ("text", "code", "expected"),
    [
        ("red", "unreadable", "'red'"),
        ("red F5", "unreadable", "red F5"),
        ("red F5 (0,0", "unreadable", "(0,0"),
        ("red F5 (0,0) and more", "unreadable", "and more"),
        ("red F5 (0;0)", "unreadable", "(0;0)"),
        ("red F5 (0.5,0)", "unreadable", "(0.5,0)"),
        ("red F5 (00000,0)", "unreadable", "(00000,0)"),
        ("red F5 (١,0)", "unreadable", "red F5"),
        ("red pass (0,0)", "unknown-shape", "pass"),
        ("pink F5 (0,0)", "unknown-colour", "pink"),
        ("Red F5 (0,0)", "unknown-colour", "Red"),
        ("red f5 (0,0)", "unknown-shape", "f5"),
        ("red I1, (0,0)", "unknown-shape", "I1,"),
        ("scores", "unreadable", "scores"),
        ("scores 1 two", "unknown-colour", "scores"),
        ("x" * 500, "unreadable", "…"),
    ],
)
def test_an_unreadable_text_is_quoted(text: str, code: str, expected: str) -> None:
    with pytest.raises(BlokusError) as caught:
        parse_entry(text)
    assert (caught.value.code, caught.value.rule) == (code, None)
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 200


@given(
    st.sampled_from(COLOURS),
    st.sampled_from(SHAPES),
    st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=1, max_size=8),
)
def test_a_written_entry_is_read_as_the_same_entry(colour: str, shape: str, cells: list[tuple[int, int]]) -> None:
    placed = ShapeMove(colour, shape, tuple(sorted(cells)))
    assert parse_entry(write_entry(placed)) == placed


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BlokusError):
        assert write_entry(parse_entry(text))
