"""Fonts inside a page: only what its texts need, the same for the same characters."""

from __future__ import annotations

import base64
import re

import uharfbuzz

from cardgen.draw.font_faces import font_faces

RULE = re.compile(
    r'@font-face \{ font-family: "([^"]+)"; font-weight: ([0-9 ]+); src: url\(data:font/ttf;base64,([^)]+)\); \}\n'
)


def faces(css: str) -> dict[tuple[str, str], set[str]]:
    """(family, weight) -> the characters that its font has."""
    found = {}
    for family, weight, data in RULE.findall(css):
        face = uharfbuzz.Face(base64.b64decode(data))
        found[family, weight] = {chr(point) for point in face.unicodes}
    return found


def test_each_weight_has_the_characters_that_are_asked_for_and_no_others() -> None:
    found = faces(font_faces("垃圾 ab", ["zh", "en"]))
    assert found == {
        ("Barlow", "400"): set(" ab"),
        ("Cardgen Sans SC", "400"): set("垃圾"),
        ("Barlow", "600 900"): set(" ab"),
        ("Cardgen Sans SC", "600 900"): set("垃圾"),
    }


def test_what_languages_set_by_different_fonts_is_in_both() -> None:
    assert faces(font_faces("…", ["en"])).keys() == {("Barlow", "400"), ("Barlow", "600 900")}
    assert len(faces(font_faces("…", ["en", "zh"]))) == 4
    assert font_faces("ab…垃", ["en", "zh"]) == font_faces("垃…baab", ["en", "zh"])
    assert font_faces("\U0001f0a1", ["en"]) == ""
