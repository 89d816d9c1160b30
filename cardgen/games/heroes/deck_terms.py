"""Check the glossary: check 5. Terms that texts mark and the glossary lacks are found by cardgen itself (CG404)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen import joined, message
from cardgen.engines import CardData, Problem
from cardgen.games.heroes.vocabulary import TERM_COUNT

_DECK, _LANGUAGES = "glossary", ("zh", "en")


def check_terms(terms: Sequence[CardData]) -> Iterator[Problem]:
    """Yield terms that are missing, numbers out of range, and terms without a name or a text in a language."""
    if len(terms) != TERM_COUNT:
        text = message("{count} terms, expected {expected}", count=len(terms), expected=TERM_COUNT)
        yield Problem("HE501", text, _DECK)
    for term in terms:
        number = term.fields.get("number")
        if not isinstance(number, int) or not 1 <= number <= TERM_COUNT:
            text = message("the number is {number}, expected 1 to {most}", number=number or "—", most=TERM_COUNT)
            yield Problem("HE502", text, _DECK, term.id, "number")
        for field in ("term", "text"):
            missing = [lang for lang in _LANGUAGES if not _given(term.fields.get(field), lang)]
            if missing:
                text = message("{field} is missing in {languages}", field=field, languages=joined(missing))
                yield Problem("HE505", text, _DECK, term.id, field)


def _given(texts: object, lang: str) -> bool:
    return isinstance(texts, Mapping) and bool(texts.get(lang))
