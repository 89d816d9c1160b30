"""Patterns for texts: regular expressions whose matching takes a bounded time.

Python's own expressions can take hours on a short text. These have no look-around, no references and no lazy repeats,
so a text is matched in one pass. A pattern describes a whole text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.base.work import Budget

#: Characters and repeats of a pattern, when its repeats are written out.
MOST_STATES = 2_000
#: Groups in groups.
_DEEPEST = 20
#: Kept steps from one set of states to the next, and the states of all of them.
_MOST_STEPS, _MOST_KEPT = 10_000, 500_000
#: States, and characters for which a step is kept, that take as long as one step of `work`.
_STATES_IN_A_STEP, _CHARACTERS_IN_A_STEP = 4, 10

_Test: TypeAlias = Callable[[str], bool]
_Build: TypeAlias = Callable[["_Automaton", int], int]
"""Adds the states of a part of a pattern before a state, and returns the first of them."""

_CLASSES: dict[str, _Test] = {
    "d": str.isdecimal,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
}


@dataclass(frozen=True, slots=True)
class _Automaton:
    """States: a test of one character with the next state, or states that follow without a character. 0 is the end."""

    states: list[tuple[_Test | None, tuple[int, ...]]]

    def add(self, test: _Test | None, following: tuple[int, ...]) -> int:
        if len(self.states) >= MOST_STATES:
            raise WrongValueError(message("the pattern is too long"), message("its repeats count as if written out"))
        self.states.append((test, following))
        return len(self.states) - 1

    def closure(self, states: Iterable[int]) -> frozenset[int]:
        """Return the states with a test, and 0, that are reached from these without a character."""
        seen: set[int] = set()
        queue = list(states)
        while queue:
            state = queue.pop()
            if state not in seen:
                seen.add(state)
                if self.states[state][0] is None:
                    queue += self.states[state][1]
        return frozenset(state for state in seen if state == 0 or self.states[state][0] is not None)


class TextPattern:
    """A pattern that texts are compared with. WrongValueError if it is none."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        build = _Parser(pattern.removeprefix("^")).parse()
        self._automaton = _Automaton([(None, ())])
        self._start = self._automaton.closure([build(self._automaton, 0)])
        self._steps: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self._kept = 0

    def matches(self, text: str, budget: Budget) -> bool:
        """Return True if the pattern describes the whole text. TooMuchWorkError if the budget is used up."""
        budget.spend(1 + len(text) // _CHARACTERS_IN_A_STEP)
        states = self._start
        for character in text:
            if not states:
                return False
            following = self._steps.get((states, character))
            if following is None:
                budget.spend(1 + len(states) // _STATES_IN_A_STEP)
                following = self._step(states, character)
                budget.spend(len(following) // _STATES_IN_A_STEP)
            states = following
        return 0 in states

    def _step(self, states: frozenset[int], character: str) -> frozenset[int]:
        tests = [self._automaton.states[state] for state in states]
        reached = [following[0] for test, following in tests if test is not None and test(character)]
        result = self._automaton.closure(reached)
        self._kept += len(result)
        if len(self._steps) >= _MOST_STEPS or self._kept > _MOST_KEPT:
            self._steps.clear()
            self._kept = len(result)
        self._steps[states, character] = result
        return result


@lru_cache(maxsize=200)
def text_pattern(pattern: str) -> TextPattern:
    """Return a pattern that is kept for the next call. WrongValueError if it is none."""
    return TextPattern(pattern)


class _Parser:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern, self._at, self._depth = pattern, 0, 0

    def parse(self) -> _Build:
        build = self._alternatives()
        if self._at < len(self._pattern):
            raise self._wrong(message("a closing bracket without an opening one"))
        return build

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1 : self._at]

    def _wrong(self, problem: str, hint: str = "") -> WrongValueError:
        text = message("character {number} of the pattern: {problem}", number=self._at + 1, problem=problem)
        return WrongValueError(text, hint)

    def _alternatives(self) -> _Build:
        parts = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else lambda made, end: made.add(None, tuple(p(made, end) for p in parts))

    def _sequence(self) -> _Build:
        parts: list[_Build] = []
        while self._peek() not in ("", "|", ")"):
            if self._pattern[self._at :] == "$":
                self._at += 1
                break
            parts.append(self._repeated(self._atom()))

        def build(made: _Automaton, end: int) -> int:
            for part in reversed(parts):
                end = part(made, end)
            return end

        return build

    def _atom(self) -> _Build:
        character = self._take()
        if character == "(":
            return self._group()
        if character == ".":
            return _of_test(lambda _: True)
        if character == "[":
            return _of_test(self._set())
        if character == "\\":
            return _of_test(self._escaped())
        if character in "*+?{":
            self._at -= 1
            hint = message("write \\{character} for the character itself", character=character)
            raise self._wrong(message("there is nothing to repeat"), hint)
        if character in "]}":
            self._at -= 1
            raise self._wrong(message("a closing bracket without an opening one"))
        return _of_test(character.__eq__)

    def _group(self) -> _Build:
        self._depth += 1
        if self._depth > _DEEPEST or self._peek() == "?":
            raise self._wrong(message("this kind of group is not supported"))
        build = self._alternatives()
        if self._take() != ")":
            self._at -= 1
            raise self._wrong(message("a bracket is not closed"))
        self._depth -= 1
        return build

    def _escaped(self) -> _Test:
        character = self._take()
        if character in _CLASSES:
            return _CLASSES[character]
        if character.lower() in _CLASSES:
            test = _CLASSES[character.lower()]
            return lambda other: not test(other)
        if character == "" or character.isalnum():
            self._at -= 1
            hint = message("\\d is a digit, \\w a letter, digit or _, \\s a space")
            raise self._wrong(message("unknown sign after a backslash"), hint)
        return character.__eq__

    def _set(self) -> _Test:
        negated = self._peek() == "^"
        self._at += negated
        tests: list[_Test] = []
        first = True
        while first or self._peek() != "]":
            first = False
            character = self._take()
            if not character:
                self._at -= 1
                raise self._wrong(message("a bracket is not closed"))
            if character == "\\":
                tests.append(self._escaped())
            elif self._peek() == "-" and self._pattern[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                tests.append(_between(character, self._take()))
            else:
                tests.append(character.__eq__)
        self._at += 1
        return lambda other: any(test(other) for test in tests) is not negated

    def _repeated(self, build: _Build) -> _Build:
        character = self._peek()
        if character not in ("*", "+", "?", "{") or not character:
            return build
        self._at += 1
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(character) or self._counts()
        if self._peek() and self._peek() in "*+?{":
            raise self._wrong(message("there is nothing to repeat"))
        return _repeat(build, least, most)

    def _counts(self) -> tuple[int, int | None]:
        end = self._pattern.find("}", self._at)
        parts = self._pattern[self._at : max(end, self._at)].split(",")
        if end < 0 or len(parts) > 2 or not parts[0].isdecimal() or not all(p.isdecimal() or not p for p in parts):
            raise self._wrong(message("expected a number of repeats"), message("such as {example}", example="{2,4}"))
        self._at = end + 1
        least = min(int(parts[0][:6]), MOST_STATES)
        most = least if len(parts) == 1 else min(int(parts[1][:6]), MOST_STATES) if parts[1] else None
        if most is not None and most < least:
            raise self._wrong(message("the second number of repeats is less than the first"))
        return least, most


def _of_test(test: _Test) -> _Build:
    return lambda made, end: made.add(test, (end,))


def _between(first: str, last: str) -> _Test:
    return lambda character: first <= character <= last


def _repeat(build: _Build, least: int, most: int | None) -> _Build:
    def repeat(made: _Automaton, end: int) -> int:
        begin = end
        if most is None:
            begin = made.add(None, ())
            made.states[begin] = (None, (build(made, begin), end))
        for _ in range(0 if most is None else most - least):
            begin = made.add(None, (build(made, begin), end))
        for _ in range(least):
            begin = made.add(None, (build(made, begin),))  # a state for each repeat, so that empty ones count, too
        return begin

    return repeat
