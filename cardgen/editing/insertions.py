"""Text inserted between the lines of YAML files. Existing lines are never written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.values import parse_scalar
from cardgen.base.words.messages import message
from cardgen.data.reading import parse_yaml


def flow(value: Any) -> str:
    """Return a plain value as YAML on one line, in quotes if it would be read as something else without."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        plain = re.fullmatch(r"[A-Za-z\u4e00-\u9fff][\w\u4e00-\u9fff ./'+-]*", value) and value == value.rstrip()
        return value if plain and parse_scalar(value) == value else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their line ends."""
    return text.splitlines(keepends=True)


def end_of_block(lines: Sequence[str], start: int, indent: int) -> int:
    """Return the index of the line after a block: the line `start` and those after it that are indented by more than
    `indent`.

    Empty lines and comments at its end belong to what follows.
    """
    end = start + 1
    for number in range(start + 1, len(lines)):
        bare = lines[number].strip()
        depth = len(lines[number]) - len(lines[number].lstrip(" "))
        if bare and depth <= indent:
            break
        if bare and not bare.startswith("#"):
            end = number + 1
    return end


def insert_lines(text: str, at: int, addition: Sequence[str]) -> str:
    """Return a text with lines inserted before the line with index `at`, with the line ends of the text."""
    lines = lines_of(text)
    ending = "\r\n" if "\r\n" in text else "\n"
    if at and not lines[at - 1].endswith(("\n", "\r")):
        lines[at - 1] += ending
    return "".join([*lines[:at], *(line + ending for line in addition), *lines[at:]])


def prove(text: str, file: str, wanted: Any, place: Place) -> str:
    """Return a changed text if it reads as the `wanted` value; otherwise DataError at the place of the change."""
    try:
        if parse_yaml(text, file).value == wanted:
            return text
    except DataError:
        pass
    hint = message("write it as a block, with a line for each entry")
    raise DataError(Fault(place, message("no entry can be added here"), hint))
