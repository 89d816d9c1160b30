"""Where the parts of a YAML text begin and end, so that one of them can be replaced and the rest stays as it is.

Offsets count characters of the text from 0. The text has been read before: it has no anchors, tags or duplicate keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import yaml

from cardgen.base.records import dataclass, field
from cardgen.data.yaml_reading import LOADER

Path: TypeAlias = Sequence[str | int]
"""Keys and indexes from the outermost value to one inside."""


@dataclass(slots=True, eq=False)
class YamlNode:
    """A value in a text. `flow` is True for one in braces or brackets.

    `style` is that of a scalar: "" for plain, a quote, `|` or `>`. Of a block scalar, the text begins after `>` or `|`.
    """

    kind: str
    start: int
    end: int
    style: str = ""
    flow: bool = False
    entries: list[YamlEntry] = field(default_factory=list)

    def entry(self, key: str | int) -> YamlEntry:
        """Return the entry with a key or an index. KeyError if there is none."""
        for entry in self.entries:
            if entry.key == key and type(entry.key) is type(key):
                return entry
        raise KeyError(key)


@dataclass(slots=True, eq=False)
class YamlEntry:
    """An entry of a mapping or a list. `start` is where its key begins, or its dash, or in brackets its value."""

    key: str | int
    start: int
    node: YamlNode
    key_end: int = 0


def parse_nodes(text: str) -> YamlNode | None:
    """Return the outermost node of a text; None if the text is empty."""
    events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
    for event in events:
        if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent | yaml.StreamEndEvent):
            return _node(text, event, events)
    return None


def _node(text: str, event: Any, events: Iterator[Any]) -> YamlNode:
    start, end = event.start_mark.index, _end(event)
    if isinstance(event, yaml.ScalarEvent):
        style = event.style or ""
        if style in ("|", ">") and "+" not in text[start : text.find("\n", start)]:
            end = start + len(text[start:end].rstrip())
        return YamlNode("scalar", start, end, style)
    node = YamlNode("mapping" if isinstance(event, yaml.MappingStartEvent) else "list", start, end)
    node.flow = bool(event.flow_style)
    for child in events:
        if isinstance(child, yaml.CollectionEndEvent):
            node.end = _end(child) if node.flow else node.entries[-1].node.end
            break
        if node.kind == "mapping":
            key_end = _end(child)
            value = _node(text, next(events), events)
            node.entries.append(YamlEntry(child.value, child.start_mark.index, value, key_end))
        else:
            value = _node(text, child, events)
            at = value.start if node.flow else _dash(text, node, value.start)
            node.entries.append(YamlEntry(len(node.entries), at, value))
    return node


def _end(event: Any) -> int:
    end: int = event.end_mark.index
    return end


def _dash(text: str, node: YamlNode, start: int) -> int:
    """Return where the dash is of an entry of a list whose value begins at `start`. All dashes are in one column."""
    if not node.entries:
        return node.start
    column = column_of(text, node.start)
    at = line_start(text, start)
    while text[at : at + column + 1].lstrip(" ") != "-":
        at = line_start(text, at - 1)
    return at + column


def line_start(text: str, at: int) -> int:
    """Return the offset of the beginning of the line that has the character at an offset."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Return the offset of the line end after an offset, or of the end of the text."""
    ends = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
    return min(ends, default=len(text))


def column_of(text: str, at: int) -> int:
    """Return the column of an offset, from 0."""
    return at - line_start(text, at)
