"""Texts of cardgen in traditional Chinese."""

from __future__ import annotations

import ast
from pathlib import Path

import cardgen
from cardgen.base.words.catalogues import is_traditional
from cardgen.base.words.messages import OwnMessage
from cardgen.base.words.traditional import in_traditional
from tests.cases import for_cases

#: Modules whose Chinese texts are changed: those of engines and studies.
FOLDERS = ("engines", "games", "studies")


@for_cases(
    ("simplified", "traditional"),
    [
        ("看不出哪一方占优。", "看不出哪一方佔優。"),
        ("12局中，盟军赢50.0%", "12局中，盟軍贏50.0%"),
        ("95% 置信区间", "95% 信賴區間"),
        ("合并文件", "合併檔案"),
        ("恢复为印刷时的样子", "恢復為印刷時的樣子"),
        ("標準規則 standard", "標準規則 standard"),
    ],
)
def test_characters_and_terms_are_changed(simplified: str, traditional: str) -> None:
    assert in_traditional(simplified) == traditional
    assert in_traditional(traditional) == traditional


def test_no_simplified_character_is_left_in_the_texts_of_engines() -> None:
    """Every Chinese character of their texts is in Big5, the character set of Taiwan, when it has been changed."""
    root = Path(cardgen.__file__).parent
    files = [file for folder in FOLDERS for file in sorted((root / folder).rglob("*.py"))]
    texts = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    changed = {character for text in texts for character in in_traditional(text) if "\u4e00" <= character <= "\u9fff"}
    assert {character for character in changed if not character.encode("big5", errors="ignore")} == set()


@for_cases("language", ["zh-Hant", "zh-TW", "zh_HK", "yue"])
def test_any_traditional_chinese_is_read_before_simplified(language: str) -> None:
    assert is_traditional(language)
    assert OwnMessage({"en": "Rule", "zh": "规则", "zh-Hant": "規則"}).in_language(language) == "規則"


def test_simplified_chinese_is_read_if_there_is_no_other() -> None:
    assert OwnMessage({"en": "Rule", "zh": "规则"}).in_language("zh-TW") == "规则"
    assert OwnMessage({"en": "Rule", "zh": "规则", "zh-Hant": "規則"}).in_language("zh-CN") == "规则"
