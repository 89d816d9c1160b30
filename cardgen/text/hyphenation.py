"""Where words may be hyphenated, by the patterns of TeX and LibreOffice in the package pyphen.

`hyphenation_points(word, lang)` returns the positions in a word, in order, at which a line may end with a hyphen that
is added there. There are none in a word with a soft hyphen, whose author has chosen the points, and none in languages
without patterns. Points that change the spelling of the word are left out. `can_hyphenate(lang)` is True if there are
patterns for a language.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Protocol

from cardgen.text.clusters import cluster_starts
from cardgen.text.scripts import COMMON, script_of

#: The fewest letters before and after a hyphen.
FEWEST_BEFORE, FEWEST_AFTER = 2, 3

SOFT_HYPHEN = "\u00ad"

# The patterns of languages that have several, for regions that have none of their own.
_PREFERRED = {"de": "de_DE", "en": "en_GB", "no": "nb_NO", "pt": "pt_BR"}
_AMERICAN = frozenset(("", "us", "ca", "ph"))

# Languages with patterns whose words are not hyphenated.
_NEVER = frozenset(("th",))

_APOSTROPHES = "'’"


def can_hyphenate(lang: str) -> bool:
    """Return True if there are patterns for the language of a BCP 47 tag."""
    return _patterns(lang) is not None


@lru_cache(maxsize=16_384)
def hyphenation_points(word: str, lang: str, before: int = FEWEST_BEFORE, after: int = FEWEST_AFTER) -> tuple[int, ...]:
    """Return the positions at which a word may be hyphenated, with at least so many letters before and after each.

    `word` may have marks around it; a word with hyphens has points in each of its parts.
    """
    if len(word) < before + after or SOFT_HYPHEN in word:
        return ()
    patterns = _patterns(lang)
    if patterns is None:
        return ()
    starts = cluster_starts(word)
    points: list[int] = []
    for begin, end in _letters(word):
        part = word[begin:end]
        if end - begin < before + after or len(part.lower()) != len(part):
            continue
        for point in patterns.positions(part):
            if before <= point <= len(part) - after and starts[begin + point] and not getattr(point, "data", None):
                points.append(begin + int(point))
    return tuple(points)


def _letters(word: str) -> list[tuple[int, int]]:
    """Return the start and end of each part of a word that is of letters and apostrophes between them."""
    kinds = "".join(["'" if c in _APOSTROPHES else "." if script_of(c) == COMMON else "a" for c in word])
    return [match.span() for match in _PART.finditer(kinds)]


_PART = re.compile("a+(?:'a+)*")


class _Patterns(Protocol):
    def positions(self, word: str) -> list[int]: ...


@cache
def _patterns(lang: str) -> _Patterns | None:
    tags = lang.replace("_", "-").lower().partition("-x-")[0].split("-")
    language, region = tags[0], next((tag for tag in tags[1:] if len(tag) == 2), "")
    if not language or language in _NEVER:
        return None
    from pyphen import LANGUAGES, Pyphen, language_fallback  # imported only where text is hyphenated

    if language == "en" and region in _AMERICAN:
        name = "en_US"
    else:
        name = language_fallback("-".join(tags))
        if name in (None, language):
            name = _PREFERRED.get(language, name)
    patterns: _Patterns | None = Pyphen(lang=name, left=1, right=1) if name in LANGUAGES else None
    return patterns


def with_soft_hyphens(text: str, lang: str) -> str:
    """Return a text with a soft hyphen at each point at which its words may be hyphenated."""
    return _WORD.sub(lambda match: _divided(match[0], lang), text) if can_hyphenate(lang) else text


def _divided(word: str, lang: str) -> str:
    points = [0, *hyphenation_points(word, lang), len(word)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in pairwise(points))


_WORD = re.compile(r"\S+")
