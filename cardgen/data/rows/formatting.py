"""Bold and italic parts of a cell as marks in its text: `**bold**`, `*italic*`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from cardgen.base.records import dataclass
from cardgen.data.templates.markup import Words, parse_markup

# Characters that would begin a mark, and backslashes that would keep one from beginning.
_LITERAL = re.compile(r"\\(?=[\\*<])|[*<]")
_ENDS = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a cell's text that looks alike."""

    text: str
    bold: bool = False
    italic: bool = False


class FormattedText(str):
    """The plain text of a cell with bold or italic parts. `marks` is the same text with marks for these."""

    __slots__ = ("marks",)

    def __new__(cls, runs: Sequence[Run]) -> FormattedText:
        """Join the parts of a cell, without spaces at its ends."""
        text = super().__new__(cls, "".join(run.text for run in runs).strip())
        text.marks = _with_marks(runs)
        return text

    marks: str


def _with_marks(runs: Sequence[Run]) -> str:
    """Return the text with marks; without italic, or without both, if marks cannot show them, as inside of a word."""
    upright = [Run(run.text, run.bold) for run in runs]
    plain = [Run(run.text) for run in runs]
    for candidate in (runs, upright, plain):
        text = _bold_parts(candidate).strip()
        if _looks(text) == [look for run in candidate for look in _looks_of(run)]:
            return text
    return text


def _bold_parts(runs: Sequence[Run]) -> str:
    parts = []
    for bold, alike in groupby(runs, lambda run: run.bold):
        inside = "".join(
            _marked("".join(_LITERAL.sub(r"\\\g<0>", run.text) for run in same), "*" if italic else "")
            for italic, same in groupby(alike, lambda run: run.italic)
        )
        parts.append(_marked(inside, "**" if bold else ""))
    return "".join(parts)


def _marked(text: str, mark: str) -> str:
    """Return a text between two marks, with the spaces at its ends outside of them."""
    match = _ENDS.fullmatch(text)
    return f"{match[1]}{mark}{match[2]}{mark}{match[3]}" if match and match[2] else text


def _looks(text: str) -> list[tuple[str, bool, bool]]:
    """Return how each character of a text with marks looks; spaces do not count."""
    markup = parse_markup(text, icons=None)
    pieces = [piece for passage in markup.passages for piece in passage.pieces if isinstance(piece, Words)]
    runs = [Run(piece.text, piece.manner.bold, piece.manner.italic) for piece in pieces]
    return [] if markup.mistakes else [look for run in runs for look in _looks_of(run)]


def _looks_of(run: Run) -> Iterator[tuple[str, bool, bool]]:
    for character in run.text:
        if not character.isspace():
            yield character, run.bold, run.italic
