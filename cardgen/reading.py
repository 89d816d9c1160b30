"""Input files into plain values that remember where they stood, and values into checked models.

YAML is read with the scalars of YAML 1.2 (`no` is text), without tags, anchors or duplicate keys: data is data.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError

from cardgen.errors import DataError, Fault, Place, did_you_mean

Key: TypeAlias = tuple[str | int, ...]
Model = TypeVar("Model", bound=BaseModel)

#: More than any deck or template is ever long; a larger file is not one.
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Marked:
    """A value read from a file, and the place of each part of it by its path of keys and indexes."""

    value: Any
    file: str
    places: Mapping[Key, Place] = field(default_factory=dict)
    keys: Mapping[Key, Place] = field(default_factory=dict)
    base: Key = ()

    def place(self, *path: str | int) -> Place:
        """Where the value at `path` stands, or the nearest part round it that the file has."""
        whole = (*self.base, *path)
        for end in range(len(whole), -1, -1):
            if whole[:end] in self.places:
                return self.places[whole[:end]]
        return Place(self.file)

    def key_place(self, *path: str | int) -> Place:
        """Where the key of the value at `path` stands."""
        return self.keys.get((*self.base, *path)) or self.place(*path)

    def part(self, *path: str | int) -> Marked:
        """The value at `path` as a Marked of its own. KeyError or IndexError when there is none."""
        value = self.value
        for step in path:
            value = value[step]
        return replace(self, value=value, base=(*self.base, *path))


class Reader:
    """Reads files under one folder, remembering what was read: the inputs of a build.

    `root` is shown to people; every file must lie inside `fence`, whatever links or dots its name holds.
    """

    def __init__(self, fence: Path, shown_from: Path | None = None) -> None:
        self.fence = fence.resolve()
        self.shown_from = shown_from
        self.digests: dict[Path, str] = {}

    def shown(self, path: Path) -> str:
        """The path as the user would type it."""
        if self.shown_from is not None:
            try:
                return path.relative_to(self.shown_from).as_posix()
            except ValueError:
                pass
        return str(path)

    def find(self, name: str, place: Place) -> Path:
        """The file called `name` inside the fence. DataError when it leaves the folder or is not there."""
        path = self.fence / name
        real = path.resolve()
        if Path(name).is_absolute() or not real.is_relative_to(self.fence):
            raise DataError(Fault(place, f"{name!r} leaves the folder {self.shown(self.fence)}"))
        if not real.is_file():
            near = did_you_mean(name, sorted(p.relative_to(self.fence).as_posix() for p in self._siblings(path)))
            raise DataError(Fault(place, f"there is no file {self.shown(path)}", near))
        return path

    @staticmethod
    def _siblings(path: Path) -> Iterable[Path]:
        return (p for p in path.parent.iterdir() if p.is_file()) if path.parent.is_dir() else ()

    def read_bytes(self, path: Path) -> bytes:
        """The file's bytes, noted as an input."""
        shown = self.shown(path)
        try:
            if path.stat().st_size > MOST_BYTES:
                raise DataError(Fault(Place(shown), f"larger than {MOST_BYTES >> 20} MiB"))
            content = path.read_bytes()
        except OSError as error:
            raise DataError(Fault(Place(shown), f"cannot be read: {error.strerror}")) from error
        self.digests[path.resolve()] = hashlib.sha256(content).hexdigest()
        return content

    def read_text(self, path: Path) -> str:
        """The file as UTF-8 text, with or without a byte order mark."""
        content = self.read_bytes(path)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            column = error.start - (content.rfind(b"\n", 0, error.start))
            place = Place(self.shown(path), line, column)
            raise DataError(
                Fault(place, f"byte 0x{content[error.start]:02x} is not UTF-8 text", "save it as UTF-8")
            ) from error

    def read_yaml(self, path: Path) -> Marked:
        """The value in a YAML file. DataError with every duplicate key, anchor or tag, or the first break in syntax."""
        return parse_yaml(self.read_text(path), self.shown(path))


# ---------------------------------------------------------------- YAML

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_SPECIAL = {".inf": math.inf, "+.inf": math.inf, "-.inf": -math.inf, ".nan": math.nan}
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _scalar(text: str) -> Any:
    """A plain scalar by the core schema of YAML 1.2."""
    if text.lower() in _WORDS and text in {"", "~", text.lower(), text.capitalize(), text.upper()}:
        return _WORDS[text.lower()]
    if _INTEGER.match(text):
        return int(text) if len(text) < 400 else math.inf
    if _FLOAT.match(text):
        return float(text)
    return _SPECIAL.get(text.lower(), text)


def parse_yaml(text: str, file: str) -> Marked:
    """The value of a YAML text, with the place of every key, entry and value."""
    builder = _Builder(file)
    try:
        return builder.build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = builder.at(mark) if mark else Place(file)
        raise DataError([*builder.faults, Fault(place, f"not YAML: {error.problem or error.context}")]) from error
    except yaml.YAMLError as error:
        raise DataError(Fault(Place(file), f"not YAML: {error}")) from error
    except RecursionError as error:
        raise DataError(Fault(Place(file), "nested too deeply")) from error


