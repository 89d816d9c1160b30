"""Paragraphs, lists, readings, dots and small pictures, set in lines and fitted into their area."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from cardgen.scene.items import GlyphRun, Group, Path, apply, ellipse, walk
from cardgen.scene.paths import points_of
from cardgen.text.blocks import Block, Flow, fit_blocks, place_flow
from cardgen.text.ink import ink_of
from cardgen.text.lines import Setting
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import PICTURE, Inset, Span
from tests.cases import for_cases
from tests.runs import runs_in

ENGLISH = "Each turn draw a block, place it, clear lines and send garbage to the next player."
CHINESE = "每回合抽取并放置一块，消除一行、两行或三行；垃圾牌从下方推入，洞口位置保持不变。"


def block(text: str, lang: str = "en", **keys: Any) -> Block:
    return Block((Span(text, lang=lang),), **keys)


def bulleted(text: str, bullet: str = "•", level: int = 0, lang: str = "en") -> Block:
    return Block((Span(text, lang=lang),), (Span(bullet, lang=lang),), level)


def flow(*blocks: Block, size: float = 3.0, width: float = 40.0, height: float = 500.0, **keys: Any) -> Flow:
    floor, cut = keys.pop("floor", size), keys.pop("cut", False)
    return fit_blocks(blocks, size, width, height, floor=floor, cut=cut, setting=Setting(**keys))


def lines(result: Flow) -> list[tuple[float, str]]:
    """Return the begin and the text of each line, from the top."""
    by_baseline: dict[float, list[GlyphRun]] = {}
    for run in runs_in(result.items):
        if not run.invisible:
            by_baseline.setdefault(round(run.baseline, 6), []).append(run)
    return [(line[0].x, "".join(run.text for run in line)) for _, line in sorted(by_baseline.items())]


# ---------------------------------------------------------------- paragraphs


@pytest.mark.parametrize("vertical", [False, True])
def test_balanced_paragraphs_keep_their_height_and_end_with_several_words(vertical: bool) -> None:
    room = {"width": 500.0, "height": 31.0} if vertical else {"width": 31.0, "height": 500.0}
    text = "每回合抽取并放置一块，随后弃一"
    greedy, balanced = (flow(block(text, "zh"), vertical=vertical, balance=on, **room) for on in (False, True))
    assert (greedy.lines, balanced.lines) == (2, 2)
    assert (greedy.width, greedy.height)[not vertical] == (balanced.width, balanced.height)[not vertical]
    assert (balanced.width, balanced.height)[vertical] < (greedy.width, greedy.height)[vertical]


def test_no_small_picture_is_alone_on_the_last_line() -> None:
    sword = Inset((), 1.0, 0.8, name="sword")
    spans = (Span("Pay for each card that you keep "), Span(PICTURE, picture=sword))
    greedy, balanced = (flow(Block(spans), width=44, align="centre", balance=on) for on in (False, True))
    assert [text.strip() for _, text in lines(greedy)] == ["Pay for each card that you keep"]  # and the sword below
    assert [text.strip() for _, text in lines(balanced)] == ["Pay for each card", "that you keep"]


@pytest.mark.parametrize("align", ["left", "centre", "right", "justify"])
@pytest.mark.parametrize(("text", "lang"), [(ENGLISH, "en"), (CHINESE, "zh")])
def test_a_plain_block_is_set_as_a_paragraph(text: str, lang: str, align: Any) -> None:
    plain = layout_paragraph([Span(text, lang=lang)], 3, 40, align=align)
    result = flow(block(text, lang), align=align)
    assert [(r.text, r.face, r.advances) for r in runs_in(result.items)] == [
        (r.text, r.face, r.advances) for r in plain.runs
    ]
    for ours, theirs in zip(runs_in(result.items), plain.runs, strict=True):
        assert (ours.x, ours.baseline) == pytest.approx((theirs.x, theirs.baseline))
    assert result.height == pytest.approx(plain.height)
    assert (result.lines, result.fits) == (plain.lines, True)


def test_the_first_line_is_indented_and_paragraphs_have_spacing() -> None:
    result = flow(block(CHINESE, "zh", indent=2), block(CHINESE, "zh", indent=2, before=0.5))
    begins = [x for x, _ in lines(result)]
    half = len(begins) // 2
    assert begins == [pytest.approx(6)] + [0] * (half - 1) + [pytest.approx(6)] + [0] * (half - 1)
    baselines = sorted({run.baseline for run in runs_in(result.items)})
    steps = [b - a for a, b in pairwise(baselines)]
    assert steps[half - 1] == pytest.approx((1.3 + 0.5) * 3)
    assert all(step == pytest.approx(1.3 * 3) for i, step in enumerate(steps) if i != half - 1)


def test_a_negative_indent_indents_the_other_lines() -> None:
    begins = [x for x, _ in lines(flow(block(ENGLISH, indent=-1.5)))]
    assert begins == [0] + [pytest.approx(4.5)] * (len(begins) - 1)
    assert max(run.x + run.width for run in runs_in(flow(block(ENGLISH, indent=-1.5)).items)) <= 40 + 1e-6


def test_an_indented_line_is_shorter_by_its_indent() -> None:
    for indent in (0, 1, 2, 5):
        for _, text in lines(flow(block(CHINESE, "zh", indent=indent)))[:1]:
            assert len(text) * 3 + indent * 3 <= 40 + 1.5  # a closing mark's blank half may hang out


# ---------------------------------------------------------------- lists


def test_list_items_are_indented_by_the_widest_bullet() -> None:
    result = flow(bulleted("one " * 20, "1."), bulleted("two", "10."))
    bodies = [run for run in runs_in(result.items) if run.text.strip().startswith(("one", "two"))]
    assert len({round(run.x, 6) for run in bodies}) == 1
    first, tenth = (next(run for run in runs_in(result.items) if run.text == text) for text in ("1.", "10."))
    assert first.x + first.width == pytest.approx(tenth.x + tenth.width)
    assert tenth.x == pytest.approx(0)
    assert bodies[0].x > tenth.x + tenth.width


def test_a_nested_list_is_indented_further() -> None:
    result = flow(bulleted("one"), bulleted("two", "–", 1), bulleted("three"))
    at = {run.text: run.x for run in runs_in(result.items)}
    assert at["two"] > at["–"] >= at["one"] == at["three"] > at["•"]


def test_each_list_is_indented_by_its_own_bullets() -> None:
    result = flow(bulleted("one"), block("between"), bulleted("two", "10."))
    at = {run.text: run.x for run in runs_in(result.items)}
    assert at["one"] < at["two"]
    assert at["between"] == 0


def test_a_chinese_number_has_its_own_space() -> None:
    result = flow(bulleted("先做这个", "1、", lang="zh"))
    bullet = [run for run in runs_in(result.items) if run.baseline and run.text in ("1", "、")]
    body = next(run for run in runs_in(result.items) if run.text == "先做这个")
    assert body.x == pytest.approx(bullet[-1].x + bullet[-1].width)


# ---------------------------------------------------------------- larger, smaller, leaning


def test_words_of_another_size_share_the_baseline_and_enlarge_the_line() -> None:
    result = flow(Block((Span("small "), Span("large", scale=2))))
    small, large = runs_in(result.items)
    assert (small.size, large.size) == (3, 6)
    assert small.baseline == large.baseline
    assert result.height == pytest.approx(2 * 1.3 * 3)
    assert ink_of(large)[1] >= 0
    assert flow(Block((Span("small "), Span("less", scale=0.5)))).height == pytest.approx(1.3 * 3)


def test_slanted_letters_keep_their_advances() -> None:
    (upright,), (leaning,) = (runs_in(flow(Block((Span("slant", slant=s),))).items) for s in (0.0, 0.2))
    assert (leaning.slant, leaning.advances) == (0.2, upright.advances)
    assert ink_of(leaning)[2] > ink_of(upright)[2]


def test_dots_are_below_characters_and_not_below_marks() -> None:
    result = flow(Block((Span("只能，用", lang="zh", dotted=True),)))
    (path,) = [item for _, item in walk(result.items) if isinstance(item, Path)]
    begins = [command for command in path.commands if command[0] == "M"]
    assert len(begins) == 3
    (run,) = runs_in(result.items)
    bottom = ink_of(run)[1] + ink_of(run)[3]
    assert all(points_of(command)[0][1] > bottom for command in begins)
    assert max(numbers[1] for _, *numbers in path.commands if numbers) <= result.height


# ---------------------------------------------------------------- readings


def test_a_reading_is_centred_above_its_characters() -> None:
    result = flow(Block((Span("字", lang="zh", reading="zì"), Span("好", lang="zh"))))
    reading, base, after = runs_in(result.items)
    assert (reading.text, base.text, reading.size) == ("zì", "字", 1.5)
    assert reading.x + reading.width / 2 == pytest.approx(base.x + base.width / 2)
    assert ink_of(reading)[1] + ink_of(reading)[3] <= ink_of(base)[1] + 0.2
    assert ink_of(reading)[1] >= 0
    assert base.baseline == after.baseline


def test_only_lines_with_readings_are_higher() -> None:
    spans = (Span("字", lang="zh", reading="zì"), Span(CHINESE, lang="zh"))
    baselines = sorted({run.baseline for run in runs_in(flow(Block(spans)).items) if run.size == 3})
    steps = {round(b - a, 6) for a, b in pairwise(baselines)}
    assert steps == {round(1.3 * 3, 6)}
    assert baselines[0] > (0.65 + 0.36) * 3


def test_characters_below_a_longer_reading_are_spread_and_stay_together() -> None:
    result = flow(Block((Span("双", lang="zh", reading="shuāng"), Span("方", lang="zh"))))
    reading, base, after = runs_in(result.items)
    gap = 0.14 * 3  # for syllables side by side
    assert base.width == pytest.approx(reading.width + gap)
    glyph = base.x + 1.5
    assert glyph == pytest.approx(reading.x + reading.width / 2)
    assert after.x == pytest.approx(reading.x + reading.width + gap / 2)
    narrow = flow(Block((Span("漂", lang="zh"), Span("方块", lang="zh", reading="かた"))), width=7)
    assert [text for _, text in lines(narrow) if "方" in text] == ["方块"]


def test_readings_come_before_their_line() -> None:
    spans = (Span("一", lang="zh"), Span("字", lang="zh", reading="zì"), Span("二", lang="zh"))
    assert [run.text for run in runs_in(flow(Block(spans)).items)] == ["zì", "一", "字", "二"]


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize("lang", ["ja", "zh", "en"])
def test_a_span_of_two_faces_has_one_reading_and_one_ground(lang: str, vertical: bool) -> None:
    span = Span("漢字", lang=lang, reading="かんじ", ground="#ffff00")
    result = flow(Block((Span("一", lang="zh"), span)), vertical=vertical)
    assert sorted("".join(run.text for run in runs_in(result.items))) == sorted("かんじ一漢字")
    if vertical:
        return
    (reading,) = [run for run in runs_in(result.items) if run.text == "かんじ"]
    _, first, last = [run for run in runs_in(result.items) if run is not reading]
    assert first.face != last.face
    assert reading.x + reading.width / 2 == pytest.approx((first.x + last.x + last.width) / 2)
    (ground,) = [item for item in result.items if isinstance(item, Path)]
    across = [x for command in ground.commands for x, _ in points_of(command)]
    assert min(across) < first.x < last.x + last.width < max(across)


def test_missing_characters_in_readings_are_reported() -> None:
    assert flow(Block((Span("字", lang="zh", reading="𐍈"),))).missing == ("𐍈",)


# ---------------------------------------------------------------- pictures


def picture(width: float = 1.0, height: float = 1.0, name: str = "sword", **keys: Any) -> Span:
    dot = Path(ellipse(width / 2, height / 2, width / 2, height / 2), fill="#aa0000")
    return Span(PICTURE, picture=Inset((dot,), width, height, name=name, **keys))


def test_a_picture_is_on_the_baseline_and_has_its_width() -> None:
    result = flow(Block((Span("Deal 2 "), picture(2, 0.8), Span(" now"))))
    before, name, after = runs_in(result.items)
    (group,) = [item for item in result.items if isinstance(item, Group)]
    corners = [apply(group.matrix, *point) for point in ((0, 0), (2, 0.8))]
    assert corners[0][0] > before.x + before.width
    assert corners[1] == pytest.approx((corners[0][0] + 6, before.baseline))
    assert after.x > corners[1][0]
    assert (name.text, name.invisible) == ("sword", True)
    assert (name.x, name.x + name.width) == pytest.approx((before.x + before.width, after.x))


def test_a_picture_may_reach_below_the_baseline_and_enlarges_the_line() -> None:
    result = flow(Block((Span("a"), picture(1, 3, drop=1))))
    (group,) = [item for item in result.items if isinstance(item, Group)]
    top, bottom = apply(group.matrix, 0, 0)[1], apply(group.matrix, 0, 3)[1]
    assert bottom == pytest.approx(runs_in(result.items)[0].baseline + 3)
    assert 0 <= top < bottom <= result.height


def test_lines_are_broken_before_and_after_pictures() -> None:
    spans = (Span("one two "), picture(), Span(". three"))
    assert [text for _, text in lines(flow(Block(spans), width=13))] == ["one two", ". three"]
    result = flow(Block(spans), width=13)
    second = [run for run in runs_in(result.items) if run.text == "sword"]
    assert second[0].x == 0  # the picture went to the second line, the full stop with it


def test_a_picture_in_an_outlined_text_has_no_name() -> None:
    assert runs_in(flow(Block((picture(),)), outlined=True).items) == []


def test_two_pictures_side_by_side_are_two_words() -> None:
    assert [run.text for run in runs_in(flow(Block((picture(), picture()))).items)] == ["sword ", "sword"]


# ---------------------------------------------------------------- fitting


def text_of(result: Flow) -> str:
    return " ".join(text for _, text in lines(result))


def test_blocks_shrink_at_most_to_their_floor() -> None:
    result = flow(block(ENGLISH), block(ENGLISH, before=0.5), width=30, height=20, floor=1.5)
    assert result.fits
    assert 1.5 < result.size < 3
    assert result.height <= 20
    short = flow(block(ENGLISH), width=20, height=4, floor=2.35)
    assert (short.size, short.fits) == (2.35, False)


@pytest.mark.parametrize("height", [4.0, 8.0, 12.0])
def test_text_that_does_not_fit_is_cut_between_words_if_wanted(height: float) -> None:
    result = flow(block(ENGLISH), width=30, height=height, cut=True)
    assert (result.fits, result.cut, result.size) == (True, True, 3)
    cut_text = text_of(result)
    assert cut_text.endswith("…")
    assert ENGLISH.startswith(cut_text[:-1])
    assert ENGLISH[len(cut_text) - 1] in " ,."
    assert result.height <= height


def test_a_cut_text_is_as_long_as_it_fits() -> None:
    result = flow(block(CHINESE, "zh"), width=30, height=8, cut=True)
    cut_text = "".join(text for _, text in lines(result))
    assert len(cut_text) >= 18  # of two lines of ten characters
    assert cut_text[-2] not in "，、；。"


def test_text_that_fits_is_not_cut() -> None:
    result = flow(block(ENGLISH), width=60, height=40, cut=True)
    assert (result.cut, text_of(result)) == (False, ENGLISH)


def test_a_cut_goes_through_blocks() -> None:
    result = flow(block("One."), block("Two."), block("Three."), width=30, height=8, cut=True)
    assert [text for _, text in lines(result)] == ["One.", "Two…"]


def test_a_cut_right_after_an_empty_block_goes_to_the_one_before() -> None:
    result = flow(block("One."), block(""), block(ENGLISH), width=30, height=8, cut=True)
    assert [text for _, text in lines(result)] == ["One…"]
    assert flow(block(""), block(ENGLISH), width=30, height=5, cut=True).fits


def test_a_reading_is_not_cut_through() -> None:
    spans = (Span("一", lang="zh"), Span("方块", lang="zh", reading="かた"), Span("二三四五六", lang="zh"))
    for width in (6, 9, 12, 15):
        cut_text = text_of(flow(Block(spans), width=width, height=6, cut=True)).split()[-1]
        assert "方…" not in cut_text


# ---------------------------------------------------------------- placing


def test_a_flow_is_placed_as_a_whole() -> None:
    result = flow(Block((Span("字", lang="zh", reading="zì", dotted=True), picture())))
    for (m, item), (n, moved) in zip(walk(result.items), walk(place_flow(result, 10, 20)), strict=True):
        if isinstance(item, GlyphRun) and isinstance(moved, GlyphRun):
            before, after = apply(m, item.x, item.baseline), apply(n, moved.x, moved.baseline)
        else:
            before, after = apply(m, 1, 1), apply(n, 1, 1)
        assert math.dist((before[0] + 10, before[1] + 20), after) < 1e-9


@for_cases(
    ("texts", "gaps"),
    [
        (("攻击3点",), 2),
        (("攻击", None, "点"), 2),
        (("攻击 ", None, "，点"), 0),
        (("Deal ", None, " now"), 0),
        (("攻击", None, None, "点"), 2),
    ],
)
def test_a_script_gap_is_between_chinese_and_figures_or_pictures(texts: tuple[str | None, ...], gaps: int) -> None:
    spans = tuple(picture() if text is None else Span(text, lang="zh") for text in texts)
    plain, spaced = (flow(Block(spans), script_gap=gap).width for gap in (0.0, 0.16))
    air = 0.0 if len(texts) == 1 else 0.08  # a picture has some already
    assert spaced - plain == pytest.approx(gaps * (0.16 - air) * 3)
