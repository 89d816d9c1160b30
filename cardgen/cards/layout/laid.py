"""The results of laying out boxes: their places, their owner, their items."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.base.errors import Finding, Place, Text
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.scene.items import Item, Rect


@dataclass(frozen=True, slots=True)
class LaidBox:
    """A box's rectangle on the trim, mm, and its place in the template. An empty one paints nothing."""

    name: str
    kind: str
    rect: Rect
    place: Place
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Owner:
    """The card that a side belongs to; the first of them if many cards share it. Without a deck, `card` is a page."""

    deck: str
    card: str
    side: str


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box that is drawn. `area` is its place in its surroundings before it turns, also if the card leaves it out.

    `content` returns the rectangle around what a repeat draws, in the same coordinates. Few boxes are placed by it.
    """

    items: tuple[Item, ...] = ()
    boxes: tuple[LaidBox, ...] = ()
    findings: tuple[Finding, ...] = ()
    area: Rect | None = None
    content: Callable[[], Rect] | None = None


def in_box(name: str, problem: Text) -> Text:
    """Return a message about a box."""
    return message("{box}: {problem}", box=name, problem=problem)
