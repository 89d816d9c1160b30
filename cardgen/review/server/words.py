"""Describe changes of a card's data in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import Message, message

#: cardgen's own fields by their names. Those of a game have the names that the game gives them.
_FIELDS = {"copies": message("copies")}


def change_words(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return each difference between two sets of fields as a line, in each language: `copies 6 → 4`.

    A text in several languages has a line for each; fields are in the order of `after`, then those removed.
    """
    changes = list(_changes(before, after))
    return {language: [change.in_language(language) for change in changes] for language in languages()}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str = "") -> Iterator[Message]:
    for name in dict.fromkeys([*after, *before]):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _changes(old, new, f"{prefix}{name}.")
            continue
        label = prefix + name if prefix else _FIELDS.get(name, name)
        if old is None:
            yield message("{name} added: {value}", name=label, value=_value_text(new))
        elif new is None:
            yield message("{name} removed (was {value})", name=label, value=_value_text(old))
        else:
            yield message("{name} {old} → {new}", name=label, old=_value_text(old), new=_value_text(new))


def _value_text(value: Any) -> str:
    """Return a value as people read it: a drawing by its rows, other lists by their entries."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        drawing = all(isinstance(part, str) for part in value)
        return (" / " if drawing else ", ").join(map(_value_text, value)) or message("nothing")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) or message("nothing")
