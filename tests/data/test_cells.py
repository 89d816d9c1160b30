"""Tables for spreadsheet programs have no formulas."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cardgen.building.editions import layout_editions, plan_editions
from cardgen.data.cells import protect_cell, to_csv, unprotect_cell
from cardgen.products.exports.registry import export_names
from cardgen.products.files import BytesFile, ListFile
from cardgen.products.options import Options
from cardgen.project.translating.keeping import to_overlay
from tests.cases import for_cases
from tests.games_on_disk import tiny_game_in
from tests.tea_game import CARDS, GAME, tea_game_in

NAMES = ["=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(0)", "'=1", "＝1"]


@for_cases("text", [*NAMES, "\t=1", "'", "'tis", "''+1", "", "a=1"])
def test_a_protected_text_is_no_formula_and_comes_back(text: str) -> None:
    assert protect_cell(text)[:1] not in {*"=+-@\t＝"}
    assert unprotect_cell(protect_cell(text)) == text


def test_numbers_stay_numbers() -> None:
    assert to_csv([("a", -1), ("-1", 2)]) == b"a,-1\n'-1,2\n"


@pytest.mark.parametrize("name", export_names())
def test_no_list_of_an_export_has_a_formula(tmp_path: Path, name: str) -> None:
    game = tiny_game_in(tmp_path)
    rows = [{"id": f"c{number}", "name": text} for number, text in enumerate(NAMES)]
    game.write("card_data/tiny/cards.yaml", json.dumps({"cards": rows}))
    files = plan_editions(layout_editions(game.load(), Options(export=name)))
    tables = [file for file in files if file.path.endswith((".csv", ".tsv")) and isinstance(file, BytesFile | ListFile)]
    for file in tables:
        content = file.make() if isinstance(file, BytesFile) else file.make(["0"] * len(file.listed))
        assert isinstance(content, bytes)
        cells = [cell for row in csv.reader(io.StringIO(content.decode())) for cell in row]
        assert any("HYPERLINK" in cell for cell in cells)
        assert not [cell for cell in cells if cell[:1] in {*"=+-@＝"}]
    assert tables or name in ("mpc-autofill", "playingcards-io", "tabletop-simulator", "vassal")


def test_translations_in_a_table_come_back(tmp_path: Path) -> None:
    game = tea_game_in(tmp_path)
    game.change(GAME, "i18n/{lang}.yaml", "i18n/{lang}.csv")
    game.write(CARDS, "id,name,rules,origin\noolong,Oolong,-1 card,Fujian\n")
    path = "card_data/tea/i18n/de.csv"
    game.write(path, "deck,card,field,text,source,state,note\nmain,oolong,rules,'-1 Karte,'-1 card,,\n")
    loaded = game.load()
    assert loaded.decks["main"].cards[0].fields["rules"]["de"] == "-1 Karte"
    entries = loaded.translations.kept["de"]
    assert b"main,oolong,rules,'-1 Karte,'-1 card,," in to_overlay(loaded, entries, "de", ".csv")
