"""The notation of logs: one placement on each line.

# text after a number sign is a comment
red F5 (0,0)(0,1)(1,1)(1,2)(2,1)     colour, shape, the cells that it covers
red pass                             optional: red has no placement
scores 9 0 12 15                     optional, the last line: the score of each player
"""

from __future__ import annotations

import re

from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import SHAPES, Cells
from cardgen.records import dataclass

_WORDS = re.compile(r"(\S+)\s+(\S+)\s*(\S.*)?")
_CELL = re.compile(r"\(\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*\)")
_SCORES = re.compile(r"scores((?:\s+-?[0-9]{1,4})+)")

#: Characters of an unreadable line that its message quotes.
_MOST_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Placed:
    """A shape of a colour and the cells that it covers, sorted. It may be illegal."""

    colour: str
    shape: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass: the log claims that the colour has no legal placement."""

    colour: str


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores that the log claims, in the order of the seats."""

    values: tuple[int, ...]


Entry = Placed | Passed | Scores


def parse_log(text: str) -> list[tuple[int, Entry]]:
    """Return the entries of a log, each with the number of its line, from 1. PlayError with the line if one is wrong.

    A line may have several entries, separated by `;`.
    """
    entries: list[tuple[int, Entry]] = []
    for number, line in enumerate(text.split("\n"), 1):
        for part in line.split("#")[0].split(";"):
            if part.strip():
                try:
                    entries.append((number, parse_entry(part)))
                except PlayError as error:
                    raise error.at_line(number) from None
    return entries


def parse_entry(text: str) -> Entry:
    """Return an entry of a log. PlayError if it cannot be read."""
    text = text.strip()
    scores = _SCORES.fullmatch(text)
    if scores:
        return Scores(tuple(map(int, scores[1].split())))
    words = _WORDS.fullmatch(text)
    if words is None:
        raise _unreadable(text)
    colour, shape, rest = words[1], words[2], words[3] or ""
    if colour not in COLOURS:
        raise PlayError("unknown-colour", _short(colour))
    if shape == "pass" and not rest:
        return Passed(colour)
    if shape not in SHAPES:
        raise PlayError("unknown-shape", _short(shape))
    cells = [(int(x), int(y)) for x, y in _CELL.findall(rest)]
    if not cells or _CELL.sub("", rest).strip():
        raise _unreadable(text)
    return Placed(colour, shape, tuple(sorted(cells)))


def write_entry(entry: Entry) -> str:
    """Return the canonical line of an entry."""
    match entry:
        case Placed(colour, shape, cells):
            return f"{colour} {shape} " + "".join(f"({x},{y})" for x, y in cells)
        case Passed(colour):
            return f"{colour} pass"
        case Scores(values):
            return " ".join(["scores", *map(str, values)])


def _unreadable(text: str) -> PlayError:
    return PlayError("unreadable", repr(_short(text)))


def _short(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else text[:_MOST_QUOTED] + "…"
