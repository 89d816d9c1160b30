"""Pages as one of the user's printers prints them: portrait as paper is fed, and corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from cardgen.base.records import dataclass, replace
from cardgen.products.imposition.plan import (
    PRINTER_MARGIN,
    Flip,
    Margins,
    Size,
    back_correction,
    back_mirror,
    blank_edges,
)
from cardgen.products.imposition.regmarks import check_clear
from cardgen.products.printers import Printer
from cardgen.scene.items import IDENTITY, Group, Matrix, Scene, bounds_of, then, translate

if TYPE_CHECKING:
    from cardgen.data.regmarks import RegistrationMarks


def page_matrix(paper: Size, printer: Printer, flip: Flip = "long", *, back: bool = False) -> Matrix:
    """Return the transform of a page to the portrait page that is printed, corrected for a printer.

    A landscape page is turned, its top to the left, so that all that is printed is fed in the same way. The page is
    scaled about its middle. The front offset moves backs as well, in the same direction on the paper, so that the back
    offset is that of the backs against their fronts; it is seen on the back: see `back_correction`.
    """
    size = (min(paper), max(paper))
    turned: Matrix = IDENTITY if paper == size else (0.0, -1.0, 1.0, 0.0, 0.0, paper[0])
    (across, down), (x, y) = (value / 100 for value in printer.scale), printer.front_offset
    scaled: Matrix = (across, 0.0, 0.0, down, size[0] / 2 * (1 - across), size[1] / 2 * (1 - down))
    if not back:
        return then(then(turned, scaled), translate(x, y))
    mirror = back_mirror(size, flip)
    moved = then(scaled, translate(mirror[0] * x, mirror[3] * y))
    return then(then(turned, moved), back_correction(size, printer.back_offset))


def printed_size(paper: Size, printer: Printer | None) -> Size:
    """Return the width and height of a page, mm: portrait if it is printed by one of the user's printers."""
    return paper if printer is None else (min(paper), max(paper))


@dataclass(frozen=True, slots=True)
class PrintablePaper:
    """The part of a portrait `paper` that things are laid out on: all but its `edges`, which are blank all the same."""

    paper: Size
    edges: Margins = (0.0, 0.0, 0.0, 0.0)

    @property
    def size(self) -> Size:
        """The width and the height of the part, mm."""
        top, right, bottom, left = self.edges
        return (self.paper[0] - left - right, self.paper[1] - top - bottom)

    def place(self, pages: Sequence[Scene]) -> list[Scene]:
        """Return pages of the size of the part, or landscape ones, on whole paper."""
        return [self._placed(page) for page in pages] if any(self.edges) else list(pages)

    def _placed(self, page: Scene) -> Scene:
        top, _, bottom, left = self.edges
        is_upright = (page.width, page.height) == self.size
        width, height = self.paper if is_upright else self.paper[::-1]
        shift = translate(left, top) if is_upright else translate(bottom, left)
        return replace(
            page,
            width=width,
            height=height,
            items=(Group(page.items, shift),),
            trim=bounds_of(shift, page.trim) if page.trim else None,
        )


def printable_paper(
    paper: Size,
    printer: Printer | None,
    *,
    flip: Flip | None = None,
    marks: RegistrationMarks | None = None,
    name: str = "",
) -> PrintablePaper:
    """Return the part of a paper to lay out things on that are PRINTER_MARGIN away from its edges, for a printer.

    It is the whole paper if the margins of the printer are not wider. With a `flip` both sides are printed. FitError if
    the printer does not print registration `marks`, which have their places.
    """
    size = (min(paper), max(paper))
    if printer is None or printer.margins is None:
        return PrintablePaper(size)
    if marks is not None:
        check_clear(marks, printer.margins, name)
        return PrintablePaper(size)
    top, right, bottom, left = (max(0.0, edge - PRINTER_MARGIN) for edge in blank_edges(size, printer.margins, flip))
    return PrintablePaper(size, (top, right, bottom, left))


def printed_pages(
    pages: Sequence[Scene], printer: Printer | None, flip: Flip = "long", backs: Sequence[bool] = (False,)
) -> Sequence[Scene]:
    """Return pages as a printer prints them, each made when it is requested; the same pages if there is no printer.

    `backs` are True for backs, for the first pages in their order; then they repeat.
    """
    return pages if printer is None else _Printed(pages, printer, flip, backs)


class _Printed(Sequence[Scene]):
    def __init__(self, pages: Sequence[Scene], printer: Printer, flip: Flip, backs: Sequence[bool]) -> None:
        self._pages, self._printer, self._flip, self._backs = pages, printer, flip, backs

    def __len__(self) -> int:
        return len(self._pages)

    @overload
    def __getitem__(self, index: int) -> Scene: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Scene]: ...
    def __getitem__(self, index: int | slice) -> Scene | Sequence[Scene]:
        numbers = range(len(self._pages))[index]
        if isinstance(numbers, range):
            return [self._page(number) for number in numbers]
        return self._page(numbers)

    def _page(self, number: int) -> Scene:
        page, is_back = self._pages[number], self._backs[number % len(self._backs)]
        matrix = page_matrix((page.width, page.height), self._printer, self._flip, back=is_back)
        if matrix == IDENTITY:
            return page
        return replace(
            page,
            width=min(page.width, page.height),
            height=max(page.width, page.height),
            items=(Group(page.items, matrix),),
            trim=bounds_of(matrix, page.trim_rect),
        )
