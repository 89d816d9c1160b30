"""Findings about boxes of laid out sides, and which box is at a place."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cardgen.base.errors import SHARED, Code, Finding, Own, Text, about_card
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox, in_box
from cardgen.scene.items import Rect

#: The kinds of boxes whose text is their content.
_TEXT_KINDS = ("text", "table", "grid")


def box_finding(
    code: Code, side: Laid, box: LaidBox, problem: Text, hint: Text = "", *, rect: Rect, own: Own = SHARED
) -> Finding:
    """Return a finding about a box of a side; `rect` is the spot, mm from the trim's top left."""
    owner = side.owner
    text = about_card(owner.card if owner.deck else "", in_box(box.name, problem))
    return code.finding(box.place, text, hint, deck=owner.deck, card=owner.card, side=owner.side, rect=rect, own=own)


def text_box_at(side: Laid, rect: Rect) -> LaidBox:
    """Return the smallest box of text that contains the middle of `rect`, or the nearest one if there is none."""
    return box_at(side, rect, [box for box in side.boxes if box.kind in _TEXT_KINDS])


def box_at(side: Laid, rect: Rect, boxes: Iterable[LaidBox] = ()) -> LaidBox:
    """Return the smallest box that contains the middle of `rect`, or the nearest one; of all if none are given."""
    x, y = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2

    def distance_and_area(box: LaidBox) -> tuple[float, float]:
        left, top, width, height = box.rect
        outside = math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))
        return outside, width * height

    return min(tuple(boxes) or side.boxes, key=distance_and_area)


def box_around(side: Laid, rect: Rect) -> LaidBox:
    """Return the smallest box that has `rect` inside, but for a line's width; the nearest one if there is none."""
    return box_at(side, rect, _boxes_around(side.boxes, rect))


def text_box_around(side: Laid, rect: Rect) -> LaidBox:
    """Return the smallest box of text that has `rect` inside, as `box_around`."""
    texts = [box for box in side.boxes if box.kind in _TEXT_KINDS]
    return box_at(side, rect, _boxes_around(texts, rect) or texts)


def _boxes_around(boxes: Iterable[LaidBox], rect: Rect) -> list[LaidBox]:
    x, y, width, height = rect
    return [
        box
        for box in boxes
        if box.rect[0] <= x + 1
        and box.rect[1] <= y + 1
        and box.rect[0] + box.rect[2] >= x + width - 1
        and box.rect[1] + box.rect[3] >= y + height - 1
    ]
