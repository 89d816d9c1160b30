"""A YAML file that is edited: its characters, and the value that they must read as."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.base.errors import DataError, Place
from cardgen.data.places import paths_in
from cardgen.data.reading import MOST_VALUES, parse_yaml
from cardgen.data.rows.options import TableOptions
from cardgen.editing import yaml_edits
from cardgen.editing.documents import ConflictError, no_value, not_possible
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, Rename, Replace, SetValue
from cardgen.editing.text_document import TextDocument
from cardgen.editing.yaml_edits import line_break
from cardgen.editing.yaml_nodes import Path as PlainPath

#: Entries from which a list is edited by entry: to find the parts of a whole long text takes a while.
_LONG = 20


class YamlDocument(TextDocument):
    """A YAML file. `value` is what its text must read as after the operations so far."""

    def __init__(self, file: str, content: bytes, options: TableOptions) -> None:
        super().__init__(file, content, options)
        self.marked = parse_yaml(self.text, file, MOST_VALUES)
        self.value = self.marked.value

    def apply(self, operation: Operation) -> None:
        if isinstance(operation, Replace):
            super().apply(operation)
            self.value = parse_yaml(self.text, self.file, MOST_VALUES).value
            return
        try:
            path = self._plain(operation.path)
            self._apply(operation, path)
        except (LookupError, TypeError, ValueError):
            raise no_value(self._place(()), operation.path) from None

    def _plain(self, path: Path) -> PlainPath:
        """Return a path with a number for each id. ValueError if no entry has it."""
        plain: list[str | int] = []
        value = self.value
        for step in path:
            if isinstance(step, str) and isinstance(value, list):
                step = [entry.get("id") for entry in value].index(step)
            plain.append(step)
            value = value[step] if value is not None and _has(value, step) else None
        return plain

    def _apply(self, operation: Operation, path: PlainPath) -> None:
        key: Any = path[-1] if path else None
        if key is None:
            assert isinstance(operation, SetValue)
            around = current = self.value
        else:
            around = self._own(path[:-1])
            current = around[key] if isinstance(operation, SetValue | Delete) else None
        match operation:
            case SetValue():
                if current != operation.old:
                    raise ConflictError(operation, self._place(path), operation.old, current)
                self._edit(yaml_edits.set_value, path, current, operation.new)
                if key is None:
                    self.value = operation.new
                else:
                    around[key] = operation.new
            case Insert():
                at = len(around) if operation.at is None else operation.at
                self._edit(yaml_edits.insert_entry, path, operation.value, at)
                _insert(around, key, at, operation.value)
            case Delete():
                if operation.old is not None and current != operation.old:
                    raise ConflictError(operation, self._place(path), operation.old, current)
                self._edit(yaml_edits.delete_entry, path)
                del around[key]
            case Move():
                self._edit(yaml_edits.move_entry, path, operation.to)
                _insert(around, key, operation.to, around.pop(key))
            case Rename():
                self._edit(yaml_edits.rename_key, path, operation.name)
                number = list(around).index(key)
                _insert(around, operation.name, number, around.pop(key))

    def _own(self, path: PlainPath) -> Any:
        """Return the collection at a path, copied with those around it: others may have the value that was read."""
        self.value = around = copy.copy(self.value)
        for step in path:
            around[step] = around = copy.copy(around[step])
        return around

    def _edit(self, edit: Callable[..., str], path: PlainPath, *arguments: Any) -> None:
        """Edit the text: inside of an entry of a list, only the lines of this entry and of the next one.

        The edit of an entry depends on no other; the next one shows that it is not the end of the text.
        """
        start, end, inner = self._lines_of_entry(path) or (0, len(self.text), path)
        self.text = self.text[:start] + edit(self.text[start:end], inner, *arguments) + self.text[end:]

    def _lines_of_entry(self, path: PlainPath) -> tuple[int, int, PlainPath] | None:
        """Return where the lines of an entry and of the next one begin and end, and the path from there.

        None if the path is not inside of an entry of a list that is the last part of the file, or if lines that begin
        with a dash are not its entries, which reading them shows.
        """
        key, number = path[:2] if len(path) > 2 else ("", "")
        if not isinstance(number, int):
            return None
        rows = self.value[key]
        column = self.marked.place(key).column
        if not isinstance(rows, list) or len(rows) < _LONG:
            return None
        dashes = [match.start() for match in re.finditer(rf"^ {{{column - 1}}}- ", self.text, re.MULTILINE)]
        if len(dashes) != len(rows):
            return None
        start, end = dashes[number], [*dashes, len(self.text), len(self.text)][number + 2]
        lines = self.text[start:end]
        if line_break(lines) != line_break(self.text):
            return None
        try:
            read = parse_yaml(lines, "", MOST_VALUES).value
        except DataError:
            return None
        return (start, end, [0, *path[2:]]) if _is_same(read, rows[number : number + 2]) else None

    def path_at(self, place: Place) -> Path:
        for path in paths_in(self.marked.value):
            if path and self.marked.places[path] == place:
                return tuple(path)
        raise LookupError(place)

    def value_at(self, path: Path) -> Any:
        try:
            value = self.value
            for step in self._plain(path):
                value = value[step]
            return value
        except (TypeError, ValueError) as error:
            raise LookupError(path) from error

    def _place(self, path: PlainPath) -> Place:
        return self.marked.place(*path) if path else Place(self.file)

    def content(self) -> bytes:
        try:
            written = parse_yaml(self.text, self.file, MOST_VALUES).value
        except DataError:
            written = None
        if not _is_same(written, self.value):
            raise not_possible(Place(self.file))
        return super().content()


def _is_same(value: Any, other: Any) -> bool:
    """Return True if values are equal and of the same types: 1 and true are not. The order of keys is ignored."""
    if value is other:
        return True
    if isinstance(value, dict) and isinstance(other, Mapping):
        return value.keys() == other.keys() and all(_is_same(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(_is_same, value, other))
    return type(value) is type(other) and repr(value) == repr(other)


def _has(value: Any, step: str | int) -> bool:
    return step in value if isinstance(value, dict) else isinstance(step, int) and step < len(value)


def _insert(around: Any, key: Any, at: int, value: Any) -> None:
    """Insert an entry into a mapping or a list, before the one with a number."""
    if isinstance(around, list):
        around.insert(at, value)
        return
    entries = list(around.items())
    entries.insert(at, (key, value))
    around.clear()
    around.update(entries)
