"""Values of a YAML text set, inserted, deleted, moved and renamed. All other characters stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.editing.yaml_nodes import Path, YamlEntry, YamlNode, column_of, line_end, line_start, parse_nodes
from cardgen.editing.yaml_text import block_lines, flow, write_scalar

Splice: TypeAlias = tuple[int, int, str]
"""Where a part of a text begins and ends, and what replaces it."""

#: What lines are indented by if the text does not show it.
_STEP = 2


def set_value(text: str, path: Path, old: Any, value: Any) -> str:
    """Return a text with another value at a path, where it has `old`. KeyError if the path does not exist.

    Of a mapping or list only what differs changes.
    """
    around, node, in_flow = _find(text, path)
    text = _spliced(text, _set(text, around, node, in_flow, old, value))
    if not isinstance(value, Mapping | list | tuple):
        return text
    _, node, _ = _find(text, path)
    return _spliced(text, _removals(text, node, value))


def _find(text: str, path: Path) -> tuple[YamlNode | None, YamlNode, bool]:
    """Return the node at a path, the one around it, and True if it is in braces or brackets."""
    around, node, in_flow = None, _nodes(text), False
    for step in path:
        around, node, in_flow = node, node.entry(step).node, in_flow or node.flow
    return around, node, in_flow


def _nodes(text: str) -> YamlNode:
    node = parse_nodes(text)
    if node is None:
        raise KeyError("the text is empty")
    return node


def _spliced(text: str, splices: Iterable[Splice]) -> str:
    """Return a text with parts replaced. Those that begin at the same character stay in their order."""
    result, at = "", 0
    for start, end, replacement in sorted(splices, key=lambda splice: splice[0]):
        result += text[at:start] + replacement
        at = end
    return result + text[at:]


def _set(text: str, around: YamlNode | None, node: YamlNode, in_flow: bool, old: Any, value: Any) -> Iterator[Splice]:
    """Yield what sets a node to a value, except that no entry is removed."""
    if old == value and repr(old) == repr(value):  # 1 is not true
        return
    keys, at = [entry.key for entry in node.entries], 0
    entries = dict(value.items() if isinstance(value, Mapping) else enumerate(value)) if _same_kind(node, value) else {}
    if not any(key in entries for key in keys):
        yield _replacement(text, around, node, in_flow, value)
        return
    for key, inner in entries.items():
        if key in keys:
            at = keys.index(key)
            yield from _set(text, node, node.entries[at].node, in_flow or node.flow, old[key], inner)
            at += 1
        else:
            yield _insertion(text, node, key, inner, at)


def _removals(text: str, node: YamlNode, value: Any) -> Iterator[Splice]:
    """Yield what removes the entries of a node, and of those inside, that a value does not have."""
    if not _same_kind(node, value) or not value:
        return
    kept = set(value if isinstance(value, Mapping) else range(len(value)))
    yield from _deletions(text, node, [entry for entry in node.entries if entry.key not in kept])
    for entry in node.entries:
        if entry.key in kept:
            yield from _removals(text, entry.node, value[entry.key])


def _same_kind(node: YamlNode, value: Any) -> bool:
    return (node.kind == "mapping" and isinstance(value, Mapping)) or (
        node.kind == "list" and isinstance(value, list | tuple)
    )


def _replacement(text: str, around: YamlNode | None, node: YamlNode, in_flow: bool, value: Any) -> Splice:
    """Return what replaces a node by a value, in its style."""
    start, end = node.start, node.end
    if isinstance(value, Mapping | list | tuple):
        written = flow(value)
    else:
        indent = 0 if around is None else _indent_of_block(text, around, node)
        no_block = in_flow or around is None or line_end(text, end) != end  # a comment would be part of it
        written = write_scalar(value, in_flow=in_flow, no_block=no_block, style=node.style, indent=indent)
    if node.kind != "scalar" and not node.flow and around is not None:
        # What was in lines of its own goes behind its key or dash.
        head = text.rfind(":" if around.kind == "mapping" else "-", 0, start)
        if not text[head + 1 : start].strip():
            start, written = head + 1, " " + written
    kept = text[start:end]
    if node.style in ("|", ">") and "+" in kept.split("\n", 1)[0] and not written.startswith(("|+", ">+")):
        written += kept[len(kept.rstrip("\r\n")) :]  # the empty lines that it kept
    return start, end, _ended(written, text, end).replace("\n", line_break(text))


def _ended(lines: str, text: str, end: int) -> str:
    """Return lines with a line break if they are the last of a text: without it, a block has another value."""
    return lines + "\n" if "\n" in lines and end == len(text) and not lines.endswith("\n") else lines


def _indent_of_block(text: str, around: YamlNode, node: YamlNode) -> int:
    """Return the indent of the lines of a block scalar in the place of a node."""
    if node.style in ("|", ">"):
        lines = text[node.start : node.end].splitlines()[1:]
        indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
        if indents and not re.match("[|>][-+]?[1-9]", text[node.start : node.start + 3]):
            return min(indents)
    return column_of(text, around.start) + _STEP


def line_break(text: str) -> str:
    """Return the line break of a text: that of its first line."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


# ---------------------------------------------------------------- entries


def insert_entry(text: str, path: Path, value: Any, at: int | None = None) -> str:
    """Return a text with another entry in the mapping or list at `path[:-1]`, before the entry number `at`, or last.

    KeyError if there is no such collection, or if it has the key.
    """
    *outer, key = path
    _, node, _ = _find(text, outer)
    if node.kind == "scalar" or (node.kind == "mapping" and any(entry.key == key for entry in node.entries)):
        raise KeyError(key)
    return _spliced(text, [_insertion(text, node, key, value, len(node.entries) if at is None else at)])


