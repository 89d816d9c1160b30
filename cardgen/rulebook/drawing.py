"""Sizes and labels that the pictures of a rulebook share."""

from __future__ import annotations

from cardgen.data.fonts import FontSet
from cardgen.rulebook.lines import SetText, one, set_words
from cardgen.rulebook.style import INK
from cardgen.scene.items import Group, Item, translate

#: Squares in a figure are no larger, mm.
MOST_PITCH = 4.4
#: The size of a label, mm.
LABEL = 2.5


def set_label(text: str, size: float, fonts: FontSet, strong: bool = False, colour: str = INK) -> SetText:
    """Return a label in one line."""
    return set_words(one(text, "en", strong=strong), size, 1e3, 1.2, colour=colour, fonts=fonts)


def centre_label(label: SetText, middle: float, y: float) -> Item:
    """Return a label whose middle is at `middle`, its top at `y`."""
    return Group(label.items, translate(middle - label.width / 2, y))
