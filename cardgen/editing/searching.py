"""What is sought in texts, and what replaces it: a text as it is, or a regular expression with groups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.base.work import MOST_STEPS_READING, Budget
from cardgen.data.patterns import SearchPattern

#: A placeholder names a value, so it stays.
_PLACEHOLDER = re.compile(r"\{[^{}\n]*\}")
#: A group of the expression in what replaces it, and a dollar sign.
_GROUP = re.compile(r"\$(?:(\d+)|(\$))")
#: Scripts that are written without spaces: each character is a word.
_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0e7f\u2e80-\ua4cf\uf900-\ufaff\U00020000-\U0003ffff]")


class Match(NamedTuple):
    """A match in a text: where it begins, what it is, and what replaces it."""

    start: int
    old: str
    new: str


class Search:
    """A search for a text, or for a regular expression, in any number of texts.

    With `whole_words`, what is next to a match is no part of the same word. In `new` for an expression, `$1` is its
    first group, `$0` the whole match and `$$` a dollar sign. WrongValueError if the expression is none, or has no such
    group. The other methods raise TooMuchWorkError if the search takes too long.
    """

    def __init__(
        self, old: str, new: str, whole_words: bool = False, ignore_case: bool = False, is_pattern: bool = False
    ) -> None:
        escaped = old if is_pattern else "".join(c if c.isalnum() else f"\\{c}" for c in old)
        self._pattern = SearchPattern(escaped, ignore_case)
        self._old, self._new = "" if is_pattern else old, new
        self._whole_words, self._ignore_case, self._is_pattern = whole_words, ignore_case, is_pattern
        self._budget = Budget(MOST_STEPS_READING)
        for group in _GROUP.finditer(new) if is_pattern else ():
            if group[1] and int(group[1][:4]) > self._pattern.groups:
                problem = message("the pattern has no group {number}", number=group[1])
                raise WrongValueError(problem, message("$$ is a dollar sign"))

    def is_in(self, text: str) -> bool:
        """Return True if there is a match in a text."""
        return next(self.matches(text), None) is not None

    def replaced(self, text: str) -> str:
        """Return a text with all matches replaced."""
        parts, at = [], 0
        for match in self.matches(text):
            parts += [text[at : match.start], match.new]
            at = match.start + len(match.old)
        return "".join((*parts, text[at:]))

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the matches in a text, from left to right, outside of placeholders."""
        if self._old and not self._ignore_case and self._old not in text:
            return

        def fits(start: int, end: int) -> bool:
            return not self._whole_words or not (_is_inside(text, start) or _is_inside(text, end))

        at = 0
        for fence in (*_PLACEHOLDER.finditer(text), None):
            end = fence.start() if fence else len(text)
            while found := self._pattern.find(text, at, end, fits, self._budget):
                start, at = found[0]
                yield Match(start, text[start:at], self._replacement(text, found))
            at = fence.end() if fence else end

    def _replacement(self, text: str, found: list[tuple[int, int]]) -> str:
        if not self._is_pattern:
            return self._new
        return _GROUP.sub(lambda group: text[slice(*found[int(group[1])])] if group[1] else "$", self._new)


def _is_inside(text: str, at: int) -> bool:
    """Return True if a word goes on from before this place to after it."""
    if not 0 < at < len(text) or _WITHOUT_SPACES.search(text, at - 1, at + 1):
        return False
    return all(character.isalnum() or character == "_" for character in text[at - 1 : at + 1])
