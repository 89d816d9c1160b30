"""The box `line`: lines and arrows."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import (
    CAP_WORDS,
    CUT_LINE_WORDS,
    DASH_WORDS,
    JOIN_WORDS,
    OPACITY_WORDS,
    STROKE_WIDTH_WORDS,
    STROKE_WORDS,
    Cap,
    Dash,
    Join,
    Points,
)
from cardgen.data.kinds import Colour, Length
from cardgen.data.templates.box_models import Box, Opacity, StrokeWidth
from cardgen.scene.items import CUT, Command, Item, Path, Pen, Rect, polyline
from cardgen.scene.outlines import arrow_head


class LineBox(Box):
    """Straight lines through points, with arrow heads if wanted."""

    for_icons: ClassVar[bool] = True
    has_own_points: ClassVar[bool] = True

    kind: Literal["line"]
    points: Annotated[Points, Field(min_length=2)] = Field(description="its corners, in mm from the box's top left")
    stroke: Colour = Field(description=STROKE_WORDS)
    stroke_width: StrokeWidth = Field(default=0.2, description=STROKE_WIDTH_WORDS)
    dash: Dash = Field(default=(), description=DASH_WORDS)
    cap: Cap = Field(default="butt", description=CAP_WORDS)
    join: Join = Field(default="miter", description=JOIN_WORDS)
    arrow: Literal["none", "end", "start", "both"] = Field(
        default="none", description="a head at its `end`, at its `start` or at `both`"
    )
    arrow_size: Length | None = Field(
        default=None, description="the length of a head, mm; if left out from the width of the stroke"
    )
    cut_line: bool = Field(default=False, description=CUT_LINE_WORDS)
    opacity: Opacity = Field(default=1.0, description=OPACITY_WORDS)

    @model_validator(mode="after")
    def _size_of_an_arrow(self) -> Self:
        if self.cut_line and (self.arrow != "none" or self.stroke_width == 0):
            raise WrongValueError(message("cut_line requires a stroke_width above 0 and no arrows"))
        if self.arrow == "none" and self.arrow_size is not None:
            raise WrongValueError(message("arrow_size requires an arrow"))
        return self


def draw_line(box: LineBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the line, shortened at its arrow heads, and the heads."""
    points = [(area[0] + x, area[1] + y) for x, y in box.points]
    length = box.arrow_size or max(1.2, 5 * box.stroke_width)
    heads: list[Command] = []
    if box.arrow in ("end", "both"):
        head, points[-1] = arrow_head(points[-1], points[-2], length)
        heads += head
    if box.arrow in ("start", "both"):
        head, points[0] = arrow_head(points[0], points[1], length)
        heads += head
    pen = Pen(box.cap, box.join)
    spot = CUT if box.cut_line else ""
    line = Path(polyline(*points), None, box.stroke, box.stroke_width, box.dash, box.opacity, False, spot, pen)
    return (line, Path(tuple(heads), box.stroke, opacity=box.opacity)) if heads else (line,)


LINE = BoxKind(
    "line",
    LineBox,
    draw_line,
    '{kind: line, box: [88, 3, 9, 10], points: [[0, 0], [9, 10]], stroke: "#171c27", arrow: end}',
)
