"""Values read from files, with their places, and the characters that they may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.errors import Place
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message, message
from cardgen.data.places import Key, KeyPlaces, PartPlaces, ValuePlaces, paths_in

#: Characters of one text in a file of values: the longest that is allowed anywhere is a path of 100,000.
MOST_CHARACTERS = 200_000

#: Invisible characters that break files: an SVG file must not have them, and some of them end a line.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Marked:
    """A value read from a file, and the place of each part of it by its path of keys and indexes."""

    value: Any
    file: str
    places: Mapping[Key, Place] = field(default_factory=dict)
    keys: Mapping[Key, Place] = field(default_factory=dict)
    base: Key = ()

    def place(self, *path: str | int) -> Place:
        """Return the place of the value at `path`, or of the innermost value around it that the file has."""
        whole = (*self.base, *path)
        for end in range(len(whole), -1, -1):
            place = self.places.get(whole[:end])
            if place is not None:
                return place
        return Place(self.file, 1, 1)  # the file is empty

    def key_place(self, *path: str | int) -> Place:
        """Return the place of the key of the value at `path`."""
        return self.keys.get((*self.base, *path)) or self.place(*path)

    def part(self, *path: str | int) -> Marked:
        """Return the value at `path` with its places. KeyError or IndexError if there is none."""
        value = self.value
        for step in path:
            value = value[step]
        return Marked(value, self.file, self.places, self.keys, (*self.base, *path))

    def in_order(self) -> Iterator[tuple[Place, Place]]:
        """Yield the place of each part and of its key, or of itself if it has none: the value, then its entries."""
        if isinstance(self.places, ValuePlaces) and isinstance(self.keys, KeyPlaces):
            outline = self.places.outline
            if len(outline):
                yield from outline.places_from(outline.find(self.base))
                return
        for path in paths_in(self.value):
            yield self.place(*path), self.key_place(*path)

    def alone(self) -> Marked:
        """Return the same value, with places by paths that begin at the value itself."""
        if not self.base:
            return self
        return Marked(self.value, self.file, PartPlaces(self.places, self.base), PartPlaces(self.keys, self.base))


def value_at(value: Any, *path: str) -> Any:
    """Return the value at a path of keys; None if there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def control_character(character: str) -> Message:
    """Return the message for a character of CONTROL."""
    return message("control character U+{code:04X} in a text", code=ord(character))


def too_long(text: str, most: int | None = None) -> tuple[Message, Message]:
    """Return the message and the hint for a text of more than `most` characters, by default MOST_CHARACTERS."""
    return message("the text is too long: {length:,} characters", length=len(text)), message(
        "at most {limit:,}", limit=most or MOST_CHARACTERS
    )
