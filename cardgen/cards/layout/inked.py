"""Laid out sides that save ink."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from weakref import WeakKeyDictionary

from cardgen.base.records import replace
from cardgen.cards.layout.cards import Laid, LaidCard, LayoutCopy
from cardgen.data.model import Card
from cardgen.scene.items import Scene

_sides: WeakKeyDictionary[Scene, Laid] = WeakKeyDictionary()


def save_side(side: Laid, ink: str) -> Laid:
    """Return a side with less ink, or the side itself if `ink` is "". Sides of one scene are one object."""
    if not ink:
        return side
    from cardgen.scene.low_ink import save_ink

    scene = save_ink(side.scene, ink)
    if scene is side.scene:
        return side
    if scene not in _sides:
        _sides[scene] = replace(side, scene=scene)
    return _sides[scene]


def save_decks(decks: Mapping[str, tuple[LaidCard, ...]], ink: str) -> dict[str, tuple[LaidCard, ...]]:
    """Return the cards of decks with less ink on each side."""
    return {
        deck: tuple(
            replace(
                card,
                face=save_side(card.face, ink),
                back=save_side(card.back, ink) if card.back else None,
                copies=card.copies and partial(_save_copy, card.copies, ink),
            )
            for card in cards
        )
        for deck, cards in decks.items()
    }


def _save_copy(layout: LayoutCopy, ink: str, card: Card, number: int, serial: object) -> Mapping[str, Laid]:
    return {name: save_side(side, ink) for name, side in layout(card, number, serial).items()}
