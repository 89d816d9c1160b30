"""How far text reaches out of an area."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product

from cardgen.scene.items import IDENTITY, GlyphRun, Item, Matrix, Rect, bounds_of, walk
from cardgen.text.fonts import face_named
from cardgen.text.ink import ink_of

#: Text that reaches out of its area by no more than this is inside, mm.
TOLERANCE = 0.01


def text_beyond(items: tuple[Item, ...], matrix: Matrix, area: Rect, rounding: float = 0.0) -> float:
    """Return how far the ink of any text reaches out of an area with corners of the radius `rounding`, mm."""
    left, top, width, height = area
    beyond = [0.0]
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