class _Builder:
    """Values out of the parser's events: PyYAML's own composer would resolve aliases and convert by YAML 1.1."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.places: dict[Key, Place] = {}
        self.keys: dict[Key, Place] = {}

    def at(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def build(self, events: Iterator[Any]) -> Marked:
        """The one document of the events. DataError with everything in it that is not plain data."""
        value, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self.faults.append(Fault(self.at(event.start_mark), "a second document in the file", "keep one"))
                    break
            elif isinstance(event, yaml.NodeEvent):
                value = self._value(event, events, ())
        if self.faults:
            raise DataError(self.faults)
        return Marked(value, self.file, self.places, self.keys)

    def _value(self, event: Any, events: Iterator[Any], path: Key) -> Any:
        place = self.places[path] = self.at(event.start_mark)
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            told = "anchors and aliases are not used here"
            self.faults.append(Fault(place, told, "write it out, or use extends"))
            if isinstance(event, yaml.AliasEvent):
                return None
        if event.tag and event.tag != "!":
            self.faults.append(Fault(place, f"tags such as {event.tag!r} are not used here"))
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style else _scalar(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(child, events, (*path, i)) for i, child in enumerate(_until_end(events))]
        found: dict[str, Any] = {}
        for key_event in _until_end(events):
            place = self.at(key_event.start_mark)
            if not isinstance(key_event, yaml.ScalarEvent):
                self.faults.append(Fault(place, "a key must be a word"))
                self._value(key_event, events, (*path, ""))
                self._value(next(events), events, (*path, ""))
                continue
            key = key_event.value
            inner = (*path, key)
            first = self.keys.setdefault(inner, place)
            value = self._value(next(events), events, inner)
            if key in found:
                self.faults.append(Fault(place, f"the key {key!r} stands here twice", f"first on line {first.line}"))
            found[key] = value
        return found


def _until_end(events: Iterator[Any]) -> Iterator[Any]:
    """The events that begin the entries of a collection; each one's own are taken by whoever builds it."""
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event


# ---------------------------------------------------------------- CSV


def parse_csv(text: str, file: str, convert: Callable[[str, str], Any]) -> Marked:
    """Rows of a table with a header line as a list of mappings; `names.zh` in the header nests.

    `convert(column, text)` makes the value of a cell; an empty cell is left out. A place's column counts fields.
    """
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    places: dict[Key, Place] = {(): Place(file, 1, 1)}
    faults: list[Fault] = []
    table: list[dict[str, Any]] = []
    try:
        header = [name.strip() for name in next(rows, [])]
        for i, name in enumerate(header):
            if not name:
                faults.append(Fault(Place(file, 1, i + 1), f"column {i + 1} has no name"))
            elif name in header[:i]:
                faults.append(Fault(Place(file, 1, i + 1), f"the column {name!r} stands here twice"))
        for cells in rows:
            line = rows.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(header):
                faults.append(
                    Fault(Place(file, line, len(header) + 1), f"{len(cells)} cells under {len(header)} headings")
                )
            row: dict[str, Any] = {}
            places[(len(table),)] = Place(file, line, 1)
            for i, (name, cell) in enumerate(zip(header, cells, strict=False)):
                if cell.strip():
                    path = name.split(".")
                    inner = row
                    for step in path[:-1]:
                        inner = inner.setdefault(step, {})
                    inner[path[-1]] = convert(name, cell.strip())
                    places[(len(table), *path)] = Place(file, line, i + 1)
            table.append(row)
    except csv.Error as error:
        faults.append(Fault(Place(file, rows.line_num, 1), f"not CSV: {error}"))
    if faults:
        raise DataError(faults)
    return Marked(table, file, places, places)


# ---------------------------------------------------------------- models


def validate(model: type[Model], marked: Marked) -> Model:
    """The value as `model`. DataError with every fault in it, each at its place."""
    found, faults = try_model(model, marked)
    if found is None:
        raise DataError(faults)
    return found


def try_model(
    model: type[Model], marked: Marked, forgive: Callable[[Any], bool] | None = None
) -> tuple[Model | None, list[Fault]]:
    """The value as `model`, or None and what is wrong with it.

    `forgive` excuses a wrong value (one that a placeholder will replace), so that there may be neither.
    """
    try:
        return model.model_validate(marked.value), []
    except ValidationError as error:
        return None, [
            _explain(model, marked, each)
            for each in error.errors(include_url=False)
            if not (forgive and forgive(each["input"]))
        ]


def _explain(model: type[BaseModel], marked: Marked, error: Any) -> Fault:
    """One of pydantic's errors as a fault in words for people."""
    path, kind, given = error["loc"], error["type"], error["input"]
    if kind == "extra_forbidden":
        return Fault(
            marked.key_place(*path), f"unknown key {path[-1]!r}", did_you_mean(path[-1], _known(model, path[:-1]))
        )
    if kind == "missing":
        return Fault(marked.place(*path[:-1]), f"the key {path[-1]!r} is missing")
    name = ".".join(str(step) for step in path)
    text = str(error["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    hint = ""
    if text != error["msg"] and not str(error["msg"]).startswith("Value error"):
        shown = "nothing" if given is None else repr(given) if len(repr(given)) < 60 else repr(given)[:57] + "..."
        text = f"{shown} given, expected {text}"
    if kind == "literal_error" and isinstance(given, str):
        near = did_you_mean(given, re.findall(r"'([^']*)'", str(error["ctx"].get("expected", ""))))
        hint = near if near.startswith("did you mean") else ""
    return Fault(marked.place(*path), f"{name}: {text}" if name else text, hint)


def _known(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """The keys that the model allows at `path` inside it."""
    inner: Any = model
    for step in path:
        if isinstance(inner, type) and issubclass(inner, BaseModel) and step in inner.model_fields:
            inner = _model_in(inner.model_fields[str(step)].annotation)
    return sorted(inner.model_fields) if isinstance(inner, type) and issubclass(inner, BaseModel) else []


def _model_in(annotation: Any) -> Any:
    """The first model named in a type such as `dict[str, Deck] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for found in map(_model_in, get_args(annotation)) if found), None)
