"""Setting text: line breaks by the rules of both languages, closed-up marks, justified lines, and fitting."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.scene.items import GlyphRun
from cardgen.text.blocks import Flow
from cardgen.text.breaking import Line, balance_lines, break_lines
from cardgen.text.fonts import face_named
from cardgen.text.ink import ink_of
from cardgen.text.line_breaking import break_opportunities
from cardgen.text.lines import Align
from cardgen.text.measuring import NOT_FIRST, NOT_LAST, measure
from cardgen.text.paragraphs import fit_paragraph, layout_paragraph
from cardgen.text.shaping import shape
from cardgen.text.spans import Span
from tests.cases import for_cases


def lines_of(text: str, width: float, lang: str = "zh", into_lines: Any = break_lines) -> list[str]:
    measured = measure([Span(text, lang=lang)])
    return [measured.text[line.start : line.end] for line in into_lines(measured, width)]


def set_text(text: str, width: float, size: float = 3, lang: str = "zh", **options: Any) -> Flow:
    return layout_paragraph([Span(text, lang=lang)], size, width, **options)


def by_line(paragraph: Flow) -> list[list[GlyphRun]]:
    baselines = sorted({run.baseline for run in paragraph.runs})
    return [[run for run in paragraph.runs if run.baseline == baseline] for baseline in baselines]


def ink(runs: list[GlyphRun]) -> tuple[float, float]:
    """Return the left and right end of a line's ink."""
    boxes = [ink_of(run) for run in runs if run.text.strip()]
    return min(b[0] for b in boxes), max(b[0] + b[2] for b in boxes)


# ---------------------------------------------------------------- where lines may break


@for_cases(
    ("text", "width", "expected"),
    [
        ("方块杀手消除一行", 4, ["方块杀手", "消除一行"]),
        ("方块杀手，消除", 4, ["方块杀", "手，消除"]),  # a comma takes the character before it to the next line
        ("方块杀手。", 4.5, ["方块杀手。"]),  # its blank half is outside
        ("方块《杀手》", 3, ["方块", "《杀手》"]),
        ("消除“垃圾”行", 3.5, ["消除", "“垃圾”", "行"]),
        ("方块100个", 3, ["方块", "100个"]),
        ("得10%分", 2, ["得", "10%", "分"]),
        ("块……块", 2, ["块……", "块"]),
        ("甲乙——丙", 3, ["甲", "乙——", "丙"]),
        ("第一行\n第二行", 10, ["第一行", "第二行"]),
        ("行\n\n行\n", 10, ["行", "", "行", ""]),
        ("（ 块", 1.1, ["（ 块"]),  # not even after a space may an opening mark end a line
        ("块块 ，块", 2, ["块", "块 ，", "块"]),
    ],
)
def test_chinese_lines(text: str, width: float, expected: list[str]) -> None:
    assert lines_of(text, width) == expected


def test_marks_in_the_middle_of_their_square_do_not_hang_out() -> None:
    assert lines_of("方塊殺手。", 4.5, lang="zh-Hant") == ["方塊殺", "手。"]
    assert lines_of("「方塊」「殺手」", 6.5, lang="zh-Hant") == ["「方塊」「殺手」"]  # brackets do


@for_cases(
    ("text", "length"),
    [("殺。手", 3), ("殺。「手", 3.75), ("殺。」手", 3.75), ("殺」。手", 3.5), ("殺」「手", 3.5), ("殺！？手", 3.75)],
)
def test_traditional_marks_side_by_side_are_tightened(text: str, length: float) -> None:
    assert measure([Span(text, lang="zh-Hant")]).length == length


