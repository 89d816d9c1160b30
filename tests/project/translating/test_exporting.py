"""A game's texts as messages, with comments for translators and existing translations."""

from __future__ import annotations

from cardgen.data.languages.po import PoFile, PoMessage, to_po
from cardgen.project.translating.exporting import export_po
from tests.games_on_disk import GameOnDisk
from tests.tea_game import CARDS, GERMAN, TEMPLATE, WHOLE


def exported(game: GameOnDisk, lang: str = "de", before: PoFile | None = None) -> PoFile:
    return export_po(game.load(), lang, lambda file: file, before)


def message(file: PoFile, context: str) -> PoMessage:
    (match,) = [item for item in file.messages if item.context == context]
    return match


def test_every_text_is_a_message_in_the_order_of_the_game(tea: GameOnDisk) -> None:
    assert [(item.context, item.source, item.text) for item in exported(tea).messages] == [
        ("game.yaml/titles", "Tea Garden", ""),
        ("game.yaml/decks.main.titles", "Tea cards", ""),
        ("main/oolong/name", "Oolong", ""),
        ("main/oolong/rules", "Draw a card.", ""),
        ("main/lapsang/name", "Lapsang", ""),
        ("templates/tea.yaml/face.description", "The tea {name}", ""),
        ("templates/tea.yaml/face.label", "Tea {id}", ""),
        ("templates/tea.yaml/back.description", "A back", ""),
    ]


def test_a_message_has_comments_and_references(tea: GameOnDisk) -> None:
    rules = message(exported(tea), "main/oolong/rules")
    assert rules.comment == "main, card oolong: rules\nOn the card: The tea Oolong"
    assert rules.references == (f"{CARDS}:2",)
    description = message(exported(tea), "templates/tea.yaml/face.description")
    assert (
        description.comment == "templates/tea.yaml: face.description\nA description for people who cannot see the card."
    )
    assert description.references == (f"{TEMPLATE}:2",)
    assert description.flags == ("python-brace-format",)


def test_placeholders_with_a_language_are_not_compared(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, '"The tea {name}"', '"The tea {name.en}"')
    assert message(exported(tea), "templates/tea.yaml/face.description").flags == ()


def test_existing_translations_are_exported(tea: GameOnDisk) -> None:
    tea.write(
        CARDS, "id,name.en,name.de,rules,origin\noolong,Oolong,Oolongtee,Draw a card.,\nlapsang,Lapsang,Rauch,,\n"
    )
    tea.write(GERMAN, WHOLE.replace("Rauchtee", "Rauchiger Tee"))
    file = exported(tea)
    assert message(file, "main/oolong/name").text == "Oolong-Tee"
    assert message(file, "main/lapsang/name").text == "Rauchiger Tee"
    tea.path(GERMAN).unlink()
    assert message(exported(tea), "main/lapsang/name").text == "Rauch"
    assert message(exported(tea, ""), "main/lapsang/name").text == ""


def test_fuzzy_outdated_and_obsolete_translations_are_marked(tea: GameOnDisk) -> None:
    tea.write(
        GERMAN,
        """\
cards:
  main:
    oolong:
      name: {text: Tee, fuzzy: true, note: A leaf?}
      rules: {text: Ziehe zwei., source: Draw two.}
obsolete:
  main/grey/name: {text: Graf Grau, source: Earl Grey}
""",
    )
    file = exported(tea)
    name, rules, gone = (
        message(file, context) for context in ("main/oolong/name", "main/oolong/rules", "main/grey/name")
    )
    assert (name.text, name.fuzzy, name.previous, name.note) == ("Tee", True, "", "A leaf?")
    assert (rules.text, rules.fuzzy, rules.previous) == ("Ziehe zwei.", True, "Draw two.")
    assert (gone.source, gone.text, gone.obsolete) == ("Earl Grey", "Graf Grau", True)


def test_the_header_has_game_and_language_and_no_date(tea: GameOnDisk) -> None:
    head = to_po(exported(tea)).split("\n\n")[0]
    assert head == "\n".join(
        [
            "# Tea Garden, translated from en into de",
            'msgid ""',
            'msgstr ""',
            '"Project-Id-Version: tea\\n"',
            '"Language: de\\n"',
            '"MIME-Version: 1.0\\n"',
            '"Content-Type: text/plain; charset=UTF-8\\n"',
            '"Content-Transfer-Encoding: 8bit\\n"',
        ]
    )
    assert "Language" not in exported(tea, "").header


def test_header_lines_of_translators_stay(tea: GameOnDisk) -> None:
    before = PoFile({"Language": "de_DE", "Last-Translator": "Anna <a@example.org>"}, "By Anna")
    file = exported(tea, "de", before)
    assert file.comment == "By Anna"
    assert file.header["Last-Translator"] == "Anna <a@example.org>"
    assert file.header["Language"] == "de"
