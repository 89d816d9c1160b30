"""Shaped text: ligatures, marks, directions, soft hyphens, and lines that cut joined letters."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from cardgen.scene.items import GlyphRun
from cardgen.text.blocks import Block, Flow, fit_blocks
from cardgen.text.breaking import break_lines
from cardgen.text.fonts import Font, make_face, register_font
from cardgen.text.ink import ink_of
from cardgen.text.lines import Setting
from cardgen.text.measuring import HYPHEN, measure
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span
from tests.formats.world import SAMPLES, font_of
from tests.made_fonts import true_type

BY_LANG = {sample.lang: sample for sample in SAMPLES}


def world(text: str, lang: str, width: float = 500.0, size: float = 4.0, **setting: object) -> Flow:
    """Return a text in a font that has its script."""
    span = Span(text, font_of(BY_LANG[lang]), lang=lang)
    return fit_blocks([Block((span,))], size, width, 500, floor=size, setting=Setting(**setting))  # type: ignore[arg-type]


def ligature_font(pairs: str = "sub f i by A;") -> str:
    """Return a font with the letters AVfi-, in which f and i become A."""
    font = TTFont(io.BytesIO(true_type("Joined", "AVfio -")))
    del font["GPOS"]
    addOpenTypeFeaturesFromString(font, f"feature liga {{ {pairs} }} liga;")
    made = io.BytesIO()
    font.save(made)
    face = make_face(made.getvalue(), Path("Joined.ttf"))
    return register_font(Font(f"joined#{face.name}", "joined", (face.name, "latin", "han"))).name


def line_texts(flow: Flow) -> list[str]:
    by_line: dict[float, list[GlyphRun]] = {}
    for run in flow.runs:
        by_line.setdefault(round(run.baseline, 4), []).append(run)
    return ["".join(run.text for run in line) for _, line in sorted(by_line.items())]


# ---------------------------------------------------------------- ligatures and marks


def test_a_ligature_is_one_glyph_of_several_characters() -> None:
    (run,) = layout_paragraph([Span("Vfi", ligature_font())], 4, 50).runs
    assert run.text == "Vfi"
    assert run.glyphs is not None
    assert run.glyphs.clusters == (0, 1)
    assert len(run.advances) == 2


def test_letters_with_tracking_are_not_joined() -> None:
    (run,) = layout_paragraph([Span("Vfi", ligature_font())], 4, 50, tracking=0.1).runs
    assert run.glyphs is None


def test_a_run_without_joined_letters_needs_no_glyphs() -> None:
    (run,) = layout_paragraph([Span("AVATAR")], 4, 50).runs
    assert run.glyphs is None


def test_marks_are_placed_on_their_letters() -> None:
    plain, marked = (world(text, "hi").runs[0] for text in ("क", "कं"))
    assert marked.glyphs is not None
    assert marked.width == pytest.approx(plain.width)
    assert ink_of(marked)[1] < ink_of(plain)[1]


def test_a_decomposed_letter_is_set_from_its_parts() -> None:
    """x with a circumflex has no composed form."""
    (run,) = world("x\u0302", "en").runs
    assert run.glyphs is not None
    assert world("x\u0302", "en").missing == ()
    assert ink_of(run)[3] > ink_of(world("x", "en").runs[0])[3]


# ---------------------------------------------------------------- directions


@pytest.mark.parametrize("text", ["שלום", "12 קלפים", "(12) קלפים"])
def test_text_from_right_to_left_begins_at_the_right(text: str) -> None:
    for align, side in (("start", "right"), ("end", "left"), ("left", "left"), ("right", "right"), ("centre", "both")):
        flow = world(text, "he", width=60, align=align)
        left, right = min(r.x for r in flow.runs), 60 - max(r.x + r.width for r in flow.runs)
        assert (left < 1e-6, right < 1e-6) == (side == "left", side == "right"), align


def test_figures_run_from_left_to_right_inside_of_hebrew() -> None:
    runs = world("קח 12 קלפים", "he").runs
    figures = next(run for run in runs if run.text == "12")
    first, last = (next(run for run in runs if word in run.text) for word in ("קח", "קלפים"))
    assert last.x < figures.x < first.x


def test_a_single_letter_from_right_to_left_is_after_its_space() -> None:
    runs = {run.text: run for run in world("בין A וB", "he").runs}
    assert runs["ו"].x < runs[" "].x < runs["A"].x


def test_brackets_are_mirrored() -> None:
    (run,) = world("(א)", "he").runs
    (latin,) = world("(", "en").runs
    assert run.glyphs is not None
    assert run.glyphs.clusters == (2, 1, 0)
    left, right = ink_of(run)[0], ink_of(run)[0] + ink_of(run)[2]
    assert left < latin.width / 2 + 0.5
    assert right <= run.x + run.width


def test_figures_alone_have_the_direction_of_their_language() -> None:
    for lang, x in (("he", 60), ("en", 0)):
        flow = world("12", lang, width=60, align="start")
        end = max(run.x + run.width for run in flow.runs) if x else min(run.x for run in flow.runs)
        assert end == pytest.approx(x)


def test_a_list_from_right_to_left_has_its_bullets_at_the_right() -> None:
    font = font_of(BY_LANG["he"])
    block = Block((Span("שלום לכולם " * 6, font, lang="he"),), (Span("•", font, lang="he"),))
    flow = fit_blocks([block], 4, 60, 500, floor=4, setting=Setting(align="start"))
    bullet = next(run for run in flow.runs if run.text == "•")
    words = [run for run in flow.runs if run is not bullet]
    assert bullet.x + bullet.width == pytest.approx(60)
    assert max(run.x + run.width for run in words) == pytest.approx(bullet.x - 0.4 * 4)
    assert flow.lines > 1


def test_a_justified_hebrew_line_fills_its_width() -> None:
    flow = world(BY_LANG["he"].text, "he", width=44, align="justify")
    first = [run for run in flow.runs if run.baseline == flow.runs[0].baseline]
    assert min(run.x for run in first) == pytest.approx(0, abs=1e-6)
    assert max(run.x + run.width for run in first) == pytest.approx(44)


# ---------------------------------------------------------------- where lines end


def test_letters_on_both_sides_of_a_line_break_are_shaped_apart() -> None:
    """The lam and alef of one word are joined, two lines are not."""
    text = "لا\u200bلا"
    whole = measure([Span(text, font_of(BY_LANG["ar"]), lang="ar")])
    for line in break_lines(whole, whole.length * 0.7):
        alone = measure([Span("لا", font_of(BY_LANG["ar"]), lang="ar")])
        assert line.width == pytest.approx(alone.length)


def test_thai_is_broken_between_words() -> None:
    flow = world("จั่วไพ่สองใบ", "th", width=12)
    assert line_texts(flow) == ["จั่วไพ่", "สองใบ"]


def test_a_soft_hyphen_is_seen_only_at_the_end_of_a_line() -> None:
    text = "re\u00addis\u00adtribute"
    assert line_texts(layout_paragraph([Span(text)], 4, 50)) == ["redistribute"]
    broken = layout_paragraph([Span(text)], 4, 12)
    assert line_texts(broken) == ["redis\u00ad", "tribute"]
    hyphen = next(run for run in broken.runs if run.text == "\u00ad")
    assert ink_of(hyphen)[2] > 0
    assert broken.width <= 12


def test_a_line_with_a_hyphen_is_as_wide_as_it_says() -> None:
    measured = measure([Span("re\u00addis\u00adtribute")])
    assert measured.breaks[2] == measured.breaks[5] == HYPHEN
    (first, second) = break_lines(measured, 3)
    assert (first.hyphen, second.hyphen) == (True, False)
    alone = measure([Span("redis-")])
    assert first.width == pytest.approx(alone.length, abs=0.02)


def test_words_are_divided_only_where_that_is_wanted() -> None:
    text = "Everybody recollects; redistribute all undistributed cards immediately."
    plain, divided = (
        fit_blocks([Block((Span(text),))], 4, 28, 500, floor=4, setting=Setting(hyphenate=on)) for on in (False, True)
    )
    assert not any(run.text == "\u00ad" for run in plain.runs)
    assert any(run.text == "\u00ad" for run in divided.runs)
    assert divided.lines <= plain.lines
    assert "".join(run.text for run in divided.runs if run.text != "\u00ad").replace(" ", "") == text.replace(" ", "")


def test_a_zero_width_space_divides_without_a_hyphen() -> None:
    assert line_texts(layout_paragraph([Span("abc\u200bdef")], 4, 8)) == ["abc", "def"]
    assert line_texts(layout_paragraph([Span("abc\u200bdef")], 4, 80)) == ["abcdef"]


def test_a_no_break_space_holds_words_together() -> None:
    assert line_texts(layout_paragraph([Span("one 2\u00a0cards")], 4, 17)) == ["one", "2\u00a0cards"]
