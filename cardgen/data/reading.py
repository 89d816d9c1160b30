"""Input files into plain values that remember where they stood, and values into checked models.

YAML is read with the scalars of YAML 1.2 (`no` is text), without tags, anchors or duplicate keys: data is data.
"""

from __future__ import annotations

import codecs
import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from cardgen.data.places import Key, KeyPlaces, Outline, PartPlaces, ValuePlaces
from cardgen.data.wording import as_written, explain
from cardgen.errors import MOST_FAULTS, DataError, Fault, Place, nearest
from cardgen.files import read_regular

Model = TypeVar("Model", bound=BaseModel)

#: More than any deck or template is ever long; a larger file is not one.
MOST_BYTES = 32 * 1024 * 1024

#: Values in a file of cards or translations: 10,000 cards of 50 fields. They are a few seconds' work.
MOST_VALUES = 500_000
#: Values in any other file. A large template has some hundreds.
MOST_PLAIN_VALUES = 50_000
#: Characters of one text in a file of values: the longest that is allowed anywhere is a path of 100,000.
MOST_CHARACTERS = 200_000

#: Characters that cannot be seen and break what they stand in: an SVG file holds none of them, and some end a line.
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
        """Where the value at `path` stands, or the nearest part round it that the file has."""
        whole = (*self.base, *path)
        for end in range(len(whole), -1, -1):
            place = self.places.get(whole[:end])
            if place is not None:
                return place
        return Place(self.file, 1, 1)  # of an empty file

    def key_place(self, *path: str | int) -> Place:
        """Where the key of the value at `path` stands."""
        return self.keys.get((*self.base, *path)) or self.place(*path)

    def part(self, *path: str | int) -> Marked:
        """The value at `path` as a Marked of its own. KeyError or IndexError when there is none."""
        value = self.value
        for step in path:
            value = value[step]
        return Marked(value, self.file, self.places, self.keys, (*self.base, *path))

    def alone(self) -> Marked:
        """The same value, whose paths of places begin at the value itself."""
        if not self.base:
            return self
        return Marked(self.value, self.file, PartPlaces(self.places, self.base), PartPlaces(self.keys, self.base))


class Reader:
    """Reads files under one folder, remembering what was read: the inputs of a build.

    Every file must lie inside the folder `fence`, whatever links or dots its name holds; people are shown its path
    from `shown_from`.
    """

    def __init__(self, fence: Path, shown_from: Path | None = None) -> None:
        self.fence = fence.resolve()
        self.shown_from = shown_from and shown_from.resolve()
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
        try:
            real = path.resolve()
            inside = not Path(name).is_absolute() and real.is_relative_to(self.fence)
            there = inside and real.exists()
        except (OSError, RuntimeError, ValueError) as error:  # too long, a circle of links, a null character
            raise DataError(Fault(place, f"{as_written(name)} does not lead to a file")) from error
        if not inside:
            raise DataError(Fault(place, f"{name!r} leaves the folder {self.shown(self.fence)}"))
        if not there:
            raise DataError(Fault(place, f"there is no file {self.shown(path)}", self._hint(path)))
        if not real.is_file():
            raise DataError(Fault(place, f"{self.shown(path)} is not a file"))
        return path

    def _hint(self, path: Path) -> str:
        """The file beside it that was probably meant, by its name without the suffix, which they all share."""
        folder = path.parent if path.parent.is_dir() else self.fence
        files = sorted(each for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
        beside = {each.stem: each for each in files}
        near = nearest(path.stem, beside)
        return f"did you mean {beside[near].relative_to(self.fence).as_posix()!r}?" if near else ""

    def read_bytes(self, path: Path) -> bytes:
        """The file's bytes, noted as an input."""
        shown = self.shown(path)
        try:
            content = read_regular(path, MOST_BYTES)
        except OSError as error:
            raise DataError(Fault(Place(shown), f"cannot be read: {error.strerror}")) from error
        self.digests[path.resolve()] = hashlib.sha256(content).hexdigest()
        return content

    def read_text(self, path: Path) -> str:
        """The file as UTF-8 text, with or without a byte order mark."""
        content, shown = self.read_bytes(path).removeprefix(codecs.BOM_UTF8), self.shown(path)
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            told = f"byte 0x{content[error.start]:02x} is not UTF-8 text"
            before = content[: error.start].decode()
            raise DataError(Fault(place_after(before, shown), told, "save it as UTF-8")) from error
        check_characters(text, shown)
        return text

    def read_yaml(self, path: Path, most: int = MOST_PLAIN_VALUES) -> Marked:
        """The value in a YAML file, as parse_yaml."""
        return parse_yaml(self.read_text(path), self.shown(path), most)


def place_after(text: str, file: str) -> Place:
    """The place in the file that `text` leads up to."""
    return Place(file, text.count("\n") + 1, len(text) - text.rfind("\n"))


def check_characters(text: str, file: str) -> None:
    """DataError at the first control character in the text of a file."""
    odd = CONTROL.search(text)
    if odd:
        told = f"the control character U+{ord(odd[0]):04X} in a text"
        raise DataError(Fault(place_after(text[: odd.start()], file), told))


def too_long(text: str) -> tuple[str, str]:
    """The message and the hint for a text of more than MOST_CHARACTERS."""
    return f"a text of {len(text):,} characters", f"at most {MOST_CHARACTERS:,}"


# ---------------------------------------------------------------- YAML

#: Brackets in brackets: a template of groups within groups comes to a dozen.
_DEEPEST = 50

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {"~": None}
for _word, _meaning in (("null", None), ("true", True), ("false", False)):
    _WORDS |= dict.fromkeys((_word, _word.capitalize(), _word.upper()), _meaning)
for _sign, _infinity in (("", math.inf), ("+", math.inf), ("-", -math.inf)):
    _WORDS |= dict.fromkeys((f"{_sign}.inf", f"{_sign}.Inf", f"{_sign}.INF"), _infinity)
_WORDS |= dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan)

