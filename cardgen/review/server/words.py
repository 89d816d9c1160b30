"""Describe changes of a card's data in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Names of cardgen's own fields. Those of a game have the names that the game gives them.
_FIELDS = {"zh": {"copies": "张数"}, "en": {"copies": "copies"}}
_WORDS = {
    "zh": {"new": "{name} 新增：{value}", "gone": "{name} 已删除（原为 {value}）", "changed": "{name} {old} → {new}"},
    "en": {"new": "{name} added: {value}", "gone": "{name} removed (was {value})", "changed": "{name} {old} → {new}"},
}
_EMPTY = {"zh": "空", "en": "nothing"}


def change_words(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return each difference between two sets of fields as a line, in zh and in en: `copies 6 → 4`.

    A text in several languages has a line for each; fields are in the order of `after`, then those removed.
    """
    return {lang: list(_lines(before, after, lang)) for lang in _WORDS}


def _lines(before: Mapping[str, Any], after: Mapping[str, Any], lang: str) -> list[str]:
    words, lines = _WORDS[lang], []
    for name in dict.fromkeys([*after, *before]):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        label = _FIELDS[lang].get(name, name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            inner = _lines(
                {f"{label}.{key}": value for key, value in old.items()},
                {f"{label}.{key}": value for key, value in new.items()},
                lang,
            )
            lines += inner
        elif old is None:
            lines.append(words["new"].format(name=label, value=_value_text(new, lang)))
        elif new is None:
            lines.append(words["gone"].format(name=label, value=_value_text(old, lang)))
        else:
            lines.append(words["changed"].format(name=label, old=_value_text(old, lang), new=_value_text(new, lang)))
    return lines


def _value_text(value: Any, lang: str) -> str:
    """Return a value as people read it: a drawing by its rows, other lists by their entries."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value_text(part, lang)}" for key, part in value.items())
    if isinstance(value, list):
        drawing = all(isinstance(part, str) for part in value)
        return (" / " if drawing else ", ").join(_value_text(part, lang) for part in value) or _EMPTY[lang]
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) or _EMPTY[lang]
