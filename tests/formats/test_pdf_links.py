"""Links of a PDF: their rectangles and their targets."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from cardgen.formats.pdf import to_pdf
from cardgen.formats.pdf_links import Destination, find_links
from cardgen.scene.items import GlyphRun, Group, Item, Scene, scale
from cardgen.scene.keys import content_key
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span


def run(text: str, link: str, x: float = 10, baseline: float = 20) -> GlyphRun:
    (laid,) = layout_paragraph([Span(text)], 4, 100).runs
    return replace(laid, x=x, baseline=baseline, link=link)


def links_in_pdf(*items: Item, destinations: dict[str, Destination] | None) -> list[dict[str, Any]]:
    file = io.BytesIO()
    to_pdf([Scene(100, 50, items), Scene(100, 50, ())], file, destinations=destinations)
    with pikepdf.open(file) as document:
        result = []
        for link in document.pages[0].get("/Annots", []):
            rect = [float(v) * 25.4 / 72 for v in link.Rect]
            made: dict[str, Any] = {"rect": rect, "text": str(link.Contents)}
            if "/A" in link:
                made["uri"] = str(link.A.URI)
            else:
                names = pikepdf.NameTree(document.Root.Names.Dests)
                page, how, _, top, _ = names[str(link.Dest)]
                made["page"] = document.pages.index(pikepdf.Page(page))
                made["top"] = (str(how), pytest.approx(float(top) * 25.4 / 72, abs=0.01))
            result.append(made)
        return result


def test_an_address_and_a_heading_can_be_clicked_where_they_are() -> None:
    web, heading = run("here", "https://example.org/a?b=(c)"), run("there", "#one", x=50)
    first, second = links_in_pdf(web, heading, destinations={"one": Destination(1, 12.5)})
    assert (first["uri"], first["text"]) == ("https://example.org/a?b=(c)", "here")
    left, bottom, right, top = first["rect"]
    assert (left, right) == pytest.approx((10, 10 + web.width), abs=0.01)
    assert bottom < 50 - web.baseline < top < 50 - web.baseline + web.size
    assert (second["page"], second["top"]) == (1, ("/XYZ", 37.5))


def test_a_link_in_a_reduced_group_lies_over_its_words() -> None:
    (made,) = links_in_pdf(Group((run("mail", "mailto:a@b.c"),), scale(0.5)), destinations={})
    assert made["rect"][0] == pytest.approx(5, abs=0.01)


def test_without_destinations_nothing_can_be_clicked_and_unknown_targets_never() -> None:
    assert links_in_pdf(run("here", "https://example.org"), destinations=None) == []
    assert links_in_pdf(run("a", "#gone"), run("b", "file.html", x=40), destinations={}) == []


def test_neighbouring_runs_of_one_link_are_one_and_lines_are_several() -> None:
    above = [run("a", "#x"), run("b", "#x", x=30)]
    runs = [*above, run("c", "#x", baseline=30), run("d", ""), run("e", "#x", baseline=30)]
    assert [link.text for link in find_links(Scene(100, 50, tuple(runs)))] == ["ab", "c", "e"]


def test_runs_without_links_keep_their_keys() -> None:
    plain, linked = (Scene(100, 50, (run("a", link),)) for link in ("", "#x"))
    assert content_key(plain) != content_key(linked)
    assert content_key(plain) == content_key(Scene(100, 50, (replace(run("a", "#x"), link=""),)))
