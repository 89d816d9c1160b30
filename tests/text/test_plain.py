"""Plain text set word by word comes out as text that is measured character by character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.fast import kernel
from cardgen.scene.items import GlyphRun, Glyphs
from cardgen.text import blocks
from cardgen.text.blocks import Block, Flow, fit_blocks
from cardgen.text.faces import clear_font_caches
from cardgen.text.fonts import FONTS
from cardgen.text.line_breaking import break_opportunities
from cardgen.text.lines import Setting
from cardgen.text.plain import _SIMPLE, PlainStyle, PlainText, Room, fit_words
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
        patch.setattr(blocks, "_fit_plain", lambda *_: None)
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


def plain(font: str = "regular", lang: str = "en", size: float = 3.0, width: float = 50.0) -> PlainText:
    return PlainText(PlainStyle(font, lang, "#000000"), Room(size, size, width, 100.0, 1.3))


def lines_of(text: str) -> Sequence[Any] | None:
    fitted = plain().fit(text)
    return fitted and fitted.lines


def test_words_are_used_for_plain_text_alone() -> None:
    assert plain().fit("Draw two cards.") is not None
    for text in ("back-to-back", "two  spaces", "two\nlines", "( a )", "5 %", "方块", "naïve", "a/b", ""):
        assert plain().fit(text) is None, text


@given(st.lists(st.text(st.sampled_from("AVTWao.,1790-é"), min_size=1, max_size=6), min_size=1, max_size=90))
def test_words_that_are_shaped_together_come_out_as_one_by_one(words: list[str]) -> None:
    clear_font_caches()
    alone = {word: lines_of(word) for word in words}
    clear_font_caches()
    vocabulary = plain().vocabulary("x")
    assert vocabulary is not None
    vocabulary.learn([*words, "方块"])
    assert {word: lines_of(word) for word in words} == alone
    known = {word for word, fitted in alone.items() if fitted is not None and any(map(str.isalpha, word))}
    assert known <= vocabulary.words.keys()


@given(
    st.lists(st.sampled_from([*WORDS, "back-to-back"]), min_size=1, max_size=200),
    st.floats(1, 60),
    st.floats(1, 30),
    st.floats(1, 5),
)
def test_the_compiled_function_fits_words_as_python_does(
    words: list[str], width: float, height: float, floor: float
) -> None:
    vocabulary = plain().vocabulary("x")
    assert vocabulary is not None
    assert kernel is not None
    vocabulary.learn(WORDS)
    known = {**vocabulary.words, "back-to-back": None}
    arguments = (vocabulary.space, " ".join(words), 4.0, floor, width, height, 1.3)
    assert kernel.fit_words(known, {}, *arguments) == fit_words(known, {}, *arguments)
    del known[words[-1]]
    assert kernel.fit_words(known, {}, *arguments) == fit_words(known, {}, *arguments)


def test_lines_share_the_advances_of_words() -> None:
    first, second = (fitted.lines[0][2] for fitted in (plain().fit("gain two"), plain().fit("lose two")) if fitted)
    assert first[-1] is second[-1]


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
