"""Find terms in words, by characters in Chinese, by whole words in Latin letters.

Terms do not overlap. Of those that do, the ones are found that cover the most characters, and the longest of these: in
获得牌堆顶 they are 获得 and 牌堆顶, although 获得牌 is a term, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category

from cardgen.base.records import dataclass

#: Stands for a number in a form of a term: `限#次` is 限一次, 限2次 and 限X次.
NUMBER = "#"

_NUMBER = re.compile(r"[0-9]+|[〇零一二两三四五六七八九十百千]+|[XxYyNn](?![A-Za-z])")

# Scripts without spaces between words, and Korean, whose words have endings: a term may be a part of a word.
_UNSPACED = (
    "[\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef"
    "\U00020000-\U0003ffff]"
)

_ALIKE = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'"})


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to write a term. `parts` are the texts between its numbers; folded unless it has a capital."""

    term: str
    parts: tuple[str, ...]
    exact: bool


class TermIndex:
    """The terms of one language by all the ways in which they are written: pairs of a form and the id of its term."""

    def __init__(self, forms: Iterable[tuple[str, str]]) -> None:
        self.forms = dict(forms)
        self._by_first: dict[str, tuple[_Form, ...]] = {}
        self._with_number: list[_Form] = []
        for written, term in self.forms.items():
            form = _form_of(written, term)
            if form.parts[0]:
                first = _folded(form.parts[0][0])
                self._by_first[first] = (*self._by_first.get(first, ()), form)
            else:
                self._with_number.append(form)

    def term_of(self, words: str) -> str | None:
        """Return the id of the term that these words are; None if they are none."""
        return next((term for start, end, term in self.find(words) if (start, end) == (0, len(words))), None)

    def find(self, words: str) -> Iterator[tuple[int, int, str]]:
        """Yield where each term begins and ends, from left to right, and its id."""
        exact = words.translate(_ALIKE)
        folded = _folded(exact)
        # The characters covered from a place to the end, and the number of terms, below 0; then the term at the place.
        best = [(0, 0)] * (len(words) + 1)
        chosen: list[tuple[int, str] | None] = [None] * len(words)
        for at in range(len(words) - 1, -1, -1):
            best[at] = best[at + 1]
            for end, term in self._terms_at(exact, folded, at):
                covered = (best[end][0] + end - at, best[end][1] - 1)
                if covered >= best[at]:
                    best[at], chosen[at] = covered, (end, term)
        at = 0
        while at < len(words):
            here = chosen[at]
            if here is not None:
                yield at, *here
            at = here[0] if here is not None else at + 1

    def _terms_at(self, exact: str, folded: str, at: int) -> Sequence[tuple[int, str]]:
        """Return the end and the id of each term at a place, the shortest first."""
        forms = self._by_first.get(folded[at], ())
        if self._with_number and _NUMBER.match(exact, at):
            forms = (*forms, *self._with_number)
        if not forms or (at and _in_one_word(exact[at - 1], exact[at])):
            return ()
        ends: dict[int, _Form] = {}
        for form in forms:
            end = _end_of(form, exact if form.exact else folded, at)
            if end > at and not (end < len(exact) and _in_one_word(exact[end - 1], exact[end])):
                ends[end] = max(ends.get(end, form), form, key=lambda one: one.exact)
        return [(end, ends[end].term) for end in sorted(ends)]


def _end_of(form: _Form, text: str, at: int) -> int:
    """Return where a form ends that begins at a place of a text; -1 if it is not there."""
    for i, part in enumerate(form.parts):
        if i:
            number = _NUMBER.match(text, at)
            if number is None:
                return -1
            at = number.end()
        if not text.startswith(part, at):
            return -1
        at += len(part)
    return at


def _form_of(written: str, term: str) -> _Form:
    """Return a form as it is compared. One without capitals is also found with capitals, as in other programs."""
    alike = written.translate(_ALIKE)
    folded = _folded(alike)
    return _Form(term, tuple(alike.split(NUMBER)), alike != folded)


def _folded(text: str) -> str:
    """Return a text in lower case, with as many characters."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _in_one_word(left: str, right: str) -> bool:
    """Return True if two neighbouring characters are of one word, in a script with spaces between words."""
    return all((c.isalnum() or category(c)[0] == "M") and not re.match(_UNSPACED, c) for c in (left, right))
