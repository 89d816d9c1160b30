"""The language of a run: --messages first, then the locale, then English."""

from __future__ import annotations

import pytest

from cardgen.base.words.language import UnknownLanguageError, choose_language, without_language
from tests.cases import for_cases


@for_cases(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "tlh_AA.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_HK.UTF-8", "LANG": "zh_CN.UTF-8"}, "zh-Hant"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh_SG"}, "zh-Hans"),
    ],
)
def test_the_locale_decides(environment: dict[str, str], language: str) -> None:
    assert choose_language(["build"], environment) == language


@for_cases(
    ("arguments", "language"),
    [
        (["--messages", "zh-Hant", "build"], "zh-Hant"),
        (["--messages=zh-Hant", "build"], "zh-Hant"),
        (["--messages", "zh", "build"], "zh-Hans"),
        (["--messages", "zh_TW", "build"], "zh-Hant"),
        (["--messages", "en-GB", "build"], "en"),
        (["--version", "--messages", "zh-Hant"], "zh-Hant"),
        (["build", "--messages", "zh-Hant"], "zh-Hant"),
        (["build", "--messages=zh-Hant", "game"], "zh-Hant"),
        (["--messages", "en", "build", "--messages", "zh-Hant"], "zh-Hant"),
        (["build", "--", "--messages", "zh-Hant"], "zh-Hans"),
    ],
)
def test_the_option_decides_before_the_locale(arguments: list[str], language: str) -> None:
    assert choose_language(arguments, {"LANG": "zh_CN.UTF-8"}) == language


@for_cases(
    ("arguments", "rest"),
    [
        (["--messages", "zh", "build", "-q"], ["build", "-q"]),
        (["build", "--messages=zh", "-q"], ["build", "-q"]),
        (["build", "-q", "--messages"], ["build", "-q"]),
        (["build", "--", "--messages", "zh"], ["build", "--", "--messages", "zh"]),
    ],
)
def test_the_option_is_taken_off_the_arguments(arguments: list[str], rest: list[str]) -> None:
    assert without_language(arguments) == rest


def test_an_option_without_a_language_is_an_error() -> None:
    with pytest.raises(UnknownLanguageError):
        choose_language(["build", "--messages"], {})


@for_cases("language", ["zz", "C", "", "../../etc/passwd", "chinese"])
def test_an_unknown_language_is_an_error(language: str) -> None:
    with pytest.raises(UnknownLanguageError) as caught:
        choose_language(["--messages", language], {"LANG": "zh_CN.UTF-8"})
    assert caught.value.language == language
