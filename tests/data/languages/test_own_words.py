"""The languages of cardgen's own words for a game."""

from __future__ import annotations

import pytest

from cardgen.data.languages.own_words import choose_languages, distinct_texts


@pytest.mark.parametrize(
    ("languages", "messages"),
    [
        (["zh", "en"], ["zh", "en"]),
        (["en"], ["en"]),
        (["de", "ja"], ["en"]),
        (["zh-Hant", "de"], ["zh"]),
        (["zh", "zh-Hant", "en-GB"], ["zh", "en"]),
        ([], ["en"]),
    ],
)
def test_words_are_in_the_games_languages_or_in_english(languages: list[str], messages: list[str]) -> None:
    assert choose_languages(languages, {"en": "Line", "zh": "行"}) == messages


def test_a_text_that_is_the_same_in_two_languages_is_returned_once() -> None:
    texts = {"en": "Tea", "de": "Tee", "nl": "Tea", "fr": ""}
    assert distinct_texts(texts, ["nl", "en", "de", "fr", "ja"]) == {"nl": "Tea", "de": "Tee"}
