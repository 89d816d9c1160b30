"""Patterns for texts: regular expressions whose matching takes a bounded time.

Python's own expressions can take hours on a short text. These have no look-around, no references and no lazy repeats,
so a text is matched in one pass. A `TextPattern` describes a whole text, a `SearchPattern` is found in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass, field
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
    """States: a test of one character with the next state, or states that follow without a character. 0 is the end.

    `slots` has the states at the two ends of groups: group n begins at slot 2n and ends at slot 2n + 1.
    """

    states: list[tuple[_Test | None, tuple[int, ...]]]
    slots: dict[int, int] = field(default_factory=dict)

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
        build = _PatternParser(pattern.removeprefix("^")).parse()
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


class SearchPattern:
    """A pattern that is found in texts. WrongValueError if it is none.

    `^` and `$` are the ends of a line, and `.` is no line break. Of several matches at one place it is the one that
    Python would find: the first alternative, with as many repeats as possible. An empty text is never one.
    """

    def __init__(self, pattern: str, ignore_case: bool = False) -> None:
        parser = _PatternParser(pattern.removeprefix("^"), is_search=True, ignore_case=ignore_case)
        build = parser.parse()
        self._begins, self._ends, self.groups = pattern.startswith("^"), parser.ends, parser.groups
        if (self._begins or self._ends) and parser.choices > 1:
            raise WrongValueError(
                message("it is not clear what ^ and $ belong to"), message("put the choices in brackets: ^(a|b)$")
            )
        self._automaton = _Automaton([(None, ())])
        self._start = build(self._automaton, 0)
        self._tests = [self._automaton.states[state][0] for state in self._automaton.closure([self._start])]
        self._can_begin: dict[str, bool] = {}

    def find(
        self, text: str, start: int, end: int, fits: Callable[[int, int], bool], budget: Budget
    ) -> list[tuple[int, int]] | None:
        """Return where the first match and its groups are in a part of a text; None if there is none.

        Only a match that `fits` is taken. A group that is not in it is at (-1, -1). TooMuchWorkError if the budget is
        used up.
        """
        tried: set[int] = set()  # states at characters: no way to the end goes on there, wherever a match begins
        for at in range(start, end):
            character = text[at]
            if (can_begin := self._can_begin.get(character)) is None:
                can_begin = any(test(character) for test in self._tests if test is not None)
                self._can_begin[character] = can_begin
            if not can_begin or (self._begins and at and text[at - 1] != "\n"):
                continue
            if match := self._match(text, at, end, fits, tried, budget):
                return match
        budget.spend(1 + (end - start) // _CHARACTERS_IN_A_STEP)
        return None

    def _match(
        self, text: str, begin: int, end: int, fits: Callable[[int, int], bool], tried: set[int], budget: Budget
    ) -> list[tuple[int, int]] | None:
        """Try the ways through the automaton in their order, each state at each character once."""
        states, slots = self._automaton.states, self._automaton.slots
        ends = [begin, -1] + [-1] * 2 * self.groups
        # A negative state gives a slot back the value that it had before a way that led nowhere.
        stack: list[tuple[int, int]] = [(self._start, begin)]
        while stack:
            state, at = stack.pop()
            if state < 0:
                ends[-state] = at
                continue
            key = state * (end + 1) + at
            if key in tried:
                continue
            if state == 0:
                is_end = not self._ends or at == len(text) or text[at] == "\n"
                if at > begin and is_end and fits(begin, at):
                    ends[1] = at
                    return [*zip(ends[::2], ends[1::2], strict=True)]
                continue
            tried.add(key)
            budget.spend()
            test, following = states[state]
            if test is not None:
                if at < end and test(text[at]):
                    stack.append((following[0], at + 1))
                continue
            if (slot := slots.get(state)) is not None:
                stack.append((-slot, ends[slot]))
                ends[slot] = at
            stack += [(one, at) for one in reversed(following)]
        return None


class _PatternParser:
    """Reads a pattern from left to right.

    For a search it also counts the `groups` and the `choices` outside of them, and knows whether a `$` `ends` it.
    """

    def __init__(self, pattern: str, is_search: bool = False, ignore_case: bool = False) -> None:
        self._pattern, self._at, self._depth = pattern, 0, 0
        self._is_search, self._ignore_case = is_search, ignore_case
        self.groups, self.choices, self.ends = 0, 1, False

    def parse(self) -> _Build:
        build = self._alternatives()
        if self._at < len(self._pattern):
            raise self._wrong(message("a closing bracket without an opening one"))
        return build

    def _same(self, character: str) -> _Test:
        """Return the test for a character; without regard to case, if that is wanted."""
        if not self._ignore_case:
            return character.__eq__
        folded = character.casefold()
        return lambda other: other.casefold() == folded

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
        self.choices = len(parts)  # those outside of groups are read last
        return parts[0] if len(parts) == 1 else lambda made, end: made.add(None, tuple(p(made, end) for p in parts))

    def _sequence(self) -> _Build:
        parts: list[_Build] = []
        while self._peek() not in ("", "|", ")"):
            if self._pattern[self._at :] == "$":
                self._at += 1
                self.ends = True
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
            return _of_test("\n".__ne__ if self._is_search else lambda _: True)
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
        return _of_test(self._same(character))

    def _group(self) -> _Build:
        self._depth += 1
        if self._depth > _DEEPEST or self._peek() == "?":
            raise self._wrong(message("this kind of group is not supported"))
        self.groups += 1
        group = self.groups
        build = self._alternatives()
        if self._take() != ")":
            self._at -= 1
            raise self._wrong(message("a bracket is not closed"))
        self._depth -= 1
        return _with_slots(build, group) if self._is_search else build

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
        return self._same(character)

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
                tests.append(self._between(character, self._take()))
            else:
                tests.append(self._same(character))
        self._at += 1
        return lambda other: any(test(other) for test in tests) is not negated

    def _between(self, first: str, last: str) -> _Test:
        if not self._ignore_case:
            return lambda character: first <= character <= last
        return lambda character: any(
            first <= case <= last for case in (character, character.lower(), character.upper()) if len(case) == 1
        )

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


def _with_slots(build: _Build, group: int) -> _Build:
    def build_with_slots(made: _Automaton, end: int) -> int:
        last = made.add(None, (end,))
        first = made.add(None, (build(made, last),))
        made.slots[first], made.slots[last] = 2 * group, 2 * group + 1
        return first

    return build_with_slots


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
