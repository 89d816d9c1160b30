"""The starter decks as check_deck receives them, and changed copies of them."""

from __future__ import annotations

from typing import Any

from cardgen.engines import CardData, Decks
from tests.games import decks

CROSS = ((0, 1), (-1, 0), (1, 0), (0, -1))
RING = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
WIDE = (*RING, (0, 2), (2, 0), (-2, 0), (0, -2))
FAN = ((-1, 1), (0, 1), (1, 1))
LANCE = ((0, 1), (0, 2), (0, 3))
GUN = ((0, 1), (0, 2), (-1, 1), (1, 1))
LOB = ((-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3))

#: The table of the starter set: name, class, attack, defence, level, range, ability.
UNITS: list[tuple[str, str, int, int, int, tuple[tuple[int, int], ...], str]] = [
    ("rifles", "foot", 2, 2, 1, CROSS, ""),
    ("assault", "foot", 3, 2, 1, FAN, ""),
    ("machine-gun", "foot", 3, 1, 1, LANCE, ""),
    ("engineers", "foot", 1, 2, 1, CROSS, "engineer"),
    ("scouts", "foot", 1, 1, 1, RING, "move 2"),
    ("anti-tank", "gun", 5, 1, 2, LANCE, ""),
    ("mortar", "gun", 3, 0, 1, LOB, ""),
    ("howitzer", "gun", 4, 0, 2, LOB, ""),
    ("armoured-car", "vehicle", 3, 3, 2, CROSS, "move 2"),
    ("medium-tank", "vehicle", 4, 4, 2, GUN, ""),
    ("heavy-tank", "vehicle", 6, 5, 3, GUN, ""),
    ("command-post", "post", 1, 4, 1, RING, "hold"),
]
RESOURCES = [("depot", 5, 1, RING), ("column", 3, 2, CROSS), ("railhead", 2, 3, WIDE)]
OTHERS: list[tuple[str, int, dict[str, Any]]] = [
    ("mine", 2, {"kind": "facility", "effect": "mine", "affects": "enemy"}),
    ("obstacle", 1, {"kind": "facility", "effect": "obstacle", "affects": "both"}),
    ("emergency", 1, {"kind": "skill", "effect": "supply"}),
    ("feint", 1, {"kind": "skill", "effect": "feint"}),
]
SIDES = {"us": "allied", "uk": "allied", "ss": "german", "wm": "german"}


def faction_deck(faction: str) -> list[CardData]:
    owner = {"faction": faction, "side": SIDES[faction]}
    cards = []
    for name, class_, attack, defence, level, cells, ability in UNITS:
        fields = {"kind": "unit", "class": class_, "attack": attack, "defence": defence, "level": level, "range": cells}
        fields |= {"abilities": (ability,)} if ability else {}
        cards.append(CardData(f"{name}-{faction}", 2, {**fields, **owner}))
    for name, copies, level, cells in RESOURCES:
        fields = {"kind": "resource", "level": level, "supply": cells}
        cards.append(CardData(f"{name}-{faction}", copies, {**fields, **owner}))
    cards += [CardData(f"{name}-{faction}", copies, {**fields, **owner}) for name, copies, fields in OTHERS]
    return cards


DECKS: Decks = {
    **{faction: faction_deck(faction) for faction in SIDES},
    "front": [CardData("line", 5, {"kind": "front"})],
}


def with_card(name: str, deck: str = "us", copies: int | None = None, **fields: Any) -> Decks:
    """Return the decks with one card changed; a field that is None is left out."""
    names = [card.id for card in DECKS[deck]]
    return decks.with_card(DECKS, deck, name if name in names else f"{name}-{deck}", copies, **fields)


def without(deck: str) -> Decks:
    return {name: cards for name, cards in DECKS.items() if name != deck}
