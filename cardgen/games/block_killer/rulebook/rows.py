"""`rows 1-0 x`: the rows of garbage cards, with their codes and the numbers of their copies."""

from __future__ import annotations

from cardgen import dataclass, message
from cardgen.blocks import (
    LINE,
    PANEL,
    QUIET,
    BlockContext,
    Drawing,
    Fence,
    Figure,
    FigureBody,
    Panel,
    Picture,
    Sources,
    set_label,
)
from cardgen.drawing import Group, Path, draw_marks, rectangle, translate

_PITCH = 3.1
#: Where the row begins, and the air above and below it, mm.
_LEFT, _TOP = 9.5, 0.4


@dataclass(frozen=True, slots=True)
class RowPicture(Picture):
    """A garbage card's code, its row, and the number of its copies."""

    code: str
    row: str
    copies: int

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        columns = len(self.row)
        # Everything but a hole is drawn filled: the check of the deck reports what is wrong with a row.
        strip = draw_marks(["".join("." if mark == "." else "#" for mark in self.row)], _PITCH, {})
        code = set_label(self.code, 3.0, sources.fonts, strong=True)
        copies = set_label(f"× {self.copies}", 2.8, sources.fonts, colour=QUIET)
        edge = rectangle(_LEFT, _TOP, columns * _PITCH, _PITCH)
        right = _LEFT + columns * _PITCH
        items = (
            Group(code.items, translate(0.5, _TOP + _PITCH / 2 - 1.8)),
            Path(edge, fill=PANEL),
            Group(strip.items, translate(_LEFT, _TOP)),
            Path(edge, stroke=LINE, stroke_width=0.15),
            Group(copies.items, translate(right + 2.2, _TOP + _PITCH / 2 - 1.68)),
        )
        return Drawing(items, right + 9.5, _PITCH + 2 * _TOP)


def read_rows(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure with a panel for each card."""
    body, marked = fence.parse_yaml(FigureBody)
    word = message("Row").in_language(context.lang)
    panels = []
    for name in fence.require_names():
        card = context.card(name, fence, ["row"])
        picture = RowPicture(name, str(card["row"]), int(card["copies"]))
        panels.append(Panel(picture, alt=f"{word} {name}: {picture.row} × {picture.copies}"))
    caption = context.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or 2, caption, fence.place, down=True)
