"""The fenced blocks about boards: what each becomes, and its faults."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.engines import Decks, Diagram
from cardgen.rulebook.blocks.diagram import MOST_BOARD, DiagramPicture
from cardgen.rulebook.blocks.shapes import ShapePicture
from cardgen.rulebook.book import Figure, Sources, plain
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook

BOARD = Diagram(
    ("T...", "....", "...I"),
    caption={"en": "As it stands.", "zh": "局面。"},
    closed=True,
    points={(3, 0): "T"},
    latest=((3, 2),),
)


class LineError(ValueError):
    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is wrong")
        self.line = line


class BoardEngine:
    """Draws a board for each line of a play; rejects an example that ends in `bad`; `?` is an error."""

    def draw_play(self, text: str, rules: Any, decks: Decks) -> list[Diagram]:  # noqa: ARG002
        for number, line in enumerate(text.split("\n"), 1):
            if "!" in line:
                raise LineError(number)
        return [replace(BOARD, caption={"en": line, "zh": line}) for line in text.split("\n")]

    def draw_example(self, text: str, rules: Any, decks: Decks) -> Diagram:  # noqa: ARG002
        if "?" in text:
            raise ValueError("what is ?")
        if text.endswith("bad"):
            message = {"en": f"Rule {rules}: beside it.", "zh": f"规则 {rules}：在旁边。"}
            return replace(
                BOARD, caption=message, latest=(), tried=((-1, 1), (0, 1)), letter="T", faults=((0, 1),), refused=True
            )
        return BOARD


@pytest.fixture
def board(small: Sources) -> Sources:
    return replace(small, engine=BoardEngine())


def figure(text: str, sources: Sources, lang: str = "en") -> Figure:
    (result,) = parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources).blocks
    assert isinstance(result, Figure)
    return result


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources)
    (result,) = caught.value.faults
    return str(result)


def test_the_lines_of_a_log_share_a_picture_up_to_an_empty_one(board: Sources) -> None:
    result = figure("```log standard\na 1\nb 2\n\nc 3\n---\nacross: 1\ncaption: So it went.\n```", board)
    assert [plain(panel.caption) for panel in result.panels] == ["a 1; b 2", "c 3"]
    assert (result.across, plain(result.caption)) == (1, "So it went.")
    picture = result.panels[0].picture
    assert isinstance(picture, DiagramPicture)
    assert picture.judged is None
    assert result.panels[0].alt == "Board, top row first: T... / .... / ...I. a 1; b 2"
    assert len(figure("```log standard\na 1\n```", board, "zh").panels) == 1


def test_a_fault_in_a_log_is_reported_at_its_line(board: Sources) -> None:
    assert fault("```log standard\na 1\nb 2\n\nc 3\nd !\n---\nacross: 1\n```", board) == (
        "book.md:8:1: this play cannot be made: line 5 is wrong"
    )
    assert "2 captions for 1 pictures" in fault("```log standard\na\n---\ncaptions: [x, y]\n```", board)


def test_a_play_on_a_board_is_drawn_as_a_board(board: Sources) -> None:
    assert isinstance(figure("```play standard\na\n```", board).panels[0].picture, DiagramPicture)


def test_examples_are_judged_by_the_engine(board: Sources) -> None:
    result = figure(
        "```examples standard\nwindow: [0, 0, 3, 2]\npanels:\n"
        "  - {play: good, caption: Fine}\n"
        "  - {play: bad, refused: true, expect: Rule 7, window: [0, 1, 4, 2]}\n```",
        board,
    )
    good, bad = (panel.picture for panel in result.panels)
    assert isinstance(good, DiagramPicture)
    assert isinstance(bad, DiagramPicture)
    assert (good.judged, good.window) == (True, (0, 0, 3, 2))
    assert (bad.judged, bad.window) == (False, (0, 1, 4, 2))
    assert result.panels[0].alt == "Legal. As it stands. Board, top row first: T.. / ..."
    assert result.panels[1].alt == "Not legal. Rule 7: beside it. Board, top row first: .... / ...I"


@pytest.mark.parametrize(
    ("panel", "message"),
    [
        ("{play: bad}", "the engine rejects this example (Rule 7: beside it.)"),
        ("{play: good, refused: true}", "the engine allows this example (As it stands.)"),
        (
            "{play: bad, refused: true, expect: Rule 8}",
            "the engine does not say 'Rule 8' (it says: Rule 7: beside it.)",
        ),
        ('{play: "?"}', "this example cannot be made: what is ?"),
        ("{play: good, window: [2, 0, 3, 3]}", "the window [2, 0, 3, 3] reaches beyond the board of 4 × 3 cells"),
    ],
)
def test_a_wrong_example(panel: str, message: str, board: Sources) -> None:
    assert fault(f"```examples standard\npanels:\n  - {panel}\n```", board) == f"book.md:5:12: {message}"


def test_an_engine_that_draws_no_examples_and_a_ruleset_that_is_none(board: Sources, small: Sources) -> None:
    assert "no rules engine that draws examples" in fault("```examples standard\npanels: [{play: a}]\n```", small)
    assert "log needs the name of a ruleset after it" in fault("```log nothing\na\n```", board)
    assert "examples needs the name of a ruleset after it" in fault("```examples\npanels: [{play: a}]\n```", board)


def test_shapes_have_the_look_of_a_card_and_a_field_as_their_label(board: Sources) -> None:
    result = figure("```shapes T I\nlook: I\nlabel: copies\n```", board)
    first = result.panels[0].picture
    assert isinstance(first, ShapePicture)
    assert (first.cells, first.style, first.label) == (((1, 0), (0, 1), (1, 1), (2, 1)), board.styles["I"], "12")
    assert result.panels[0].alt == "12: .#. / ###"
    # Shapes in a row are on one line, even if their heights differ.
    assert [panel.picture.rows for panel in result.panels if isinstance(panel.picture, ShapePicture)] == [2, 2]
    heights = {panel.picture.draw(20, board).height for panel in result.panels}
    assert len(heights) == 1
    assert "there is no card 'Q' with a colour" in fault("```shapes T\nlook: Q\n```", board)
    assert "card 'g' has no cells" in fault("```shapes g\nlook: I\n```", board)
    assert "no names after 'shapes' (expected ids of cards)" in fault("```shapes\nlook: I\n```", board)


@pytest.mark.parametrize("judged", [None, True, False])
@pytest.mark.parametrize("width", [20.0, 39.0, 118.0])
def test_boards_stay_in_their_room(width: float, judged: bool | None, board: Sources) -> None:
    wide = replace(BOARD, rows=("." * 20,) * 20)
    for diagram in (BOARD, wide):
        drawing = DiagramPicture(diagram, None, judged).draw(width, board)
        assert drawing.width <= min(width, MOST_BOARD + 2.4) + 1e-9


def test_cells_beside_the_board_have_room(board: Sources) -> None:
    refused = BoardEngine().draw_example("bad", 7, {})
    plainly = DiagramPicture(BOARD).draw(118, board)
    beside = DiagramPicture(refused).draw(118, board)
    assert beside.width == pytest.approx(plainly.width * 5 / 4)
    assert beside.height == pytest.approx(plainly.height)


def test_note_pages_have_the_grid_of_the_book_or_lines(board: Sources, small: Sources) -> None:
    def last_titles(text: str, sources: Sources, lang: str) -> set[str]:
        book = parse_rulebook(f"# Title\n\n## One\n\n{text}\n", "book.md", lang, sources)
        return {scene.title for scene in layout_rulebook(book, sources, multiple=8).scenes[-3:-1]}

    log = "```log standard\na\n```"
    assert last_titles(log, board, "en") == {"Room for a game of your own"}
    assert last_titles(log, board, "zh") == {"留给你的棋局"}
    field = "```field\nrows: |\n  #.#\n```"
    assert last_titles(field, small, "en") == {"Room for your own fields"}
    assert last_titles("Words.", small, "en") == {"Notes"}
    assert last_titles("Words.", small, "zh") == {"笔记"}
