"""Paper pieces: their number, their pitch, and their places on the page."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path as FilePath

import pytest

from cardgen.data.load import load_game
from cardgen.data.model import Deck, Game
from cardgen.errors import DataError
from cardgen.products.cutouts.pages import layout_cutouts
from cardgen.products.cutouts.product import CUTOUTS
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.scene.items import GlyphRun, Group, Path, Scene
from cardgen.scene.shapes import parse_cells
from cardgen.text.ink import ink_of
from cardgen.units import PAPERS
from tests.games_on_disk import REPOSITORY, tiny_game_in

MARGIN = 10.0


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def deck(game: Game) -> Deck:
    return game.decks["blocks"]


@pytest.fixture(scope="module")
def target(game: Game) -> CutoutTarget:
    return CUTOUTS.of(game.file)["minoes-{paper}"]


def pages(deck: Deck, target: CutoutTarget, paper: str = "a4") -> list[Scene]:
    return layout_cutouts(deck, target, PAPERS[paper], "minoes", ["zh", "en"])


def pieces(page: Scene) -> list[Group]:
    return [item for item in page.items if isinstance(item, Group)]


def cells(piece: Group) -> set[tuple[float, float]]:
    """Return the top left corners of a piece's cells on the page, mm."""
    ground = piece.items[0]
    assert isinstance(ground, Path)
    x, y = piece.matrix[4:]
    return {(x + numbers[0], y + numbers[1]) for command, *numbers in ground.commands if command == "M"}


def colour(piece: Group) -> str:
    face = piece.items[1]
    assert isinstance(face, Path)
    assert isinstance(face.fill, str)
    return face.fill


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_there_are_as_many_pieces_as_asked_for_and_each_is_its_block(
    deck: Deck, target: CutoutTarget, paper: str
) -> None:
    placed = [piece for page in pages(deck, target, paper) for piece in pieces(page)]
    by_colour = {card.fields["colour"]: card for card in deck.cards}
    assert Counter(by_colour[colour(piece) or ""].id for piece in placed) == target.pieces
    for piece in placed:
        block = by_colour[colour(piece) or ""]
        steps = sorted((round((x - piece.matrix[4]) / 8), round((y - piece.matrix[5]) / 8)) for x, y in cells(piece))
        assert steps == sorted(parse_cells(block.fields["cells"]))


def test_cells_are_exactly_8_mm_as_those_of_the_cards_and_the_mat(deck: Deck, target: CutoutTarget) -> None:
    assert target.pitch == 8
    for page in pages(deck, target):
        for piece in pieces(page):
            xs = sorted({x for x, _ in cells(piece)})
            ys = sorted({y for _, y in cells(piece)})
            assert [b - a for a, b in pairwise(xs)] == [8] * (len(xs) - 1)
            assert [b - a for a, b in pairwise(ys)] == [8] * (len(ys) - 1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pieces_are_inside_the_margins_and_apart_from_each_other(deck: Deck, target: CutoutTarget, paper: str) -> None:
    width, height = PAPERS[paper]
    for page in pages(deck, target, paper):
        assert (page.width, page.height) == (width, height)
        placed = [cells(piece) for piece in pieces(page)]
        for x, y in set().union(*placed):
            assert x >= MARGIN
            assert x + 8 <= width - MARGIN + 1e-9
            assert y >= MARGIN
            assert y + 8 <= height - MARGIN + 1e-9
        for first, second in combinations(placed, 2):
            gap = min(max(abs(x1 - x2), abs(y1 - y2)) for x1, y1 in first for x2, y2 in second)
            assert gap >= 8 + 4 - 1e-9  # between the edges, so that a cut may be inexact


def test_the_heading_is_above_the_pieces_in_both_languages(deck: Deck, target: CutoutTarget) -> None:
    (page,) = pages(deck, target)
    runs = [item for item in page.items if isinstance(item, GlyphRun)]
    text = "".join(run.text for run in runs)
    for words in ("纸方块", "Paper minoes", "每格", "Cells of 8 mm", "100 %"):
        assert words in text
    top = min(y for piece in pieces(page) for _, y in cells(piece))
    for x, y, width, height in map(ink_of, runs):
        assert y + height < top
        assert x >= MARGIN - 0.5
        assert x + width <= page.width - MARGIN
        assert y >= MARGIN - 0.5
    assert page.title == "纸方块 Paper minoes"
    assert page.description == ", ".join(f"{count} × {piece}" for piece, count in target.pieces.items())


def test_each_piece_has_one_cut_line(deck: Deck, target: CutoutTarget) -> None:
    (page,) = pages(deck, target)
    for piece in pieces(page):
        cut = piece.items[-1]
        assert isinstance(cut, Path)
        assert cut.fill is None
        assert cut.stroke_width > 0
        assert [command[0] for command in cut.commands].count("Z") == 1


def test_more_pieces_take_more_pages(deck: Deck, target: CutoutTarget) -> None:
    many = target.model_copy(update={"pieces": {"I": 90, "M": 200}})
    sheets = pages(deck, many)
    assert len(sheets) == 2
    assert sum(len(pieces(page)) for page in sheets) == 290
    assert [page.name for page in sheets] == ["minoes-1", "minoes-2"]
    assert all(any(isinstance(item, GlyphRun) for item in page.items) for page in sheets)
    assert all(y + 8 <= 297 - MARGIN for page in sheets for piece in pieces(page) for _, y in cells(piece))
    # The largest come first, and no page is left half empty before the last.
    assert max(y for piece in pieces(sheets[0]) for _, y in cells(piece)) + 8 > 297 - MARGIN - 8 - 4


def test_a_tall_piece_is_laid_on_its_side(tmp_path: FilePath) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {cells: cells, colour: colour}")
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    game.write("card_data/tiny/cards.yaml", "cards:\n  - {id: I, cells: ['#', '#', '#', '#'], colour: '#112233'}\n")
    target = CutoutTarget(deck="main", papers=("a4",), pitch=8.0, titles={"en": "x"}, pieces={"I": 1})
    (page,) = layout_cutouts(game.load().decks["main"], target, PAPERS["a4"], "x", ["en"])
    (piece,) = pieces(page)
    assert len({y for _, y in cells(piece)}) == 1


def test_a_piece_larger_than_the_page_is_a_fault_at_its_drawing(deck: Deck, target: CutoutTarget) -> None:
    large = target.model_copy(update={"pitch": 50.0})
    with pytest.raises(DataError) as caught:
        pages(deck, large)
    (fault,) = caught.value.faults
    assert fault.place == deck.cards["ZSJLTOIM".index("I")].place("cells")
    assert str(fault).endswith(
        ": a piece of 200×50 mm does not fit on a page of 210×297 mm (its cells are 50 mm: use a smaller pitch)"
    )
