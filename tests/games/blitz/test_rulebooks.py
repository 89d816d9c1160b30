"""The rulebooks of Blitz: alike in three languages, with numbers from the data and pictures that the engine proves."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game
from cardgen.data.languages.editions import in_edition
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.games.blitz.rulebook.position import PositionPicture
from cardgen.products.rulebook import book_sources
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook import Book, Sources, layout_rulebook, parse_rulebook
from cardgen.rulebook.book import Figure, Heading, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.scene.items import GlyphRun, walk
from cardgen.scene.items import Path as Shape
from tests.games_on_disk import REPOSITORY, GameOnDisk
from tests.rulebook.reading import all_blocks, prose

LANGUAGES = ["zh-Hant", "zh-Hans", "en"]
LAST_CHAPTER = {"zh-Hant": "速查", "zh-Hans": "速查", "en": "Quick reference"}
BOOK = "card_data/blitz/rulebook.{}.md"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "blitz", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def sources(game: Game) -> Sources:
    return book_sources(game, layout_game(game))


@pytest.fixture(scope="module")
def books(game: Game, sources: Sources) -> dict[str, Book]:
    return {lang: parse_rulebook(book.text, book.shown, lang, sources) for lang, book in game.rulebooks.items()}


def positions(book: Book) -> list[PositionPicture]:
    figures = (block for block in book.blocks if isinstance(block, Figure))
    pictures = (panel.picture for figure in figures for panel in figure.panels)
    return [picture for picture in pictures if isinstance(picture, PositionPicture)]


def read(lang: str, text: str, sources: Sources) -> Book:
    return parse_rulebook(text, BOOK.format(lang), lang, sources)


def test_all_books_have_the_same_chapters_pictures_and_tables(books: dict[str, Book]) -> None:
    assert list(books) == LANGUAGES
    shapes = [
        [
            (type(block).__name__, getattr(block, "level", None), len(getattr(block, "rows", ())))
            for block in all_blocks(book.blocks)
        ]
        for book in books.values()
    ]
    assert shapes[0] == shapes[1] == shapes[2]
    scenarios = [[(one.scenario, one.window, one.cell) for one in positions(book)] for book in books.values()]
    assert scenarios[0] == scenarios[1] == scenarios[2]
    numbers = [re.findall(r"\d+", prose(book)) for book in books.values()]
    assert numbers[0] == numbers[1]


def test_pictures_show_every_kind_of_claim(books: dict[str, Book]) -> None:
    questions = [question for picture in positions(books["en"]) for question in picture.scenario.questions]
    words = {word for question in questions for word in question.text.split()[:2] if not re.search(r"\d", word)}
    assert words >= {"attack", "deploy", "move", "lay", "supplied", "hits", "lost", "winner", "most", "pass"}
    answers = {question.answer for question in questions}
    assert answers >= {
        "legal",
        "destroyed",
        "fails",
        "yes",
        "no",
        "B13",
        "B14",
        "B15",
        "B16",
        "B17",
        "B18",
        "B21",
        "B22",
    }


# Each claim in one of the books, which have the same ones.
@pytest.mark.parametrize(
    ("right", "wrong", "reason", "lang"),
    [
        ("ask lost = 0,-1 2,1", "ask lost = 0,-1", "the answer is 0,-1 2,1", "zh-Hant"),
        ("ask us attack 1,1 by 0,0 = fails", "ask us attack 1,1 by 0,0 = destroyed", "the answer is fails", "zh-Hans"),
        ("ask supplied 2,-1 = no", "ask supplied 2,-1 = yes", "the answer is no", "en"),
        ("ask us deploy rifles 2,0 = B13", "ask us deploy rifles 2,0 = legal", "the answer is B13", "zh-Hant"),
        ("ask winner = allied 27b", "ask winner = draw 27b", "the answer is allied 27b", "zh-Hans"),
        ("-3  us:command-post", "-3  us:general", "there is no further card us:general", "en"),
    ],
)
def test_a_wrong_claim_is_a_fault_at_its_line(
    lang: str, right: str, wrong: str, reason: str, game: Game, sources: Sources
) -> None:
    text = game.rulebooks[lang].text.replace(right, wrong, 1)
    with pytest.raises(DataError) as caught:
        read(lang, text, sources)
    (fault,) = caught.value.faults
    assert reason in str(fault)
    if wrong.startswith("ask"):
        line = text[: text.index(wrong)].count("\n") + 1
        assert str(fault).startswith(f"{BOOK.format(lang)}:{line}:1: the engine refutes this position: ")


@pytest.mark.parametrize(
    ("fence", "line", "reason"),
    [
        ("position\nplayers us wm\n---", 1, "position needs the name of a ruleset"),
        ("position standard\nplayers us wm", 1, "options follow below a line ---"),
        ("position standard\nplayers us wm\nmap\n 3 .\n---", 4, "cannot be read"),
        ("keywords tank\nheader: [a, b]", 1, "no card of the kind 'tank' has a text"),
    ],
)
def test_blocks_that_cannot_be_read_are_faults(fence: str, line: int, reason: str, sources: Sources) -> None:
    with pytest.raises(DataError, match=re.escape(reason)) as caught:
        read("en", f"# A\n\n## B\n\n```{fence}\n```\n", sources)
    assert caught.value.faults[0].place.line in (line + 4, line + 3)


def test_a_window_beyond_the_board_is_a_fault(sources: Sources) -> None:
    rows = "\n".join(f"{y} . . . ." for y in range(3, -4, -1))
    text = f"# A\n\n## B\n\n```position standard\nplayers us wm\nmap\n{rows}\n---\ncolumns: [2, 4]\n```\n"
    with pytest.raises(DataError, match="the board has no columns"):
        read("en", text, sources)


def test_marks_are_those_of_the_claims(books: dict[str, Book], sources: Sources) -> None:
    def shapes(text: str) -> tuple[list[Shape], set[str]]:
        picture = next(
            one for one in positions(books["en"]) if any(text in asked.text for asked in one.scenario.questions)
        )
        items = [item for _, item in walk(picture.draw(60, sources).items)]
        texts = {item.text for item in items if isinstance(item, GlyphRun)}
        return [item for item in items if isinstance(item, Shape)], texts

    joint, words = shapes("attack 1,1 by 1,0 2,1")
    assert "2+2 > 3" in words
    assert not any(shape.dash for shape in joint)  # both arrows are solid
    failed, _ = shapes("attack 1,1 by 0,0")
    assert any(shape.dash for shape in failed)


def test_numbers_are_those_of_the_data(tmp_path: Path) -> None:
    for folder in ("card_data/blitz", "templates/blitz"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    disk = GameOnDisk(tmp_path, "blitz")
    disk.change("card_data/blitz/rules/standard.yaml", "limit: 8", "limit: 6")
    disk.change("card_data/blitz/rules/standard.yaml", "rounds: 100", "rounds: 70")
    disk.change("card_data/blitz/cards.csv", "depot,5,", "depot,4,")
    disk.change("card_data/blitz/cards.csv", "Heavy tank,6,5,3", "Heavy tank,9,5,3")
    changed = disk.load()
    own = book_sources(changed, layout_game(changed))
    text = prose(read("en", changed.rulebooks["en"].text, own))
    assert "The hand limit is 6 cards: if you have 6" in text
    assert "after round 70" in text
    assert "Resources 9\n" in text
    assert "Depot 1 Ring 4" in text
    assert "Heavy tank Vehicle 9 5 3 Gun 2" in text
    disk.change("card_data/blitz/rules/standard.yaml", "equal: draw ", "equal: units ")
    other = disk.load()
    with pytest.raises(DataError, match=r"standard\.equal"):  # the text says that it is a draw
        read("en", other.rulebooks["en"].text, book_sources(other, layout_game(other)))


def test_keywords_are_the_texts_of_the_cards(books: dict[str, Book], game: Game) -> None:
    for lang, book in books.items():
        text = prose(book)
        cards = [card for card in game.decks["us"].cards if card.fields.get("text")]
        assert len(cards) == 8
        for card in cards:
            own_text = re.sub(r"\{\w+\}\s*|\*\*", "", str(card.fields["text"][lang]))
            name = str(card.fields["names"][lang])
            assert any(name in line and line.endswith(own_text) for line in text.split("\n"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_ends_with_the_quick_reference(lang: str, books: dict[str, Book], sources: Sources, game: Game) -> None:
    pages = layout_rulebook(books[lang], sources, theme=theme_of(game, lang))
    assert pages.bookmarks[-1].title == LAST_CHAPTER[lang]
    assert pages.bookmarks[-1].page == len(pages.scenes) - 1
    assert 18 <= len(pages.scenes) <= 24
    text = [item for _, item in walk(pages.scenes[2].items) if isinstance(item, GlyphRun)]
    most = max({run.size for run in text}, key=lambda size: sum(len(run.text) for run in text if run.size == size))
    assert most * 72 / 25.4 == pytest.approx(9.5, abs=0.05)
    page = rulebook_html(books[lang], sources)
    assert page.count("<svg") >= 20
    assert f'lang="{lang}"' in page


def test_an_edition_has_its_rulebook_and_those_without_an_edition_that_fall_back_to_it(game: Game) -> None:
    books = {lang: list(in_edition(game, lang).rulebooks) for lang in game.file.editions}
    assert books == {"zh-Hant": ["zh-Hant", "zh-Hans"], "en": ["en"]}


def test_the_simplified_book_has_no_traditional_characters(books: dict[str, Book]) -> None:
    traditional, simplified = prose(books["zh-Hant"]), prose(books["zh-Hans"])
    assert set("們個對擊隊資設補給車戰場進") <= set(traditional)
    assert not set("們個對擊隊資設補給車戰場進") & set(simplified)
    assert "「" in traditional
    assert "「" not in simplified
    assert "“" not in traditional
    headings = [block for block in books["zh-Hans"].blocks if isinstance(block, Heading)]
    assert plain(headings[0].words) == "一分钟看懂"
