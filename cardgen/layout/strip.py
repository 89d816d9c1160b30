"""A play as a strip of pictures: the fields of an engine's diagrams beside each other, what happens under each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.draw.scene import Group, Item, Path, Scene, rectangle, translate
from cardgen.draw.shapes import CellStyle, draw_diagram
from cardgen.draw.text import Span, layout_paragraph
from cardgen.games import Diagram
from cardgen.layout.drawing import place_paragraph

_PITCH = 4.0
_GAP = 6.0
_MARGIN = 6.0
_ACROSS = 4
_SIZE = 2.9


def draw_strip(
    diagrams: Sequence[Diagram], styles: Mapping[str, CellStyle], languages: Sequence[str], title: str
) -> Scene:
    """The diagrams in lines of four, floors level, captions in every language; a scene as large as they need."""
    drawings = [draw_diagram(diagram, _PITCH, styles) for diagram in diagrams]
    width = max(drawing.width for drawing in drawings)
    items: list[Item] = []
    y = _MARGIN
    for start in range(0, len(diagrams), _ACROSS):
        line = range(start, min(start + _ACROSS, len(diagrams)))
        floor = y + max(drawings[i].height for i in line)
        y = floor
        for i in line:
            x = _MARGIN + (i - start) * (width + _GAP)
            items.append(Group(drawings[i].items, translate(x, floor - drawings[i].height)))
            below = floor + 1.5
            for lang in languages:
                text = diagrams[i].caption.get(lang)
                if text:
                    spans = [Span(text, "regular", "#1b2230", lang)]
                    paragraph = layout_paragraph(spans, _SIZE, width, align="centre")
                    items += place_paragraph(paragraph, x, below)
                    below += paragraph.height + 0.5
            y = max(y, below)
        y += _GAP
    across = min(len(diagrams), _ACROSS)
    whole = (2 * _MARGIN + across * width + (across - 1) * _GAP, y)
    ground = Path(rectangle(0, 0, *whole), fill="#ffffff")
    described = " ".join(filter(None, (diagram.caption.get(languages[-1], "") for diagram in diagrams)))
    return Scene(*whole, (ground, *items), name="play", title=title, description=described, lang=languages[0])
