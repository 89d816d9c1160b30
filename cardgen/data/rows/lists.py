"""Lists written as one text, in a cell of a table or a translation: `fire|old|3`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.base.values import as_text, parse_scalar

SEPARATOR = "|"


def parse_list(text: str) -> list[Any]:
    """Return the entries, texts and numbers, without spaces around them."""
    return [_number_or_text(part.strip()) for part in text.split(SEPARATOR)]


def join_list(entries: Sequence[Any]) -> str:
    """Return a list of texts and numbers as one text."""
    return SEPARATOR.join(map(as_text, entries))


def _number_or_text(text: str) -> Any:
    """Return a number if it would be written in the same way again: 3, but not 007 or 1.50, which stay text."""
    value = parse_scalar(text)
    return value if isinstance(value, int | float) and not isinstance(value, bool) and str(value) == text else text
