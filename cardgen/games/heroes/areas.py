"""Rules about areas of cards that no starter card needs: putting into a place, and plot cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

Card = TypeVar("Card")


def put_into(equipment: Mapping[str, Card], place: str, card: Card) -> dict[str, Card] | None:
    """Return the equipment with a card put into its place; None if the place is occupied, because nothing is replaced.

    Equipment that is used replaces what was there.
    """
    return None if place in equipment else {**equipment, place: card}


def lay_plot(held: Card | None, drawn: Card, keep: Literal["drawn", "held"] = "drawn") -> tuple[Card, Card | None]:
    """Return the plot card of a faction after one of its characters draws one, and the card that leaves, if any.

    A faction has one plot card: if it holds one already, either the drawn one replaces it or is recast.
    """
    if held is None:
        return drawn, None
    return (drawn, held) if keep == "drawn" else (held, drawn)
