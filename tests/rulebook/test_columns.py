"""Terms in columns: entries stay whole, the last page is balanced, numbers hang, and an index leads back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cardgen.base.errors import DataError
from cardgen.data.glossary.model import Term
from cardgen.data.glossary.uses import UsedTerm
from cardgen.data.marked import Marked
from cardgen.rulebook.book import Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import GlyphRun, Scene, bounds_of, walk
from cardgen.text.ink import ink_of

MIDDLE = 74.0
DIGITS = str.maketrans("0123456789", "〇一二三四五六七八九")
WORDS = "It is one of the words that have a fixed meaning in this game, on its cards and in its rules. "


def with_terms(sources: Sources, count: int) -> Sources:
    """Return sources with terms `Term 1` … with texts of one to six sentences; every third is on a card."""
    terms = [
        UsedTerm(
            Term(
                f"t{number}",
                number,
                {"en": f"Term {number}", "zh": f"术语{number}".translate(DIGITS)},
                {},
                {"en": WORDS * (1 + number * 7 % 4), "zh": "这是游戏中有固定含义的词。" * (1 + number * 7 % 4)},
                None,
                Marked({}, "glossary.csv", {}),
            ),
            ({"en": "Rider", "zh": "骑者"},) if number % 3 == 0 else (),
        )
        for number in range(1, count + 1)
    ]
    return replace(sources, used_terms=lambda: terms)


def laid(body: str, sources: Sources, lang: str = "en") -> Pages:
    text = f"# Words\n\n## Terms\n\n{body}"
    return layout_rulebook(parse_rulebook(text, "book.md", lang, sources), sources)


def runs(scene: Scene) -> list[tuple[float, float, float, str]]:
    """Return left and right ends, baselines and texts of the runs in the page's column, without the foot."""
    placed = []
    for matrix, item in walk(scene.items):
        if isinstance(item, GlyphRun) and item.text.strip():
            x, _, width, _ = bounds_of(matrix, ink_of(item))
            y = bounds_of(matrix, (item.x, item.baseline, 0, 0))[1]
            if y < 210 - 18:
                placed.append((x, x + width, round(y, 2), item.text.strip()))
    return placed


def labels(scene: Scene) -> list[tuple[bool, float, int]]:
    """Return the labels of a page: in the right column, baseline, number."""
    return [(x > MIDDLE, y, int(text)) for x, _, y, text in runs(scene) if re.fullmatch(r"\d+", text) and x < 125]


TWO = "```glossary\ncolumns: 2\norder: number\n```\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_entries_go_down_each_column_and_on_to_the_next_page(small: Sources, lang: str) -> None:
    pages = laid(TWO, with_terms(small, 60), lang)
    bodies = [scene for scene in pages.scenes[2:] if labels(scene)]
    assert len(bodies) >= 3
    numbers = [[number for _, _, number in sorted(labels(scene))] for scene in bodies]
    assert [number for page in numbers for number in page] == list(range(1, 61))
    for scene in bodies[:-1]:
        assert {side for side, _, _ in labels(scene)} == {False, True}
        assert max(y for _, _, y, _ in runs(scene)) > 165  # a full page


def test_a_number_is_beside_its_title_and_the_text_begins_below_it(small: Sources) -> None:
    for scene in laid(TWO, with_terms(small, 60)).scenes[2:-1]:
        placed = runs(scene)
        for side, y, number in labels(scene):
            own = [run for run in placed if (run[0] > MIDDLE) is side]
            title = next(run for run in own if run[2] == y and run[3] == f"Term {number}")
            (first,) = [run for run in own if 0 < run[2] - y < 4.2]
            assert first[3].startswith("It is one")
            assert first[0] == pytest.approx(title[0], abs=0.4)  # the text is below the title: the number hangs


def test_the_columns_of_the_last_page_are_balanced(small: Sources) -> None:
    for count in range(3, 8):
        pages = laid("```glossary\ncolumns: 2\ncards: false\n```\n\nAfter.", with_terms(small, count))
        (placed,) = (body for body in map(runs, pages.scenes) if any(text == "After." for *_, text in body))
        after = next(y for _, _, y, text in placed if text.startswith("After"))
        ends = [max(y for x, _, y, _ in placed if (x > MIDDLE) is side and y < after) for side in (False, True)]
        assert abs(ends[0] - ends[1]) < 60  # the highest entry
        assert 0 < after - max(ends) < 9


