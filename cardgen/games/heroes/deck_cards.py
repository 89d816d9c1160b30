"""Check the cards of the pile and the jade seal, one by one, and the backs of everything that can be in the pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import message
from cardgen.engines import CardData, Decks, Problem
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.games.heroes.vocabulary import CATEGORIES, ELEMENTS, RANKS, SUBS, SUITS

#: The decks whose cards can be in the draw pile.
PILE_DECKS = ("cards", "seal", "plots")


def has(card: CardData, name: str) -> bool:
    """Return True if the card has a value in this field."""
    return card.fields.get(name) not in (None, "")


def check_cards(cards: Sequence[CardData], deck: str) -> Iterator[Problem]:
    """Yield what is wrong with single cards of the pile: check 1."""
    for card in cards:
        yield from _check_suit(card, deck)
        yield from _check_category(card, deck)
        yield from _check_values(card, deck)


def _check_suit(card: CardData, deck: str) -> Iterator[Problem]:
    if deck == "seal" or (text_field(card, "category") == "plot" and not has(card, "suit")):
        for name in ("suit", "number"):
            if deck == "seal" and has(card, name):
                text = message("the jade seal has neither suit nor number, but {value!r}", value=card.fields[name])
                yield Problem("HE108", text, deck, card.id, name)
        return
    suit, number = text_field(card, "suit"), whole_field(card, "number")
    if suit not in SUITS:
        text = message("the suit is {suit!r}, expected one of {expected}", suit=suit, expected=", ".join(SUITS))
        yield Problem("HE101", text, deck, card.id, "suit")
    if number not in RANKS:
        text = message("the number is {number}, expected 1 to 13", number=str(number))
        yield Problem("HE102", text, deck, card.id, "number")
    elif text_field(card, "rank") != RANKS[number]:
        rank = text_field(card, "rank")
        text = message(
            "the number {number} is printed as {rank!r}, expected {right!r}",
            number=number,
            rank=rank,
            right=RANKS[number],
        )
        yield Problem("HE103", text, deck, card.id, "rank")


def _check_category(card: CardData, deck: str) -> Iterator[Problem]:
    category, sub = text_field(card, "category"), text_field(card, "sub")
    if category not in CATEGORIES:
        text = message(
            "the category is {category!r}, expected one of {expected}",
            category=category,
            expected=", ".join(CATEGORIES),
        )
        yield Problem("HE104", text, deck, card.id, "category")
    elif category == "equipment" and sub not in SUBS:
        text = message("equipment has the place {sub!r}, expected one of {expected}", sub=sub, expected=", ".join(SUBS))
        yield Problem("HE105", text, deck, card.id, "sub" if has(card, "sub") else "category")
    elif category != "equipment" and sub:
        text = message("the place {sub!r} on a card of the category {category}", sub=sub, category=category)
        yield Problem("HE105", text, deck, card.id, "sub", message("only equipment has a place"))
    if whole_field(card, "delayed") and category != "trick":
        text = message("delayed on a card of the category {category}, expected only on tricks", category=category)
        yield Problem("HE107", text, deck, card.id, "delayed")


def _check_values(card: CardData, deck: str) -> Iterator[Problem]:
    sub, reach, element = text_field(card, "sub"), whole_field(card, "range"), text_field(card, "element")
    if reach is not None and (sub != "weapon" or reach < 0):
        text = message("the range {range} on {sub!r}, expected 0 or more, only on weapons", range=reach, sub=sub)
        yield Problem("HE106", text, deck, card.id, "range")
    elif reach is None and sub == "weapon":
        yield Problem("HE106", message("a weapon without a range"), deck, card.id, "sub")
    if has(card, "distance") and sub != "mount":
        text = message(
            "the distance {distance} on {sub!r}, expected only on mounts", distance=card.fields["distance"], sub=sub
        )
        yield Problem("HE110", text, deck, card.id, "distance")
    if element and (element not in ELEMENTS or not whole_field(card, "damage")):
        text = message(
            "the element {element!r}, expected one of {expected}, only on damage cards",
            element=element,
            expected=", ".join(ELEMENTS),
        )
        yield Problem("HE109", text, deck, card.id, "element")


def check_backs(decks: Decks) -> Iterator[Problem]:
    """Yield the cards that can be in the pile, but have another back than the game back: check 2."""
    for deck in PILE_DECKS:
        for card in decks.get(deck, ()):
            back = text_field(card, "back")
            if back != "game":
                text = message("the back is {back!r}, expected 'game' as on all cards of the pile", back=back)
                yield Problem("HE201", text, deck, card.id, "back")
