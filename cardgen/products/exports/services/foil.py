"""Foil that a print service cannot press: too near to the cut, or too thin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.words.messages import Message, message
from cardgen.cards.layout.box_findings import box_around, box_finding
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.products.exports.services.decks import FittedDeck
from cardgen.scene.finishes import finished_paths
from cardgen.scene.items import Path, Rect, bounds_of
from cardgen.scene.paths import path_bounds

FOIL = Code("CG506", "service-foil", message("foil too near to the cut of a print service, or too thin to be pressed"))

#: Figures of Pinguindruck: the least distance of foil from the cut, and the width of its thinnest line, mm.
LEAST_FROM_CUT = 1.5
LEAST_WIDTH = 0.38

#: Rounding, mm.
_ROUNDING = 0.005


def foil_findings(one: FittedDeck, cards: Iterable[LaidCard]) -> Iterator[Finding]:
    """Yield a finding for each side with foil that is too near to the cut, and for each with foil that is too thin."""
    sides = {id(side.scene): side for card in cards for _, side in card.sides}
    for side in sides.values():
        yield from _side_findings(one, side)


def _side_findings(one: FittedDeck, side: Laid) -> Iterator[Finding]:
    left, top, across, down = one.fit.area_on(side.scene, one.fit.cut.trim)
    placed: list[tuple[float, float, Rect]] = []
    for matrix, path in finished_paths(side.scene.items, "foil"):
        box = path_bounds(path.commands)
        if box is None:
            continue
        half = path.stroke_width / 2
        rect = bounds_of(matrix, (box[0] - half, box[1] - half, box[2] + 2 * half, box[3] + 2 * half))
        right, bottom = left + across - rect[0] - rect[2], top + down - rect[1] - rect[3]
        from_cut = min(rect[0] - left, rect[1] - top, right, bottom)
        placed.append((from_cut * one.fit.factor, _width(path, rect) * one.fit.factor, rect))
    if not placed:
        return
    from_cut, _, rect = min(placed)
    if from_cut < LEAST_FROM_CUT - _ROUNDING:
        what = message(
            "foil is {from_cut:.2f} mm from the cut, expected at least {least:g} mm",
            from_cut=from_cut,
            least=LEAST_FROM_CUT,
        )
        yield _finding(side, what, message("move it inwards, or make it smaller"), rect, Own(("from_cut",), -from_cut))
    _, width, rect = min(placed, key=lambda entry: entry[1])
    if width < LEAST_WIDTH - _ROUNDING:
        what = message("foil is {width:.2f} mm wide, expected at least {least:g} mm", width=width, least=LEAST_WIDTH)
        yield _finding(side, what, message("make it wider"), rect, Own(("width",), -width))


def _width(path: Path, rect: Rect) -> float:
    """Return the width of a line, or of the narrower side of an area."""
    return path.stroke_width or min(rect[2:])


def _finding(side: Laid, what: Message, hint: Message, rect: Rect, own: Own) -> Finding:
    return box_finding(FOIL, side, box_around(side, rect), what, hint, rect=rect, own=own)
