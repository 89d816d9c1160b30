"""The net of a tuck box: panels, cut and folds. One piece of card with one glue flap, sized to a stack of cards.

Seen from the outside: front, left side, back, right side and glue flap in a row, a lid and a bottom on the back, dust
flaps on the sides. Folded away from the print, the lid comes over to the front.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

from cardgen.data.regmarks import RegistrationMarks
from cardgen.records import dataclass
from cardgen.scene.items import ARC, Command, Rect
from cardgen.sheets.plan import PRINTER_MARGIN, FitError, Size, in_mm
from cardgen.sheets.regmarks import check_marks, free_areas, reach
from cardgen.words.messages import message

Point: TypeAlias = tuple[float, float]

#: The thickness of a card of 300 g/m², the clearance of the stack, and the thickness of the box's board, mm.
CARD_THICKNESS = 0.3
CLEARANCE = 1.0
BOARD = 0.4

#: The fraction of the stack's thickness that is added to it, because cut cards are not quite flat.
LOOSENESS = 0.03

#: The bleed of the printed ground beyond the cut, mm.
GROUND_BLEED = 2.0

#: The radius of the thumb notch, mm.
NOTCH = 9.0

_TUCK = 14.0
_GLUE = 11.0
_GLUE_SLOPE = 6.0


@dataclass(frozen=True, slots=True)
class TuckboxLayout:
    """The net on its paper, mm: 13 panels by name, the cut line, the folds, and the `room` that the net is in.

    `body` is the cut without the glue flap, from the flap's lower end around to its upper end. The ground ends 1 mm
    beyond the flap's fold: the box has no white edge, and the glue holds on paper.
    """

    paper: Size
    panels: Mapping[str, Rect]
    cut: tuple[Command, ...]
    folds: tuple[tuple[Point, Point], ...]
    body: tuple[Command, ...]
    room: Rect


def stack_thickness(cards: int, card: float = CARD_THICKNESS) -> float:
    """Return the thickness of a stack of cards that are `card` mm thick, mm."""
    return cards * card


def lay_tuckbox(
    card: Size, thickness: float, paper: Size, name: str = "tuckbox", marks: RegistrationMarks | None = None
) -> TuckboxLayout:
    """Return the net for a stack of `card` mm cards, `thickness` mm thick, on portrait or else on landscape paper.

    Each panel is as large as the stack with 1 mm of clearance (and 3 % of its thickness) and 0.4 mm for the board.
    FitError with the size that the net needs if it does not fit inside the printer's margin, or with registration
    `marks` in the middle between them.
    """
    if not all(map(math.isfinite, (*card, thickness))) or min(*card, thickness) <= 0:
        raise FitError(message("{file}: the cards' width, height and thickness must be above 0 mm", file=name))
    width, height, depth = (length + CLEARANCE + BOARD for length in (*card, thickness * (1 + LOOSENESS)))
    # The bare glue flap has no ground to bleed.
    net = (2 * width + 2 * depth + _GLUE + GROUND_BLEED, height + 2 * (depth + _TUCK) + 2 * GROUND_BLEED)
    if marks is not None:
        check_marks(marks, paper, name)
    for size in ((min(paper), max(paper)), (max(paper), min(paper))):
        margin = PRINTER_MARGIN
        whole = (margin, margin, size[0] - 2 * margin, size[1] - 2 * margin)
        for room in (whole,) if marks is None else free_areas(marks, size):
            spare = [room[2 + axis] - net[axis] for axis in (0, 1)]
            if min(spare) >= -1e-9:
                left, top = (room[axis] + GROUND_BLEED + spare[axis] / 2 for axis in (0, 1))
                return _net(size, room, left, top + depth + _TUCK, width, height, depth)
    problem = message(
        "{file}: the net for {thickness:g} mm of {card} cards does not fit {paper} paper",
        file=name,
        thickness=thickness,
        card=in_mm(*card),
        paper=in_mm(*paper),
    )
    margins = (PRINTER_MARGIN, PRINTER_MARGIN) if marks is None else (marks.inset, marks.inset + reach(marks))
    least = in_mm(*(net[axis] + 2 * margins[axis] for axis in (0, 1)))
    raise FitError(problem, message("expected {least} of paper or more", least=least))


def _net(paper: Size, room: Rect, left: float, top: float, width: float, height: float, depth: float) -> TuckboxLayout:
    """Return the net with the front's upper left corner at (left, top)."""
    side, back = left + width, left + width + depth
    other, glue, bottom = back + width, back + width + depth, top + height
    dust = min(width / 2 - 1, max(10.0, 0.7 * depth), 20.0)
    panels = {
        "front": (left, top, width, height),
        "left": (side, top, depth, height),
        "back": (back, top, width, height),
        "right": (other, top, depth, height),
        "glue": (glue, top + _GLUE_SLOPE / 2, _GLUE, height - _GLUE_SLOPE),
        "lid": (back, top - depth, width, depth),
        "tuck": (back + 0.5, top - depth - _TUCK, width - 1, _TUCK),
        "left dust": (side + 1, top - dust, depth - 2, dust),
        "right dust": (other + 1, top - dust, depth - 2, dust),
        "bottom": (back, bottom, width, depth),
        "bottom tuck": (back + 0.5, bottom + depth, width - 1, _TUCK),
        "bottom left dust": (side + 1, bottom, depth - 2, dust),
        "bottom right dust": (other + 1, bottom, depth - 2, dust),
    }
    middle = left + width / 2
    body: list[Command] = [
        ("M", glue, bottom),
        *_dust_flap(glue, other, bottom, dust),
        *_lid_flap(other, back, bottom, depth),
        *_dust_flap(back, side, bottom, dust),
        ("L", left, bottom),
        ("L", left, top),
        ("L", middle - NOTCH, top),
        _quarter((middle - NOTCH, top), (middle, top + NOTCH), level_first=False),
        _quarter((middle, top + NOTCH), (middle + NOTCH, top), level_first=True),
        ("L", side, top),
        *_dust_flap(side, back, top, -dust),
        *_lid_flap(back, other, top, -depth),
        *_dust_flap(other, glue, top, -dust),
    ]
    tip = glue + _GLUE
    flap: list[Command] = [("L", tip, top + _GLUE_SLOPE), ("L", tip, bottom - _GLUE_SLOPE), ("Z",)]
    folds: list[tuple[Point, Point]] = [((x, top), (x, bottom)) for x in (side, back, other, glue)]
    for y in (top, bottom):
        folds += [((a, y), (b, y)) for a, b in ((side, back), (back, other), (other, glue))]
    folds += [((back + 0.5, y), (other - 0.5, y)) for y in (top - depth, bottom + depth)]
    return TuckboxLayout(paper, panels, (*body, *flap), tuple(folds), tuple(body), room)


