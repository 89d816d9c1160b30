"""Catalogues are compiled once, and again after every change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.base.words import catalogues
from cardgen.base.words.catalogues import add_catalogues, forget_catalogues, languages, translate

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "card"
msgstr "{word}"

msgctxt "page"
msgid "card"
msgstr "{word} (page)"

msgid "{{count}} card"
msgid_plural "{{count}} cards"
msgstr[0] "{{count}} {word}"
msgstr[1] "{{count}} {word}n"

msgid "deck"
msgstr ""

#, fuzzy
msgid "box"
msgstr "Kasten"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a catalogue of German, and an empty cache."""
    (tmp_path / "catalogues").mkdir()
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path / "catalogues")
    monkeypatch.setattr(catalogues, "_ADDED", [])
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    write(tmp_path / "catalogues", "Karte")
    yield tmp_path / "catalogues"
    monkeypatch.undo()
    forget_catalogues()


def write(folder: Path, word: str) -> None:
    """Write the catalogue of German into a folder."""
    (folder / "de.po").write_text(PO.format(word=word), encoding="utf-8")
    forget_catalogues()


def translations() -> list[str | None]:
    return [
        translate("de", "card"),
        translate("de", "card", context="page"),
        translate("de", "{count} card", "{count} cards", 1),
        translate("de", "{count} card", "{count} cards", 2),
        translate("de", "deck"),
        translate("de", "box"),
        translate("de", "nothing"),
    ]


def expected(word: str) -> list[str | None]:
    return [word, f"{word} (page)", f"{{count}} {word}", f"{{count}} {word}n", None, None, None]


def refuse(path: Path) -> None:
    raise AssertionError(f"{path} is read again")


def test_a_new_file_is_a_new_language() -> None:
    assert languages() == ["en", "de"]
    assert translations() == expected("Karte")


def test_a_catalogue_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    translations()
    forget_catalogues()
    monkeypatch.setattr(catalogues, "_read", refuse)
    assert translations() == expected("Karte")


def test_a_changed_catalogue_is_compiled_again(folder: Path) -> None:
    translations()
    write(folder, "Spielkarte")
    assert translations() == expected("Spielkarte")
    write(folder, "Karte")
    assert translations() == expected("Karte")


def test_a_damaged_cache_is_compiled_again(tmp_path: Path) -> None:
    translations()
    (compiled,) = (tmp_path / "cache").glob("words-*")
    compiled.write_bytes(compiled.read_bytes()[:100])
    forget_catalogues()
    assert translations() == expected("Karte")


def test_catalogues_of_plugins_are_compiled_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "plugin"
    other.mkdir()
    (other / "de.po").write_text('msgid ""\nmsgstr ""\n\nmsgid "die"\nmsgstr "Würfel"\n', encoding="utf-8")
    add_catalogues(other)
    assert (translate("de", "die"), translate("de", "card")) == ("Würfel", "Karte")
    forget_catalogues()
    monkeypatch.setattr(catalogues, "_read", refuse)
    assert (translate("de", "die"), translate("de", "card")) == ("Würfel", "Karte")