#: What is usually behind the parser's words.
_WIDE_MARKS = dict(zip("：，｛｝［］“”‘’＃－", ":,{}[]\"\"''#-", strict=True))

_SYNTAX_HINTS = {
    "found character that cannot start any token": "indent with spaces, not tabs; quotes go round @, `, % and the like",
    "mapping values are not allowed in this context": "quotes go round a text with a colon and a space in it",
    "did not find expected <document start>": "what stands before it is a value already",
}

#: Characters after the line before a break in the syntax in which a mark of a Chinese keyboard is looked for.
_LINES_SEARCHED = 2_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse_scalar(text: str) -> Any:
    """A word without quotes by the core schema of YAML 1.2: a number, true, false, null, or else the text itself.

    What may be a number or not, text stays: 0x1f, 0o17, and 012, which the older YAML takes to be ten.
    """
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 100 else math.inf
    return float(text) if _FLOAT.fullmatch(text) else _WORDS.get(text, text)


def parse_yaml(text: str, file: str, most: int = MOST_PLAIN_VALUES) -> Marked:
    """The value of a YAML text, with the place of every key, entry and value.

    DataError with every duplicate key, anchor, tag and empty value, up to MOST_FAULTS of them; with the first break in
    the syntax, and with the first value after `most` of them.
    """
    builder = _Builder(file, most)
    try:
        return builder.build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        raise DataError([*builder.faults, builder.syntax_fault(error, text)]) from error
    except yaml.YAMLError as error:
        raise DataError(Fault(Place(file), f"not YAML: {error}")) from error


def _wide_mark(text: str, line: int, column: int) -> str:
    """A hint if a mark of a Chinese keyboard breaks the syntax at this place, both counted from 0; otherwise "".

    The mark is on the same line, before the place and not in an earlier entry. It is on the line before if that one
    has no colon of YAML's: it has become part of the key.
    """
    begin = 0
    for _ in range(line - 1):
        begin = text.find("\n", begin) + 1
    lines = text[begin : begin + _LINES_SEARCHED].split("\n")
    before, here = (["", *lines] if not line else [*lines, ""])[:2]
    joined = "" if re.search(r":(\s|$)", before) else before
    for number, part in ((line, here[: column + 1].rpartition(",")[2]), (line - 1, joined)):
        found = next((character for character in reversed(part) if character in _WIDE_MARKS), None)
        if found:
            return f"{found} on line {number + 1} is text: YAML's mark is {_WIDE_MARKS[found]}"
    return ""


