"""`shingle`: cards that overlap by a step, and blocks that lie on them, at actual size."""

from __future__ import annotations

import string
from typing import Annotated

from pydantic import Field

from cardgen import Length, Scene, dataclass, message
from cardgen.blocks import BlockContext, Drawing, Fence, Figure, FigureBody, Panel, Picture, Sources, draw_face
from cardgen.drawing import Group, Item, Path, draw_marks, outline_cells, polyline, translate
from cardgen.games.squares.drawn_field import DrawnField, cells_with, parse_field


class ShingleBody(FigureBody):
    """The cards from the bottom up; `step` is how far each is above the one before, mm; `field` lies on them."""

    cards: Annotated[list[str], Field(min_length=1, max_length=20)]
    step: Length
    field: DrawnField | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ShinglePicture(Picture):
    """Faces that overlap at actual size, each `step` mm above the one before and over it; blocks lie on them.

    `cards` go from the bottom up, each with whether it is turned; `rows` is a drawn field whose bottom row is the
    first card's, its squares `step` mm wide.
    """

    cards: tuple[tuple[Scene, bool], ...]
    step: float
    rows: tuple[str, ...]

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        widest = max(scene.width for scene, _ in self.cards)
        tops = [-i * self.step - scene.height for i, (scene, _) in enumerate(self.cards)]
        top = min(tops)
        items: list[Item] = []
        for (scene, turned), y in zip(self.cards, tops, strict=True):
            face = draw_face(scene, turned, sources.corner, shadow=True)
            items.append(Group(face, translate((widest - scene.width) / 2, y - top)))
        if self.rows:
            items += self._draw_blocks(widest, -top, sources)
        return Drawing(tuple(items), widest, -top + 0.8)

    def scales(self) -> bool:
        return False  # shown at actual size

    def _draw_blocks(self, width: float, floor: float, sources: Sources) -> list[Item]:
        rows = [row.replace("#", ".") for row in self.rows]
        blocks = draw_marks(rows, self.step, sources.styles)
        left, down = (width - blocks.width) / 2, floor - blocks.height
        items: list[Item] = []
        for ring in outline_cells(cells_with(rows, string.ascii_uppercase)):
            corners = ((x * self.step + left + 0.3, y * self.step + down + 0.5) for x, y in ring)
            items.append(Path(polyline(*corners, close=True), fill="#0b1020", opacity=0.35))
        return [*items, Group(blocks.items, translate(left, down))]


def read_shingle(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of one panel."""
    body, marked = fence.parse_yaml(ShingleBody)
    cards = [(context.face(name.removesuffix("~"), fence), name.endswith("~")) for name in body.cards]
    rows: tuple[str, ...] = ()
    if body.field:
        rows, _ = parse_field(body.field, context.sources.styles, marked.place("field"))
    word = message("Cards overlapped, from the bottom").in_language(context.lang)
    panel = Panel(ShinglePicture(tuple(cards), body.step, rows), alt=f"{word}: {', '.join(body.cards)}")
    return Figure((panel,), 1, context.words(body.caption, marked.place("caption")), fence.place)
