"""Drawn content that is kept: the same bytes as without, whatever the document has drawn before."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import pytest

from cardgen.cache.parts import keep_parts
from cardgen.formats.pdf import Page, to_pdf
from cardgen.formats.pdf_content import Content
from cardgen.formats.pdf_links import Destination
from cardgen.scene.items import CUT, GlyphRun, Group, Item, Path, Scene, polyline, rectangle, translate
from cardgen.scene.tags import FOOTER, Tag
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from tests.pictures import card, everything, photograph, sheet

Pages = Sequence[Page | Scene]


@pytest.fixture(autouse=True)
def cache(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scenes that were drawn since the list was last cleared."""
    scenes: list[Scene] = []
    draw = Content.draw

    def counted(content: Content, scene: Scene, places: int) -> None:
        scenes.append(scene)
        draw(content, scene, places)

    monkeypatch.setattr(Content, "draw", counted)
    return scenes


def pdf(pages: Pages, name: str = "", **options: Any) -> bytes:
    """Return a PDF, with the parts that are kept under a name."""
    file = io.BytesIO()
    with keep_parts(name) if name else contextlib.nullcontext():
        to_pdf(pages, file, **options)
    return file.getvalue()


def words(text: str, lang: str = "en", link: str = "") -> GlyphRun:
    (run,) = layout_paragraph([Span(text, lang=lang)], 4, 100).runs
    return replace(run, baseline=5.0, link=link)


def page(*items: Item) -> Scene:
    return Scene(60, 60, items)


def sheets(_: FilePath) -> Pages:
    one, two, three = card(1), card(2), card(3)
    return [sheet(one, two), sheet(two, three), sheet(one), Page(card(4), bleed=False, label="four")]


def pictures(folder: FilePath) -> Pages:
    picture = photograph(folder)
    return [page(picture), page(replace(picture, rect=(1, 1, 20, 20)), words("below"))]


def inks(_: FilePath) -> Pages:
    cut = Path(polyline((1, 1), (9, 9)), stroke="#ff00ff", stroke_width=0.1, spot=CUT)
    veil = Path(rectangle(0, 0, 9, 9), fill="#223344", opacity=0.5)
    return [page(cut), page(veil, cut), page(replace(veil, opacity=0.25), words("中文", "zh"))]


def all_kinds(folder: FilePath) -> Pages:
    return [everything(folder), card(1), everything(folder)]


@pytest.mark.parametrize("make", [sheets, pictures, inks, all_kinds])
def test_the_bytes_are_the_same_with_and_without_parts(
    make: Callable[[FilePath], Pages], tmp_path: FilePath, drawn: list[Scene]
) -> None:
    plain = pdf(make(tmp_path))
    assert pdf(make(tmp_path), "file") == plain
    drawn.clear()
    assert pdf(make(tmp_path), "file") == plain
    assert not drawn or make is all_kinds


def test_layers_and_gradients_are_drawn_each_time(drawn: list[Scene]) -> None:
    faint = Group((Path(rectangle(0, 0, 9, 9), fill="#223344"), words("faint")), opacity=0.5)
    pages = [page(faint), page(words("solid"))]
    plain = pdf(pages)
    pdf(pages, "file")
    drawn.clear()
    assert pdf(pages, "file") == plain
    assert drawn == [pages[0]]


def test_a_page_is_drawn_again_if_its_resources_have_other_names(drawn: list[Scene]) -> None:
    veil = Path(rectangle(0, 0, 9, 9), fill="#223344", opacity=0.5)
    first, other, last = page(words("first")), page(replace(veil, opacity=0.25)), page(veil, words("last"))
    pdf([first, last], "file")
    drawn.clear()
    assert pdf([other, last], "file") == pdf([other, last])
    assert drawn[:2] == [other, last]  # the state of `last` is not the first one now
    shared, another = card(1), card(2)
    pdf([sheet(shared), sheet(shared)], "sheets")
    changed = [sheet(another), sheet(another), sheet(shared), sheet(shared)]
    assert pdf(changed, "sheets") == pdf(changed)
    once = [sheet(shared)]  # not stored as an object
    assert pdf(once, "sheets") == pdf(once)


def test_only_what_has_changed_is_drawn(drawn: list[Scene]) -> None:
    before = [page(words(text)) for text in ("one", "two", "three")]
    after = [page(words(text)) for text in ("one", "2", "three")]
    pdf(before, "file")
    drawn.clear()
    changed = pdf(after, "file")
    assert drawn == [after[1]]
    assert changed == pdf(after)


def test_characters_of_a_page_that_is_gone_are_gone() -> None:
    pdf([page(words("abc")), page(words("xyz"))], "file")
    assert pdf([page(words("xyz"))], "file") == pdf([page(words("xyz"))])


# ---------------------------------------------------------------- tagged documents


def chapter(title: str, *texts: str) -> list[Item]:
    section = Tag("Sect")
    picture = Tag("Figure", section, "a square", (0.0, 0.0, 9.0, 9.0))
    items: list[Item] = [Group((words(title),), translate(2, 2), tag=Tag("H2", section))]
    items += [
        Group((words(text, link="#there" if "see" in text else ""),), translate(2, 12 + 6 * i), tag=tag, spaced=spaced)
        for i, (text, tag, spaced) in enumerate((text, Tag("P", section), bool(i % 2)) for i, text in enumerate(texts))
    ]
    items.append(Group((Path(rectangle(0, 0, 9, 9), fill="#223344"), words("label")), translate(40, 40), tag=picture))
    items.append(Group((words("12"),), translate(40, 55), tag=FOOTER))
    return items


def book(*last: str) -> Pages:
    whole = Tag("P")
    across = [Group((words(text),), translate(2, 50), tag=whole) for text in ("a paragraph on", "two pages")]
    mixed = Group((words("Deutsch", "de"), words("中文", "zh")), translate(2, 30), tag=Tag("P"))
    return [
        page(*chapter("One", "some words", "see there", "more"), across[0]),
        page(across[1], mixed, *chapter("Two", *last)),
    ]


TAGGED: dict[str, Any] = {"tagged": True, "title": "Book", "destinations": {"there": Destination(1, 5.0)}}


def test_a_tagged_document_is_the_same_with_and_without_parts(drawn: list[Scene]) -> None:
    plain = pdf(book("end"), **TAGGED)
    assert pdf(book("end"), "file", **TAGGED) == plain
    drawn.clear()
    assert pdf(book("end"), "file", **TAGGED) == plain
    assert drawn == []
    changed = book("the", "end")
    assert pdf(changed, "file", **TAGGED) == pdf(changed, **TAGGED)


def test_links_that_lead_nowhere_are_no_elements() -> None:
    nowhere = {**TAGGED, "destinations": {"elsewhere": Destination(0, 5.0)}}
    pdf(book("end"), "file", **TAGGED)
    assert pdf(book("end"), "file", **nowhere) == pdf(book("end"), **nowhere)
    german = {**TAGGED, "lang": "de"}
    assert pdf(book("end"), "file", **german) == pdf(book("end"), **german)


def test_pages_of_tagged_and_other_documents_are_not_mixed_up() -> None:
    pdf(book("end"), "file", **TAGGED)
    assert pdf(book("end"), "file") == pdf(book("end"))
    assert pdf(book("end"), "file", **TAGGED) == pdf(book("end"), **TAGGED)