def _insertion(text: str, node: YamlNode, key: str | int, value: Any, at: int) -> Splice:
    """Return what inserts an entry before the one with a number."""
    at = min(at, len(node.entries))
    if node.flow:
        return _insertion_in_flow(text, node, key, value, at)
    column, ending = column_of(text, node.start), line_break(text)
    entry = {str(key): value} if node.kind == "mapping" else [value]
    lines = block_lines(entry, _model_for(node, at), column, _step(text, node))
    if at == 0:
        start = node.entries[0].start
        return start, start, ending.join(lines).lstrip(" ") + ending + " " * column
    end = _end_of(text, node.entries[at - 1])
    if text[end - 1 : end] in ("\n", "\r"):  # after a block that keeps its empty lines
        return end, end, ending.join(lines) + ending
    # Sections of a file are set apart by empty lines.
    apart = ending if column == 0 and node.kind == "mapping" and text[end : end + 2 * len(ending)] == 2 * ending else ""
    return end, end, apart + ending + _ended("\n".join(lines), text, end).replace("\n", ending)


def _model_for(node: YamlNode, at: int) -> YamlNode:
    """Return the node with the entries up to a number first, so that a new one is written as the one before it."""
    return YamlNode(node.kind, node.start, node.end, entries=[*node.entries[at:], *node.entries[:at]])


def _step(text: str, node: YamlNode) -> int:
    """Return what the lines inside the entries of a mapping are indented by."""
    for entry in node.entries:
        inner = entry.node
        if inner.kind == "mapping" and not inner.flow and node.kind == "mapping":
            return max(1, column_of(text, inner.start) - column_of(text, node.start))
    return _STEP


def _end_of(text: str, entry: YamlEntry) -> int:
    """Return where the last line of an entry of a block ends, with a comment on it."""
    end = entry.node.end
    return end if text[end - 1 : end] in ("\n", "\r") else line_end(text, end)


def _insertion_in_flow(text: str, node: YamlNode, key: str | int, value: Any, at: int) -> Splice:
    written = f"{write_scalar(key)}: {flow(value)}" if node.kind == "mapping" else flow(value)
    if not node.entries:
        return node.start + 1, node.end - 1, written
    if at < len(node.entries):
        start = node.entries[at].start
        return start, start, written + "," + _gap(text, start)
    last = node.entries[-1]
    return last.node.end, last.node.end, "," + _gap(text, last.start) + written


def _gap(text: str, start: int) -> str:
    """Return what separates an entry in brackets from the one before: a space, or a line break and an indent."""
    indent = text[line_start(text, start) : start]
    return " " if indent.strip() else line_break(text) + indent


def delete_entry(text: str, path: Path) -> str:
    """Return a text without the entry at a path. KeyError if there is none. Comments on lines before it stay."""
    *outer, key = path
    around, node, in_flow = _find(text, outer)
    entry = node.entry(key)
    if len(node.entries) == 1:
        return _spliced(text, [_replacement(text, around, node, in_flow, {} if node.kind == "mapping" else [])])
    return _spliced(text, _deletions(text, node, [entry]))


def _deletions(text: str, node: YamlNode, gone: Sequence[YamlEntry]) -> Iterator[Splice]:
    """Yield what removes entries of a node; at least one of it stays."""
    entries = node.entries
    last = max((number for number, entry in enumerate(entries) if entry not in gone), default=0)
    for number, entry in enumerate(entries):
        if entry not in gone:
            continue
        start, end = (None, 0) if node.flow else _lines_of(text, entry)
        if start is not None:
            yield start, end, ""
        elif number < last:  # up to the next one
            yield entry.start, entries[number + 1].start, ""
        elif number == last + 1:  # with the comma after the last one that stays
            yield entries[last].node.end, entries[-1].node.end, ""


def _lines_of(text: str, entry: YamlEntry) -> tuple[int | None, int]:
    """Return where the lines of an entry of a block begin and end, with the last line break.

    None if it begins in the middle of a line.
    """
    start, end = line_start(text, entry.start), _end_of(text, entry)
    if text[end - 1 : end] not in ("\n", "\r"):
        end += 2 if text[end : end + 2] == "\r\n" else len(text[end : end + 1])
    return None if text[start : entry.start].strip(" ") else start, end


def move_entry(text: str, path: Path, to: int) -> str:
    """Return a text with the entry at a path moved to another number in its mapping or list, as it is written."""
    *outer, key = path
    _, node, _ = _find(text, outer)
    entry = node.entry(key)
    order = [other for other in node.entries if other is not entry]
    order.insert(to, entry)
    closed = text if node.flow or text.endswith(("\n", "\r")) else text + line_break(text)
    ends = {id(other): other.node.end if node.flow else _lines_of(closed, other)[1] for other in order}
    result, at = "", 0
    for before, after in zip(node.entries, order, strict=True):  # what is between entries stays where it is
        result += closed[at : before.start] + closed[after.start : ends[id(after)]]
        at = ends[id(before)]
    return (result + closed[at:])[: len(text)]


def rename_key(text: str, path: Path, name: str) -> str:
    """Return a text with another name of the key at a path. KeyError if there is none, or if the name is taken."""
    *outer, key = path
    _, node, _ = _find(text, outer)
    entry = node.entry(key)
    if node.kind != "mapping" or any(other.key == name for other in node.entries):
        raise KeyError(name)
    return text[: entry.start] + write_scalar(name) + text[entry.key_end :]
