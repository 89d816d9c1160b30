"""The content of plain values as something to compare: equal contents, the same values of the same types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from cardgen.data.languages.chains import FallbackText

Content: TypeAlias = tuple[object, ...]

_ALIKE = (str, int, bool, type(None))


def content_of(value: Any) -> Content:
    """Return the content of a value that is made of texts, numbers, lists and mappings. TypeError for any other value.

    In Python, 1, 1.0 and True are equal, and so is a text that stands in for a missing translation to the same text.
    Their contents differ, because they may look different on a card.
    """
    kind = type(value)
    if kind in _ALIKE:
        return (kind, value)
    if kind is float:
        return (float, repr(value))  # 0.0 is not -0.0
    if kind is FallbackText:
        return (FallbackText, str(value), value.lang)
    if isinstance(value, Mapping):
        return (dict, *((key, content_of(entry)) for key, entry in value.items()))
    if isinstance(value, list | tuple):
        return (kind, *map(content_of, value))
    raise TypeError(kind)


def same_content(value: Any, other: Any) -> bool:
    """Return True if two values have the same content; False if they are of a kind that cannot be compared."""
    kind = type(value)
    if value is other or kind is not type(other):
        return value is other
    if kind in _ALIKE:
        return bool(value == other)
    if kind is dict:
        pairs = zip(value.items(), other.items(), strict=False)
        same = all(key == name and same_content(entry, others) for (key, entry), (name, others) in pairs)
        return len(value) == len(other) and same
    if kind is list or kind is tuple:
        return len(value) == len(other) and all(map(same_content, value, other))
    if kind is float or kind is FallbackText:
        return content_of(value) == content_of(other)
    return False
