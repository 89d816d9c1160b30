"""Where lines may end: UAX #14, and the rules of cardgen on top of it."""

from __future__ import annotations

import hashlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.line_breaking import MAY_BREAK, MUST_BREAK, NO_BREAK, break_opportunities, default_opportunities
from cardgen.text.measuring import NOT_FIRST, NOT_LAST
from tests.cases import for_cases
from tests.text.official import UNICODE_TESTS, complete, parts, segmentation_cases

# A character for each line breaking class, also wide ones and those that rules name.
ONE_OF_EACH = (
    "a\u25cc\u2757\u1b05\u1bc0\u11003\u2014\t\u3000\u00b4\x0b\ufffc}\u3001\u0301)\r\U0001f9d1\U0001f3fb!\uff01\u00a0"
    "\uac00\uac01\u2010\u05d0-\u65b9\U0001fffd\u2694\u2026.\u1100\u11a8\u1160\n\x85\u30fb1([\u300a%\uff05$\uffe5"
    '"\u201c\u201d\U0001f1e6 /\u1bf2\u1b44\u2060\u200b\u200d'
)


def broken(text: str, lang: str = "") -> list[str]:
    """Return the parts of a text between the places where its lines may end."""
    return parts(text, break_opportunities(text, lang))


# ---------------------------------------------------------------- cases that cardgen has had from the beginning


@for_cases(
    ("text", "expected"),
    [
        ("方块杀手消除", ["方", "块", "杀", "手", "消", "除"]),
        ("方块，消除。", ["方", "块，", "消", "除。"]),
        ("块《杀手》", ["块", "《杀", "手》"]),
        ("消除“垃圾”行", ["消", "除", "“垃", "圾”", "行"]),
        ("块100个", ["块", "100", "个"]),
        ("得10%分", ["得", "10%", "分"]),
        ("块……块", ["块……", "块"]),
        ("甲乙——丙", ["甲", "乙——", "丙"]),
        ("（ 块", ["（ 块"]),
        ("块块 ，块", ["块", "块 ，", "块"]),
        ("方A", ["方", "A"]),
        ("消！T？1，a。b", ["消！", "T？", "1，", "a。", "b"]),
        ("是“A”的", ["是", "“A”", "的"]),
        ("——“方”", ["——", "“方”"]),
        ("第 3 回合", ["第 ", "3 ", "回", "合"]),
        ("方 “ 块", ["方 ", "“ 块"]),
        ("方 ” 块", ["方 ” ", "块"]),
        ("付 ￥ 5", ["付 ", "￥ 5"]),
        ("方 ：块", ["方 ：", "块"]),
        ("乙—丙…丁", ["乙—", "丙…", "丁"]),
        ("一 · 二", ["一 · ", "二"]),
        ("1 ～ 2", ["1 ～ ", "2"]),
    ],
)
def test_chinese(text: str, expected: list[str]) -> None:
    assert broken(text, "zh") == expected
    assert broken(text, "zh-Hant-TW") == expected


