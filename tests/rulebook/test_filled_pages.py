"""Pages are filled: pictures are made smaller, placed after the next paragraphs or divided between their lines."""

from __future__ import annotations

from itertools import count

import pytest

from cardgen.base.errors import Place
from cardgen.rulebook.book import Figure, Heading, Panel, Picture, Sources
from cardgen.rulebook.drawing import set_label
from cardgen.rulebook.figures import layout_figure
from cardgen.rulebook.flow import flow
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.paginate import paginate
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.strips import BookContext, Scalable, Strip
from cardgen.rulebook.style import style_for
from cardgen.scene.items import GlyphRun, Path, rectangle, walk
from cardgen.scene.shapes import Drawing
from tests.formats.structures import open_pdf, structure_of, tagged
from tests.runs import texts_in

#: Pages of 100 mm, lines of 5 mm.
PAGE, LINE = 100.0, 5.0

_numbers = count(1)


def paragraph(name: str, lines: int) -> list[Strip]:
    number = next(_numbers)
    keep = [i == 0 or i == lines - 2 for i in range(lines - 1)] + [False]
    return [Strip((), LINE, Place(name), keep=keep[i], passage=number) for i in range(lines)]


def listing(name: str, lines: int) -> list[Strip]:
    return [Strip((), LINE, Place(name)) for _ in range(lines)]


def heading(name: str) -> list[Strip]:
    block = Heading(2, (), name, Place(name))
    return [Strip((), LINE, Place(name), keep=True, need=20.0, heading=block)]


def figure(name: str, height: float, least: float = 0.8, floats: bool = True) -> list[Strip]:
    """Return a figure with a caption of 4 mm."""

    def at(factor: float) -> Strip:
        return Strip((), 4.0 + (height - 4.0) * factor, Place(name))

    scalable = Scalable(height - 4.0, lambda: least, at)
    return [Strip((), height, Place(name), scalable=scalable, floats=floats)]


def placed(*parts: list[Strip]) -> list[str]:
    """Return for each page what is on it: the names with the heights of their strips together."""
    context = BookContext(None, style_for("en"), "en")  # type: ignore[arg-type]
    pages = []
    for sheet in paginate([strip for part in parts for strip in part], PAGE, context):
        heights: dict[str, float] = {}
        for y, strip in sheet.strips:
            assert y + strip.height <= PAGE + 1e-6
            heights[strip.place.file] = heights.get(strip.place.file, 0.0) + strip.height
        bottoms = [y + strip.height for y, strip in sheet.strips]
        assert bottoms == sorted(bottoms)
        pages.append(" ".join(f"{name}{height:g}" for name, height in heights.items()))
    assert not context.faults
    return pages


def test_a_figure_is_made_as_much_smaller_as_the_page_needs() -> None:
    assert placed(paragraph("a", 10), figure("f", 54)) == ["a50 f50"]
    assert placed(paragraph("a", 10), figure("f", 50)) == ["a50 f50"]


def test_no_picture_becomes_smaller_than_four_fifths() -> None:
    assert placed(paragraph("a", 10), figure("f", 61.5)) == ["a50 f50"]
    assert placed(paragraph("a", 10), figure("f", 62), heading("h"), paragraph("b", 3)) == ["a50", "f62 h5 b15"]
    assert placed(paragraph("a", 10), figure("f", 54, least=0.95)) == ["a50", "f54"]


def test_all_pictures_of_a_page_have_one_scale_as_far_as_they_can() -> None:
    assert placed(figure("f", 54), figure("g", 54)) == ["f50 g50"]
    assert placed(figure("f", 54, least=0.96), figure("g", 54)) == ["f52 g48"]
    assert placed(figure("f", 54, least=1.0), figure("g", 54)) == ["f54 g46"]