class _Builder:
    """Values out of the parser's events: PyYAML's own composer would resolve aliases and convert by YAML 1.1."""

    def __init__(self, file: str, most: int) -> None:
        self.file, self.most = file, most
        self.faults: list[Fault] = []
        self.outline = Outline(file)

    def at(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def fault(self, mark: Any, message: str, hint: str = "") -> None:
        """Keep a fault. DataError once there are as many as anybody reads."""
        self.faults.append(Fault(self.at(mark), message, hint))
        if len(self.faults) >= MOST_FAULTS:
            raise DataError(self.faults)

    def syntax_fault(self, error: yaml.MarkedYAMLError, text: str) -> Fault:
        mark, begun = error.problem_mark or error.context_mark, error.context_mark
        told = error.problem or error.context or ""
        hint = _wide_mark(text, mark.line, mark.column) if mark else ""
        hint = hint or _SYNTAX_HINTS.get(told, "")
        if not hint and mark and begun and begun.line != mark.line:
            hint = f"{error.context} that begins on line {begun.line + 1}"
        return Fault(self.at(mark) if mark else Place(self.file), f"not YAML: {told}", hint)

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
        self.outline.value = value
        return Marked(value, self.file, ValuePlaces(self.outline), KeyPlaces(self.outline))

    def _value(self, event: Any, events: Iterator[Any], path: Key, key: Any = None) -> Any:
        """The value that begins with the event. `key` is where the parser found its key."""
        mark = event.start_mark
        node = self.outline.add(mark.line + 1, mark.column + 1, key and (key.line + 1, key.column + 1))
        if node >= self.most:
            told = f"more than {self.most:,} values in a file"
            raise DataError([*self.faults, Fault(self.at(mark), told, "split the file")])
        self._check_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if isinstance(event, yaml.AliasEvent):
            return None
        if len(path) >= _DEEPEST:
            raise DataError([*self.faults, Fault(self.at(mark), f"nested more than {_DEEPEST} deep")])
        if isinstance(event, yaml.SequenceStartEvent):
            value: Any = [self._value(child, events, (*path, i)) for i, child in enumerate(_until_end(events))]
        else:
            value = self._mapping(events, path)
        self.outline.close(node)
        return value

    def _mapping(self, events: Iterator[Any], path: Key) -> dict[str, Any]:
        found: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in _until_end(events):
            mark = event.start_mark
            if not isinstance(event, yaml.ScalarEvent):
                self.fault(mark, "a key is a word")
                self._value(event, events, (*path, ""))
                self._value(next(events), events, (*path, ""))
                continue
            self._check_plain(event)
            key = event.value
            value = self._value(next(events), events, (*path, key), mark)
            if key in found:
                self.fault(mark, f"the key {key!r} stands here twice", f"first on line {lines[key]}")
            lines.setdefault(key, mark.line + 1)
            found[key] = value
        return found

    def _check_plain(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            told = "anchors and aliases are not used here"
            self.fault(event.start_mark, told, "write it out; quotes make & and * text")
        elif event.tag:
            self.fault(event.start_mark, f"tags such as {event.tag!r} are not used here", "quotes make ! text")
        if not isinstance(event, yaml.ScalarEvent):
            return
        if len(event.value) > MOST_CHARACTERS:
            self.fault(event.start_mark, *too_long(event.value))
            event.value = "…"
        odd = CONTROL.search(event.value)
        if odd:
            self.fault(event.start_mark, f"the control character U+{ord(odd[0]):04X} in a text")

    def _scalar(self, event: Any, path: Key) -> Any:
        if event.style:
            return event.value
        if not event.value and path:
            told = f"nothing is given for {path[-1]!r}" if isinstance(path[-1], str) else "an empty entry"
            self.fault(event.start_mark, told, "quotes go round a text that begins with #; null is nothing")
        return parse_scalar(event.value) if event.value else None


def _until_end(events: Iterator[Any]) -> Iterator[Any]:
    """The events that begin the entries of a collection; each one's own are taken by whoever builds it."""
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event


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
        errors = [
            each
            for each in error.errors(include_url=False)
            if each["type"] in ("missing", "extra_forbidden") or not (forgive and forgive(each["input"]))
        ][:MOST_FAULTS]
    return None, [
        Fault((marked.key_place if wrong.of_key else marked.place)(*wrong.path), wrong.message, wrong.hint)
        for wrong in explain(model, errors)
    ]
