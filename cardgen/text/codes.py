"""The defect of a text that no font can set."""

from __future__ import annotations

from cardgen.base.errors import Code
from cardgen.base.words.messages import message

MISSING_GLYPH = Code(
    "CG103", "missing-glyph", message("a character that neither the font of its text nor a fallback has")
)
