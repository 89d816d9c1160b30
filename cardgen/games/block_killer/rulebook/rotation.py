"""`rotation T I`: the four orientations of cards that have `cells` and `centre`."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass, message
from cardgen.blocks import (
    LABEL,
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
    centre_label,
    set_label,
)
from cardgen.drawing import (
    Cell,
    Group,
    Item,
    Path,
    Point,
    draw_cells,
    draw_dot,
    parse_cells,
    polyline,
    rectangle,
    translate,
    turn_cells,
)

_ORIENTATIONS = "0R2L"
_PITCH = 2.5
#: Room for the block's letter, and between its orientations, mm.
_LETTER, _GAP = 6.0, 2.2


@dataclass(frozen=True, slots=True)
class BlockPicture(Picture):
    """A block in its four orientations. Cells and `centre` count rows from the top; `centre` is in cells."""

    card: str
    cells: tuple[Cell, ...]
    centre: Point

    def draw(self, width: float, sources: Sources) -> Drawing:
        left, top, side = _turning_square(self.cells, self.centre)
        pitch = min(_PITCH, (width - _LETTER - 3 * _GAP) / (4 * side))
        box = side * pitch
        style, fonts = sources.styles[self.card], sources.fonts
        letter = set_label(self.card, 4.6, fonts, strong=True)
        items: list[Item] = [Group(letter.items, translate(0, box / 2 - 2.76))]
        for turns, name in enumerate(_ORIENTATIONS):
            x = _LETTER + turns * (box + _GAP)
            turned = turn_cells(self.cells, self.centre, turns)
            cells = draw_cells([(round(cx - left), round(cy - top)) for cx, cy in turned], pitch, style)
            dot = draw_dot(box / 2, box / 2, pitch * 1.25)
            items.append(Group((*_grid(round(side), pitch), *cells, *dot), translate(x, 0)))
            items.append(centre_label(set_label(name, LABEL, fonts, colour=QUIET), x + box / 2, box + 0.5))
        # As wide as the room, so that the blocks of a column are aligned.
        return Drawing(tuple(items), max(width, _LETTER + 4 * box + 3 * _GAP), box + 0.5 + LABEL * 1.2)


def _turning_square(cells: Sequence[Cell], centre: Point) -> tuple[float, float, float]:
    """Return (left, top, side) in cells of the square about the centre that holds all orientations."""
    reach = max(max(abs(x - centre[0]), abs(y - centre[1])) for x, y in cells) + 0.5
    return centre[0] + 0.5 - reach, centre[1] + 0.5 - reach, 2 * reach


def _grid(count: int, pitch: float) -> list[Path]:
    side = count * pitch
    lines = [Path(rectangle(0, 0, side, side, 0.4), fill=PANEL, stroke=LINE, stroke_width=0.15)]
    for i in range(1, count):
        for line in (polyline((i * pitch, 0), (i * pitch, side)), polyline((0, i * pitch), (side, i * pitch))):
            lines.append(Path(line, stroke=LINE, stroke_width=0.12))
    return lines


def read_rotation(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure with a panel for each block."""
    body, marked = fence.parse_yaml(FigureBody)
    orientations = message("in its orientations 0, R, 2 and L").in_language(context.lang)
    panels = []
    for name in fence.require_names():
        card = context.card(name, fence, ["cells", "centre"])
        rows = card["cells"]
        x, y = card["centre"]
        picture = BlockPicture(name, parse_cells(rows), (float(x), len(rows) - 1 - float(y)))
        panels.append(Panel(picture, alt=f"{name} {orientations}: " + " / ".join(rows)))
    caption = context.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or 2, caption, fence.place)
