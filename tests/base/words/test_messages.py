"""Messages are English text, and can be rendered in another language last."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.base.words import catalogues
from cardgen.base.words.messages import joined, message, plural, render

MADE_UP = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: tlh\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "column {name!r} conflicts with {other!r}"
msgstr "{other!r} Suv {name!r}"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} chaw"
msgstr[1] "{count} chawmey"

msgid "{count} box"
msgid_plural "{count} boxes"
msgstr[0] ""
msgstr[1] ""

msgid "a box"
msgstr "DerlIq"

msgid "not finished"
msgstr ""

#, fuzzy
msgid "guessed"
msgstr "loy"

msgid ", "
msgstr " je "
"""


@pytest.fixture(autouse=True)
def made_up_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "tlh.po").write_text(MADE_UP, encoding="utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.forget_catalogues()
    yield
    catalogues.forget_catalogues()


def test_a_message_is_its_english_text() -> None:
    text = message("column {name!r} conflicts with {other!r}", name="names", other="names.en")
    assert text == "column 'names' conflicts with 'names.en'"
    assert isinstance(text, str)


def test_a_new_language_is_one_file() -> None:
    assert catalogues.languages() == ["en", "tlh"]
    text = message("column {name!r} conflicts with {other!r}", name="a", other="b")
    assert text.in_language("tlh") == "'b' Suv 'a'"
    assert text.in_language("tlh-Latn") == "'b' Suv 'a'"


@pytest.mark.parametrize("language", ["en", "en-GB", "xx", "C", ""])
def test_a_language_without_a_catalogue_gets_english(language: str) -> None:
    assert message("a box").in_language(language) == "a box"


@pytest.mark.parametrize("template", ["not finished", "guessed", "unknown to the catalogue"])
def test_a_text_without_a_translation_stays_english(template: str) -> None:
    assert message(template).in_language("tlh") == template


def test_plurals_follow_the_number() -> None:
    assert [plural("{count} card", "{count} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [plural("{count} card", "{count} cards", n).in_language("tlh") for n in (1, 2)] == ["1 chaw", "2 chawmey"]


def test_values_are_rendered_in_the_same_language() -> None:
    text = message("column {name!r} conflicts with {other!r}", name="x", other=joined([message("a box"), "y"]))
    assert text == "column 'x' conflicts with 'a box, y'"
    assert render(joined([message("a box"), "y"]), "tlh") == "DerlIq je y"


def test_braces_in_values_are_kept_and_a_text_without_values_may_have_them() -> None:
    assert message("given {value}", value="{x}") == "given {x}"
    assert message("such as {gradient: 1}") == "such as {gradient: 1}"


def test_a_placeholder_needs_a_value() -> None:
    with pytest.raises(KeyError):
        message("{one} {two}", one=1)


def test_messages_survive_pickling() -> None:
    for text in (plural("{count} card", "{count} cards", 2), joined(["a", message("a box")])):
        copy = pickle.loads(pickle.dumps(text))
        assert copy == text
        assert copy.in_language("tlh") == text.in_language("tlh")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("zh", "zh_Hans"),
        ("zh_CN.UTF-8", "zh_Hans"),
        ("zh-SG", "zh_Hans"),
        ("zh-TW", "zh_Hant"),
        ("zh_HK.UTF-8", "zh_Hant"),
        ("zh-Hant", "zh_Hant"),
        ("zh-Hant-CN", "zh_Hant"),
        ("zh-hans-TW", "zh_Hans"),
        ("de_AT@euro", "de"),
        ("pt-BR", "pt_BR"),
        ("pt-PT", None),
        ("en_US.UTF-8", None),
    ],
)
def test_tags_and_locales_lead_to_catalogues(tmp_path: Path, language: str, name: str | None) -> None:
    for stem in ("zh_Hans", "zh_Hant", "de", "pt_BR"):
        (tmp_path / f"{stem}.po").write_text("", encoding="utf-8")
    assert catalogues.catalogue_name(language) == name


def test_a_plural_without_a_translation_is_english() -> None:
    assert [plural("{count} box", "{count} boxes", count).in_language("tlh") for count in (1, 2)] == [
        "1 box",
        "2 boxes",
    ]
