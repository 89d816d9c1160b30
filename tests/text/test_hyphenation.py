"""Hyphens in words, by language."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.hyphenation import can_hyphenate, hyphenation_points


def hyphenated(word: str, lang: str, before: int = 2, after: int = 3) -> str:
    places = [0, *hyphenation_points(word, lang, before, after), len(word)]
    return "-".join(word[a:b] for a, b in pairwise(places))


@pytest.mark.parametrize(
    ("word", "lang", "expected"),
    [
        ("hyphenation", "en", "hy-phen-ation"),
        ("hyphenation", "en-US", "hy-phen-ation"),
        ("typography", "en-GB", "ty-po-graphy"),
        ("typography", "en-US", "ty-pog-ra-phy"),
        ("typography", "en-AU", "ty-po-graphy"),
        ("typography", "en-x-simple", "ty-pog-ra-phy"),
        ("“HYPHENATION,”", "en", "“HY-PHEN-ATION,”"),
        ("player’s", "en", "play-er’s"),
        ("garbage-collection", "en", "garbage-col-lec-tion"),
        ("Silbentrennung", "de", "Sil-ben-tren-nung"),
        ("Silbentrennung", "de-AT", "Sil-ben-tren-nung"),
        ("Spielkartensammlung", "de-DE", "Spiel-kar-ten-samm-lung"),
        ("hypothèse", "fr", "hy-po-thèse"),
        ("переносить", "ru", "пе-ре-но-сить"),
        ("token", "en", "to-ken"),
        ("game", "en", "game"),
        ("a", "en", "a"),
        ("", "en", ""),
        ("12345678", "en", "12345678"),
        ("automatic\u00adally", "en", "automatic\u00adally"),  # its author has chosen the points
        ("方块方块方块", "zh", "方块方块方块"),
        ("ไพ่หนึ่งใบ", "th", "ไพ่หนึ่งใบ"),
        ("hyphenation", "xx", "hyphenation"),
        ("hyphenation", "", "hyphenation"),
        ("İİstanbulluk", "tr", "İİstanbulluk"),
    ],
)
def test_hyphens(word: str, lang: str, expected: str) -> None:
    assert hyphenated(word, lang) == expected


def test_fewest_letters_before_and_after() -> None:
    assert hyphenated("hyphenation", "en", 3) == "hyphen-ation"
    assert hyphenated("hyphenation", "en", 2, 6) == "hy-phenation"
    assert hyphenated("hyphenation", "en", 9, 9) == "hyphenation"


def test_points_that_change_the_spelling_are_left_out() -> None:
    assert "sz-sz" not in hyphenated("asszonnyal", "hu")
    assert hyphenated("asszonnyal", "hu").replace("-", "") == "asszonnyal"


def test_languages() -> None:
    assert [
        lang for lang in ("en", "de-CH", "pt-PT", "sr-Latn", "no", "zh", "ja", "th", "") if can_hyphenate(lang)
    ] == [*("en", "de-CH", "pt-PT", "sr-Latn", "no")]


@given(st.text(st.sampled_from("abehinortyéßİ\u0301'’-“.1"), max_size=20), st.sampled_from(["en", "de", "fr", "zh"]))
def test_points_are_inside_of_words(word: str, lang: str) -> None:
    points = hyphenation_points(word, lang)
    assert list(points) == sorted(set(points))
    for point in points:
        assert word[point] not in "\u0301'’-“.1"
        assert word[point - 1] not in "'’-“.1"
        assert 2 <= point <= len(word) - 3
