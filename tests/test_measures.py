"""Block-Killer as a player measures it with a ruler: cards, mat and paper pieces all have cells of 8 mm."""

from __future__ import annotations

import pytest

from cardgen.base.units import paper_size
from cardgen.cards.layout.cards import layout_deck, layout_page
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.products.boards.drawing import layout_board
from cardgen.products.boards.target import BOARDS
from cardgen.products.boards.tiles import lay_tiles
from cardgen.products.cutouts.product import CUTOUTS
from cardgen.products.pages import PAGES
from cardgen.scene.items import GlyphRun, Matrix, Path, Scene, apply, walk
from tests.games_on_disk import REPOSITORY

CELL = 8.0


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates", REPOSITORY)


def rings(matrix: Matrix, path: Path) -> list[list[tuple[float, float]]]:
    """The corners of each closed line of a path, mm, to six places."""
    lines: list[list[tuple[float, float]]] = []
    for command, *numbers in path.commands:
        if command == "M":
            lines.append([])
        if command in "ML":
            x, y = apply(matrix, numbers[0], numbers[1])
            lines[-1].append((round(x, 6), round(y, 6)))
    return lines


def corners(matrix: Matrix, path: Path) -> set[tuple[float, float]]:
    return {corner for ring in rings(matrix, path) for corner in ring}


def middle(matrix: Matrix, run: GlyphRun) -> tuple[float, float]:
    """Return the middle of a number as it is drawn; digits are 0.7 em high."""
    return apply(matrix, run.x + run.width / 2, run.baseline - run.size * 0.35)


@pytest.fixture(scope="module")
def mat(game: Game) -> Scene:
    target = PAGES.of(game.file)["mat-{paper}"]
    return layout_page(game, game.pages[target.template], target.size, "mat").scene


def test_the_mat_has_ten_by_twenty_cells_numbered_at_their_middles(mat: Scene) -> None:
    grid = max((corners(matrix, item) for matrix, item in walk(mat.items) if isinstance(item, Path)), key=len)
    xs, ys = sorted({x for x, _ in grid}), sorted({y for _, y in grid})
    left, floor = xs[0], ys[-1]
    assert xs == pytest.approx([left + i * CELL for i in range(11)])
    assert ys == pytest.approx([floor - (20 - i) * CELL for i in range(21)])
    below: dict[int, float] = {}
    beside: dict[int, float] = {}
    for matrix, run in walk(mat.items):
        if isinstance(run, GlyphRun) and run.text.isdigit():
            x, y = middle(matrix, run)
            if y > floor:
                below[int(run.text)] = x
            elif x < left:
                beside[int(run.text)] = y
    assert below == {column: pytest.approx(left + (column + 0.5) * CELL, abs=0.1) for column in range(10)}
    assert beside == {row: pytest.approx(floor - (row + 0.5) * CELL, abs=0.2) for row in range(20)}


def test_the_mat_is_in_the_middle_of_its_page(mat: Scene) -> None:
    ys = [y for matrix, item in walk(mat.items) if isinstance(item, Path) for _, y in corners(matrix, item)]
    tops = [middle(matrix, run)[1] for matrix, run in walk(mat.items) if isinstance(run, GlyphRun)]
    above, below = min(*ys, *tops), mat.height - max(*ys, *tops)
    assert above == pytest.approx(below, abs=6)


@pytest.mark.parametrize(("cell", "sheets"), [(None, 1), (15.0, 2)])
def test_the_large_mat_has_cells_of_any_size_and_its_tables_beside_the_field(
    game: Game, cell: float | None, sheets: int
) -> None:
    target = BOARDS.of(game.file)["mat-large-{paper}"]
    mat = layout_board(game, "mat-large-{paper}", cell).scene
    grid = max((corners(matrix, item) for matrix, item in walk(mat.items) if isinstance(item, Path)), key=len)
    side = cell or CUTOUTS.of(game.file)["minoes-large-{paper}"].pitch
    left, top, right = min(x for x, _ in grid), min(y for _, y in grid), max(x for x, _ in grid)
    assert sorted({x for x, _ in grid}) == pytest.approx([left + i * side for i in range(11)])
    assert sorted({y for _, y in grid}) == pytest.approx([top + i * side for i in range(21)])
    words = [run for _, run in walk(mat.items) if isinstance(run, GlyphRun) and not run.text.isdigit()]
    assert {"普通", "Spin"} <= {word for run in words for word in run.text.split()}
    assert all(run.x > right for run in words)
    for paper in target.papers:
        tiling = lay_tiles((mat.width, mat.height), paper_size(paper), target.overlap)
        assert tiling.columns * tiling.rows == sheets


def test_shingled_garbage_cards_show_their_rows_8_mm_high_in_columns_of_8_mm(game: Game) -> None:
    """The strip along either long edge of a face: squares of 8 mm that begin 4 mm from the short edge."""
    for laid in layout_deck(game, game.decks["garbage"]):
        face, row = laid.face.scene, str(laid.card.fields["row"])
        assert (face.width, face.height) == (88, 63)
        squares = {
            (*min(ring), *max(ring))
            for matrix, item in walk(face.items)
            if isinstance(item, Path) and item.fill is not None
            for ring in rings(matrix, item)
        }
        filled = {column for column, mark in enumerate(row) if mark == "#"}
        for top, bottom in ((face.height - CELL, face.height + face.bleed), (-face.bleed, CELL)):
            assert filled == {
                column for column in range(10) if (4 + column * CELL, top, 4 + (column + 1) * CELL, bottom) in squares
            }, laid.card.id


def test_a_player_aid_is_set_in_one_size_on_both_sides(game: Game) -> None:
    """A text that must shrink to fit looks like fine print beside its neighbour."""
    (laid,) = layout_deck(game, game.decks["aids"])
    assert laid.back is not None
    body = {
        run.size
        for side in (laid.face, laid.back)
        for _, run in walk(side.scene.items)
        if isinstance(run, GlyphRun) and 2.7 < run.size < 3
    }
    assert body == {2.8}