@for_cases(
    ("text", "expected"),
    [
        ("one two", ["one ", "two"]),
        ("don’t it’s", ["don’t ", "it’s"]),
        ("back-to-back", ["back-", "to-", "back"]),
        ("rows 2-3 now", ["rows ", "2-3 ", "now"]),
        ("rows 2–3 now", ["rows ", "2–3 ", "now"]),
        ("word—word", ["word—", "word"]),
        ("word — word", ["word — ", "word"]),
        ("(a) [b]", ["(a) ", "[b]"]),
        ("( a ) b", ["( a ) ", "b"]),
        ("so ... then", ["so ... ", "then"]),
        ("and/or", ["and/", "or"]),
        ("and / or", ["and / ", "or"]),
        ("1/2 of 3.5, 1,000", ["1/2 ", "of ", "3.5, ", "1,000"]),
        ("5 % more", ["5 % ", "more"]),
        ("“a b” ‘c’ d", ["“a ", "b” ", "‘c’ ", "d"]),
        ("it—“quoted”", ["it—", "“quoted”"]),
        ("wow!yes", ["wow!yes"]),
        ("costs $5 or # 3", ["costs ", "$5 ", "or ", "# 3"]),
        ("  two", ["  ", "two"]),
        ("add -a", ["add ", "-a"]),
        ("", []),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert broken(text, "en") == expected


MARKED_TEXTS = st.text(st.sampled_from("方块消，。！？：；、》」”’）《「“‘（ aTo-1%.,()…—\n￥$#[{·•～%℃"), max_size=60)


@given(MARKED_TEXTS, st.sampled_from(["en", "zh", "ja", ""]))
def test_no_line_begins_or_ends_with_the_wrong_mark(text: str, lang: str) -> None:
    opportunities = break_opportunities(text, lang)
    for i, value in enumerate(opportunities):
        if value == MAY_BREAK:
            assert text[i] not in NOT_FIRST
            assert text[i] != " "
            assert text[:i].rstrip(" ")[-1:] not in NOT_LAST or not text[:i].strip(" ")


# ---------------------------------------------------------------- other languages


@for_cases(
    ("text", "lang", "expected"),
    [
        ("「カード」をひっぱる。", "ja", ["「カー", "ド」", "を", "ひっ", "ぱ", "る。"]),
        ("シャッター・人々", "ja", ["シャッ", "ター・", "人々"]),
        ("카드를 뽑는다", "ko", ["카드를 ", "뽑는다"]),
        ("카드 3장을, 덱에서", "ko", ["카드 ", "3장을, ", "덱에서"]),
        ("„Wort“ und", "de", ["„Wort“ ", "und"]),
        ("Er sagte „ja“.", "de", ["Er ", "sagte ", "„ja“."]),
        ("hän sanoi ”ei”", "fi", ["hän ", "sanoi ", "”ei”"]),
        ("« mot » suite !", "fr", ["« mot » ", "suite !"]),
        ("—Hola —dijo", "es", ["—", "Hola ", "—", "dijo"]),
        ("שלום עולם", "he", ["שלום ", "עולם"]),
        ("مرحبا، عالم", "ar", ["مرحبا، ", "عالم"]),
        ("हिन्दी में", "hi", ["हिन्दी ", "में"]),
        ("ไพ่\u200bหนึ่ง ใบ", "th", ["ไพ่\u200b", "หนึ่ง ", "ใบ"]),
        ("จั่วไพ่สองใบแล้ววาง", "th", ["จั่ว", "ไพ่", "สอง", "ใบ", "แล้ว", "วาง"]),  # no spaces between words
        ("เก็บไพ่ๆ (สองใบ) ได้", "th", ["เก็บ", "ไพ่ๆ ", "(สอง", "ใบ) ", "ได้"]),
        ("ວາງໄພ້ ໜຶ່ງໃບ", "lo", ["ວາງໄພ້ ", "ໜຶ່ງໃບ"]),
    ],
)
def test_languages(text: str, lang: str, expected: list[str]) -> None:
    assert broken(text, lang) == expected


@for_cases(
    ("text", "expected"),
    [
        ("auto\u00admatic", ["auto\u00ad", "matic"]),  # soft hyphen
        ("auto\u200bmatic", ["auto\u200b", "matic"]),  # zero width space
        ("5\u00a0kg", ["5\u00a0kg"]),  # no-break space
        ("方\u00a0块", ["方\u00a0块"]),
        ("方\u2060块", ["方\u2060块"]),  # word joiner
        ("方\ufeff块", ["方\ufeff块"]),
        ("x\u2011y", ["x\u2011y"]),  # no-break hyphen
        ("方\u200b，", ["方\u200b", "，"]),  # an explicit break is stronger than a mark
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", ["\U0001f468\u200d\U0001f469\u200d\U0001f467"]),  # a family
        ("\U0001f44d\U0001f3fd\U0001f44d", ["\U0001f44d\U0001f3fd", "\U0001f44d"]),  # skin tone
        ("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", ["\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7"]),  # flags
        ("e\u0301a 方\u0301块", ["e\u0301a ", "方\u0301", "块"]),
        ("gain 2\u2694\ufe0f now", ["gain ", "2\u2694\ufe0f ", "now"]),
        ("gain 2\ufffc, \ufffc\ufffc", ["gain ", "2\ufffc, ", "\ufffc\ufffc"]),  # inline pictures
        ("得\ufffc，", ["得", "\ufffc，"]),
        ("a\tb", ["a\t", "b"]),
    ],
)
def test_special_characters(text: str, expected: list[str]) -> None:
    assert broken(text) == expected


def test_line_ends() -> None:
    assert list(break_opportunities("a\nb")) == [NO_BREAK, NO_BREAK, MUST_BREAK, MUST_BREAK]
    assert list(break_opportunities("a\r\nb")) == [0, 0, 0, 2, 2]
    assert broken("a\u2028b\u2029c\x0bd\x0ce\x85f\rg\n\nh") == [
        *("a\u2028", "b\u2029", "c\x0b", "d\x0c", "e\x85", "f\r", "g\n", "\n", "h")
    ]
    assert list(break_opportunities("\n")) == [0, 2]
    assert break_opportunities("") == b"\0"


@given(st.text(max_size=40), st.sampled_from(["", "en", "zh", "de", "th"]))
def test_every_text_has_an_entry_for_each_position(text: str, lang: str) -> None:
    opportunities = break_opportunities(text, lang)
    assert len(opportunities) == len(text) + 1
    assert opportunities[0] == NO_BREAK
    assert set(opportunities) <= {NO_BREAK, MAY_BREAK, MUST_BREAK}


@given(st.text(st.sampled_from(ONE_OF_EACH), max_size=12))
def test_frequent_classes_are_looked_up_as_all_others(text: str) -> None:
    # A flag is of a class that is not frequent.
    flag = "\U0001f1e9\U0001f1ea"
    assert default_opportunities(f"{text}\n{flag}")[: len(text)] == default_opportunities(f"{text}\n")[: len(text)]


# ---------------------------------------------------------------- UAX #14


@for_cases(
    ("rule", "text", "expected"),
    [
        ("LB7", "a \u200bb", ["a \u200b", "b"]),
        ("LB8", "a\u200b  ,", ["a\u200b  ", ","]),
        ("LB8a", "\u200d方", ["\u200d方"]),
        ("LB9", "a \u0301b", ["a ", "\u0301b"]),
        ("LB11", "a \u2060b", ["a \u2060b"]),
        ("LB12a", "a \u00a0b", ["a ", "\u00a0b"]),
        ("LB13", "a ]b", ["a ]b"]),
        ("LB14", "( a", ["( a"]),
        ("LB15a", "a « b", ["a ", "« b"]),
        ("LB15b", "a » b", ["a » ", "b"]),
        ("LB15c", "a .5", ["a ", ".5"]),
        ("LB16", "」 々", ["」 々"]),
        ("LB17", "— —", ["— —"]),
        ("LB19", '方"块', ['方"块']),
        ("LB19a", "方“块”方", ["方", "“块”", "方"]),
        ("LB19a", "方“a”方", ["方“a”方"]),
        ("LB20a", "a -b-c", ["a ", "-b-", "c"]),
        ("LB21", "´a", ["´a"]),
        ("LB21a", "א-a", ["א-a"]),
        ("LB21b", "/א", ["/א"]),
        ("LB22", "a…", ["a…"]),
        ("LB25", "$(12.5)% -3", ["$(12.5)% ", "-3"]),
        ("LB25", "1/2/方", ["1/2/", "方"]),
        ("LB26", "\u1100\u1161\u11a8\u1100", ["\u1100\u1161\u11a8", "\u1100"]),
        ("LB28a", "\u1b05\u1b44\u1b05\u1b05", ["\u1b05\u1b44\u1b05", "\u1b05"]),
        ("LB30", "a(b)c方(", ["a(b)c", "方", "("]),
        ("LB30", "a（b）c", ["a", "（b）", "c"]),
        ("LB30b", "\U0001f9d1\U0001f3fb", ["\U0001f9d1\U0001f3fb"]),
    ],
)
def test_default_rules(rule: str, text: str, expected: list[str]) -> None:
    assert parts(text, default_opportunities(text)) == expected, rule


# Recorded when all 19,338 lines of LineBreakTest.txt of Unicode 17.0.0 passed.
DIGEST = "ac485bec5944e5a17cf06f059e9c64bc474e7969b8ae04ea10827dc08d3d15a5"


def test_default_rules_for_all_classes_are_those_that_passed_the_test_of_unicode() -> None:
    digest = hashlib.sha256()
    for first, second in product(ONE_OF_EACH, repeat=2):
        for text in (first + second, f"{first} {second}", f"方{first}{second}1", f"{first}\u0308{second}א"):
            digest.update(default_opportunities(text))
    assert digest.hexdigest() == DIGEST


@pytest.mark.soak
@pytest.mark.skipif(not UNICODE_TESTS, reason="set UNICODE_TESTS to the folder with LineBreakTest.txt")
def test_all_official_cases() -> None:
    cases = list(segmentation_cases(complete("LineBreakTest.txt")))
    assert len(cases) == 19_338
    assert [text for text, expected in cases if parts(text, default_opportunities(text)) != expected] == []
