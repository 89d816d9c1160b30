"""A drawing as one page of its own size, for print shops: with bleed and crop marks."""

from __future__ import annotations

from cardgen.base.words.messages import message
from cardgen.products.imposition.marks import corner_marks
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_GAP, USUAL_BLEED, FitError, in_mm
from cardgen.scene.items import Placed, Scene, translate

#: The bleed that print shops ask for, mm.
WHOLE_BLEED = USUAL_BLEED

#: The margin around the drawing, mm: bleed, and crop marks with a little space.
MARGIN = WHOLE_BLEED + CROP_MARK_GAP + CROP_MARK + 0.3

#: The longest side of a page in a PDF, mm: 14,400 units of 1/72 inch (ISO 32000-1, annex C.2).
LONGEST_PAGE = 5080.0


def whole_page(drawing: Scene, name: str) -> Scene:
    """Return the drawing, laid out with WHOLE_BLEED, on a page with crop marks.

    The page's `trim` is the drawing. FitError if it is larger than a page of a PDF can be.
    """
    size = (drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN)
    if max(size) > LONGEST_PAGE:
        problem = message(
            "{file}: {size} is larger than a page of a PDF can be",
            file=name,
            size=in_mm(drawing.width, drawing.height),
        )
        raise FitError(problem, message("expected at most {most:g} mm a side", most=LONGEST_PAGE - 2 * MARGIN))
    trim = (MARGIN, MARGIN, drawing.width, drawing.height)
    items = (Placed(drawing, translate(MARGIN, MARGIN)), corner_marks(trim, WHOLE_BLEED))
    return Scene(
        *size,
        items,
        bleed=WHOLE_BLEED,
        name=name,
        title=drawing.title or name,
        description=drawing.description,
        lang=drawing.lang,
        trim=trim,
    )
