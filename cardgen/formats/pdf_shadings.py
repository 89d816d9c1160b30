"""Gradients inside a PDF: axial and radial shadings (ISO 32000-1, 8.7.4.5)."""

from __future__ import annotations

from itertools import pairwise

from cardgen.formats.paint import matrix_numbers, number
from cardgen.formats.pdf_colours import colour_space, components
from cardgen.formats.reportlab_private import Dictionary, PdfObject, pdf_array, pdf_dictionary
from cardgen.scene.items import IDENTITY, Gradient, Stop


def shading_object(gradient: Gradient, places: int, grey: bool = False) -> Dictionary:
    """Return the colours of a gradient before its matrix is applied; with `grey` its opacity as grey."""
    (x0, y0), (x1, y1), radius = gradient.start, gradient.end, gradient.radius
    ends = (x0, y0, x1, y1) if radius is None else (x0, y0, 0, x1, y1, radius)
    return pdf_dictionary(
        {
            "ShadingType": 2 if radius is None else 3,
            "ColorSpace": "/DeviceGray" if grey else colour_space(gradient.stops[0].colour),
            "Coords": pdf_array([number(v, places) for v in ends]),
            "Function": _function(gradient.stops, grey),
            "Extend": pdf_array(["true", "true"]),
        }
    )


def fading_content(gradient: Gradient, shading: str, places: int) -> bytes:
    """Return the operators that paint the grey shading of that name at the gradient's place."""
    matrix = f"{matrix_numbers(gradient.matrix, places)} cm " if gradient.matrix != IDENTITY else ""
    return f"{matrix}/{shading} sh".encode("ascii")


def _function(stops: tuple[Stop, ...], grey: bool) -> Dictionary:
    """Return the colours between the stops as a PDF function from 0 to 1."""
    # Two stops in one place are a step: nothing lies between them.
    parts = [(a, b) for a, b in pairwise(stops) if number(b.offset) != number(a.offset)]
    functions = [
        pdf_dictionary(
            {"FunctionType": 2, "Domain": pdf_array(["0", "1"]), "C0": _ink(a, grey), "C1": _ink(b, grey), "N": 1}
        )
        for a, b in parts
    ]
    if len(functions) == 1:
        return functions[0]
    return pdf_dictionary(
        {
            "FunctionType": 3,
            "Domain": pdf_array(["0", "1"]),
            "Functions": pdf_array(functions),
            "Bounds": pdf_array([number(b.offset) for _, b in parts[:-1]]),
            "Encode": pdf_array(["0", "1"] * len(functions)),
        }
    )


def _ink(stop: Stop, grey: bool) -> PdfObject:
    return pdf_array([number(stop.opacity)] if grey else components(stop.colour).split())
