"""A book on pages: parts that stay together, the contents, the outline, and parts that do not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.rulebook.book import Sources
from cardgen.rulebook.chapters import draw_ornament
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.theme import PLAIN
from cardgen.scene.items import GlyphRun, Path, Scene, bounds_of, walk
from cardgen.scene.paths import path_bounds
from cardgen.text.ink import ink_of
from tests.runs import text_of

LOREM = "The quick block slides left, turns twice, and falls into the only hole that is left. "


def pages(text: str, sources: Sources, lang: str = "en", **options: Any) -> Pages:
    return layout_rulebook(parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources), sources, **options)


def baselines(scene: Scene) -> list[tuple[float, str]]:
    """Return every baseline of the page's column with its words, from the top."""
    rows: dict[float, str] = {}
    for matrix, item in walk(scene.items):
        if isinstance(item, GlyphRun):
            y = round(bounds_of(matrix, (item.x, item.baseline, 0, 0))[1], 2)
            rows[y] = rows.get(y, "") + item.text
    return sorted(rows.items())


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        pages(text, sources)
    return str(caught.value)


def test_covers_contents_and_a_multiple_of_four(small: Sources) -> None:
    made = pages("## One\n\nText.\n\n## Two\n\nText.", small)
    assert len(made.scenes) == 4
    assert [scene.name for scene in made.scenes] == ["rules-01", "rules-02", "rules-03", "rules-04"]
    assert all((scene.width, scene.height, scene.lang) == (148, 210, "en") for scene in made.scenes)
    assert "Title" in text_of(made.scenes[0])
    assert "小" in text_of(made.scenes[0])
    assert text_of(made.scenes[1]).startswith("Contents")
    assert len(pages("Text.", small, multiple=1).scenes) == 4
    assert len(pages("Text.\n\n---\n\nMore.", small, multiple=4).scenes) == 8
    assert text_of(pages("Text.\n\n---\n\nMore.", small).scenes[5]).startswith("Notes")


