"""The codes of findings about translations, by name. They are warnings: the game can be built with fallbacks."""

from __future__ import annotations

from cardgen.base.errors import Code
from cardgen.base.words.messages import message

CODES = {
    code.name: code
    for code in (
        Code(
            "CG201",
            "translation-missing",
            message("a text that is not translated into one of the game's languages"),
            "warning",
        ),
        Code(
            "CG202",
            "translation-outdated",
            message(
                "a translation that is marked as fuzzy, or was made from a text that has changed since; it is not used"
            ),
            "warning",
        ),
        Code(
            "CG203",
            "translation-unused",
            message(
                "a translation of a text that the game no longer has or that the card leaves out; "
                "or a text that a file of translations overrides"
            ),
            "warning",
        ),
        Code(
            "CG204",
            "translation-differs",
            message("a translation that loses or gains an icon, a placeholder or a number"),
            "warning",
        ),
        Code(
            "CG205",
            "words-in-english",
            message("a language in which cardgen has no words: it prints “Contents” and the like in English"),
            "warning",
        ),
    )
}
