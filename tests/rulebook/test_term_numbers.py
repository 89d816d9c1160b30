"""Terms in a rulebook are followed by their numbers, once in each chapter."""

from __future__ import annotations

import pytest

from cardgen.base.errors import DataError
from cardgen.data.glossary.marking import Marking
from cardgen.data.glossary.matching import TermIndex
from cardgen.rulebook.book import Book, Heading, Items, Note, Paragraph, Sources, Text
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Scene

INDEX = TermIndex([("hand limit", "limit"), ("draw", "draw"), ("hand", "hand")])
MARKING = Marking(INDEX, INDEX.term_of, numbers={"limit": 33, "draw": 6})
SOURCES = Sources({}, None, {}, {}, lambda _: Scene(1, 1, ()))


def read(text: str) -> Book:
    return parse_rulebook(f"# Book\n\n{text}", "rules.md", "en", SOURCES, MARKING)


def shown(words: tuple[Text, ...]) -> str:
    """Return words with what is raised in angle brackets."""
    return "".join(f"<{word.text.strip(chr(0x2060))}>" if word.raised else word.text for word in words)


def texts(book: Book) -> list[str]:
    """Return the paragraphs of a book, also in lists and notes."""
    paragraphs: list[str] = []
    for block in book.blocks:
        if isinstance(block, Paragraph):
            paragraphs.append(shown(block.words))
        elif isinstance(block, Items):
            paragraphs += [
                shown(part.words) for entry in block.entries for part in entry if isinstance(part, Paragraph)
            ]
        elif isinstance(block, Note):
            paragraphs += [shown(part.words) for part in block.blocks if isinstance(part, Paragraph)]
    return paragraphs


def test_the_first_occurrence_in_a_chapter_has_the_number() -> None:
    book = read(
        "## One\n\nDraw to your hand limit. Draw again.\n\nThe hand limit.\n\n## Two\n\nDraw.\n\n### Three\n\nDraw.\n"
    )
    assert texts(book) == ["Draw<6> to your hand limit<33>. Draw again.", "The hand limit.", "Draw<6>.", "Draw."]


def test_lists_and_notes_are_searched_and_headings_codes_and_links_are_not() -> None:
    book = read("## Draw\n\n- `draw` and [draw](https://a.example)\n- **draw** now\n\n> hand limit\n")
    assert texts(book) == ["draw and draw", "draw<6> now", "hand limit<33>"]
    assert [shown(block.words) for block in book.blocks if isinstance(block, Heading)] == ["Draw"]


def test_a_number_is_not_bold_and_stays_with_its_term() -> None:
    (block,) = (block for block in read("**draw**, then").blocks if isinstance(block, Paragraph))
    (number,) = (word for word in block.words if word.raised)
    assert (number.text, number.strong) == ("\u20606", False)


def test_brackets_name_a_term_or_none() -> None:
    book = read("[[draw|Take]] cards, [[|draw]] lots, draw, [[hand limit]]\n")
    assert texts(book) == ["Take<6> cards, draw lots, draw, hand limit<33>"]


def test_brackets_that_name_no_term_are_a_fault_with_their_place() -> None:
    with pytest.raises(DataError) as error:
        read("Fine.\n\n[[drwa]] a card.\n")
    assert str(error.value) == "rules.md:5:1: [[drwa]] is not a term of the glossary"


def test_a_page_raises_the_number() -> None:
    html = rulebook_html(read("Draw a card."), SOURCES)
    assert "Draw<sup>\u20606</sup> a card." in html


def test_a_book_without_numbers_keeps_its_words() -> None:
    book = parse_rulebook("# Book\n\nDraw [[x]] cards.", "rules.md", "en", SOURCES)
    assert texts(book) == ["Draw [[x]] cards."]
