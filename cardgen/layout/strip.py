"""A play as a strip of pictures: the fields of an engine's diagrams beside each other, what happens under each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.boxes.fitting import place_paragraph
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.engines import Diagram
from cardgen.layout.captioned import INK, MARGIN, on_paper, place_title, set_captions
from cardgen.scene.items import Group, Item, Path, Scene, ellipse, rectangle, translate
from cardgen.scene.shapes import CellStyle, Drawing, draw_field
from cardgen.text.paragraphs import Span, layout_paragraph

_PITCH = 4.4
_GAP = 5.0
_ACROSS = 4
#: Inside a panel: above the field, between it and its words, and below them.
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
    """The diagrams as numbered panels, four to a line, under the `title`; a scene as large as they need.

    All panels of a line are of one height, their floors level. Captions stand in every language, the first darkest.
    """
    drawings = [_draw_with_air(diagram, styles) for diagram in diagrams]
    captions = [set_captions(diagram, languages, drawings[0].width - 2 * _PITCH, fonts) for diagram in diagrams]
    width = max(drawing.width for drawing in drawings)
    across = min(len(diagrams), _ACROSS)
    whole = 2 * MARGIN + across * width + (across - 1) * _GAP
    heading, y = place_title(title, languages[0], whole, fonts)
    items = [*heading]
    for start in range(0, len(diagrams), _ACROSS):
        line = range(start, min(start + _ACROSS, len(diagrams)))
        field = max(drawings[i].height for i in line)
        words = max(sum(paragraph.height + 1 for paragraph in captions[i]) for i in line)
        tall = _HEAD + field + _BETWEEN + words + _FOOT
        for i in line:
            x = MARGIN + (i - start) * (width + _GAP)
            items.append(Path(rectangle(x, y, width, tall, 2.2), fill=_PANEL, stroke=_EDGE, stroke_width=0.25))
            items += _badge(i + 1, x + _PITCH + _BADGE, y + _HEAD / 2, fonts)
            floor = y + _HEAD + field
            items.append(Group(drawings[i].items, translate(x, floor - drawings[i].height)))
            below = floor + _BETWEEN
            for paragraph in captions[i]:
                items += place_paragraph(paragraph, x + _PITCH, below)
                below += paragraph.height + 1
        y += tall + _GAP
    return on_paper("play", items, (whole, y - _GAP + MARGIN), diagrams, languages, title)


def _draw_with_air(diagram: Diagram, styles: Mapping[str, CellStyle]) -> Drawing:
    """The diagram's field with a free row above it: the field has no ceiling, and should not look as if it had."""
    air = "." * max(map(len, diagram.rows), default=0)
    return draw_field((air, *diagram.rows), _PITCH, styles, [row + 1 for row in diagram.marked])


def _badge(number: int, x: float, y: float, fonts: FontSet) -> tuple[Item, ...]:
    """The number of a panel in a dark disc about (x, y)."""
    spans = fonts.of_game([Span(str(number), "medium", "#ffffff", "en")])
    text = layout_paragraph(spans, 3.0, 2 * _BADGE, align="centre")
    return (Path(ellipse(x, y, _BADGE), fill=INK), *place_paragraph(text, x - _BADGE, y - text.height / 2))
