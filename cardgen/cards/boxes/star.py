"""The box `star`: a star."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import ShapeBox, draw_shape
from cardgen.scene.items import Item, Rect
from cardgen.scene.outlines import star


class StarBox(ShapeBox):
    """A star as large as the box allows, a point at the top."""

    kind: Literal["star"]
    points: Annotated[int, Field(ge=2, le=100)] = Field(default=5, description="how many points it has")
    inner: Annotated[float, Field(gt=0, le=1)] = Field(
        default=0.4, description="the radius of its inner corners, as a fraction of that of its points"
    )


def draw_star(box: StarBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    return draw_shape(box, star(area, box.points, box.inner), area)


STAR = BoxKind("star", StarBox, draw_star, '{kind: star, box: [54, 3, 14, 10], fill: "#b3202f"}')
