"""The kinds of findings of layout, by name."""

from __future__ import annotations

from cardgen.base.errors import Code
from cardgen.base.words.messages import message
from cardgen.text.codes import MISSING_GLYPH

CODES = {
    code.name: code
    for code in (
        Code("CG101", "text-overflow", message("a text does not fit its box, even at its smallest size")),
        Code("CG102", "outside-safe-area", message("text so near the edge that it may be cut off"), only_on_paper=True),
        MISSING_GLYPH,
        Code("CG104", "low-resolution", message("a picture that would print at less than 300 dpi"), only_on_paper=True),
        Code("CG109", "no-tiling", message("a shape that cannot cover the plane by shifted copies of itself")),
        Code("CG110", "unknown-block", message("a letter in a picture of cells that is not a card's id")),
        Code("CG120", "missing-picture", message("a picture that a draft does without; otherwise it is a fault")),
        Code(
            "CG121",
            "high-resolution",
            message("a picture of 2 megapixels or more that would print at more than 1,200 dpi"),
            "warning",
        ),
        Code(
            "CG124",
            "colour-without-effect",
            message("a colour for a picture that has pixels, or for an SVG picture without currentColor"),
            "warning",
        ),
        Code(
            "CG125", "bleed-without-effect", message("a bleed for a picture that ends nowhere at the trim"), "warning"
        ),
        Code("CG112", "repeat-overflow", message("a repeat has more entries than its box has room for")),
    )
}
