"""The box `again`: a box of the side drawn once more."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.base.records import replace
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.templates.box_models import ReferenceBox
from cardgen.scene.items import GlyphRun, Group, Item, Matrix, Rect, turn


class AgainBox(ReferenceBox):
    """A box above it once more, turned about the middle of the card, as the far corner of a playing card."""

    kind: Literal["again"]
    turn: Annotated[float, Field(ge=-360, le=360)] = Field(
        default=180.0, description="degrees clockwise, about the middle of the card"
    )

    def matrix(self, width: float, height: float) -> Matrix:
        """Return the turn about the middle of a side of this size, mm."""
        return turn(self.turn, width / 2, height / 2)


def draw_again(box: AgainBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the items of the other box, turned. Their text is drawn as outlines, so that it is read only once."""
    return (Group(tuple(map(_outlined, context.items_of(box.of))), box.matrix(*area[2:])),)


def _outlined(item: Item) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, outlined=True)
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_outlined, item.items)))
    return item


AGAIN = BoxKind("again", AgainBox, draw_again, "{kind: again, of: text}")
