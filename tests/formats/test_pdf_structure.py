"""Tagged PDFs: elements, marks, languages, links, and what other PDFs keep as it was."""

from __future__ import annotations

from dataclasses import replace

import pikepdf
import pytest

from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.pdf_links import Destination
from cardgen.scene.items import GlyphRun, Group, Item, Path, Scene, rectangle, translate
from cardgen.scene.keys import content_key
from cardgen.scene.tags import FOOTER, Tag
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from tests.formats.structures import (
    elements_of,
    kids_of,
    open_pdf,
    structure_of,
    tagged_scene,
    unmarked_operators,
)

BOX = Path(rectangle(0, 0, 9, 4), fill="#223344")


def run(text: str, link: str = "", lang: str = "en", x: float = 0.0) -> GlyphRun:
    (laid,) = layout_paragraph([Span(text, lang=lang)], 4, 100).runs
    return replace(laid, x=x, baseline=5, link=link)


def line(y: float, tag: Tag | None, *items: Item, spaced: bool = False) -> Group:
    return Group(items, translate(10, y), tag=tag, spaced=spaced)


def content_of(pdf: bytes) -> str:
    with open_pdf(pdf) as document:
        return document.pages[0].Contents.read_bytes().decode("ascii")


def test_the_lines_of_a_tag_are_one_element_and_the_rest_is_an_artifact() -> None:
    tag = Tag("P", Tag("Sect"))
    pdf = tagged_scene(BOX, line(10, tag, BOX, run("one"), spaced=True), line(20, tag, run("two")), run("rest"))
    document = open_pdf(pdf)
    assert structure_of(document) == "Document\n  Sect\n    P 1 1"
    assert content_of(pdf).count("/P <</MCID") == 2
    assert content_of(pdf).count("/Artifact BMC") == 3
    assert unmarked_operators(document.pages[0]) == []
    assert document.Root.MarkInfo.Marked
    assert document.pages[0].Tabs == "/S"
    assert int(document.pages[0].StructParents) == 0


def test_a_line_that_ends_at_a_space_has_it() -> None:
    tag = Tag("P")
    spaced, plain = (content_of(tagged_scene(line(10, tag, run("one"), spaced=on))) for on in (True, False))
    assert "<0020>" in spaced
    assert "<0020>" not in plain


def test_tags_change_no_other_pdf_and_no_key() -> None:
    with_tags, without = (
        Scene(50, 50, (Group((BOX, run("one")), tag=tag, spaced=tag is not None),)) for tag in (Tag("P"), None)
    )
    assert pdf_bytes([with_tags]) == pdf_bytes([without])
    assert content_key(with_tags) == content_key(without)


def test_footers_are_artifacts_of_their_kind() -> None:
    pdf = tagged_scene(line(10, Tag("P"), run("text")), line(40, FOOTER, run("12")))
    assert "/Artifact <</Type /Pagination /Subtype /Footer>> BDC" in content_of(pdf)
    assert structure_of(open_pdf(pdf)) == "Document\n  P 1"


def test_a_figure_has_its_text_and_its_place_and_one_mark() -> None:
    tag = Tag("Figure", alt="Ein Bild. 一张图。", box=(0, 0, 9, 4))
    pdf = tagged_scene(Group((BOX, Group((BOX, run("label"))), BOX), translate(10, 6), tag=tag))
    document = open_pdf(pdf)
    (figure,) = elements_of(document, "Figure")
    assert str(figure.Alt) == "Ein Bild. 一张图。"
    millimetres = [float(v) * 25.4 / 72 for v in figure.A.BBox]
    assert millimetres == pytest.approx([10, 50 - 10, 19, 50 - 6], abs=0.01)
    assert content_of(pdf).count("MCID") == 1
    with pytest.raises(ValueError, match="no text alternative"):
        tagged_scene(Group((BOX,), tag=replace(tag, alt=" ")))


