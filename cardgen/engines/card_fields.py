"""Read a card's declared fields without trusting them: a field that is missing or of another type reads as empty."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines import CardData


def text_field(card: CardData, name: str) -> str:
    """Return a text field, or the empty text."""
    value = card.fields.get(name)
    return value if isinstance(value, str) else ""


def whole_field(card: CardData, name: str) -> int | None:
    """Return a field that is a whole number, or None."""
    value = card.fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_rows(card: CardData, name: str) -> list[str]:
    """Return a field that is a list of texts, or an empty list if any item is no text."""
    value = card.fields.get(name)
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(row, str) for row in value):
        return []
    return list(value)


def point_field(card: CardData, name: str) -> tuple[float, float] | None:
    """Return a field that is two numbers (x, y), or None."""
    value = card.fields.get(name)
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        return None
    if any(isinstance(number, bool) or not isinstance(number, int | float) for number in value):
        return None
    return (value[0], value[1])


def whole_point(card: CardData, name: str) -> tuple[int, int] | None:
    """Return a field that is two whole numbers (x, y), or None. They may be written as 3.0."""
    point = point_field(card, name)
    if point is None or any(number != number // 1 for number in point):
        return None
    return (int(point[0]), int(point[1]))


def format_field(card: CardData, name: str) -> str:
    """Return a field as it is written in messages: whole numbers without a decimal point."""
    point = whole_point(card, name)
    return repr(card.fields.get(name)) if point is None else f"({point[0]}, {point[1]})"
