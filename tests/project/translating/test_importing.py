"""PO files imported into a game: used, fuzzy, outdated and obsolete translations. None is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.data.languages.overlays import TranslationEntry
from cardgen.data.languages.po import PoFile, PoMessage, parse_po, to_po
from cardgen.project.translating.exporting import export_po
from cardgen.project.translating.importing import Import, import_po
from cardgen.project.translating.keeping import overlay_file, to_overlay
from tests.games_on_disk import GameOnDisk
from tests.tea_game import CARDS, GAME, GERMAN, WHOLE

HEADER = {"Language": "de"}


def exported(game: GameOnDisk) -> PoFile:
    return export_po(game.load(), "de", lambda file: file)


def imported(game: GameOnDisk, *messages: PoMessage) -> Import:
    return import_po(game.load(), "de", PoFile(HEADER, "", messages), "de.po")


def keep(game: GameOnDisk, made: Import, name: str = GERMAN) -> str:
    path = game.path(name)
    before = path.read_bytes() if path.exists() else b""
    game.write(name, to_overlay(game.load(), made.entries, "de", path.suffix, before))
    return game.read(name)


def entry(made: Import, context: str) -> TranslationEntry:
    (match,) = [item for item in made.entries if item.context == context]
    return match


NAME = PoMessage("main/oolong/name", "Oolong", "Oolong-Tee", line=7)


# ---------------------------------------------------------------- what becomes of a message


def test_a_translation_is_kept_with_its_source(tea: GameOnDisk) -> None:
    made = imported(tea, NAME)
    kept = entry(made, "main/oolong/name")
    assert (kept.text, kept.source, kept.state) == ("Oolong-Tee", "Oolong", "")
    assert (made.changed, made.used) == ((7,), 1)
    assert (
        keep(tea, made)
        == """\
# Translations into de, imported by `cardgen translate`.
cards:
  main:
    oolong:
      name:
        text: Oolong-Tee
        source: Oolong
