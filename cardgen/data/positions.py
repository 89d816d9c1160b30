"""Positions of a game: texts in the notation of its engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.data.model import GameFile, Position
from cardgen.data.reading import Reader, place_after

#: Characters of a position or a log.
MOST_IN_POSITION = 100_000


class PositionText(NamedTuple):
    """The path of a position's file for messages, and its text."""

    shown: str
    text: str


def read_position(reader: Reader, name: str, place: Place) -> PositionText:
    """Return the text of a file that game.yaml names at `place`. DataError if it cannot be read or is too long."""
    path = reader.find(name, place)
    text, shown = reader.read_text(path), reader.shown(path)
    if len(text) > MOST_IN_POSITION:
        problem = message("the position has {count:,} characters", count=len(text))
        hint = message("at most {most:,}", most=MOST_IN_POSITION)
        raise DataError(Fault(place_after(text[:MOST_IN_POSITION], shown), problem, hint))
    return PositionText(shown, text)


def make_positions(file: GameFile, texts: Mapping[str, PositionText]) -> dict[str, Position]:
    """Return the positions of game.yaml with their texts."""
    first = next(iter(file.rulesets), "")
    entries = file.positions.items()
    return {name: Position(name, entry.titles, entry.rules or first, *texts[name]) for name, entry in entries}
