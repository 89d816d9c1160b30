"""A board as one page for print shops."""

from __future__ import annotations

import pytest

from cardgen.products.boards.whole import MARGIN, WHOLE_BLEED, whole_page
from cardgen.products.imposition.plan import FitError
from cardgen.scene.items import Path, Placed, Scene, rectangle


def drawing(width: float, height: float) -> Scene:
    ground = Path(rectangle(-3, -3, width + 6, height + 6), fill="#dde2ea")
    return Scene(width, height, (ground,), bleed=WHOLE_BLEED, name="board", title="Board", description="A board")


def test_the_page_is_as_large_as_the_drawing_with_its_marks() -> None:
    page = whole_page(drawing(370, 200), "board-whole")
    assert (page.width, page.height) == (370 + 2 * MARGIN, 200 + 2 * MARGIN)
    assert (page.trim, page.bleed) == ((MARGIN, MARGIN, 370, 200), 3.0)
    assert (page.name, page.title, page.description) == ("board-whole", "Board", "A board")
    placed, marks = page.items
    assert isinstance(placed, Placed)
    assert isinstance(marks, Path)
    # Two marks at each corner, none in the bleed and all on the page.
    points = [command[1:] for command in marks.commands]
    assert len(points) == 16
    for x, y in points:
        assert not (MARGIN - 3 < x < MARGIN + 373 and MARGIN - 3 < y < MARGIN + 203)
        assert 0 < x < page.width
        assert 0 < y < page.height


def test_a_pdf_page_has_a_largest_size() -> None:
    most = 5080 - 2 * MARGIN
    whole_page(drawing(most, 100), "board-whole")
    with pytest.raises(
        FitError, match=r"board-whole: 5100 × 100 mm is larger than a page of a PDF can be \(expected at most 5066 mm"
    ):
        whole_page(drawing(5100, 100), "board-whole")
