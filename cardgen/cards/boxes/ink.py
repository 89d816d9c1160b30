"""How far text reaches out of an area."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product

from cardgen.base.records import dataclass
from cardgen.scene.items import IDENTITY, GlyphRun, Item, Matrix, Rect, bounds_of, walk
from cardgen.scene.regions import Point, depth_in
from cardgen.text.fonts import face_named
from cardgen.text.ink import ink_of

#: Text that reaches out of its area by no more than this is inside, mm.
TOLERANCE = 0.01

#: The edges of text are compared with the outline of a card in points at most so far apart, mm.
_STEP = 1.0


@dataclass(frozen=True, slots=True)
class SafeShape:
    """The outline of a card that is no rectangle, as points, and how far inside of it text is safe; mm."""

    points: tuple[Point, ...]
    safe: float

    def beyond(self, rect: Rect) -> float:
        """Return how far a rectangle reaches out of the safe area, mm; negative if it does not."""
        x, y, width, height = rect
        across, down = (max(1, math.ceil(length / _STEP)) for length in (width, height))
        spots = [(x + width * i / across, y + side * height) for i in range(across + 1) for side in (0, 1)]
        spots += [(x + side * width, y + height * i / down) for i in range(1, down) for side in (0, 1)]
        return max(self.safe - depth_in(self.points, *spot) for spot in spots)


def text_beyond(
    items: tuple[Item, ...], matrix: Matrix, area: Rect, rounding: float = 0.0, shape: SafeShape | None = None
) -> float:
    """Return how far the ink of any text reaches out of an area, or out of the safe area of a `shape`, mm.

    The area has corners of the radius `rounding`.
    """
    left, top, width, height = area
    beyond = [0.0]
    if shape is not None:
        runs = ((under, item) for under, item in walk(items, matrix) if isinstance(item, GlyphRun))
        inks = [bounds_of(under, ink_of(run)) for under, run in runs if run.text.strip() and not run.invisible]
        return max([0.0, *map(shape.beyond, inks)])
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip() and not item.invisible:
            if rounding == 0 and under == IDENTITY and _is_well_inside(item, area):
                continue
            x, y, wide, tall = bounds_of(under, ink_of(item))
            beyond += [left - x, top - y, x + wide - left - width, y + tall - top - height]
            if rounding > 0:
                for px, py in product((x, x + wide), (y, y + tall)):
                    # How far into the square at a corner, of which only the quarter of a circle is inside.
                    across = max(left + rounding - px, px - left - width + rounding)
                    down = max(top + rounding - py, py - top - height + rounding)
                    beyond += [math.hypot(across, down) - rounding] if min(across, down) > 0 else []
    return max(beyond)


class _Reach:
    """How far the ink of any of a face's characters reaches from their pen positions, in ems, y up.

    It has the characters of the runs seen so far: measuring a whole face of Chinese takes long.
    """

    __slots__ = ("bottom", "characters", "face", "left", "right", "top")

    def __init__(self, face: str) -> None:
        self.face = face
        self.characters: set[str] = set()
        self.left = self.bottom = self.right = self.top = 0.0

    def add(self, text: str) -> None:
        """Include the characters of a text."""
        for character in set(text) - self.characters:
            self.characters.add(character)
            if not character.isspace():
                left, bottom, right, top = face_named(self.face).ink(character)
                self.left, self.bottom = min(self.left, left), min(self.bottom, bottom)
                self.right, self.top = max(self.right, right), max(self.top, top)


_reach_of = lru_cache(maxsize=64)(_Reach)


def _is_well_inside(run: GlyphRun, area: Rect) -> bool:
    """Return True if the ink of a run is certainly inside an area, judged by the largest ink of its face.

    Most runs are, and measuring their characters one by one takes ten times as long.
    """
    advances, size = run.advances, run.size
    if run.glyphs is not None or run.vertical or run.slant or min(advances) < 0:
        return False
    reach = _reach_of(run.face)
    if not reach.characters.issuperset(run.text):
        reach.add(run.text)
    left, top, width, height = area
    last = run.x + sum(advances) - advances[-1]  # the pen position of the last character
    return (
        run.x + reach.left * size >= left
        and last + reach.right * size <= left + width
        and run.baseline - reach.top * size >= top
        and run.baseline - reach.bottom * size <= top + height
    )
