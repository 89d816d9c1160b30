"""The net of a tuck box: panels, cut and folds, on one sheet or on two, sized to a stack of cards.

Seen from the outside: front, left side, back, right side and glue flap in a row, a lid on the back, dust flaps on the
sides, and a bottom of one of three kinds. Folded away from the print, the lid comes over to the front.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.imposition.plan import PRINTER_MARGIN, FitError, Size, in_mm
from cardgen.products.imposition.regmarks import check_marks, free_areas, reach
from cardgen.products.tuckboxes.flaps import (
    LEAST_CRASH_DEPTH,
    TUCK,
    Bottom,
    BottomShape,
    Edge,
    Line,
    bottom_shape,
    dust_edge,
    dust_length,
    notched_edge,
    slit_length,
    tuck_edge,
)
from cardgen.scene.items import Command, Rect

Sheets: TypeAlias = Literal["auto", "one", "two"]

#: The clearance of the stack, and the thickness of the box's board, mm.
CLEARANCE = 1.0
BOARD = 0.4

#: The fraction of the stack's thickness that is added to it, because cut cards are not quite flat.
LOOSENESS = 0.03

#: The bleed of the printed ground beyond the cut, mm.
GROUND_BLEED = 2.0

#: The room for the marks beside the edge at which a second sheet is joined, mm.
_MARKS = 5.0

#: The room that the steps in two languages need above the front, mm.
_STEPS = 85.0

_GLUE = 11.0
_GLUE_SLOPE = 6.0

#: The panels in a row, and the same on two sheets: the box is divided at the fold between a side and the back.
_ROW = ("front", "left", "back", "right")
_HALVES = (("front", "left"), ("back", "right"))


@dataclass(frozen=True, slots=True)
class TuckboxLayout:
    """A net on its paper, mm: the panels by name, the cut line, the folds, and the `room` that the net is in.

    `cut` is the closed outline; `slits` are cuts inside it, and `reverse` the folds towards the print. `body` is the
    part of the cut beside the printed ground, from the lower end of the glue flap around to its upper end: flaps that
    are glued on their print have no ground. `ground` is the outline of the ground; it ends 1 mm beyond the fold of the
    glue flap: the box has no white edge, and the glue holds on paper. `bare` are glued areas on printed flaps.

    Of a box on two sheets, the flap of the first net is called `joint` in place of `glue`: it is glued behind the left
    edge of the second.
    """

    paper: Size
    panels: Mapping[str, Rect]
    cut: tuple[Command, ...]
    folds: tuple[Line, ...]
    body: tuple[Command, ...]
    room: Rect
    ground: tuple[Command, ...] = ()
    slits: tuple[Line, ...] = ()
    reverse: tuple[Line, ...] = ()
    bare: tuple[tuple[Command, ...], ...] = ()

    @property
    def front_reach(self) -> float:
        """The length of the flap below the front, mm; 0 if there is none."""
        return max(self.panels[name][3] if name in self.panels else 0.0 for name in ("bottom glue", "bottom front"))

    @property
    def flap(self) -> Rect:
        """The glue flap at the right."""
        return self.panels["glue"] if "glue" in self.panels else self.panels["joint"]


def lay_sheets(
    card: Size,
    thickness: float,
    paper: Size,
    name: str = "tuckbox",
    *,
    bottom: Bottom = "tuck",
    slits: bool = True,
    sheets: Sheets = "auto",
    marks: RegistrationMarks | None = None,
) -> tuple[TuckboxLayout, ...]:
    """Return the net for a stack of `card` mm cards, `thickness` mm thick, on portrait or else on landscape paper.

    It is divided for two sheets if `sheets` asks for it or one is too small. Each panel is as large as the stack with
    1 mm of clearance (and 3 % of its thickness) and 0.4 mm for the board. FitError with the size that the net needs if
    it does not fit inside the printer's margin, or with registration `marks` in the middle between them; or if the box
    is too shallow or too deep for its bottom.
    """
    if not all(map(math.isfinite, (*card, thickness))) or min(*card, thickness) <= 0:
        raise FitError(message("{file}: the cards' width, height and thickness must be above 0 mm", file=name))
    width, height, depth = (length + CLEARANCE + BOARD for length in (*card, thickness * (1 + LOOSENESS)))
    _check_bottom(bottom, width, depth, name)
    if marks is not None:
        check_marks(marks, paper, name)
    slit = slit_length(width, depth) if slits else 0.0
    box = _Box(width, height, depth, slit, bottom_shape(bottom, width, depth, slit))
    for parts in _divisions(sheets):
        places = [_place_for(box.size(part), paper, marks) for part in parts]
        if all(places):
            return tuple(_net(box, part, *place) for part, place in zip(parts, places, strict=True) if place)
    problem = message(
        "{file}: the net for {thickness:g} mm of {card} cards does not fit {paper} paper",
        file=name,
        thickness=thickness,
        card=in_mm(*card),
        paper=in_mm(*paper),
    )
    smallest = _divisions(sheets)[-1]
    margins = (PRINTER_MARGIN, PRINTER_MARGIN) if marks is None else (marks.inset, marks.inset + reach(marks))
    lengths = zip(*map(box.size, smallest), strict=True)
    least = [max(length) + 2 * margin for length, margin in zip(lengths, margins, strict=True)]
    hint = message("expected {least} of paper or more", least=in_mm(*least))
    raise FitError(problem, hint)


def _check_bottom(bottom: Bottom, width: float, depth: float, name: str) -> None:
    """Raise FitError if the box is too shallow or too deep for its bottom."""
    if bottom == "crash-lock" and not LEAST_CRASH_DEPTH <= depth <= 0.9 * width:
        problem = message(
            "{file}: a box {depth:.4g} mm deep has no room for a crash-lock bottom", file=name, depth=depth
        )
        template = "expected {least:g} to {most:.4g} mm; write 'bottom: glued' or 'bottom: tuck'"
        raise FitError(problem, message(template, least=LEAST_CRASH_DEPTH, most=0.9 * width))


def _divisions(sheets: Sheets) -> list[tuple[tuple[str, ...], ...]]:
    """Return the ways to divide the row of panels among sheets, the best first."""
    ways: dict[Sheets, list[tuple[tuple[str, ...], ...]]] = {
        "auto": [(_ROW,), _HALVES],
        "one": [(_ROW,)],
        "two": [_HALVES],
    }
    return ways[sheets]


def _place_for(net: Size, paper: Size, marks: RegistrationMarks | None) -> tuple[Size, Rect] | None:
    """Return the paper, portrait or else landscape, on which a net of this size fits, and the room for it.

    None if it does not fit.
    """
    margin = PRINTER_MARGIN
    for size in ((min(paper), max(paper)), (max(paper), min(paper))):
        whole = (margin, margin, size[0] - 2 * margin, size[1] - 2 * margin)
        for room in (whole,) if marks is None else free_areas(marks, size):
            if net[0] <= room[2] + 1e-9 and net[1] <= room[3] + 1e-9:
                return size, room
    return None


@dataclass(frozen=True, slots=True)
class _Box:
    """The lengths of a box outside, mm, of its slits, and its bottom."""

    width: float
    height: float
    depth: float
    slit: float
    bottom: BottomShape

    def wide(self, column: str) -> float:
        return self.width if column in ("front", "back") else self.depth

    def above(self, columns: Sequence[str]) -> float:
        """Return how far the flaps above these columns reach."""
        return self.depth + TUCK if "back" in columns else dust_length(self.width, self.depth)

    def size(self, columns: Sequence[str]) -> Size:
        """Return the size of a net with its bleed and marks. The bare glue flap has no ground to bleed."""
        wide = sum(map(self.wide, columns)) + _GLUE + GROUND_BLEED + _marks(columns)
        return wide, self.height + self.above(columns) + self.bottom.reach + 2 * GROUND_BLEED


def _marks(columns: Sequence[str]) -> float:
    """Return the room for marks at the left of a net."""
    return 0.0 if columns[0] == _ROW[0] else _MARKS


def _net(box: _Box, columns: Sequence[str], paper: Size, room: Rect) -> TuckboxLayout:
    """Return the net of a row of panels, in the middle of its room.

    On one sheet, with a flap below the front, the net is lower if the steps need the room above it.
    """
    across, along = (room[2 + axis] - box.size(columns)[axis] for axis in (0, 1))
    above = box.above(columns)
    needed = min(along, _STEPS - above) if box.bottom.front > 0 and len(columns) == len(_ROW) else 0.0
    left = room[0] + GROUND_BLEED + _marks(columns) + across / 2
    top = room[1] + GROUND_BLEED + max(along / 2, needed) + above
    bottom = top + box.height
    ends = [*accumulate(map(box.wide, columns), initial=left)]
    flap, tip = ends[-1], ends[-1] + _GLUE
    places = [*zip(columns, ends, ends[1:], strict=False)]
    lower = [box.bottom.edges[column](end, start, bottom) for column, start, end in reversed(places)]
    upper = [_upper_edge(box, column, start, end, top) for column, start, end in places]
    edges = [*lower, *upper]
    panels = {column: (start, top, end - start, box.height) for column, start, end in places}
    panels["glue" if "right" in columns else "joint"] = (flap, top + _GLUE_SLOPE / 2, _GLUE, box.height - _GLUE_SLOPE)
    for edge in edges:
        panels |= edge.panels
    end = (("L", tip, top + _GLUE_SLOPE), ("L", tip, bottom - _GLUE_SLOPE), ("Z",))
    cut, body, ground = (_joined(map(way, lower), map(way, upper), ends, top, bottom) for way in _WAYS)
    return TuckboxLayout(
        paper,
        panels,
        (*cut, *end),
        (*(((x, top), (x, bottom)) for x in ends[1:]), *(fold for edge in edges for fold in edge.folds)),
        body,
        room,
        ground,
        tuple(slit for edge in edges for slit in edge.slits),
        tuple(fold for edge in edges for fold in edge.reverse),
        tuple(area for edge in edges for area in edge.bare),
    )


def _joined(
    lower: Iterable[Sequence[Command]],
    upper: Iterable[Sequence[Command]],
    ends: Sequence[float],
    top: float,
    bottom: float,
) -> tuple[Command, ...]:
    """Return the outline from the lower end of the glue flap around to its upper end."""
    below = (command for edge in lower for command in edge)
    above = (command for edge in upper for command in edge)
    return (("M", ends[-1], bottom), *below, ("L", ends[0], top), *above)


#: What is made of the edges of a net: the cut, the part of it beside printed ground, and the ground.
_WAYS: Sequence[Callable[[Edge], tuple[Command, ...]]] = (
    lambda edge: edge.commands,
    lambda edge: edge.inked,
    lambda edge: edge.ground,
)


def _upper_edge(box: _Box, column: str, start: float, end: float, y: float) -> Edge:
    if column == "front":
        return notched_edge(start, end, y)
    if column == "back":
        return tuck_edge(("lid", "tuck"), start, end, y, -box.depth, box.slit)
    return dust_edge(f"{column} dust", start, end, y, -dust_length(box.width, box.depth))