def test_labels_end_at_one_place_and_everything_is_inside_the_page(small: Sources) -> None:
    for scene in laid(TWO.replace("2", "3"), with_terms(small, 112)).scenes[2:-1]:
        for x, right, y, _ in runs(scene):
            assert 14.5 <= x < right <= 133.5
            assert 12 < y < 194
    scene = laid(TWO, with_terms(small, 112)).scenes[2]
    ends = {round(right, 1) for x, right, _, text in runs(scene) if x < MIDDLE and re.fullmatch(r"\d+", text)}
    assert max(ends) - min(ends) < 0.5


def test_a_heading_stays_with_the_columns_below_it(small: Sources) -> None:
    for filler in range(14, 30):
        body = "x\n\n" * filler + "### Words\n\n" + TWO
        for scene in laid(body, with_terms(small, 9)).scenes[2:-1]:
            placed = runs(scene)
            if any(text == "Words" for *_, text in placed):
                assert labels(scene)


def test_an_index_leads_to_the_entries(small: Sources) -> None:
    body = (
        TWO
        + "\n## Index\n\n```glossary\nindex: true\ncolumns: 3\norder: term\n```\n\n"
        + "See [term 7](#term-t7) and [](#term-t3)."
    )
    sources = with_terms(small, 20)
    pages = laid(body, sources)
    links = {item.link for scene in pages.scenes for _, item in walk(scene.items) if isinstance(item, GlyphRun)}
    assert {f"#term-t{number}" for number in range(1, 21)} <= links
    assert {f"term-t{number}" for number in range(1, 21)} <= set(pages.anchors)
    index = next(scene for scene in pages.scenes if "See" in " ".join(text for *_, text in runs(scene)))
    titles = [text for *_, text in runs(index) if text.startswith("Term ")]
    assert titles[:3] == ["Term 1", "Term 10", "Term 11"]
    assert "and Term 3 , page 3 ." in " ".join(text for *_, text in runs(index))
    first = next(run for run in runs(index) if run[3] == "10")
    title = next(run for run in runs(index) if run[3] == "Term 10")
    assert (first[2], first[0] > title[1]) == (title[2], True)


def test_html_has_the_entries_in_columns_and_their_anchors(small: Sources) -> None:
    sources = with_terms(small, 4)
    text = f"# W\n\n## T\n\n{TWO}\n```glossary\nindex: true\n```\n"
    html = rulebook_html(parse_rulebook(text, "book.md", "en", sources), sources)
    assert '<div class="entries" style="--columns:2"><dl id="term-t1"><dt><b>1</b> Term 1</dt><dd>It is' in html
    assert '<dd class="remark">Rider</dd></dl>' in html
    assert '<p><a href="#term-t4">Term 4</a> <b>4</b></p></div>' in html
    assert "columns: var(--columns)" in html
    alone = rulebook_html(parse_rulebook("# W\n\n```glossary\nindex: true\n```\n", "book.md", "en", sources), sources)
    assert "<p>Term 4 <b>4</b></p>" in alone
    plain = rulebook_html(parse_rulebook("# W\n\nWords.", "book.md", "en", sources), sources)
    assert "--columns" not in plain


def test_columns_in_a_note_are_in_one_piece(small: Sources) -> None:
    note = "> ```glossary t1 t2\n> columns: 2\n> ```\n"
    placed = runs(laid(note, with_terms(small, 3)).scenes[2])
    first, second = (next(run for run in placed if run[3] == f"Term {number}") for number in (1, 2))
    assert first[2] == second[2]
    assert first[0] < MIDDLE < second[0]


def test_faults_of_columns_have_their_places(small: Sources) -> None:
    for body, expected in (
        ("```glossary\ncolumns: 5\n```", "book.md:6:10: columns: 5 given, expected at most 4"),
        (TWO + "\n[x](#term-t9)", "'#term-t9'"),
        (TWO.replace("glossary", "glossary #words"), "only a figure or a table can have an anchor"),
    ):
        with pytest.raises(DataError) as caught:
            laid(body, with_terms(small, 3))
        assert expected in str(caught.value)
