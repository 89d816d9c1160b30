"""Check that QR codes and barcodes can be read: large enough, dark enough, and with nothing painted over them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.painting import (
    Layer,
    Rgb,
    bounds_of_path,
    colour_at,
    fill_region,
    is_inside,
    layers_of,
    overlaps,
    rgb,
)
from cardgen.building.checks.sides import SideCheck
from cardgen.cards.boxes.symbols import SYMBOL_KINDS
from cardgen.cards.layout.box_findings import box_finding
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox
from cardgen.scene.colour import luminance, to_hex
from cardgen.scene.items import IDENTITY, GlyphRun, Group, Item, Matrix, Path, Placed, Rect, apply, bounds_of, then

UNREADABLE = Code(
    "CG123",
    "unreadable-code",
    message(
        "a QR code or barcode that phones and scanners may not read: it is too small or too pale, or something is "
        "painted over it or its quiet zone"
    ),
)

#: The smallest modules, mm: of what phones read reliably, and 80 % of the nominal size of retail barcodes (GS1 General
#: Specifications, 5.2.1).
_LEAST_MODULE = {"qr": 0.4, "barcode": 0.264}
#: The least difference of reflectance, of 1: grade C of ISO/IEC 15415 and 15416.
_LEAST_CONTRAST = 0.4
#: Paint of less opacity does not hide a module.
_LEAST_OPACITY = 0.1
#: Points along each side of a symbol.
_POINTS = 60
#: The share of a QR code that may be hidden, by the two bits of its level: half of what it can do without.
_MAY_HIDE = {(0, 1): 0.035, (0, 0): 0.075, (1, 1): 0.125, (1, 0): 0.15}


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A symbol on a side: the group that draws it, and the path of its dark modules."""

    group: Group
    matrix: Matrix
    dark: Path
    kind: str

    @property
    def module(self) -> float:
        """The width of a module, in the coordinates of the group."""
        # Each shape has four corners and an end. A QR code begins with a finder pattern of seven modules; of its bars,
        # every barcode has one of one module.
        shapes = [self.dark.commands[at : at + 5] for at in range(0, len(self.dark.commands), 5)]
        if self.kind == "qr":
            return bounds_of_path(Path(shapes[0]))[2] / 7
        return min(bounds_of_path(Path(shape))[2] for shape in shapes)

    @property
    def may_hide(self) -> float:
        """The share of it that may be hidden."""
        if self.kind != "qr":
            return 0.0
        # The level is the first two modules of the ninth row, inverted by a mask (ISO/IEC 18004, 7.9).
        x, y, _, _ = bounds_of_path(self.dark)
        bits = [(x + (at + 0.5) * self.module, y + 8.5 * self.module) in fill_region(self.dark) for at in (0, 1)]
        return _MAY_HIDE[not bits[0], bits[1]]


def _run(context: CheckContext) -> Iterator[Finding]:
    return _SIDES.run([*context.sides, *context.pages])


def _find(side: Laid, _: Hashable = None) -> Iterator[Finding]:
    """Yield a finding for each box with a code that may not be read."""
    boxes = [box for box in side.boxes if box.kind in SYMBOL_KINDS]
    groups = list(_groups_in(side.scene.items, IDENTITY)) if boxes else []
    layers = layers_of(side.scene) if boxes else []
    for box in boxes:
        symbol = next((symbol for group in groups if (symbol := _symbol_of(group, box))), None)
        problem = _problem_of(symbol, layers) if symbol is not None else None
        if problem is not None:
            yield box_finding(UNREADABLE, side, box, *problem[:2], rect=box.rect, own=Own((), problem[2]))


def _groups_in(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Group, Matrix]]:
    for item in items:
        if isinstance(item, Placed):
            yield from _groups_in(item.scene.items, then(item.matrix, matrix))
        elif isinstance(item, Group):
            inner = then(item.matrix, matrix)
            yield item, inner
            yield from _groups_in(item.items, inner)


