"""The box `polygon`: a shape with straight sides."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import Points, ShapeBox, draw_shape
from cardgen.scene.items import Item, Rect, polyline
from cardgen.scene.outlines import regular_polygon


class PolygonBox(ShapeBox):
    """A shape with straight sides, through points or with so many equal sides."""

    has_own_points: ClassVar[bool] = True

    kind: Literal["polygon"]
    points: Points = Field(default=(), description="its corners, in mm from the box's top left")
    sides: Annotated[int, Field(ge=3, le=100)] | None = Field(
        default=None,
        description="instead of points: how many equal sides; as large as the box allows, a corner at the top",
    )
    flat: bool = Field(
        default=False, description="`true` puts a side at the top instead of a corner; only with `sides`"
    )

    @model_validator(mode="after")
    def _points_or_sides(self) -> Self:
        if bool(self.points) == (self.sides is not None):
            raise WrongValueError(message("a polygon needs either points or sides"))
        if self.points and len(self.points) < 3:
            raise WrongValueError(message("a polygon needs at least 3 points"))
        if self.points and self.flat:
            raise WrongValueError(message("flat requires sides"))
        return self


def draw_polygon(box: PolygonBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the polygon through its points, or with its equal sides."""
    if box.sides is not None:
        return draw_shape(box, regular_polygon(area, box.sides, box.flat), area)
    return draw_shape(box, polyline(*((area[0] + x, area[1] + y) for x, y in box.points), close=True), area)


POLYGON = BoxKind(
    "polygon", PolygonBox, draw_polygon, '{kind: polygon, box: [37, 3, 14, 10], sides: 6, fill: "#2f7d3b"}'
)
