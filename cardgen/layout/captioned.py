"""What a strip of fields and a page of boards share: their paper with its title, and the words under each picture."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.boxes.fitting import place_paragraph
from cardgen.data.fonts import FontSet
from cardgen.engines import Diagram
from cardgen.scene.items import Item, Path, Scene, rectangle
from cardgen.text.paragraphs import Paragraph, Span, layout_paragraph

INK, QUIET = "#1b2230", "#5a6472"
#: Free paper all round, in mm.
MARGIN = 8.0


def set_captions(diagram: Diagram, languages: Sequence[str], width: float, fonts: FontSet) -> list[Paragraph]:
    """The diagram's caption in every language that it has one in, the first darkest and largest."""
    texts = [(lang, diagram.caption.get(lang, "")) for lang in languages]
    spans = fonts.of_game(Span(text, "regular", QUIET if i else INK, lang) for i, (lang, text) in enumerate(texts))
    return [layout_paragraph([span], 2.7 if i else 2.9, width) for i, span in enumerate(spans) if span.text]


def place_title(title: str, language: str, width: float, fonts: FontSet) -> tuple[tuple[Item, ...], float]:
    """The title on paper of a `width`, and where below it there is room."""
    spans = fonts.of_game([Span(title, "medium", INK, language)])
    heading = layout_paragraph(spans, 4.4, width - 2 * MARGIN)
    return place_paragraph(heading, MARGIN, MARGIN - 1), MARGIN + heading.height + 2


def on_paper(
    name: str,
    items: Sequence[Item],
    size: tuple[float, float],
    diagrams: Sequence[Diagram],
    languages: Sequence[str],
    title: str,
) -> Scene:
    """The scene of items on white paper, described by the diagrams' captions in the last of the languages."""
    width, height = size
    ground = Path(rectangle(0, 0, width, height), fill="#ffffff")
    described = " ".join(filter(None, (diagram.caption.get(languages[-1], "") for diagram in diagrams)))
    return Scene(width, height, (ground, *items), name=name, title=title, description=described, lang=languages[0])
