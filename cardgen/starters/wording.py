"""Starter files are texts with a few marks, filled in for a game's name and its languages.

`⟨name⟩` is a value. `⟨when?text⟩` is kept when it holds: `+zh`, `+en` the game has that language, `zh`, `en` it is the
main one, `both` and `one` count them. Marks nest. A text that begins on a line of its own takes its lines with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

#: The languages that starters are written in.
LANGUAGES = ("zh", "en")

_MARK = re.compile(r"⟨(\+?[a-z]+)(\?\n?)?|⟩")


def values_of(name: str, languages: Sequence[str]) -> dict[str, str]:
    """What the marks `⟨name⟩`, `⟨title⟩`, `⟨main⟩` and `⟨languages⟩` stand for."""
    return {"name": name, "title": title_of(name), "main": languages[0], "languages": ", ".join(languages)}


def title_of(name: str) -> str:
    """A name as people read it: `sea-of-stars` is Sea of Stars."""
    words = re.split(r"[-_. ]+", name.strip("-_. "))
    small = {"a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to"}
    return " ".join(
        word if (i and word in small) or not word.islower() else word[:1].upper() + word[1:]
        for i, word in enumerate(words)
    )


def fill_marks(text: str, values: Mapping[str, str], languages: Sequence[str]) -> str:
    """The text with its marks replaced. KeyError for a mark that means nothing."""
    holds = {f"+{lang}": lang in languages for lang in LANGUAGES}
    holds |= {lang: languages[0] == lang for lang in LANGUAGES}
    holds |= {"both": len(languages) > 1, "one": len(languages) == 1}
    kept: list[str] = []
    open_marks: list[tuple[bool, bool]] = []  # is it kept, does it take its lines with it
    position = 0
    while match := _MARK.search(text, position):
        keep = all(each for each, _ in open_marks)
        kept.append(text[position : match.start()] if keep else "")
        position = match.end()
        word, begins = match[1], match[2]
        if word is None:
            _, lines = open_marks.pop()
            position += lines and text[position : position + 1] == "\n"
        elif begins:
            open_marks.append((holds[word], begins.endswith("\n")))
        else:
            kept.append(values[word] if keep else "")
            position += 1  # its own ⟩
    return "".join(kept) + text[position:]
