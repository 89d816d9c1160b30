"""A game in any number of languages: what each falls back to, and texts in every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from cardgen.data.reading import Marked

Value = TypeVar("Value")

#: Keys of a box whose value may be written by language: `text: {zh: 回合, en: Turn}`.
SPOKEN = ("text", "rows", "description", "file")


class Borrowed(str):
    """A text that stands in for a translation that is missing; `lang` is the language it is really in."""

    lang: str

    def __new__(cls, text: str, lang: str) -> Borrowed:
        made = super().__new__(cls, text)
        made.lang = lang
        return made


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of a game, the main one first, and what is declared of those that they fall back to."""

    spoken: tuple[str, ...]
    fallback: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def main(self) -> str:
        return self.spoken[0]

    def chain(self, lang: str) -> tuple[str, ...]:
        """The languages to look in for a text in `lang`, itself first and the main one last.

        Between them stands what is declared for it; where nothing is, the language with ever fewer of its subtags
        (zh-Hant-HK, zh-Hant, zh: the lookup of RFC 4647, section 3.4).
        """
        declared = self.fallback.get(lang)
        if declared is None:
            parts = lang.split("-")
            declared = ["-".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
        return tuple(dict.fromkeys([lang, *declared, self.main]))

    def find(self, texts: Mapping[str, Value], lang: str) -> tuple[Value, str] | None:
        """What stands for `lang` in a value written by language, and the language it is in; None when nothing does."""
        return next(((texts[each], each) for each in self.chain(lang) if each in texts), None)


def in_each_language(box: Marked) -> Iterator[Marked]:
    """A box as written, once for each language that any of its values is written in; once where none is."""
    by_language = {key: box.value[key] for key in SPOKEN if isinstance(box.value.get(key), dict) and box.value[key]}
    if not by_language:
        yield box
    for key, texts in by_language.items():
        for lang in texts:
            one = {each: next(iter(other.values())) for each, other in by_language.items()}
            places = {**box.places, (*box.base, key): box.place(key, lang)}
            yield replace(box, value={**box.value, **one, key: texts[lang]}, places=places)


def pick_language(box: Mapping[str, Any], languages: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """A box with what it writes by language in the first of `languages` that is there; and that language of each key.

    The language of a text that is borrowed is the one that it is really in.
    """
    picked: dict[str, Any] = dict(box)
    spoken: dict[str, str] = {}
    for key in SPOKEN:
        texts = box.get(key)
        if isinstance(texts, dict):
            lang = next(lang for lang in (*languages, *texts) if lang in texts)
            picked[key], spoken[key] = texts[lang], lang
    return picked, spoken
