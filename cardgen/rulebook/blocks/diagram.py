"""The picture of an engine's diagram in a book."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.records import dataclass
from cardgen.base.words.messages import printed
from cardgen.engines import Diagram
from cardgen.rulebook.book import BlankGrid, Picture, Sources
from cardgen.rulebook.drawing import MOST_PITCH
from cardgen.rulebook.style import RIGHT, WARNING
from cardgen.scene.boards import Window, draw_board
from cardgen.scene.items import Group, Item, Path, ellipse, polyline, translate
from cardgen.scene.shapes import CellStyle, Drawing, draw_diagram

#: A whole board is no wider, mm.
MOST_BOARD = 66.0
#: The radius of the disc with a tick or a cross, mm.
_BADGE = 2.4


@dataclass(frozen=True, slots=True)
class DiagramPicture(Picture):
    """A position as an engine gives it, or the part of a board in the `window`.

    `judged` is True for an example of what is legal, False for one of what is not, None for neither.
    """

    diagram: Diagram
    window: Window | None = None
    judged: bool | None = None

    def draw(self, width: float, sources: Sources) -> Drawing:
        if not self.diagram.closed:
            columns = len(self.diagram.rows[0])
            return draw_diagram(self.diagram, min(MOST_PITCH, width / (columns + 2)), sources.styles)
        return self._draw_board(width, sources.styles)

    def _draw_board(self, width: float, styles: Mapping[str, CellStyle]) -> Drawing:
        """Return the board as wide as its room, up to a limit; a disc at its corner says if it is legal."""
        room = width if self.judged is None else width - _BADGE
        natural = draw_board(self.diagram, 1.0, styles, self.window)
        pitch = min(MOST_PITCH, min(room, MOST_BOARD) / natural.width)
        board = draw_board(self.diagram, pitch, styles, self.window)
        if self.judged is None:
            return board
        items = (Group(board.items, translate(0, _BADGE)), *_badge(self.judged, board.width, _BADGE))
        return Drawing(items, board.width + _BADGE, board.height + _BADGE)

    def blank(self) -> BlankGrid:
        if self.diagram.closed:
            return BlankGrid(len(self.diagram.rows[0]), True, printed("Room for a game of your own"))
        return BlankGrid(len(self.diagram.rows[0]), False, printed("Room for plays of your own"))


def describe_diagram(diagram: Diagram, lang: str, window: Window | None = None) -> str:
    """Return what a diagram shows, in words: the engine's, or the rows of the board."""
    if lang in diagram.description and window is None:
        return diagram.description[lang]
    left, top, columns, rows = window or (0, 0, len(diagram.rows[0]), len(diagram.rows))
    shown = [row[left : left + columns] for row in diagram.rows[top : top + rows]]
    title = printed("Board, top row first").in_language(lang)
    return f"{title}: " + " / ".join(shown)


def _badge(right: bool, x: float, y: float) -> tuple[Item, ...]:
    disc = (
        Path(ellipse(x, y, _BADGE), fill="#ffffff"),
        Path(ellipse(x, y, _BADGE * 0.86), fill=RIGHT if right else WARNING),
    )
    r = _BADGE * 0.36
    if right:
        strokes = [polyline((x - r * 1.1, y + r * 0.1), (x - r * 0.25, y + r), (x + r * 1.2, y - r * 0.9))]
    else:
        strokes = [polyline((x - r, y - r), (x + r, y + r)), polyline((x - r, y + r), (x + r, y - r))]
    return (*disc, *(Path(line, stroke="#ffffff", stroke_width=_BADGE * 0.24) for line in strokes))
