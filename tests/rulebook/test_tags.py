"""The structure of rulebooks for readers who cannot see the pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.rulebook.book import Figure, Panel, Picture, Sources
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.theme import Theme
from cardgen.scene.items import Path, rectangle
from cardgen.scene.shapes import Drawing
from tests.formats.structures import elements_of, open_pdf, structure_of, tagged, unmarked_operators

TEXT = """\
## Setting up

Take **cards**, see [the end](#the-end).

> A note.

### Cards

- one
- two

3. three

```cards T I
caption: Two cards.
```

```table #worth
header: [Card, Worth]
rows:
  - [T, 1]
caption: What they are worth.
```

    T spin

## The end

End.
"""

STRUCTURE = """\
Document
  Sect
    H1 1
    P
      Span 1
  Sect
    H2 2
    TOC
      TOCI
        Reference
          Link 2 2 link
      TOCI
        Reference
          Link 2 2 link
      TOCI
        Reference
          Link 2 2 link
  Sect
    H2 3
    P 3 3
      Link 3 link
    Note
      P 3
    H3 3
    L
      LI
        LBody
          P 3
      LI
        LBody
          P 3
    L
      LI
        Lbl 3
        LBody
          P 3
    Div
      Figure 3
      Caption 3
      Figure 3
      Caption 3
      Caption 3
    Table
      TR
        TH 3
        TH 3
      TR
        TD 3
        TD 3
      Caption 3
    P
      Code 3
  Sect
    H2 4
    P 4
  Sect"""


def laid(text: str, sources: Sources, **options: Any) -> Pages:
    return layout_rulebook(parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources), sources, **options)


def test_all_blocks_of_a_book_are_read_in_order(small: Sources) -> None:
    document = open_pdf(tagged(laid(TEXT, small)))
    assert structure_of(document)[: len(STRUCTURE)] == STRUCTURE
    assert str(elements_of(document, "Figure")[0].Alt) == "Card T. face of T"
    assert [unmarked_operators(page) for page in document.pages] == [[] for _ in document.pages]


def test_paragraphs_lists_and_tables_go_on_on_the_next_page(small: Sources) -> None:
    rows = "\n".join(f"  - [{number}]" for number in range(60))
    text = f"{'A word. ' * 1200}\n\n- {'In a list. ' * 700}\n\n```table\nheader: [Row]\nrows:\n{rows}\n```\n"
    document = open_pdf(tagged(laid(text, small)))
    paragraphs = [line.split() for line in structure_of(document).splitlines() if line.split()[0] == "P"]
    assert sum(len(set(pages)) > 2 for _, *pages in paragraphs) == 2
    assert len(elements_of(document, "Table")) == 1
    assert len(elements_of(document, "TR")) == 61
    assert len(elements_of(document, "TH")) == 1  # though it is printed on every page


@pytest.mark.parametrize("theme", [Theme(), Theme(depth=0), Theme(has_cover=False), Theme(has_cover=False, depth=0)])
@pytest.mark.parametrize("text", ["### Three\n\nText.\n\n## Two\n\n### Three", "## Two\n\n### Three", "Text."])
def test_headings_begin_with_the_title_and_skip_no_level(text: str, theme: Theme, small: Sources) -> None:
    pages = laid(text, small, theme=theme)
    lines = structure_of(open_pdf(tagged(pages))).split()
    levels = [int(word[1]) for word in lines if word in ("H1", "H2", "H3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


class Square(Picture):
    """A black square."""

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        return Drawing((Path(rectangle(0, 0, 5, 5), fill="#000000"),), 5, 5)


@pytest.fixture
def with_panels(small: Sources) -> Callable[..., Pages]:
    """Return a function that lays out a book with a figure of squares that have these alternatives."""

    def lay(*alts: str, down: bool = False) -> Pages:
        book = parse_rulebook("# Title\n\nText.", "book.md", "en", small)
        place = book.blocks[0].place
        figure = Figure(tuple(Panel(Square(), alt=alt) for alt in alts), 2, (), place, down=down)
        return layout_rulebook(replace(book, blocks=(*book.blocks, figure)), small)

    return lay


def test_columns_of_pictures_are_read_downwards(with_panels: Callable[..., Pages]) -> None:
    for down in (True, False):
        document = open_pdf(tagged(with_panels("a", "b", "c", "d", down=down)))
        assert [str(figure.Alt) for figure in elements_of(document, "Figure")] == ["a", "b", "c", "d"]


def test_a_picture_without_a_text_alternative_is_a_fault(with_panels: Callable[..., Pages]) -> None:
    with pytest.raises(DataError, match=r"book\.md:3:1: picture has no alt text"):
        with_panels("a", " ")
