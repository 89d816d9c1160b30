"""Links of a page: where they are on it, and what a viewer is told of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary, PDFObjectReference, PDFString

from cardgen.formats.paint import number
from cardgen.scene.items import GlyphRun, Rect, Scene, bounds_of, walk
from cardgen.units import POINTS_PER_MM

#: How far a link reaches above and below its baseline, in ems.
_ABOVE, _BELOW = 0.9, 0.3

#: What a viewer opens outside the document. Anything else that is no `#anchor` is left as plain text.
SCHEMES = ("https://", "http://", "mailto:")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an anchor is: `page` counts from 0, `y` is mm from the page's top."""

    page: int
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle of a page, mm from its top left, that leads to an address or, as `#anchor`, into the document."""

    target: str
    rect: Rect
    text: str


def find_links(scene: Scene) -> Iterator[Link]:
    """The links of a page in reading order; neighbouring runs on one baseline are one link."""
    last: Link | None = None
    for matrix, item in walk(scene.items):
        if not isinstance(item, GlyphRun):
            continue
        if item.link:
            top = item.baseline - _ABOVE * item.size
            rect = bounds_of(matrix, (item.x, top, item.width, (_ABOVE + _BELOW) * item.size))
            if last is not None and last.target == item.link and abs(last.rect[1] - rect[1]) < 0.01:
                last = Link(last.target, _union(last.rect, rect), last.text + item.text)
                continue
        if last is not None:
            yield last
        last = Link(item.link, rect, item.text) if item.link else None
    if last is not None:
        yield last


def _union(a: Rect, b: Rect) -> Rect:
    left, right = min(a[0], b[0]), max(a[0] + a[2], b[0] + b[2])
    return (left, a[1], right - left, a[3])


def annotation(link: Link, height: float, names: Mapping[str, str]) -> PDFDictionary | None:
    """A link of a page `height` mm high; None for one that leads nowhere. `names` are those of the destinations."""
    x, y, width, tall = link.rect
    corners = (x, height - y - tall, x + width, height - y)
    made = PDFDictionary(
        {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Rect": PDFArrayCompact([number(v * POINTS_PER_MM) for v in corners]),
            "Border": PDFArrayCompact(["0", "0", "0"]),
            "F": 4,  # printed as the page is, so that archiving standards accept it
            "Contents": PDFString(link.text),
        }
    )
    if link.target.startswith("#") and link.target[1:] in names:
        made["Dest"] = PDFString(names[link.target[1:]])
    elif link.target.startswith(SCHEMES):
        made["A"] = PDFDictionary({"S": "/URI", "URI": PDFString(link.target)})
    else:
        return None
    return made


def destination_names(destinations: Mapping[str, Destination]) -> dict[str, str]:
    """A name for each anchor, in ASCII and in the order of the anchors."""
    return {anchor: f"d{number:05}" for number, anchor in enumerate(destinations)}


def name_tree(
    destinations: Mapping[str, Destination], pages: list[PDFObjectReference], heights: list[float]
) -> PDFDictionary:
    """The catalog's entry for destinations. IndexError for one on a page that does not exist."""
    entries: list[object] = []
    for anchor, name in destination_names(destinations).items():
        place = destinations[anchor]
        top = number((heights[place.page] - place.y) * POINTS_PER_MM)
        entries += [PDFString(name), PDFArrayCompact([pages[place.page], "/XYZ", "null", top, "null"])]
    return PDFDictionary({"Dests": PDFDictionary({"Names": PDFArrayCompact(entries)})})
