"""Values written as YAML, in the style of the value that they replace or follow."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.values import parse_scalar
from cardgen.editing.yaml_nodes import YamlNode

#: A text that needs no quotes. In braces and brackets, their marks end it, and so does a colon in some places.
_PLAIN = re.compile(r"[\w\u3001-\u30ff\uff01-\uff5e](?:[^\n\r\t]*[^\s:])?")
_ENDS_PLAIN = re.compile(r": | #")
_ENDS_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}:]| #")

#: Characters of the longest mapping or list that is written on one line where nothing shows how.
_LONGEST = 100

#: A text that is the same after `>`: no line begins or ends with a space.
_FOLDED = re.compile(r"[^\s](?:[^\n]*[^\s])?(?:\n[^\s](?:[^\n]*[^\s])?)*")


def write_scalar(value: Any, *, in_flow: bool = True, no_block: bool = True, style: str = "", indent: int = 2) -> str:
    """Return a scalar as YAML. A text has the `style` of the one before, if it can be written so.

    `indent` is that of the lines of a block, which `no_block` rules out.
    """
    if not isinstance(value, str):
        return json.dumps(value)
    if not no_block and (style in ("|", ">") or (not style and "\n" in value)):
        block = _block(value, style or "|", indent)
        if block:
            return block
    if style in ("", "|", ">") and _is_plain(value, in_flow):
        return value
    if style == "'" and not re.search(r"[\x00-\x1f]", value):
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value, ensure_ascii=False)


def _is_plain(text: str, in_flow: bool) -> bool:
    ends = _ENDS_PLAIN_IN_FLOW if in_flow else _ENDS_PLAIN
    return bool(_PLAIN.fullmatch(text)) and not ends.search(text) and parse_scalar(text) == text


def _block(text: str, style: str, indent: int) -> str:
    """Return a text as a block of lines after `|` or `>`; "" if it has lines that no block keeps."""
    body = text.rstrip("\n")
    kept = len(text) - len(body)
    if not body or body[0] in " \n" or re.search(r"[\x00-\x09\x0b-\x1f]|[ ]$|[ ]\n", body):
        return ""
    if style == ">":
        if not _FOLDED.fullmatch(body):
            return ""
        body = body.replace("\n", "\n\n")
    pad = " " * indent
    lines = "\n".join(pad + line if line else "" for line in body.split("\n"))
    return f"{style}{('-', '', '+')[min(kept, 2)]}\n{lines}" + "\n" * (kept if kept > 1 else 0)


def flow(value: Any) -> str:
    """Return a plain value as YAML on one line, in quotes if it would be read as something else without."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_scalar(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return write_scalar(value)


def block_lines(
    value: Mapping[str, Any] | Sequence[Any], like: YamlNode | None, indent: int, step: int, longest: int = _LONGEST
) -> list[str]:
    """Return the lines of a mapping or a list as a block, each entry in the style of the same in `like`.

    `indent` is the column of the entries, `step` what lines inside of them are indented by. What has no model is
    written on one line if that has at most `longest` characters.
    """
    lines: list[str] = []
    pad, is_list = " " * indent, not isinstance(value, Mapping)
    for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
        head = "-" if is_list else f"{write_scalar(key, in_flow=False)}:"
        model = _model(like, None if is_list else str(key))
        if _is_block(inner, model, longest):
            block = block_lines(inner, model, indent + (2 if is_list else step), step, longest)
            first = f"{pad}- {block.pop(0).lstrip(' ')}" if is_list else pad + head
            lines += [first, *block]
        else:
            style = model.style if model is not None else ""
            text = flow(inner)
            if not isinstance(inner, Mapping | list | tuple):
                text = write_scalar(inner, in_flow=False, no_block=False, style=style, indent=indent + step)
            lines += f"{pad}{head} {text}".split("\n")
    return lines


def _is_block(value: Any, model: YamlNode | None, longest: int) -> bool:
    """Return True for a mapping or list that is written as a block: the one before it is, or it is large."""
    if not isinstance(value, Mapping | list | tuple) or not value:
        return False
    if model is None:
        parts = value.values() if isinstance(value, Mapping) else value
        return any(isinstance(part, Mapping) for part in parts) or len(flow(value)) > longest
    return not model.flow and model.kind == ("mapping" if isinstance(value, Mapping) else "list")


def _model(node: YamlNode | None, key: str | None) -> YamlNode | None:
    """Return the value in a node whose style an entry takes: the one with the same key, or the last of a list."""
    entries = node.entries if node is not None else []
    return next((entry.node for entry in reversed(entries) if key is None or entry.key == key), None)
