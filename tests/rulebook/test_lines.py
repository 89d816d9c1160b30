"""Words into lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rulebook.book import Text
from cardgen.rulebook.lines import one, set_words, widest_word
from cardgen.scene.items import Path
from tests.examples import examples
from tests.runs import runs_in

LATIN = st.text("abc xyz,.", min_size=1, max_size=60)
CHINESE = st.text("方块牌垃圾，。：“”（）T4", min_size=1, max_size=60)


@examples(60)
@given(st.one_of(LATIN, CHINESE), st.floats(15, 90), st.booleans())
def test_no_text_is_lost_and_no_line_too_wide(text: str, width: float, justify: bool) -> None:
    set_text = set_words(one(text, "zh"), 3.2, width, 1.5, justify=justify)
    message = "".join(run.text for run in runs_in(set_text.items))
    assert message.replace(" ", "") == text.replace(" ", "")
    too_wide = len(set_text.too_wide)
    assert sum(line.width > width + 1e-6 for line in set_text.lines) == too_wide


def test_a_chinese_line_fills_its_measure() -> None:
    text = "轮到你时先指定一名对手，再把自己的若干张T形方块牌摆成一片小场地，用方块去补上面的缺口。" * 3
    width = 60.0
    set_text = set_words(one(text, "zh"), 3.2, width, 1.5, justify=True)
    assert len(set_text.lines) > 3
    for line in set_text.lines[:-1]:
        ends = [run.x + run.width for run in runs_in(line.items)]
        # The blank half of a mark at the end is beyond the edge.
        assert width - 1e-6 <= max(ends) <= width + 1.6 + 1e-6


def test_an_english_line_is_ragged() -> None:
    set_text = set_words(
        one("many small words of every length go on, unhurried, for a considerable while " * 4, "en"), 3.2, 50, 1.5
    )
    assert len({round(line.width, 3) for line in set_text.lines[:-1]}) > 2


def test_the_last_line_is_not_one_character() -> None:
    text = "一二三四五六七八九十" * 2 + "甲乙丙。"
    width = 3.2 * 22.4
    assert len(set_words(one(text, "zh"), 3.2, width, 1.5).lines) == 2
    last = set_words(one(text, "zh"), 3.2, width, 1.5).lines[-1]
    assert sum(len(run.text) for run in runs_in(last.items)) >= 3


def test_balanced_lines_are_about_equally_long() -> None:
    text = one("The marked rows are about to be cleared at once", "en")
    plain = set_words(text, 3.0, 45, 1.4)
    even = set_words(text, 3.0, 45, 1.4, balance=True)
    assert len(plain.lines) == len(even.lines)
    spread = [max(line.width for line in s.lines) - min(line.width for line in s.lines) for s in (plain, even)]
    assert spread[1] < spread[0]


def test_there_is_a_gap_between_scripts() -> None:
    tight = set_words(one("方块", "zh"), 10, 100, 1).width + set_words(one("T2", "zh"), 10, 100, 1).width
    assert set_words(one("方块T2", "zh"), 10, 100, 1).width == pytest.approx(tight + 1.6, abs=0.01)


def test_code_has_a_ground() -> None:
    words = (Text("see ", "en"), Text("T2@2,0", "en", code=True), Text(", then", "en"))
    (line,) = set_words(words, 3.2, 100, 1.5).lines
    (ground,) = [item for item in line.items if isinstance(item, Path)]
    xs = [number for _, *numbers in ground.commands for number in numbers[::2]]
    code = next(run for run in runs_in(line.items) if run.text == "T2@2,0")
    assert min(xs) < code.x
    assert code.x + code.width <= max(xs) + 0.5


def test_wide_words_and_missing_characters_are_reported() -> None:
    set_text = set_words(one("a Donaudampfschiff ⚔", "en"), 3.2, 12, 1.5)
    assert set_text.too_wide == ("Donaudampfschiff",)
    assert set_text.missing == ("⚔",)
    assert widest_word(one("a Donaudampfschiff b", "en"), 3.2) == pytest.approx(
        set_words(one("Donaudampfschiff", "en"), 3.2, 100, 1).width
    )
