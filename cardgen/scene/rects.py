"""Upright rectangles."""

from __future__ import annotations

from cardgen.scene.items import Rect


def common_part(first: Rect, second: Rect) -> Rect | None:
    """Return the part that two rectangles share; None if they only touch or are apart."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right = min(first[0] + first[2], second[0] + second[2])
    bottom = min(first[1] + first[3], second[1] + second[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def contains(outer: Rect, inner: Rect) -> bool:
    """Return True if no point of `inner` is outside of `outer`."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[0] + outer[2] >= inner[0] + inner[2]
        and outer[1] + outer[3] >= inner[1] + inner[3]
    )


def union(first: Rect, second: Rect) -> Rect:
    """Return the smallest rectangle around two."""
    left, top = min(first[0], second[0]), min(first[1], second[1])
    right = max(first[0] + first[2], second[0] + second[2])
    bottom = max(first[1] + first[3], second[1] + second[3])
    return (left, top, right - left, bottom - top)
