"""Check the printed cards. Every broken rule has a code: HE1xx belongs to check 1 of the game's description, and so on.

The deck `cards` is the pile and `seal` the jade seal; `heroes`, `identities` and `health` are the other cards, and
`glossary` the terms. Other decks are ignored. `deck_rules` compares the cards with a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen import joined, message
from cardgen.engines import CardData, Decks, Problem
from cardgen.games.heroes.deck_cards import check_backs, check_cards
from cardgen.games.heroes.deck_heroes import check_health, check_heroes
from cardgen.games.heroes.vocabulary import TERM_COUNT

#: Code -> short name.
DECK_CODES = {
    "HE001": "deck-missing",
    "HE101": "unknown-suit",
    "HE102": "wrong-number",
    "HE103": "wrong-rank",
    "HE104": "unknown-category",
    "HE105": "wrong-place",
    "HE106": "range-without-weapon",
    "HE107": "delayed-without-trick",
    "HE108": "seal-with-suit",
    "HE109": "unknown-element",
    "HE110": "distance-without-mount",
    "HE201": "two-backs",
    "HE301": "unknown-faction",
    "HE302": "wrong-max-hp",
    "HE303": "skill-count",
    "HE304": "unknown-skill-type",
    "HE305": "awakening-types",
    "HE306": "unknown-timing",
    "HE308": "wrong-tag",
    "HE401": "health-card-missing",
    "HE402": "wrong-health-card",
    "HE501": "term-count",
    "HE502": "term-number",
    "HE505": "term-incomplete",
}

_DECKS = ("heroes", "identities", "health", "cards")


def check_deck(decks: Decks) -> list[Problem]:
    """Return every rule that the decks break, deck by deck. An empty list is a proof of the checks 1 to 5."""
    missing = [
        Problem("HE001", message("the game has no deck {deck!r}", deck=name), name)
        for name in _DECKS
        if name not in decks
    ]
    problems = [problem for name in ("cards", "seal") for problem in check_cards(decks.get(name, ()), name)]
    problems += check_backs(decks)
    problems += check_heroes(decks.get("heroes", ()))
    if "heroes" in decks and "health" in decks:
        problems += check_health(decks["heroes"], decks["health"])
    problems += check_terms(decks.get("glossary", ()))
    return missing + problems


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
