"""Links of a page: their rectangles, and the annotations and destinations that make them work in a viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.base.records import dataclass
from cardgen.base.units import POINTS_PER_MM
from cardgen.formats.paint import number
from cardgen.formats.reportlab_private import Dictionary, pdf_array, pdf_dictionary, pdf_string
from cardgen.scene.items import GlyphRun, Rect, Scene, bounds_of, walk

#: How far a link reaches above and below its baseline, in ems.
_ABOVE, _BELOW = 0.9, 0.3

#: Addresses that viewers open. Anything else, unless it is an `#anchor`, stays plain text.
SCHEMES = ("https://", "http://", "mailto:")


@dataclass(frozen=True, slots=True)
class Destination:
    """The place of an anchor: `page` counts from 0, `y` is in mm from the top of the page."""

    page: int
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle of a page, in mm from its top left. `target` is an address, or `#anchor` for one of the document.

    `run` is the first of its runs.
    """

    target: str
    rect: Rect
    text: str
    run: GlyphRun


def find_links(scene: Scene) -> Iterator[Link]:
    """Yield the links of a page in reading order. Neighbouring runs on one baseline are one link."""
    last: Link | None = None
    for matrix, item in walk(scene.items):
        if not isinstance(item, GlyphRun):
            continue
        if item.link:
            top = item.baseline - _ABOVE * item.size
            rect = bounds_of(matrix, (item.x, top, item.width, (_ABOVE + _BELOW) * item.size))
            if last is not None and last.target == item.link and abs(last.rect[1] - rect[1]) < 0.01:
                last = Link(last.target, _union(last.rect, rect), last.text + item.text, last.run)
                continue
        if last is not None:
            yield last
        last = Link(item.link, rect, item.text, item) if item.link else None
    if last is not None:
        yield last


def _union(a: Rect, b: Rect) -> Rect:
    left, right = min(a[0], b[0]), max(a[0] + a[2], b[0] + b[2])
    return (left, a[1], right - left, a[3])


def leads_somewhere(target: str, names: Mapping[str, str]) -> bool:
    """Return True for an address that viewers open and for an anchor of the document. `names`: its anchors."""
    return target[1:] in names if target.startswith("#") else target.startswith(SCHEMES)


def annotation(link: Link, height: float, names: Mapping[str, str]) -> Dictionary | None:
    """Return a link on a page `height` mm high; None if it has no valid target. `names`: destinations by anchor."""
    if not leads_somewhere(link.target, names):
        return None
    x, y, width, link_height = link.rect
    corners = (x, height - y - link_height, x + width, height - y)
    entries = pdf_dictionary(
        {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Rect": pdf_array([number(v * POINTS_PER_MM) for v in corners]),
            "Border": pdf_array(["0", "0", "0"]),
            "F": 4,  # printed with the page: PDF/A requires it
            "Contents": pdf_string(link.text),
        }
    )
    if link.target.startswith("#"):
        entries["Dest"] = pdf_string(names[link.target[1:]])
    else:
        entries["A"] = pdf_dictionary({"S": "/URI", "URI": pdf_string(link.target)})
    return entries


def destination_names(destinations: Mapping[str, Destination]) -> dict[str, str]:
    """Return an ASCII name for each anchor, in the order of the anchors."""
    return {anchor: f"d{number:05}" for number, anchor in enumerate(destinations)}


def name_tree(destinations: Mapping[str, Destination], pages: list[int], heights: list[float]) -> Dictionary:
    """Return the catalog's entry for destinations; `pages` are the numbers of their objects.

    IndexError for a page that does not exist.
    """
    entries: list[object] = []
    for anchor, name in destination_names(destinations).items():
        place = destinations[anchor]
        top = number((heights[place.page] - place.y) * POINTS_PER_MM)
        entries += [pdf_string(name), pdf_array([f"{pages[place.page]} 0 R", "/XYZ", "null", top, "null"])]
    return pdf_dictionary({"Dests": pdf_dictionary({"Names": pdf_array(entries)})})
