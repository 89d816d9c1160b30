"""Positions on a board as pictures: boards with an edge all round, and below each what is told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.draw.scene import Group, Item, Path, Scene, polyline, rectangle, translate
from cardgen.draw.shapes import CellStyle, draw_marks
from cardgen.games import Diagram
from cardgen.layout.boxes.texts import place_paragraph
from cardgen.layout.captioned import MARGIN, on_paper, place_title, set_captions

_PITCH = 4.4
_GAP = 6.0
_ACROSS = 3
#: A line of words is no narrower than this, however small the board.
_LEAST_WIDTH = 60.0

_FREE, _GRID, _FRAME = "#f7f8fb", "#d3d9e2", "#2b3240"


def draw_boards(
    diagrams: Sequence[Diagram], styles: Mapping[str, CellStyle], languages: Sequence[str], title: str
) -> Scene:
    """The boards in their order, three to a line, under the `title`; a scene as large as they need.

    Captions stand under each in every language, the first darkest. KeyError for a letter without a style.
    """
    columns, rows = len(diagrams[0].rows[0]), len(diagrams[0].rows)
    width, height = max(columns * _PITCH, _LEAST_WIDTH), rows * _PITCH
    across = min(len(diagrams), _ACROSS)
    whole = 2 * MARGIN + across * width + (across - 1) * _GAP
    heading, y = place_title(title, languages[0], whole)
    items = [*heading]
    for start in range(0, len(diagrams), _ACROSS):
        below = y
        for number, diagram in enumerate(diagrams[start : start + _ACROSS]):
            x = MARGIN + number * (width + _GAP)
            items.append(Group(_board(diagram.rows, styles), translate(x, y)))
            under = y + height + 2
            for paragraph in set_captions(diagram, languages, width):
                items += place_paragraph(paragraph, x, under)
                under += paragraph.height + 1
            below = max(below, under)
        y = below + _GAP
    return on_paper("board", items, (whole, y - _GAP + MARGIN), diagrams, languages, title)


def _board(rows: Sequence[str], styles: Mapping[str, CellStyle]) -> tuple[Item, ...]:
    width, height = len(rows[0]) * _PITCH, len(rows) * _PITCH
    upright = [polyline((x * _PITCH, 0), (x * _PITCH, height)) for x in range(1, len(rows[0]))]
    across = [polyline((0, y * _PITCH), (width, y * _PITCH)) for y in range(1, len(rows))]
    grid = tuple(command for line in (*upright, *across) for command in line)
    return (
        Path(rectangle(0, 0, width, height), fill=_FREE),
        Path(grid, stroke=_GRID, stroke_width=_PITCH * 0.04),
        *draw_marks(rows, _PITCH, styles).items,
        Path(rectangle(0, 0, width, height), stroke=_FRAME, stroke_width=_PITCH * 0.1),
    )
