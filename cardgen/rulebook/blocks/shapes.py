"""`shapes a b`: cards that have `cells`, as shapes with a label."""

from __future__ import annotations

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.book import Figure, Panel, Picture, Sources
from cardgen.rulebook.drawing import LABEL, centre_label, set_label
from cardgen.rulebook.style import QUIET
from cardgen.scene.items import Group, translate
from cardgen.scene.shapes import Cell, CellStyle, Drawing, draw_cells, parse_cells

_PITCH = 2.75


class ShapesBody(FigureBody):
    """`label` is the field that is set below each shape; `look` is the card whose colour and pattern they have."""

    label: str = "id"
    look: str


@dataclass(frozen=True, slots=True)
class ShapePicture(Picture):
    """A card's shape of squares above its label, in a room `rows` squares high."""

    cells: tuple[Cell, ...]
    style: CellStyle
    label: str
    rows: int

    def draw(self, width: float, sources: Sources) -> Drawing:
        columns, rows = max(x for x, _ in self.cells) + 1, max(y for _, y in self.cells) + 1
        pitch = min(_PITCH, width / columns)
        tall = self.rows * pitch
        shape = Group(
            draw_cells(self.cells, pitch, self.style),
            translate((width - columns * pitch) / 2, tall - rows * pitch),
        )
        label = set_label(self.label, LABEL * 1.15, sources.fonts, colour=QUIET)
        items = (shape, centre_label(label, width / 2, tall + 0.8))
        return Drawing(items, width, tall + 0.8 + LABEL * 1.5)

    def labels(self) -> tuple[str, ...]:
        return (self.label,)


def read_shapes(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of shapes. DataError if a card has none."""
    body, marked = fence.parse_yaml(ShapesBody)
    styles = context.sources.styles
    if body.look not in styles:
        text = message("there is no card {name!r} with a colour", name=body.look)
        raise DataError(Fault(marked.place("look"), text, did_you_mean(body.look, list(styles))))
    cards = [context.card(name, fence, ["cells", body.label]) for name in fence.require_names()]
    across = body.across or min(7, len(cards))
    panels = []
    for number, card in enumerate(cards):
        label, cells = str(card[body.label]), parse_cells(card["cells"])
        if not cells:
            raise DataError(Fault(fence.place, message("card {name!r} has no shape", name=card["id"])))
        beside = cards[number // across * across :][:across]
        picture = ShapePicture(cells, styles[body.look], label, max(len(other["cells"]) for other in beside))
        panels.append(Panel(picture, alt=f"{label}: " + " / ".join(card["cells"])))
    return Figure(tuple(panels), across, context.words(body.caption, marked.place("caption")), fence.place)
