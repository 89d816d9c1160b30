"""Columns of Chinese text: upright and turned characters, the places of marks, and extraction from a PDF."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path as PathName
from typing import Any

import pypdfium2
import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from cardgen.formats.pdf import pdf_bytes
from cardgen.scene.items import GlyphRun, Group, Item, Matrix, Path, Rect, Scene, bounds_of, walk
from cardgen.scene.paths import points_of
from cardgen.text.blocks import Block, Flow, fit_blocks
from cardgen.text.fonts import Font, characters_of, make_face, register_font
from cardgen.text.ink import ink_of
from cardgen.text.lines import Setting
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import PICTURE, Inset, Span
from tests.cases import for_cases
from tests.made_fonts import true_type

SIZE = 4.0


def columns(*spans: Span, height: float = 40.0, width: float = 100.0, size: float = SIZE, **keys: Any) -> Flow:
    setting = Setting(vertical=True, **keys)
    return fit_blocks([Block(spans)], size, width, height, floor=size, setting=setting)


def zh(text: str, **keys: Any) -> Span:
    return Span(text, lang="zh", **keys)


def drawn_characters(items: Iterable[Item]) -> list[tuple[str, Matrix, Rect]]:
    """Return every drawn character, its transform, and its ink on the page."""
    result = []
    for matrix, item in walk(items):
        if isinstance(item, GlyphRun) and not item.invisible:
            for one in characters_of(item) if item.vertical else (item,):
                result.append((one.text, matrix, bounds_of(matrix, ink_of(one))))
    return result


def middle(rect: Rect) -> tuple[float, float]:
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2


def extracted(*items: Item, size: tuple[float, float] = (80, 60)) -> str:
    document = pypdfium2.PdfDocument(pdf_bytes([Scene(*size, items)]))
    text = document[0].get_textpage().get_text_range()
    document.close()
    return str(text)


def test_characters_are_upright_in_columns_from_the_right() -> None:
    result = columns(zh("方块杀手消除垃圾行满"), height=20)  # five in a column
    drawn = drawn_characters(result.items)
    assert "".join(text for text, _, _ in drawn) == "方块杀手消除垃圾行满"
    assert all(matrix[:4] == (1, 0, 0, 1) for _, matrix, _ in drawn)
    centres = [middle(rect) for _, _, rect in drawn]
    right, left = 1.3 * SIZE * 1.5, 1.3 * SIZE * 0.5
    for number, (x, y) in enumerate(centres):
        assert x == pytest.approx(right if number < 5 else left, abs=0.4)
        assert y == pytest.approx((number % 5 + 0.5) * SIZE, abs=0.5)
    assert (result.width, result.height) == pytest.approx((2 * 1.3 * SIZE, 20))


def test_lines_break_by_the_same_marks() -> None:
    result = columns(zh("方块杀手消，除垃圾"), height=20)
    xs = {text: round(middle(rect)[0]) for text, _, rect in drawn_characters(result.items)}
    assert xs["手"] == xs["杀"] != xs["消"]  # the comma takes the character before it to the next column


@for_cases("mark", "，。、；：")
def test_a_low_mark_is_at_the_upper_right_of_its_square(mark: str) -> None:
    drawn = {text: rect for text, _, rect in drawn_characters(columns(zh(f"方{mark}块")).items)}
    centre, top = 1.3 * SIZE / 2, SIZE
    x, y = middle(drawn[mark])
    assert x > centre
    assert top <= y < top + SIZE / 2 + 0.01
    assert drawn[mark][0] + drawn[mark][2] <= centre + SIZE / 2


@pytest.mark.parametrize("mark", "！？")
def test_a_high_mark_moves_to_the_right_and_keeps_its_square(mark: str) -> None:
    drawn = {text: rect for text, _, rect in drawn_characters(columns(zh(f"方{mark}」块")).items)}
    x, y = middle(drawn[mark])
    assert x > 1.3 * SIZE / 2
    assert y == pytest.approx(1.5 * SIZE, abs=0.3)
    assert drawn["块"][1] > 2.4 * SIZE  # its square is whole: 」 begins after it


@for_cases("mark", "，。、；：！？")
def test_marks_of_traditional_text_stay_in_the_middle_of_their_square(mark: str) -> None:
    placed = columns(Span(f"方{mark}塊", lang="zh-Hant"))
    drawn = {text: rect for text, _, rect in drawn_characters(placed.items)}
    assert middle(drawn[mark]) == pytest.approx((1.3 * SIZE / 2, 1.5 * SIZE), abs=0.4)
    assert drawn["塊"][1] > 1.9 * SIZE


@for_cases("mark", "《》「」『』（）【】…—")
def test_brackets_and_dashes_turn_with_the_column(mark: str) -> None:
    (result,) = [
        (matrix, rect) for text, matrix, rect in drawn_characters(columns(zh(f"方{mark}块")).items) if text == mark
    ]
    assert result[0][:4] == (0, 1, -1, 0)
    assert middle(result[1])[0] == pytest.approx(1.3 * SIZE / 2, abs=0.7)


def test_quotation_marks_are_those_of_columns() -> None:
    assert [text for text, _, _ in drawn_characters(columns(zh("“方‘块’”")).items)] == ["『", "方", "「", "块", "」』"]


def test_letters_are_turned_and_short_numbers_are_upright() -> None:
    drawn = {
        text: (matrix, rect)
        for text, matrix, rect in drawn_characters(columns(zh("第"), zh("12", upright=True), zh("回 ABC")).items)
    }
    assert drawn[" ABC"][0][:4] == (0, 1, -1, 0)
    matrix, rect = drawn["12"]
    assert matrix[:4] == pytest.approx((1, 0, 0, 1))
    assert rect[2] <= SIZE
    assert middle(rect) == pytest.approx((1.3 * SIZE / 2, 1.5 * SIZE), abs=0.15)


def test_readings_and_dots_are_at_the_right() -> None:
    result = columns(zh("字", reading="zì"), zh("好", dotted=True))
    drawn = {text: rect for text, _, rect in drawn_characters(result.items)}
    assert drawn["zì"][0] >= drawn["字"][0] + drawn["字"][2]
    dots = [bounds_of(matrix, (0, 0, 0, 0)) for matrix, item in walk(result.items) if isinstance(item, Path)]
    assert len(dots) == 1
    right = max(
        bounds_of(matrix, (*points_of(command)[0], 0, 0))[0]
        for matrix, item in walk(result.items)
        if isinstance(item, Path)
        for command in item.commands
        if command[0] == "M"
    )
    assert right > drawn["好"][0] + drawn["好"][2]


def test_pictures_are_upright() -> None:
    dot = Path((("M", 0, 0), ("L", 1, 0), ("L", 1, 2), ("Z",)), fill="#aa0000")
    result = columns(zh("方"), Span(PICTURE, lang="zh", picture=Inset((dot,), 1, 2, name="剑")), zh("块"))
    (matrix,) = [matrix for matrix, item in walk(result.items) if isinstance(item, Path)]
    x, y, width, height = bounds_of(matrix, (0, 0, 1, 2))
    assert (width, height) == pytest.approx((SIZE, 2 * SIZE))
    assert x + width / 2 == pytest.approx(result.width / 2, abs=0.05)
    assert y > SIZE


def test_too_long_or_too_many_columns_do_not_fit() -> None:
    assert columns(zh("方块杀手"), height=8, width=2 * 1.3 * SIZE).fits
    assert not columns(zh("方块杀手"), height=8, width=2 * 1.3 * SIZE - 0.1).fits
    assert not columns(Span("incomprehensible"), height=8).fits


def test_columns_are_extracted_once_and_in_order() -> None:
    text = "每当你的生物死亡时，你可支付一枚金币。"
    result = columns(zh(text), height=20)
    lines = layout_paragraph([Span("A heading in lines. " * 8)], 3, 70).runs
    heading = "".join(run.text for run in lines).split()
    for items in (result.items, (*result.items, Group(lines, (1, 0, 0, 1, 0, 40))), (*lines, *result.items)):
        words = "".join(extracted(*items).split())
        assert words.count(text) == 1
        assert len(words) == len(text) + sum(map(len, heading)) * (len(items) != len(result.items))


def test_short_columns_are_extracted_from_the_right() -> None:
    result = columns(zh("第一章"), zh("\n细体字"), zh("\n甲乙丙丁"))
    assert extracted(*result.items).split() == ["第一章", "细体字", "甲乙丙丁"]


def test_letters_and_marks_are_extracted_in_order() -> None:
    spans = (zh("何也？ABC第"), zh("2", upright=True), zh("章、又："), zh("“好”。"))
    assert "".join(extracted(*columns(*spans).items).split()) == "何也？ABC第2章、又：『好』。"


def test_an_outlined_column_is_drawn_and_not_extracted() -> None:
    result = columns(zh("方块，杀手"), outlined=True)
    assert {text for text, _, _ in drawn_characters(result.items)} == set("方块，杀手")
    assert extracted(*result.items).strip() == ""


# ---------------------------------------------------------------- a font's own forms


def test_a_fonts_own_forms_for_columns_are_used() -> None:
    font = TTFont(io.BytesIO(true_type("Upright", "一、（丁", of="han")))
    comma, bracket, one, two = (font.getBestCmap()[ord(character)] for character in "、（一丁")
    rules = f"feature vert {{ sub {comma} by {one}; sub {bracket} by {two}; }} vert;"
    addOpenTypeFeaturesFromString(font, rules)
    made = io.BytesIO()
    font.save(made)
    face = make_face(made.getvalue(), PathName("Upright.ttf"))
    name = register_font(Font(f"upright#{face.name}", "upright", (face.name,))).name
    flow = columns(Span("一、（丁", name, lang="zh"))
    drawn = [
        (character.text, character.glyphs.numbers[0] if character.glyphs else face.glyph(character.text))
        for run in flow.runs
        for character in characters_of(run)
    ]
    assert drawn == [
        ("一", face.glyph("一")),
        ("、", face.glyph("一")),
        ("（", face.glyph("丁")),
        ("丁", face.glyph("丁")),
    ]
    places = [(round(c.x, 4), c.baseline) for run in flow.runs for c in characters_of(run)]
    assert len({x for x, _ in places}) == 1  # they need not be moved
    assert extracted(*flow.items) == "一、（丁"
