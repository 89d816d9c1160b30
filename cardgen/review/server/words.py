"""What has changed in a card's data, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: cardgen's own words; fields that a game has made up are called what the game calls them.
_FIELDS = {"zh": {"copies": "张数"}, "en": {"copies": "copies"}}
_WORDS = {
    "zh": {"new": "{name} 新增：{value}", "gone": "{name} 已删除（原为 {value}）", "changed": "{name} {old} → {new}"},
    "en": {"new": "{name} added: {value}", "gone": "{name} removed (was {value})", "changed": "{name} {old} → {new}"},
}
_EMPTY = {"zh": "空", "en": "nothing"}


def change_words(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """Each difference between two sets of fields as a line, in zh and in en: `copies 6 → 4`.

    A text in several languages is told language by language; fields in the order of `after`, then those removed.
    """
    return {lang: list(_lines(before, after, lang)) for lang in _WORDS}


def _lines(before: Mapping[str, Any], after: Mapping[str, Any], lang: str) -> list[str]:
    words, lines = _WORDS[lang], []
    for name in dict.fromkeys([*after, *before]):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        called = _FIELDS[lang].get(name, name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            inner = _lines(
                {f"{called}.{key}": value for key, value in old.items()},
                {f"{called}.{key}": value for key, value in new.items()},
                lang,
            )
            lines += inner
        elif old is None:
            lines.append(words["new"].format(name=called, value=_told(new, lang)))
        elif new is None:
            lines.append(words["gone"].format(name=called, value=_told(old, lang)))
        else:
            lines.append(words["changed"].format(name=called, old=_told(old, lang), new=_told(new, lang)))
    return lines


def _told(value: Any, lang: str) -> str:
    """A value as people read it: a drawing by its rows, other lists by their entries."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_told(each, lang)}" for key, each in value.items())
    if isinstance(value, list):
        drawing = all(isinstance(each, str) for each in value)
        return (" / " if drawing else ", ").join(_told(each, lang) for each in value) or _EMPTY[lang]
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) or _EMPTY[lang]
