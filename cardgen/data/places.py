"""The places of the parts of a value, stored as numbers. A `Place` is made only when it is needed.

Otherwise a table of a million cells would hold a million paths and places that are never used.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Any, TypeAlias

from cardgen.base.errors import Place
from cardgen.base.records import dataclass

Key: TypeAlias = tuple[str | int, ...]

#: Lines and columns share a number: the column takes the lower bits.
_COLUMN_BITS = 32
_COLUMN = (1 << _COLUMN_BITS) - 1

#: The entries of collections are listed at the first look-up, in files with few values. In files with more, such as
#: tables, only those of large collections are, and smaller ones are searched at each look-up.
_FEW_VALUES = 10_000
_LISTED_FROM = 32


def pack_place(line: int, column: int) -> int:
    """Return a line and a column as one number."""
    return line << _COLUMN_BITS | column


def paths_in(value: Any, path: Key = ()) -> Iterator[Key]:
    """Yield the path of a value and of all its parts, in the order of a file."""
    yield path
    entries = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for step, entry in entries:
        yield from paths_in(entry, (*path, step))


def common_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return how many lines at the beginning, and how many of the others at the end, are the same in both."""
    most = min(len(before), len(after))
    above = next(compress(count(), map(ne, before, after)), most)
    most -= above
    below = next(compress(count(), map(ne, reversed(before), reversed(after))), most)
    return above, min(below, most)


class Outline:
    """The places of all parts of one value, in the order of the file: one number per node.

    The paths come from `value`, the value as read, which must not be changed afterwards.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.value: Any = None
        self._at = array("Q")
        self._key_at = array("Q")
        self._end = array("Q")
        self._listed: dict[int, Mapping[Any, int] | Sequence[int]] = {}

    def __len__(self) -> int:
        return len(self._at)

    @classmethod
    def unpack(cls, file: str, value: Any, places: Sequence[bytes]) -> Outline:
        """Return the outline of a value with the places that `pack` has returned."""
        outline = cls(file)
        outline.value = value
        for numbers, content in zip((outline._at, outline._key_at, outline._end), places, strict=True):
            numbers.frombytes(content)
        return outline

    def pack(self) -> tuple[bytes, ...]:
        """Return the places as bytes."""
        return self._at.tobytes(), self._key_at.tobytes(), self._end.tobytes()

    def add(self, line: int, column: int, key: tuple[int, int] | None) -> int:
        """Add a node at that place, and the place of its key if it has one. Return the node's number."""
        self._at.append(pack_place(line, column))
        self._key_at.append(pack_place(*key) if key else 0)
        self._end.append(len(self._at))
        return len(self._at) - 1

    def close(self, node: int) -> None:
        """End a node: all nodes added after it are parts of it."""
        self._end[node] = len(self._at)

    def find(self, path: Key) -> int:
        """Return the number of the node at `path`. KeyError if there is none."""
        node, value = 0, self.value
        if not self._at:
            raise KeyError(path)
        for step in path:
            node = self._child(node, value, step)
            value = value[step]
        return node

    def _child(self, node: int, value: Any, step: str | int) -> int:
        if isinstance(value, list):
            if not isinstance(step, int) or not 0 <= step < len(value):
                raise KeyError(step)
        elif not isinstance(value, dict) or step not in value:
            raise KeyError(step)
        listed = self._listed.get(node)
        if listed is None:
            children = array("Q", self._children(node, len(value)))
            listed = children if isinstance(value, list) else dict(zip(value, children, strict=True))
            if len(self._at) <= _FEW_VALUES or len(value) >= _LISTED_FROM:
                self._listed[node] = listed
        return listed[step]  # type: ignore[index]

    def _children(self, node: int, count: int) -> Iterator[int]:
        child = node + 1
        for _ in range(count):
            yield child
            child = self._end[child]

    def children_of(self, path: Key) -> Iterator[int]:
        """Yield the numbers of the nodes of the entries of the list at `path`. KeyError if there is none."""
        entries = self.value
        for step in path:
            entries = entries[step]
        return self._children(self.find(path), len(entries))

    def with_entries(
        self, path: Key, first: int, last: int, others: Outline, down: int, moved: int, value: Any
    ) -> Outline:
        """Return the outline of `value`, in which the entries of `others` replace nodes of the list at `path`.

        The replaced nodes are those from `first` to before `last`. The list is the last thing in the file. Lines of
        `others` move by `down`, those of the nodes after them by `moved`.
        """
        outline = Outline(self.file)
        outline.value = value
        outline._at = self._at[:first] + _moved(others._at[1:], down) + _moved(self._at[last:], moved)
        outline._key_at = self._key_at[:first] + _moved(others._key_at[1:], down) + _moved(self._key_at[last:], moved)
        more = len(others) - 1 - (last - first)
        inner = array("Q", [end + first - 1 for end in others._end[1:]])
        below = array("Q", [end + more for end in self._end[last:]]) if more else self._end[last:]
        outline._end = self._end[:first] + inner + below
        for length in range(len(path) + 1):
            outline.close(self.find(path[:length]))
        return outline

    def part(self, node: int, value: Any) -> Outline:
        """Return the outline of a node whose value is `value` alone."""
        outline, end = Outline(self.file), self._end[node]
        outline.value = value
        outline._at, outline._key_at = self._at[node:end], self._key_at[node:end]
        outline._end = array("Q", [inner - node for inner in self._end[node:end]])
        return outline

    def line(self, node: int) -> int:
        return self._at[node] >> _COLUMN_BITS

    def paths(self) -> Iterator[Key]:
        """Return the paths of all nodes, in the order of the file."""

        return paths_in(self.value) if self._at else iter(())

    def places_from(self, node: int) -> Iterator[tuple[Place, Place]]:
        """Yield the places of a node and of all nodes in it, each with that of its key, or its own if it has none."""
        for number in range(node, self._end[node]):
            place = self.place(number)
            yield place, self.key_place(number) or place

    def place(self, node: int) -> Place:
        return Place(self.file, self._at[node] >> _COLUMN_BITS, self._at[node] & _COLUMN)

    def key_place(self, node: int) -> Place | None:
        """Return the place of a node's key; None for an entry of a list."""
        key = self._key_at[node]
        return Place(self.file, key >> _COLUMN_BITS, key & _COLUMN) if key else None


