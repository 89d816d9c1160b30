"""The box kind `pips`: one side of a die."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen import Box, BoxKind, Colour, DrawContext
from cardgen.drawing import Item, Path, Rect, ellipse, rectangle

#: The places of the pips of each number, as shares of the die's side.
LOW, MIDDLE, HIGH = 0.25, 0.5, 0.75
PIPS = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LOW, LOW), (HIGH, HIGH)),
    3: ((LOW, LOW), (MIDDLE, MIDDLE), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MIDDLE, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
    6: ((LOW, LOW), (LOW, MIDDLE), (LOW, HIGH), (HIGH, LOW), (HIGH, MIDDLE), (HIGH, HIGH)),
}


class PipsBox(Box):
    """One side of a die, as large as the box allows."""

    kind: Literal["pips"]
    number: Annotated[int, Field(ge=1, le=6)] = Field(description="how many pips it shows")
    colour: Colour = Field(default="#000000", description="of the pips and of the edge")


def draw_pips(box: PipsBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the edge of the die, then its pips."""
    x, y, width, height = area
    side = min(width, height)
    left, top = x + (width - side) / 2, y + (height - side) / 2
    edge = Path(rectangle(left, top, side, side, side / 8), stroke=box.colour, stroke_width=side / 30)
    pips = [Path(ellipse(left + a * side, top + b * side, side / 12), fill=box.colour) for a, b in PIPS[box.number]]
    return (edge, *pips)


PIPS_KIND = BoxKind("pips", PipsBox, draw_pips, "{kind: pips, box: [4, 4, 12, 12], number: 5}")