@for_cases(
    ("text", "width", "expected"),
    [
        ("one two three", 4, ["one two", "three"]),
        ("don’t it’s", 1.2, ["don’t", "it’s"]),  # ’ is an apostrophe as often as a closing mark
        ("back-to-back", 3.6, ["back-", "to-back"]),
        ("rows 2-3 now", 2, ["rows", "2-3", "now"]),
        ("incomprehensible", 2, ["incomprehensible"]),
        ("an incomprehensible word", 3, ["an", "incomprehensible", "word"]),
        ("word—word", 3, ["word—", "word"]),
        ("(a) [b]", 1.5, ["(a)", "[b]"]),
        ("so ... then", 1.5, ["so ...", "then"]),
        ("and/or", 1.5, ["and/", "or"]),
        ("  two", 9, ["  two"]),
        ("", 5, []),
    ],
)
def test_english_lines(text: str, width: float, expected: list[str]) -> None:
    assert lines_of(text, width, "en") == expected


def may_break(before: str, after: str, spaced: bool = False) -> bool:
    text = before + " " * spaced + after
    return bool(break_opportunities(text, "zh")[len(text) - 1])


def test_pairs() -> None:
    assert may_break("方", "块")
    assert may_break("方", "A")
    assert not may_break("方", "，")
    assert not may_break("“", "方")
    assert not may_break("a", "b")
    assert may_break("a", "b", spaced=True)
    assert not may_break("a", "）", spaced=True)
    assert not may_break("（", "a", spaced=True)


texts = st.text(st.sampled_from("方块消，。！？：；、》」”’）《「“‘（ aTo-1%.,()…—\n"), max_size=60)
widths = st.floats(1, 12)


@given(texts, widths, st.sampled_from(["en", "zh"]))
def test_no_line_begins_or_ends_with_the_wrong_mark(text: str, width: float, lang: str) -> None:
    measured = measure([Span(text, lang=lang)])
    characters = measured.text
    for line, after in pairwise(break_lines(measured, width)):
        if line.last or line.start == line.end or after.start >= len(characters):
            continue  # also a line of spaces alone before a word that is wider than the rest of it
        assert characters[after.start] not in NOT_FIRST
        assert characters[line.end - 1] not in NOT_LAST


@given(texts, widths, st.sampled_from(["en", "zh"]))
def test_the_lines_together_are_the_text(text: str, width: float, lang: str) -> None:
    measured = measure([Span(text, lang=lang)])
    lines = break_lines(measured, width)
    assert all(a.end <= b.start for a, b in pairwise(lines))
    dropped = set(range(len(measured.text))) - {i for line in lines for i in range(line.start, line.end)}
    assert {measured.text[i] for i in dropped} <= {" ", "\n"}
    assert len([line for line in lines if line.last]) == (text.count("\n") + 1 if text else 0)


@given(texts, widths, st.sampled_from(["en", "zh"]))
def test_a_line_that_overflows_could_not_have_been_broken(text: str, width: float, lang: str) -> None:
    measured = measure([Span(text, lang=lang)])
    for line in break_lines(measured, width):
        if line.width > width + 1e-6:
            alone = measure([Span(measured.text[line.start : line.end], lang=lang)])
            assert len(break_lines(alone, 0.01)) == 1


@for_cases(
    ("text", "width", "lang", "greedy", "balanced"),
    [
        (
            "Take a card from the discard pile now",
            14,
            "en",
            ["Take a card from the discard", "pile now"],
            ["Take a card from", "the discard pile now"],
        ),
        ("弃牌堆顶抓一张牌，再", 9, "zh", ["弃牌堆顶抓一张牌，", "再"], ["弃牌堆顶抓", "一张牌，再"]),
        (
            "消除一行得一分\n消除两行得三分。",
            7.5,
            "zh",
            ["消除一行得一分", "消除两行得三分。"],
            ["消除一行得一分", "消除两行得三分。"],
        ),
        ("得到“金币”与“银币”", 8, "zh", ["得到“金币”与", "“银币”"], ["得到“金币”", "与“银币”"]),
        ("一二三四五六七八九", 4, "zh", ["一二三四", "五六七八", "九"], ["一二三", "四五六", "七八九"]),
    ],
)
def test_balanced_lines(text: str, width: float, lang: str, greedy: list[str], balanced: list[str]) -> None:
    assert lines_of(text, width, lang) == greedy
    assert lines_of(text, width, lang, balance_lines) == balanced


