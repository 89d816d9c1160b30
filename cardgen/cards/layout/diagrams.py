"""Diagrams of an engine as one scene: positions on boards, or a play as a strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.units import sum_floats
from cardgen.cards.layout.cards import cell_styles
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.languages.own_words import choose_languages
from cardgen.data.model import Game
from cardgen.engines import Diagram
from cardgen.engines.guarding import check_letters
from cardgen.engines.registry import load_engine
from cardgen.scene.boards import draw_board
from cardgen.scene.items import Group, Item, Path, Scene, ellipse, rectangle, translate
from cardgen.scene.shapes import CellStyle, Drawing, draw_field
from cardgen.text.blocks import Flow, place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

#: The colour of texts and outlines.
INK = "#1b2230"
#: The colour of what is less important.
QUIET = "#5a6472"
#: The free margin on every side, mm.
MARGIN = 8.0
#: The side of a cell, mm.
_PITCH = 4.4

#: Between the panels of a strip, mm, and how many are beside each other.
_GAP, _ACROSS = 5.0, 4
#: Inside a panel, mm: the space above the playfield, between it and its captions, and below them.
_HEAD, _BETWEEN, _FOOT = 8.5, 2.6, 4.0
_BADGE = 2.6
_PANEL, _EDGE = "#f7f8fb", "#dde2ea"

#: Between boards, mm, and how many are beside each other.
_BOARD_GAP, _BOARDS_ACROSS = 6.0, 3
#: The least width of a caption below a board, mm, however small it is.
_LEAST_CAPTION = 60.0


def draw_diagrams(diagrams: Sequence[Diagram], game: Game, play: str) -> Scene:
    """Draw a play below its notation, or positions on a board below the title of the game.

    EngineError for a letter without a style.
    """
    styles, caption = cell_styles(game), diagrams[0].caption
    if game.file.engine is not None:
        check_letters(load_engine(game.file.engine), diagrams, styles)
    languages = choose_languages(game.file.languages, caption) if caption else game.file.languages
    if diagrams[0].closed:
        return draw_boards(diagrams, styles, languages, game.file.titles[game.file.languages[0]], game.fonts)
    return draw_strip(diagrams, styles, languages, play, game.fonts)


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
    width, height = max(columns * _PITCH, _LEAST_CAPTION), rows * _PITCH
    across = min(len(diagrams), _BOARDS_ACROSS)
    whole = 2 * MARGIN + across * width + (across - 1) * _BOARD_GAP
    heading, y = place_title(title, languages[0], whole, fonts)
    items = [*heading]
    for start in range(0, len(diagrams), _BOARDS_ACROSS):
        below = y
        for number, diagram in enumerate(diagrams[start : start + _BOARDS_ACROSS]):
            x = MARGIN + number * (width + _BOARD_GAP)
            items.append(Group(draw_board(diagram, _PITCH, styles).items, translate(x, y)))
            under = y + height + 2
            for paragraph in set_captions(diagram, languages, width, fonts):
                items += place_flow(paragraph, x, under)
                under += paragraph.height + 1
            below = max(below, under)
        y = below + _BOARD_GAP
    return captioned_page("board", items, (whole, y - _BOARD_GAP + MARGIN), diagrams, languages, title)
