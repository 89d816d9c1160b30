"""Lengths. Everything is in millimetres; points exist only in the PDF backend, pixels only in the PNG backend."""

from __future__ import annotations

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

#: Paper sizes in mm, portrait (ISO 216; ANSI/ASME Y14.1 for letter and legal).
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}

#: Card sizes in mm, portrait, as the trade names them.
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "standard": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "mini": (44.0, 67.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}


def pixels(mm: float, dpi: float) -> int:
    """A length in whole pixels at `dpi`, rounded to the nearest."""
    return max(1, round(mm / MM_PER_INCH * dpi))
