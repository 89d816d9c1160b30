"""What can be wrong with somebody's data, and how it is told: a place, a message and a hint."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in an input file; `file` as the user would type it, `line` and `column` from 1, 0 where unknown."""

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
    """One thing that cannot be read or used as it stands."""

    place: Place
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.place}: {shortened(self.message)}"
        return f"{text} ({shortened(self.hint)})" if self.hint else text


_LONG_QUOTE = re.compile(r"'([^']{60})[^']{40,}'")
_LONG_WORD = re.compile(r"([^\s']{60})[^\s']{200,}")


def shortened(message: str) -> str:
    """A message in which whatever is quoted at great length is cut: a text in the wrong place may be a whole book."""
    return _LONG_WORD.sub(r"\1…", _LONG_QUOTE.sub(r"'\1…'", message))


#: Reading stops at about so many faults: nobody reads them all, and a file of nothing else must not fill the memory.
MOST_FAULTS = 1_000


class DataError(Exception):
    """The input cannot be used. Carries the faults in order of place, the first MOST_FAULTS of them."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        given = {faults} if isinstance(faults, Fault) else set(faults)
        self.faults: tuple[Fault, ...] = tuple(sorted(given)[:MOST_FAULTS])
        super().__init__("\n".join(map(str, self.faults)))


def all_of(parts: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """What all of these come to, as far as it can be made; then DataError with the faults of every one that cannot."""
    faults: list[Fault] = []
    for part in parts:
        try:
            yield from part
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)


class WrongValueError(ValueError):
    """A value in a file that is not what it should be; raised while the file is checked, told as a Fault."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` was probably meant to be; capitals do not count. None when none is near."""
    by_lower = {each.lower(): each for each in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint: the known word nearest to `word`, or the known words when they are few, or nothing."""
    near = nearest(word, known)
    if near is not None:
        return f"did you mean {near!r}?"
    if 0 < len(known) <= 12:
        return "expected one of: " + ", ".join(known)
    return ""


Severity: TypeAlias = Literal["error", "warning"]

#: What can be wrong with a picture to be printed: name -> stable code. Codes of other letters are a rules engine's.
PRINT_CODES = {
    "text-overflow": "CG101",
    "outside-safe-area": "CG102",
    "missing-glyph": "CG103",
    "low-resolution": "CG104",
    "low-contrast": "CG105",
    "colours-alike": "CG106",
    "back-missing": "CG107",
    "backs-differ": "CG108",
    "no-tiling": "CG109",
    "unknown-block": "CG110",
    "sheet-layout": "CG111",
    "repeat-overflow": "CG112",
    "box-too-large": "CG113",
}

#: What can be said of a game's translations: name -> stable code.
TRANSLATION_CODES = {
    "translation-missing": "CG201",
    "translation-outdated": "CG202",
    "translation-unused": "CG203",
}


@dataclass(frozen=True, slots=True, order=True)
class Own:
    """What in a finding is one card's alone. Findings that have such, and are alike in all else, are of one mistake."""

    words: str = ""
    """part of the message"""
    amount: float = 0.0
    """how much of it is wrong: the greatest is the worst of the cards"""
    character: str = ""
    """the character that is missing"""


SHARED = Own()
"""Nothing in a finding is one card's alone."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing about a readable game that is not right: a stable code and its name, and where it shows.

    `card` is a card's id, `side` the face or back, `rect` (x, y, width, height) in mm from the trim's top left.
    """

    place: Place
    code: str
    name: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    deck: str = ""
    card: str = ""
    side: str = ""
    rect: tuple[float, float, float, float] | None = None
    own: Own = SHARED

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity} {self.code} {self.name}: {shortened(self.message)}"
        return f"{text} ({shortened(self.hint)})" if self.hint else text
