"""Links of a rulebook: contents, cross references and addresses have targets, on pages and in HTML."""

from __future__ import annotations

import io

import pikepdf
import pytest

from cardgen.base.errors import DataError
from cardgen.formats.pdf import to_pdf
from cardgen.formats.pdf_links import Destination, find_links
from cardgen.rulebook.book import Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import GlyphRun, Scene, walk

TEXT = """\
## Setting up

Take the cards. See [the end](#how-it-ends), [the site](https://example.org/rules) or <help@example.org>.

---

## 结束

### How it ends

Back to [the begin](#setting-up), or [there](#%E7%BB%93%E6%9D%9F).
"""


def laid(text: str, sources: Sources) -> Pages:
    return layout_rulebook(parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources), sources)


def targets(scene: Scene) -> list[tuple[str, str]]:
    return [(link.text.rstrip("0123456789"), link.target) for link in find_links(scene)]


def test_contents_references_and_addresses_are_links(small: Sources) -> None:
    pages = laid(TEXT, small)
    contents, first, second = pages.scenes[1:4]
    assert targets(contents) == [
        ("Setting up", "#setting-up"),
        ("结束", "#结束"),
        ("How it ends", "#how-it-ends"),
    ]
    assert targets(first) == [
        ("the end", "#how-it-ends"),
        ("the site", "https://example.org/rules"),
        ("help@example.org", "mailto:help@example.org"),
    ]
    assert targets(second) == [("the begin", "#setting-up"), ("there", "#结束")]
    assert {anchor: page for anchor, (page, _) in pages.anchors.items()} == {
        "setting-up": 2,
        "结束": 3,
        "how-it-ends": 3,
    }
    for anchor, words in (("setting-up", "Setting up"), ("how-it-ends", "How it ends")):
        page, top = pages.anchors[anchor]
        baselines = [
            matrix[5] + item.baseline
            for matrix, item in walk(pages.scenes[page].items)
            if isinstance(item, GlyphRun) and item.text == words
        ]
        assert any(top < y < top + 12 for y in baselines)


def test_every_link_of_the_pdf_leads_somewhere(small: Sources) -> None:
    pages = laid(TEXT, small)
    file = io.BytesIO()
    to_pdf(pages.scenes, file, destinations={name: Destination(*place) for name, place in pages.anchors.items()})
    with pikepdf.open(file) as document:
        names = dict(pikepdf.NameTree(document.Root.Names.Dests))
        links = [link for page in document.pages for link in page.get("/Annots", [])]
        assert len(links) == 8
        assert sum("/A" in link for link in links) == 2
        assert {str(link.Dest) for link in links if "/Dest" in link} == set(names)


def test_a_reference_to_a_heading_that_there_is_not_is_a_fault(small: Sources) -> None:
    with pytest.raises(DataError) as caught:
        laid("## Setting up\n\nText.\n\nSee [there](#seting-up).", small)
    (fault,) = caught.value.faults
    message = "book.md:7:1: no heading of the book has the anchor '#seting-up' (did you mean 'setting-up'?)"
    assert str(fault) == message


def test_html_leads_to_its_own_headings(small: Sources) -> None:
    book = parse_rulebook(f"# Title\n\n{TEXT}", "book.md", "en", small)
    html = rulebook_html(book, small)
    assert html.count('href="#结束"') == 2  # written with percent signs in one of the two


def test_the_running_head_names_the_first_chapter_that_begins_on_the_page(small: Sources) -> None:
    text = "Words. " * 8 + "\n\n"
    pages = laid(f"## One\n\n{text * 30}\n\n## Two\n\n{text}## Three\n\n{text * 30}", small)
    heads = [scene.title for scene in pages.scenes[2:-1]]
    starts = {mark.title: mark.page for mark in pages.bookmarks}
    assert starts["Two"] == starts["Three"] > starts["One"]
    assert heads[starts["One"] - 2] == "One"
    assert heads[starts["Two"] - 2] == "Two"  # though One ends at the top of this page
    assert heads[starts["Three"] - 1] == "Three"  # which continues
