"""Lists in one text, as a table's cell and a translation hold them: `fire|old|3`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.data.placeholders import as_text
from cardgen.data.reading import parse_scalar

BETWEEN = "|"


def parse_list(text: str) -> list[Any]:
    """The entries, texts and numbers, without the blanks round them."""
    return [_number_or_text(part.strip()) for part in text.split(BETWEEN)]


def join_list(entries: Sequence[Any]) -> str:
    """The text that stands for a list of texts and numbers."""
    return BETWEEN.join(map(as_text, entries))


def _number_or_text(text: str) -> Any:
    """A number where it would be written the same again: 3, but not 007 or 1.50, which stay text."""
    value = parse_scalar(text)
    return value if isinstance(value, int | float) and not isinstance(value, bool) and str(value) == text else text
