"""The languages for texts on printed pages: a game's texts in its own, cardgen's words in those with a catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.words.catalogues import catalogue_name
from cardgen.words.messages import Joined, Message


def own_languages(languages: Sequence[str]) -> list[str]:
    """Return the languages in which cardgen's words are printed for a game of these `languages`.

    That is a language itself if it has its own catalogue, otherwise the language without its subtags; English if none
    of them has a catalogue.
    """
    printed = [_with_catalogue(lang) for lang in languages]
    return list(dict.fromkeys(lang for lang in printed if lang)) or ["en"]


def _with_catalogue(lang: str) -> str:
    """Return the shortest tag with the catalogue of a language; "" if there is none."""
    base = lang.split("-")[0]
    if base == "en":
        return base
    own, general = catalogue_name(lang), catalogue_name(base)
    return lang if own and own != general else base if general else ""


def in_each(text: Message | Joined, languages: Sequence[str]) -> list[tuple[str, str]]:
    """Return one of cardgen's messages in each language that it is printed in for a game, as (text, language)."""
    return [(text.in_language(lang), lang) for lang in own_languages(languages)]


def worded(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """Return the languages among those of `words` to use for a game of these `languages`.

    That is a language itself, or the language without its subtags; English if `words` has none of them.
    """
    nearest = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in nearest if lang in words)) or ["en"]


def each_once(texts: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """Return a text in each of the languages that it has; of languages with the same text, only the first."""
    shown: dict[str, str] = {}
    for lang in languages:
        if texts.get(lang) and texts[lang] not in shown.values():
            shown[lang] = texts[lang]
    return shown
