"""What each kind of box draws: a checked box and the room it has, in; scene items out."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.data.kinds import FileModel
from cardgen.layout.boxes import pictures, shapes, squares, tables, texts
from cardgen.layout.boxes.brush import Brush, Draw
from cardgen.scene.items import Item, Rect

__all__ = ["Brush", "draw_box"]

_DRAW: Mapping[type[FileModel], Draw] = {**shapes.DRAW, **texts.DRAW, **tables.DRAW, **squares.DRAW, **pictures.DRAW}


def draw_box(box: FileModel, area: Rect, brush: Brush) -> tuple[Item, ...]:
    """The items of a box of any kind but group and again, which the layout takes apart itself."""
    return _DRAW[type(box)](box, area, brush)