@given(texts, widths, st.sampled_from(["en", "zh"]), st.sampled_from([-0.9, 0.0, 0.9]))
def test_balanced_lines_are_as_many_and_more_similar(text: str, width: float, lang: str, indent: float) -> None:
    measured = measure([Span(text, lang=lang)])
    greedy, balanced = (into(measured, width, indent) for into in (break_lines, balance_lines))
    assert [line.last for line in balanced] == [line.last for line in greedy]
    characters = measured.text
    for line, after in pairwise(balanced):
        assert set(characters[line.end : after.start]) <= {" ", "\n"}
        if line.last or line.start == line.end:
            continue
        assert characters[after.start] not in NOT_FIRST
        assert characters[line.end - 1] not in NOT_LAST

    def apart(lines: list[Line]) -> float:
        return sum((line.width + (indent if number == 0 else 0.0)) ** 2 for number, line in enumerate(lines))

    assert apart(balanced) <= apart(greedy) + 1e-6
    sticking_out = max((line.width for line in greedy), default=0.0) > width - min(indent, 0.0) + 1e-6
    assert sticking_out or all(line.width <= width - min(indent, 0.0) + 1e-6 for line in balanced)


def test_balanced_lines_do_not_break_tied_characters() -> None:
    spans = [Span("一二三四五"), Span("六七", reading="ろくしち"), Span("八")]
    measured = measure(spans)
    assert [line.start for line in balance_lines(measured, 7.4)] != [0, 6]


@given(texts.filter(lambda t: t.strip()), widths, st.sampled_from(["en", "zh"]))
def test_the_ink_stays_within_the_measure(text: str, width: float, lang: str) -> None:
    paragraph = layout_paragraph([Span(text, lang=lang)], 3, width * 3)
    for line in by_line(paragraph):
        if any(run.text.strip() for run in line):
            left, right = ink(line)
            assert left > -0.35  # a character may reach a little beyond its own width
            assert right < max(paragraph.width, width * 3) + 0.35


def test_a_mark_closed_up_at_the_end_of_a_line_does_not_hang_twice() -> None:
    # 》 is half a square before 《, and all of that half is ink.
    (first, *_) = by_line(set_text("方块》《方块", 7.4, 3))
    assert "".join(run.text for run in first) == "方"
    (first, *_) = by_line(set_text("方块》《方块", 7.6, 3))
    assert "".join(run.text for run in first) == "方块》"
    assert ink(first)[1] <= 7.6


# ---------------------------------------------------------------- widths


def advances(text: str, lang: str = "zh", **options: Any) -> list[float]:
    return [round(advance, 6) for advance in measure([Span(text, lang=lang)], **options).advances]


def test_neighbouring_marks_are_closed_up() -> None:
    assert advances("方，块") == [1, 1, 1]
    assert advances("》，") == [0.5, 1]
    assert advances("》《") == [0.5, 1]
    assert advances("《「") == [0.5, 1]
    assert advances("《》") == [1, 1]
    assert advances("。”）") == [0.5, 0.5, 1]
    assert advances("：“方") == [0.5, 1, 1]


def test_latin_marks_are_not_closed_up() -> None:
    latin = face_named("latin")
    expected = [round(w / latin.units, 6) for w in shape("latin", "a”) “b").advances]
    assert advances("a”) “b", "en") == expected


def test_marks_are_closed_up_across_spans() -> None:
    measured = measure([Span("方》", "bold", lang="zh"), Span("《块", lang="zh")])
    assert measured.advances == [1, 0.5, 1, 1]


def test_tracking_is_added_to_every_advance() -> None:
    assert advances("方块", tracking=0.1) == [1.1, 1.1]


def test_a_letter_and_its_combining_accent_are_one_glyph() -> None:
    composed, apart = (set_text(t, 50, lang="en") for t in ("caf\u00e9", "cafe\u0301"))
    assert composed == apart
    assert apart.runs[0].text == "caf\u00e9"


