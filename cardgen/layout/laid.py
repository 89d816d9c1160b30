"""The results of laying out: where a box is, whose side it is on, what it draws."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.errors import Finding, Place, Text
from cardgen.scene.items import Item, Rect
from cardgen.words.messages import message


@dataclass(frozen=True, slots=True)
class LaidBox:
    """Where a box is on the trim, mm, and its place in the template."""

    name: str
    kind: str
    rect: Rect
    place: Place


@dataclass(frozen=True, slots=True)
class Owner:
    """The card whose side it is; of a side that many cards share, the first. Without a deck, `card` names a page."""

    deck: str
    card: str
    side: str


@dataclass(frozen=True, slots=True)
class Part:
    """One box drawn; `area` is where it is in its surroundings before it turns, also on cards that leave it out."""

    items: tuple[Item, ...] = ()
    boxes: tuple[LaidBox, ...] = ()
    findings: tuple[Finding, ...] = ()
    area: Rect | None = None


def in_box(name: str, problem: Text) -> Text:
    """Return a message about a box."""
    return message("{box}: {problem}", box=name, problem=problem)
