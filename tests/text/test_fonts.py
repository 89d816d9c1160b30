"""Faces: one glyph for each character, matching advances and outlines, and the choice of the face."""

from __future__ import annotations

import hashlib
import io
from itertools import pairwise
from pathlib import Path

import pytest
import uharfbuzz
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from cardgen.scene.paths import points_of
from cardgen.text.faces import Face
from cardgen.text.fonts import (
    BOLD_PARTNERS,
    FACES,
    FONT_FOLDER,
    FONTS,
    IGNORABLE,
    SHARED_PUNCTUATION,
    Font,
    bold_of,
    face_for,
    face_named,
    faces_of,
    font_named,
    is_mark,
    is_wide,
    italic_of,
    make_face,
    middle_of,
    missing_glyph,
    register_font,
)
from cardgen.text.measuring import split_faces
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.shaping import shape
from cardgen.text.spans import Span
from tests.cases import for_cases
from tests.made_fonts import true_type

SAMPLE = "AVATAR To Wave, fi ffl office 1/2 -> … — “x” Ää 12,345.67 (T)"


@pytest.fixture(params=FACES)
def face(request: pytest.FixtureRequest) -> Face:
    return face_named(request.param)


def test_the_files_are_the_ones_that_are_listed() -> None:
    listed = [line.split() for line in (FONT_FOLDER / "SHA256SUMS").read_text().splitlines()]
    sums = {name.lstrip("*"): digest for digest, name in listed}
    for file in FACES.values():
        assert hashlib.sha256((FONT_FOLDER / file).read_bytes()).hexdigest() == sums[file]


def test_a_face_is_opened_once() -> None:
    assert face_named("han") is face_named("han")
    with pytest.raises(KeyError):
        face_named("comic")


def test_every_character_is_one_glyph(face: Face) -> None:
    """The codes of a PDF show the glyphs that shaping measured: no character becomes another glyph."""
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.file))))
    characters = [
        c for c in map(chr, sorted(shaper.face.unicodes)) if face.has(c) and not IGNORABLE.match(c) and not is_mark(c)
    ]
    assert len(characters) > 380
    for character in characters:
        assert widths(face, character) == (face.nominal_width(character),), hex(ord(character))


@given(st.text(st.sampled_from("AVTWYolf.,-1 'éÜ"), min_size=1, max_size=20))
def test_bundled_faces_draw_every_character_with_its_own_glyph(text: str) -> None:
    for name in FACES:
        if name.startswith("latin"):
            shaped = shape(name, text, "Latn", "en")
            assert (shaped.glyphs, len(shaped.advances)) == ((), len(text))


def widths(face: Face, text: str) -> tuple[int, ...]:
    return shape(face.name, text).advances


def test_pairs_are_kerned() -> None:
    face = face_named("latin")
    assert widths(face, "AV")[0] < face.nominal_width("A")
    assert sum(widths(face, "To")) < sum(map(face.nominal_width, "To"))
    assert widths(face, "HH") == (face.nominal_width("H"),) * 2


@for_cases("character", ["\u200b", "\u200d", "\ufeff", "\ufe0f"])
def test_characters_that_are_never_drawn_need_no_glyph(character: str) -> None:
    assert not any(face_named(name).has(character) for name in FACES)
    face = face_for("方" + character, "regular", "zh")
    assert face is not None
    assert face.name == "han"


def test_a_letter_and_its_marks_have_one_face() -> None:
    assert face_for("块\u0302", "regular", "zh") is None
    assert [(face and face.name, end) for _, end, face in split_faces("方块\u0302方", "regular", "zh")] == [
        ("han", 1),
        ("han", 2),
        (None, 3),
        ("han", 4),
    ]
    composed = face_for("e\u0301", "regular", "en")
    assert composed is not None


def test_chinese_characters_fill_a_square() -> None:
    for name in ("han", "han-medium", "han-bold"):
        face = face_named(name)
        assert {face.nominal_width(c) for c in "方块杀手，。《》“”…：；！？（）"} == {face.units}


def test_capitals_have_a_height(face: Face) -> None:
    assert 0.65 < face.cap_height < 0.78
    assert face.ink("H")[3] == pytest.approx(face.cap_height)


@for_cases("character", [*"AgQ%é", *"方酷"])
def test_an_outline_has_the_bounds_of_its_character(character: str) -> None:
    face = face_for(character, "bold", "zh")
    assert face is not None
    commands = face.outline(character)
    assert commands[0][0] == "M"
    assert commands[-1] == ("Z",)
    assert {c[0] for c in commands} <= set("MLCZ")
    assert sum(c[0] == "M" for c in commands) == sum(c[0] == "Z" for c in commands)
    left, bottom, right, top = face.ink(character)
    ends = [points_of(command)[-1] for command in commands if len(command) > 1]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    assert min(xs) >= left - 0.002  # the ends of the curves are inside the box of the ink, and touch it at extremes
    assert max(xs) <= right + 0.002
    assert (-max(ys), -min(ys)) == pytest.approx((bottom, top), abs=0.03)


