"""In which languages cardgen's own words are told to a game: they are written in few, games in any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def worded(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """The languages among those of `words` to tell a game of these `languages` in.

    Of each it is itself or what it is without its subtags; English when there are words in none of them.
    """
    found = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in found if lang in words)) or ["en"]