def test_a_transparent_group_and_an_empty_cell_keep_their_places() -> None:
    row = Tag("TR", Tag("Table"))
    pdf = tagged_scene(
        line(5, Tag("TH", row), run("head")),
        line(10, Tag("TD", row)),
        Group((run("faint"),), translate(10, 20), tag=Tag("TD", row), opacity=0.5),
    )
    document = open_pdf(pdf)
    assert structure_of(document) == "Document\n  Table\n    TR\n      TH 1\n      TD\n      TD 1"
    (header,) = elements_of(document, "TH")
    assert (header.A.O, header.A.Scope) == ("/Table", "/Column")
    assert unmarked_operators(document.pages[0]) == []


def test_the_parts_of_a_parent_are_read_by_their_order() -> None:
    parent = Tag("Div")
    tags = (Tag("Caption", parent, order=9), Tag("P", parent, order=2), Tag("H1", parent, order=1))
    pdf = tagged_scene(*(line(10, tag, run("x")) for tag in tags))
    assert structure_of(open_pdf(pdf)) == "Document\n  Div\n    H1 1\n    P 1\n    Caption 1"


def test_lists_say_how_they_are_numbered_and_notes_have_ids() -> None:
    pdf = tagged_scene(
        *(line(10, Tag("LI", Tag("L", numbered=numbered)), run("x")) for numbered in (True, False)),
        *(line(20, Tag("P", Tag("Note")), run("x")) for _ in range(2)),
    )
    document = open_pdf(pdf)
    assert [str(part.A.ListNumbering) for part in elements_of(document, "L")] == ["/Decimal", "/Square"]
    names = pikepdf.NameTree(document.Root.StructTreeRoot.IDTree)
    assert [names[str(part.ID)].objgen for part in elements_of(document, "Note")] == [
        part.objgen for part in elements_of(document, "Note")
    ]


def test_words_in_another_language_are_marked_and_figures_are_not() -> None:
    tag = Tag("P")
    words = [run("eins", lang="de"), run("一", lang="zh", x=20), run("7", lang="en", x=40), run("二", lang="zh", x=60)]
    document = open_pdf(tagged_scene(line(10, tag, *words), lang="de"))
    assert document.Root.Lang == "de"
    assert structure_of(document) == "Document\n  P 1 1\n    Span 1\n    Span 1"
    assert [str(part.Lang) for part in elements_of(document, "Span")] == ["zh", "zh"]


def test_a_link_over_two_lines_is_one_element_with_two_annotations() -> None:
    tag, web, inside = Tag("P"), "https://example.org", "#there"
    pdf = tagged_scene(
        line(5, tag, run("See "), run("the", web, x=20)),
        line(15, tag, run("site", web), run(" and ", x=20), run("there", inside, x=40), run("away", "#away", x=60)),
        destinations={"there": Destination(0, 1)},
    )
    document = open_pdf(pdf)
    assert structure_of(document) == "Document\n  P 1 1 1\n    Link 1 1 link link\n    Link 1 link"
    parents = pikepdf.NumberTree(document.Root.StructTreeRoot.ParentTree)
    for link in elements_of(document, "Link"):
        for kid in kids_of(link):
            if not isinstance(kid, int):
                assert parents[kid.Obj.StructParent].objgen == link.objgen
                assert str(kid.Obj.Contents).strip()
    page = document.pages[0]
    assert len(page.Annots) == 3
    assert [part.S for part in parents[int(page.StructParents)]] == ["/P", "/Link", "/Link", "/P", "/Link", "/P"]


def test_a_link_that_is_not_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="in a figure or has no tag"):
        tagged_scene(run("there", "https://example.org"), destinations={})


def test_the_metadata_declare_the_standard_and_the_title() -> None:
    document = open_pdf(tagged_scene(line(10, Tag("P"), run("x"))))
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == "Title"
    assert document.Root.ViewerPreferences.DisplayDocTitle


def test_the_same_pages_give_the_same_bytes() -> None:
    tag = Tag("P", Tag("Sect"))
    items = (line(10, tag, run("one"), spaced=True), line(20, tag, run("two", "https://example.org")))
    assert tagged_scene(*items, destinations={}) == tagged_scene(*items, destinations={})
