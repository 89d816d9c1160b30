"""The flaps of a tuck box: outlines of lids, dust flaps and of the three bottoms, with their folds.

Every edge of a panel is drawn from one end of its fold to the other, so that edges join to the outline of a net. Lower
edges are drawn from right to left, upper edges from left to right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, field
from cardgen.scene.items import ARC, Command, Rect

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, Point]
Bottom: TypeAlias = Literal["tuck", "glued", "crash-lock"]

#: The length of a flap that is tucked in, mm.
TUCK = 14.0

#: Half of the width of the thumb notch, and its depth, mm: no deeper, because it cuts into the art of the front.
_NOTCH_HALF = 9.0
NOTCH = 5.0

#: The gap between flaps that lie beside each other in the folded box, mm.
GAP = 0.5

#: The longest glue flap of a glued bottom, mm. In shallow boxes it is 1 mm less than half of the depth.
_LONGEST_GLUE = 15.0

#: The tabs of a crash-lock bottom leave the fold by this angle, so that they do not rub on the flap beside them.
_RELIEF = math.radians(15)
#: How far the hook of a crash-lock flap reaches beyond the middle of the box, mm.
_HOOK = 3.0

#: The least depth of a crash-lock bottom, mm; below, its glue tabs are too small for a finger.
LEAST_CRASH_DEPTH = 12.0


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of a panel, with the flap that is on it, if any.

    `commands` are the cut to the end of the edge. `panels` are flaps by name, `reverse` folds towards the print,
    `slits` cuts inside the net, and `bare` areas without ink on a printed flap. A flap that `is_bare` has no ink at
    all, because it is glued on its printed side.
    """

    commands: tuple[Command, ...]
    panels: Mapping[str, Rect] = field(default_factory=dict)
    folds: tuple[Line, ...] = ()
    reverse: tuple[Line, ...] = ()
    slits: tuple[Line, ...] = ()
    bare: tuple[tuple[Command, ...], ...] = ()
    is_bare: bool = False

    @property
    def inked(self) -> tuple[Command, ...]:
        """The part of the cut that is beside printed ground."""
        return (("M", *self.commands[-1][1:]),) if self.is_bare else self.commands

    @property
    def ground(self) -> tuple[Command, ...]:
        """The outline of the printed ground, which ends at the fold of a bare flap."""
        return self.commands[-1:] if self.is_bare else self.commands


def dust_length(width: float, depth: float) -> float:
    """Return the length of a dust flap: 0.7 of the depth, 10 to 20 mm, and never beyond the middle of the box."""
    return min(width / 2 - 1, max(10.0, 0.7 * depth), 20.0)


def slit_length(width: float, depth: float) -> float:
    """Return the length of the slits beside the fold of a tuck flap, mm; 0 if the box is too shallow for them.

    A third of the depth, from 4 to 10 mm, and 5 mm less than the dust flap, which catches in the slit with the straight
    part of its edge. Dust flaps of boxes under 8 mm are too narrow to hold.
    """
    if depth < 8:
        return 0.0
    return min(10.0, max(4.0, depth / 3), dust_length(width, depth) - 5, width / 6)


def notched_edge(start: float, end: float, y: float) -> Edge:
    """Return the upper edge of the front, with the thumb notch in its middle, whose corners are quarters of circles."""
    middle = (start + end) / 2
    low, inner = y + NOTCH, _NOTCH_HALF - NOTCH
    return Edge(
        (
            ("L", middle - _NOTCH_HALF, y),
            _quarter((middle - _NOTCH_HALF, y), (middle - inner, low), level_first=False),
            ("L", middle + inner, low),
            _quarter((middle + inner, low), (middle + _NOTCH_HALF, y), level_first=True),
            ("L", end, y),
        )
    )


def dust_edge(name: str, start: float, end: float, y: float, out: float) -> Edge:
    """Return an edge with a dust flap; it reaches down if `out` is above 0, otherwise up."""
    commands = (*_flap(start, end, y, out, 1.0, 4.0), ("L", end, y))
    panel = (min(start, end) + 1, min(y, y + out), abs(end - start) - 2, abs(out))
    return Edge(commands, panels={name: panel}, folds=(((start, y), (end, y)),))


