"""The scripts of characters and texts: UAX #24."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.scripts import COMMON, INHERITED, UNKNOWN, script_of, split_scripts
from tests.cases import for_cases


@for_cases(
    ("characters", "script"),
    [
        ("aZéⅣ", "Latn"),
        ("方々〇", "Hani"),
        ("ひ", "Hira"),
        ("カ", "Kana"),
        ("카ㄱ", "Hang"),
        ("ع", "Arab"),
        ("ש", "Hebr"),
        ("क", "Deva"),
        ("ก", "Thai"),
        ("Ωπ", "Grek"),
        ("ж", "Cyrl"),
        ("\U000110a5", "Kthi"),
        ("\U00016ea0", "Berf"),  # new in Unicode 17
        (" 1,.!，。、“（\u2694\U0001f600", COMMON),
        ("\u0301\u200d\ufe0f", INHERITED),
        ("\u0378\U0010ffff\ue000", UNKNOWN),
    ],
)
def test_script_of_characters(characters: str, script: str) -> None:
    assert [script_of(character) for character in characters] == [script] * len(characters)


def runs(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], script) for start, end, script in split_scripts(text)]


@for_cases(
    ("text", "expected"),
    [
        ("", []),
        ("plain, text", [("plain, text", "Latn")]),
        ("12, 3!", [("12, 3!", COMMON)]),
        ("“1”—2", [("“1”—2", COMMON)]),
        ("naïve “text”", [("naïve “text”", "Latn")]),
        ("抽 2 张，弃 1 张。", [("抽 2 张，弃 1 张。", "Hani")]),
        ("“抽”2 cards", [("“抽”2 ", "Hani"), ("cards", "Latn")]),
        ("1. 方块 Block 杀手", [("1. 方块 ", "Hani"), ("Block ", "Latn"), ("杀手", "Hani")]),
        ("方块(Block)，x", [("方块(", "Hani"), ("Block", "Latn"), (")，", "Hani"), ("x", "Latn")]),
        ("方《A「B」》c", [("方《", "Hani"), ("A「B」", "Latn"), ("》", "Hani"), ("c", "Latn")]),
        ("ab “אב” cd", [("ab “", "Latn"), ("אב", "Hebr"), ("” cd", "Latn")]),
        ("a) אב)", [("a) ", "Latn"), ("אב)", "Hebr")]),  # brackets that nothing opened
        ("ひらがなカナ", [("ひらがな", "Hira"), ("カナ", "Kana")]),
        ("e\u0301ж\u0301", [("e\u0301", "Latn"), ("ж\u0301", "Cyrl")]),
        ("\u0301ab", [("\u0301ab", "Latn")]),
        ("हिन्दी।", [("हिन्दी।", "Deva")]),
        ("\n方\nж", [("\n方\n", "Hani"), ("ж", "Cyrl")]),
    ],
)
def test_runs(text: str, expected: list[tuple[str, str]]) -> None:
    assert runs(text) == expected


@given(st.text(st.sampled_from("aé方ひカא1 ,(（)）“”«»\u0301\u0378\n"), max_size=25))
def test_runs_are_the_whole_text(text: str) -> None:
    assert "".join(part for part, _ in runs(text)) == text
    scripts = [script for _, script in runs(text)]
    assert all(a != b for a, b in pairwise(scripts))
    for start, end, script in split_scripts(text):
        for character in text[start:end]:
            assert script_of(character) in (script, COMMON, INHERITED)
