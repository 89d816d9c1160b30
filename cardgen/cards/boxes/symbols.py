"""What QR codes and barcodes share: their keys and their ground."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import Colour
from cardgen.data.templates.box_models import Box
from cardgen.scene.items import Group, Item, Path, Rect, rectangle

#: The kinds of boxes that draw symbols.
SYMBOL_KINDS = ("qr", "barcode")


class SymbolBox(Box):
    """A code that machines read."""

    colour: Colour = Field(default="#000000", description="the colour of its dark modules or bars")
    ground: Colour | None = Field(
        default="#ffffff", description="the colour under it and its quiet zone; `null` leaves what is under the box"
    )
    description: str = Field(default="", description="the text alternative; if left out the value")


Quiet = Annotated[int, Field(ge=0, le=20)]


def draw_symbol(
    box: SymbolBox, dark: Path, symbol: Rect, ground: Rect, zone: tuple[float, float], *labels: Item, value: str
) -> tuple[Item, ...]:
    """Return a symbol on its ground. `zone` is the width of its quiet zone by its standard, left and right, mm.

    The group is clipped to the symbol with that zone, and what its ground adds: the check of symbols reads this place.
    """
    x, y, width, height = symbol
    left = min(ground[0], x - zone[0])
    right = max(ground[0] + ground[2], x + width + zone[1])
    # A QR code has its quiet zone on all sides, a barcode only before and after its bars.
    above = zone[0] if box.kind == "qr" else 0.0
    top, bottom = min(ground[1], y - above), max(ground[1] + ground[3], y + height + above)
    clip = Path(rectangle(left, top, right - left, bottom - top))
    under = (Path(rectangle(*ground), fill=box.ground),) if box.ground else ()
    # Less ink must not make it unreadable.
    return (Group((*under, dark, *labels), clip=clip, description=box.description or value, ink=box.ink or "keep"),)