def test_pictures_make_room_for_a_heading_with_its_text() -> None:
    # 54 + 35 are 89 mm; the heading needs 20 mm, and without it 11 mm would stay blank.
    assert placed(figure("f", 54), paragraph("a", 7), heading("h"), paragraph("b", 2)) == ["f45 a35 h5 b10"]


def test_nothing_is_changed_on_a_page_that_is_almost_full() -> None:
    assert placed(paragraph("a", 10), figure("f", 44), figure("g", 20)) == ["a50 f44", "g20"]


def test_a_figure_is_placed_after_the_paragraph_that_follows() -> None:
    assert placed(paragraph("a", 10), figure("f", 80), paragraph("b", 6)) == ["a50 b30", "f80"]
    # the paragraph that goes on to the next page is not interrupted
    assert placed(paragraph("a", 10), figure("f", 80), paragraph("b", 13)) == ["a50 b50", "b15 f80"]


def test_a_figure_is_placed_after_two_paragraphs_but_not_three() -> None:
    texts = [paragraph(name, 3) for name in "bcd"]
    assert placed(paragraph("a", 10), figure("f", 80), *texts) == ["a50 b15 c15", "f80 d15"]


def test_a_figure_is_not_placed_after_a_heading_or_a_list() -> None:
    assert placed(paragraph("a", 10), figure("f", 80), heading("h"), paragraph("b", 2)) == ["a50", "f80 h5 b10"]
    assert placed(paragraph("a", 10), figure("f", 80), listing("l", 4)) == ["a50", "f80 l20"]
    assert placed(paragraph("a", 10), figure("f", 80, floats=False), paragraph("b", 4)) == ["a50", "f80 b20"]


def test_a_heading_stays_with_the_text_that_a_figure_is_placed_after() -> None:
    assert placed(paragraph("a", 10), heading("h"), figure("f", 80), paragraph("b", 4)) == ["a50 h5 b20", "f80"]
    # no room for the heading with the beginning of the paragraph: all of them are on the next page
    assert placed(paragraph("a", 18), heading("h"), figure("f", 80), paragraph("b", 2)) == ["a90", "h5 f80 b10"]


def test_a_paragraph_that_introduces_what_follows_is_not_separated_from_it() -> None:
    introduction = paragraph("b", 3)
    introduction[-1] = Strip((), LINE, Place("b"), keep=True, passage=introduction[0].passage)
    pages = placed(paragraph("a", 10), figure("f", 80), introduction, listing("l", 2))
    assert pages == ["a50", "f80 b15 l5", "l5"]


def test_a_figure_higher_than_a_page_is_made_smaller() -> None:
    assert placed(figure("f", 120)) == ["f100"]


# ---------------------------------------------------------------- figures in books


class Squares(Picture):
    """A square of 40 mm, with a label of a size."""

    def __init__(self, label: float = 0.0, fixed: bool = False) -> None:
        self.label, self.fixed = label, fixed

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        items = (Path(rectangle(0, 0, 40, 40)),)
        label = set_label("label", self.label, sources.fonts).items if self.label else ()
        return Drawing((*items, *label), 40.0, 40.0)

    def scales(self) -> bool:
        return not self.fixed


def strip_of(sources: Sources, *pictures: Picture, across: int = 1) -> Strip:
    panels = tuple(Panel(picture, alt="Squares") for picture in pictures)
    context = BookContext(sources, style_for("en"), "en")
    return layout_figure(Figure(panels, across, (), Place("book.md", 3, 1)), 118.0, context, None)


@pytest.mark.parametrize(("label", "least"), [(0.0, 0.8), (2.4, 0.8), (1.9, 1.75 / 1.9), (1.75, 1.0), (1.2, 1.0)])
def test_labels_stay_large_enough_to_be_read(label: float, least: float, small: Sources) -> None:
    scalable = strip_of(small, Squares(label)).scalable
    assert scalable is not None
    assert scalable.least() == pytest.approx(least)
    smaller = scalable.at(scalable.least())
    assert smaller.height == pytest.approx(40 * least + 0.8)
    sizes = [item.size * matrix[0] for matrix, item in walk(smaller.items) if isinstance(item, GlyphRun)]
    assert all(size >= min(label, 1.75) - 1e-9 for size in sizes)