def tuck_edge(names: tuple[str, str], start: float, end: float, y: float, out: float, slit: float) -> Edge:
    """Return an edge with a lid of the depth `out` and a tuck flap; slits of `slit` mm are at the ends of the fold."""
    edge, away = y + out, math.copysign(TUCK, out)
    left, right = min(start, end), max(start, end)
    commands = (("L", start, edge), *_flap(start, end, edge, away, 0.5, 8.0), ("L", end, edge), ("L", end, y))
    panels = {
        names[0]: (left, min(y, edge), right - left, abs(out)),
        names[1]: (left + 0.5, min(edge, edge + away), right - left - 1, TUCK),
    }
    inset = max(slit, 0.5)
    folds = (((start, y), (end, y)), ((left + inset, edge), (right - inset, edge)))
    slits = (((left, edge), (left + slit, edge)), ((right - slit, edge), (right, edge))) if slit else ()
    return Edge(commands, panels=panels, folds=folds, slits=slits)


# ---------------------------------------------------------------- bottoms


@dataclass(frozen=True, slots=True)
class BottomShape:
    """The lower edges of the columns of a net, by the name of the column, as functions of their start, end and level.

    `reach` is how far the longest flap reaches below the net, `front` that of the front.
    """

    edges: Mapping[str, Callable[[float, float, float], Edge]]
    reach: float
    front: float = 0.0


def bottom_shape(bottom: Bottom, width: float, depth: float, slit: float) -> BottomShape:
    """Return the bottom of a box of `width` × `depth` mm outside, with slits of `slit` mm if it is tucked in."""
    shapes = {"tuck": _tuck_bottom, "glued": _glued_bottom, "crash-lock": _crash_lock_bottom}
    return shapes[bottom](width, depth, slit)


def _tuck_bottom(width: float, depth: float, slit: float) -> BottomShape:
    dust = dust_length(width, depth)
    return BottomShape(
        {
            "front": lambda _, end, y: Edge((("L", end, y),)),
            "left": lambda start, end, y: dust_edge("bottom left dust", start, end, y, dust),
            "back": lambda start, end, y: tuck_edge(("bottom", "bottom tuck"), start, end, y, depth, slit),
            "right": lambda start, end, y: dust_edge("bottom right dust", start, end, y, dust),
        },
        max(depth + TUCK, dust),
    )


def _glued_bottom(width: float, depth: float, _: float) -> BottomShape:
    """Return a bottom that is glued on three flaps, which lie beside each other: their corners are cut at 45°."""
    flap, dust = glued_flaps(width, depth)

    def front(start: float, end: float, y: float) -> Edge:
        outline = ((start - GAP, y), (start - GAP - flap, y + flap), (end + GAP + flap, y + flap), (end + GAP, y))
        panel = (end + GAP, y, start - end - 2 * GAP, flap)
        fold = ((start, y), (end, y))
        return Edge(_lines(*outline, (end, y)), panels={"bottom glue": panel}, folds=(fold,), is_bare=True)

    def side(name: str, start: float, end: float, y: float, mitre: float, straight: float) -> Edge:
        """Return the flap of a side: it leaves room for that of the front at the end `mitre` of its fold."""
        inward = math.copysign(1.0, straight - mitre)
        near, far = mitre + inward * GAP, straight - inward
        cut, tip = near + inward * flap, y + dust
        corner = min(2.0, abs(far - cut) / 2)
        outline = [
            (far, y + 1),
            (far, tip - corner),
            (far - inward * corner, tip),
            (cut, tip),
            (cut, y + flap),
            (near, y),
        ]
        outline = outline if start == straight else outline[::-1]
        panel = (min(near, far), y, abs(far - near), dust)
        fold = ((start, y), (end, y))
        return Edge(_lines(*outline, (end, y)), panels={name: panel}, folds=(fold,), is_bare=True)

    def back(start: float, end: float, y: float) -> Edge:
        """Return the outer bottom, which is 0.5 mm smaller than the box on three sides."""
        left, right, tip = end + GAP, start - GAP, y + depth - GAP
        outline = ((right, y + GAP), (right, tip), (left, tip), (left, y + GAP))
        return Edge(
            _lines(*outline, (end, y)),
            panels={"bottom": (left, y, right - left, depth - GAP)},
            folds=(((start, y), (end, y)),),
        )

    edges = {
        "front": front,
        "left": lambda start, end, y: side("bottom left glue", start, end, y, end, start),
        "back": back,
        "right": lambda start, end, y: side("bottom right glue", start, end, y, start, end),
    }
    return BottomShape(edges, max(depth, dust), flap)


