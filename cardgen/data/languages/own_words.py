"""Texts in several languages at once: a game's texts in its own, cardgen's words in those that have a catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.words.catalogues import catalogue_name
from cardgen.words.messages import Joined, Message


def own_languages(languages: Sequence[str]) -> list[str]:
    """Return the languages in which cardgen's words are printed for a game of these `languages`.

    Each stands for itself if it has a catalogue of its own, otherwise for the language without its subtags; English if
    none of them has a catalogue.
    """
    found = [_with_catalogue(lang) for lang in languages]
    return list(dict.fromkeys(lang for lang in found if lang)) or ["en"]


def _with_catalogue(lang: str) -> str:
    """Return the shortest tag with the catalogue of a language; "" if there is none."""
    base = lang.split("-")[0]
    if base == "en":
        return base
    own, general = catalogue_name(lang), catalogue_name(base)
    return lang if own and own != general else base if general else ""


def in_each(text: Message | Joined, languages: Sequence[str]) -> list[tuple[str, str]]:
    """Return a message of cardgen's in each of a game's languages that it is printed in, as (text, language)."""
    return [(text.in_language(lang), lang) for lang in own_languages(languages)]


def worded(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """Return the languages among those of `words` to use for a game of these `languages`.

    Each stands for itself or for the language without its subtags; English if there are words in none of them.
    """
    found = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in found if lang in words)) or ["en"]


def each_once(texts: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """Return a text in those of the languages that it has; a text that two of them share is the first one's."""
    shown: dict[str, str] = {}
    for lang in languages:
        if texts.get(lang) and texts[lang] not in shown.values():
            shown[lang] = texts[lang]
    return shown