class _View(Mapping[Key, Place]):
    __slots__ = ()

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True, eq=False)
class ValuePlaces(_View):
    """The place of every value of an outline, by its path."""

    outline: Outline

    def __getitem__(self, path: Key) -> Place:
        return self.outline.place(self.outline.find(path))

    def __iter__(self) -> Iterator[Key]:
        return self.outline.paths()


@dataclass(frozen=True, slots=True, eq=False)
class KeyPlaces(_View):
    """The place of every key of an outline, by the path of its value."""

    outline: Outline

    def __getitem__(self, path: Key) -> Place:
        place = self.outline.key_place(self.outline.find(path))
        if place is None:
            raise KeyError(path)
        return place

    def __iter__(self) -> Iterator[Key]:
        return (path for path in self.outline.paths() if path in self)


@dataclass(frozen=True, slots=True, eq=False)
class PartPlaces(_View):
    """The places of a part of a value, by paths that begin at the part; with `only`, of these entries alone."""

    whole: Mapping[Key, Place]
    base: Key
    only: Container[str | int] | None = None

    def __getitem__(self, path: Key) -> Place:
        if self.only is not None and (not path or path[0] not in self.only):
            raise KeyError(path)
        return self.whole[(*self.base, *path)]

    def __iter__(self) -> Iterator[Key]:
        length = len(self.base)
        inside = (path[length:] for path in self.whole if path[:length] == self.base)
        return (path for path in inside if self.only is None or (path and path[0] in self.only))


class TablePlaces(_View):
    """The places of the rows and cells of a table. `place_at` makes a place from a line and a column of its file."""

    def __init__(self, begin: Place, paths: Sequence[Key | None], place_at: Callable[[int, int], Place]) -> None:
        self._begin, self._place_at = begin, place_at
        self._columns = {path: number for number, path in enumerate(paths) if path is not None}
        self._width = len(paths) + 1
        self._at = array("Q")

    def begin_row(self, line: int, column: int) -> list[int]:
        """Return the packed places of a row that begins at that line and column: its own, then those of its cells."""
        return [pack_place(line, column), *([0] * (self._width - 1))]

    def end_row(self, places: list[int]) -> None:
        """Add the packed places of a row."""
        self._at.extend(places)

    def row_lines(self) -> Sequence[int]:
        """Return the line in which each row begins."""
        return [packed >> _COLUMN_BITS for packed in self._at[:: self._width]]

    def moved(self, lines: int) -> TablePlaces:
        """Return the places so many lines further down."""
        return self.with_rows(0, 0, TablePlaces(self._begin, (), self._place_at), 0, lines)

    def with_rows(self, first: int, last: int, others: TablePlaces, moved: int, moved_below: int) -> TablePlaces:
        """Return the places of a table in which `others` replace the rows from `first` to before `last`.

        The lines of `others` move by `moved`, those of the rows below by `moved_below`.
        """
        table = TablePlaces(self._begin, (), self._place_at)
        table._columns, table._width = self._columns, self._width
        above, below = self._at[: first * self._width], self._at[last * self._width :]
        table._at = above + _moved(others._at, moved) + _moved(below, moved_below)
        return table

    def __getitem__(self, path: Key) -> Place:
        if not path:
            return self._begin
        row = path[0]
        if not isinstance(row, int) or not 0 <= row * self._width < len(self._at):
            raise KeyError(path)
        cell = 0 if len(path) == 1 else self._columns[path[1:]] + 1
        packed = self._at[row * self._width + cell]
        if not packed:
            raise KeyError(path)
        return self._place_at(packed >> _COLUMN_BITS, packed & _COLUMN)

    def __iter__(self) -> Iterator[Key]:
        yield ()
        for row in range(len(self._at) // self._width):
            yield (row,)
            yield from ((row, *path) for path in self._columns if (row, *path) in self)


def _moved(places: array[int], lines: int) -> array[int]:
    """Return packed places so many lines further down; 0 is no place."""
    return array("Q", [place and place + (lines << _COLUMN_BITS) for place in places]) if lines else places


@dataclass(frozen=True, slots=True, eq=False)
class HeaderPlaces(_View):
    """The places of a table's keys, which are in the header for every row."""

    headings: Mapping[Key, Place]
    rows: Sequence[Any]

    def __getitem__(self, path: Key) -> Place:
        if not path or not isinstance(path[0], int) or not 0 <= path[0] < len(self.rows):
            raise KeyError(path)
        return self.headings[path[1:]]

    def __iter__(self) -> Iterator[Key]:
        return ((row, *path) for row in range(len(self.rows)) for path in self.headings)
