"""Plain values: numbers, texts, lists and mappings, as words of files, as people read them, and as files have them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.words.messages import message

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {"~": None}
for _word, _meaning in (("null", None), ("true", True), ("false", False)):
    _WORDS |= dict.fromkeys((_word, _word.capitalize(), _word.upper()), _meaning)
for _sign, _infinity in (("", math.inf), ("+", math.inf), ("-", -math.inf)):
    _WORDS |= dict.fromkeys((f"{_sign}.inf", f"{_sign}.Inf", f"{_sign}.INF"), _infinity)
_WORDS |= dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan)


def parse_scalar(text: str) -> Any:
    """Return the value of a word without quotes, by the core schema of YAML 1.2: a number, true, false, null or text.

    Ambiguous numbers stay text: 0x1f, 0o17, and 012, which is ten in YAML 1.1.
    """
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 100 else math.inf
    return float(text) if _FLOAT.fullmatch(text) else _WORDS.get(text, text)


def number_in(value: Any) -> float | None:
    """Return the number that a value is, or that its text shows, as in a table; None if it is no number."""
    number = parse_scalar(value) if isinstance(value, str) else value
    return number if isinstance(number, int | float) and not isinstance(number, bool) else None


def as_text(value: Any) -> str:
    """Return a value as people read it: 3.0 is 3, a list is its entries with commas."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Sequence):
        return ", ".join(map(as_text, value))
    return str(value)


def as_written(value: Any) -> str:
    """Return a value as a data file has it, cut to 60 characters: true, .nan, 'text'."""
    if value is None:
        return message("nothing")
    text = _written(value)
    return text if len(text) < 60 else text[:57] + "..."


def _written(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else "-.inf" if value < 0 else ".inf"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_written(inner)}" for key, inner in value.items()) + "}"
    return repr(value)
