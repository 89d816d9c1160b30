"""Lists by language: in tables, YAML, translation files and PO files; their fallbacks and layout."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import LaidCard, layout_deck
from cardgen.data.languages.chains import FallbackText
from cardgen.data.languages.po import PoFile, PoMessage, parse_po, to_po
from cardgen.project.translating.exporting import export_po
from cardgen.project.translating.importing import import_po
from cardgen.project.translating.keeping import overlay_file, to_overlay
from tests.games_on_disk import GameOnDisk
from tests.runs import texts_in
from tests.tea_game import CARDS, GAME, GERMAN, TEMPLATE, tea_game_in

FIELDS = 'fields: {name: texts, rules: "texts?", origin: "text?"}'
HEAD, OOLONG, LAPSANG = "id,name,tags.en,tags.zh\n", "oolong,Oolong,green|old|3,绿|老|3\n", "lapsang,Lapsang,smoke,\n"
REPEAT = """\
    label: {kind: repeat, box: [4, 14, 36, 18], of: "{tags}", cell: [36, 6], direction: down, boxes: {t: {kind: text,
      box: [0, 0, 36, 6], text: "{item}"}}}
"""


@pytest.fixture
def tea(tmp_path: Path) -> GameOnDisk:
    """The tea game, whose cards have tags in English and some in Chinese, and draw a line for each."""
    game = tea_game_in(tmp_path)
    game.change(GAME, FIELDS, "fields: {name: texts, tags: lists}")
    game.write(CARDS, HEAD + OOLONG + LAPSANG)
    label = '    label: {kind: text, box: [4, 40, 36, 6], text: {en: "Tea {id}"}}\n'
    rules = '    rules: {kind: text, box: [4, 14, 36, 20], text: "{rules}"}\n'
    game.change(TEMPLATE, rules + label, REPEAT)
    return game


def tags_of(game: GameOnDisk, card: str = "oolong") -> dict[str, Any]:
    (match,) = [candidate for candidate in game.load().decks["main"].cards if candidate.id == card]
    return dict(match.fields["tags"])


def words_of(card: LaidCard) -> list[str]:
    return texts_in(card.face.scene.items)


def faults(game: GameOnDisk) -> list[str]:
    with pytest.raises(DataError) as caught:
        game.load()
    return [str(fault) for fault in caught.value.faults]


def finding_texts(game: GameOnDisk) -> list[str]:
    findings = game.load().translations.findings
    return [f"{finding.place} {finding.code} {finding.message}" for finding in findings if "tags" in finding.message]


def test_a_table_has_a_column_for_the_list_of_each_language(tea: GameOnDisk) -> None:
    tags = tags_of(tea)
    assert (tags["en"], tags["zh"]) == (("green", "old", 3), ("绿", "老", 3))


def test_a_list_without_a_language_is_in_the_main_language(tea: GameOnDisk) -> None:
    tea.write(CARDS, "id,name,tags\noolong,Oolong,green|old|3\nlapsang,Lapsang,smoke\n")
    assert tags_of(tea)["en"] == ("green", "old", 3)
    tea.change(GAME, "tea.csv", "tea.yaml")
    tea.write("card_data/tea/tea.yaml", "cards:\n  - {id: oolong, name: Oolong, tags: [green, '007', 2.5]}\n")
    assert tags_of(tea)["en"] == ("green", "007", 2.5)
    tea.write("card_data/tea/tea.yaml", "cards:\n  - {id: oolong, name: Oolong, tags: {en: [green], zh: [绿, 老]}}\n")
    assert (tags_of(tea)["en"], tags_of(tea)["zh"]) == (("green",), ("绿", "老"))


def test_a_missing_list_falls_back_as_a_whole_and_is_reported(tea: GameOnDisk) -> None:
    tags = tags_of(tea)
    assert tags["de"] == ("green", "old", 3)
    assert [getattr(tag, "lang", "") for tag in tags["de"]] == ["en", "en", ""]
    assert not any(isinstance(tag, FallbackText) for tag in (*tags["en"], *tags["zh"]))
    assert finding_texts(tea) == [
        f"{CARDS}:2:1 CG201 card 'oolong': tags is not translated into 'de'",
        f"{CARDS}:3:1 CG201 card 'lapsang': tags is not translated into 'de'",
        f"{CARDS}:3:1 CG201 card 'lapsang': tags is not translated into 'zh'",
    ]


def test_a_translation_replaces_the_whole_list(tea: GameOnDisk) -> None:
    tea.write(GERMAN, "cards: {main: {oolong: {tags: grün|sehr alt|3|vier}}}\n")
    assert tags_of(tea)["de"] == ("grün", "sehr alt", 3, "vier")
    assert not any(isinstance(entry, FallbackText) for entry in tags_of(tea)["de"])
    tea.write(GERMAN, "cards: {main: {oolong: {tags: {text: grün, source: green|young}}}}\n")
    assert tags_of(tea)["de"] == ("green", "old", 3)  # a translation of an older text
    assert any("translation of an older text, “green|young”" in entry for entry in finding_texts(tea))


def test_a_repeat_draws_the_list_of_the_cards_language(tea: GameOnDisk) -> None:
    tea.write(GERMAN, "cards: {main: {oolong: {tags: grün|sehr alt}}}\n")
    drawn = {}
    for lang in ("en", "de", "zh"):
        tea.write(GAME, tea.read(GAME).replace("    size: mini\n", f"    language: {lang}\n    size: mini\n"))
        game = tea.load()
        drawn[lang] = [words_of(card) for card in layout_deck(game, game.decks["main"])]
        tea.change(GAME, f"    language: {lang}\n", "")
    assert drawn == {
        "en": [["Oolong", "green", "old", "3"], ["Lapsang", "smoke"]],
        "de": [["Oolong", "grün", "sehr alt"], ["Lapsang", "smoke"]],
        "zh": [["Oolong", "绿", "老", "3"], ["Lapsang", "smoke"]],
    }


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ("[]", "tags.en: "),
        ("[[a]]", "tags.en.0: ['a'] given, expected text or a number"),
        ("[{title: Dash}]", "expected text or a number (the field kind list takes other entries)"),
        ("['a|b']", "'a|b' given, expected an entry without |"),
        ("[' a']", "' a' given, expected an entry without spaces at its ends"),
        ("[true]", "true given, expected text or a number"),
    ],
)
def test_entries_that_cannot_be_joined_into_one_text_are_faults(tea: GameOnDisk, entries: str, message: str) -> None:
    tea.change(GAME, "tea.csv", "tea.yaml")
    tea.write("card_data/tea/tea.yaml", f"cards:\n  - {{id: oolong, name: Oolong, tags: {{en: {entries}}}}}\n")
    (fault,) = faults(tea)
    assert fault.startswith("card_data/tea/tea.yaml:2:")
    assert message in fault


def test_a_list_by_language_in_a_field_of_the_kind_list_has_a_hint(tea: GameOnDisk) -> None:
    tea.change(GAME, "tags: lists", "tags: list")
    assert all("(the field kind lists takes one for each language)" in fault for fault in faults(tea))


def test_an_empty_entry_of_a_translation_is_a_fault_at_its_place(tea: GameOnDisk) -> None:
    tea.write(GERMAN, "cards:\n  main:\n    oolong:\n      tags: grün||alt\n")
    assert faults(tea) == [
        f"{GERMAN}:4:7: tags: there is an empty entry in “grün||alt” (| separates the entries of a list)"
    ]


def test_exported_lists_are_imported_unchanged(tea: GameOnDisk) -> None:
    def export() -> str:
        return to_po(export_po(tea.load(), "de", lambda file: file))

    def take(po: str) -> int:
        game = tea.load()
        imported = import_po(game, "de", parse_po(po, "de.po"), "de.po")
        path = overlay_file(game, "de")
        before = path.read_bytes() if path.exists() else b""
        tea.write(GERMAN, to_overlay(game, imported.entries, "de", ".yaml", before))
        return len(imported.changed)

    po = export()
    message = 'msgctxt "main/oolong/tags"\nmsgid "green|old|3"\nmsgstr ""\n'
    assert message in po
    assert "#. A list: | separates its entries.\n" in po
    assert take(po.replace(message, message.replace('msgstr ""', 'msgstr "grün|alt|3"'))) == 1
    assert tags_of(tea)["de"] == ("grün", "alt", 3)
    overlay, again = tea.read(GERMAN), export()
    assert 'msgid "green|old|3"\nmsgstr "grün|alt|3"\n' in again
    assert take(again) == 0
    assert (tea.read(GERMAN), export()) == (overlay, again)


@pytest.mark.parametrize("text", ["grün||alt", "|", "grün|", " "])
def test_a_po_file_with_an_empty_entry_is_refused_as_a_whole(tea: GameOnDisk, text: str) -> None:
    def imported(message: PoMessage) -> int:
        return import_po(tea.load(), "de", PoFile({"Language": "de"}, "", (message,)), "de.po").used

    message = PoMessage("main/oolong/tags", "green|old|3", text, line=7)
    with pytest.raises(DataError, match=r"de\.po:7:1: main/oolong/tags: empty entry in the list"):
        imported(message)
    assert imported(replace(message, text="grün")) == 1
    assert imported(replace(message, flags=("fuzzy",))) == 0
