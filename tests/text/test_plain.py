"""Plain text set word by word comes out as text that is measured character by character."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.scene.items import GlyphRun, Glyphs
from cardgen.text import blocks
from cardgen.text.blocks import Block, Flow, fit_blocks
from cardgen.text.fonts import FONTS
from cardgen.text.line_breaking import break_opportunities
from cardgen.text.lines import Setting
from cardgen.text.plain import _SIMPLE, plain_text
from cardgen.text.spans import Span

WORDS = ["Draw", "two", "cards,", "then", "discard", "AVATAR", "To", "Wave.", "10", "a", "incomprehensible", "don't"]


def set_both(text: str, width: float, height: float, monkeypatch: pytest.MonkeyPatch, **keys: Any) -> list[Flow]:
    """Return the text set word by word, and character by character."""
    block = Block((Span(text, keys.pop("font", "regular"), lang=keys.pop("lang", "en")),))
    size, floor = keys.pop("size", 3.1), keys.pop("floor", 2.0)

    def fit() -> Flow:
        return fit_blocks([block], size, width, height, floor=floor, setting=Setting(**keys))

    plain = fit()
    with monkeypatch.context() as patch:
        patch.setattr(blocks, "plain_text", lambda *_: None)
        return [plain, fit()]


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=30),
    st.floats(4, 60),
    st.floats(3, 30),
    st.sampled_from(sorted(FONTS)),
    st.sampled_from(["start", "left", "centre", "right", "end"]),
    st.sampled_from(["en", "zh", "vi"]),
)
def test_words_are_set_as_characters_are(
    words: list[str], width: float, height: float, font: str, align: str, lang: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plain, measured = set_both(" ".join(words), width, height, patch, font=font, align=align, lang=lang)
    assert plain == measured


@given(st.text(st.sampled_from("aVT W-/().,:;!?%$#\"'&5+…é"), min_size=1, max_size=40), st.floats(4, 40))
def test_any_text_is_set_as_characters_are(text: str, width: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plain, measured = set_both(text, width, 20, patch)
    assert plain == measured


def test_words_are_used_for_plain_text_alone() -> None:
    assert plain_text("Draw two cards.", "regular", "en") is not None
    for text in ("back-to-back", "two  spaces", "two\nlines", "( a )", "5 %", "方块", "naïve", "a/b", ""):
        assert plain_text(text, "regular", "en") is None, text


def test_advances_are_shared_by_lines_of_one_size() -> None:
    text = plain_text("to to", "regular", "en")
    assert text is not None
    assert text.words[0].advances_at(3.0) is text.words[1].advances_at(3.0)


@given(st.text(st.sampled_from("aZ059"), min_size=1), st.sampled_from(["", *".,:;!?"]), st.sampled_from(["en", "zh"]))
def test_lines_never_end_inside_of_simple_words(letters: str, mark: str, lang: str) -> None:
    word = letters + mark
    assert _SIMPLE.fullmatch(word)
    breaks = break_opportunities(f"x {word} x", lang)
    assert [i for i, value in enumerate(breaks) if value] == [2, len(word) + 3, len(word) + 4]


def test_every_run_attribute_is_kept_by_a_move() -> None:
    run = GlyphRun(
        "ab", "latin", 3, 1, 2, (1.0, 2.0), "#112233", "fr", True, 0.2, True, True, "#top", Glyphs((1, 2), (0, 1))
    )
    assert run.moved(4, 5) == replace(run, x=5, baseline=7)
