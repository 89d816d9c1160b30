"""Mark the terms in a text with a style, and list them: those written as `[[term]]`, and those found in its words.

    [[haste]]    [[haste|hasty]] another way to write it    [[|haste]] no term here    \\[[ the brackets themselves

Words in another style, readings and the names of icons are not searched. A marked term may be followed by its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, field
from cardgen.data.glossary.matching import TermIndex
from cardgen.data.templates.markup import TOKEN, star_begins

Mode: TypeAlias = Literal["all", "first", "hand"]
"""Which terms of a text are marked: all, the first occurrence of each, or only those marked by hand."""

_BY_HAND = r"\[\[(?P<target>[^\[\]|\n]*)(?:\|(?P<shown>[^\[\]\n]*))?\]\]"
_BRACKETS = re.compile(rf"(?P<brackets>\\\[\[)|{_BY_HAND}")
#: Between a term and its number: no line ends here.
_WORD_JOINER = "\u2060"

_PART = rf"{_BRACKETS.pattern}|(?P<line>\\n|\n)|(?P<mark>{TOKEN.pattern})"


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its terms marked; the ids of the terms in their order, and the words that name no term."""

    text: str
    terms: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marking:
    """How the texts of one language are marked: the terms, the style (none if empty), and which occurrences.

    `resolve` returns the id of the term that words in brackets name. With a `number_style`, marked terms are followed
    by their `numbers` in it.
    """

    index: TermIndex
    resolve: Callable[[str], str | None]
    style: str = ""
    mode: Mode = "all"
    number_style: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)


def mark_terms(text: str, marking: Marking, styles: Collection[str] = ()) -> MarkedText:
    """Return a text with its terms marked. `styles` are those that the marks of the text may name."""
    return _Marker(marking, styles).mark(text)


def split_brackets(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield the parts of a text: words, and what is written in brackets about them.

    That is None for words without brackets, the term that they name, or "" for words that are no term.
    """
    at = 0
    for match in _BRACKETS.finditer(text):
        yield text[at : match.start()], None
        yield ("[[", "") if match["brackets"] else (_shown(match), match["target"].strip())
        at = match.end()
    yield text[at:], None


def without_brackets(text: str) -> str:
    """Return a text with the words that are shown in place of `[[term|words]]`."""
    if "[[" not in text:
        return text
    return _BRACKETS.sub(lambda match: "[[" if match["brackets"] else _shown(match), text)


def _shown(match: re.Match[str]) -> str:
    return match["target"] if match["shown"] is None else match["shown"]


class _Marker:
    """Marks one text. `open` are the styles that have begun; `italic` is True between two stars."""

    def __init__(self, marking: Marking, styles: Collection[str]) -> None:
        self.marking, self.styles = marking, styles
        self.open: list[str] = []
        self.italic = False
        self.terms: list[str] = []
        self.unknown: list[str] = []
        self.written: list[str] = []

    def mark(self, text: str) -> MarkedText:
        at = 0
        for match in re.finditer(_PART, text):
            self.written += filter(None, self._searched(text[at : match.start()]))
            at = match.end()
            if match["target"] is not None:
                self._by_hand(match["target"].strip(), _shown(match))
            elif match["brackets"]:
                self.written.append("[[")
            elif match["line"]:
                self.written.append(match[0])
            else:
                self._mark(text, match)
        self.written += self._searched(text[at:])
        return MarkedText("".join(self.written), tuple(self.terms), tuple(self.unknown))

    def _mark(self, text: str, match: re.Match[str]) -> None:
        """Keep a mark of the text itself."""
        begun, ended = match["begun"], match["ended"]
        if begun in self.styles:
            self.open.append(begun)
        elif ended in self.open:
            self.open.remove(ended)
        elif match["stars"] == "*":
            at = match.start()
            ends = self.italic and not text[:at][-1:].isspace()
            if ends or (not self.italic and star_begins(text, at)):
                self.italic = not self.italic
            elif self.written and self.written[-1].startswith("</"):  # a star after a letter is a star
                self.written.append("\\")
        self.written.append(match[0])

    def _by_hand(self, target: str, shown: str) -> None:
        term = self.marking.resolve(target) if target else None
        if term is None:
            self.unknown += [target] if target else []
            self.written.append(shown)
        else:
            self.terms.append(term)
            self.written += self._in_style(shown, term)

    def _searched(self, words: str) -> Iterator[str]:
        """Yield words with their terms marked."""
        style, mode = self.marking.style, self.marking.mode
        if not words or mode == "hand" or any(name != style for name in self.open):
            yield words
            return
        at = 0
        for start, end, term in self.marking.index.find(words):
            known = term in self.terms
            self.terms.append(term)
            if mode == "all" or not known:
                yield words[at:start]
                yield from self._in_style(words[start:end], term)
                at = end
        yield words[at:]

    def _in_style(self, words: str, term: str) -> Iterator[str]:
        yield from self._styled(words, self.marking.style)
        number = self.marking.numbers.get(term)
        if self.marking.number_style and number is not None:
            yield from self._styled(f"{_WORD_JOINER}{number}", self.marking.number_style)

    def _styled(self, words: str, style: str) -> Iterator[str]:
        if not style or style in self.open:
            yield words
        else:
            yield f"<{style}>"
            yield words
            yield f"</{style}>"
