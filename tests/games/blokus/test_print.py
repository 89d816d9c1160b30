"""What is printed of Blokus: pieces, boards and plans as the data says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops, ImageOps

from cardgen.building.build import build_game
from cardgen.building.manifest import Entry
from cardgen.cards.layout.cards import cell_styles
from cardgen.data.project import Project
from cardgen.games.blokus.position import empty_position
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.sequences import perft
from cardgen.products.boards.product import PRODUCT as BOARDS
from cardgen.products.diecuts.product import PRODUCT as DIECUTS
from cardgen.products.options import Options
from tests.games.shipped import copy_of, shipped
from tests.games_on_disk import REPOSITORY


def test_from_inside_the_small_board_every_placement_of_every_shape_can_begin() -> None:
    game = shipped("blokus")
    rules = game.rulesets["small-board"]
    for colour in rules.order:
        assert list(perft(empty_position(rules), colour, 1, rules)) == [414]
    # No two first pieces can meet: every pair of them is a sequence.
    assert list(perft(empty_position(rules), "red", 2, rules)) == [414, 414 * 414]


def test_the_letters_of_the_engine_have_the_looks_of_their_pieces() -> None:
    game = shipped("blokus")
    styles = cell_styles(game)
    assert sorted(styles) == ["B", "G", "R", "Y"]
    assert len({style.pattern for style in styles.values()}) == 4
    for deck in ("pieces", "sheets"):
        for card in game.decks[deck].cards:
            style = styles[card.fields["colour"][0].upper()]
            assert (card.fields["tint"], card.fields["pattern"]) == (style.colour, style.pattern)


def test_the_plan_of_a_sheet_shows_the_pieces_where_they_lie() -> None:
    game = shipped("blokus")
    boxes = game.decks["sheets"].template.sides["face"].boxes
    shown = {name.removeprefix("piece-"): box.marked.value for name, box in boxes.items() if name.startswith("piece-")}
    for card in game.decks["pieces"].cards:
        box, cells, at = shown[card.fields["shape"]], card.fields["cells"], card.fields["at"]
        assert tuple(box["cells"]) == cells
        assert box["box"] == [4.5 + 6 * at[0], 16 + 6 * at[1], 6 * len(cells[0]), 6 * len(cells)]
    assert len(shown) == 21


def test_an_aid_shows_every_shape_once() -> None:
    game = shipped("blokus")
    boxes = game.decks["aids"].template.sides["face"].boxes
    shown = {name.removeprefix("shape-"): box.marked.value for name, box in boxes.items() if name.startswith("shape-")}
    for card in game.decks["pieces"].cards:
        assert sum(row.count("#") for row in shown[card.fields["shape"]]["cells"]) == int(card.fields["shape"][1])
    drawn = {tuple(box["cells"]) for box in shown.values()}
    assert len(drawn) == len(shown) == 21


# ---------------------------------------------------------------- what is printed


def starts_of(box: Any, size: int) -> dict[str, tuple[int, int]]:
    """Return the start points that a box of marks shows on a board of so many rows and columns."""
    rows = box.marked.value["rows"]
    assert [len(row) for row in rows] == [size] * size
    return {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}


def test_boards_and_the_plan_show_the_start_points_of_their_data() -> None:
    game = shipped("blokus")
    (board,) = game.decks["board"].cards
    small = game.rulesets["small-board"].board
    points = {colour[0].upper(): board.fields[colour] for colour in COLOURS}
    plan = game.decks["board"].template.sides["face"].boxes
    assert starts_of(plan["starts"], 20) == points
    for page, size, expected in (
        ("play-board", board.fields["size"], points),
        ("small-board", (small.size, small.size), {"R": small.start.red, "B": small.start.blue}),
    ):
        boxes = game.pages[f"blokus/{page}.yaml"].sides["face"].boxes
        assert starts_of(boxes["starts"], int(size[0])) == expected
        grid = boxes["grid"].marked.value
        assert (grid["columns"], grid["rows"]) == size
        assert grid["box"] == boxes["starts"].marked.value["box"] == "safe"
    assert BOARDS.section.of(game.file)["small-board-{paper}"].cells == (small.size, small.size) == (14, 14)


def test_pieces_fit_the_boards_and_are_named_as_their_sheets() -> None:
    game = shipped("blokus")
    (pieces,) = DIECUTS.section.of(game.file).values()
    assert {board.cell for board in BOARDS.section.of(game.file).values()} == {pieces.cell}
    for sheet in game.decks["sheets"].cards:
        assert pieces.area == sheet.fields["area"]
        assert pieces.names[sheet.fields["colour"]] == sheet.fields["names"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, Entry]]:
    """The pieces and the boards, as built."""
    out = tmp_path_factory.mktemp("out")
    wanted = Options(only=("sheets/pieces-*-*", "sheets/*board-*"))
    built = build_game(Project(REPOSITORY, bundled=False), "blokus", out, wanted)
    return out / "blokus", built.files


def test_there_are_four_sheets_of_pieces_and_a_board_in_tiles_on_each_paper(
    built: tuple[Path, Mapping[str, Entry]],
) -> None:
    _, files = built
    sheets = {f"sheets/pieces-{colour}-{paper}" for colour in COLOURS for paper in ("a4", "letter")}
    boards = {f"sheets/board-{paper}.pdf" for paper in ("a4", "letter")}
    small = {f"sheets/small-board-{paper}.pdf" for paper in ("a4", "letter")}
    others = {*boards, *small, "sheets/board-whole.pdf"}
    assert (
        set(files)
        == {f"{sheet}.pdf" for sheet in sheets}
        | {f"{sheet}-cut.{ending}" for sheet in sheets for ending in ("svg", "dxf")}
        | others
    )
    for sheet in sheets:
        facts = files[f"{sheet}.pdf"]
        assert (facts["pages"], facts["duplex"], facts["cell"]) == (2, "long", 18.0)
        assert facts["paper"] == sheet.rsplit("-", 1)[1]
        assert files[f"{sheet}-cut.svg"]["cell"] == 18.0
    for board in boards:
        facts = files[board]
        assert (facts["pages"], facts["tiles"], facts["duplex"]) == (4, [2, 2], "simplex")
        assert (facts["mm"], facts["cell"]) == ([370.0, 370.0], 18.0)
    whole = files["sheets/board-whole.pdf"]
    assert (whole["pages"], whole["paper"], whole["mm"], whole["cell"]) == (1, "whole", [370.0, 370.0], 18.0)
    for board in small:
        assert (files[board]["pages"], files[board]["mm"]) == (2, [258.0, 258.0])


def test_the_back_of_every_sheet_lies_behind_its_front(built: tuple[Path, Mapping[str, Entry]]) -> None:
    """In print, the coloured parts of the back are behind those of the front."""
    folder, _ = built
    for colour in COLOURS:
        with pypdfium2.PdfDocument(folder / f"sheets/pieces-{colour}-a4.pdf") as document:
            pages = [document[i].render(scale=2).to_pil().convert("RGB") for i in (0, 1)]
        bare, behind = (page.convert("L").point(lambda v: 255 * (v > 250)) for page in pages)
        left, top, right, bottom = (round(v * 144 / 25.4) for v in (24, 58.5, 186, 238.5))
        area = (left, top, right, bottom)
        apart = ImageChops.difference(bare, ImageOps.mirror(behind)).crop(area)
        shares = apart.histogram()
        assert shares[255] < 0.001 * sum(shares), colour  # the edge of the spare cell, smoothed
        assert bare.crop(area).histogram()[255] > 0.008 * sum(shares)  # the spare cell itself


@pytest.mark.parametrize(
    ("cell", "a4", "letter"),
    [(9, 1, 1), (10, 2, 2), (12, 2, 2), (15, 4, 4), (18, 4, 4), (20, 6, 6)],
)
def test_a_chosen_cell_decides_how_many_sheets_the_board_takes(cell: int, a4: int, letter: int) -> None:
    game = shipped("blokus")
    products = {product.path: product for product in BOARDS.plan(game, {}, Options(cell=float(cell)))}
    assert [products[f"sheets/board-{paper}.pdf"].facts["pages"] for paper in ("a4", "letter")] == [a4, letter]
    assert products["sheets/board-a4.pdf"].facts["mm"] == [20 * cell + 10] * 2
    pieces = {product.path: product for product in DIECUTS.plan(game, {}, Options(cell=float(cell)))}
    assert pieces["sheets/pieces-red-a4.pdf"].facts["cell"] == cell


def test_the_papers_take_cells_up_to_their_own_width(tmp_path: Path) -> None:
    changed = copy_of("blokus", tmp_path)
    changed.change("card_data/blokus/game.yaml", "      area: [9, 10]\n      cell: 18\n", "      area: [9, 10]\n")
    products = {product.path: product for product in DIECUTS.plan(changed.load(), {}, Options())}
    cells = [products[f"sheets/pieces-red-{paper}.pdf"].facts["cell"] for paper in ("a4", "letter")]
    assert cells == [21.1, 21.7]
