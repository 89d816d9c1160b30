"""Findings and faults on a terminal: in colour, with the line of the file that they are about and a caret below it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO
from unicodedata import category, east_asian_width

from cardgen.base.errors import Finding, Place, with_hint
from cardgen.base.files import read_regular
from cardgen.base.records import dataclass
from cardgen.base.words.language import current_language
from cardgen.building.reporting import Problem

#: The largest file whose lines are shown, in bytes.
_MOST_BYTES = 32 << 20
#: The least number of columns for the text of a line.
_LEAST_ROOM = 20

_BOLD, _RED, _YELLOW, _BLUE = "1", "1;31", "1;33", "1;34"

#: What a caret underlines: quoted words, a word, or one character.
_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[\w.#-]+|.")


def is_terminal(stream: TextIO) -> bool:
    """Return True if people read the stream on a terminal, or if FORCE_COLOR says so."""
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def has_colour(stream: TextIO) -> bool:
    """Return True if the stream shows colours. NO_COLOR is stronger than FORCE_COLOR."""
    if os.environ.get("NO_COLOR") or not is_terminal(stream):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    is_console = sys.platform == "win32" and "WT_SESSION" not in os.environ  # it may print the codes as text
    return not is_console and os.environ.get("TERM") != "dumb"


@dataclass(frozen=True, slots=True)
class Quoting:
    """Formats problems for a terminal of a number of columns, in colour or not. `lines` keeps the files that were read.

    What is quoted from a file cannot steer the terminal: characters that would are replaced.
    """

    columns: int
    colour: bool
    lines: dict[str, list[str]]

    @classmethod
    def on(cls, stream: TextIO) -> Quoting:
        """Return the formatting for a stream."""
        return cls(shutil.get_terminal_size().columns, has_colour(stream), {})

    def __call__(self, problem: Problem) -> str:
        """Return a problem as its line, and the line of the file below it if there is one."""
        return "\n".join([self._head(problem), *self._quotation(problem)])

    def _head(self, problem: Problem) -> str:
        text = with_hint(problem.message, problem.hint, current_language(), cut=True)
        place = self._painted(str(problem.place), _BOLD)
        if not isinstance(problem, Finding):
            return f"{place}: {text}"
        return f"{place}: {self._painted(f'{problem.severity} {problem.code}', _tint(problem))} {problem.name}: {text}"

    def _quotation(self, problem: Problem) -> Iterator[str]:
        line, place = self._line_at(problem.place), problem.place
        if not line.strip():
            return
        number = f"{place.line:>5}"
        room = max(self.columns - len(number) - 4, _LEAST_ROOM)
        start = min(place.column - 1, len(line)) if place.column else len(line) - len(line.lstrip())
        token = _TOKEN.match(line, start)
        end = token.end() if token else start + 1
        first = 0 if sum(map(_width, line[:end])) <= room else max(0, start - room // 4)
        before = "".join(map(_harmless, line[first:start]))
        marked = "".join(map(_harmless, line[start:end]))
        shown = _fitting(before + marked + "".join(map(_harmless, line[end : end + room])), room)
        indent = sum(map(_width, before))
        length = max(1, min(sum(map(_width, marked)), room - indent))
        bar = self._painted("|", _BLUE)
        yield f"{self._painted(number, _BLUE)} {bar} {shown}".rstrip()
        yield f"{'':{len(number)}} {bar} {'':{indent}}{self._painted('^' * length, _tint(problem))}"

    def _line_at(self, place: Place) -> str:
        """Return the line of a text file at a place; "" if there is none."""
        if not place.line or type(place) is not Place:  # a cell of a workbook is no line
            return ""
        if place.file not in self.lines:
            try:
                text = read_regular(Path(place.file), _MOST_BYTES).decode("utf-8-sig")
            except (OSError, ValueError):
                text = ""
            self.lines[place.file] = [line.removesuffix("\r") for line in text.split("\n")]
        lines = self.lines[place.file]
        return lines[place.line - 1] if place.line <= len(lines) else ""

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


def _tint(problem: Problem) -> str:
    return _YELLOW if isinstance(problem, Finding) and problem.severity == "warning" else _RED


def _harmless(character: str) -> str:
    """Return a character as it is shown: a tab as spaces, one that would steer the terminal as a sign for it."""
    if character == "\t":
        return "    "
    return "\N{REPLACEMENT CHARACTER}" if category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") else character


def _width(character: str) -> int:
    """Return the number of columns that a character takes on a terminal."""
    if category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 4 if character == "\t" else 1


def _fitting(text: str, room: int) -> str:
    """Return as much of a text as fits into a number of columns."""
    used = 0
    for position, character in enumerate(text):
        used += _width(character)
        if used > room:
            return text[:position]
    return text