"""
    )
    assert tea.load().decks["main"].cards[0].fields["name"]["de"] == "Oolong-Tee"


def test_a_fuzzy_translation_is_kept_and_not_used(tea: GameOnDisk) -> None:
    made = imported(tea, replace(NAME, flags=("fuzzy",), previous="Olong", note="Leaf?"))
    assert (made.fuzzy, made.used) == (1, 0)
    assert entry(made, "main/oolong/name")[1:] == (
        "Oolong-Tee",
        entry(made, NAME.context).place,
        "Olong",
        "fuzzy",
        "Leaf?",
    )
    assert "fuzzy: true" in keep(tea, made)
    assert tea.load().decks["main"].cards[0].fields["name"]["de"] == "Oolong"
    assert [finding.code for finding in tea.load().translations.findings if "name in 'de'" in finding.message] == [
        "CG202"
    ]


def test_a_translation_of_a_changed_text_is_kept_and_not_used(tea: GameOnDisk) -> None:
    made = imported(tea, PoMessage("main/oolong/rules", "Draw two cards.", "Ziehe zwei Karten."))
    assert (made.outdated, made.used) == (1, 0)
    keep(tea, made)
    assert tea.load().decks["main"].cards[0].fields["rules"]["de"] == "Draw a card."


def test_a_translation_of_a_removed_text_is_kept_as_obsolete(tea: GameOnDisk) -> None:
    made = imported(
        tea,
        PoMessage("main/grey/name", "Earl Grey", "Graf Grau"),
        PoMessage("main/mint/name", "Mint", "Minze", obsolete=True),
    )
    assert made.obsolete == 2
    assert [(item.context, item.state) for item in made.entries] == [
        ("main/grey/name", "obsolete"),
        ("main/mint/name", "obsolete"),
    ]
    keep(tea, made)
    assert [finding.code for finding in tea.load().translations.findings if finding.code != "CG201"] == [
        "CG203",
        "CG203",
    ]


def test_a_message_without_a_translation_changes_nothing(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    made = imported(tea, replace(NAME, text=""))
    assert (made.empty, made.changed) == (1, ())
    assert made.others == 7
    assert [item.text for item in made.entries] == [
        "Teegarten",
        "Teekarten",
        "Oolong-Tee",
        "Ziehe eine Karte.",
        "Rauchtee",
        "Der Tee {name}",
        "Tee {id}",
        "Rückseite",
    ]


def test_translations_in_the_games_own_files_are_not_kept_again(tea: GameOnDisk) -> None:
    tea.write(
        CARDS, "id,name.en,name.de,rules,origin\noolong,Oolong,Oolong-Tee,Draw a card.,\nlapsang,Lapsang,Rauch,,\n"
    )
    assert imported(tea, NAME).entries == ()


def test_a_file_in_another_language_is_rejected(tea: GameOnDisk) -> None:
    with pytest.raises(DataError, match=r"de\.po:1:1: its header names the language 'fr' \(expected 'de'\)"):
        import_po(tea.load(), "de", PoFile({"Language": "fr"}), "de.po")


def test_a_text_that_is_too_long_is_reported_with_its_line(tea: GameOnDisk) -> None:
    with pytest.raises(DataError, match=r"de\.po:7:1: main/oolong/name: a text of 100,000 characters is too long"):
        imported(tea, replace(NAME, text="x" * 100_000))


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("name", ["i18n/de.yaml", "i18n/de.csv", "i18n/de.tsv"])
def test_export_and_import_keep_every_byte(tea: GameOnDisk, name: str) -> None:
    tea.change(GAME, "i18n/{lang}.yaml", f"{{de: {name}}}")
    tea.write(
        f"card_data/tea/{name}",
        "" if name.endswith("yaml") else "deck,card,field,text\n".replace(",", "\t" if name.endswith("tsv") else ","),
    )
    texts: dict[str, dict[str, Any]] = {
        "main/oolong/name": {"text": 'Oolong-"Tee"\\n'},
        "main/oolong/rules": {
            "text": "Ziehe\neine Karte, oder\tzwei.",
            "flags": ("fuzzy",),
            "note": "Wie viele?\nEine.",
        },
        "templates/tea.yaml/face.description": {"text": "Der Tee {name}: # grün"},
        "game.yaml/titles": {"text": "Teegarten", "source": "Tea House"},
    }
    sent = replace(
        exported(tea),
        messages=(
            *(replace(item, **texts.get(item.context, {})) for item in exported(tea).messages),
            PoMessage("main/grey/name", "Earl Grey", "Graf Grau", obsolete=True),
        ),
    )
    made = import_po(tea.load(), "de", parse_po(to_po(sent), "de.po"), "de.po")
    kept = keep(tea, made, f"card_data/tea/{name}")
    first = to_po(exported(tea))
    again = import_po(tea.load(), "de", parse_po(first, "de.po"), "de.po")
    assert again.changed == ()
    assert keep(tea, again, f"card_data/tea/{name}") == kept
    assert to_po(exported(tea)) == first
    assert "Graf Grau" in first
    assert '#| msgid "Tea House"' in first


def test_translations_written_by_hand_survive_export_and_import(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    assert import_po(tea.load(), "de", exported(tea), "de.po").changed == ()


# ---------------------------------------------------------------- the files that are kept


def test_all_lines_but_that_of_the_translation_stay(tea: GameOnDisk) -> None:
    top = "# Anna's.\n\n# All of it.\n"
    before = (top + WHOLE).replace("  main:\n", "  # the tea\n  main:  # all\n")
    tea.write(GERMAN, before)
    after = keep(tea, imported(tea, replace(NAME, text="Tee")))
    old, new = before.splitlines(), after.splitlines()
    assert [line for line in old if line not in new] == [line for line in old if "Oolong-Tee" in line]
    assert len(old) == len(new)


def test_a_table_also_lists_texts_without_a_translation(tea: GameOnDisk) -> None:
    tea.change(GAME, "i18n/{lang}.yaml", "i18n/{lang}.csv")
    assert keep(tea, imported(tea, NAME), "card_data/tea/i18n/de.csv").splitlines() == [
        "deck,card,field,text,source,state,note",
        ",game.yaml,titles,,Tea Garden,,",
        ",game.yaml,decks.main.titles,,Tea cards,,",
        "main,oolong,name,Oolong-Tee,Oolong,,",
        "main,oolong,rules,,Draw a card.,,",
        "main,lapsang,name,,Lapsang,,",
        ",templates/tea.yaml,face.description,,The tea {name},,",
        ",templates/tea.yaml,face.label,,Tea {id},,",
        ",templates/tea.yaml,back.description,,A back,,",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "there is no file for translations into 'de' (add to game.yaml: translations: i18n/{lang}.yaml)"),
        (
            "translations: '{lang}.xlsx'\n",
            "translations cannot be written to de.xlsx (use a .yaml, .csv or .tsv file)",
        ),
    ],
)
def test_a_file_that_cannot_keep_translations_is_reported(tea: GameOnDisk, line: str, expected: str) -> None:
    tea.change(GAME, "translations: i18n/{lang}.yaml\n", line)
    with pytest.raises(DataError) as caught:
        overlay_file(tea.load(), "de")
    assert str(caught.value).endswith(expected)


def test_a_file_of_another_game_is_rejected(tea: GameOnDisk) -> None:
    game, file = tea.load(), exported(tea)
    strange = PoFile(
        {**HEADER, "Project-Id-Version": "coffee 1"}, "", (PoMessage("main/latte/names", "Latte", "Latte"),)
    )
    with pytest.raises(
        DataError, match=r"^de.po:1:1: contains no text of tea \(its header names the project 'coffee'\)$"
    ):
        import_po(game, "de", strange, "de.po")
    renamed = replace(file, header={**file.header, "Project-Id-Version": "coffee"})
    assert import_po(game, "de", renamed, "de.po").obsolete == 0  # tools call projects as they like
