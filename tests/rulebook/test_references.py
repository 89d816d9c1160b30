"""References that print the title of a chapter, a figure or a table and its page; in HTML they are links."""

from __future__ import annotations

import pytest

from cardgen.base.errors import DataError
from cardgen.formats.pdf_links import find_links
from cardgen.rulebook.book import Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from tests.runs import text_of

TEXT = """\
## Setting up

Take the cards, see [](#attack), *[](<#Setting up>)* and [](#two-cards).

- In a list: [](#counts).

> In a note: [](#attack).

| [](#attack) | B |
|---|---|
| [words](#two-cards) | 2 |

---

## Attack

```cards T I #two-cards
caption: Two *cards*. They are small.
```

---

```table #counts
header: [A, B]
rows: [[1, 2]]
caption: How many there are.
```
"""


def laid(text: str, sources: Sources, lang: str = "en") -> tuple[Pages, str]:
    book = parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources)
    return layout_rulebook(book, sources), rulebook_html(book, sources)


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        laid(text, sources)
    (only,) = caught.value.faults
    return str(only)


def test_a_reference_prints_title_and_page(small: Sources) -> None:
    pages, _ = laid(TEXT, small)
    words = text_of(pages.scenes[2])
    assert "see Attack, page 4, Setting up, page 3 and Two cards, page 4." in words
    assert "In a list: How many there are, page 5." in words
    assert "In a note: Attack, page 4." in words
    assert "Attack, page 4Bwords2" in words
    links = [(link.text, link.target) for link in find_links(pages.scenes[2])]
    assert links[:3] == [
        ("Attack, page 4", "#attack"),
        ("Setting up, page 3", "#setting-up"),
        ("Two cards, page 4", "#two-cards"),
    ]
    assert {anchor: page for anchor, (page, _) in pages.anchors.items()} == {
        "setting-up": 2,
        "attack": 3,
        "two-cards": 3,
        "counts": 4,
    }


def test_in_html_a_reference_is_a_link_without_a_page(small: Sources) -> None:
    _, html = laid(TEXT, small)
    assert 'see <a href="#attack">Attack</a>, <a href="#setting-up"><em>Setting up</em></a>' in html
    assert 'and <a href="#two-cards">Two cards</a>.' in html
    assert '<figure id="two-cards">' in html
    assert '<figure id="counts"><div class="table"><table>' in html
    assert "<figcaption>How many there are.</figcaption></figure>" in html
    assert ", page" not in html


def test_references_in_chinese(small: Sources) -> None:
    pages, _ = laid("## 准备\n\n见[](#进攻)。\n\n---\n\n## 进攻\n\n打出一张牌。", small, "zh")
    assert "见进攻（第4页）。" in text_of(pages.scenes[2])


def test_page_numbers_that_move_the_text_are_right(small: Sources) -> None:
    """With page numbers of one digit in place of two, the last line no longer goes to the next page."""
    lines = "\n\n".join(["Text."] * 13)
    references = " ".join(["[](#end)"] * 129)
    pages, _ = laid(f"## Start\n\n{lines}\n\n{references}\n\n{lines}\n\n## End\n\nText.", small)
    page = pages.anchors["end"][0]
    printed = "".join(map(text_of, pages.scenes[2 : page + 1]))
    assert printed.replace(" ", "").count(f"End,page{page + 1}") == 129


def test_page_numbers_that_cannot_be_right_are_a_fault(small: Sources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.rulebook.pages._MOST_LAYOUTS", 1)
    assert "book.md:1:1: the page numbers of references move the text" in fault("## One\n\nSee [](#one).", small)
    assert laid("## One\n\nSee [words](#one).", small)


def test_an_anchor_in_a_note_has_a_place(small: Sources) -> None:
    pages, _ = laid("## One\n\n> ### Inside\n>\n> Text.\n\nSee [](#inside).", small)
    page, y = pages.anchors["inside"]
    assert page == 2
    assert y > pages.anchors["one"][1] + 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## One\n\nSee [](#tow).", "book.md:5:1: no heading of the book has the anchor '#tow'"),
        ("## See [](#one)\n\n## One", "book.md:3:1: a reference in a heading needs words of its own"),
        ("```cards T #one\n```\n\n[](#one)", "book.md:6:1: '#one' has no caption to refer to (write words"),
        ("## One\n\n```cards T #one\n```", "book.md:5:1: the anchor '#one' is taken (such as #one-2)"),
        ("```cards T #One\n```", "book.md:3:1: '#One' is not an anchor (such as #one)"),
        ("```cover #front\n```", "book.md:3:1: only a figure or a table can have an anchor"),
    ],
)
def test_faults(text: str, expected: str, small: Sources) -> None:
    assert expected in fault(text, small)
