"""YAML into plain values with the place of every part. PyYAML is imported with this module: it takes a while."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import yaml

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Faults, Place
from cardgen.base.values import parse_scalar
from cardgen.base.words.messages import message
from cardgen.data.marked import CONTROL, MOST_CHARACTERS, Marked, control_character, too_long
from cardgen.data.places import Key, KeyPlaces, Outline, ValuePlaces

#: Values in values. Groups in groups of a template come to a dozen.
_DEEPEST = 50

#: Punctuation of Chinese keyboards, and the YAML characters that are meant.
_WIDE_MARKS = dict(zip("：，｛｝［］“”‘’＃－", ":,{}[]\"\"''#-", strict=True))

#: The usual causes of the parser's messages.
_SYNTAX_HINTS = {
    "found character that cannot start any token": message("put a text that begins with @, ` or % in quotes"),
    "could not find expected ':'": message("write a colon and a space between a key and its value: value: 4"),
    "mapping values are not allowed in this context": message(
        "put a text that has a colon and a space in it in quotes"
    ),
    "did not find expected <document start>": message("the lines before it are already a complete value"),
}

#: How many characters of a line near a syntax error are searched for its cause.
_LINES_SEARCHED = 2_000

#: What libyaml says of a text that is nested deeper than it reads.
_TOO_DEEP = "exceeded maximum nesting depth"

#: libyaml's parser. PyYAML's own reads another grammar: it refuses `{a: b?}` and most tabs.
LOADER: Any = getattr(yaml, "CSafeLoader", None)


def parse(text: str, file: str, most: int, path: Key = ()) -> Marked:
    """Return the value of a YAML text, as `parse_yaml` does. It may be at a `path` of a larger one.

    DataError with all duplicate keys, anchors, tags and empty values, up to MOST_FAULTS, and with the first syntax
    error or the first value after `most` of them. DataError if PyYAML was built without libyaml.
    """
    if LOADER is None:
        problem = message("YAML cannot be read: PyYAML was built without libyaml")
        raise DataError(Fault(Place(file), problem, message("install a wheel of PyYAML, or libyaml and PyYAML again")))
    builder = _Builder(file, most)
    try:
        return builder.build(yaml.parse(text, Loader=LOADER), path)
    except yaml.MarkedYAMLError as error:
        if error.problem == _TOO_DEEP and error.problem_mark is not None:
            # libyaml reads ahead, so it gives up before the builder reports the place. Half of the text is deep enough.
            with suppress(yaml.YAMLError):
                _Builder(file, most).build(yaml.parse(text[: error.problem_mark.index // 2], Loader=LOADER), path)
        raise DataError([*builder.faults, builder.syntax_fault(error, text)]) from error
    except yaml.YAMLError as error:
        reason = str(error).replace("special characters", "control characters")
        raise DataError(Fault(Place(file), message("not YAML: {reason}", reason=reason))) from error


def _line_at(text: str, mark: Any) -> str:
    """Return the beginning of the line that a mark is on."""
    begin = mark.index - mark.column
    return (text[begin : begin + mark.column + _LINES_SEARCHED].splitlines() or [""])[0]


def _line_before(text: str, mark: Any) -> str:
    """Return the end of the line before the one that a mark is on; "" if it is on the first."""
    begin = mark.index - mark.column
    return (text[max(0, begin - _LINES_SEARCHED) : begin].splitlines() or [""])[-1]


def _wide_mark(text: str, mark: Any) -> str:
    """Return a hint if Chinese punctuation breaks the syntax at this mark, otherwise "".

    The character is on the same line, before the place and not in an earlier entry. It is on the line before if that
    line has no colon of YAML's: then it has become part of the key.
    """
    before = _line_before(text, mark)
    joined = "" if re.search(r":(\s|$)", before) else before
    own = _line_at(text, mark)[: min(mark.column + 1, _LINES_SEARCHED)].rpartition(",")[2]
    for number, part in ((mark.line, own), (mark.line - 1, joined)):
        wide = next((character for character in reversed(part) if character in _WIDE_MARKS), None)
        if wide:
            return message(
                "{character} on line {line} is text: YAML uses {expected}",
                character=wide,
                line=number + 1,
                expected=_WIDE_MARKS[wide],
            )
    return ""


#: A key and a text with a second colon, a key without a space after its colon, and a key in braces.
_TWO_COLONS = re.compile(r"[:,{\[-] [^\"'#:]*[^\"'#:\s]: ")
_NO_SPACE = re.compile(r"\s*(?:- )?([A-Za-z_][\w.-]*):([^\s:/][^:]*)")


def _slip(text: str, mark: Any, begun: Any) -> str:
    """Return a hint about a slip of the pen at a syntax error, otherwise "". `begun` marks what it is in."""
    at, column = _line_at(text, mark), mark.column
    before = _line_at(text, begun) if begun is not None and begun.line < mark.line else _line_before(text, mark)
    if "\t" in at[: len(at) - len(at.lstrip())] or at[column : column + 1] == "\t":
        return message("indent with spaces, not with a tab")
    for part in (at, before):
        if slip := _NO_SPACE.fullmatch(part):
            return message("write a space after the colon: {key}: {value}", key=slip[1], value=slip[2].strip())
    if _TWO_COLONS.search(at[max(0, column - 200) : column + 2]):
        return message("put a text that has a colon and a space in it in quotes")
    return ""


class _Builder:
    """Builds values from the parser's events. PyYAML's own composer resolves aliases and converts by YAML 1.1."""

    def __init__(self, file: str, most: int) -> None:
        self.file, self.most = file, most
        self.faults = Faults()
        self.outline = Outline(file)
        self.anchors: dict[str | None, int] = {}  # and their lines

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
        hint = _wide_mark(text, mark) if mark else ""
        hint = hint or (_slip(text, mark, begun) if mark else "")
        hint = hint or _SYNTAX_HINTS.get(reason, "")
        if not hint and mark and begun and begun.line != mark.line:
            hint = message("{context} that begins on line {line}", context=error.context, line=begun.line + 1)
        return Fault(self.at(mark) if mark else Place(self.file), message("not YAML: {reason}", reason=reason), hint)

    def build(self, events: Iterator[Any], path: Key) -> Marked:
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
                value = self._value(event, events, path)
        self.faults.raise_all()
        self.outline.value = value
        return Marked(value, self.file, ValuePlaces(self.outline), KeyPlaces(self.outline))

    def _value(self, event: Any, events: Iterator[Any], path: Key, key: Any = None, alone: bool = False) -> Any:
        """Return the value that begins with the event. `key` is the parser's mark of its key, which may be `alone`."""
        mark = event.start_mark
        node = self.outline.add(mark.line + 1, mark.column + 1, key and (key.line + 1, key.column + 1))
        if node >= self.most:
            problem = message("more than {limit:,} values in a file", limit=self.most)
            raise DataError([*self.faults, Fault(self.at(mark), problem, message("split the file"))])
        self._check_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path, alone)
        if isinstance(event, yaml.AliasEvent):
            return None
        if len(path) >= _DEEPEST:
            raise DataError(
                [*self.faults, Fault(self.at(mark), message("nested more than {limit} levels deep", limit=_DEEPEST))]
            )
        if isinstance(event, yaml.SequenceStartEvent):
            value: Any = [self._value(child, events, (*path, i)) for i, child in enumerate(_until_end(events))]
        else:
            value = self._mapping(events, path, bool(event.flow_style))
        self.outline.close(node)
        return value

    def _mapping(self, events: Iterator[Any], path: Key, in_braces: bool) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in _until_end(events):
            mark, end = event.start_mark, event.end_mark.index
            if not isinstance(event, yaml.ScalarEvent):
                self.fault(mark, message("a key must be a word"))
                self._value(event, events, (*path, ""))
                self._value(next(events), events, (*path, ""))
                continue
            self._check_plain(event)
            key = event.value
            child: Any = next(events)
            alone = in_braces and child.start_mark.index == end  # without a colon after it
            value = self._value(child, events, (*path, key), mark, alone)
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
            if not isinstance(event, yaml.AliasEvent):
                self.anchors[event.anchor] = event.start_mark.line + 1
            elif line := self.anchors.get(event.anchor):
                hint = message("write out here what &{anchor} on line {line} has", anchor=event.anchor, line=line)
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

    def _scalar(self, event: Any, path: Key, alone: bool) -> Any:
        if event.style:
            return event.value
        if not event.value and path:
            key = path[-1]
            problem = message("{key!r} has no value", key=key) if isinstance(key, str) else message("empty entry")
            hint = message("put a text that begins with # in quotes; write null for no value")
            if alone and isinstance(key, str) and (slip := _NO_SPACE.fullmatch(key)):
                hint = message("write a space after the colon: {key}: {value}", key=slip[1], value=slip[2].strip())
            elif alone:
                hint = message("put the text in quotes: a comma in braces ends it")
            self.fault(event.start_mark, problem, hint)
        return parse_scalar(event.value) if event.value else None


def _until_end(events: Iterator[Any]) -> Iterator[Any]:
    """Yield the events that begin the entries of a collection. The caller takes the other events of each entry."""
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event
