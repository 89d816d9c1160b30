"""Parts that pictures of boards and of plays share: the page with its title, and the captions."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.data.fonts import FontSet
from cardgen.engines import Diagram
from cardgen.scene.items import Item, Path, Scene, rectangle
from cardgen.text.blocks import Flow, place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

#: The colour of texts and outlines.
INK = "#1b2230"
#: The colour of what is less important.
QUIET = "#5a6472"
#: The free margin on every side, mm.
MARGIN = 8.0


def set_captions(diagram: Diagram, languages: Sequence[str], width: float, fonts: FontSet) -> list[Flow]:
    """Set a diagram's caption in every language that it has, the first one darkest and largest."""
    texts = [(lang, diagram.caption.get(lang, "")) for lang in languages]
    spans = fonts.of_game(Span(text, "regular", QUIET if i else INK, lang) for i, (lang, text) in enumerate(texts))
    return [layout_paragraph([span], 2.7 if i else 2.9, width) for i, span in enumerate(spans) if span.text]


def place_title(title: str, language: str, width: float, fonts: FontSet) -> tuple[tuple[Item, ...], float]:
    """Return the title on a page `width` mm wide, and the y below it at which there is room."""
    spans = fonts.of_game([Span(title, "medium", INK, language)])
    heading = layout_paragraph(spans, 4.4, width - 2 * MARGIN)
    return place_flow(heading, MARGIN, MARGIN - 1), MARGIN + heading.height + 2


def captioned_page(
    name: str,
    items: Sequence[Item],
    size: tuple[float, float],
    diagrams: Sequence[Diagram],
    languages: Sequence[str],
    title: str,
) -> Scene:
    """Return the items on a white page, with the captions in the last of the languages as its text alternative."""
    width, height = size
    ground = Path(rectangle(0, 0, width, height), fill="#ffffff")
    description = " ".join(filter(None, (diagram.caption.get(languages[-1], "") for diagram in diagrams)))
    return Scene(width, height, (ground, *items), name=name, title=title, description=description, lang=languages[0])
