"""The languages for texts on printed pages: a game's texts in its own, cardgen's words in those with a catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardgen.words.catalogues import catalogue_name
from cardgen.words.messages import Joined, Message

if TYPE_CHECKING:  # the command line uses this module without fonts
    from cardgen.data.fonts import FontSet


def own_languages(languages: Sequence[str], texts: Sequence[Message | Joined], fonts: FontSet) -> list[str]:
    """Return the languages in which cardgen prints its own `texts` for a game of these `languages`.

    That is a language itself if it has its own catalogue and the fonts have all characters of the texts, otherwise the
    language without its subtags under the same conditions; English if none of them can be printed.
    """

    def can_print(lang: str) -> bool:
        return all(fonts.has_all(text.in_language(lang), lang) for text in texts)

    printed = [next(filter(can_print, _with_catalogue(lang)), "") for lang in languages]
    return list(dict.fromkeys(filter(None, printed))) or ["en"]


def _with_catalogue(lang: str) -> list[str]:
    """Return the tags of a language that have a catalogue of their own, or are English: itself, without its subtags."""
    base = lang.split("-")[0]
    if base == "en":
        return [base]
    own, general = catalogue_name(lang), catalogue_name(base)
    return [lang] * bool(own and own != general) + [base] * bool(general)


def printed_texts(text: Message | Joined, languages: Sequence[str], fonts: FontSet) -> list[tuple[str, str]]:
    """Return one of cardgen's messages in each language that it is printed in for a game, as (text, language)."""
    return [(text.in_language(lang), lang) for lang in own_languages(languages, (text,), fonts)]


def choose_languages(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """Return the languages among those of `words` to use for a game of these `languages`.

    That is a language itself, or the language without its subtags; English if `words` has none of them.
    """
    nearest = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in nearest if lang in words)) or ["en"]


def distinct_texts(texts: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """Return a text in each of the languages that it has; of languages with the same text, only the first."""
    shown: dict[str, str] = {}
    for lang in languages:
        if texts.get(lang) and texts[lang] not in shown.values():
            shown[lang] = texts[lang]
    return shown
