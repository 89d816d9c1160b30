"""A play as a strip of pictures: the playfields of an engine's diagrams, with captions below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.units import sum_floats
from cardgen.cards.layout.captions import INK, MARGIN, captioned_page, place_title, set_captions
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.engines import Diagram
from cardgen.scene.items import Group, Item, Path, Scene, ellipse, rectangle, translate
from cardgen.scene.shapes import CellStyle, Drawing, draw_field
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

_PITCH = 4.4
_GAP = 5.0
_ACROSS = 4
#: Inside a panel, mm: the space above the playfield, between it and its captions, and below them.
_HEAD, _BETWEEN, _FOOT = 8.5, 2.6, 4.0
_BADGE = 2.6

_PANEL, _EDGE = "#f7f8fb", "#dde2ea"


def draw_strip(
    diagrams: Sequence[Diagram],
    styles: Mapping[str, CellStyle],
    languages: Sequence[str],
    title: str,
    fonts: FontSet = BUNDLED,
) -> Scene:
    """Draw the diagrams as numbered panels, four in a row, below the `title`, as a scene that is as large as they need.

    The panels of a row have one height, with their floors at one level. The captions are in every language, the first
    one darkest.
    """
    drawings = [_draw_playfield(diagram, styles) for diagram in diagrams]
    captions = [set_captions(diagram, languages, drawings[0].width - 2 * _PITCH, fonts) for diagram in diagrams]
    width = max(drawing.width for drawing in drawings)
    across = min(len(diagrams), _ACROSS)
    whole = 2 * MARGIN + across * width + (across - 1) * _GAP
    heading, y = place_title(title, languages[0], whole, fonts)
    items = [*heading]
    for start in range(0, len(diagrams), _ACROSS):
        line = range(start, min(start + _ACROSS, len(diagrams)))
        field = max(drawings[i].height for i in line)
        words = max(sum_floats(paragraph.height + 1 for paragraph in captions[i]) for i in line)
        tall = _HEAD + field + _BETWEEN + words + _FOOT
        for i in line:
            x = MARGIN + (i - start) * (width + _GAP)
            items.append(Path(rectangle(x, y, width, tall, 2.2), fill=_PANEL, stroke=_EDGE, stroke_width=0.25))
            items += _badge(i + 1, x + _PITCH + _BADGE, y + _HEAD / 2, fonts)
            floor = y + _HEAD + field
            items.append(Group(drawings[i].items, translate(x, floor - drawings[i].height)))
            below = floor + _BETWEEN
            for paragraph in captions[i]:
                items += place_flow(paragraph, x + _PITCH, below)
                below += paragraph.height + 1
        y += tall + _GAP
    return captioned_page("play", items, (whole, y - _GAP + MARGIN), diagrams, languages, title)


def _draw_playfield(diagram: Diagram, styles: Mapping[str, CellStyle]) -> Drawing:
    """Draw a playfield with a free row above it, so that it does not look as if it had a ceiling."""
    free_row = "." * max(map(len, diagram.rows), default=0)
    return draw_field((free_row, *diagram.rows), _PITCH, styles, [row + 1 for row in diagram.marked])


def _badge(number: int, x: float, y: float, fonts: FontSet) -> tuple[Item, ...]:
    """Draw the number of a panel in a dark disc around (x, y)."""
    spans = fonts.of_game([Span(str(number), "medium", "#ffffff", "en")])
    text = layout_paragraph(spans, 3.0, 2 * _BADGE, align="centre")
    return (Path(ellipse(x, y, _BADGE), fill=INK), *place_flow(text, x - _BADGE, y - text.height / 2))
