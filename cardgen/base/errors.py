"""Faults and findings: problems of a game's data, each with a place, a message and a hint.

Messages are kept as templates with values (cardgen.base.words.messages) and rendered last, in the reader's language.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from cardgen.base.records import dataclass
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import Message, joined, message, render

Item = TypeVar("Item")

Text: TypeAlias = Message | str
"""A message. Plain text stays the same in every language; it is accepted until all messages have templates."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in an input file. `file` is written as the user would type it; `line` and `column` count from 1, 0 if
    unknown."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file or "cardgen"]
        if self.line:
            parts += [str(self.line), str(self.column or 1)]
        return ":".join(parts)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that cannot be read or used as it is."""

    place: Place
    message: Text
    hint: Text = ""

    def __str__(self) -> str:
        return self.in_language(current_language())

    def in_language(self, language: str) -> str:
        """Return the fault as one line in a language: `file:line:column: message (hint)`. Long quotations are cut."""
        return f"{self.place}: {with_hint(self.message, self.hint, language, cut=True)}"


def with_hint(text: Text, hint: Text, language: str, cut: bool = False) -> str:
    """Return `message (hint)` in a language, or the message alone if there is no hint; `cut` shortens quotations."""
    parts = [str(render(part, language)) for part in (text, hint)]
    rendered, rendered_hint = map(shortened, parts) if cut else parts
    if not rendered_hint:
        return rendered
    return message("{problem} ({hint})", problem=rendered, hint=rendered_hint).in_language(language)


def join_hints(*hints: Text) -> Text:
    """Return the hints as one, without the empty ones."""
    whole: Text = ""
    for hint in filter(None, hints):
        whole = message("{hint}; {next}", hint=whole, next=hint) if whole else hint
    return whole


_LONG_QUOTE = re.compile(r"'([^']{60})[^']{40,}'")
_LONG_WORD = re.compile(r"([^\s']{60})[^\s']{200,}")


def shortened(text: str) -> str:
    """Return rendered text with very long quotations and words cut: a value in the wrong place may be a whole book."""
    return _LONG_WORD.sub(r"\1…", _LONG_QUOTE.sub(r"'\1…'", text))


#: Reading stops at about this many faults: nobody reads more, and a file full of mistakes must not fill the memory.
MOST_FAULTS = 1_000


class DataError(Exception):
    """The input cannot be used. `faults` are in order of place, at most MOST_FAULTS of them.

    `partial` is what could be made without the faulty parts, to find the faults of the others; None if nothing could.
    """

    def __init__(self, faults: Fault | Iterable[Fault], partial: Any = None) -> None:
        given = {faults} if isinstance(faults, Fault) else set(faults)
        self.faults: tuple[Fault, ...] = tuple(sorted(given)[:MOST_FAULTS])
        self.partial = partial
        super().__init__("\n".join(map(str, self.faults)))


class Faults(list[Fault]):
    """The faults of several parts, to be raised together. `with faults:` keeps those of a DataError, and goes on."""

    def __enter__(self) -> None:
        """Begin a part."""

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: object) -> bool:
        if isinstance(error, DataError):
            self.extend(error.faults)
        return isinstance(error, DataError)

    def attempt(self, make: Callable[..., Item], *arguments: Any) -> Item | None:
        """Return the result of `make`; None if it raises a DataError, whose faults are kept."""
        with self:
            return make(*arguments)
        return None

    def raise_all(self) -> None:
        """Raise one DataError with all faults, if there are any."""
        if self:
            raise DataError(self)


def all_of(parts: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """Chain the iterables, then raise one DataError with the faults of all that failed."""
    faults = Faults()
    for part in parts:
        with faults:
            yield from part
    faults.raise_all()


class WrongValueError(ValueError):
    """A wrong value in a file, raised while the file is checked and reported as a Fault. `text` is the message."""

    def __init__(self, text: Text, hint: Text = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint


@contextlib.contextmanager
def located_at(place: Place) -> Iterator[None]:
    """Turn a WrongValueError into a DataError at a place."""
    try:
        yield
    except WrongValueError as error:
        raise DataError(Fault(place, error.text, error.hint)) from error


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` was probably meant to be, ignoring case; None if none is similar."""
    if word.startswith("{") and word.endswith("}"):
        return None  # a placeholder, which stands for a word
    import difflib  # lazy: needed only for mistakes

    by_lower = {name.lower(): name for name in candidates}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(word: str, candidates: Sequence[str]) -> Text:
    """Return a hint: the candidate most similar to `word`, or all candidates if they are few, or ""."""
    near = nearest(word, candidates)
    if near is not None:
        return message("did you mean {word!r}?", word=near)
    if 0 < len(candidates) <= 13:
        return message("expected one of: {words}", words=joined(candidates))
    return ""


Severity: TypeAlias = Literal["error", "warning"]

Rect: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, order=True)
class Own:
    """The card-specific part of a finding. Findings that differ only in it are reported as one."""

    values: tuple[str, ...] = ()
    """names of the message's values that are the card's own"""
    amount: float = 0.0
    """the size of the defect; of several findings reported as one, the one with the greatest amount is shown"""
    character: str = ""
    """the missing character"""


SHARED = Own()
"""Nothing in the finding is specific to one card."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A defect of a readable game: its stable code and name, its place, and a message.

    `card` is a card's id, `side` the face or back, `rect` (x, y, width, height) in mm from the trim's top left.
    """

    place: Place
    code: str
    name: str
    message: Text
    hint: Text = ""
    severity: Severity = "error"
    deck: str = ""
    card: str = ""
    side: str = ""
    rect: Rect | None = None
    own: Own = SHARED

    def __str__(self) -> str:
        return self.in_language(current_language())

    def in_language(self, language: str) -> str:
        """Return the finding as one line in a language. Long quotations are cut; code, name and severity stay."""
        text = with_hint(self.message, self.hint, language, cut=True)
        return f"{self.place}: {self.severity} {self.code} {self.name}: {text}"


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """A kind of finding: its stable code, its name, and a line for the docs that says what it reports.

    `only_on_paper`: it does not matter for cards that are shown on a screen.
    """

    code: str
    name: str
    words: Text
    severity: Severity = "error"
    only_on_paper: bool = False

    def finding(
        self,
        place: Place,
        text: Text,
        hint: Text = "",
        *,
        deck: str = "",
        card: str = "",
        side: str = "",
        rect: Rect | None = None,
        own: Own = SHARED,
    ) -> Finding:
        """Return a finding of this kind."""
        return Finding(place, self.code, self.name, text, hint, self.severity, deck, card, side, rect, own)


#: The template of messages about one card.
ONE_CARD = "card {card!r}: {problem}"


def about_card(card: str, problem: Text, more: int = 0) -> Text:
    """Return a message about a card, and about so many `more`; the problem itself if `card` is ""."""
    if not card:
        return problem
    if more:
        return message("card {card!r} and {more} more: {problem}", card=card, more=more, problem=problem)
    return message(ONE_CARD, card=card, problem=problem)
