"""Positions on a board as pictures: framed boards with captions below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.cards.layout.captions import MARGIN, captioned_page, place_title, set_captions
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.engines import Diagram
from cardgen.scene.boards import draw_board
from cardgen.scene.items import Group, Scene, translate
from cardgen.scene.shapes import CellStyle
from cardgen.text.blocks import place_flow

_PITCH = 4.4
_GAP = 6.0
_ACROSS = 3
#: The least width of a caption, mm, however small the board is.
_LEAST_WIDTH = 60.0


def draw_boards(
    diagrams: Sequence[Diagram],
    styles: Mapping[str, CellStyle],
    languages: Sequence[str],
    title: str,
    fonts: FontSet = BUNDLED,
) -> Scene:
    """Draw the boards in their order, three in a row, below the `title`, as a scene that is as large as they need.

    The captions below each board are in every language, the first one darkest. KeyError for a letter without a style.
    """
    columns, rows = len(diagrams[0].rows[0]), len(diagrams[0].rows)
    width, height = max(columns * _PITCH, _LEAST_WIDTH), rows * _PITCH
    across = min(len(diagrams), _ACROSS)
    whole = 2 * MARGIN + across * width + (across - 1) * _GAP
    heading, y = place_title(title, languages[0], whole, fonts)
    items = [*heading]
    for start in range(0, len(diagrams), _ACROSS):
        below = y
        for number, diagram in enumerate(diagrams[start : start + _ACROSS]):
            x = MARGIN + number * (width + _GAP)
            items.append(Group(draw_board(diagram, _PITCH, styles).items, translate(x, y)))
            under = y + height + 2
            for paragraph in set_captions(diagram, languages, width, fonts):
                items += place_flow(paragraph, x, under)
                under += paragraph.height + 1
            below = max(below, under)
        y = below + _GAP
    return captioned_page("board", items, (whole, y - _GAP + MARGIN), diagrams, languages, title)
