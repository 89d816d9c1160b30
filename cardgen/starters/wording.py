"""Starter files: texts with marks, which are replaced for the name and the languages of a game.

`⟨name⟩` is a value. `⟨condition?text⟩` keeps the text if the condition is true. Conditions: `+zh`, `+en`: the game has
this language; `zh`, `en`: it is the main language; `both`, `one`: the number of languages; `english`: the other one is
English itself. Marks may be nested. If the text begins on a line of its own, the lines of the marks are removed,
too. Chinese is written in simplified characters; for a game in `zh-Hant` it is changed. `⟨zh⟩` is the tag of the game's
Chinese, `⟨en⟩` that of its other language: the English texts are for all languages in which starters have none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardgen.base.words.catalogues import is_traditional
from cardgen.base.words.traditional import in_traditional

#: The languages in which starters have texts.
WRITTEN = ("zh", "zh-Hant", "en")

_MARK = re.compile(r"⟨(\+?[a-z]+)(\?\n?)?|⟩")


def values_of(name: str, languages: Sequence[str]) -> dict[str, str]:
    """Return the values of the marks `⟨name⟩`, `⟨title⟩`, `⟨main⟩`, `⟨languages⟩`, `⟨zh⟩` and `⟨en⟩`."""
    main, all_of_them = languages[0], ", ".join(languages)
    chinese = next(filter(is_chinese, languages), "zh")
    other = next((lang for lang in languages if not is_chinese(lang)), "en")
    words = {"name": name, "title": title_of(name), "main": main, "languages": all_of_them}
    return {**words, "zh": chinese, "en": other}


def is_chinese(language: str) -> bool:
    """Return True for every way to write Chinese."""
    return language.split("-")[0] == "zh"


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Return the text in a language, of texts in `en` and `zh` (simplified); for other languages that in English."""
    if not is_chinese(language):
        return texts["en"]
    return in_traditional(texts["zh"]) if is_traditional(language) else texts["zh"]


def title_of(name: str) -> str:
    """Return a name as a title: `sea-of-stars` is Sea of Stars."""
    words = re.split(r"[-_. ]+", name.strip("-_. "))
    small = {"a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to"}
    return " ".join(
        word if (i and word in small) or not word.islower() else word[:1].upper() + word[1:]
        for i, word in enumerate(words)
    )


def fill_marks(text: str, values: Mapping[str, str], languages: Sequence[str]) -> str:
    """Return the text with its marks replaced. KeyError for an unknown mark."""
    text = in_traditional(text) if any(map(is_traditional, languages)) else text
    holds = {"+zh": any(map(is_chinese, languages)), "+en": not all(map(is_chinese, languages))}
    holds |= {"zh": is_chinese(languages[0]), "en": not is_chinese(languages[0])}
    holds |= {"both": len(languages) > 1, "one": len(languages) == 1}
    holds["english"] = values.get("en") == "en"
    kept: list[str] = []
    open_marks: list[tuple[bool, bool]] = []  # whether the text is kept, whether the lines of the mark are removed
    position = 0
    while match := _MARK.search(text, position):
        keep = all(kept_text for kept_text, _ in open_marks)
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
