"""The context of laying out a side of a card, in which its faults are collected."""

from __future__ import annotations

import math
from collections.abc import Mapping

from cardgen.base.errors import SHARED, DataError, Fault, Finding, Own, Place, Text, about_card
from cardgen.base.records import dataclass, field, replace
from cardgen.cards.boxes.context import SameSize
from cardgen.cards.boxes.ink import SafeShape
from cardgen.cards.layout.codes import CODES
from cardgen.cards.layout.frames import Frame
from cardgen.cards.layout.laid import Owner
from cardgen.data.fonts import FontSet
from cardgen.data.model import Template
from cardgen.data.pictures import PictureFile, Pictures
from cardgen.data.placeholders import LookUpError, PlaceholderError
from cardgen.data.places import Key
from cardgen.data.reading import Marked
from cardgen.scene.items import Rect
from cardgen.scene.shapes import CellStyle


class CardFaults:
    """Faults, each with the cards that have it."""

    def __init__(self) -> None:
        self._cards: dict[Fault, dict[str, None]] = {}
        self._largest: dict[Place, float] = {}

    def is_worst(self, place: Place, amount: float) -> bool:
        """Return True if no earlier finding at the place had this amount or more."""
        if amount <= self._largest.get(place, 0.0):
            return False
        self._largest[place] = amount
        return True

    def add(self, fault: Fault, card: str) -> None:
        """Keep the fault of a card, or of all cards if `card` is empty."""
        self._cards.setdefault(fault, {})[card] = None

    @property
    def has_any(self) -> bool:
        """True if there is a fault."""
        return bool(self._cards)

    def raise_any(self) -> None:
        """Raise DataError if there are any."""
        if self._cards:
            raise DataError(
                replace(fault, message=about_card(next(iter(cards)), fault.message, len(cards) - 1))
                for fault, cards in self._cards.items()
            )


@dataclass(frozen=True, slots=True)
class TemplateContext:
    """The values that all sides laid out by a template share."""

    template: Template
    frame: Frame
    cell_styles: Mapping[str, CellStyle]
    pictures: Pictures
    faults: CardFaults
    lang: str
    """the language of texts that name none"""
    fonts: FontSet = field(default_factory=FontSet)
    rounding: float = 0.0
    """the radius of the safe area's corners, mm, as for a round token"""
    shapes: Mapping[str, SafeShape] = field(default_factory=dict)
    """the outline of each side of a card that is neither rectangular nor round"""
    sizes: Mapping[Place, float] = field(default_factory=dict)
    """the size of text that all cards share, by the place of the box"""
    needed: dict[Place, float] = field(default_factory=dict)
    """the smallest size that a card needs, of boxes whose text has one size on all cards"""
    opened: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    """the names of the picture files that each card shows, by its id; by an empty id those of boxes that all share"""


@dataclass(frozen=True, slots=True)
class SideContext:
    """The context of one side of one card."""

    shared: TemplateContext
    values: Mapping[str, object]
    """the values that placeholders can name"""
    owner: Owner
    card: str = ""
    """the card that messages name; empty if all cards share the result"""
    source: Marked | None = None
    """the card's own data, with places"""
    copies: int = 1
    """the number of copies of these boxes, by all the repeats that they are in"""

    def same_size(self, place: Place) -> SameSize:
        """Return the size of text that the box at a place has on all cards."""
        sizes, needed = self.shared.sizes, self.shared.needed

        def note(size: float) -> None:
            needed[place] = min(size, needed.get(place, size))

        return SameSize(sizes.get(place, math.inf), note)

    @property
    def template(self) -> Template:
        return self.shared.template

    def add_fault(self, fault: Fault) -> None:
        """Keep a fault of this card."""
        self.shared.faults.add(fault, self.card)

    def open_picture(self, file: str, place: Place, page: int = 1) -> PictureFile:
        """Return a picture of the game that the template or the card names at that place."""
        self.shared.opened.setdefault(self.card, set()).add((file, page))
        return self.shared.pictures.open(file, place, page)

    def finding(self, place: Place, name: str, problem: Text, hint: Text, rect: Rect, own: Own = SHARED) -> Finding:
        """Return a finding about a box of this side at `rect`."""
        text, owner = about_card(self.card, problem), self.owner
        return CODES[name].finding(
            place, text, hint, deck=owner.deck, card=owner.card, side=owner.side, rect=rect, own=own
        )


@dataclass(slots=True)
class PlaceholderFaults:
    """Collects the faults of the placeholders of one value while they are filled in."""

    marked: Marked
    faults: list[Fault] = field(default_factory=list)
    languages: Mapping[str, str] = field(default_factory=dict)
    """the language chosen for each key that is written by language"""
    source: Marked | None = None
    """the card's own data"""

    def add(self, path: Key, error: PlaceholderError) -> None:
        """Keep the fault of the placeholder at a path in the value."""
        key = str(path[0]) if path else ""
        if key in self.languages:
            path = (key, self.languages[key], *path[1:])
        self.faults.append(placeholder_fault(error, self.marked.place(*path), self.source))


def placeholder_fault(error: PlaceholderError, place: Place, source: Marked | None) -> Fault:
    """Return the fault of a placeholder at a place of the template, or at the value in a card's data that it looks up.

    `source` is the data of the card.
    """
    if isinstance(error, LookUpError) and source is not None:
        path = error.key_path.split(".")
        if isinstance(source.value, dict) and path[0] in source.value:
            place = source.place(*path)
    return Fault(place, error.text, error.hint)
