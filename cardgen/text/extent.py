"""The extent of drawn items."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.scene.items import GlyphRun, Image, Item, Path, Rect, bounds_of, walk
from cardgen.scene.paths import path_bounds
from cardgen.text.ink import ink_of


def extent_of(items: Iterable[Item]) -> Rect | None:
    """Return a rectangle around everything that the items paint, including strokes; None if they paint nothing.

    It may be too large: clips are ignored, and a stroke counts with the longest mitre that it could have.
    """
    rects = [bounds_of(matrix, rect) for matrix, item in walk(items) if (rect := _reach(item)) is not None]
    if not rects:
        return None
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)


def _reach(item: Item) -> Rect | None:
    if isinstance(item, GlyphRun):
        return ink_of(item) if item.text.strip() and not item.invisible else None
    if isinstance(item, Image):
        return item.rect
    if not isinstance(item, Path):
        return None
    bounds = path_bounds(item.commands)
    if bounds is None or not item.stroke:
        return bounds
    margin = item.stroke_width / 2 * max(1.5, item.pen.miter if item.pen.join == "miter" else 1)
    x, y, width, height = bounds
    return (x - margin, y - margin, width + 2 * margin, height + 2 * margin)
