"""Pictures of positions: what lies where, and how cards are turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.games.blitz.game import apply
from cardgen.games.blitz.rulebook.board import CELL, PrintedNames, draw_position
from cardgen.games.blitz.rulebook.names import caption_of, names_of
from cardgen.games.blitz.state import BlitzState, Turn
from cardgen.scene.items import GlyphRun, Scene, walk
from cardgen.scene.items import apply as moved
from tests.games.blitz.playing import parse_scenario

from .comparing import STANDARD

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "blitz", REPOSITORY / "templates", REPOSITORY)


def position(rows: str, turn: str = "us attack", more: str = "") -> BlitzState:
    lines = rows.strip().splitlines()
    return parse_scenario(f"players us wm\nturn {turn}\n{more}\nmap\n" + "\n".join(lines), STANDARD).state


ROWS = """
 3  .  .          .  .
 2  .  .          .  wm:rifles
 1  .  /wm:mine   .  .
 0  .  us:scouts=/us:obstacle  .  .
-1  .  us:depot   .  .
-2  .  .          .  .
-3  .  .          .  .
"""


def texts(scene: Scene) -> dict[str, tuple[float, float, tuple[int, int]]]:
    """Each text once: its place on the page in cells, and the direction in which it is read."""
    found = {}
    for matrix, item in walk(scene.items):
        if isinstance(item, GlyphRun):
            x, y = moved(matrix, item.x + item.width / 2, item.baseline)
            found[item.text] = (x / CELL, y / CELL, (round(matrix[0]), round(matrix[1])))
    return found


def test_cards_lie_as_they_do_on_the_table() -> None:
    scene = draw_position(position(ROWS), "Blitz", "A caption", PrintedNames())
    shown = texts(scene)
    assert (scene.title, scene.description) == ("Blitz", "A caption")
    assert shown["depot"][2] == (1, 0)
    assert shown["rifles"][2] == (-1, 0)  # the German side reads it
    assert shown["scouts"][2] == (0, 1)  # sideways
    assert 0 < shown["scouts"][1] - shown["O"][1] < 1 < shown["depot"][1] - shown["O"][1] < 2
    assert shown["O"][1] - shown["M"][1] == pytest.approx(1)
    assert shown["rifles"][0] - shown["depot"][0] == pytest.approx(2, abs=0.1)
    assert {"M", "O", "L1", "2  2", "1  1", "US", "WM", "-3", "3", "0"} <= set(shown)


def test_a_unit_that_has_broken_through_is_beyond_the_board() -> None:
    before = position(ROWS.replace(" 3  .  . ", " 3  .  us:assault"), "us deploy", "hand us rifles\nhand wm mortar")
    after = apply(before, Turn("move", at=(1, 3), to=(1, 4)))
    one, two = (draw_position(state, "Blitz", "", PrintedNames()) for state in (before, after))
    assert two.height == one.height + CELL
    assert texts(two)["assault"][1] == pytest.approx(texts(one)["assault"][1])
    assert texts(two)["depot"][1] == pytest.approx(texts(one)["depot"][1] + 1)


def test_names_and_captions_are_those_of_the_game(game: Game) -> None:
    state, names = position(ROWS), names_of(game)
    assert (names.language, names.cards["us", "scouts"], names.tints["wm"]) == ("zh-Hant", "偵察兵", "#3f6a6b")
    assert "偵察兵" in texts(draw_position(state, "閃電戰", caption_of(state, game), names, game.fonts))
    assert caption_of(state, game) == "第 1 回合，攻擊：輪到美軍。"
    ended = apply(state, Turn("stalemate"))
    assert caption_of(ended, game) == "第 1 回合。獲勝方：無（27b）。"
