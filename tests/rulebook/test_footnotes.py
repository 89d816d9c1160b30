"""Footnotes: on the page of their number, and at the end of the chapter in HTML."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from cardgen.base.errors import DataError
from cardgen.rulebook.book import Paragraph, Sources, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import GlyphRun, walk
from tests.formats.structures import elements_of, open_pdf, structure_of, tagged, unmarked_operators
from tests.rulebook.test_columns import with_terms

LINES = "A word and another word, and one more. " * 8

TEXT = f"""\
Before.[^0]

## One

First[^a] and second[^b], and again[^a].

> A note[^a].

- An item[^a]

| Good | Cost |
|---|---|
| Jar[^a] | 2 |

```cards T I
caption: Two cards[^a].
```

## Two

{LINES}

More.[^b]

[^0]: Of the beginning.
[^a]: Of **one**, see [](#two).
[^b]: Of two,
goes on.

    A second paragraph.
"""


def laid(text: str, sources: Sources) -> Pages:
    return layout_rulebook(parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources), sources)


def lines_of(pages: Pages, number: int) -> dict[float, str]:
    """Return the lines of a page by their baselines, without the numbers of footnotes in the text."""
    lines: dict[float, str] = {}
    for matrix, item in walk(pages.scenes[number].items):
        if isinstance(item, GlyphRun) and (item.link.endswith(".mark") or not item.link.startswith("#note")):
            y = round(item.baseline + matrix[5], 1)
            lines[y] = lines.get(y, "") + item.text
    return dict(sorted(lines.items()))


def test_footnotes_are_counted_in_each_chapter(small: Sources) -> None:
    book = parse_rulebook(f"# Title\n\n{TEXT}", "book.md", "en", small)
    first, second = (block for block in book.blocks if isinstance(block, Paragraph) and "F" in plain(block.words)), None
    (paragraph,) = [block for block in first if "First" in plain(block.words)]
    notes = [word.footnote for word in paragraph.words if word.footnote]
    assert second is None
    assert [(note.number, note.anchor, len(note.paragraphs)) for note in notes] == [
        (1, "note.2", 1),
        (2, "note.3", 2),
        (3, "note.4", 1),
    ]
    assert plain(paragraph.words) == "First and second, and again."


def test_footnotes_are_at_the_foot_of_the_page_of_their_number(small: Sources) -> None:
    pages = laid(TEXT, small)
    lines = lines_of(pages, 2)
    texts = [(y, line) for y, line in lines.items() if re.match(r"\d(Of|A)", line)]
    assert [line[:1] for _, line in texts] == [*"11234567"]
    assert all(150 < y < 210 - 9 - 7 for y, _ in texts)
    numbered = {anchor: page for anchor, (page, _) in pages.anchors.items() if anchor.startswith("note.")}
    assert all(page == numbered[f"{anchor}.mark"] for anchor, page in numbered.items() if not anchor.endswith("mark"))


@pytest.mark.parametrize("before", range(19, 29, 2))
def test_a_line_and_its_footnote_are_on_one_page(before: int, small: Sources) -> None:
    paragraphs = "\n\n".join(["A line."] * before)
    pages = laid(f"{paragraphs}\n\nMarked.[^1]\n\n{paragraphs}\n\n[^1]: {LINES}\n", small)
    on = [{"Marked."} & set(lines_of(pages, i).values()) != set() for i in range(len(pages.scenes))]
    below = [
        any("A word and another" in line for line in lines_of(pages, i).values()) for i in range(len(pages.scenes))
    ]
    assert on == below
    for number in range(2, len(pages.scenes) - 1):
        ends = [y for y, line in lines_of(pages, number).items() if line.strip() and y < 196]
        assert all(later - y > 2.5 for y, later in pairwise(ends))  # nothing overlaps


def test_a_footnote_higher_than_a_page_is_a_fault_at_its_line(small: Sources) -> None:
    with pytest.raises(DataError) as caught:
        laid(f"Text.[^1]\n\nMore.\n\n[^1]: {LINES * 30}\n", small)
    (fault,) = caught.value.faults
    assert str(fault).startswith("book.md:7:1: the footnotes of a line are ")


def test_a_row_higher_than_a_page_is_a_fault_at_its_line(small: Sources) -> None:
    table = f"| a | b |\n|---|---|\n| 1 | 2 |\n| {LINES * 40} | 3 |\n"
    block = f"```table\nheader: [a, b]\nrows:\n  - [1, 2]\n  - [{LINES.replace(',', '') * 40}, 3]\n```\n"
    with pytest.raises(DataError) as caught:
        laid(f"## Chapter\n\n{table}\n\n{block}", small)
    assert [fault.place.line for fault in caught.value.faults] == [8, 15]


def test_footnotes_are_notes_for_those_who_cannot_see(small: Sources) -> None:
    document = open_pdf(tagged(laid(TEXT, small)))
    assert [unmarked_operators(page) for page in document.pages] == [[] for _ in document.pages]
    notes = elements_of(document, "Note")
    assert len(notes) == 10  # with the quote
    assert len({str(note.ID) for note in notes}) == 10
    structure = structure_of(document)
    # After the paragraph of its number: the number, which leads back, and the words.
    expected = (
        r"    P 3.*\n      Link 3 link\n(      Link 3 link\n)*    Note\n      Lbl\n        Link 3 link\n      P 3"
    )
    assert re.search(expected, structure), structure


def test_footnotes_are_at_the_end_of_their_chapter_in_html(small: Sources) -> None:
    page = rulebook_html(parse_rulebook(f"# Title\n\n{TEXT}", "book.md", "en", small), small)
    markers = re.findall(r'<sup><a href="#(note\.\d+)" id="\1\.mark" role="doc-noteref">(\d)</a></sup>', page)
    assert [number for _, number in markers] == ["1", *"1234567", "1"]
    back = re.findall(r'<li id="(note\.\d+)"><p><a href="#\1\.mark" role="doc-backlink"[^>]*>(\d)</a>', page)
    assert back == markers
    chapters = page.split("<section")
    assert [chapter.count('role="doc-endnotes"') for chapter in chapters] == [1, 1, 1]


def test_loops_may_have_footnotes(small: Sources) -> None:
    loop = (
        "````each card of cards\nwhere: {id: [T, I]}\n---\n{card.id}[^own] or[^all]\n\n[^own]: It is {card.id}.\n````"
    )
    text = f"{loop}\n\n[^all]: All."
    book = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", small)
    notes = [
        word.footnote for block in book.blocks if isinstance(block, Paragraph) for word in block.words if word.footnote
    ]
    assert [(note.number, plain(note.paragraphs[0])) for note in notes] == [
        (1, "It is T."),
        (2, "All."),
        (3, "It is I."),
        (4, "All."),
    ]


def test_a_book_has_a_limited_number_of_footnotes(small: Sources) -> None:
    with pytest.raises(DataError, match="more than 1,000 footnotes"):
        parse_rulebook(f"# Title\n\n{'a[^1] ' * 1001}\n\n[^1]: b", "book.md", "en", small)


def test_columns_leave_room_for_the_footnotes_of_their_page(small: Sources) -> None:
    sources = with_terms(small, 60)
    pages = laid(f"Text.[^1]\n\n```glossary\ncolumns: 2\ncards: false\n```\n\n[^1]: {LINES}\n", sources)
    first, second = lines_of(pages, 2), lines_of(pages, 3)
    note = min(y for y, line in first.items() if line.startswith("1A word"))
    above = [y for y, line in first.items() if y < note]
    assert note - max(above) > 3
    assert max(y for y in second if y < 190) > note  # the next page has none
