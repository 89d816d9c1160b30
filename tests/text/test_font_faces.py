"""Fonts inside a web page: only the needed characters, the same bytes for the same characters."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import uharfbuzz

from cardgen.text.faces import subset_font
from cardgen.text.font_faces import font_faces
from cardgen.text.font_files import read_font
from cardgen.text.fonts import Font, make_face, register_font
from tests.made_fonts import open_type, true_type

RULE = re.compile(
    r'@font-face \{ font-family: "([^"]+)"; font-weight: ([0-9 ]+); src: url\(data:font/ttf;base64,([^)]+)\); \}\n'
)


def faces(css: str) -> dict[tuple[str, str], set[str]]:
    """(family, weight) -> the characters that its font has."""
    result = {}
    for family, weight, data in RULE.findall(css):
        face = uharfbuzz.Face(base64.b64decode(data))
        result[family, weight] = {chr(point) for point in face.unicodes}
    return result


def test_each_weight_has_exactly_the_wanted_characters() -> None:
    result = faces(font_faces("垃圾 ab", ["zh", "en"]))
    assert result == {
        ("Barlow", "400"): set(" ab"),
        ("Cardgen Sans SC", "400"): set("垃圾"),
        ("Barlow", "600 900"): set(" ab"),
        ("Cardgen Sans SC", "600 900"): set("垃圾"),
    }


def test_fonts_of_a_game_are_one_family_each_face_for_its_characters() -> None:
    tea = make_face(open_type("Tea", "abZ"), Path("Tea.otf"))
    register_font(Font("regular#tea", "regular", (tea.name, "latin", "han")))
    register_font(Font("bold#tea", "bold", ("latin-bold", "han-bold", tea.name)))
    css = font_faces("aéb垃c", ["en"], "{}#tea".format, "Mine")
    rules = [re.sub(r"data:font/(\w+)[^)]*", r"\1", line) for line in css.splitlines()]
    assert rules == [
        '@font-face { font-family: "Mine"; font-weight: 400; src: url(otf); unicode-range: U+61-62; }',
        '@font-face { font-family: "Mine"; font-weight: 400; src: url(ttf); unicode-range: U+5783; }',
        '@font-face { font-family: "Mine"; font-weight: 400; src: url(ttf); unicode-range: U+63, U+E9; }',
        '@font-face { font-family: "Mine"; font-weight: 600 900; src: url(ttf); unicode-range: U+5783; }',
        '@font-face { font-family: "Mine"; font-weight: 600 900; src: url(ttf); unicode-range: U+61-63, U+E9; }',
    ]


def test_a_face_with_damaged_tables_is_subset_without_them() -> None:
    whole = true_type("Tea")
    start = whole.index(b"GPOS")
    offset, length = (int.from_bytes(whole[start + at : start + at + 4], "big") for at in (8, 12))
    broken = whole[:offset] + b"\x0d" * length + whole[offset + length :]
    read_font(broken)
    face = make_face(broken, Path("Tea.ttf"))
    assert set(map(chr, uharfbuzz.Face(subset_font(face, "abc")).unicodes)) == set("abc")


def test_characters_with_different_fonts_by_language_are_in_both() -> None:
    assert faces(font_faces("…", ["en"])).keys() == {("Barlow", "400"), ("Barlow", "600 900")}
    assert len(faces(font_faces("…", ["en", "zh"]))) == 4
    assert font_faces("ab…垃", ["en", "zh"]) == font_faces("垃…baab", ["en", "zh"])
    assert font_faces("\U0001f0a1", ["en"]) == ""
