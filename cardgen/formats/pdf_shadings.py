"""Gradients inside a PDF: axial and radial shadings (ISO 32000-1, 8.7.4.5)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary

from cardgen.formats.paint import matrix_numbers, number
from cardgen.formats.pdf_content import rgb
from cardgen.scene.items import IDENTITY, Gradient, Stop


def shading_object(gradient: Gradient, places: int, grey: bool = False) -> Any:
    """The colours of a gradient along its way, before its matrix; or in `grey` how opaque they are."""
    (x0, y0), (x1, y1), radius = gradient.start, gradient.end, gradient.radius
    ends = (x0, y0, x1, y1) if radius is None else (x0, y0, 0, x1, y1, radius)
    return PDFDictionary(
        {
            "ShadingType": 2 if radius is None else 3,
            "ColorSpace": "/DeviceGray" if grey else "/DeviceRGB",
            "Coords": PDFArrayCompact([number(v, places) for v in ends]),
            "Function": _function(gradient.stops, grey),
            "Extend": PDFArrayCompact(["true", "true"]),
        }
    )


def fading_content(gradient: Gradient, shading: str, places: int) -> bytes:
    """What paints the grey shading of that name where the gradient lies."""
    moved = f"{matrix_numbers(gradient.matrix, places)} cm " if gradient.matrix != IDENTITY else ""
    return f"{moved}/{shading} sh".encode("ascii")


def _function(stops: tuple[Stop, ...], grey: bool) -> Any:
    """The colours from stop to stop as a function of the share of the way."""
    # Two stops in one place are a step: there is no way between them.
    parts = [(a, b) for a, b in pairwise(stops) if number(b.share) != number(a.share)]
    made = [
        PDFDictionary(
            {"FunctionType": 2, "Domain": PDFArrayCompact(["0", "1"]), "C0": _ink(a, grey), "C1": _ink(b, grey), "N": 1}
        )
        for a, b in parts
    ]
    if len(made) == 1:
        return made[0]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": PDFArrayCompact(["0", "1"]),
            "Functions": PDFArrayCompact(made),
            "Bounds": PDFArrayCompact([number(b.share) for _, b in parts[:-1]]),
            "Encode": PDFArrayCompact(["0", "1"] * len(made)),
        }
    )


def _ink(stop: Stop, grey: bool) -> PDFArrayCompact:
    return PDFArrayCompact([number(stop.opacity)] if grey else rgb(stop.colour).split())