def test_each_character_has_an_advance_and_their_sum_is_the_width() -> None:
    paragraph = set_text("AVATAR 方块杀手 To Wave", 200, 4.2, "zh")
    assert all(len(run.text) == len(run.advances) for run in paragraph.runs)
    assert sum(run.width for run in paragraph.runs) == pytest.approx(paragraph.width)
    for before, after in pairwise(paragraph.runs):
        assert before.x + before.width == pytest.approx(after.x)


def test_characters_that_no_face_has_are_reported() -> None:
    paragraph = set_text("方🂡块\u0301🂡\n", 50)
    assert paragraph.missing == ("\u0301", "🂡")
    assert "".join(run.text for run in paragraph.runs) == "方块"
    assert set_text("方\n块", 50).missing == ()


# ---------------------------------------------------------------- setting lines

LONG = "每回合抽取并放置一块，消除一行、两行或三行；垃圾牌从下方推入，洞口位置保持不变。"
ENGLISH = "Each turn draw a block, place it, clear lines and send garbage to the next player."


@pytest.mark.parametrize("text", [LONG, ENGLISH, LONG[:20] + " Block-Killer " + LONG[20:]])
def test_justified_lines_fill_the_measure_except_the_last(text: str) -> None:
    *full, last = by_line(set_text(text, 30, 2.6, align="justify"))
    assert len(full) >= 2
    for line in full:
        left, right = ink(line)
        assert abs(left) < 0.5
        assert abs(right - 30) < 0.5  # the last character's own margin
    assert ink(last)[1] < 29


def test_only_spaces_stretch_in_english() -> None:
    plain, filled = (set_text(ENGLISH, 30, 2.6, "en", align=align) for align in ("left", "justify"))
    first, stretched = plain.runs[0], filled.runs[0]
    assert first.text == stretched.text
    for character, before, after in zip(first.text, first.advances, stretched.advances, strict=True):
        assert (after > before + 0.01) == (character == " ")


def test_no_single_space_takes_all_the_slack_of_a_chinese_line() -> None:
    plain, filled = (set_text("方块 杀手消除垃圾，，，牌块方", 25.9, 2.6, align=a) for a in ("left", "justify"))
    grown = [
        after - before
        for a, b in zip(plain.runs, filled.runs, strict=True)
        for before, after in zip(a.advances, b.advances, strict=True)
    ]
    assert max(grown) < 0.6


def test_a_line_with_too_much_slack_is_not_justified() -> None:
    words = "a incomprehensibilities"
    plain, filled = (set_text(words, 25, 2.6, "en", align=align) for align in ("left", "justify"))
    assert plain.runs == filled.runs


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("centre", 0.5), ("right", 1)])
def test_lines_are_aligned(align: Align, share: float) -> None:
    paragraph = set_text("方块", 30, 3, align=align)
    assert paragraph.runs[0].x == pytest.approx(share * (30 - 6))


def test_an_opening_mark_hangs_out_of_the_left_edge() -> None:
    (run,) = set_text("《方》", 30, 4).runs
    assert run.x == -2
    assert set_text("《方》", 30, 4).width == pytest.approx(8)


def test_baselines_are_a_leading_apart_and_capitals_in_the_middle() -> None:
    paragraph = set_text("HHH\nHHH\nHHH", 30, 5, "en", leading=1.4)
    baselines = [run.baseline for run in paragraph.runs]
    assert [round(b - a, 6) for a, b in pairwise(baselines)] == [7, 7]
    assert paragraph.height == pytest.approx(21)
    top = ink_of(paragraph.runs[0])
    assert top[1] + top[3] / 2 == pytest.approx(3.5, abs=0.1)


def test_spans_keep_their_colour_language_and_font() -> None:
    spans = [Span("T", "bold", "#ff0000"), Span("方", "medium", "#00ff00", "zh")]
    runs = layout_paragraph(spans, 3, 50, outlined=True).runs
    assert [(r.text, r.face, r.colour, r.lang, r.outlined) for r in runs] == [
        ("T", "latin-bold", "#ff0000", "en", True),
        ("方", "han-medium", "#00ff00", "zh", True),
    ]


