"""The starter set as decks of card data, and changed copies of it."""

from __future__ import annotations

from typing import Any

from cardgen.engines import CardData, Decks
from cardgen.games.thread_race.cards import Card
from cardgen.games.thread_race.effects import Effect, write_effect
from cardgen.games.thread_race.reading import marks_of
from tests.games.thread_race.starter import starter_cards, starter_cores


def card_data(card: Card) -> CardData:
    """Return a card as the deck file has it."""
    fields = {
        "names": {"zh": card.zh, "en": card.name},
        "kind": card.kind,
        "element": card.element,
        "speed": card.speed,
        "cost": card.cost or None,
        "trigger": card.trigger or None,
        "effect": {"zh": "效果", "en": "effect"},
        "effects": tuple(map(record, card.effects)),
        "marks": marks_of(card.effects),
    }
    return CardData(card.id, 1 if card.speed is None else 2, fields)


def record(effect: Effect) -> dict[str, Any]:
    """Return an effect as a deck file has it: the keys of the target beside the others."""
    data = write_effect(effect)
    return {**{key: value for key, value in data.items() if key != "target"}, **data.get("target", {})}


DECK = [card_data(card) for card in starter_cards()]
CORES = [
    CardData(
        core.id,
        1,
        {
            "names": {"zh": core.zh, "en": core.name},
            "lock": core.lock,
            "uses": core.uses,
            "effects": tuple(map(record, core.effects)),
        },
    )
    for core in starter_cores()
]
_LISTED = [(card.id, copy) for card in DECK for copy in range(1, card.copies + 1)]
ORDER = [
    CardData("core", 1, {"place": 0, "card_id": "overclock", "copy_number": 1}),
    *(
        CardData(f"p{place:02}", 1, {"place": place, "card_id": name, "copy_number": copy})
        for place, (name, copy) in enumerate(_LISTED, 1)
    ),
]
DECKS: Decks = {"deck": DECK, "cores": CORES, "order": ORDER}


def with_field(card: CardData, copies: int | None = None, **fields: Any) -> CardData:
    """Return a card with some fields changed; None removes a field."""
    changed = {**card.fields, **fields}
    kept = {name: value for name, value in changed.items() if value is not None}
    return CardData(card.id, card.copies if copies is None else copies, kept)


def with_card(deck: str, name: str, copies: int | None = None, **fields: Any) -> Decks:
    """Return the decks with some fields of one card changed."""
    assert any(card.id == name for card in DECKS[deck])
    cards = [with_field(card, copies, **fields) if card.id == name else card for card in DECKS[deck]]
    return {**DECKS, deck: cards}


def without_order(decks: Decks) -> Decks:
    """Return the decks without an order."""
    return {name: cards for name, cards in decks.items() if name != "order"}
