"""Positions on a board as pictures: every board is whole, and every caption is present."""

from __future__ import annotations

from cardgen.cards.layout.diagrams import draw_boards
from cardgen.engines import Diagram
from cardgen.scene.items import GlyphRun, Group, Path, Scene, rectangle
from cardgen.scene.shapes import CellStyle
from tests.cases import for_cases

STYLES = {"R": CellStyle("#c13b2f", "diagonal-down"), "B": CellStyle("#5c77ff", "vertical")}
ROWS = ("RR..", ".R..", "..B.", "...B")


def boards(count: int, words: int = 1, languages: tuple[str, ...] = ("zh", "en")) -> Scene:
    caption = {"zh": "已放置两枚棋子。" * words, "en": "Two placements. " * words}
    return draw_boards([Diagram(ROWS, caption=caption, closed=True)] * count, STYLES, languages, "Corners")


def runs(scene: Scene) -> list[GlyphRun]:
    return [item for item in scene.items if isinstance(item, GlyphRun)]


def test_a_board_has_a_frame_and_its_cells_have_their_colours() -> None:
    (board,) = (item for item in boards(1).items if isinstance(item, Group))
    paths = [item for item in board.items if isinstance(item, Path)]
    assert paths[-1].stroke == "#2b3240"
    assert paths[-1].commands == rectangle(0, 0, 17.6, 17.6)
    assert {"#c13b2f", "#5c77ff"} <= {path.fill for path in paths}


def test_every_caption_is_in_every_language_and_the_title_once() -> None:
    text = "".join(run.text for run in runs(boards(4))).replace(" ", "")
    assert text.count("已放置两枚棋子。") == 4
    assert text.count("Twoplacements.") == 4
    assert text.count("Corners") == 1
    assert "棋子" not in "".join(run.text for run in runs(boards(4, languages=("en",))))
    assert boards(2).description == "Two placements.  Two placements. "


@for_cases(("count", "words"), [(1, 1), (2, 5), (3, 1), (7, 9)])
def test_boards_are_three_in_a_row_and_all_on_the_page(count: int, words: int) -> None:
    scene = boards(count, words)
    places = [item.matrix[-2:] for item in scene.items if isinstance(item, Group)]
    assert len(places) == count
    assert len(set(places)) == count
    assert len({y for _, y in places}) == -(-count // 3)
    assert all(0 < x < scene.width - 17.6 and 0 < y < scene.height - 17.6 for x, y in places)
    assert all(0 < run.x < scene.width and 0 < run.baseline < scene.height - 4 for run in runs(scene))
