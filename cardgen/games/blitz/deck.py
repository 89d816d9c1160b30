"""Check the printed decks. Every broken rule has the number of the check in docs/checks.md.

The decks are called `us`, `uk`, `ss`, `wm` and `front`. Each card has its `kind`; the cards of a faction have its
`faction` and `side`. A unit has `attack`, `defence`, `level`, a `range` and perhaps `abilities`; a resource has `level`
and `supply`; a facility `effect` and `affects`; a skill `effect`. Other fields and decks are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import Message, joined, message
from cardgen.engines import CardData, Decks, Problem
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.games.blitz.cards import (
    COMPOSITION,
    DECK_SIZE,
    FARTHEST_X,
    FARTHEST_Y,
    FRONT_CARDS,
    SIDES,
)
from cardgen.games.blitz.deck_cards import offsets_field

FRONT = "front"

#: Code -> short name. `deck_rules` has what depends on the ruleset.
DECK_CODES = {
    "B1": "composition",
    "B2": "faction",
    "B3": "values",
    "B4": "level-above-supply",
    "B5": "keywords",
}


def check_deck(decks: Decks) -> list[Problem]:
    """Return every rule that the decks break. An empty list is a proof of the checks 1 to 5."""
    problems: list[Problem] = []
    for name in (*SIDES, FRONT):
        if name not in decks:
            problems.append(Problem("B1", message("the game has no deck {name!r}", name=name), name))
        elif name == FRONT:
            problems += _check_front(decks[name])
        else:
            problems += _check_faction(name, decks[name])
    return problems


def _check_front(cards: Sequence[CardData]) -> Iterator[Problem]:
    for card in cards:
        if text_field(card, "kind") != FRONT:
            yield _at(FRONT, card, "kind", "B1", _expected(card, "kind", "front"))
        if card.fields.get("faction"):
            problem = message("a front card belongs to no faction, not to {faction!r}", faction=card.fields["faction"])
            yield _at(FRONT, card, "faction", "B2", problem)
    count = sum(card.copies for card in cards)
    if count != FRONT_CARDS:
        yield Problem("B1", _count(FRONT, "front", count, FRONT_CARDS), FRONT)


def _check_faction(faction: str, cards: Sequence[CardData]) -> Iterator[Problem]:
    highest = max(
        (whole_field(card, "level") or 0 for card in cards if card.copies and text_field(card, "kind") == "resource"),
        default=0,
    )
    for card in cards:
        kind = text_field(card, "kind")
        if kind not in COMPOSITION:
            yield _at(faction, card, "kind", "B1", _expected(card, "kind", *COMPOSITION))
            continue
        yield from _check_owner(faction, card)
        if kind == "unit":
            yield from _check_unit(faction, card, highest)
        elif kind == "resource":
            yield from _check_number(faction, card, "level")
            yield from _check_offsets(faction, card, "supply")
        else:
            yield from _check_effect(faction, card, kind)
    for kind, expected in COMPOSITION.items():
        count = sum(card.copies for card in cards if text_field(card, "kind") == kind)
        if count != expected:
            yield Problem("B1", _count(faction, kind, count, expected), faction)
    total = sum(card.copies for card in cards)
    if total != DECK_SIZE:
        yield Problem(
            "B1", message("{deck}: {count} cards, expected {size}", deck=faction, count=total, size=DECK_SIZE), faction
        )


def _check_owner(faction: str, card: CardData) -> Iterator[Problem]:
    if text_field(card, "faction") != faction:
        yield _at(faction, card, "faction", "B2", _expected(card, "faction", faction))
    if text_field(card, "side") != SIDES[faction]:
        yield _at(faction, card, "side", "B2", _expected(card, "side", SIDES[faction]))


def _check_unit(faction: str, card: CardData, highest: int) -> Iterator[Problem]:
    for name in ("attack", "defence", "level"):
        yield from _check_number(faction, card, name)
    yield from _check_offsets(faction, card, "range")
    level = whole_field(card, "level")
    if level is not None and level > highest:
        problem = message(
            "the unit has level {level}, but the highest resource of its deck has level {highest}",
            level=level,
            highest=highest,
        )
        yield _at(faction, card, "level", "B4", problem, message("it could never attack"))


def _check_number(faction: str, card: CardData, name: str) -> Iterator[Problem]:
    number = whole_field(card, name)
    if number is None or number < 0:
        problem = message("{field} is {value}, expected a number from 0", field=name, value=repr(card.fields.get(name)))
        yield _at(faction, card, name, "B3", problem)


def _check_offsets(faction: str, card: CardData, name: str) -> Iterator[Problem]:
    offsets = offsets_field(card, name)
    if not offsets:
        yield _at(faction, card, name, "B3", message("{field} has no cells", field=name))
        return
    for number, (x, y) in enumerate(offsets):
        if (x, y) == (0, 0):
            yield _at(faction, card, name, "B3", message("{field} has the card's own cell [0, 0]", field=name))
        elif (x, y) in offsets[:number]:
            yield _at(faction, card, name, "B3", message("{field} has the cell [{x}, {y}] twice", field=name, x=x, y=y))
        elif abs(x) > FARTHEST_X or abs(y) > FARTHEST_Y:
            problem = message("{field} has the cell [{x}, {y}]", field=name, x=x, y=y)
            hint = message("at most {x} cells to the side and {y} up or down", x=FARTHEST_X, y=FARTHEST_Y)
            yield _at(faction, card, name, "B3", problem, hint)


def _check_effect(faction: str, card: CardData, kind: str) -> Iterator[Problem]:
    if kind == "facility" and text_field(card, "affects") not in ("enemy", "both"):
        yield _at(faction, card, "affects", "B5", _expected(card, "affects", "enemy", "both"))
    if not text_field(card, "effect") and not card.fields.get("text") and not card.fields.get("effects"):
        yield _at(faction, card, "effect", "B5", message("the card has neither an effect nor a text"))


def _expected(card: CardData, name: str, *words: str) -> Message:
    value = repr(card.fields.get(name))
    return message("{field} is {value}, expected {words}", field=name, value=value, words=joined(words))


def _count(deck: str, kind: str, count: int, expected: int) -> Message:
    return message(
        "{deck}: {count} cards of the kind {kind!r}, expected {size}", deck=deck, kind=kind, count=count, size=expected
    )


def _at(deck: str, card: CardData, field: str, code: str, problem: Message, hint: Message | str = "") -> Problem:
    return Problem(code, problem, deck, card.id, field, hint)
