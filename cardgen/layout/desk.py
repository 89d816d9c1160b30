"""What laying out one side of a card needs at hand, and what comes of a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.data.fonts import FontSet
from cardgen.data.model import Template
from cardgen.data.pictures import Pictures
from cardgen.data.reading import Marked
from cardgen.errors import SHARED, DataError, Fault, Finding, Own, Place, Text, about_card
from cardgen.layout.codes import CODES
from cardgen.scene.items import Item, Rect
from cardgen.scene.shapes import CellStyle
from cardgen.words.messages import message


@dataclass(frozen=True, slots=True)
class LaidBox:
    """Where a box came to lie on the trim, mm, and where the template says so."""

    name: str
    kind: str
    rect: Rect
    place: Place


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose side it is; of one that many cards share, the first. Without a deck, `card` is the name of a page."""

    deck: str
    card: str
    side: str


@dataclass(frozen=True, slots=True)
class Part:
    """One box drawn; its area in what it stands in, before it turns, known even where a card leaves the box out."""

    items: tuple[Item, ...] = ()
    boxes: tuple[LaidBox, ...] = ()
    findings: tuple[Finding, ...] = ()
    area: Rect | None = None


class Faults:
    """What is wrong, each thing once with the cards that have it."""

    def __init__(self) -> None:
        self.found: dict[Fault, list[str]] = {}
        self._worst: dict[Place, float] = {}

    def is_worst(self, place: Place, amount: float) -> bool:
        """Whether no earlier finding at the place was of this amount or more."""
        if amount <= self._worst.get(place, 0.0):
            return False
        self._worst[place] = amount
        return True

    def add(self, fault: Fault, card: str) -> None:
        self.found.setdefault(fault, []).append(card)

    def raise_any(self) -> None:
        """DataError when there are any."""
        if self.found:
            raise DataError(
                replace(fault, message=about(cards[0], len(cards)) + fault.message)
                for fault, cards in self.found.items()
            )


def about(card: str, count: int = 1) -> str:
    """How a message about a card, or so many, begins; about what all cards share, it names none."""
    others = f" and {count - 1} more" if count > 1 else ""
    return f"card {card!r}{others}: " if card else ""


def in_box(name: str, problem: Text) -> Text:
    """Return a message about a box."""
    return message("{box}: {problem}", box=name, problem=problem)


@dataclass(frozen=True, slots=True)
class Desk:
    """What laying out one side needs at hand, and the faults that gather there."""

    template: Template
    values: Mapping[str, Any]
    areas: Mapping[str, Rect]
    styles: Mapping[str, CellStyle]
    pictures: Pictures
    faults: Faults
    owner: Owner
    lang: str
    """the language of what does not say its own"""
    card: str
    """the card to name in messages, none about what all cards share"""
    fonts: FontSet = field(default_factory=FontSet)
    source: Marked | None = None
    """where the card's own data stand"""
    rounding: float = 0.0
    """the radius of the safe area's corners, mm: a round token has no room in them"""
    repeated: int = 1
    """how often what is laid out here is repeated, by all the repeats that it is in"""

    def finding(self, place: Place, name: str, problem: Text, hint: Text, rect: Rect, own: Own = SHARED) -> Finding:
        text, owner = about_card(self.card, problem), self.owner
        return CODES[name].finding(
            place, text, hint, deck=owner.deck, card=owner.card, side=owner.side, rect=rect, own=own
        )
