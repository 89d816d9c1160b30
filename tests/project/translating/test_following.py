"""Translations in a game's own files: out of date once their text has changed since the last export."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.data.languages.po import parse_po, to_po
from cardgen.project.translating.confirming import confirm_translations
from cardgen.project.translating.exporting import export_po
from cardgen.project.translating.importing import import_po
from tests.games_on_disk import GameOnDisk
from tests.tea_game import CARDS, GAME, GERMAN, WHOLE, tea_game_in

PO = "card_data/tea/i18n/de.po"
OTHERS = WHOLE.replace("    oolong: {name: Oolong-Tee, rules: Ziehe eine Karte.}\n", "")


@pytest.fixture
def tea(tmp_path: Path) -> GameOnDisk:
    """The game with the German texts of Oolong in columns, exported."""
    game = tea_game_in(tmp_path)
    game.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    game.write(
        CARDS,
        "id,name.en,name.de,rules.en,rules.de,origin\n"
        "oolong,Oolong,Oolong-Tee,Draw a card.,Ziehe eine Karte.,Fujian\nlapsang,Lapsang,,,,\n",
    )
    game.write(GERMAN, OTHERS)
    export(game)
    return game


def export(game: GameOnDisk) -> None:
    game.write(PO, to_po(export_po(game.load(), "de", lambda file: file)))


def rules_of(game: GameOnDisk) -> str:
    return str(game.load().decks["main"].cards[0].fields["rules"]["de"])


def findings(game: GameOnDisk) -> list[str]:
    return [f"{finding.place} {finding.code} {finding.message}" for finding in game.load().translations.findings]


OUTDATED = f"{CARDS}:2:42 CG202 card 'oolong': rules in 'de' is a translation of an older text, “Draw a card.”"


def test_a_column_is_outdated_once_its_text_has_changed(tea: GameOnDisk) -> None:
    assert (findings(tea), rules_of(tea)) == ([], "Ziehe eine Karte.")
    tea.change(CARDS, "Draw a card.", "Draw ten cards.")
    assert (findings(tea), rules_of(tea)) == ([OUTDATED], "Draw ten cards.")
    export(tea)
    assert '#| msgid "Draw a card."' in tea.read(PO)
    assert findings(tea) == [OUTDATED]
    tea.change(CARDS, "Ziehe eine Karte.", "Ziehe zehn Karten.")
    assert (findings(tea), rules_of(tea)) == ([], "Ziehe zehn Karten.")


def test_a_translation_without_a_source_is_outdated_by_the_export(tea: GameOnDisk) -> None:
    tea.change(CARDS, "lapsang,Lapsang", "lapsang,Smoke")
    assert findings(tea) == [
        f"{GERMAN}:3:15 CG202 card 'lapsang': name in 'de' is a translation of an older text, “Lapsang”"
    ]


def test_an_import_that_confirms_a_column_is_kept_and_others_are_not(tea: GameOnDisk) -> None:
    tea.change(CARDS, "Draw a card.", "Draw one card.")
    po = export_po(tea.load(), "de", lambda file: file)
    assert import_po(tea.load(), "de", po, "de.po").changed == ()
    confirmed = to_po(po).replace("#, fuzzy\n", "").replace('#| msgid "Draw a card."\n', "")
    made = import_po(tea.load(), "de", parse_po(confirmed, "de.po"), "de.po")
    (entry,) = [entry for entry in made.entries if entry.context == "main/oolong/rules"]
    assert (entry.text, entry.source) == ("Ziehe eine Karte.", "Draw one card.")


@pytest.mark.parametrize("cards", [(), ("oolong",)])
def test_confirmed_translations_are_used_again(tea: GameOnDisk, cards: tuple[str, ...]) -> None:
    tea.change(CARDS, "Draw a card.", "Draw one card.")
    tea.change(CARDS, "lapsang,Lapsang", "lapsang,Smoke")
    confirmed = confirm_translations(tea.load(), "de", cards, tea.root)
    assert confirmed.count == (1 if cards else 2)
    for path, content in confirmed.files.items():
        path.write_bytes(content)
    assert len(findings(tea)) == (1 if cards else 0)
    assert rules_of(tea) == "Ziehe eine Karte."


def test_a_damaged_export_is_reported_at_its_line(tea: GameOnDisk) -> None:
    tea.write(PO, tea.read(PO).replace('msgstr "Oolong-Tee"', "msgstr Oolong-Tee"))
    assert any(fault.startswith(f"{PO}:") for fault in tea.faults())
