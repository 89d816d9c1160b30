"""The box `qr`: a QR code (ISO/IEC 18004)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.symbols import Quiet, SymbolBox, draw_symbol
from cardgen.scene.items import Item, Path, Rect
from cardgen.scene.shapes import outline_path

#: The quiet zone by the standard, in modules.
QUIET = 4


class QrBox(SymbolBox):
    """A QR code, as large as its box allows."""

    kind: Literal["qr"]
    value: Annotated[str, Field(min_length=1)] = Field(description="the text or address that it holds")
    level: Literal["L", "M", "Q", "H"] = Field(
        default="M",
        description="how much of it may be unreadable: `L` 7 %, `M` 15 %, `Q` 25 %, `H` 30 %; "
        "a better level is used if it takes no more room",
    )
    quiet: Quiet = Field(default=QUIET, description="the width of the quiet zone that the box includes, in modules")


def draw_qr(box: QrBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the QR code in the middle of the area, its dark modules merged into one shape."""
    import segno

    try:
        if box.value.isascii():
            code = segno.make(box.value, error=box.level, micro=False)
        else:  # readers guess the encoding of short texts wrong, so the code says that it is UTF-8
            code = segno.make(box.value, error=box.level, micro=False, encoding="utf-8", mode="byte", eci=True)
    except ValueError as error:
        problem = message("value: too long for a QR code of level {level}", level=box.level)
        raise DataError(Fault(context.place_of("value"), problem, message("make it shorter"))) from error
    matrix = code.matrix
    x, y, width, height = area
    count = len(matrix)
    across = count + 2 * box.quiet
    module = min(width, height) / across
    side = across * module
    left, top = x + (width - side) / 2, y + (height - side) / 2
    symbol = (left + box.quiet * module, top + box.quiet * module, count * module, count * module)
    cells = [(column, row) for row, modules in enumerate(matrix) for column, dark in enumerate(modules) if dark]
    dark = Path(outline_path(cells, module, symbol[0], symbol[1]), fill=box.colour, even_odd=True)
    zone = QUIET * module
    return draw_symbol(box, dark, symbol, (left, top, side, side), (zone, zone), value=box.value)


QR = BoxKind("qr", QrBox, draw_qr, '{kind: qr, box: [119, 5, 14, 14], value: "HTTPS://EXAMPLE.ORG", level: L}')
