"""`cardgen translate …`: export and import on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cardgen.cli.app import main
from cardgen.cli.tree import app
from tests.games_on_disk import GameOnDisk
from tests.tea_game import GAME, GERMAN, WHOLE, tea_game_in

PO = "card_data/tea/i18n/de.po"


@pytest.fixture
def tea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    monkeypatch.chdir(tmp_path)
    game = tea_game_in(tmp_path)
    game.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    return game


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["translate", *arguments], catch_exceptions=False)


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(["translate", *arguments])
    assert caught.value.code == 2
    return capsys.readouterr().err


def test_texts_are_exported_and_translations_imported(tea: GameOnDisk) -> None:
    out = run("export").stdout.splitlines()
    assert out == [
        "card_data/tea/i18n/tea.pot: 8 texts; written.",
        f"{PO}: 0 of 8 texts translated, 8 missing; written.",
    ]
    tea.change(PO, 'msgid "Lapsang"\nmsgstr ""', 'msgid "Lapsang"\nmsgstr "Rauchtee"')
    assert run("import", PO).stdout.splitlines() == [
        f"{PO}: 1 new or changed, added to {GERMAN}",
        "  1 used",
        "  7 without a translation",
    ]
    assert tea.load().decks["main"].cards[1].fields["name"]["de"] == "Rauchtee"
    before = tea.read(GERMAN)
    assert run("import", PO).stdout.splitlines()[0] == f"{PO}: nothing new for {GERMAN}"
    assert tea.read(GERMAN) == before
    assert run("export").stdout.splitlines()[1] == f"{PO}: 1 of 8 texts translated, 7 missing; unchanged."


def test_translations_that_are_not_imported_are_not_overwritten(
    tea: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("export")
    tea.change(PO, 'msgid "Lapsang"\nmsgstr ""', 'msgid "Lapsang"\nmsgstr "Rauchtee"')
    before = tea.read(PO)
    error = fails(capsys, "export")
    line = before[: before.index('msgctxt "main/lapsang/name"')].count("\n") + 1
    assert error.startswith(f"{PO}:{line}:1: 1 translation is not imported yet")
    assert tea.read(PO) == before
    assert run("export", "--force").exit_code == 0
    assert "Rauchtee" not in tea.read(PO)


def test_comments_in_a_file_of_translations_stay(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE.replace("game:", "# The game.\ngame:"))
    run("export")
    tea.change(PO, 'msgstr "Rauchtee"', 'msgstr "Rauch"')
    assert run("import", PO).exit_code == 0
    assert "# The game.\ngame:" in tea.read(GERMAN)
    assert "Rauch" in tea.read(GERMAN)


def test_faults_of_all_files_are_reported_and_nothing_is_written(
    tea: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("export")
    good = tea.read(PO)
    tea.write("fr.po", good.replace("Language: de", "Language: fr"))
    tea.write("bad.po", good.replace('msgid "Lapsang"', 'msgid "Lapsang'))
    tea.change(PO, 'msgid "Lapsang"\nmsgstr ""', 'msgid "Lapsang"\nmsgstr "Rauchtee"')
    errors = fails(capsys, "import", PO, "fr.po", "bad.po", "gone.po", "card_data").splitlines()
    assert [line.split(": ")[0].split(":")[0] for line in errors] == ["bad.po", "card_data", "fr.po", "gone.po"]
    assert errors.pop(1) == "card_data: is a folder (name the PO files in it: card_data/*.po)"
    assert "quote is not closed" in errors[0]
    assert "tea is not translated into 'fr'" in errors[1]
    assert not tea.path(GERMAN).exists()


def test_the_status_counts_and_fails_while_something_is_missing(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE.replace("name: Rauchtee", "name: {text: Rauchtee, fuzzy: true}"))
    result = run("status")
    assert (result.stdout, result.exit_code) == ("de: 7 of 8 texts translated, 1 out of date\n", 1)
    tea.write(GERMAN, WHOLE)
    result = run("status", "--json")
    assert json.loads(result.stdout) == {"de": {"texts": 8, "translated": 8, "outdated": 0, "missing": 0}}
    assert result.exit_code == 0


def test_confirming_counts_and_refuses_unknown_cards(tea: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    tea.write(GERMAN, WHOLE.replace("name: Rauchtee", "name: {text: Rauchtee, fuzzy: true}"))
    assert "there is no card 'lapsan' (did you mean 'lapsang'?)" in fails(capsys, "confirm", "--cards", "lapsan")
    assert fails(capsys, "confirm", "--cards", "lapsan,olong").count("there is no card") == 2
    assert run("confirm", "--cards", "oolong").stdout == "de: 0 confirmed\n"
    assert run("confirm").stdout == "de: 1 confirmed\n"
    assert run("status").stdout == "de: 8 of 8 texts translated\n"


def test_languages_are_those_of_the_game(tea: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    assert "tea is not translated into 'en'" in fails(capsys, "export", "--lang", "en")
    tea.change(GAME, "[en, de]", "[en, de, zh-Hant]")
    assert run("export", "--lang", "zh_hant", "--out", "elsewhere").exit_code == 0
    assert '"Language: zh_Hant\\n"' in tea.read("elsewhere/zh-Hant.po")
    assert not tea.path("elsewhere/de.po").exists()


def test_the_language_in_a_header_may_have_a_country(tea: GameOnDisk) -> None:
    run("export")
    tea.change(PO, "Language: de", "Language: de_AT")
    tea.change(PO, 'msgid "Lapsang"\nmsgstr ""', 'msgid "Lapsang"\nmsgstr "Rauchtee"')
    assert run("import", PO).stdout.startswith(f"{PO}: 1 new or changed, added to {GERMAN}")


def test_a_game_in_one_language_has_nothing_to_translate(tea: GameOnDisk) -> None:
    tea.change(GAME, "[en, de]", "[en]")
    result = run("status")
    assert (result.stdout, result.exit_code) == ("tea has one language; game.yaml adds others under languages.\n", 0)


def test_bundled_games_are_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("export", "block-killer").exit_code == 2
    assert run("export", "block-killer", "--out", "po").exit_code == 0
    written = (tmp_path / "po" / "en.po").read_text(encoding="utf-8")
    assert 'msgctxt "blocks/T/names"\nmsgid "T形方块"\nmsgstr "T-block"' in written
    assert str(tmp_path) not in written
