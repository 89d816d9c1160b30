"""Boxes that draw a plain shape."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from cardgen.data.boxes.base import Box, Opacity, StrokeWidth
from cardgen.data.kinds import Colour, FileModel, Length, Point, as_tuple


class RectBox(Box):
    """A rectangle, rounded by `radius`."""

    kind: Literal["rect"]
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: StrokeWidth = 0.2
    radius: Annotated[float, Field(ge=0, le=1000)] = 0.0
    opacity: Opacity = 1.0


class EllipseBox(Box):
    """An ellipse that fills its box."""

    kind: Literal["ellipse"]
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: StrokeWidth = 0.2
    opacity: Opacity = 1.0


class LineBox(Box):
    """Straight lines through points, in mm from the box's top left."""

    kind: Literal["line"]
    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=1000), BeforeValidator(as_tuple)]
    stroke: Colour
    stroke_width: StrokeWidth = 0.2
    dash: Annotated[tuple[Length, ...], BeforeValidator(as_tuple)] = ()
    opacity: Opacity = 1.0


KINDS: dict[str, type[FileModel]] = {"rect": RectBox, "ellipse": EllipseBox, "line": LineBox}
