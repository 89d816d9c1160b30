"""Pieces, boards and outlines as files: their names, their inputs, and faults before they are made."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pikepdf
import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.building.plan import check_targets, decks_for, layout_game, plan_files
from cardgen.building.reporting import format_build
from cardgen.data.project import Project
from cardgen.products.files import OutputFile, deck_inputs
from cardgen.products.imposition.cutting import CUT_LAYER
from cardgen.products.options import Options
from cardgen.scene.items import CUT
from tests.games_on_disk import GameOnDisk
from tests.pictures import pdf_marks, svg_marks
from tests.products.made import BOARD, GAME, PIECES, TEMPLATE, game_with_pieces_in, made


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_pieces_in(tmp_path)


def products(game: GameOnDisk, options: Options = Options()) -> dict[str, OutputFile]:  # noqa: B008  # frozen
    loaded = game.load()
    laid = layout_game(loaded, decks_for(loaded, options))
    return {product.path.removeprefix("sheets/"): product for product in plan_files(loaded, laid, options)}


def plan_all(game: GameOnDisk) -> None:
    loaded = game.load()
    check_targets(loaded, layout_game(loaded))


ENDINGS = (".pdf", "-cut.dxf", "-cut.svg")
CUTS = Options(only=("sheets/sides-*", "sheets/board-*", "sheets/tokens-*"))


def test_there_is_a_file_for_each_sheet_and_each_paper(game: GameOnDisk) -> None:
    assert game.faults() == []
    sides = [f"sides-{side}-{paper}" for side in ("east", "west") for paper in ("a4", "letter")]
    assert list(products(game, CUTS)) == sorted(
        ["board-a4.pdf", "board-letter.pdf", "tokens-a4.pdf", "tokens-a4-cut.dxf", "tokens-a4-cut.svg"]
        + [name + end for name in sides for end in ENDINGS]
    )


def test_a_file_has_facts_for_the_manifest(game: GameOnDisk) -> None:
    files = products(game, CUTS)
    west, cut, board = files["sides-west-a4.pdf"], files["sides-west-letter-cut.svg"], files["board-letter.pdf"]
    assert west.facts == {"pages": 2, "paper": "a4", "duplex": "long", "cell": 20.0}
    assert cut.facts == {"mm": [215.9, 279.4], "paper": "letter", "cell": 20.0}
    # 190 × 250 mm on Letter, which takes 195.9 × 259.4.
    assert board.facts == {
        "pages": 1,
        "paper": "letter",
        "duplex": "simplex",
        "tiles": [1, 1],
        "mm": [190.0, 250.0],
        "cell": 30.0,
    }


def test_sheets_in_one_file_follow_each_other(game: GameOnDisk) -> None:
    game.change(GAME, "sides-{side}-{paper}", "sides-{paper}")
    files = products(game, CUTS)
    assert files["sides-a4.pdf"].facts["pages"] == 4
    assert {"sides-west-a4-cut.svg", "sides-east-a4-cut.svg"} <= set(files)
    game.change(GAME, "sides-{paper}", "sides")
    game.change(GAME, "      papers: [a4, letter]\n      titles", "      papers: [letter]\n      titles")
    assert {"sides.pdf", "sides-west-cut.svg", "sides-east-cut.svg"} <= set(
        products(game, Options(only=("sheets/sides*",)))
    )


def test_one_sheet_needs_no_field_by(game: GameOnDisk) -> None:
    game.change(GAME, "sides-{side}-{paper}", "all-{paper}")
    game.change(GAME, "      by: side\n", "")
    game.change(GAME, "      names:\n        west: {zh: 西, en: West}\n", "")
    game.change(PIECES, '["###"], at: [0, 0]', '["###"], at: [0, 2]')
    assert game.faults() == []
    assert products(game, Options(only=("all-*",)))["all-a4.pdf"].facts["pages"] == 2


def test_the_cell_and_the_flip_can_be_chosen(game: GameOnDisk) -> None:
    files = products(game, Options(only=CUTS.only, cell=15.0, flip="short"))
    west, board = files["sides-west-a4.pdf"].facts, files["board-a4.pdf"].facts
    assert (west["cell"], west["duplex"]) == (15.0, "short")
    assert (board["cell"], board["mm"]) == (15.0, [100.0, 130.0])


def test_files_of_pieces_and_boards_need_no_deck_to_be_laid_out(game: GameOnDisk) -> None:
    loaded = game.load()
    assert decks_for(loaded, Options(only=("sides-west-a4", "sheets/board-a4.pdf"))) == []
    assert decks_for(loaded, Options(only=("sides-west-a4-cut",))) == []
    assert decks_for(loaded, Options(only=("sides-west-a4", "cards-a4"))) == ["main"]
    assert decks_for(loaded, Options(only=("tokens-a4*",))) == ["tokens"]
    assert decks_for(loaded, Options()) == list(loaded.decks)


def test_changed_inputs_make_a_sheet_stale(game: GameOnDisk) -> None:
    before = {path: product.key for path, product in products(game).items()}

    def changed() -> set[str]:
        nonlocal before
        after = {path: product.key for path, product in products(game).items()}
        keys = {path for path in after if after[path] != before[path]}
        before = after
        return {path for path in keys if path.startswith(("sides", "board", "tokens-a4"))}

    game.change(PIECES, '["###"]', '["##"]')
    assert changed() == {f"sides-east-{paper}{end}" for paper in ("a4", "letter") for end in ENDINGS}
    game.change(PIECES, "mark: ring", "mark: cross")
    assert changed() == {"sides-east-a4.pdf", "sides-east-letter.pdf"}  # the lines to cut along are the same
    game.change(BOARD, "[6, 8]", "[5, 8]")
    assert changed() == {"board-a4.pdf", "board-letter.pdf"}
    game.change(TEMPLATE, "#334455", "#334466")
    assert changed() == {"board-a4.pdf", "board-letter.pdf"}


def test_a_build_makes_them_and_reports_them(game: GameOnDisk) -> None:
    project = Project(game.root, bundled=False)
    built = build_game(project, "tiny", game.path("out"), CUTS)
    assert set(built.states.values()) == {"written"}
    entries = json.loads(game.read("out/tiny/manifest.json"))["files"]
    assert entries["sheets/sides-west-a4.pdf"]["cell"] == 20.0
    assert "card_data/tiny/board.yaml" in entries["sheets/board-a4.pdf"]["inputs"]
    assert "templates/board.yaml" in entries["sheets/board-a4.pdf"]["inputs"]
    again = build_game(project, "tiny", game.path("out"), CUTS)
    assert set(again.states.values()) == {"unchanged"}


def test_a_build_has_instructions_for_a_board_of_several_sheets(game: GameOnDisk) -> None:
    project = Project(game.root, bundled=False)
    for cell, is_reported in ((30.0, False), (45.0, True)):
        wanted = Options(only=("sheets/board-*",), cell=cell)
        lines = "\n".join(format_build(build_game(project, "tiny", game.path("out"), wanted)))
        assert ("board-a4.pdf, one side; glue its sheets together" in lines) == is_reported


# ---------------------------------------------------------------- whole boards


def test_a_board_is_made_whole_if_that_is_wanted(game: GameOnDisk) -> None:
    game.change(GAME, "deck: board, cell: 30", "deck: board, cell: 30, whole: true")
    files = products(game, Options(only=("board-*",)))
    assert list(files) == ["board-a4.pdf", "board-letter.pdf", "board-whole.pdf"]
    whole = files["board-whole.pdf"]
    assert whole.facts == {"pages": 1, "paper": "whole", "duplex": "simplex", "mm": [190.0, 250.0], "cell": 30.0}
    with pikepdf.open(io.BytesIO(made(whole))) as document:
        (page,) = document.pages
        boxes = [
            [round(float(length) * 25.4 / 72, 2) for length in page[name]]
            for name in ("/MediaBox", "/BleedBox", "/TrimBox")
        ]
    assert boxes == [[0, 0, 204, 264], [4, 4, 200, 260], [7, 7, 197, 257]]
    # Its bleed is 3 mm of the drawing itself, where that of tiles is 1 mm.
    (ground,) = [mark for mark in pdf_marks(made(whole)) if mark.paint == "#dde2ea"]
    assert ground.bounds == pytest.approx((4, 4, 200, 260), abs=0.01)
    assert set(products(game, Options(only=("board-*",), papers=("a4",)))) == {"board-a4.pdf"}
    assert decks_for(game.load(), Options(only=("board-whole",))) == []
    smaller = products(game, Options(only=("board-whole",), cell=10.0))["board-whole.pdf"]
    assert smaller.facts["mm"] == [70.0, 90.0]


def test_a_whole_board_is_named_after_its_target(game: GameOnDisk) -> None:
    game.change(
        GAME,
        "board-{paper}: {template: board.yaml, papers: [a4, letter]",
        "b: {whole: true, template: board.yaml, papers: [a4]",
    )
    assert set(products(game, Options(only=("b*",)))) == {"b.pdf", "b-whole.pdf"}
    game.change(GAME, "cards-{paper}: {decks: [main], papers: [a4]}", "b-whole: {decks: [main], papers: [a4]}")
    assert "two files would be called 'b-whole'" in game.faults()[0]


def test_a_board_larger_than_any_page_is_a_fault(game: GameOnDisk) -> None:
    game.change(GAME, "deck: board, cell: 30", "cells: [200, 8], cell: 30, whole: true")
    with pytest.raises(DataError) as wrong:
        plan_all(game)
    (message,) = [str(fault) for fault in wrong.value.faults]
    expected = "board-whole: 6010 × 250 mm is larger than a page of a PDF can be (expected at most 5066 mm a side)"
    assert expected in message


# ---------------------------------------------------------------- outlines of cards


def test_round_tokens_are_cut_out_of_their_bleed(game: GameOnDisk) -> None:
    """Each outline is a circle of 25 mm in the spot colour, on the pages of the faces alone."""
    files = products(game, Options(only=("tokens-*",)))
    pdf = made(files["tokens-a4.pdf"])
    front, back = ([mark for mark in pdf_marks(pdf, page) if mark.spot] for page in (0, 1))
    (outlines,) = front
    assert back == []
    assert outlines.spot == CUT
    starts = [command for command in outlines.commands if command[0] == "M"]
    assert len(starts) == 30
    assert sum(command[0] == "C" for command in outlines.commands) == 4 * 30
    drawn = svg_marks(made(files["tokens-a4-cut.svg"]).decode())
    assert len(drawn) == 30
    for outline in drawn:  # a path a token, a circle of four curves without empty lines between them
        assert outline.spot == CUT_LAYER
        assert "".join(command[0] for command in outline.commands) == "MCCCCZ"
        left, top, right, bottom = outline.bounds
        assert (right - left, bottom - top) == pytest.approx((25, 25), abs=1e-3)
    assert len({outline.bounds for outline in drawn}) == 30


@pytest.mark.parametrize(("copies", "first", "last"), [(30, 30, 0), (54, 54, 0), (56, 54, 2), (108, 54, 0), (1, 1, 0)])
def test_a_last_sheet_with_fewer_cards_has_its_own_cut_lines(
    game: GameOnDisk, copies: int, first: int, last: int
) -> None:
    game.change("card_data/tiny/tokens.yaml", "copies: 30", f"copies: {copies}")
    files = products(game, Options(only=("tokens-*",)))
    drawn = {path: svg_marks(made(files[path]).decode()) for path in files if path.endswith(".svg")}
    counts = {path: len(marks) for path, marks in drawn.items()}
    assert counts == {"tokens-a4-cut.svg": first} | ({"tokens-a4-cut-last.svg": last} if last else {})
    # They are those of the first places.
    whole = [[mark.commands for mark in marks] for marks in drawn.values()]
    assert whole[-1][: len(whole[0])] == whole[0][: len(whole[-1])]


def test_a_sheet_without_a_cut_has_no_drawing_of_one(game: GameOnDisk) -> None:
    assert set(products(game, Options(only=("cards-*",)))) == {"cards-a4.pdf"}
    marks = pdf_marks(made(products(game)["cards-a4.pdf"]))
    assert not any(mark.spot for mark in marks)


def test_text_outside_a_round_token_is_a_finding(game: GameOnDisk) -> None:
    assert game.codes() == []
    game.change("templates/token.yaml", "[4, 9, 17, 7]", "[2.5, 2.5, 17, 7]")
    game.change("templates/token.yaml", "align: centre", "align: left")
    assert game.codes() == ["CG102"]
    game.change(GAME, "corner: 12.5", "corner: 2")
    assert game.codes() == []


def test_corners_are_at_most_round(game: GameOnDisk) -> None:
    game.change(GAME, "corner: 12.5", "corner: 12.6")
    (fault,) = game.faults()
    assert "expected at most 12.5 mm, half of the card's shorter side" in fault


# ---------------------------------------------------------------- where files come from


def test_the_other_table_of_a_crossing_is_an_input(game: GameOnDisk) -> None:
    game.write("card_data/tiny/sides.yaml", "cards:\n  - {id: n}\n  - {id: s}\n")
    game.change(GAME, "    cards: cards.yaml\n", "    cards: cards.yaml\n    for: sides.yaml\n")
    loaded = game.load()
    assert len(loaded.decks["main"].cards) == 4
    names = [path.name for path in deck_inputs(loaded, loaded.decks["main"])]
    assert "sides.yaml" in names
    assert "sides.yaml" not in [path.name for path in deck_inputs(loaded, loaded.decks["pieces"])]


def test_a_board_of_many_metres_is_rejected_before_it_is_drawn(game: GameOnDisk) -> None:
    game.change(GAME, "deck: board, cell: 30", "cells: [200, 200], cell: 200")
    with pytest.raises(DataError) as wrong:
        plan_all(game)
    (message,) = map(str, wrong.value.faults)
    assert re.fullmatch(
        rf"{GAME}:\d+:\d+: a board of 40,010 × 40,010 mm is too large "
        r"\(expected at most 7,000 mm a side: use smaller cells, or fewer\)",
        message,
    )
