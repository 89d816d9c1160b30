"""The pages of a PDF: scenes, the scenes that several of them show, and pages that are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from cardgen.base.records import dataclass
from cardgen.formats.paint import number, scenes_placed_in
from cardgen.formats.pdf_content import Content
from cardgen.formats.reportlab_private import Dictionary, Stream, pdf_array, pdf_stream
from cardgen.scene.items import Rect, Scene
from cardgen.scene.late import LateScene


@dataclass(frozen=True, slots=True)
class Page:
    """A scene as a page: as large as its trim, or with `bleed` as large as all that is drawn. Sheets are shown whole.

    `label` is the page's name in a viewer's page list; if it is empty, viewers show the page number.
    """

    scene: Scene
    bleed: bool = True
    label: str = ""


def page_of(page: Page | Scene) -> Page:
    """Return a page, or a scene as a page."""
    return page if isinstance(page, Page) else Page(page)


def shown_twice(scenes: Iterable[Scene]) -> Callable[[Scene], bool]:
    """Return a predicate: is a scene shown twice or more, by these scenes or by the scenes placed on them?"""
    counts: Counter[Scene] = Counter()
    queue = list(scenes)
    while queue:
        scene = queue.pop()
        counts[scene] += 1
        # What was drawn ahead has no other scenes inside.
        if counts[scene] == 1 and not (isinstance(scene, LateScene) and scene.is_kept):
            queue += scenes_placed_in(scene.items)
    twice = {scene for scene, count in counts.items() if count > 1}
    return twice.__contains__


@dataclass(frozen=True, slots=True)
class UsedResources:
    """The resources of some content, besides fonts."""

    states: bool
    spots: bool
    shadings: tuple[str, ...]
    external: tuple[str, ...]


def uses_of(content: Content) -> UsedResources:
    """Return the resources of content that is drawn."""
    shadings, external = tuple(sorted(content.shadings)), tuple(sorted(content.external))
    return UsedResources(content.uses_states, content.uses_spots, shadings, external)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page that is drawn: its compressed operators, its boxes in points, its height in mm, and what it uses."""

    data: bytes
    boxes: tuple[str, str, str]
    height: float
    label: str
    uses: UsedResources


DrawnChunk: TypeAlias = tuple[list[Drawn | None], dict[str, str]]
"""The drawn pages, None for those that a copy cannot draw, and the new characters of each face."""


def stream_object(data: bytes) -> bytes:
    """Return the bytes of a stream of compressed data."""
    return b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (len(data), data)


def form_object(data: bytes, box: Rect, resources: Dictionary, entries: Mapping[str, object]) -> Stream:
    """Return content that pages show by a name: compressed operators, and the rectangle that they paint."""
    x, y, width, height = box
    corners = pdf_array([number(v) for v in (x, y, x + width, y + height)])
    form = {"Type": "/XObject", "Subtype": "/Form", "BBox": corners, "Resources": resources}
    return pdf_stream({**entries, **form, "Filter": "/FlateDecode"}, data)
