"""Fallbacks of languages, and texts in one of several languages."""

from __future__ import annotations

import pytest

from cardgen.data.languages.chains import FallbackText, Languages, pick_language
from cardgen.data.placeholders import PlaceholderError, fill, fill_text
from tests.cases import for_cases

NAMES = {"names": {"en": "Oak", "zh": "橡树"}}


@for_cases(
    ("lang", "fallback", "chain"),
    [
        ("en", {}, ("en",)),
        ("de", {}, ("de", "en")),
        ("zh-Hant", {}, ("zh-Hant", "zh", "en")),
        ("zh-Hant-HK", {}, ("zh-Hant-HK", "zh-Hant", "zh", "en")),
        ("zh-Hant", {"zh-Hant": ["ja"]}, ("zh-Hant", "ja", "en")),
        ("fr-CA", {"fr-CA": []}, ("fr-CA", "en")),
        ("en", {"en": ["zh"]}, ("en", "zh")),
    ],
)
def test_the_chain_has_declared_fallbacks_or_the_language_without_subtags(
    lang: str, fallback: dict[str, list[str]], chain: tuple[str, ...]
) -> None:
    assert Languages(("en", "zh"), fallback).chain(lang) == chain


def test_find_returns_the_text_of_the_first_language_of_the_chain() -> None:
    languages = Languages(("en", "zh", "zh-Hant"))
    assert languages.find({"en": "Oak", "zh": "橡树"}, "zh-Hant") == ("橡树", "zh")
    assert languages.find({"fr": "Chêne"}, "zh") is None


def test_a_placeholder_for_a_text_by_language_takes_the_first_wanted_language() -> None:
    assert fill_text("{names}", NAMES, ("zh", "en")) == "橡树"
    assert fill_text("{names}!", NAMES, ("de", "en")) == "Oak!"
    assert fill_text("{names.zh}", NAMES, ("en",)) == "橡树"


def test_a_placeholder_for_a_text_by_language_needs_a_language() -> None:
    assert fill_text("{names}", NAMES) == NAMES["names"]
    with pytest.raises(PlaceholderError, match="several values"):
        fill_text("a {names}", NAMES)
    errors: list[object] = []
    assert fill({"text": "a {names}"}, NAMES, lambda *error: errors.append(error), ("de",)) == {"text": "a {names}"}
    assert len(errors) == 1


def test_pick_language_takes_the_first_language_that_the_box_has() -> None:
    box = {"kind": "text", "text": {"en": "Turn", "zh": "回合"}, "when": {"en": 1}}
    assert pick_language(box, ("zh",)) == ({**box, "text": "回合"}, {"text": "zh"})
    assert pick_language(box, ("fr",)) == ({**box, "text": "Turn"}, {"text": "en"})


def test_a_fallback_text_has_its_real_language() -> None:
    assert FallbackText("Oak", "en") == "Oak"
    assert FallbackText("Oak", "en").lang == "en"