def test_a_space_has_a_width_and_no_outline(face: Face) -> None:
    assert face.outline(" ") == ()
    assert face.nominal_width(" ") > 0


def test_latin_and_chinese_characters_have_their_own_faces() -> None:
    def names(text: str, lang: str = "zh", font: str = "regular") -> list[tuple[str | None, str]]:
        return [(face.name if face else None, text[i:j]) for i, j, face in split_faces(text, font, lang)]

    assert names("T 方块10") == [("latin", "T "), ("han", "方块"), ("latin", "10")]
    assert names("“方”…", "zh") == [("han", "“方”…")]
    assert names("“so”…", "en") == [("latin", "“so”…")]
    assert names("そう……", "ja") == [("han", "そう……")]
    assert names("方", font="condensed") == [("han-medium", "方")]
    assert names("方🂡块") == [("han", "方"), (None, "🂡"), ("han", "块")]
    assert names("") == []


@for_cases(
    ("lang", "order"),
    [
        *((lang, ("latin", "han", "hant")) for lang in ("zh", "zh-Hans", "zh-CN", "zh-Hans-HK", "ja", "en", "")),
        *((lang, ("latin", "hant", "han")) for lang in ("zh-Hant", "zh-TW", "zh-HK", "zh-Hant-CN", "yue", "zh-tw")),
    ],
)
def test_text_in_traditional_characters_has_the_forms_of_its_place(lang: str, order: tuple[str, ...]) -> None:
    assert faces_of("regular", lang) == order
    chinese = order[1]
    assert [face and face.name for _, _, face in split_faces("骨「直，", "regular", lang)] == [chinese]


def test_a_character_of_the_other_script_is_taken_from_the_other_face() -> None:
    """The table of contents of a rulebook in traditional characters, and a simplified name in one."""
    assert [face and face.name for _, _, face in split_faces("目錄", "bold", "zh")] == ["han-bold", "hant-bold"]
    assert [face and face.name for _, _, face in split_faces("剑牌", "bold", "zh-Hant")] == ["han-bold", "hant-bold"]
    assert [face and face.name for _, _, face in split_faces("ㄅ「」", "regular", "zh-Hant")] == ["hant"]
    for variants in ("啓德衆鷄呪", "啟德眾雞咒"):  # of Hong Kong, and of Taiwan
        assert [face and face.name for _, _, face in split_faces(variants, "regular", "zh-Hant")] == ["hant"]


@pytest.mark.parametrize("name", ["hant", "hant-medium", "hant-bold"])
def test_the_traditional_faces_have_common_characters_and_marks_in_the_middle(name: str) -> None:
    """Big5 has the common characters of Taiwan up to C67E; the others are those of Hong Kong."""
    face = face_named(name)
    codes = [bytes((high, low)) for high in range(0xA4, 0xC7) for low in (*range(0x40, 0x7F), *range(0xA1, 0xFF))]
    common = [code.decode("big5") for code in codes if code <= b"\xc6\x7e"]
    assert len(common) == 5401
    assert [character for character in (*common, *"喺嚟咁啲嘅佢哋冇瞓噉") if not face.has(character)] == []
    assert not any(map(face.has_blank_half, "，。、：；！？"))
    assert all(map(face.has_blank_half, "「」『』（）《》"))
    assert all(map(face_named("han").has_blank_half, "，。、：；！？「」『』（）《》“”"))


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_every_font_has_the_marks_of_both_languages(font: str, lang: str) -> None:
    for character in SHARED_PUNCTUATION | set("，。！？：；（）《》,.!?:;()%×→°±"):
        assert face_for(character, font, lang) is not None, character


def test_a_face_of_a_game_is_named_by_its_content() -> None:
    first, other = true_type("Tea", "ABC"), true_type("Tea", "ABCD")
    face = make_face(first, Path("one/Tea.ttf"))
    assert make_face(first, Path("another/Tea.ttf")) is face
    assert face_named(face.name) is face
    assert make_face(other, Path("one/Tea.ttf")).name != face.name
    assert face_named(face.name).has("D") is False
    assert face.title == "Tea Regular"


def test_a_font_of_a_game_uses_its_own_face_first() -> None:
    face = make_face(true_type("Tea", "Te“”. "), Path("Tea.ttf"))
    font = register_font(Font("tea#1", "tea", (face.name, *FONTS["bold"])))
    assert font_named("tea#1") is font

    def names(text: str, lang: str) -> list[tuple[str | None, str]]:
        return [(chosen.name if chosen else None, text[i:j]) for i, j, chosen in split_faces(text, "tea#1", lang)]

    own = face.name
    assert names("Tea 茶.", "zh") == [(own, "Te"), ("latin-bold", "a"), (own, " "), ("han-bold", "茶"), (own, ".")]
    assert names("“T”", "en") == [(own, "“T”")]
    assert names("“T”", "zh") == [("han-bold", "“"), (own, "T"), ("han-bold", "”")]


