"""The languages of a game, their fallbacks, and values of boxes written by language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from cardgen.base.records import dataclass, field, replace
from cardgen.data.reading import Marked

Value = TypeVar("Value")

#: Keys of a box whose value may be written by language: `text: {zh: 回合, en: Turn}`.
TRANSLATED_KEYS = ("text", "rows", "description", "file")


class FallbackText(str):
    """A text in another language, used because a translation is missing; `lang` is its real language."""

    lang: str

    def __new__(cls, text: str, lang: str) -> FallbackText:
        result = super().__new__(cls, text)
        result.lang = lang
        return result


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of a game, the main one first, and the fallbacks that game.yaml declares."""

    spoken: tuple[str, ...]
    fallback: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The first language of the game."""
        return self.spoken[0]

    def chain(self, lang: str) -> tuple[str, ...]:
        """Return the languages to search for a text in `lang`: itself first, the main one last.

        Its declared fallbacks are between them; without a declaration, the language with fewer and fewer of its subtags
        (zh-Hant-HK, zh-Hant, zh: the lookup of RFC 4647, section 3.4).
        """
        declared = self.fallback.get(lang)
        if declared is None:
            parts = lang.split("-")
            declared = ["-".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
        return tuple(dict.fromkeys([lang, *declared, self.main]))

    def find(self, values: Mapping[str, Value], lang: str) -> tuple[Value, str] | None:
        """Return the value for `lang` and the language it is in; None if no language of its chain has a value."""
        return next(((values[other], other) for other in self.chain(lang) if other in values), None)


def in_each_language(box: Marked) -> Iterator[Marked]:
    """Yield a box once for each language of each value that is written by language; once as it is without such values.

    A model can check the boxes that this yields: they have one value for each key.
    """
    by_language = {
        key: box.value[key] for key in TRANSLATED_KEYS if isinstance(box.value.get(key), dict) and box.value[key]
    }
    if not by_language:
        yield box
    first_values = {key: next(iter(values.values())) for key, values in by_language.items()}
    for key, values in by_language.items():
        for lang, value in values.items():
            places = {**box.places, (*box.base, key): box.place(key, lang)}
            yield replace(box, value={**box.value, **first_values, key: value}, places=places)


def pick_language(box: Mapping[str, Any], languages: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a box with its values in the first of `languages` that they have, and the language of each such key.

    For a FallbackText, that is not its real language.
    """
    picked: dict[str, Any] = dict(box)
    spoken: dict[str, str] = {}
    for key in TRANSLATED_KEYS:
        texts = box.get(key)
        if isinstance(texts, dict):
            lang = next(lang for lang in (*languages, *texts) if lang in texts)
            picked[key], spoken[key] = texts[lang], lang
    return picked, spoken
