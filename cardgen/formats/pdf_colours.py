"""Colours as PDF operators: red, green and blue for screens, inks for presses."""

from __future__ import annotations

from functools import lru_cache

from cardgen.formats.paint import number
from cardgen.formats.press.inks import ink_numbers, is_inks
from cardgen.formats.reportlab_private import PdfObject, pdf_array, pdf_dictionary, pdf_name


@lru_cache(maxsize=1024)
def components(colour: str) -> str:
    """Return the numbers of a colour from 0 to 1: three of `#rrggbb`, four of inks."""
    if is_inks(colour):
        return ink_numbers(colour)
    return " ".join(number(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))


def colour_space(colour: str) -> str:
    """Return the colour space of a colour's numbers."""
    return "/DeviceCMYK" if is_inks(colour) else "/DeviceRGB"


def separation_space(spot: str, colour: str) -> PdfObject:
    """Return the colour space of a spot colour, and of the colour that printers without this ink use instead."""
    paper = ["0"] * 4 if is_inks(colour) else ["1"] * 3
    ends = {"C0": pdf_array(paper), "C1": pdf_array(components(colour).split())}
    tint = pdf_dictionary({"FunctionType": 2, "Domain": pdf_array(["0", "1"]), **ends, "N": 1})
    return pdf_array(["/Separation", pdf_name(spot), colour_space(colour), tint])
