"""Check that no text is too small to be read on paper."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.sides import SideCheck
from cardgen.cards.layout.box_findings import box_finding, text_box_around
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox
from cardgen.scene.items import GlyphRun, Rect, bounds_of, walk
from cardgen.text.ink import ink_of

SMALL_TEXT = Code(
    "CG116",
    "small-text",
    message("text smaller than 1.5 mm, or than `least_text` in game.yaml"),
    "warning",
    only_on_paper=True,
)

#: Sizes are rounded as they are printed in messages.
_PLACES = 2


def _run(context: CheckContext) -> Iterator[Finding]:
    least = context.game.file.least_text
    return _SIDES.run([*context.sides, *context.pages], lambda _: least)


def _find(side: Laid, least: Hashable) -> Iterator[Finding]:
    """Yield a finding for the smallest text of each box that is smaller than `least`, mm."""
    assert isinstance(least, float)
    smallest: dict[str, tuple[float, Rect, LaidBox]] = {}
    for matrix, item in walk(side.scene.items):
        if not isinstance(item, GlyphRun) or item.invisible or not item.text.strip():
            continue
        a, b, c, d, _, _ = matrix
        size = round(item.size * math.sqrt(abs(a * d - b * c)), _PLACES)
        if size < least:
            rect = bounds_of(matrix, ink_of(item))
            box = text_box_around(side, rect)
            if size < smallest.get(box.name, (least, rect, box))[0]:
                smallest[box.name] = size, rect, box
    for size, rect, box in smallest.values():
        problem = message("text of {size:g} mm is hard to read", size=size)
        hint = message("expected at least {least:g} mm, which is least_text in game.yaml", least=least)
        yield box_finding(SMALL_TEXT, side, box, problem, hint, rect=rect, own=Own(("size",), -size))


_SIDES = SideCheck(_find)

CHECK = Check((SMALL_TEXT,), _run)
