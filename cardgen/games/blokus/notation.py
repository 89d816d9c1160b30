"""The notation of logs: one placement on each line.

# text after a number sign is a comment
red F5 (0,0)(0,1)(1,1)(1,2)(2,1)     colour, shape, the cells that it covers
red pass                             optional: red has no placement
scores 9 0 12 15                     optional, the last line: the score of each player
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from cardgen import dataclass
from cardgen.engines.serving import Word, shortened
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import SHAPES

_WORDS = re.compile(r"(\S+)\s+(\S+)\s*(\S.*)?")
_CELL = re.compile(r"\(\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*\)")
_SCORES = re.compile(r"scores((?:\s+-?[0-9]{1,4})+)")

Coordinate = Annotated[int, Field(ge=-9999, le=9999)]


@dataclass(frozen=True, slots=True)
class ShapeMove:
    """A shape of a colour and the cells that it covers, sorted. `milliseconds` is the time that the player took.

    It is `automatic` if the piece is random: the player has asked for it, or the time has run out. What a player asks
    for has no colour, and no shape if it is automatic.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    colour: Word = ""
    shape: Word = ""
    cells: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Field(max_length=16)] = ()
    milliseconds: Annotated[int, Field(ge=0, le=10**9)] = 0
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass: the log claims that the colour has no legal placement."""

    colour: str


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores that the log claims, in the order of the seats."""

    values: tuple[int, ...]


Entry = ShapeMove | Passed | Scores


def parse_entry(text: str) -> Entry:
    """Return an entry of a log. BlokusError if it cannot be read."""
    text = text.strip()
    scores = _SCORES.fullmatch(text)
    if scores:
        return Scores(tuple(map(int, scores[1].split())))
    words = _WORDS.fullmatch(text)
    if words is None:
        raise _unreadable(text)
    colour, shape, rest = words[1], words[2], words[3] or ""
    if colour not in COLOURS:
        raise BlokusError("unknown-colour", shortened(colour))
    if shape == "pass" and not rest:
        return Passed(colour)
    if shape not in SHAPES:
        raise BlokusError("unknown-shape", shortened(shape))
    cells = [(int(x), int(y)) for x, y in _CELL.findall(rest)]
    if not cells or _CELL.sub("", rest).strip():
        raise _unreadable(text)
    return ShapeMove(colour, shape, tuple(sorted(cells)))


def write_entry(entry: Entry) -> str:
    """Return the canonical line of an entry."""
    match entry:
        case ShapeMove(colour, shape, cells):
            return f"{colour} {shape} " + "".join(f"({x},{y})" for x, y in cells)
        case Passed(colour):
            return f"{colour} pass"
        case Scores(values):
            return " ".join(["scores", *map(str, values)])


def _unreadable(text: str) -> BlokusError:
    return BlokusError("unreadable", repr(shortened(text)))
