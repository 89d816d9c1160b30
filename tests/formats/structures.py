"""The structure of tagged PDFs as text, read by pikepdf, for tests."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf

from cardgen.formats.pdf import to_pdf
from cardgen.formats.pdf_links import Destination
from cardgen.rulebook.pages import Pages
from cardgen.scene.items import Scene

#: Operators that paint.
_PAINTING = {"f", "f*", "S", "B", "B*", "Tj", "TJ", "Do", "sh"}


def tagged(pages: Pages, title: str = "Title", lang: str = "en") -> bytes:
    """Return the pages of a book as a tagged PDF."""
    file = io.BytesIO()
    anchors = {anchor: Destination(*place) for anchor, place in pages.anchors.items()}
    to_pdf(pages.scenes, file, title=title, lang=lang, destinations=anchors, tagged=True)
    return file.getvalue()


def tagged_scene(*items: Any, lang: str = "en", destinations: dict[str, Destination] | None = None) -> bytes:
    """Return a page of these items as a tagged PDF."""
    file = io.BytesIO()
    to_pdf([Scene(100, 50, items)], file, title="Title", lang=lang, destinations=destinations, tagged=True)
    return file.getvalue()


def open_pdf(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def kids_of(element: Any) -> list[Any]:
    """Return what is in an element: elements, numbers of content, and dictionaries for content and annotations."""
    kids = element.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def structure_of(document: pikepdf.Pdf) -> str:
    """Return the roles of all elements, one a line, indented; with `1 2` for pieces of content on pages 1 and 2."""
    return "\n".join(_lines(document, document.Root.StructTreeRoot.K, 0))


def _lines(document: pikepdf.Pdf, element: Any, depth: int) -> Iterator[str]:
    pages = [page.obj.objgen for page in document.pages]
    content, inside = [], []
    for kid in kids_of(element):
        if isinstance(kid, int):
            content.append(str(1 + pages.index(element.Pg.objgen)))
        elif kid.get("/Type") == "/MCR":
            content.append(str(1 + pages.index(kid.Pg.objgen)))
        elif kid.get("/Type") == "/OBJR":
            content.append("link")
        else:
            inside.append(kid)
    yield " ".join([depth * "  " + str(element.S)[1:], *content])
    for kid in inside:
        yield from _lines(document, kid, depth + 1)


def elements_of(document: pikepdf.Pdf, role: str) -> list[Any]:
    """Return the elements of a role in reading order."""
    elements, queue = [], [document.Root.StructTreeRoot.K]
    while queue:
        element = queue.pop()
        elements += [element] if f"/{role}" == element.S else []
        queue += [kid for kid in reversed(kids_of(element)) if not isinstance(kid, int) and "/S" in kid]
    return elements


def unmarked_operators(page: pikepdf.Page) -> list[str]:
    """Return the operators that paint outside of all marks. AssertionError for marks that cross groups and texts."""
    outside, open_at = [], []
    for instruction in pikepdf.parse_content_stream(page):
        name = str(instruction.operator)
        if name in ("q", "BT", "BDC", "BMC"):
            open_at.append(name)
        elif name in ("Q", "ET", "EMC"):
            begin = open_at.pop()
            assert {"Q": "q", "ET": "BT"}.get(name, begin) == begin
            assert name != "EMC" or begin in ("BDC", "BMC")
        elif name in _PAINTING and not {"BDC", "BMC"} & set(open_at):
            outside.append(name)
    return outside
