"""What an engine draws, on paper: boards as boards, fields as a strip."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.data.languages.own_words import worded
from cardgen.data.model import Game
from cardgen.engines import Diagram
from cardgen.layout.boards import draw_boards
from cardgen.layout.cards import cell_styles
from cardgen.layout.strip import draw_strip
from cardgen.scene.items import Scene


def draw_diagrams(diagrams: Sequence[Diagram], game: Game, play: str) -> Scene:
    """A play under its notation, or positions on a board under the title of the game. KeyError as for both."""
    styles, spoken, said = cell_styles(game), game.file.languages, diagrams[0].caption
    languages = worded(spoken, said) if said else spoken
    if diagrams[0].closed:
        return draw_boards(diagrams, styles, languages, game.file.titles[spoken[0]], game.fonts)
    return draw_strip(diagrams, styles, languages, play, game.fonts)
