"""How far text reaches out of an area."""

from __future__ import annotations

import math
from itertools import product

from cardgen.scene.items import GlyphRun, Item, Matrix, Rect, bounds_of, walk
from cardgen.text.paragraphs import ink_of

#: Text that reaches out of its area by no more than this is inside, mm.
TOLERANCE = 0.01


def text_beyond(items: tuple[Item, ...], matrix: Matrix, area: Rect, rounding: float = 0.0) -> float:
    """Return how far the ink of any text reaches out of an area with corners of the radius `rounding`, mm."""
    left, top, width, height = area
    beyond = [0.0]
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip() and not item.invisible:
            x, y, wide, tall = bounds_of(under, ink_of(item))
            beyond += [left - x, top - y, x + wide - left - width, y + tall - top - height]
            if rounding > 0:
                for px, py in product((x, x + wide), (y, y + tall)):
                    # How far into the square at a corner, of which only the quarter of a circle is inside.
                    across = max(left + rounding - px, px - left - width + rounding)
                    down = max(top + rounding - py, py - top - height + rounding)
                    beyond += [math.hypot(across, down) - rounding] if min(across, down) > 0 else []
    return max(beyond)
