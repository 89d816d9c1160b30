"""What is told in several languages: a game's texts in its own, cardgen's words in the few that they are written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def worded(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """The languages among those of `words` to tell a game of these `languages` in.

    Of each it is itself or what it is without its subtags; English when there are words in none of them.
    """
    found = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in found if lang in words)) or ["en"]


def each_once(texts: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """A text in those of the languages that it has; what is the same in two of them, in the first."""
    said: dict[str, str] = {}
    for lang in languages:
        if texts.get(lang) and texts[lang] not in said.values():
            said[lang] = texts[lang]
    return said
