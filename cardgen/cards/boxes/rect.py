"""The box `rect`: a rectangle."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import RADIUS_WORDS, Radius, ShapeBox, draw_shape
from cardgen.scene.items import Item, Rect
from cardgen.scene.outlines import rounded


class RectBox(ShapeBox):
    """A rectangle, its corners rounded if wanted."""

    kind: Literal["rect"]
    radius: Radius = Field(default=0.0, description=RADIUS_WORDS)


def draw_rect(box: RectBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the rectangle over the whole area."""
    return draw_shape(box, rounded(area, box.radius), area)


RECT = BoxKind("rect", RectBox, draw_rect, '{kind: rect, box: [3, 3, 14, 10], radius: 2, fill: "#2d5fa8"}')
