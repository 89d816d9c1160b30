"""Marks outside the trim: crop marks at the corners, and register marks that show whether both sides are aligned."""

from __future__ import annotations

from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_GAP, CROP_MARK_WIDTH
from cardgen.scene.items import Command, Item, Path, Rect, ellipse, polyline

#: The length of the arms of a register mark, and the radius of its ring, mm.
CROSS_ARM = 1.7
CROSS_RING = 1.0


def corner_marks(trim: Rect, bleed: float) -> Path:
    """Draw two crop marks at each corner of a rectangle, a little outside its bleed."""
    x, y, width, height = trim
    near = bleed + CROP_MARK_GAP
    far = near + CROP_MARK
    commands: list[Command] = []
    for edge, way in ((x, -1), (x + width, 1)):
        for level, along in ((y, -1), (y + height, 1)):
            commands += polyline((edge + way * near, level), (edge + way * far, level))
            commands += polyline((edge, level + along * near), (edge, level + along * far))
    return Path(tuple(commands), stroke="#000000", stroke_width=CROP_MARK_WIDTH)


def register_marks(trim: Rect, bleed: float) -> tuple[Item, ...]:
    """Draw a cross in a ring outside the middle of each side of a rectangle."""
    x, y, width, height = trim
    away = bleed + 0.5 + CROSS_ARM
    lines: list[Command] = []
    rings: list[Command] = []
    for middle, level in (
        (x + width / 2, y - away),
        (x + width / 2, y + height + away),
        (x - away, y + height / 2),
        (x + width + away, y + height / 2),
    ):
        lines += polyline((middle - CROSS_ARM, level), (middle + CROSS_ARM, level))
        lines += polyline((middle, level - CROSS_ARM), (middle, level + CROSS_ARM))
        rings += ellipse(middle, level, CROSS_RING)
    return (
        Path(tuple(lines), stroke="#000000", stroke_width=CROP_MARK_WIDTH),
        Path(tuple(rings), stroke="#000000", stroke_width=CROP_MARK_WIDTH),
    )
