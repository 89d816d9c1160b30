"""Text that flows from one box into the next."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.records import replace
from cardgen.scene.items import GlyphRun, walk
from cardgen.text.blocks import Block, Flow, fit_blocks
from cardgen.text.flowing import FlowRoom, flow_blocks
from cardgen.text.lines import Setting
from cardgen.text.spans import Span
from tests.formats.world import SAMPLES, font_of

ENDLESS = 1e6

#: Paragraphs of several scripts: spaces between words, characters without spaces, and letters from right to left.
WORDS = {
    "en": ["draw", "a", "card,", "then", "discard", "two", "units."],
    "zh-Hans": ["抽", "一张牌，", "然后", "弃掉", "两张牌。", "（可选）"],
    "he": ["קח", "קלף", "אחד", "ואז", "12", "קלפים."],
}


@st.composite
def paragraphs(draw: st.DrawFn) -> list[Block]:
    lang = draw(st.sampled_from(sorted(WORDS)))
    joint = "" if lang.startswith("zh") else " "
    texts = draw(st.lists(st.lists(st.sampled_from(WORDS[lang]), max_size=15).map(joint.join), min_size=1, max_size=4))
    bullet = draw(st.sampled_from(["", "•"]))
    bullets = (Span(bullet, lang=lang),) if bullet else ()
    font = font_of(next(sample for sample in SAMPLES if sample.lang == "he")) if lang == "he" else "regular"
    return [Block((Span(text, font, lang=lang),), bullets if text else (), kept=draw(st.booleans())) for text in texts]


def rooms(
    blocks: Sequence[Block], sizes: Sequence[tuple[float, float]], setting: Setting, floor: float = 3.0
) -> list[FlowRoom]:
    return [FlowRoom(blocks, 3.0, floor, width, height, setting) for width, height in sizes]


def joined(flows: Sequence[Flow]) -> str:
    """Return the characters of all runs, line by line, in logical order of each run, without spaces."""
    texts = [item.text for flow in flows for _, item in walk(flow.items) if isinstance(item, GlyphRun)]
    return re.sub(r"\s", "", "".join(texts))


def in_order(text: str) -> list[str]:
    return sorted(re.sub(r"\s", "", text))


@given(
    paragraphs(),
    st.lists(st.tuples(st.floats(25, 60), st.floats(1, 25)), max_size=3),
    st.sampled_from(["start", "justify", "centre"]),
    st.integers(1, 2),
    st.booleans(),
)
def test_the_boxes_have_all_of_the_text(
    blocks: list[Block], sizes: list[tuple[float, float]], align: str, columns: int, balance: bool
) -> None:
    setting = Setting(align=align, columns=columns, balance=balance)  # type: ignore[arg-type]
    flows = flow_blocks(rooms(blocks, [*sizes, (40.0, ENDLESS)], setting))
    whole = "".join(span.text for block in blocks for span in (*block.bullet, *block.spans))
    assert in_order(joined(flows)) == in_order(whole)
    if not any(span.lang == "he" for block in blocks for span in block.spans):
        assert joined(flows) == re.sub(r"\s", "", whole)
    for flow, (width, height) in zip(flows, sizes, strict=False):
        assert flow.fits
        assert flow.height <= height + 1e-6
        assert flow.width <= width + 1e-6


@given(paragraphs(), st.floats(20, 60))
def test_a_box_that_has_room_for_all_is_set_as_one_without_others(blocks: list[Block], width: float) -> None:
    alone = fit_blocks(blocks, 3.0, width, ENDLESS, floor=3.0, setting=Setting())
    first, second = flow_blocks(rooms(blocks, [(width, ENDLESS), (width, ENDLESS)], Setting()))
    assert [run.text for run in first.runs] == [run.text for run in alone.runs]
    assert (first.width, first.height) == pytest.approx((alone.width, alone.height))
    assert not second.items


def lines(flow: Flow) -> list[str]:
    by_line: dict[float, str] = {}
    for run in flow.runs:
        by_line[round(run.baseline, 3)] = by_line.get(round(run.baseline, 3), "") + run.text
    return [text for _, text in sorted(by_line.items())]


def blocks_of(*texts: str) -> list[Block]:
    return [Block((Span(text.lstrip("#")),), kept=text.startswith("#")) for text in texts]


LINE = 3.9  # of 3 mm text, 1.3 ems


def test_no_line_is_alone_at_the_end_of_a_box_or_the_beginning_of_the_next() -> None:
    # Each paragraph has as many lines as words: the width is that of one word.
    blocks = blocks_of("first other", "alpha bravo gamma delta")
    flows = flow_blocks(rooms(blocks, [(10.0, 3.2 * LINE), (10.0, ENDLESS)], Setting()))
    assert [lines(flow) for flow in flows] == [["first", "other"], ["alpha", "bravo", "gamma", "delta"]]
    flows = flow_blocks(rooms(blocks, [(10.0, 5.2 * LINE), (10.0, ENDLESS)], Setting()))
    assert [lines(flow) for flow in flows] == [["first", "other", "alpha", "bravo"], ["gamma", "delta"]]


def test_lines_are_alone_if_the_text_fits_only_that_way() -> None:
    blocks = blocks_of("first other", "alpha bravo gamma delta")
    flows = flow_blocks(rooms(blocks, [(10.0, 3.2 * LINE), (10.0, 3.2 * LINE)], Setting()))
    assert [lines(flow) for flow in flows] == [["first", "other", "alpha"], ["bravo", "gamma", "delta"]]
    assert all(flow.fits for flow in flows)


def test_a_heading_is_with_the_paragraph_after_it() -> None:
    blocks = blocks_of("one", "#Head", "alpha bravo")
    flows = flow_blocks(rooms(blocks, [(10.0, 2.2 * LINE), (10.0, ENDLESS)], Setting()))
    assert [lines(flow) for flow in flows] == [["one"], ["Head", "alpha", "bravo"]]


def test_a_blank_line_at_the_break_is_left_out() -> None:
    flows = flow_blocks(rooms(blocks_of("one", "", "two"), [(10.0, 1.2 * LINE), (10.0, ENDLESS)], Setting()))
    assert [lines(flow) for flow in flows] == [["one"], ["two"]]


def test_all_boxes_shrink_together() -> None:
    blocks = blocks_of("alpha bravo gamma delta")
    small = rooms(blocks, [(12.0, 5.0), (12.0, 5.0)], Setting(), floor=1.0)
    flows = flow_blocks(small)
    assert all(flow.fits for flow in flows)
    assert flows[0].size == flows[1].size < 3.0
    larger = flow_blocks([replace(room, size=flows[0].size + 0.1, floor=flows[0].size + 0.1) for room in small])
    assert not all(flow.fits for flow in larger)


def test_a_box_with_a_size_of_its_own_shrinks_in_proportion() -> None:
    blocks = blocks_of("alpha bravo gamma delta")
    first, second = rooms(blocks, [(12.0, 5.0), (12.0, 3.0)], Setting(), floor=1.0)
    flows = flow_blocks([first, replace(second, size=1.5, floor=0.5)])
    assert all(flow.fits for flow in flows)
    assert flows[1].size == pytest.approx(flows[0].size / 2, abs=1e-3)


def test_text_that_does_not_fit_overflows_the_last_box() -> None:
    flows = flow_blocks(
        rooms(blocks_of("alpha bravo gamma delta"), [(10.0, 1.2 * LINE), (10.0, 2.2 * LINE)], Setting())
    )
    assert [flow.fits for flow in flows] == [True, False]
    assert lines(flows[1]) == ["bravo", "gamma", "delta"]
    cut = flow_blocks(
        rooms(blocks_of("alpha bravo gamma delta"), [(10.0, 1.2 * LINE), (10.0, 2.2 * LINE)], Setting()), cut=True
    )
    assert lines(cut[0]) == ["alpha"]
    assert lines(cut[1])[-1].endswith("…")
    assert all(flow.fits and flow.cut for flow in cut)
