"""A book as one HTML file."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import html5lib
import pytest

from cardgen.rulebook.book import Book, Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.text.fonts import face_for

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Checks that elements nest, and collects ids, links, texts and languages."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.languages: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        result = dict(attrs)
        self.ids += [value for key, value in attrs if key == "id" and value]
        if tag == "a":
            self.links.append(result["href"] or "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "lang" in result:
            self.languages.append((tag, result["lang"] or ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html(text: str, sources: Sources, lang: str = "en") -> str:
    return rulebook_html(parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources), sources)


def test_elements(small: Sources) -> None:
    text = html(
        "## Go & \\<see>\n\nWords *so* **bold** `a<b` and 方块.\n\n> Note\n\n2. two\n\n- dot\n\n"
        "[there](https://example.org/?a=1&b=2)\n\n```\nx < y\n```\n",
        small,
    )
    read = Reader(text)
    assert '<h2 id="go-see">Go &amp; &lt;see&gt;</h2>' in text
    assert (
        '<p>Words <em>so</em> <strong>bold</strong> <code translate="no">a&lt;b</code> and '
        '<span lang="zh-Hans">方块</span>.</p>' in text
    )
    assert '<div class="note" role="note"><p>Note</p></div>' in text
    assert '<ol start="2"><li>two</li></ol><ul><li>dot</li></ul>'.replace("><ul", ">\n<ul") in text
    assert "<pre><code>x &lt; y</code></pre>" in text
    assert read.links == ["#go-see", "https://example.org/?a=1&b=2"]
    assert ("html", "en") in read.languages


def test_a_table_has_headers_for_its_columns_and_rows(small: Sources) -> None:
    text = html(
        '```table\nheader: [L]\ncounts: true\nrows: [[Spin, "{standard.attack.spin}"]]\ntotal: true\n```', small
    )
    assert '<th scope="col">L</th><th scope="col" class="centre">1</th>' in text
    assert '<tr class="total"><th scope="row">Spin</th><td class="centre">2</td>' in text


def test_pictures_have_alternatives(small: Sources) -> None:
    text = html("```field\nrows: |\n  .T.\n```\n\n```cards T\n```", small)
    assert "<desc" in text
    assert "Field, top row first: .T." in text
    assert "Card T. face of T" in text
    assert text.count('role="img"') == 2


def test_sections_nest_in_the_contents(small: Sources) -> None:
    text = html("## A\n\n### B\n\n### C\n\n## D\n\n### E", small)
    nav = re.search(r"<nav.*?</nav>", text, re.DOTALL)
    assert nav
    assert re.sub(r"</?a[^>]*>", "", nav[0]).replace("\n", "") == (
        '<nav aria-label="Contents"><ul><li>A<ul><li>B</li><li>C</li></ul></li><li>D<ul><li>E</li></ul></li></ul></nav>'
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_bundled_books_are_whole(lang: str, books: dict[str, Book], sources: Sources) -> None:
    text = rulebook_html(books[lang], sources)
    read = Reader(text)
    assert text.startswith("<!doctype html>")
    assert ("html", {"en": "en", "zh": "zh-Hans"}[lang]) in read.languages
    assert len(read.ids) == len(set(read.ids)), "ids are unique, also those inside the pictures"
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert read.headings[0] == 1
    assert read.headings.count(1) == 1
    assert all(b <= a + 1 for a, b in zip(read.headings, read.headings[1:], strict=False)), "no level is left out"
    outside = re.sub(r'<a href="[^"]*"|xmlns(:\w+)?="[^"]*"', "", text)
    assert not re.search(r'(src|href)="(?!#|data:)', outside)
    assert "url(" not in outside.replace("url(#", "").replace("url(data:font/ttf;base64,", "")
    assert "@import" not in text
    assert rulebook_html(books[lang], sources) == text


@pytest.mark.browser
def test_every_character_comes_with_its_font(books: dict[str, Book], sources: Sources, browser: Any) -> None:
    """The page does not rely on the reader's system for Chinese: its own fonts have all characters of the book."""
    page = browser.new_page()
    page.set_content(rulebook_html(books["zh"], sources))
    assert page.evaluate(
        "document.fonts.ready.then(() => document.fonts.check('16px \"Cardgen Sans SC\"', '方块杀旋转'))"
    )
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family + f.weight)")
    assert {"Cardgen Sans SC400", "Barlow400"} <= {name.replace('"', "") for name in loaded}
    full_width = page.evaluate(
        """() => { const s = document.createElement('span'); s.textContent = '方块';
        s.style.font = '20px "Cardgen Sans SC"'; document.body.append(s); return s.getBoundingClientRect().width }"""
    )
    assert full_width == 40
    page.close()


@pytest.mark.browser
def test_a_phone_needs_no_scrolling_sideways_and_nothing_is_asked_for(
    books: dict[str, Book], sources: Sources, browser: Any
) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 700})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(rulebook_html(books["en"], sources))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [url for url in asked if not url.startswith("about:")] == []
    page.close()


@pytest.mark.full
@pytest.mark.browser
def test_spaces_are_as_wide_as_the_book_s_own_font_has_them(
    books: dict[str, Book], sources: Sources, browser: Any
) -> None:
    page = browser.new_page()
    page.set_content(rulebook_html(books["en"], sources))
    wide = page.evaluate(
        "document.fonts.ready.then(() => { const pen = document.createElement('canvas').getContext('2d');"
        "pen.font = '100px Barlow'; return pen.measureText('a b').width - pen.measureText('ab').width })"
    )
    face = face_for(" ", "regular", "en")
    assert face is not None
    assert wide == pytest.approx(100 * face.nominal_width(" ") / face.units, abs=0.5)


@pytest.mark.browser
@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.full), "zh"])
def test_a_phone_shows_the_whole_width_of_everything(
    lang: str, books: dict[str, Book], sources: Sources, browser: Any
) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 800})
    page.set_content(rulebook_html(books[lang], sources))
    beyond = page.evaluate(
        "document.fonts.ready.then(() => [...document.querySelectorAll('main *, nav *, header *')]"
        ".filter(e => !e.closest('svg') && e.getBoundingClientRect().right > innerWidth)"
        ".map(e => e.tagName + ' ' + e.textContent.slice(0, 30)))"
    )
    assert beyond == []


def test_the_document_is_valid_html(small: Sources) -> None:
    picture = "```field\nrows: |\n  .TTT......\n  ##T####### <\ncaption: A row is full.\n```"
    text = html(f"## One\n\n{picture}\n\n## Two\n\n- a\n- b\n\n> Note", small)
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    document = parser.parse(text)  # raises on the first error
    svgs = list(document.iter("{http://www.w3.org/2000/svg}svg"))
    assert svgs
    # HTML knows no other names with colons: https://html.spec.whatwg.org/#adjust-foreign-attributes
    names = set(re.findall(r"\s([\w-]+:[\w-]+)=", " ".join(re.findall(r"<[a-zA-Z][^>]*>", text))))
    assert names <= {"xmlns:xlink", "xml:lang", "xlink:href"}
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert len(ids) == len(set(ids))
