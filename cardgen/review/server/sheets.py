"""The printed files as the page shows them: the PDF that a build writes, and its pages as pictures."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from cardgen.base.units import MM_PER_INCH, pixels
from cardgen.formats.png import encode_png, render_page
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.printed import Printed

#: The resolution of a page on a screen, and the most pixels of a side: large boards have a lower resolution.
PAGE_DPI = 150
_MOST_PIXELS = 3000

#: The size of the cache in bytes: some hundred pages.
_MOST_CACHED = 64_000_000


class SheetPages:
    """PDFs and pictures of their pages, made on demand and cached.

    The cache is by content: pages that a saved file does not affect are not drawn again.
    """

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.RLock()

    def pdf(self, catalog: Catalog, name: str) -> bytes | None:
        """Return the file called `name` as PDF; None if there is none."""
        file = catalog.file(name)
        return None if file is None else self._pdf(file)

    def page(self, catalog: Catalog, name: str, page: int) -> bytes | None:
        """Return a page of it, from 1, as PNG of 150 dpi; None if there is none."""
        file = catalog.file(name)
        if file is None or not 1 <= page <= file.pages:
            return None

        def draw() -> bytes:
            dpi = page_dpi(file.paper)
            return encode_png(render_page(self._pdf(file), page - 1, *page_size(file.paper)), dpi=dpi)

        return self._cached((file.output.key, str(page)), draw)

    def _pdf(self, file: Printed) -> bytes:
        return self._cached((file.output.key,), file.pdf)

    def _cached(self, key: tuple[str, ...], make: Callable[[], bytes]) -> bytes:
        with self._lock:
            if key not in self._made:
                made = make()
                self._made[key] = made
                self._size += len(made)
                while self._size > _MOST_CACHED and len(self._made) > 1:
                    self._size -= len(self._made.popitem(last=False)[1])
            self._made.move_to_end(key)
            return self._made[key]


def page_dpi(paper: tuple[float, float]) -> float:
    """Return the resolution at which a page of this width and height, mm, is drawn."""
    return min(PAGE_DPI, _MOST_PIXELS * MM_PER_INCH / max(paper))


def page_size(paper: tuple[float, float]) -> tuple[int, int]:
    """Return the width and height of its picture in pixels."""
    width, height = paper
    return pixels(width, page_dpi(paper)), pixels(height, page_dpi(paper))
