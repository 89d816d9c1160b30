"""The words of the page in a language: the translations of the messages in its scripts."""

from __future__ import annotations

from cardgen.base.words.catalogues import entries
from cardgen.review.server.payloads import WordsData

#: The context of the page's messages in the catalogues. It keeps them apart from those of the command line.
CONTEXT = "page"

#: Which numbers the plural forms are sent for. A greater number n has the form of 100 + n % 100: no language's rule
#: needs more than the last two digits of a number and whether it is small.
_NUMBERS = 200


def words_file(language: str) -> str:
    """Return the name of the data with the words of a language."""
    return f"words-{language}"


def page_words(language: str) -> WordsData:
    """Return the translations of the page's messages into a language. A message without one is left out."""
    translations = entries(language, CONTEXT)
    return {
        "language": language,
        "texts": translations.texts,
        "plurals": translations.plurals,
        "forms": [translations.form(number) for number in range(_NUMBERS)],
    }