def _symbol_of(group: tuple[Group, Matrix], box: LaidBox) -> _Symbol | None:
    """Return the symbol that a group is if it is that of a box: its modules lie inside of the box."""
    item, matrix = group
    paths = [path for path in item.items[:2] if isinstance(path, Path)]
    if item.clip is None or not item.description or not paths:
        return None
    x, y, width, height = bounds_of(matrix, bounds_of_path(paths[-1]))
    left, top, across, down = box.rect
    is_within = (
        left - 0.01 <= x <= x + width <= left + across + 0.01 and top - 0.01 <= y <= y + height <= top + down + 0.01
    )
    return _Symbol(item, matrix, paths[-1], box.kind) if is_within else None


def _problem_of(symbol: _Symbol, layers: list[Layer]) -> tuple[Message, Message, float] | None:
    """Return what keeps a symbol from being read, what helps, and how bad it is; None if nothing does."""
    own = [index for index, layer in enumerate(layers) if layer.item in symbol.group.items]
    if not own:
        return None  # it is not seen
    a, b, c, d, _, _ = symbol.matrix
    size, least = symbol.module * math.sqrt(abs(a * d - b * c)), _LEAST_MODULE[symbol.kind]
    if size < least - 0.0005:
        problem = message("its modules of {size:.2f} mm are too small", size=size)
        hint = message(
            "expected at least {least:g} mm: make the box {factor:.2f} times as large, or the value shorter",
            least=least,
            factor=least / size,
        )
        return problem, hint, least - size
    assert symbol.group.clip is not None  # all symbols have one
    place, inner = bounds_of_path(symbol.group.clip), bounds_of_path(symbol.dark)
    near = [
        (index, layer) for index, layer in enumerate(layers) if overlaps(layer.bounds, bounds_of(symbol.matrix, place))
    ]
    marks = [item for item in symbol.group.items if item is symbol.dark or isinstance(item, GlyphRun)]
    under = [layer for index, layer in near if index <= own[-1] and layer.item not in marks]
    over = [layer for index, layer in near if index > own[-1]]
    dark = _reflectance(rgb(str(symbol.dark.fill)), symbol.kind)
    lightest, hidden, total = 1.0, 0, 0
    for x, y in _points_in(place):
        point = apply(symbol.matrix, x, y)
        is_covered = any(layer.paint_at(*point)[1] > _LEAST_OPACITY for layer in over)
        if is_inside((x, y), inner):
            light = _reflectance(colour_at(under, *point)[0], symbol.kind)
            lightest, hidden, total = min(lightest, light), hidden + is_covered, total + 1
        elif _reflectance(colour_at([*under, *over], *point)[0], symbol.kind) - dark < _LEAST_CONTRAST and is_covered:
            problem = message("its quiet zone is covered by what is painted after it")
            return problem, message("scanners find a code by the free zone around it: move what is there"), 0.0
    if lightest - dark < _LEAST_CONTRAST:
        return *_pale(lightest - dark, symbol.kind), dark - lightest
    if hidden > total * symbol.may_hide:
        problem = message("{share:.0%} of it is covered by what is painted after it", share=hidden / total)
        return problem, message("leave it free; a picture may hide 15 % of a QR code of level H"), hidden / total
    return None


def _pale(difference: float, kind: str) -> tuple[Message, Message]:
    values = {"difference": 100 * difference, "least": 100 * _LEAST_CONTRAST}
    if kind == "barcode":  # red bars are white to a scanner
        problem = message(
            "its bars are {difference:.0f} % darker than its ground in the red light of scanners", **values
        )
    else:
        problem = message("it is {difference:.0f} % darker than its ground", **values)
    return problem, message("expected at least {least:.0f} %, such as black on white", **values)


def _points_in(rect: Rect) -> Iterator[tuple[float, float]]:
    x, y, width, height = rect
    for row in range(_POINTS):
        for column in range(_POINTS):
            yield x + (column + 0.5) / _POINTS * width, y + (row + 0.5) / _POINTS * height


def _reflectance(colour: Rgb, kind: str) -> float:
    """Return how much of the light a colour gives back, 0 to 1: of red light to the scanner of a barcode."""
    return luminance(to_hex(*([colour[0]] * 3 if kind == "barcode" else colour)))


_SIDES = SideCheck(_find)

CHECK = Check((UNREADABLE,), _run)
