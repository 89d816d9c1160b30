"""Diagrams of an engine: boards and strips, each on its own kind of page."""

from __future__ import annotations

from cardgen.cards.layout.diagrams import draw_diagrams
from cardgen.data.load import load_game
from cardgen.engines import Diagram
from tests.games_on_disk import REPOSITORY


def test_a_board_is_below_the_title_of_its_game_and_a_strip_below_its_play() -> None:
    blokus = load_game(REPOSITORY / "card_data" / "blokus", REPOSITORY / "templates", REPOSITORY)
    board = draw_diagrams([Diagram(("R.", ".."), closed=True)], blokus, "red I1 (0,0)")
    assert (board.name, board.title) == ("board", "角角相连")
    field = draw_diagrams([Diagram(("R.", "##"))], blokus, "R | ##")
    assert (field.name, field.title) == ("play", "R | ##")
