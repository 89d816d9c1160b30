"""Lengths. Everything is in millimetres; points exist only in the PDF backend, pixels only in the PNG backend."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable
from functools import reduce

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

#: Paper sizes in mm, portrait (ISO 216; ANSI/ASME Y14.1 for letter, legal and tabloid).
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}

#: The shortest and the longest side of a paper of one's own size, mm.
LEAST_PAPER = 50.0
MOST_PAPER = 2000.0

#: The name of a paper of one's own size: its width and height in mm, such as 320x450.
OWN_PAPER = r"[0-9]{2,4}(\.[0-9]{1,2})?x[0-9]{2,4}(\.[0-9]{1,2})?"

#: Card sizes in mm, portrait, as the trade names them.
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "standard": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "mini": (44.0, 67.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}


def paper_name(width: float, height: float) -> str:
    """Return the name of a paper of one's own size (mm), as it is part of file names: `320x450`."""
    return f"{round(width, 2):g}x{round(height, 2):g}"


def paper_size(name: str) -> tuple[float, float]:
    """Return width and height of a paper in mm: one of PAPERS, or one named after its size. KeyError for others."""
    if name in PAPERS or not re.fullmatch(OWN_PAPER, name):
        return PAPERS[name]
    width, height = map(float, name.split("x"))
    return width, height


def is_paper_size(width: float, height: float) -> bool:
    """Return True if a paper can have this size."""
    return min(width, height) >= LEAST_PAPER and max(width, height) <= MOST_PAPER


def pixels(mm: float, dpi: float) -> int:
    """Return a length in whole pixels at `dpi`, rounded to the nearest."""
    return max(1, round(mm / MM_PER_INCH * dpi))


#: A part of a pixel for which a bleed is not rounded up: 0.004 mm at 300 dpi. So 3.05 mm are 36 pixels, like 0.12 inch.
_NEGLIGIBLE = 0.05


def pixels_with_bleed(mm: float, bleed: float, dpi: float) -> int:
    """Return a trim length with its bleed on both sides, in whole pixels.

    The trim is rounded to the nearest pixel and each side's bleed is rounded up, as print services count: 63 + 2 × 3 mm
    at 300 dpi are 744 + 2 × 36 = 816 pixels. A sum that is whole already stays as it is: 63.5 + 2 × 3.175 mm are 825.
    """
    total = (mm + 2 * bleed) / MM_PER_INCH * dpi
    if bleed <= 0 or abs(total - round(total)) < 1e-6:
        return max(1, round(total))
    return pixels(mm, dpi) + 2 * math.ceil(bleed / MM_PER_INCH * dpi - _NEGLIGIBLE)


def sum_floats(values: Iterable[float]) -> float:
    """Return the sum, added from left to right; 0 for no values.

    Since Python 3.12, the built-in `sum` rounds sums of floats differently, and files would depend on the version.
    """
    return reduce(operator.add, values, 0.0)
