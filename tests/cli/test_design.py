"""`cardgen init` and `cardgen new`: output, files, and requests that they reject."""

from __future__ import annotations

import datetime
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.commands import run
from tests.data.xlsx import workbook
from tests.games_on_disk import files_in
from tests.starters.projects import begun_in


def refused(folder: Path, *arguments: str) -> str:
    """Return the errors of a command that fails. It must change nothing and show no traceback."""
    before = files_in(folder)
    done = run(*arguments, cwd=folder)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert files_in(folder) == before
    return done.stderr


def test_init_writes_a_game_that_builds(tmp_path: Path) -> None:
    done = run("init", "tea-house", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "tea-house: 6 files written."
    assert done.stdout.endswith("Next:\n  cd tea-house\n  cardgen build tea-house\n  cardgen review tea-house --open\n")
    assert "tea-house" in run("list", cwd=tmp_path / "tea-house").stdout.splitlines()
    built = run("build", "tea-house", "--json", cwd=tmp_path / "tea-house")
    assert built.returncode == 0, built.stderr
    assert "sheets/cards-letter.pdf" in json.loads(built.stdout)["written"]
    assert (tmp_path / "tea-house/.gitignore").read_text().endswith("\n/output/\n")


def test_init_creates_a_game_in_two_languages_in_the_current_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    folder.mkdir()
    done = run("init", ".", "--from", "poker", "--lang", "zh, en", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "  cd " not in done.stdout
    checked = run("check", cwd=folder)  # the project's only game
    assert checked.stdout == "deck: 54 cards, 55 distinct faces and backs: no findings.\n"


def test_init_copies_a_game(tmp_path: Path) -> None:
    done = run("init", "mine", "--from", "block-killer", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mine/card_data/mine/LICENSE").is_file()
    checked = run("check", "mine", "--project", "mine", cwd=tmp_path)
    assert checked.stdout.endswith("no findings.\n")


def test_init_takes_a_table_before_or_after_the_folder(tmp_path: Path) -> None:
    (tmp_path / "my cards.csv").write_text("Name,Cost\nFox,1\n")
    for arguments in (("one", "--from", "csv", "my cards.csv"), ("--from", "csv", "my cards.csv", "two")):
        done = run("init", *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "1 cards" not in done.stdout
        assert "1 card; fields: name (text), cost (integer)" in done.stdout
        assert "cards.csv has a new first column with ids; the rest of the table is unchanged." in done.stdout
    assert run("check", "two", "--project", "two", cwd=tmp_path).returncode == 0
    assert (tmp_path / "my cards.csv").read_text() == "Name,Cost\nFox,1\n"


def test_init_copies_pictures_and_names_missing_ones(tmp_path: Path) -> None:
    drawn = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>'
    (tmp_path / "fox.svg").write_bytes(drawn)
    (tmp_path / "cards.csv").write_text("id,Name,Art,Icon\nfox,Fox,fox.svg,no.png\n")
    done = run("init", "mine", "--from", "csv", "cards.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "art (image), icon (text)" in done.stdout
    assert "These pictures are not in the table's folder, so cards show their names: no.png\n" in done.stdout
    assert (tmp_path / "mine/card_data/mine/fox.svg").read_bytes() == drawn


def test_init_takes_the_first_sheet_of_a_workbook(tmp_path: Path) -> None:
    heroes: list[list[Any]] = [["Name", "Qty", "Text", None], ["Fox", 2, 'One, or "two"'], [], ["Bär", None, "a\nb"]]
    sheets = {"Heroes": heroes, "More": []}
    (tmp_path / "my game.xlsx").write_bytes(workbook(sheets))
    done = run("init", "mine", "--from", "csv", "my game.xlsx", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2 cards; fields: name (text), text (text)" in done.stdout
    assert "The sheet Heroes is saved as CSV: card_data/mine/cards.csv" in done.stdout
    written = (tmp_path / "mine/card_data/mine/cards.csv").read_text(encoding="utf-8")
    assert written == 'id,Name,Qty,Text\nfox,Fox,2,"One, or ""two"""\n\nbar,Bär,,"a\nb"\n'
    assert run("check", "--project", "mine", cwd=tmp_path).stdout.startswith("mine: 3 cards")
    heroes[1][1] = datetime.date(2024, 1, 2)
    (tmp_path / "dates.xlsx").write_bytes(workbook(sheets))
    assert "dates.xlsx:Heroes!B2: the cell has a date" in refused(tmp_path, "init", "x", "--from", "csv", "dates.xlsx")


def shop() -> bytes:
    """Return a workbook as people keep it: notes, titles, formats, hidden rows, two tables, a summary."""
    sheets: dict[str, list[list[Any]]] = {
        "README": [["My great game"], ["Do not edit"]],
        "Cards": [
            ["Card list 2024"],
            [],
            ["Qty", "Name", "Chance", "Text"],
            ["x3", "Fox", 0.25, "Draw 1"],
            ["2x", "Owl", 0.5, "Gone"],
            [None, "Eel", 0.1, "Fire is 火"],
        ],
        "Tokens": [["Token", "Count"], ["Gem", 4], ["Gold", 8]],
        "Export Summary": [["Document", "Exported"], ["Cards", None]],
    }
    book = openpyxl.load_workbook(io.BytesIO(workbook(sheets)))
    for row in (4, 5, 6):
        book["Cards"].cell(row, 3).number_format = "0%"
    book["Cards"].row_dimensions[5].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_each_table_of_a_workbook_is_a_deck_and_what_was_taken_is_said(tmp_path: Path) -> None:
    (tmp_path / "shop.xlsx").write_bytes(shop())
    done = run("init", "mine", "--from", "csv", "shop.xlsx", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for line in (
        "Deck cards:\n2 cards; fields: name (text), chance (text), text (text)\n",
        "Row 3 has the names of the columns; --heading sets it.\n",
        "left out: 1 hidden row (5)\n",
        "Numbers of copies: column Qty\n",
        "Cards without a number of copies are made once.\n",
        "Ids: made from the column Name\n",
        "Deck tokens:\n2 cards; fields: token (text)\n",
        "Languages: en; --lang sets them.\n",
        "Left out, because they have no table: README, Export Summary; --sheet takes one.\n",
    ):
        assert line in done.stdout
    game = (tmp_path / "mine/card_data/mine/game.yaml").read_text(encoding="utf-8")
    assert "author:" not in game
    assert "    defaults: {copies: 1}\n" in game
    written = (tmp_path / "mine/card_data/mine/cards.csv").read_text(encoding="utf-8")
    assert written == "id,Qty,Name,Chance,Text\nfox,x3,Fox,25%,Draw 1\neel,,Eel,10%,Fire is 火\n"
    assert run("check", "--project", "mine", cwd=tmp_path).stdout.startswith("mine: 16 cards")


def test_a_sheet_a_heading_and_a_language_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "shop.xlsx").write_bytes(shop())
    (tmp_path / "t.csv").write_bytes("Meine Liste;;\n\nAnzahl;Name;Wert\nx2;Füchse;1,5\n".encode("latin-1"))
    done = run("init", "one", "--from", "csv", "shop.xlsx", "--sheet", "Tokens", "--lang", "zh", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Left out" not in done.stdout
    for name, more in (("two", ()), ("three", ("--heading", "3"))):
        done = run("init", name, "--from", "csv", "t.csv", *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        game = (tmp_path / name / "card_data" / name / "game.yaml").read_text(encoding="utf-8")
        assert "    heading: 3\n" in game
        assert "      name: text\n      wert: number\n" in game
    error = refused(tmp_path, "init", "x", "--from", "csv", "shop.xlsx", "--sheet", "Tokenz,Crads")
    assert "there is no sheet 'Tokenz' in shop.xlsx (did you mean 'Tokens'?)" in error
    assert "there is no sheet 'Crads'" in error
    assert "--sheet is for workbooks" in refused(tmp_path, "init", "x", "--from", "csv", "t.csv", "--sheet", "A")


def test_faults_of_pictures_are_located_in_the_original_files(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/a.png").write_text("no picture")
    (tmp_path / "mine/a.svg").write_text("<svg")
    for name, place in (
        ("a.png", "cards.csv: card 'a': 'a.png': the file cannot be read as a picture"),
        ("a.svg", "a.svg:1:1: card 'a': not XML"),
    ):
        (tmp_path / "mine/cards.csv").write_text(f"id,Name,Art\na,Fox,{name}\n")
        error = refused(tmp_path, "init", "x", "--from", "csv", "mine/cards.csv")
        assert error.startswith(str(Path("mine", place)))
        assert not (tmp_path / "x").exists()


ICONS = "id,name,text\na,Attack,Deal {fire} and {ice.2}{fire}\nb,Braces,Say {{fire}} aloud\n"


def test_icons_in_a_table_are_drawn_as_discs(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(ICONS, encoding="utf-8")
    done = run("init", "mine", "--from", "csv", "t.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "These icons are discs until you add their pictures to icons in game.yaml: {fire}, {ice.2}\n" in done.stdout
    game = (tmp_path / "mine" / "card_data" / "mine" / "game.yaml").read_text(encoding="utf-8")
    assert '\n  "fire": {shape: {kind: ellipse' in game
    assert run("build", "--only", "cards/svg", cwd=tmp_path / "mine").returncode == 0


def test_unknown_icons_in_a_table_are_located_in_their_cell(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(ICONS.replace("{fire} and", "{!} and"), encoding="utf-8")
    assert "t.csv:2:10: card 'a': text: there is no icon '!'" in refused(
        tmp_path, "init", "x", "--from", "csv", "t.csv"
    )
    rows: list[list[Any]] = [
        ["Name", "Text", "Cost"],
        ["First\nof two lines", "a, b", 1],
        [],
        ["Second", 'say "no"', 2],
        ["Third", "{!}", 3],
    ]
    (tmp_path / "blitz.xlsx").write_bytes(workbook({"Cards": rows}))
    error = refused(tmp_path, "init", "x", "--from", "csv", "blitz.xlsx")
    assert "blitz.xlsx:Cards!B5: card 'third': text: there is no icon '!'" in error


def test_a_project_is_created_although_texts_of_the_table_do_not_fit(tmp_path: Path) -> None:
    words = ",".join(f"Text {i}" for i in range(12))
    (tmp_path / "long.csv").write_text(f"id,{words}\na" + ",many words in a row" * 12 * 20 + "\n")
    error = refused(tmp_path, "init", "x", "--from", "csv", "long.csv")
    assert "long.csv:2:" in error
    (tmp_path / "long.csv").write_text(f"id,{words}\na" + (',"' + "many words in a row " * 19 + '"') * 12 + "\n")
    done = run("init", "x", "--from", "csv", "long.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Not all texts fit yet: " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("two words",), "'two words' cannot be used as a name (use at most 40 letters and digits, with - _ . between"),
        (("con",), "'con' cannot be used as a name"),
        (("x", "--from", "pokr"), "there is no starter 'pokr' (did you mean 'poker'?)"),
        (("x", "--from", "csv"), "--from csv takes a FILE"),
        (("x", "table.csv"), "--from csv takes a FILE"),
        (("x", "--lang", "xx"), "there is no language 'xx' (use a code of BCP 47; cardgen has words in ar, de,"),
        (("x", "--from", "block-killer", "--lang", "en"), "--lang: block-killer is copied with all of its languages"),
        (("x", "--from", "csv", "nothing.csv"), "nothing.csv: No such file or directory"),
        (("x", "--from", "csv", "table.xls"), "is not a CSV file (save the table as CSV UTF-8, or as XLSX)"),
        (("x", "--from", "csv", "broken.csv"), "broken.csv:2:1: a quote is not closed"),
        (("x", "--from", "csv", "twins.csv"), "twins.csv:3:1: duplicate id 'a' (first at"),
        (("table.xls/x",), "table.xls: is not a folder"),
    ],
)
def test_init_rejects(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    (tmp_path / "table.xls").write_text("x")
    (tmp_path / "broken.csv").write_text('Name\n"Fox\n')
    (tmp_path / "twins.csv").write_text("id,name\na,A\na,B\n")
    assert expected in refused(tmp_path, "init", *arguments)


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "card_data/mine").mkdir(parents=True)
    (folder / "card_data/mine/game.yaml").write_text("mine")
    (folder / "README.md").write_text("mine")
    error = refused(tmp_path, "init", "mine")
    assert error.splitlines() == [
        "mine/README.md: already exists (nothing is overwritten)",
        "mine/card_data/mine/game.yaml: already exists (nothing is overwritten)",
    ]


def test_init_reports_a_folder_that_cannot_be_written() -> None:
    done = run("init", "/proc/mine")
    assert done.returncode == 2
    assert done.stderr.startswith("cardgen: /proc/mine: ")
    assert done.stdout == ""


# ---------------------------------------------------------------- new


def test_new_prints_its_changes_and_adds_no_findings(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    card = run("new", "card", "moon", cwd=game.root)
    assert "+  - id: moon\n" in card.stdout
    assert "\n-" not in card.stdout.replace("\n--- before/", "\n")
    deck = run("new", "deck", "events", cwd=game.root)
    assert deck.stdout.startswith("new file card_data/mine/events.yaml\nnew file templates/mine/events.yaml\n--- ")
    template = run("new", "template", "plain", "--deck", "main", "--game", "mine", "--project", str(game.root))
    assert template.stdout.splitlines() == [
        "new file templates/mine/plain.yaml",
        "To use it for the deck main, write in game.yaml: template: mine/plain.yaml",
    ]
    storm = run("new", "card", "storm", "--deck", "events", cwd=game.root)
    assert [done.returncode for done in (card, deck, template, storm)] == [0, 0, 0, 0]
    assert game.codes() == []
    assert [card.id for card in game.load().decks["events"].cards] == ["events-1", "storm"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("card", "sun"), "card_data/mine/cards.yaml:4:9: the deck main already has a card 'sun'"),
        (("card", "a b"), "'a b' cannot be used as a name"),
        (("card", "moon", "--deck", "mian"), "mine has no deck 'mian' (did you mean 'main'?)"),
        (("deck", "main"), "there is already a deck 'main'"),
        (("template", "card"), "templates/mine/card.yaml: already exists (nothing is overwritten)"),
        (("card", "moon", "--game", "other"), "there is no game 'other'"),
    ],
)
def test_new_rejects(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    game = begun_in(tmp_path)
    assert expected in refused(game.root, "new", *arguments)


def test_new_needs_one_game_of_the_project(tmp_path: Path) -> None:
    assert "there is no project here" in refused(tmp_path, "new", "card", "x")
    begun_in(tmp_path, "blank", "one").root.rename(tmp_path / "both")
    second = begun_in(tmp_path, "blank", "two").root
    for folder in ("card_data", "templates"):
        (second / folder / "two").rename(tmp_path / "both" / folder / "two")
    assert "there are several games (name one: one, two)" in refused(tmp_path / "both", "new", "card", "x")


def test_no_project_is_created_inside_of_another_one_by_mistake(tmp_path: Path) -> None:
    root = begun_in(tmp_path).root
    (root / "notes").mkdir()
    for folder in (root, root / "notes"):
        assert f"inner: would be inside of the project {root} (" in refused(folder, "init", "inner")
    assert run("init", "../../outer", cwd=root / "notes").returncode == 0
    assert run("init", "inner", "--nested", cwd=root / "notes").returncode == 0


def test_new_changes_no_game_that_cannot_be_read(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    game.change("card_data/mine/cards.yaml", "value: 3", "valu: 3")
    assert "unknown key 'valu'" in refused(game.root, "new", "deck", "events")
