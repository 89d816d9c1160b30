"""How viewers show a PDF: its preferences, and the boxes and names of its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardgen.base.units import POINTS_PER_MM
from cardgen.formats.paint import number
from cardgen.formats.reportlab_private import Dictionary, pdf_array, pdf_dictionary, pdf_name, pdf_string
from cardgen.scene.items import Rect
from cardgen.text.measuring import is_right_to_left

Duplex: TypeAlias = Literal["", "simplex", "long", "short"]

_DUPLEX = {"simplex": "/Simplex", "long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}


def viewer_preferences(title: str, duplex: Duplex, is_for_press: bool, lang: str) -> Dictionary:
    """Return how viewers show and print a file. A press prints it in its own way.

    In a language from right to left, the first of two pages side by side is at the right.
    """
    preferences = {} if is_for_press else {"PrintScaling": "/None"}
    if title:
        preferences["DisplayDocTitle"] = "true"
    if duplex and not is_for_press:
        preferences["Duplex"] = _DUPLEX[duplex]
    if is_right_to_left(lang):
        preferences["Direction"] = "/R2L"
    return pdf_dictionary(preferences)


def page_labels(labels: Sequence[str]) -> Dictionary:
    """Return the names of the pages. One without a name has its number."""
    numbered: list[object] = []
    for i, label in enumerate(labels):
        entries = {"P": pdf_string(label)} if label else {"S": pdf_name("D"), "St": i + 1}
        numbered += [i, pdf_dictionary(entries)]
    return pdf_dictionary({"Nums": pdf_array(numbered)})


def page_box(rect: Rect, page: Rect) -> str:
    """Return `rect`, cut at the edges of `page`, in points from the page's lower left corner."""
    x, y, width, height = page
    left, right = max(rect[0], x), min(rect[0] + rect[2], x + width)
    top, bottom = max(rect[1], y), min(rect[1] + rect[3], y + height)
    corners = (left - x, y + height - bottom, right - x, y + height - top)
    return f"[ {' '.join([number(v * POINTS_PER_MM) for v in corners])} ]"
