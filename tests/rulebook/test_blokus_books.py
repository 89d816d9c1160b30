"""The rulebooks of Corner to Corner are complete, alike, and have the neutral title."""

from __future__ import annotations

import pytest

from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.products.rulebook import book_sources
from cardgen.rulebook.blocks.components import PiecePicture
from cardgen.rulebook.blocks.diagram import DiagramPicture
from cardgen.rulebook.blocks.shapes import ShapePicture
from cardgen.rulebook.book import Book, Figure, Heading, Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from tests.games_on_disk import REPOSITORY

LANGUAGES = ["zh", "en"]


@pytest.fixture(scope="module")
def blokus() -> Game:
    return load_game(REPOSITORY / "card_data" / "blokus", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def sources(blokus: Game) -> Sources:
    return book_sources(blokus, layout_game(blokus))


@pytest.fixture(scope="module")
def books(blokus: Game, sources: Sources) -> dict[str, Book]:
    return {lang: parse_rulebook(book.text, book.shown, lang, sources) for lang, book in blokus.rulebooks.items()}


def figures(book: Book) -> list[Figure]:
    return [block for block in book.blocks if isinstance(block, Figure)]


def test_both_books_show_the_same(books: dict[str, Book]) -> None:
    assert sorted(books) == sorted(LANGUAGES)
    zh, en = ([[panel.picture for panel in figure.panels] for figure in figures(books[lang])] for lang in LANGUAGES)
    drawn = [[isinstance(picture, PiecePicture) for picture in pictures] for pictures in zh]
    assert drawn == [[isinstance(picture, PiecePicture) for picture in pictures] for pictures in en]
    assert sum(map(sum, drawn)) == 4  # the components, which are not compared by what they show
    for ours, theirs in zip(zh, en, strict=True):
        assert isinstance(ours[0], PiecePicture) or ours == theirs
    levels = [[block.level for block in books[lang].blocks if isinstance(block, Heading)] for lang in LANGUAGES]
    assert levels[0] == levels[1]


def test_every_rule_of_placement_has_an_example_that_breaks_it(books: dict[str, Book]) -> None:
    boards = [panel.picture for figure in figures(books["en"]) for panel in figure.panels]
    refused = [picture.diagram for picture in boards if isinstance(picture, DiagramPicture) and picture.judged is False]
    rules = {diagram.caption["en"].split(":")[0] for diagram in refused}
    assert rules == {f"Rule {number}" for number in (6, 7, 8, 9, 10)}
    assert any(isinstance(picture, DiagramPicture) and picture.judged for picture in boards)


def test_all_21_shapes_are_shown_once(books: dict[str, Book]) -> None:
    (shapes,) = (figure for figure in figures(books["zh"]) if isinstance(figure.panels[0].picture, ShapePicture))
    labels = {panel.picture.label for panel in shapes.panels if isinstance(panel.picture, ShapePicture)}
    assert len(shapes.panels) == len(labels) == 21


def test_the_game_of_the_book_is_a_whole_one(books: dict[str, Book]) -> None:
    (game,) = (figure for figure in figures(books["en"]) if len(figure.panels) == 4 and "bold" in str(figure.caption))
    last = game.panels[-1].picture
    assert isinstance(last, DiagramPicture)
    assert "blue: 0 cells left, rank 1" in last.diagram.caption["en"]
    assert sum(mark == "B" for row in last.diagram.rows for mark in row) == 89


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_printed_and_read_on_a_screen(lang: str, books: dict[str, Book], sources: Sources) -> None:
    pages = layout_rulebook(books[lang], sources)
    assert len(pages.scenes) % 4 == 0
    assert pages.bookmarks
    page = rulebook_html(books[lang], sources)
    # The commercial name is a trade mark, so no printed file contains it.
    assert "blokus" not in page.lower()
    assert not any("blokus" in (scene.title + scene.description).lower() for scene in pages.scenes)
