"""Paper pieces: their number, their pitch, and their places on the page."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path as FilePath

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read as read_dxf

from cardgen.base.errors import DataError
from cardgen.base.temporary import bytes_of
from cardgen.base.units import PAPERS
from cardgen.building.plan import layout_game, plan_files
from cardgen.data.load import load_game
from cardgen.data.model import Deck, Game
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.cutouts.pages import cutout_outlines, layout_cutouts
from cardgen.products.cutouts.product import CUTOUTS
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.products.files import BytesFile, PagesFile
from cardgen.products.imposition.regmarks import clear_places
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun, Group, Path, Scene
from cardgen.scene.shapes import parse_cells
from cardgen.text.ink import ink_of
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.pictures import svg_marks

MARGIN = 10.0
COUNT_SIZE = 3.6


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
    ground = piece.items[1]
    assert isinstance(ground, Path)
    x, y = piece.matrix[4:]
    return {(x + numbers[0], y + numbers[1]) for command, *numbers in ground.commands if command == "M"}


def colour(piece: Group) -> str:
    face = piece.items[2]
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
            assert [b - a for a, b in pairwise(xs)] == pytest.approx([8] * (len(xs) - 1))
            assert [b - a for a, b in pairwise(ys)] == pytest.approx([8] * (len(ys) - 1))


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
    runs = [item for item in page.items if isinstance(item, GlyphRun) and item.size != COUNT_SIZE]
    text = "".join(run.text for run in runs)
    for words in ("纸方块", "Paper minoes", "每格", "Cells of 8 mm", "100 %", "共 96 枚", "Pieces: 96"):
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


def counts(page: Scene) -> dict[str, tuple[float, float]]:
    """Return the number before each kind, such as `Z × 8`, with its place."""
    lines: list[list[GlyphRun]] = []
    for item in page.items:
        if isinstance(item, GlyphRun) and item.size == COUNT_SIZE:
            if lines and lines[-1][-1].baseline == item.baseline and item.x - lines[-1][-1].end[0] < 2:
                lines[-1].append(item)
            else:
                lines.append([item])
    return {"".join(run.text for run in line): (line[0].x, line[0].baseline) for line in lines}


@pytest.mark.parametrize("name", ["minoes-{paper}", "minoes-large-{paper}"])
def test_pieces_are_sorted_and_each_kind_is_counted_on_its_page(game: Game, deck: Deck, name: str) -> None:
    target = CUTOUTS.of(game.file)[name]
    by_colour = {card.fields["colour"]: card.id for card in deck.cards}
    total: Counter[str] = Counter()
    for page in pages(deck, target):
        kinds = [by_colour[colour(piece)] for piece in pieces(page)]
        assert [kind for kind, before in zip(kinds, ["", *kinds], strict=False) if kind != before] == [*Counter(kinds)]
        printed = counts(page)
        assert [*printed] == [f"{kind} × {number}" for kind, number in Counter(kinds).items()]
        assert page.description == ", ".join(f"{number} × {kind}" for kind, number in Counter(kinds).items())
        total += Counter(kinds)
        for text, (x, baseline) in printed.items():
            first = next(piece for piece, kind in zip(pieces(page), kinds, strict=True) if kind == text.split()[0])
            left, top = min(x for x, _ in cells(first)), min(y for _, y in cells(first))
            assert x < left < x + 20
            assert top < baseline < top + 2 * target.pitch
    assert total == Counter(target.pieces)


def test_the_number_of_a_kind_is_outside_of_every_piece(deck: Deck, target: CutoutTarget) -> None:
    (page,) = pages(deck, target)
    taken = [(x - 1, y - 1, x + 9, y + 9) for piece in pieces(page) for x, y in cells(piece)]
    for run in (item for item in page.items if isinstance(item, GlyphRun)):
        x, y, width, height = ink_of(run)
        assert not any(x < r and x + width > le and y < b and y + height > t for le, t, r, b in taken), run.text


def test_a_machine_cuts_the_printed_outlines_of_each_page(game: Game) -> None:
    """One closed path a piece, at the place where it is printed; files of a page of several have its number."""
    planned = {
        FilePath(file.path).name: file
        for file in plan_files(game, layout_game(game), Options(only=("minoes*",), papers=("a4",)))
    }
    assert {*planned} == {
        "minoes-a4.pdf",
        "minoes-a4-cut.svg",
        "minoes-a4-cut.dxf",
        "minoes-large-a4.pdf",
        *(f"minoes-large-a4-{page}-cut.{ending}" for page in (1, 2) for ending in ("svg", "dxf")),
    }
    svg, dxf = planned["minoes-a4-cut.svg"], planned["minoes-a4-cut.dxf"]
    assert isinstance(svg, BytesFile)
    assert isinstance(dxf, BytesFile)
    printed = planned["minoes-a4.pdf"]
    assert isinstance(printed, PagesFile)
    boxes = sorted(
        tuple(round(value, 3) for value in (min(xs), min(ys), max(xs) + 8, max(ys) + 8))
        for piece in pieces(printed.scenes[0])
        for xs, ys in [tuple(zip(*cells(piece), strict=True))]
    )
    marks = [mark for mark in svg_marks(bytes_of(svg.make()).decode()) if mark.spot]
    assert sorted(tuple(round(value, 3) for value in mark.bounds) for mark in marks) == boxes
    entities = [*read_dxf(io.StringIO(bytes_of(dxf.make()).decode())).modelspace()]
    assert len(entities) == len(boxes) == sum(CUTOUTS.of(game.file)["minoes-{paper}"].pieces.values())
    assert all(isinstance(entity, LWPolyline) and entity.closed for entity in entities)


def test_pieces_and_heading_are_between_registration_marks(deck: Deck, target: CutoutTarget) -> None:
    marked = target.model_copy(update={"regmarks": RegistrationMarks(), "cut": "none"})
    (page, *_) = scenes = pages(deck, marked)
    assert sum(len(pieces(page)) for page in scenes) == 96
    white = clear_places(RegistrationMarks(), PAPERS["a4"])
    boxes = [(x - 1, y - 1, x + 9, y + 9) for piece in pieces(page) for x, y in cells(piece)]
    inks = map(ink_of, (item for item in page.items if isinstance(item, GlyphRun)))
    boxes += [(x, y, x + width, y + height) for x, y, width, height in inks]
    for left, top, right, bottom in boxes:
        for x, y, width, height in white:
            assert not (left < x + width and right > x and top < y + height and bottom > y)
    (drawing, *_) = cutout_outlines(deck, marked, PAPERS["a4"], ["zh", "en"])
    assert [item.layer for item in drawing.items if isinstance(item, Group)] == ["Regmarks"]
    assert all(len(piece.items) == 5 for piece in pieces(page))  # without a line to cut along


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