def glued_flaps(width: float, depth: float) -> tuple[float, float]:
    """Return the lengths of the glue flaps on the front and on the sides of a glued bottom, mm."""
    return max(1.0, min(_LONGEST_GLUE, depth / 2 - 1)), dust_length(width, depth)


@dataclass(frozen=True, slots=True)
class CrashLock:
    """The lengths of a crash-lock bottom, mm.

    The flaps of front and back are `long` in the half beside the fold that is closed when the box lies flat, `short` in
    the other half; the long half of one lies on the short half of the other. The flaps of the sides end in a `tip` on
    their 45° crease, the tabs beyond it reach `tab` below the fold.
    """

    long: float
    short: float
    tip: float
    tab: float


def crash_lock(width: float, depth: float) -> CrashLock:
    """Return the lengths of a crash-lock bottom; a tab has at most 45 % of the width, so that the tabs do not meet."""
    tip = depth / 2 - GAP / 2
    return CrashLock(0.75 * depth, depth / 2 - GAP, tip, min(tip + min(6.0, depth / 4), 0.45 * width))


def _crash_lock_bottom(width: float, depth: float, _: float) -> BottomShape:
    """Return a bottom that opens and locks by itself.

    Seen from below, the triangles of the sides and the flaps of front and back share the corners at 45°. The tabs of
    the sides are folded back along the 45° creases and glued to the flap beside them while the box lies flat.
    """
    shape = crash_lock(width, depth)

    def large(name: str, start: float, end: float, y: float) -> Edge:
        """Return the flap of the front or of the back; `start` is the end of its fold that is beside its tab."""
        middle, bevel = (start + end) / 2, min(3.0, shape.long / 4)
        outline = (
            (start - GAP, y),
            (start - GAP, y + shape.long - bevel),
            (start - GAP - bevel, y + shape.long),
            (middle + GAP - _HOOK, y + shape.long),
            (middle + GAP, y + shape.short),
            (end + GAP + shape.short, y + shape.short),
            (end + GAP, y),
        )
        panel = (end + GAP, y, start - end - 2 * GAP, shape.long)
        fold = ((start, y), (end, y))
        glued = tuple((start - along, y + away) for away, along in _tab(shape))
        return Edge(
            _lines(*outline, (end, y)), panels={name: panel}, folds=(fold,), bare=((*_closed(_shrunk(glued)),),)
        )

    def small(name: str, start: float, end: float, y: float) -> Edge:
        """Return the flap of a side: a triangle, and the tab beyond its crease from the end of the fold."""
        tab = [(end + along, y + away) for along, away in _tab(shape)]
        outline = ((start - GAP, y), tab[1], tab[2], tab[3], (end, y))
        panel = (end, y, start - end, shape.tab)
        crease = ((end, y), tab[1])
        return Edge(_lines(*outline), panels={name: panel}, folds=(((start, y), (end, y)),), reverse=(crease,))

    edges = {
        "front": lambda start, end, y: large("bottom front", start, end, y),
        "left": lambda start, end, y: small("bottom left", start, end, y),
        "back": lambda start, end, y: large("bottom back", start, end, y),
        "right": lambda start, end, y: small("bottom right", start, end, y),
    }
    return BottomShape(edges, max(shape.long, shape.tab), shape.long)


def _tab(shape: CrashLock) -> tuple[Point, ...]:
    """Return the corners of a glue tab: (along the fold of its side, away from it), from the corner of the box."""
    return (0.0, 0.0), (shape.tip, shape.tip), (shape.tip, shape.tab), (shape.tab * math.tan(_RELIEF), shape.tab)


def _shrunk(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the corners nearer to their middle, so that ink is left under the edges of what is glued on."""
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple((x + 0.85 * (a - x), y + 0.85 * (b - y)) for a, b in corners)


# ---------------------------------------------------------------- lines


def _lines(*corners: Point) -> tuple[Command, ...]:
    return tuple(("L", x, y) for x, y in corners)


def _closed(corners: tuple[Point, ...]) -> Iterator[Command]:
    (x, y), *others = corners
    yield ("M", x, y)
    yield from _lines(*others)
    yield ("Z",)


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
