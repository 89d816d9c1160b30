"""Writing placements down: a log has one a line.

# anything after a number sign is a remark
red F5 (0,0)(0,1)(1,1)(1,2)(2,1)     colour, shape, the cells it covers
red pass                             need not be said: red can place nothing
scores 9 0 12 15                     the last line, if there is one: what each player ends with
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardgen.games.blokus.placements import Placement
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import SHAPES, Cells

_WORDS = re.compile(r"(\S+)\s+(\S+)\s*(\S.*)?")
_CELL = re.compile(r"\(\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*\)")
_SCORES = re.compile(r"scores((?:\s+-?[0-9]{1,4})+)")

#: How much of a line that cannot be read is repeated.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Placed:
    """A colour's shape and the cells it is to cover, sorted. Nothing says that it is legal."""

    colour: str
    shape: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class Passed:
    """A colour that is said to have no legal placement."""

    colour: str


@dataclass(frozen=True, slots=True)
class Scores:
    """What the players are said to end with, in the order of the seats."""

    values: tuple[int, ...]


Entry = Placed | Passed | Scores


def parse_log(text: str) -> list[tuple[int, Entry]]:
    """The entries of a log, each with the number of its line, from 1. PlayError, with the line, when one is unreadable.

    Several entries may stand on one line, parted by `;`.
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
    """One entry of a log. PlayError when it cannot be read."""
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
    """The one canonical line for an entry."""
    match entry:
        case Placed(colour, shape, cells):
            return f"{colour} {shape} " + "".join(f"({x},{y})" for x, y in cells)
        case Passed(colour):
            return f"{colour} pass"
        case Scores(values):
            return " ".join(["scores", *map(str, values)])


def write_placement(colour: str, placement: Placement) -> str:
    """The one canonical line for a placement of a colour."""
    return write_entry(Placed(colour, placement.shape, placement.points()))


def _unreadable(text: str) -> PlayError:
    return PlayError("unreadable", repr(_short(text)))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