def test_a_picture_at_actual_size_is_not_scaled(small: Sources) -> None:
    assert strip_of(small, Squares(fixed=True)).scalable is None


def test_a_page_ends_between_two_lines_of_panels_if_nothing_else_helps(small: Sources) -> None:
    rows = strip_of(small, *[Squares()] * 6, across=2)
    assert rows.pieces is not None
    assert len(rows.pieces()) == 3
    together = sum(piece.height for piece in rows.pieces()) + sum(piece.before for piece in rows.pieces()[1:])
    assert together == pytest.approx(rows.height)
    context = BookContext(small, style_for("en"), "en")
    sheets = paginate([*paragraph("a", 10), rows], PAGE, context)
    assert [len(sheet.strips) for sheet in sheets] == [11, 2]
    assert not context.faults


def test_the_text_of_a_figure_is_in_the_book_once_and_before_it(small: Sources) -> None:
    """In a book: the picture jumps to the next page, and the paragraph after it fills the page."""
    body = "x\n\n" * 19 + "Before.\n\n```cards T I\nwidth: 56\n```\n\n" + "After it. " * 60 + "\n\n### Next\n\nEnd."
    made = layout_rulebook(parse_rulebook(f"# Title\n\n{body}", "book.md", "en", small), small, multiple=1)
    pages = ["".join(texts_in(scene.items)) for scene in made.scenes]
    before = next(number for number, page in enumerate(pages) if "Before." in page)
    assert "After it." in pages[before]
    assert "".join(pages).count("After it.") >= 55
    assert "Next" not in pages[before]


@pytest.mark.parametrize("chapter", ["", "## Chapter\n\n"])
def test_a_figure_that_is_placed_later_is_read_at_its_place_in_the_text(chapter: str, small: Sources) -> None:
    body = chapter + "x\n\n" * (16 if chapter else 19) + "Before.\n\n```cards T I\nwidth: 56\n```\n\n"
    body += "After it. " * 60 + "\n\n### Next\n\nEnd."
    made = layout_rulebook(parse_rulebook(f"# Title\n\n{body}", "book.md", "en", small), small, multiple=1)
    lines = [line.split() for line in structure_of(open_pdf(tagged(made))).splitlines()]
    figure = lines.index(["Div"])
    before, after = lines[figure - 1], next(line for line in lines[figure:] if line[0] == "P")
    assert lines[figure + 1][0] == "Figure"
    assert int(lines[figure + 1][1]) == int(before[1]) + 1  # on the next page
    assert after[:2] == before  # the text after it is on the page before


def test_what_a_colon_introduces_stays_with_it(small: Sources) -> None:
    def strips(text: str) -> list[Strip]:
        book = parse_rulebook(f"# Title\n\n{text}\n\n```cards T\n```\n\nAfter.", "book.md", "en", small)
        return list(flow(book.blocks, 118.0, BookContext(small, style_for("en"), "en")))

    assert [(strip.keep, strip.floats) for strip in strips("A card:")] == [
        (True, False),
        (False, False),
        (False, False),
    ]
    assert [(strip.keep, strip.floats) for strip in strips("A card.")] == [
        (False, False),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize(
    ("entries", "keeps"),
    [
        (1, [False]),
        (2, [True, False]),
        (3, [True, True, False]),
        (5, [True, False, False, True, False]),
    ],
)
def test_no_entry_of_a_list_is_alone_on_a_page(entries: int, keeps: list[bool], small: Sources) -> None:
    text = "\n".join(f"- entry {number}" for number in range(entries))
    book = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", small)
    strips = list(flow(book.blocks, 118.0, BookContext(small, style_for("en"), "en")))
    assert [strip.keep for strip in strips] == keeps