def _quarter(start: Point, end: Point, level_first: bool) -> Command:
    """Return a quarter of an ellipse that begins horizontally or vertically."""
    (x1, y1), (x2, y2) = start, end
    if level_first:
        return ("C", x1 + ARC * (x2 - x1), y1, x2, y2 - ARC * (y2 - y1), x2, y2)
    return ("C", x1, y1 + ARC * (y2 - y1), x2 - ARC * (x2 - x1), y2, x2, y2)


def _flap(start: float, end: float, y: float, out: float, inset: float, radius: float) -> list[Command]:
    """Return three sides of a flap with round corners, `out` mm beyond the fold from (start, y) to (end, y)."""
    along, away = math.copysign(1, end - start), math.copysign(1, out)
    radius = min(radius, abs(end - start) / 2 - inset, abs(out) - inset)
    first, last, tip = start + along * inset, end - along * inset, y + out
    shoulder, x1, x2 = tip - away * radius, first + along * radius, last - along * radius
    return [
        ("L", first, y + away * inset),
        ("L", first, shoulder),
        _quarter((first, shoulder), (x1, tip), level_first=False),
        ("L", x2, tip),
        _quarter((x2, tip), (last, shoulder), level_first=True),
        ("L", last, y + away * inset),
    ]


def _dust_flap(start: float, end: float, y: float, out: float) -> list[Command]:
    return [*_flap(start, end, y, out, 1.0, 4.0), ("L", end, y)]


def _lid_flap(start: float, end: float, y: float, out: float) -> list[Command]:
    """Return the lid or the bottom, with the flap that is tucked in."""
    edge = y + out
    tuck = _flap(start, end, edge, math.copysign(_TUCK, out), 0.5, 8.0)
    return [("L", start, edge), *tuck, ("L", end, edge), ("L", end, y)]
