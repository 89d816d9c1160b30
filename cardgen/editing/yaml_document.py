"""A YAML file that is edited: its characters, and the value that they must read as."""

from __future__ import annotations

import copy
import json
from typing import Any

from cardgen.base.errors import DataError, Place
from cardgen.data.places import paths_in
from cardgen.data.reading import MOST_VALUES, parse_yaml
from cardgen.data.rows.options import TableOptions
from cardgen.editing import yaml_edits
from cardgen.editing.documents import ConflictError, no_value, not_possible
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, Rename, Replace, SetValue
from cardgen.editing.text_document import TextDocument
from cardgen.editing.yaml_nodes import Path as PlainPath


class YamlDocument(TextDocument):
    """A YAML file. `value` is what its text must read as after the operations so far."""

    def __init__(self, file: str, content: bytes, options: TableOptions) -> None:
        super().__init__(file, content, options)
        self.marked = parse_yaml(self.text, file, MOST_VALUES)
        self.value = copy.deepcopy(self.marked.value)

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
        around = self.value
        for step in path[:-1]:
            around = around[step]
        key: Any = path[-1] if path else None
        match operation:
            case SetValue():
                current = self.value if key is None else around[key]
                if current != operation.old:
                    raise ConflictError(operation, self._place(path), operation.old, current)
                self.text = yaml_edits.set_value(self.text, path, current, operation.new)
                if key is None:
                    self.value = copy.deepcopy(operation.new)
                else:
                    around[key] = copy.deepcopy(operation.new)
            case Insert():
                at = len(around) if operation.at is None else operation.at
                self.text = yaml_edits.insert_entry(self.text, path, operation.value, at)
                _insert(around, key, at, operation.value)
            case Delete():
                if operation.old is not None and around[key] != operation.old:
                    raise ConflictError(operation, self._place(path), operation.old, around[key])
                self.text = yaml_edits.delete_entry(self.text, path)
                del around[key]
            case Move():
                self.text = yaml_edits.move_entry(self.text, path, operation.to)
                _insert(around, key, operation.to, around.pop(key))
            case Rename():
                self.text = yaml_edits.rename_key(self.text, path, operation.name)
                number = list(around).index(key)
                _insert(around, operation.name, number, around.pop(key))

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
        if _canonical(written) != _canonical(self.value):
            raise not_possible(Place(self.file))
        return super().content()


def _canonical(value: Any) -> str:
    """Return a value as text that is equal only for equal values: 1 and true are not. The order of keys is ignored."""
    return json.dumps(value, sort_keys=True)


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
