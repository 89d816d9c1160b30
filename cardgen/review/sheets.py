"""The real sheets as the page shows them: the PDF that a build writes, and its pages as pictures."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from cardgen.formats.png import encode_png, render_page
from cardgen.review.catalog import Catalog, sheet_pdf
from cardgen.units import pixels

Made = TypeVar("Made")

#: Pixels to the inch of a page on a screen.
PAGE_DPI = 150

#: Bytes that are kept of what has been made: some hundred pages.
_MOST_KEPT = 64_000_000


class SheetPages:
    """Makes PDFs and pictures of their pages when they are asked for, and keeps the last ones."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.RLock()

    def pdf(self, catalog: Catalog, name: str) -> bytes | None:
        """The sheets called `name` as PDF; None when there are none."""
        if not any(sheet.plan.name == name for sheet in catalog.sheets):
            return None
        return self._kept((catalog.version, name), lambda: sheet_pdf(catalog, name))

    def page(self, catalog: Catalog, name: str, page: int) -> bytes | None:
        """A page of them, from 1, as PNG of 150 dpi; None when there is none."""
        sheet = next((sheet for sheet in catalog.sheets if sheet.plan.name == name), None)
        if sheet is None or not 1 <= page <= len(sheet.pages):
            return None

        def draw() -> bytes:
            width, height = (pixels(length, PAGE_DPI) for length in sheet.plan.paper)
            pdf = self.pdf(catalog, name)
            assert pdf is not None
            return encode_png(render_page(pdf, page - 1, width, height), dpi=PAGE_DPI)

        return self._kept((catalog.version, name, str(page)), draw)

    def _kept(self, key: tuple[str, ...], make: Callable[[], bytes]) -> bytes:
        with self._lock:
            if key not in self._made:
                made = make()
                self._made[key] = made
                self._size += len(made)
                while self._size > _MOST_KEPT and len(self._made) > 1:
                    self._size -= len(self._made.popitem(last=False)[1])
            self._made.move_to_end(key)
            return self._made[key]
