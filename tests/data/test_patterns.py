"""Patterns match as Python's expressions do, in a bounded time."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import WrongValueError
from cardgen.base.work import Budget, TooMuchWorkError
from cardgen.data import patterns
from cardgen.data.patterns import SearchPattern, TextPattern
from tests.cases import for_cases
from tests.examples import examples

#: Steps that a test may take: enough to show how many lines each of them takes.
MOST = 20_000


@for_cases(
    ("pattern", "matching", "others"),
    [
        ("", [""], ["a"]),
        ("[#.]+", ["#..#", "."], ["", "#x"]),
        ("#{0,4}\\.#{5,9}", [".#####", "####.#########"], ["#####.#####", ".####"]),
        ("^a|bc$", ["a", "bc"], ["ac", "abc"]),
        ("(ab)*c?", ["", "abab", "ababc"], ["aba", "cc"]),
        ("\\d{2,}-\\w+", ["12-héro", "007-x_1"], ["1-a", "12-"]),
        ("[^a-c]\\s\\S", ["d x", "中 x"], ["a x", "d  "]),
        ("[]a-]*", ["]a-", ""], ["b"]),
        ("\\(\\.\\)", ["(.)"], ["(x)"]),
        ("(|a){3}", ["", "aaa"], ["aaaa"]),
        ("中+[文字]", ["中中文"], ["文"]),
    ],
)
def test_a_pattern_describes_whole_texts(pattern: str, matching: list[str], others: list[str]) -> None:
    compiled = TextPattern(pattern)
    assert [text for text in matching if not compiled.matches(text, Budget())] == []
    assert [text for text in others if compiled.matches(text, Budget())] == []


@for_cases(
    ("pattern", "message"),
    [
        ("a)", "character 2 of the pattern: a closing bracket without an opening one"),
        ("(a", "character 3 of the pattern: a bracket is not closed"),
        ("[a", "character 3 of the pattern: a bracket is not closed"),
        ("*a", "character 1 of the pattern: there is nothing to repeat"),
        ("a**", "character 3 of the pattern: there is nothing to repeat"),
        ("a{x}", "character 3 of the pattern: expected a number of repeats"),
        ("a{3,2}", "character 7 of the pattern: the second number of repeats is less than the first"),
        ("(?=a)", "character 2 of the pattern: this kind of group is not supported"),
        ("\\1", "character 2 of the pattern: unknown sign after a backslash"),
        ("a]", "character 2 of the pattern: a closing bracket without an opening one"),
        ("a{9999}", "the pattern is too long"),
        ("((a{100}){100}){100}", "the pattern is too long"),
        ("(((){1000}){1000}){1000}", "the pattern is too long"),
        ("(" * 30 + ")" * 30, "character 22 of the pattern: this kind of group is not supported"),
    ],
)
def test_what_is_no_pattern_is_reported_at_its_character(pattern: str, message: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        TextPattern(pattern)
    assert str(caught.value) == message


#: Lines of Python that one step of work may take. A state takes ten or so, and a step has some states.
LINES_IN_A_STEP = 100


@contextlib.contextmanager
def counted_lines() -> Iterator[list[int]]:
    """Count the lines of cardgen's patterns that are run: work that is the same however busy the machine is."""
    lines = [0]

    def count(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != patterns.__file__:
            return None
        lines[0] += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield lines
    finally:
        sys.settrace(before)


def test_patterns_that_take_hours_elsewhere_take_few_steps() -> None:
    for pattern, text in (("(a+)+(a|aa)*(a*)*b", "a" * 10_000), ("(.*.*){200}x", "ab" * 2_000)):
        budget, compiled = Budget(2_000), TextPattern(pattern)
        with counted_lines() as lines:
            assert not compiled.matches(text, budget)
        assert lines[0] < LINES_IN_A_STEP * (2_000 - budget.steps)


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        (".*a.{900}", "ab"),
        ("(.*.*){200}x", "中文字"),
        pytest.param("(a|b)*" * 150 + "x", "ab", marks=pytest.mark.soak),
        pytest.param("(a|ab|)*.{1,400}b", "ab", marks=pytest.mark.soak),
    ],
)
def test_the_work_is_counted_and_bounded(pattern: str, letters: str) -> None:
    """States times letters: 5 texts of 9,000 letters are matched within the steps, or not at all."""
    random, budget, compiled = Random(1), Budget(MOST), TextPattern(pattern)
    with counted_lines() as lines, contextlib.suppress(TooMuchWorkError):
        for _ in range(5):
            compiled.matches("".join(random.choices(letters, k=9_000)), budget)
    assert budget.steps < MOST - 4_500
    assert lines[0] < LINES_IN_A_STEP * (MOST - budget.steps)


def test_a_text_that_takes_too_much_work_is_not_matched() -> None:
    with pytest.raises(TooMuchWorkError):
        TextPattern(".*a.{900}").matches("ab" * 4_000, Budget(10_000))


PARTS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "\\d", "(a|b)", "(ab|)", "a{1,2}", "b{2}", "(b?a)"])
PATTERNS = st.lists(st.tuples(PARTS, st.sampled_from(["", "", "|"])), max_size=6).map(
    lambda parts: "".join(map("".join, parts))
)


@examples(200)
@given(PATTERNS, st.text("ab1", max_size=8))
def test_it_agrees_with_python(pattern: str, text: str) -> None:
    assert TextPattern(pattern).matches(text, Budget()) == bool(re.fullmatch(pattern, text))


def spans(
    pattern: str, text: str, budget: Budget | None = None, ignore_case: bool = False
) -> list[list[tuple[int, int]]]:
    """Return the places of all matches in a text, each with those of its groups."""
    compiled, found, at, work = SearchPattern(pattern, ignore_case), [], 0, budget or Budget()
    while match := compiled.find(text, at, len(text), lambda *_: True, work):
        found.append(match)
        at = match[0][1]
    return found


@for_cases(
    ("pattern", "text"),
    [
        ("^a+", "aab\naa a"),
        ("b$", "ab\nb b"),
        ("a.c", "abc a\nc"),
        ("(\\d+) (\\w+)", "deal 12 damage, gain 3 gold"),
        ("x(a|(b))?", "xa xb x"),
        ("(a|ab)(c|bcd)(d*)", "abcd"),
        ("^(a|b)$", "a\nab\nb"),
    ],
)
def test_a_search_finds_what_python_finds_with_its_groups(pattern: str, text: str) -> None:
    matches = re.finditer(pattern, text, re.MULTILINE)
    assert spans(pattern, text) == [[match.span(group) for group in range(len(match.regs))] for match in matches]


@examples(200)
@given(PATTERNS, st.text("abAB1", max_size=8), st.booleans())
def test_a_search_agrees_with_python(pattern: str, text: str, ignore_case: bool) -> None:
    python = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    if not python.fullmatch(""):
        expected = [[match.span(group) for group in range(len(match.regs))] for match in python.finditer(text)]
        assert spans(pattern, text, ignore_case=ignore_case) == expected


def test_a_search_takes_a_bounded_time() -> None:
    """Two searches that take hours elsewhere: one takes few steps, and the other one as many as it may."""
    budget = Budget(MOST)
    with counted_lines() as lines:
        assert spans("(a+)+(a|aa)*(a*)*b", "a" * 500, budget) == []
        with pytest.raises(TooMuchWorkError):
            spans("(.*.*){200}x", "ab" * 20_000, budget)
    assert lines[0] < LINES_IN_A_STEP * (MOST - budget.steps)
    with pytest.raises(WrongValueError, match="it is not clear what"):
        SearchPattern("^a|b")
