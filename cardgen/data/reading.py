"""Read input files into plain values with places, and validate values as models.

YAML is read with the scalars of YAML 1.2 (`no` is text). Tags, anchors and duplicate keys are rejected.
"""

from __future__ import annotations

import codecs
import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from cardgen.data.places import Key, KeyPlaces, Outline, PartPlaces, ValuePlaces
from cardgen.data.wording import as_written, explain
from cardgen.errors import MOST_FAULTS, DataError, Fault, Place, nearest
from cardgen.files import read_regular
from cardgen.records import dataclass, field
from cardgen.words.messages import Message, message

Model = TypeVar("Model", bound=BaseModel)

#: A larger file is no deck and no template.
MOST_BYTES = 32 * 1024 * 1024

#: Values in a file of cards or translations: 10,000 cards of 50 fields, which take a few seconds to read.
MOST_VALUES = 500_000
#: Values in any other file. A large template has some hundreds.
MOST_PLAIN_VALUES = 50_000
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

    def alone(self) -> Marked:
        """Return the same value, with places by paths that begin at the value itself."""
        if not self.base:
            return self
        return Marked(self.value, self.file, PartPlaces(self.places, self.base), PartPlaces(self.keys, self.base))


class Reader:
    """A reader of files in one folder. `digests` keeps what has been read: the inputs of a build.

    Every file must be inside the folder `fence`, whatever links or dots its name has. Messages show its path from
    `shown_from`.
    """

    def __init__(self, fence: Path, shown_from: Path | None = None) -> None:
        self.fence = fence.resolve()
        self.shown_from = shown_from and shown_from.resolve()
        self.digests: dict[Path, str] = {}

    def shown(self, path: Path) -> str:
        """Return the path as the user would type it."""
        if self.shown_from is not None:
            try:
                return path.relative_to(self.shown_from).as_posix()
            except ValueError:
                pass
        return str(path)

    def find(self, name: str, place: Place) -> Path:
        """Return the path of the file `name` inside the fence. DataError if it is outside or does not exist."""
        path = self.fence / name
        try:
            real = path.resolve()
            inside = not Path(name).is_absolute() and real.is_relative_to(self.fence)
            exists = inside and _exists(real)
        except (OSError, RuntimeError, ValueError) as error:  # too long, links in a circle, a null character
            raise DataError(Fault(place, message("{name} is not the name of a file", name=as_written(name)))) from error
        if not inside:
            raise DataError(
                Fault(
                    place, message("{name!r} is outside the folder {folder}", name=name, folder=self.shown(self.fence))
                )
            )
        if not exists:
            raise DataError(Fault(place, message("there is no file {file}", file=self.shown(path)), self._hint(path)))
        if not real.is_file():
            raise DataError(Fault(place, message("{file} is not a file", file=self.shown(path))))
        return path

    def _hint(self, path: Path) -> str:
        """Return a hint: the file in the same folder that was probably meant, compared without suffixes."""
        folder = path.parent if path.parent.is_dir() else self.fence
        files = sorted(file for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
        by_stem = {file.stem: file for file in files}
        near = nearest(path.stem, by_stem)
        return message("did you mean {word!r}?", word=by_stem[near].relative_to(self.fence).as_posix()) if near else ""

    def read_bytes(self, path: Path) -> bytes:
        """Return the file's bytes, and add it to the inputs."""
        shown = self.shown(path)
        try:
            content = read_regular(path, MOST_BYTES)
        except OSError as error:
            raise DataError(Fault(Place(shown), message("cannot be read: {reason}", reason=error.strerror))) from error
        self.digests[path.resolve()] = hashlib.sha256(content).hexdigest()
        return content

    def read_text(self, path: Path) -> str:
        """Return the file's text: UTF-8, with or without a byte order mark."""
        content, shown = self.read_bytes(path).removeprefix(codecs.BOM_UTF8), self.shown(path)
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            problem = message("byte 0x{byte:02x} is not UTF-8 text", byte=content[error.start])
            place = place_after(content[: error.start].decode(), shown)
            raise DataError(Fault(place, problem, message("save it as UTF-8"))) from error
        check_characters(text, shown)
        return text

    def read_yaml(self, path: Path, most: int = MOST_PLAIN_VALUES) -> Marked:
        """Return the value of a YAML file. See parse_yaml."""
        return parse_yaml(self.read_text(path), self.shown(path), most)


def _exists(path: Path) -> bool:
    """Return True if the path exists. OSError if it cannot be followed, as for links in a circle."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def place_after(text: str, file: str) -> Place:
    """Return the place in the file after `text`, with which the file begins."""
    return Place(file, text.count("\n") + 1, len(text) - text.rfind("\n"))


def check_characters(text: str, file: str) -> None:
    """Raise DataError at the first control character in the text of a file."""
    odd = CONTROL.search(text)
    if odd:
        raise DataError(Fault(place_after(text[: odd.start()], file), control_character(odd[0])))


def control_character(character: str) -> Message:
    """Return the message for a character of CONTROL."""
    return message("control character U+{code:04X} in a text", code=ord(character))


def too_long(text: str, most: int | None = None) -> tuple[Message, Message]:
    """Return the message and the hint for a text of more than `most` characters, by default MOST_CHARACTERS."""
    return message("the text is too long: {length:,} characters", length=len(text)), message(
        "at most {limit:,}", limit=most or MOST_CHARACTERS
    )


# ---------------------------------------------------------------- YAML

#: Values in values. Groups in groups of a template come to a dozen.
_DEEPEST = 50

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {"~": None}
for _word, _meaning in (("null", None), ("true", True), ("false", False)):
    _WORDS |= dict.fromkeys((_word, _word.capitalize(), _word.upper()), _meaning)
for _sign, _infinity in (("", math.inf), ("+", math.inf), ("-", -math.inf)):
    _WORDS |= dict.fromkeys((f"{_sign}.inf", f"{_sign}.Inf", f"{_sign}.INF"), _infinity)
_WORDS |= dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan)

#: Punctuation of Chinese keyboards, and the YAML characters that are meant.
_WIDE_MARKS = dict(zip("：，｛｝［］“”‘’＃－", ":,{}[]\"\"''#-", strict=True))

#: The usual causes of the parser's messages.
_SYNTAX_HINTS = {
    "found character that cannot start any token": message(
        "indent with spaces, not tabs; put a text that begins with @, ` or % in quotes"
    ),
    "mapping values are not allowed in this context": message(
        "put a text that has a colon and a space in it in quotes"
    ),
    "did not find expected <document start>": message("the lines before it are already a complete value"),
}

#: How many characters from the line before a syntax error are searched for Chinese punctuation.
_LINES_SEARCHED = 2_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse_scalar(text: str) -> Any:
    """Return the value of a word without quotes, by the core schema of YAML 1.2: a number, true, false, null or text.

    Ambiguous numbers stay text: 0x1f, 0o17, and 012, which is ten in YAML 1.1.
    """
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 100 else math.inf
    return float(text) if _FLOAT.fullmatch(text) else _WORDS.get(text, text)


def parse_yaml(text: str, file: str, most: int = MOST_PLAIN_VALUES) -> Marked:
    """Return the value of a YAML text, with the place of every key, entry and value.

    DataError with all duplicate keys, anchors, tags and empty values, up to MOST_FAULTS, and with the first syntax
    error or the first value after `most` of them.
    """
    builder = _Builder(file, most)
    try:
        return builder.build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        raise DataError([*builder.faults, builder.syntax_fault(error, text)]) from error
    except yaml.YAMLError as error:
        raise DataError(Fault(Place(file), message("not YAML: {reason}", reason=error))) from error


def _wide_mark(text: str, line: int, column: int) -> str:
    """Return a hint if Chinese punctuation breaks the syntax at this place, otherwise "". Both count from 0.

    The character is on the same line, before the place and not in an earlier entry. It is on the line before if that
    line has no colon of YAML's: then it has become part of the key.
    """
    begin = 0
    for _ in range(line - 1):
        begin = text.find("\n", begin) + 1
    lines = text[begin : begin + _LINES_SEARCHED].split("\n")
    before, line_text = (["", *lines] if not line else [*lines, ""])[:2]
    joined = "" if re.search(r":(\s|$)", before) else before
    for number, part in ((line, line_text[: column + 1].rpartition(",")[2]), (line - 1, joined)):
        wide = next((character for character in reversed(part) if character in _WIDE_MARKS), None)
        if wide:
            return message(
                "{character} on line {line} is text: YAML uses {expected}",
                character=wide,
                line=number + 1,
                expected=_WIDE_MARKS[wide],
            )
    return ""


class _Builder:
    """Builds values from the parser's events. PyYAML's own composer resolves aliases and converts by YAML 1.1."""

    def __init__(self, file: str, most: int) -> None:
        self.file, self.most = file, most
        self.faults: list[Fault] = []
        self.outline = Outline(file)

    def at(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def fault(self, mark: Any, problem: str, hint: str = "") -> None:
        """Add a fault. DataError once there are MOST_FAULTS."""
        self.faults.append(Fault(self.at(mark), problem, hint))
        if len(self.faults) >= MOST_FAULTS:
            raise DataError(self.faults)

    def syntax_fault(self, error: yaml.MarkedYAMLError, text: str) -> Fault:
        mark, begun = error.problem_mark or error.context_mark, error.context_mark
        reason = error.problem or error.context or ""
        hint = _wide_mark(text, mark.line, mark.column) if mark else ""
        hint = hint or _SYNTAX_HINTS.get(reason, "")
        if not hint and mark and begun and begun.line != mark.line:
            hint = message("{context} that begins on line {line}", context=error.context, line=begun.line + 1)
        return Fault(self.at(mark) if mark else Place(self.file), message("not YAML: {reason}", reason=reason), hint)

    def build(self, events: Iterator[Any]) -> Marked:
        """Return the value of the only document. DataError with everything in it that is not plain data."""
        value, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    problem = message("second document in the file")
                    self.faults.append(Fault(self.at(event.start_mark), problem, message("keep one")))
                    break
            elif isinstance(event, yaml.NodeEvent):
                value = self._value(event, events, ())
        if self.faults:
            raise DataError(self.faults)
        self.outline.value = value
        return Marked(value, self.file, ValuePlaces(self.outline), KeyPlaces(self.outline))

    def _value(self, event: Any, events: Iterator[Any], path: Key, key: Any = None) -> Any:
        """Return the value that begins with the event. `key` is the parser's mark of its key."""
        mark = event.start_mark
        node = self.outline.add(mark.line + 1, mark.column + 1, key and (key.line + 1, key.column + 1))
        if node >= self.most:
            problem = message("more than {limit:,} values in a file", limit=self.most)
            raise DataError([*self.faults, Fault(self.at(mark), problem, message("split the file"))])
        self._check_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if isinstance(event, yaml.AliasEvent):
            return None
        if len(path) >= _DEEPEST:
            raise DataError(
                [*self.faults, Fault(self.at(mark), message("nested more than {limit} levels deep", limit=_DEEPEST))]
            )
        if isinstance(event, yaml.SequenceStartEvent):
            value: Any = [self._value(child, events, (*path, i)) for i, child in enumerate(_until_end(events))]
        else:
            value = self._mapping(events, path)
        self.outline.close(node)
        return value

    def _mapping(self, events: Iterator[Any], path: Key) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in _until_end(events):
            mark = event.start_mark
            if not isinstance(event, yaml.ScalarEvent):
                self.fault(mark, message("a key must be a word"))
                self._value(event, events, (*path, ""))
                self._value(next(events), events, (*path, ""))
                continue
            self._check_plain(event)
            key = event.value
            value = self._value(next(events), events, (*path, key), mark)
            if key in mapping:
                self.fault(
                    mark, message("duplicate key {key!r}", key=key), message("first on line {line}", line=lines[key])
                )
            lines.setdefault(key, mark.line + 1)
            mapping[key] = value
        return mapping

    def _check_plain(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            hint = message("write it out; put a text that begins with & or * in quotes")
            self.fault(event.start_mark, message("anchors and aliases are not supported"), hint)
        elif event.tag:
            hint = message("put a text that begins with ! in quotes")
            self.fault(event.start_mark, message("tags such as {tag!r} are not supported", tag=event.tag), hint)
        if not isinstance(event, yaml.ScalarEvent):
            return
        if len(event.value) > MOST_CHARACTERS:
            self.fault(event.start_mark, *too_long(event.value))
            event.value = "…"
        odd = CONTROL.search(event.value)
        if odd:
            self.fault(event.start_mark, control_character(odd[0]))

    def _scalar(self, event: Any, path: Key) -> Any:
        if event.style:
            return event.value
        if not event.value and path:
            key = path[-1]
            problem = message("{key!r} has no value", key=key) if isinstance(key, str) else message("empty entry")
            hint = message("put a text that begins with # in quotes; write null for no value")
            self.fault(event.start_mark, problem, hint)
        return parse_scalar(event.value) if event.value else None


def _until_end(events: Iterator[Any]) -> Iterator[Any]:
    """Yield the events that begin the entries of a collection. The caller takes the other events of each entry."""
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event


# ---------------------------------------------------------------- models


def validate(model: type[Model], marked: Marked) -> Model:
    """Return the value as a `model`. DataError with all faults in it, each at its place."""
    instance, faults = try_model(model, marked)
    if instance is None:
        raise DataError(faults)
    return instance


def try_model(
    model: type[Model], marked: Marked, forgive: Callable[[Any], bool] | None = None
) -> tuple[Model | None, list[Fault]]:
    """Return the value as a `model`, or None and the faults in it.

    Values that `forgive` accepts are no faults (a placeholder will replace them), so there may be None and no faults.
    """
    try:
        return model.model_validate(marked.value), []
    except ValidationError as error:
        errors = [
            detail
            for detail in error.errors(include_url=False)
            if detail["type"] in ("missing", "extra_forbidden") or not (forgive and forgive(detail["input"]))
        ][:MOST_FAULTS]
    return None, [
        Fault((marked.key_place if wrong.of_key else marked.place)(*wrong.path), wrong.message, wrong.hint)
        for wrong in explain(model, errors)
    ]
