"""The box `barcode`: codes of bars. python-barcode encodes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.symbols import SymbolBox, draw_symbol
from cardgen.scene.items import Command, GlyphRun, Item, Path, Rect, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

Format = Literal["ean-13", "ean-8", "upc-a", "code-128", "code-39", "itf"]

_UPPER_CASE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CODE_39 = f"0123456789{_UPPER_CASE}-. $/+%"


#: Options of python-barcode, by the format. It would add a check letter to Code 39 that few readers expect.
_OPTIONS: Mapping[str, Mapping[str, Any]] = {"code-39": {"add_checksum": False}, "itf": {"narrow": 1, "wide": 3}}


@dataclass(frozen=True, slots=True)
class _Retail:
    """A code of digits, the last of them a check digit: its layout in modules.

    `guards` are the bars that reach down between the digits; `labels` has the first and the last of the digits that
    stand together, and where they begin.
    """

    digits: int
    quiet: tuple[int, int]
    guards: tuple[tuple[int, int], ...]
    labels: tuple[tuple[int, int, int], ...]


_RETAIL = {
    "ean-13": _Retail(13, (11, 7), ((0, 3), (45, 50), (92, 95)), ((0, 1, -9), (1, 7, 3), (7, 13, 50))),
    "ean-8": _Retail(8, (7, 7), ((0, 3), (31, 36), (64, 67)), ((0, 4, 3), (4, 8, 36))),
    "upc-a": _Retail(12, (9, 9), ((0, 10), (45, 50), (85, 95)), ((0, 1, -9), (1, 6, 10), (6, 11, 50), (11, 12, 97))),
}
#: The quiet zone of other codes, how wide a digit of a retail code is, and how far its guards reach down, in modules.
_QUIET, _DIGIT, _GUARD = (10, 10), 7, 5
#: The size of a label in modules, and its limits, mm.
_LABEL, _SMALLEST, _LARGEST = 9.0, 1.6, 4.0


class BarcodeBox(SymbolBox):
    """A barcode over all of its box, with its quiet zone."""

    kind: Literal["barcode"]
    format: Format = Field(
        default="ean-13",
        description="`ean-13` (also ISBN), `ean-8`, `upc-a`, `code-128`, `code-39`, or `itf`",
    )
    value: Annotated[str, Field(min_length=1, max_length=80)] = Field(
        description="what it holds; a check digit that is left out is added"
    )
    label: bool = Field(default=True, description="`false` leaves out the value in letters under the bars")

    @field_validator("value")
    @classmethod
    def _complete(cls, value: str, info: ValidationInfo) -> str:
        return complete_value(value, info.data.get("format", "code-128"))


def complete_value(value: str, code: str) -> str:
    """Return the value as a barcode has it, with its check digit. WrongValueError for one that the code cannot hold."""
    if code in _RETAIL:
        return _with_check_digit(value.replace("-", "").replace(" ", ""), _RETAIL[code].digits)
    if code == "itf":
        if not (value.isascii() and value.isdigit()):
            raise WrongValueError(message("{code} holds digits only", code=code))
        if len(value) % 2:
            raise WrongValueError(
                message("{code} holds an even number of digits", code=code), message("begin with a 0")
            )
    allowed = _CODE_39 if code == "code-39" else "".join(map(chr, range(32, 127)))
    wrong = next((letter for letter in value if letter not in allowed), None)
    if wrong is None:
        return value
    hint = message("use capital letters, or code-128") if wrong.upper() in allowed else message("use a qr box")
    raise WrongValueError(message("{code} cannot hold {letter!r}", code=code, letter=wrong), hint)


def _with_check_digit(value: str, digits: int) -> str:
    if not (value.isascii() and value.isdigit() and len(value) in (digits - 1, digits)):
        problem = message(
            "{value!r} given, expected {digits} digits, or {fewer} without the check digit",
            value=value,
            digits=digits,
            fewer=digits - 1,
        )
        raise WrongValueError(problem)
    check = check_digit(value[: digits - 1])
    if len(value) == digits and value[-1] != check:
        problem = message(
            "the check digit of {value} is {given}, expected {check}", value=value, given=value[-1], check=check
        )
        raise WrongValueError(problem, message("one of the digits is wrong, or two are exchanged"))
    return value[: digits - 1] + check


def check_digit(digits: str) -> str:
    """Return the check digit of a GTIN without it (GS1 General Specifications, 7.9)."""
    weighted = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits)))
    return str(-weighted % 10)


def draw_barcode(box: BarcodeBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the bars over the area, one shape, and the label under them."""
    x, y, width, height = area
    retail = _RETAIL.get(box.format)
    before, after = retail.quiet if retail else _QUIET
    modules = _modules(box)
    across = len(modules) + before + after
    module = width / across
    left = x + before * module
    size = min(max(_LABEL * module, _SMALLEST), _LARGEST, height / 3) if box.label else 0.0
    tall = height - size
    symbol = (left, y, len(modules) * module, tall)
    bars: list[Command] = []
    for start, stop in _runs(modules):
        is_guard = retail and size and any(low <= start and stop <= high for low, high in retail.guards)
        down = min(tall + _GUARD * module, height) if is_guard else tall
        bars += rectangle(left + start * module, y, (stop - start) * module, down)
    label = _label(box, retail, symbol, module, size, context) if size else ()
    zone = (before * module, after * module)
    return draw_symbol(box, Path(tuple(bars), fill=box.colour), symbol, area, zone, *label, value=box.value)


def _modules(box: BarcodeBox) -> str:
    """Return the modules of a barcode, 1 for a dark one."""
    import barcode

    code = barcode.get_barcode_class(box.format.replace("-", ""))
    return str(code(box.value, **_OPTIONS.get(box.format, {})).build()[0])


def _runs(modules: str) -> Iterator[tuple[int, int]]:
    """Yield the first module of each bar, and the one after its last."""
    at = 0
    for dark, run in groupby(modules):
        stop = at + len(list(run))
        if dark == "1":
            yield at, stop
        at = stop


def _label(
    box: BarcodeBox, retail: _Retail | None, symbol: Rect, module: float, size: float, context: DrawContext
) -> Iterator[Item]:
    """Yield the value under the bars; the digits of a retail code each under its own bars."""
    left, y, width, tall = symbol
    spans = context.fonts.of_game([Span(box.value, "medium", box.colour)])
    flow = layout_paragraph(spans, size, 1e6, leading=1.0)
    top = y + tall + (size - flow.height) / 2
    if retail is None:
        yield from place_flow(flow, left + (width - flow.width) / 2, top)
        return
    for item in place_flow(flow, 0, top):
        assert isinstance(item, GlyphRun)  # digits of one font
        for first, last, start in retail.labels:
            widths = item.advances[first:last]
            places = [left + (start + _DIGIT * (at + 0.5)) * module - width / 2 for at, width in enumerate(widths)]
            advances = (*(after - before for before, after in pairwise(places)), widths[-1])
            digits = box.value[first:last]
            yield GlyphRun(digits, item.face, item.size, places[0], item.baseline, advances, box.colour)


BARCODE = BoxKind("barcode", BarcodeBox, draw_barcode, '{kind: barcode, box: [103, 25, 30, 14], value: "400638133393"}')
