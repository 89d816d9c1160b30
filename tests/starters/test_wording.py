"""The marks of starter files."""

from __future__ import annotations

import pytest

from cardgen.starters.wording import fill_marks, title_of, values_of
from tests.cases import for_cases


@for_cases(
    ("text", "english", "chinese", "both"),
    [
        ("a ⟨name⟩ b", "a sea b", "a sea b", "a sea b"),
        ("⟨+zh?zh: 牌⟩⟨both?, ⟩⟨+en?en: card⟩", "en: card", "zh: 牌", "zh: 牌, en: card"),
        ("⟨en?# here⟩⟨zh?# 这里⟩\n", "# here\n", "# 这里\n", "# 这里\n"),
        ("1\n⟨both?\ntwo ⟨main⟩\n⟩⟨one?\none ⟨main⟩\n⟩\n2", "1\none en\n2", "1\none zh\n2", "1\ntwo zh\n2"),
        ("⟨zh?⟨+en?x⟩y⟩", "", "y", "xy"),
    ],
)
def test_marks(text: str, english: str, chinese: str, both: str) -> None:
    for languages, filled in ((("en",), english), (("zh",), chinese), (("zh", "en"), both)):
        assert fill_marks(text, values_of("sea", languages), languages) == filled


@for_cases(
    ("name", "title"),
    [("sea-of-stars", "Sea of Stars"), ("the_end", "The End"), ("2fast", "2fast"), ("UNO", "UNO"), ("a", "A")],
)
def test_titles(name: str, title: str) -> None:
    assert title_of(name) == title


def test_an_unknown_mark_in_a_starter_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        fill_marks("⟨nothing⟩", values_of("sea", ("en",)), ("en",))
