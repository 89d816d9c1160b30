"""The box `ellipse`: an ellipse, or a part of one."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import ShapeBox, draw_shape
from cardgen.cards.boxes.values import number_list
from cardgen.scene.items import Item, Rect, ellipse
from cardgen.scene.outlines import arc

_Degrees = Annotated[float, Field(ge=-360, le=720)]
Arc = Annotated[
    tuple[_Degrees, _Degrees],
    number_list(2, message("two angles, in degrees clockwise from the top")),
]


class EllipseBox(ShapeBox):
    """An ellipse that fills its box, or a part of it."""

    kind: Literal["ellipse"]
    arc: Arc | None = Field(
        default=None, description="the part of it between two angles, in degrees clockwise from the top: `[0, 90]`"
    )
    cut: Literal["pie", "chord", "open"] = Field(
        default="pie",
        description="how that part is closed: as a slice of a `pie`, by a straight `chord`, or not (`open`)",
    )

    @model_validator(mode="after")
    def _part(self) -> Self:
        if self.arc is None and "cut" in self.model_fields_set:
            raise WrongValueError(message("cut requires an arc"))
        if self.arc is not None and not 0 < self.arc[1] - self.arc[0] <= 360:
            raise WrongValueError(message("arc: the second angle must be larger than the first, by 360 at most"))
        if self.arc is not None and self.cut == "open" and self.fill is not None:
            raise WrongValueError(message("an open arc has no inside to fill"), message("cut: pie or chord"))
        return self


def draw_ellipse(box: EllipseBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the ellipse, or its part, over the whole area."""
    if box.arc is not None:
        return draw_shape(box, arc(area, *box.arc, box.cut), area)
    x, y, width, height = area
    return draw_shape(box, ellipse(x + width / 2, y + height / 2, width / 2, height / 2), area)


ELLIPSE = BoxKind("ellipse", EllipseBox, draw_ellipse, '{kind: ellipse, box: [20, 3, 14, 10], fill: "#e9b44c"}')
