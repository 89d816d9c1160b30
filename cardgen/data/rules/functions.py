"""The functions of sentences: each takes plain values and returns one, in time that is bounded by their size."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.sentences.values import as_number
from cardgen.base.words.messages import message


@dataclass(frozen=True, slots=True)
class Function:
    """A function: how many values it takes, and a line for the docs."""

    apply: Callable[..., Any]
    summary: str
    values: int = 1


def _expected(kind: str) -> WrongValueError:
    return WrongValueError(message("expected {expected}", expected=kind))


def _length(value: Any) -> int:
    if isinstance(value, str | tuple | list | Mapping):
        return len(value)
    raise _expected(message("a text or a list"))


def _words(value: Any) -> tuple[Any, ...]:
    return tuple(re.findall(r"[^\s,，、;；|]+", value)) if isinstance(value, str) else _entries(value)


def _lines(value: Any) -> tuple[Any, ...]:
    return tuple(value.splitlines()) if isinstance(value, str) else _entries(value)


def _characters(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, str) else _entries(value)


def _entries(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple | list):
        return tuple(value)
    if isinstance(value, Mapping):
        return tuple(value.values())
    raise _expected(message("a text or a list"))


def _keys(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Mapping):
        return tuple(value)
    raise _expected(message("keys with values"))


def _reverse(value: Any) -> Any:
    if isinstance(value, str | tuple):
        return value[::-1]
    raise _expected(message("a text or a list"))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _expected(message("text"))


def _place(part: Any, whole: Any) -> int:
    """Return where a part is, counted from 1; 0 if it is not in the whole."""
    if isinstance(whole, str) and isinstance(part, str):
        return whole.find(part) + 1
    return _entries(whole).index(part) + 1 if part in _entries(whole) else 0


def _drawing(value: Any) -> tuple[str, ...]:
    if isinstance(value, tuple | list) and value and all(isinstance(row, str) for row in value):
        return tuple(value)
    raise _expected(message("rows of # and ., top row first"))


def _filled(value: Any) -> int:
    return sum(row.count("#") for row in _drawing(value))


def _edges(value: Any) -> tuple[int, int, int, int]:
    """Return the first and the last column, and the first and the last row, with a cell; columns and rows from 0."""
    rows = _drawing(value)
    across = [column for row in rows for column, cell in enumerate(row) if cell == "#"]
    down = [number for number, row in enumerate(rows) if "#" in row]
    return (min(across), max(across), min(down), max(down)) if down else (0, -1, 0, -1)


def _trimmed(value: Any) -> tuple[str, ...]:
    left, right, top, bottom = _edges(value)
    return tuple(row[left : right + 1] for row in _drawing(value)[top : bottom + 1])


FUNCTIONS: Mapping[str, Function] = {
    "length": Function(_length, "characters of a text, entries of a list"),
    "words": Function(_words, "the words of a text, divided by spaces, commas and bars; the entries of a list"),
    "lines": Function(_lines, "the lines of a text"),
    "characters": Function(_characters, "the characters of a text"),
    "keys": Function(_keys, "the keys of a mapping"),
    "values": Function(_entries, "the values of a mapping, the entries of a list"),
    "reverse": Function(_reverse, "a text or a list from its end to its beginning"),
    "lower": Function(lambda value: _text(value).lower(), "a text in lower case"),
    "upper": Function(lambda value: _text(value).upper(), "a text in upper case"),
    "place": Function(_place, "`place(part, whole)`: where a part begins in a text or list, from 1; 0 if nowhere", 2),
    "absolute": Function(lambda value: abs(as_number(value)), "a number without its sign"),
    "first": Function(lambda value: next(iter(_characters(value)), None), "the first entry or character"),
    "last": Function(lambda value: next(iter(_characters(value)[::-1]), None), "the last entry or character"),
    "filled": Function(_filled, "how many cells of a drawing are `#`"),
    "width": Function(lambda value: len(_drawing(value)[0]), "the columns of a drawing"),
    "height": Function(lambda value: len(_drawing(value)), "the rows of a drawing"),
    "trimmed": Function(_trimmed, "a drawing without empty rows and columns at its edges"),
    "left": Function(lambda value: _edges(value)[0], "the empty columns at the left of a drawing"),
    "below": Function(lambda value: len(_drawing(value)) - 1 - _edges(value)[3], "the empty rows below a drawing"),
    "right": Function(lambda value: len(_drawing(value)[0]) - 1 - _edges(value)[1], "the empty columns at its right"),
    "above": Function(lambda value: _edges(value)[2], "the empty rows above a drawing"),
}
"""The functions by name."""
