"""The rules of a loaded game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.errors import Place, Severity
from cardgen.base.records import dataclass, field
from cardgen.base.sentences.syntax import Resolved
from cardgen.data.conditions import Condition
from cardgen.data.reading import Marked


@dataclass(frozen=True, slots=True)
class CardRule:
    """A rule of a game. `message` and `hint` are by language, with placeholders; empty if cardgen's own are used."""

    id: str
    sentence: Resolved
    where: Mapping[str, Condition]
    severity: Severity
    message: Mapping[str, str]
    hint: Mapping[str, str]
    marked: Marked = field(repr=False)
    """the sentence with its place"""
    source: str = field(repr=False)
    """the text of the file"""

    def place(self, at: int = 0) -> Place:
        """Return the place of a character of the sentence."""
        return place_in_text(self.source, self.marked.place(), str(self.marked.value), at)


@dataclass(frozen=True, slots=True)
class CardRules:
    """The rules of a game, and the values that they name besides cards."""

    rules: tuple[CardRule, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


def place_in_text(source: str, place: Place, text: str, at: int) -> Place:
    """Return the place of a character of a YAML text that begins at `place` of a file with the content `source`.

    The text may be in quotes, or on several lines; then spaces and line breaks differ from those of the file.
    """
    lines = source.split("\n")
    line, column = place.line - 1, place.column - 1
    if not 0 <= line < len(lines):
        return place
    if lines[line][column : column + 1] in ("|", ">"):
        line, column = line + 1, 0
    quote = lines[line][column : column + 1] if line < len(lines) else ""
    column += quote in ('"', "'")
    wanted = sum(not character.isspace() for character in text[:at])
    if at >= len(text.rstrip()):  # the end of the sentence is where its last character ends
        wanted = sum(not character.isspace() for character in text) - 1
    while line < len(lines):
        row = lines[line]
        while column < len(row):
            character = row[column]
            if character.isspace() or (quote == '"' and character == "\\"):
                column += 1
                continue
            if quote == "'" and row[column : column + 2] == "''":
                column += 1
            if not wanted:
                return Place(place.file, line + 1, column + 1 + (at >= len(text.rstrip())))
            wanted -= 1
            column += 1
        line, column = line + 1, 0
    return place
