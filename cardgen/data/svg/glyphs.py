"""Colour glyphs of fonts that are SVG documents.

Source: OpenType specification 1.9.1, chapter "SVG": a document has the glyph 12 in the element with the id `glyph12`,
in font units, y down, from the origin on the baseline; it may be compressed.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache

from cardgen.base.errors import DataError, WrongValueError
from cardgen.base.records import replace
from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tree import Element, parse_svg
from cardgen.scene.items import Group, Item, then, translate
from cardgen.scene.items import scale as scaled

#: The largest document when it is unpacked, in bytes; a whole font of emoji is half as large.
_MOST = 12 << 20

_GLYPH_ID = re.compile(r"glyph\d+")


def draw_svg_glyph(document: bytes, glyph: int, units: int, colour: str) -> tuple[Item, ...]:
    """Return the items of a glyph in ems, y down. WrongValueError if the document has parts that are not drawn."""
    try:
        root = _parse(document)
        scene = draw_svg(_only(root, f"glyph{glyph}", units), colour)
    except DataError as error:
        raise WrongValueError(error.faults[0].message) from error
    # The view begins at (-units, -2·units): see `_only`.
    return (Group(scene.items, then(translate(-units, -2 * units), scaled(1 / units))),)


@lru_cache(maxsize=4)  # of many glyphs, as those of one line often are
def _parse(document: bytes) -> Element:
    if document[:2] == b"\x1f\x8b":
        try:
            unpacking = zlib.decompressobj(wbits=31)
            document = unpacking.decompress(document, _MOST)
        except zlib.error:
            document = b""
    return parse_svg(document.decode("utf-8", "replace"), "", pictures=4)


def _only(root: Element, name: str, units: int) -> Element:
    """Return the picture without its other glyphs, in a view that is as large as a glyph may be."""
    view = f"{-units} {-2 * units} {4 * units} {4 * units}"
    picture = _without_others(root, name)
    return replace(picture, attributes={**picture.attributes, "viewBox": view})


def _without_others(element: Element, name: str) -> Element:
    """Return the element with other glyphs as definitions: they are not drawn, but may be referred to."""
    children = []
    for child in element.children:
        identifier = child.attributes.get("id", "")
        is_other = identifier != name and _GLYPH_ID.fullmatch(identifier)
        children.append(Element("defs", {}, child.place, [child]) if is_other else _without_others(child, name))
    return replace(element, children=children)