def test_marks_of_an_own_chinese_face_are_for_chinese_text() -> None:
    face = make_face(true_type("Cha", "一茶“”…", of="han-bold"), Path("Cha.ttf"))
    register_font(Font("cha#1", "cha", (face.name, *FONTS["regular"])))
    assert [(chosen and chosen.name, i, j) for i, j, chosen in split_faces("“茶”…", "cha#1", "zh")] == [
        (face.name, 0, 4)
    ]
    assert [(chosen and chosen.name, i, j) for i, j, chosen in split_faces("“a”", "cha#1", "en")] == [("latin", 0, 3)]


def test_bold_and_italic_parts_have_fonts_of_their_own() -> None:
    assert {name: bold_of(name) for name in FONTS} == dict.fromkeys(FONTS, "bold") | BOLD_PARTNERS
    assert {italic_of(name) for name in FONTS} == {None}
    register_font(Font("tea#2", "tea", ("latin",), bold="strong#2", italic="leaning#2"))
    assert (bold_of("tea#2"), italic_of("tea#2")) == ("strong#2", "leaning#2")
    with pytest.raises(KeyError):
        bold_of("green")


def fancy_face(rules: str) -> Face:
    """Return a face with the letters AVfi and these OpenType features, without kerning."""
    font = TTFont(io.BytesIO(true_type("Fancy", "AVfi")))
    del font["GPOS"]
    addOpenTypeFeaturesFromString(font, rules)
    made = io.BytesIO()
    font.save(made)
    return make_face(made.getvalue(), Path("Fancy.ttf"))


@pytest.mark.parametrize("tag", ["rlig", "liga", "clig", "calt", "ccmp"])
def test_letters_are_joined_to_ligatures(tag: str) -> None:
    face = fancy_face(f"feature {tag} {{ sub f i by A; }} {tag};\n")
    shaped = shape(face.name, "fiV", "Latn", "en")
    assert [(glyph.number, glyph.cluster) for glyph in shaped.glyphs] == [(face.glyph("A"), 0), (face.glyph("V"), 2)]
    assert shaped.advances == (face.nominal_width("A"), 0, face.nominal_width("V"))


def test_letters_that_are_set_apart_are_not_joined() -> None:
    face = fancy_face("feature liga { sub f i by A; } liga;\n")
    assert shape(face.name, "fi", "Latn", "en", apart=True).glyphs == ()


def test_the_same_text_has_the_same_glyphs() -> None:
    """Alternates at random are off."""
    face = fancy_face("feature rand { sub A from [V f i]; } rand;\n")
    assert shape(face.name, "AAAA", "Latn", "en").glyphs == ()


def test_a_missing_character_is_reported_with_a_font_that_has_it() -> None:
    face = make_face(true_type("Rune", "A"), Path("Rune.ttf"))
    register_font(Font("rune#1", "rune", (face.name,)))
    message = "the font 'rune' has no 'é' (U+00E9 LATIN SMALL LETTER E WITH ACUTE); searched: Rune Regular"
    assert missing_glyph("é", "rune#1", ["rune#1"]) == (message, "")
    assert missing_glyph("é", "rune#1", ["rune#1", "bold"]) == (message, "the font 'bold' has it, in Barlow Bold")
    assert missing_glyph("\ue000", "rune#1")[0].startswith("the font 'rune' has no '\\ue000' (U+E000); searched: ")
    assert "combining or control character" in missing_glyph("\u0301", "bold", ["regular"])[1]


def test_the_middle_of_a_line_is_that_of_its_capitals() -> None:
    assert {middle_of(name) for name in FONTS} == {0.36}
    low = make_face(true_type("Low", "xyz"), Path("Low.ttf"))
    register_font(Font("low#1", "low", (low.name,)))
    assert middle_of("low#1") == pytest.approx(face_named("latin").ink("x")[3] / 2)


@given(st.text(st.sampled_from("aT1 ，“”…方块é🂡\n"), max_size=30), st.sampled_from(["en", "zh"]))
def test_the_runs_together_are_the_text(text: str, lang: str) -> None:
    parts = split_faces(text, "medium", lang)
    assert "".join(text[begin:end] for begin, end, _ in parts) == text
    assert all(begin < end for begin, end, _ in parts)
    assert all(a is not b for (_, _, a), (_, _, b) in pairwise(parts))


def test_wide_characters() -> None:
    assert all(map(is_wide, "方，《（。「ア，"))
    assert not any(map(is_wide, "Aé1,.“”…—× "))


def test_bold_in_a_narrow_font_is_narrow() -> None:
    assert bold_of("condensed") == bold_of("condensed-bold") == "condensed-bold"
    narrow, bold, wide = (
        layout_paragraph([Span("Discard a card", font)], 4, 100).width
        for font in ("condensed", "condensed-bold", "bold")
    )
    assert narrow < bold < 0.85 * wide
    assert {face.title for face in map(face_named, FONTS["condensed-bold"])} == {
        "Barlow Condensed Bold",
        "Cardgen Sans SC Bold",
        "Cardgen Sans TC Bold",
    }
