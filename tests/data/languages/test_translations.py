"""Texts in every language of a game: their own, translations from files, and fallbacks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.building.plan import layout_game
from cardgen.data.languages.chains import FallbackText
from cardgen.data.languages.editions import in_edition
from cardgen.data.languages.overlays import Context, read_overlay
from cardgen.data.reading import Reader
from tests.cases import for_cases
from tests.data.xlsx import workbook
from tests.games_on_disk import GameOnDisk
from tests.tea_game import CARDS, GAME, GERMAN, TEMPLATE, WHOLE


def finding_texts(game: GameOnDisk) -> list[str]:
    return [f"{finding.place} {finding.code} {finding.message}" for finding in game.load().translations.findings]


def texts_of(game: GameOnDisk, card: str = "oolong") -> Mapping[str, str]:
    loaded = game.load()
    (match,) = [candidate for candidate in loaded.decks["main"].cards if candidate.id == card]
    return dict(match.fields["name"])


# ---------------------------------------------------------------- texts


def test_a_plain_text_is_in_the_main_language(tea: GameOnDisk) -> None:
    assert texts_of(tea)["en"] == "Oolong"


def test_missing_translations_fall_back_and_are_reported(tea: GameOnDisk) -> None:
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    name = texts_of(tea)["de"]
    assert name == "Oolong"
    assert isinstance(name, FallbackText)
    assert name.lang == "en"
    assert finding_texts(tea) == [
        f"{GAME}:1:9 CG201 titles of game.yaml is not translated into 'de'",
        f"{GAME}:10:13 CG201 decks.main.titles of game.yaml is not translated into 'de'",
        f"{CARDS}:2:8 CG201 card 'oolong': name is not translated into 'de'",
        f"{CARDS}:2:15 CG201 card 'oolong': rules is not translated into 'de'",
        f"{CARDS}:3:9 CG201 card 'lapsang': name is not translated into 'de'",
        f"{TEMPLATE}:2:16 CG201 face.description of templates/tea.yaml is not translated into 'de'",
        f"{TEMPLATE}:7:52 CG201 face.label of templates/tea.yaml is not translated into 'de'",
        f"{TEMPLATE}:9:16 CG201 back.description of templates/tea.yaml is not translated into 'de'",
    ]
    first = tea.load().translations.findings[2]
    assert (first.severity, first.deck, first.card, first.name) == ("warning", "main", "oolong", "translation-missing")
    assert first.hint == "the text in 'en' is used instead: “Oolong”"


def test_translation_files_translate_the_texts(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    assert finding_texts(tea) == []
    assert texts_of(tea) == {"en": "Oolong", "de": "Oolong-Tee"}
    game = tea.load()
    assert dict(game.file.titles) == {"en": "Tea Garden", "de": "Teegarten"}
    assert dict(game.decks["main"].titles) == {"en": "Tea cards", "de": "Teekarten"}
    assert game.decks["main"].cards[1].fields["rules"] is None
    face = tea.layout()["main"][0].face
    assert face.descriptions == {"en": "The tea Oolong", "de": "Der Tee Oolong-Tee"}


def test_a_language_falls_back_along_its_chain(tea: GameOnDisk) -> None:
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, zh, zh-Hant, de]\nfallback: {de: [zh]}")
    tea.write("card_data/tea/i18n/zh.yaml", "cards:\n  main:\n    oolong: {name: 乌龙}\n")
    assert texts_of(tea) == {"en": "Oolong", "zh": "乌龙", "zh-Hant": "乌龙", "de": "乌龙"}
    assert texts_of(tea, "lapsang") == dict.fromkeys(("en", "zh", "zh-Hant", "de"), "Lapsang")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("i18n/de.csv", "deck,card,field,text\nmain,oolong,name,Oolong-Tee\n,game.yaml,titles,Teegarten\n"),
        ("i18n/de.tsv", "deck\tcard\tfield\ttext\nmain\toolong\tname\tOolong-Tee\n\tgame.yaml\ttitles\tTeegarten\n"),
        (
            "i18n/de.xlsx",
            workbook(
                {
                    "de": [
                        ["deck", "card", "field", "source", "text"],
                        ["main", "oolong", "name", "Oolong", "Oolong-Tee"],
                        [None, "game.yaml", "titles", "Tea Garden", "Teegarten"],
                        ["main", "lapsang", "name", "Lapsang", None],
                    ]
                }
            ),
        ),
    ],
)
def test_translations_may_be_in_tables(tea: GameOnDisk, name: str, content: str | bytes) -> None:
    tea.write(f"card_data/tea/{name}", content)
    tea.change(GAME, "i18n/{lang}.yaml", f"{{de: {name}}}")
    assert texts_of(tea)["de"] == "Oolong-Tee"
    assert tea.load().file.titles["de"] == "Teegarten"


def test_files_of_translations_are_inputs_of_the_build(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    assert tea.path(GERMAN).resolve() in tea.load().digests


# ---------------------------------------------------------------- findings


def test_a_fuzzy_translation_is_reported_and_not_used(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE.replace("{name: Oolong-Tee,", "{name: {text: Oolong-Tee, fuzzy: true},"))
    assert texts_of(tea)["de"] == "Oolong"
    assert [text for text in finding_texts(tea) if "'de'" in text] == [
        f"{GERMAN}:3:14 CG202 card 'oolong': name in 'de' is marked as fuzzy"
    ]


def test_a_translation_of_a_changed_text_is_reported_and_not_used(tea: GameOnDisk) -> None:
    entry = "{text: Ziehe zwei Karten., source: Draw two cards.}"
    tea.write(GERMAN, WHOLE.replace("rules: Ziehe eine Karte.", f"rules: {entry}"))
    (finding,) = [candidate for candidate in tea.load().translations.findings if "'de'" in candidate.message]
    assert finding.code == "CG202"
    assert finding.message == "card 'oolong': rules in 'de' is a translation of an older text, “Draw two cards.”"
    assert finding.hint == "the text is now “Draw a card.”; the translation is not used until you confirm it"
    tea.write(GERMAN, WHOLE.replace("rules: Ziehe eine Karte.", f"rules: {entry.replace('two cards', 'a card')}"))
    assert not [candidate for candidate in finding_texts(tea) if "'de'" in candidate]


def test_unused_translations_are_reported(tea: GameOnDisk) -> None:
    tea.write(
        CARDS, "id,name.en,name.de,rules,origin\noolong,Oolong,Oolongtee,Draw a card.,Fujian\nlapsang,Lapsang,,,\n"
    )
    more = WHOLE.replace("Rauchtee", "Rauchtee, rules: Nichts")
    tea.write(GERMAN, more + "obsolete:\n  main/earl-grey/name: Graf Grau\n")
    assert [text for text in finding_texts(tea) if "CG203" in text] == [
        f"{CARDS}:2:15 CG203 card 'oolong': name in 'de' is not used",
        f"{GERMAN}:4:31 CG203 card 'lapsang': rules is translated, but the card leaves it out",
        f"{GERMAN}:14:3 CG203 main/earl-grey/name: translation of a text that the game no longer has",
    ]
    assert texts_of(tea)["de"] == "Oolong-Tee"


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  main:\n", "  mian:\n", "3:14: there is no deck 'mian' (did you mean 'main'?)"),
        ("    oolong:", "    olong:", "3:13: there is no card 'olong' in deck 'main' (did you mean 'oolong'?)"),
        ("rules: Ziehe", "rule: Ziehe", "3:32: deck 'main' has no field 'rule' (did you mean 'rules'?)"),
        (
            "rules: Ziehe",
            "origin: Ziehe",
            "3:32: field 'origin' of deck 'main' cannot be translated: its kind is text"
            " (fields of the kinds texts and lists can be translated)",
        ),
        ("  titles:", "  title:", "6:3: game.yaml has no text 'title' (did you mean 'titles'?)"),
        (
            "tea.yaml:",
            "teas.yaml:",
            "10:5: 'templates/teas.yaml' is not a file with texts of the game (did you mean 'templates/tea.yaml'?)",
        ),
        ("face.label", "face.lable", "11:5: templates/tea.yaml has no text 'face.lable' (did you mean 'face.label'?)"),
        ("game:", "games:", "5:1: unknown key 'games' (did you mean 'game'?)"),
        (
            "Rauchtee",
            "[Rauch]",
            "4:21: cards.main.lapsang.name: ['Rauch'] given, expected keys with values"
            " (its keys are fuzzy, note, source, text)",
        ),
    ],
)
def test_a_translation_of_an_unknown_text_is_a_fault(tea: GameOnDisk, old: str, new: str, message: str) -> None:
    assert WHOLE.count(old) >= 1
    tea.write(GERMAN, WHOLE.replace(old, new, 1))
    assert tea.faults()[0] == f"{GERMAN}:{message}"


def test_a_translation_of_a_removed_card_has_a_hint(tea: GameOnDisk) -> None:
    tea.write(CARDS, "id,name,rules,origin\n" + "".join(f"{i},Tea {i},,\n" for i in range(20)))
    tea.write(GERMAN, "cards:\n  main:\n    oolong: {name: Oolong-Tee}\n")
    assert tea.faults() == [
        f"{GERMAN}:3:14: there is no card 'oolong' in deck 'main'"
        " (keep old translations under obsolete:, or in a table with the state obsolete)"
    ]
    tea.write(GERMAN, "obsolete:\n  main/oolong/name: Oolong-Tee\n")
    assert tea.faults() == []


def test_translations_of_a_deck_that_cannot_be_read_are_not_checked(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    tea.write(CARDS, "id,nam,rules,origin\noolong,Oolong,Draw,Fujian\n")
    assert all(fault.startswith(CARDS) for fault in tea.faults())


@pytest.mark.parametrize(
    ("table", "messages"),
    [
        (
            "deck,card,field,txt\nmain,oolong,name,x\n",
            [
                "1:1: the column 'text' is missing",
                "1:17: unknown column 'txt' in a table of translations (did you mean 'text'?)",
            ],
        ),
        (
            "deck,card,field,text\nmain,oolong,name,x\nmain,oolong,name,y\n",
            ["3:1: main/oolong/name is translated twice (first at de.csv:2:1)"],
        ),
        (
            "deck,card,field,text,state\nmain,oolong,name,x,fuzy\n",
            ["2:20: state: 'fuzy' given, expected '', 'fuzzy' or 'obsolete' (did you mean 'fuzzy'?)"],
        ),
    ],
)
def test_a_table_of_translations_is_checked(tmp_path: Path, table: str, messages: list[str]) -> None:
    (tmp_path / "de.csv").write_text(table, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_overlay(Reader(tmp_path, tmp_path), "de.csv", Place("game.yaml"))
    assert [str(fault) for fault in caught.value.faults] == [f"de.csv:{message}" for message in messages]


def test_a_translation_file_of_another_format_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "de.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"de\.json cannot be read as a file of translations"):
        read_overlay(Reader(tmp_path, tmp_path), "de.json", Place("game.yaml"))


def test_a_text_of_a_template_needs_the_main_language(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, 'text: {en: "Tea {id}"}', 'text: {de: "Tee {id}"}')
    assert tea.faults() == [f"{TEMPLATE}:7:52: the text in 'en' is missing"]


def test_a_template_may_have_other_languages_than_the_game(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, '{en: "Tea {id}"}', '{en: "Tea {id}", fr: "Thé {id}"}')
    assert tea.faults() == []


@for_cases(
    "context",
    [
        Context("main", "oolong", "name"),
        Context("", "game.yaml", "decks.main.titles"),
        Context("", "game.yaml", "targets.cutouts.a/b.titles"),
        Context("", "templates/common/card.yaml", "face.label"),
        Context("templates", "tea.yaml", "name"),
    ],
)
def test_a_context_is_parsed_as_it_is_written(context: Context) -> None:
    assert Context.parse(str(context)) == context


def test_the_marked_value_of_game_yaml_is_not_translated(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE)
    assert tea.load().marked.value["titles"] == {"en": "Tea Garden"}


def test_an_invalid_language_code_in_a_template_is_a_fault(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, '{en: "Tea {id}"}', '{en: "Tea {id}", "de ": "Tee {id}"}')
    assert tea.faults() == [f"{TEMPLATE}:7:69: 'de ' given, expected a language code such as en or zh"]


def test_the_rows_of_a_table_may_be_written_by_language(tea: GameOnDisk) -> None:
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    tea.write(GERMAN, WHOLE.split("    face.label")[0] + "    back.description: Hinten\n")
    rows = '{en: [[1, "Card"]], de: [[1, "Karte"]]}'
    tea.change(
        TEMPLATE,
        '    label: {kind: text, box: [4, 40, 36, 6], text: {en: "Tea {id}"}}',
        f"    label: {{kind: table, box: [4, 40, 36, 6], rows: {rows}, first: 8}}",
    )
    assert finding_texts(tea) == []
    tea.change(TEMPLATE, ', de: [[1, "Karte"]]', "")
    assert finding_texts(tea) == [f"{TEMPLATE}:7:53 CG201 there is no value in 'de'"]
    assert tea.faults() == []


def test_a_mistake_in_a_translation_is_reported_where_it_is_written(tea: GameOnDisk) -> None:
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]\neditions: [en, de]")
    tea.write(GERMAN, WHOLE.replace("Ziehe eine Karte.", '"Ziehe **eine Karte."'))
    with pytest.raises(DataError) as caught:
        layout_game(in_edition(tea.load(), "de"))
    assert [str(fault).split(" (")[0] for fault in caught.value.faults] == [
        f"{GERMAN}:3:32: card 'oolong': text in 'de': ** begins bold text, but no ** ends it"
    ]
    tea.write(GERMAN, WHOLE.replace("Tee {id}", "Tee {idd}"))
    assert [fault.split(" (")[0] for fault in tea.faults()] == [f"{GERMAN}:11:5: there is no value {{idd}}"]
