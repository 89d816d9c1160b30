"""Text put into YAML files between the lines that are there: nothing that stands in them is written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.data.reading import parse_scalar, parse_yaml
from cardgen.errors import DataError, Fault, Place
from cardgen.words.messages import message


def flow(value: Any) -> str:
    """A plain value as YAML on one line, quoted where it would be read as something else."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        plain = re.fullmatch(r"[A-Za-z\u4e00-\u9fff][\w\u4e00-\u9fff ./'+-]*", value) and value == value.rstrip()
        return value if plain and parse_scalar(value) == value else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def lines_of(text: str) -> list[str]:
    """The lines of the text with their ends."""
    return text.splitlines(keepends=True)


def end_of_block(lines: Sequence[str], start: int, indent: int) -> int:
    """The line after a block that begins on line `start`, whose further lines are indented by more than `indent`.

    Empty lines and comments after it belong to what follows.
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
    """The text with whole lines put in before line `at`, ended as its own lines are."""
    lines = lines_of(text)
    ending = "\r\n" if "\r\n" in text else "\n"
    if at and not lines[at - 1].endswith(("\n", "\r")):
        lines[at - 1] += ending
    return "".join([*lines[:at], *(line + ending for line in addition), *lines[at:]])


def prove(text: str, file: str, wanted: Any, place: Place) -> str:
    """The changed text, proven to be what is wanted. DataError when the file is not one that text can be put into."""
    try:
        if parse_yaml(text, file).value == wanted:
            return text
    except DataError:
        pass
    hint = message("write it as a block, with a line for each entry")
    raise DataError(Fault(place, message("no entry can be added here"), hint))
