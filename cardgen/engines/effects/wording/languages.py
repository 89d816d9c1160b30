"""The phrases of a language: those of all games, and in their place those of a vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cardgen.engines.data_files import load_written
from cardgen.engines.effects.vocabulary import Vocabulary

LanguageName: TypeAlias = Literal["zh-Hans", "zh-Hant", "en"]

_CHINESE = "零一两三四五六七八九十"


def writing_language(tag: str) -> LanguageName | None:
    """Return the language in which texts for a language tag are written; None if there are no phrases for it."""
    first, *rest = tag.split("-")
    if first == "zh":
        return "zh-Hant" if {"Hant", "TW", "HK", "MO"} & set(rest) else "zh-Hans"
    return "en" if first == "en" else None


@cache
def _phrases_of(language: str) -> Mapping[str, Any]:
    phrases: dict[str, Any] = load_written(Path(__file__).parent / f"{language}.yaml")
    return phrases


class Phrases:
    """Phrases and names in one language."""

    def __init__(self, vocabulary: Vocabulary, language: LanguageName) -> None:
        self.vocabulary, self.language = vocabulary, language
        self.is_chinese = language != "en"
        self._core = _phrases_of(language)

    def has(self, key: str) -> bool:
        """Return True if there is a phrase of this key."""
        return self._find(key) is not None

    def _find(self, key: str) -> Any:
        own = self.vocabulary.phrases.get(key)
        if own is not None and self.language in own:
            return own[self.language]
        found: Any = self._core
        for part in key.split("/"):
            found = found.get(part) if isinstance(found, Mapping) else None
        return found

    def keys(self, key: str) -> list[str]:
        """Return the keys of a group of phrases, in their order."""
        return list(self._core.get(key, {}))

    def form(self, key: str, form: str) -> str:
        """Return one form of a phrase; the phrase itself if it has one form."""
        found = self._find(key)
        if isinstance(found, Mapping):
            found = found.get(form) or next(iter(found.values()))
        return key if found is None else str(found)

    def phrase(self, key: str, /, **slots: Any) -> str:
        """Return a phrase with its slots filled in."""
        return _filled(self.form(key, "one"), slots)

    def phrase_in(self, key: str, form: str, /, **slots: Any) -> str:
        """Return a form of a phrase with its slots filled in."""
        return _filled(self.form(key, form), slots)

    # ---------------------------------------------------------------- names

    def name(self, word: str, form: str = "one") -> str:
        """Return the name of a word of the vocabulary; the word itself if it has none."""
        found = self._translations(word)
        if isinstance(found, Mapping):
            found = found.get(form) or found.get("one")
        if found is None:
            return word if self.is_chinese else word.replace("-", " ")
        # A label such as Market is a common noun in a text.
        is_label = not self.is_chinese and found[1:2].islower()
        return str(found[0].lower() + found[1:] if is_label else found)

    def has_name(self, word: str, form: str) -> bool:
        """Return True if a word has a name of a form, such as `other` of what can be counted."""
        found = self._translations(word)
        return isinstance(found, Mapping) and form in found

    def _translations(self, word: str) -> Any:
        named = self.vocabulary.names.get(word, {})
        return named.get(self.language) or named.get(self.language.split("-")[0])

    def is_counted(self, word: str) -> bool:
        """Return True for what players have so many of, such as coins."""
        return self.has_name(word, "measure" if self.is_chinese else "other")

    def number_word(self, number: int) -> str:
        """Return a number of things as a word: 一, 两 in Chinese; in figures in English."""
        if self.is_chinese and 0 <= number <= 10:
            return _CHINESE[number].replace("两", "兩" if self.language == "zh-Hant" else "两")
        return str(number)

    def ordinal(self, number: int) -> str:
        """Return a number in the order of things."""
        return "二" if self.is_chinese and number == 2 else self.number_word(number)

    def listed(self, items: list[str], last: str = "and") -> str:
        """Return items as a list, with `and` or `or` before the last one."""
        if len(items) < 2:
            return "".join(items)
        return self.phrase("list").join(items[:-1]) + self.phrase(last) + items[-1]


def _filled(template: str, slots: Mapping[str, Any]) -> str:
    for name, value in slots.items():
        template = template.replace(f"{{{name}}}", str(value))
    return template
