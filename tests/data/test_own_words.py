"""In which of its languages cardgen tells a game something."""

from __future__ import annotations

import pytest

from cardgen.data.own_words import worded


@pytest.mark.parametrize(
    ("languages", "told"),
    [
        (["zh", "en"], ["zh", "en"]),
        (["en"], ["en"]),
        (["de", "ja"], ["en"]),
        (["zh-Hant", "de"], ["zh"]),
        (["zh", "zh-Hant", "en-GB"], ["zh", "en"]),
        ([], ["en"]),
    ],
)
def test_words_are_in_the_games_languages_or_in_english(languages: list[str], told: list[str]) -> None:
    assert worded(languages, {"en": "Line", "zh": "行"}) == told