def test_ink_of_spaces_has_no_size() -> None:
    (run,) = set_text(" ", 10, 3, "en").runs or (GlyphRun(" ", "latin", 3, 1, 2, (1.0,)),)
    assert ink_of(run)[2:] == (0, 0)


# ---------------------------------------------------------------- fitting


def test_text_that_fits_keeps_its_size() -> None:
    assert fit_paragraph([Span(ENGLISH)], 3, 60, 40, floor=2).size == 3


def test_text_shrinks_until_it_fits() -> None:
    paragraph = fit_paragraph([Span(ENGLISH)], 5, 30, 16, floor=2)
    assert paragraph.fits
    assert 2 < paragraph.size < 5
    assert paragraph.height <= 16
    larger = layout_paragraph([Span(ENGLISH)], paragraph.size + 0.1, 30)
    assert larger.height > 16 or not larger.fits


def test_text_shrinks_at_most_to_its_floor_and_then_does_not_fit() -> None:
    paragraph = fit_paragraph([Span(ENGLISH)], 5, 20, 5, floor=2.35)
    assert (paragraph.size, paragraph.fits) == (2.35, False)


def test_a_word_too_wide_does_not_fit() -> None:
    assert not layout_paragraph([Span("incomprehensible")], 4, 10).fits
    assert fit_paragraph([Span("incomprehensible")], 4, 10, 50, floor=1).fits


def test_a_missing_character_is_reported_for_fitted_text() -> None:
    assert fit_paragraph([Span("🂡")], 3, 50, 50, floor=2.9).missing == ("🂡",)


@given(st.floats(1, 6), st.floats(8, 60), st.floats(2, 40), st.sampled_from([LONG, ENGLISH, "T", "方块\n方块"]))
def test_a_fitted_text_is_inside_its_area(size: float, width: float, height: float, text: str) -> None:
    paragraph = fit_paragraph([Span(text, lang="zh")], size, width, height, floor=0.9)
    assert 0.9 <= paragraph.size <= size
    if paragraph.fits:
        assert paragraph.width <= width + 1e-5
        assert paragraph.height <= height + 1e-5
    else:
        assert paragraph.size == 0.9


def test_empty_text_has_no_runs() -> None:
    assert layout_paragraph([Span("")], 3, 10) == Flow((), 0, 0, 3, 0)
    assert break_lines(measure([]), 5) == []
    assert break_lines(measure([Span("\n")]), 5) == [Line(0, 0, 0, True), Line(1, 1, 0, True)]


@pytest.mark.parametrize("text", ["HIIH", "方块方", "HIIH 方块 HIIH"])
def test_tracked_text_is_centred_and_aligned_by_its_ink(text: str) -> None:
    """The tracking after the last letter of a line is not part of the line."""
    span = Span(text, lang="zh")
    settings: list[tuple[Align, float]] = [("centre", 0.0), ("centre", 0.5), ("right", 0.5)]
    for width in (60.0, 22.0):
        for align, tracking in settings:
            paragraph = layout_paragraph([span], 4, width, align=align, tracking=tracking)
            for baseline in {run.baseline for run in paragraph.runs}:
                runs = [run for run in paragraph.runs if run.baseline == baseline]
                begin, end = runs[0].x, runs[-1].x + runs[-1].width - 4 * tracking
                assert end == pytest.approx(width - begin if align == "centre" else width)
    assert layout_paragraph([span], 4, 60, tracking=0.5).width == pytest.approx(
        layout_paragraph([span], 4, 60).width + 4 * 0.5 * (len(text) - 1)
    )


def test_tracked_text_fits_a_measure_as_long_as_its_ink() -> None:
    measured = measure([Span("方块方块方块", lang="zh")], 0.2)
    for lines in (break_lines(measured, 3.4), balance_lines(measured, 3.4)):
        assert [(line.start, line.end) for line in lines] == [(0, 3), (3, 6)]
        assert [line.width for line in lines] == pytest.approx([3.4, 3.4])
