"""What an edit does to a game's files, as data: values set, entries inserted, deleted, moved, renamed, texts replaced.

A file is named by its path from the folder of the project, with slashes. A path in a YAML file has the keys of mappings
and the entries of lists, each by its `id` or its number from 0. In a table it has a row and the heading of a column; a
row is named by its id or by the line on which it begins, the header by 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from cardgen.base.records import dataclass, field

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SetValue:
    """Another value at a path. `old` is the value that it replaces; None for an empty cell."""

    file: str
    path: Path
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Insert:
    """An entry inserted before the entry number `at`, or last. In a list and a table, the end of the path is ignored.

    The value of a row has its cells by heading; that of a column is the heading.
    """

    file: str
    path: Path
    value: Any
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    """The entry, row or column at a path deleted. `old` is its value."""

    file: str
    path: Path
    old: Any = None


@dataclass(frozen=True, slots=True)
class Move:
    """The entry or row at a path moved, so that its number is `to`."""

    file: str
    path: Path
    to: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Another name of the key at a path."""

    file: str
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Replace:
    """A part of a text replaced, from the character `at`. `old` is the text that it replaces."""

    file: str
    at: int
    old: str
    new: str


Operation: TypeAlias = SetValue | Insert | Delete | Move | Rename | Replace


@dataclass(frozen=True, slots=True)
class Change:
    """Operations that are done together or not at all, such as those of one gesture.

    `digests` are the sha256 of the files that they were made for. In a file that has changed since, an operation that
    counts entries is refused: another entry may have that number now.
    `created` are the contents of new files, by name.
    """

    operations: tuple[Operation, ...]
    digests: Mapping[str, str] = field(default_factory=dict)
    created: Mapping[str, bytes] = field(default_factory=dict)
