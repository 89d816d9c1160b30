"""Diagrams of an engine as one scene: positions on boards, or a play as a strip."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.cards.layout.boards import draw_boards
from cardgen.cards.layout.cards import cell_styles
from cardgen.cards.layout.strip import draw_strip
from cardgen.data.languages.own_words import choose_languages
from cardgen.data.model import Game
from cardgen.engines import Diagram
from cardgen.engines.guarding import check_letters
from cardgen.engines.registry import load_engine
from cardgen.scene.items import Scene


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
