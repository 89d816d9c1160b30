"""Read the printed cards into the cards of the rules. Fields that are missing or of another type read as empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cardgen.engines import CardData, Decks
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.engines.effects.written import Written
from cardgen.games.blitz.cards import SIDES, BlitzCard, Deck, Kind, Offset


def words_field(card: CardData, name: str) -> list[str]:
    """Return a field that is a list of texts; other items are written as texts."""
    value = card.fields.get(name)
    if isinstance(value, str) or not isinstance(value, Sequence):
        return []
    return [str(word) for word in value]


def offsets_field(card: CardData, name: str) -> list[Offset] | None:
    """Return a map as offsets: it is a list of them, or rows of characters with an origin `o`. None for anything else.

    In rows, top row first, the cells with `#` count.
    """
    value = card.fields.get(name)
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        return None
    if all(isinstance(row, str) for row in value):
        return _offsets_in_rows(list(value))
    offsets = []
    for item in value:
        if isinstance(item, str) or not isinstance(item, Sequence) or len(item) != 2:
            return None
        if any(type(number) is not int for number in item):
            return None
        offsets.append((item[0], item[1]))
    return offsets


def _offsets_in_rows(rows: Sequence[str]) -> list[Offset] | None:
    cells = {(x, -y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    origins = [cell for cell, mark in cells.items() if mark == "o"]
    if len(origins) != 1:
        return None
    left, low = origins[0]
    return [(x - left, y - low) for (x, y), mark in cells.items() if mark == "#"]


def short_id(card: CardData, faction: str) -> str:
    """Return the id of a card without that of its faction at the end: `rifles` for `rifles-us`."""
    return card.id.removesuffix(f"-{faction}")


def read_decks(decks: Decks) -> dict[str, Deck]:
    """Return the deck of each faction that has one. The decks have to pass `check_deck`."""
    return {
        faction: tuple(read_card(card, faction) for card in decks[faction] if card.copies)
        for faction in SIDES
        if faction in decks
    }


def read_card(card: CardData, faction: str) -> BlitzCard:
    """Return a printed card as the rules see it."""
    kind = cast(Kind, text_field(card, "kind"))
    keywords, effects = keywords_of(card), Written(card.fields.get("effects"))
    return BlitzCard(
        short_id(card, faction),
        kind,
        card.copies,
        whole_field(card, "attack") or 0,
        whole_field(card, "defence") or 0,
        whole_field(card, "level") or 0,
        tuple(offsets_field(card, "supply" if kind == "resource" else "range") or ()),
        text_field(card, "class"),
        keywords,
        "both" if text_field(card, "affects") == "both" else "enemy",
        effects,
        bool(card.fields.get("text")) and not keywords and not effects,
    )


def keywords_of(card: CardData) -> tuple[str, ...]:
    """Return the keywords of a card: the abilities of a unit, the effect of a facility or a skill."""
    effect = text_field(card, "effect")
    return (*words_field(card, "abilities"), *([effect] if effect else []))
