"""The values of a card that placeholders can name: its fields with the terms of the glossary marked, and its number."""

from __future__ import annotations

from typing import Any

from cardgen.data.content import Content, content_of
from cardgen.data.fields import EFFECTS, field_kind
from cardgen.data.glossary.texts import CardTerms, find_terms, terms_of_card
from cardgen.data.model import Card, Deck, Game
from cardgen.data.playing import effect_texts


def own_values(game: Game, deck: Deck, card: Card, lang: str) -> dict[str, Any]:
    """Return the values that belong to a card. `lang` is the language of its texts that name none.

    `copy` and `serial` are those of the first copy.
    """
    words: dict[str, Any] = {"number": card.number, "copies": card.copies, "copy": 1, "serial": card.serial}
    fields = card.fields
    if game.glossary is not None:
        found = _find_terms(game, deck, card, lang)
        words |= terms_of_card(game.glossary, found)
        fields = {**fields, **found.fields}
    written = {"effect": effect_texts(game, deck, card)} if has_effects(deck) else {}
    return {"card": words, "id": card.id, "copies": card.copies, **written, **fields}


def has_effects(deck: Deck) -> bool:
    """Return True if cards of a deck have effects, whose text is `{effect}`."""
    return any(field_kind(kind) is EFFECTS for kind in deck.fields.values())


def marked_content(game: Game, deck: Deck, card: Card, lang: str) -> Content:
    """Return the content of a card's texts that are not its fields: with marked terms, or written from effects.

    It is of none if the texts cannot be compared.
    """
    written = tuple((effect_texts(game, deck, card) or {}).items()) if has_effects(deck) else ()
    return (*written, *_marked_content(game, deck, card, lang))


def _marked_content(game: Game, deck: Deck, card: Card, lang: str) -> Content:
    if game.glossary is None or deck.id not in game.glossary.fields:
        return ()
    try:
        return content_of(_find_terms(game, deck, card, lang).fields)
    except TypeError:
        return (object(),)  # equal to no other


def _find_terms(game: Game, deck: Deck, card: Card, lang: str) -> CardTerms:
    assert game.glossary is not None
    return find_terms(game.glossary, deck.id, card.fields, lang, deck.template.styles)