@pytest.mark.parametrize(
    ("title", "lang", "lines", "size"),
    [
        ("Nim", "en", 1, 30),
        ("Block Puzzles", "en", 1, 19.2),
        ("The Most Remarkable Voyages of Captain Block and Her Crew", "en", 3, 12),
        ("A " + "Rather Long " * 12, "en", 3, 4.9),
        ("Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "de", 1, 3.8),
        ("方块船长与她的船员环游世界奇遇记全本", "zh", 3, 13),
    ],
)
def test_a_long_title_is_in_a_few_lines_on_the_cover(
    title: str, lang: str, lines: int, size: float, small: Sources
) -> None:
    cover = layout_rulebook(parse_rulebook(f"# {title}\n\nText.", "book.md", lang, small), small).scenes[0]
    largest = max(item.size for _, item in walk(cover.items) if isinstance(item, GlyphRun))
    runs = [(matrix, item) for matrix, item in walk(cover.items) if isinstance(item, GlyphRun)]
    rows = {matrix[5] + run.baseline for matrix, run in runs if run.size == largest}
    assert len(rows) == lines
    assert largest == pytest.approx(size, rel=0.05)


def test_the_outline_and_the_contents_give_the_page_that_a_heading_is_on(small: Sources) -> None:
    made = pages("## One\n\nText.\n\n---\n\n## Two\n\n### Three\n\nText.", small)
    assert [(mark.title, mark.page, mark.level) for mark in made.bookmarks] == [
        ("One", 2, 0),
        ("Two", 3, 0),
        ("Three", 3, 1),
    ]
    for mark in made.bookmarks:
        assert mark.title in text_of(made.scenes[mark.page])
    contents = [words for _, words in baselines(made.scenes[1])]
    assert "One3" in "".join(contents)
    assert "Two4" in "".join(contents)
    assert "Three4" in "".join(contents)
    assert baselines(made.scenes[3])[-1][1].endswith("4"), "the page's own number is in its footer"


@pytest.mark.parametrize("filler", range(20, 30))
def test_headings_stay_with_their_text_and_no_line_is_alone(filler: int, small: Sources) -> None:
    paragraph = f"Start {LOREM * 5}stop."
    text = "x\n\n" * filler + f"### Heading\n\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n\n{paragraph}"
    made = pages(text, small, multiple=1)
    bodies = [baselines(scene)[:-2] for scene in made.scenes[2:-1]]  # without the footer
    assert len(bodies) > 1
    for body in bodies[:-1]:
        assert "Heading" not in body[-1][1]
        assert not body[-1][1].startswith("Start"), "a first line does not end a page"
    for body in bodies[1:]:
        assert not body[0][1].endswith("stop."), "a last line does not begin a page"


def test_everything_is_inside_the_page(small: Sources) -> None:
    body = "```cards T I\n```\n\n```rotation T I\n```\n\n```shingle\ncards: [T, I]\nstep: 8\nfield: |\n  .T.\n```\n"
    made = pages(f"## Chapter\n\n{LOREM * 20}\n\n{body}\n\n> {LOREM}\n\n1. {LOREM}\n\n- {LOREM}", small)
    for scene in made.scenes:
        for matrix, item in walk(scene.items):
            if isinstance(item, GlyphRun) and item.text.strip():
                x, y, width, height = bounds_of(matrix, ink_of(item))
                assert x >= 12
                assert x + width <= 148 - 12
                assert y >= 12
                assert y + height <= 210 - 8


def test_a_long_table_repeats_its_header_and_a_short_one_is_not_split(small: Sources) -> None:
    rows = "\n".join(f"| row {i} | y |" for i in range(60))
    made = pages(f"| Left | Right |\n|--|--|\n{rows}", small, multiple=1)
    bodies = made.scenes[2:-1]
    assert len(bodies) > 1
    assert all(baselines(scene)[0][1] == "LeftRight" for scene in bodies)
    for filler in range(24, 36):
        short = pages("x\n\n" * filler + "| L | R |\n|--|--|\n| first | y |\n| last | y |", small, multiple=1)
        for scene in short.scenes[2:-1]:
            assert ("first" in text_of(scene)) == ("last" in text_of(scene)) == ("LR" in text_of(scene))


def test_content_that_does_not_fit_is_a_fault_with_its_place(small: Sources) -> None:
    assert "book.md:3:1: 'Abcdefgh" in fault("Abcdefgh" * 12, small)
    wide = "| " + " | ".join("Incomprehensible" for _ in range(9)) + " |\n|" + "--|" * 9
    assert "book.md:3:1: this table is" in fault(wide, small)
    tall = "```field\nrows: |\n" + "  .\n" * 90 + "```"
    assert "must stay on one page" in fault(tall, small)
    assert "a picture is 130 mm wide" in fault("```cards T\nwidth: 130\n```", small)
    message = "no font has the character '⚔' (U+2694) (set all printed text in a font of your own: cardgen fonts add"
    assert message in fault("Swords ⚔", small)
    headed = fault("## Swords ⚔\n\nWords.", small).splitlines()
    assert {line.split(": ")[0] for line in headed} == {"book.md:3:1"}  # not of the foot of the page as well
    cards = {**small.cards, "T": {**small.cards["T"], "name": "⚔"}}
    labelled = replace(small, values={**small.values, "cards": cards})
    assert message in fault("```shapes T\nlook: T\nlabel: name\n```", labelled)


def test_chinese_contents(small: Sources) -> None:
    made = pages("## 出手\n\n指定目标。", small, "zh")
    assert text_of(made.scenes[1]).startswith("目录")
    assert made.scenes[2].lang == "zh"


def segments(scene: Scene) -> int:
    """Return how many segments the chapter bars of a page have: paths 1.3 mm high."""
    paths = [item for _, item in walk(scene.items) if isinstance(item, Path)]
    corners = [[point[-1] for _, *point in path.commands if point] for path in paths]
    return sum(max(ys) - min(ys) == pytest.approx(1.3) for ys in corners if ys)


def test_a_chapter_bar_has_a_segment_for_each_chapter_or_as_many_as_the_game_says(small: Sources) -> None:
    text = "## One\n\nWords.\n\n---\n\n## Two\n\nWords.\n\n---\n\n## Three\n\nWords."
    assert [segments(scene) for scene in pages(text, small).scenes if segments(scene)] == [3, 3, 3]
    more = replace(small, chapter_segments=10)
    assert [segments(scene) for scene in pages(text, more).scenes if segments(scene)] == [10, 10, 10]


def test_a_bar_of_very_many_chapters_has_one_part_that_moves_along_it() -> None:
    drawn = [
        draw_ornament(PLAIN.ornament, 118.0, "#112233", "#ddeeff", 5_000, chapter) for chapter in (1, 2_500, 5_000)
    ]
    bars = [[path_bounds(item.commands) for item in bar.items if isinstance(item, Path)] for bar in drawn]
    assert {len(bar) for bar in bars} == {2}
    assert {whole for whole, _ in bars} == {(0.0, 0.0, 118.0, 1.3)}
    assert [part and part[0] for _, part in bars] == pytest.approx([0.0, 58.5, 117.0], abs=0.02)
