"""A chapter on the back cover, such as a quick reference."""

from __future__ import annotations

import pytest

from cardgen.base.errors import DataError
from cardgen.rulebook.book import Sources
from cardgen.rulebook.pages import Pages, layout_rulebook, pad_pages
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.theme import PLAIN, Theme
from tests.runs import text_of

BOOK = """\
# Small

```cover
back: quick-reference
```

## Playing

Play. See [](#quick-reference).

## Quick reference

Draw, play, discard.

### Scoring

One point.
"""


def laid(text: str, sources: Sources, theme: Theme = PLAIN) -> Pages:
    return layout_rulebook(parse_rulebook(text, "book.md", "en", sources), sources, theme=theme)


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        laid(text, sources)
    return str(caught.value)


def test_the_last_page_is_the_chapter_with_the_imprint(small: Sources) -> None:
    game = {**small.values["game"], "source": {"link": "https://example.org"}, "licence": {"name": "MIT"}}
    sources = Sources({**small.values, "game": game}, None, {}, small.styles, small.face)
    pages = laid(BOOK, sources)
    assert len(pages.scenes) == 4
    assert "Draw, play, discard." in text_of(pages.scenes[-1])
    assert text_of(pages.scenes[-1]).endswith("https://example.org  ·  MIT")
    assert not any("discard" in text_of(scene) for scene in pages.scenes[:-1])


def test_pages_for_notes_are_before_it(small: Sources) -> None:
    pages = laid(BOOK.replace("Play. See", "Play.\n\n---\n\nSee"), small)
    assert len(pages.scenes) == 8
    assert [text_of(scene).startswith("Notes") for scene in pages.scenes] == [False] * 4 + [True] * 3 + [False]
    assert "discard" in text_of(pages.scenes[-1])


def test_empty_pages_of_a_booklet_are_before_it(small: Sources) -> None:
    theme = Theme(has_notes=False, has_back=False)
    pages = laid(BOOK.replace("Play. See", "Play.\n\n---\n\nSee"), small, theme)
    assert len(pages.scenes) == 5
    padded = [text_of(scene) for scene in pad_pages(pages, theme)]
    assert [bool(text) for text in padded] == [True] * 4 + [False] * 3 + [True]
    assert "discard" in padded[-1]


def test_contents_references_and_outline_lead_to_the_back_cover(small: Sources) -> None:
    pages = laid(BOOK, small)
    assert "Quick referenceback coverScoringback cover" in text_of(pages.scenes[1])
    assert "See Quick reference, back cover." in text_of(pages.scenes[2])
    assert [(mark.title, mark.page) for mark in pages.bookmarks] == [
        ("Playing", 2),
        ("Quick reference", 3),
        ("Scoring", 3),
    ]
    assert pages.anchors["quick-reference"] == (3, 15.0)
    chinese = parse_rulebook(
        BOOK.replace("Quick reference", "速查").replace("quick-reference", "速查"), "b", "zh", small
    )
    assert "速查封底" in text_of(layout_rulebook(chinese, small).scenes[1])


def test_several_chapters_are_on_the_back_cover(small: Sources) -> None:
    text = BOOK.replace("Play. See", "Play.\n\n## Last turns\n\nSee").replace(
        "back: quick-reference", "back: last-turns"
    )
    pages = laid(text, small)
    assert "Last turnsSee Quick reference, back cover.Quick referenceDraw" in text_of(pages.scenes[-1]).replace(
        "  ", ""
    )
    assert [(mark.title, mark.page) for mark in pages.bookmarks][-3:] == [
        ("Last turns", 3),
        ("Quick reference", 3),
        ("Scoring", 3),
    ]


def test_what_cannot_be_on_the_back_cover_is_a_fault(small: Sources) -> None:
    wrong = BOOK.replace("back: quick-reference", "back: quick-referenc")
    assert "book.md:4:7: no heading of the book has the anchor '#quick-referenc' (did you mean" in fault(wrong, small)
    assert "book.md:1:1: #scoring cannot be on the back cover: it is not a chapter" in fault(
        BOOK.replace("back: quick-reference", "back: scoring"), small
    )
    assert "book.md:11:1: the text for the back cover takes 2 pages, expected one" in fault(
        BOOK.replace("discard.", "discard. " * 500), small
    )
