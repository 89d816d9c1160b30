"""What follows from the readings of a calibration sheet. All lengths are in mm, on a portrait page."""

from __future__ import annotations

import math

from cardgen.products.imposition.plan import Size

#: The length of the rulers, mm.
RULER = 100


def target_distance(paper: Size) -> float:
    """Return the distance of the targets A and B: 200 on A4 and on Letter, which leaves room for both."""
    return min(200.0, 10 * math.floor((max(paper) - 70) / 10))


def degrees_per_mm(paper: Size) -> float:
    """Return the angle for 1 mm of difference between the readings of x at A and at B."""
    return math.degrees(1 / target_distance(paper))


def back_offset_of(first: tuple[float, float], second: tuple[float, float], paper: Size) -> tuple[float, float, float]:
    """Return the back offset (x mm, y mm, degrees) for the readings (x, y) at A and at B on a sheet of `paper`."""
    angle = (first[0] - second[0]) * degrees_per_mm(paper)
    return ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2, angle)


def front_offset_of(distances: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the front offset (x, y) for the distances from the edges of the paper: top, right, bottom, left."""
    top, right, bottom, left = distances
    return ((right - left) / 2, (bottom - top) / 2)


def scale_of(length: float) -> float:
    """Return the scale in per cent for a ruler that is printed `length` mm long."""
    return 100 * RULER / length
