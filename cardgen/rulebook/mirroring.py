"""Pages of books from right to left: laid out as others, and then mirrored.

Texts are set mirrored already (`set_words`): their lines end at x = 0 and go to the left. So mirroring moves groups and
turns shapes over, and leaves lines of text and pictures as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.records import replace
from cardgen.scene.items import GlyphRun, Group, Image, Item, Path, Placed


def mirror(items: Iterable[Item], width: float = 0.0) -> tuple[Item, ...]:
    """Return items mirrored from the left edge of something `width` mm wide to its right edge.

    A group that has a line of text, a picture of a figure or a clip is only moved.
    """
    return tuple(_mirrored(items, width))


def _mirrored(items: Iterable[Item], width: float) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Path):
            yield Group((item,), (-1.0, 0.0, 0.0, 1.0, width, 0.0))
        elif isinstance(item, Image):
            x, y, wide, tall = item.rect
            yield replace(item, rect=(width - x - wide, y, wide, tall))
        elif isinstance(item, Placed):
            a, b, c, d, x, y = item.matrix
            left, _, wide, _ = item.clip or (0.0, 0.0, item.scene.width, item.scene.height)
            yield replace(item, matrix=(a, b, c, d, width - x - a * (2 * left + wide), y))
        elif isinstance(item, Group):
            yield _mirrored_group(item, width)
        else:
            yield item


def _mirrored_group(group: Group, width: float) -> Group:
    a, b, c, d, x, y = group.matrix
    if group.tag is not None and group.tag.role == "Figure":
        left, _, wide, _ = group.tag.box
        return replace(group, matrix=(a, b, c, d, width - x - a * (2 * left + wide), y))
    moved = (a, b, c, d, width - x, y)
    if any(isinstance(item, GlyphRun) for item in group.items):
        return replace(group, matrix=moved)
    return replace(group, items=mirror(group.items), matrix=moved)
