"""Five typical mistakes in the workbook of a game, which no check saw before: each is refused at its cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.cli.app import main
from tests.data.xlsx import workbook
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, BOOK = "card_data/tiny/game.yaml", "card_data/tiny/cards.xlsx"

HEADER = ["id", "copies", "name", "kind", "attack", "range"]
REACH = "...x../..xxx./...x../....../......".replace("/", "")
CARDS: list[list[Any]] = [
    *([f"unit-{n}", 2, f"Unit {n}", "unit", n % 10, REACH] for n in range(12)),
    *([f"resource-{n}", 5, f"Resource {n}", "resource", None, None] for n in range(2)),
    ["facility", 3, "Mine", "facility", None, None],
    ["skill", 2, "Feint", "skill", None, None],
]

FIELDS = """\
fields:
      name: {kind: text, unique: true}
      kind: {kind: text, one_of: [unit, resource, facility, skill]}
      attack: {kind: integer, from: 0, to: 9, required: {when: {kind: unit}}}
      range: {kind: text, length: 30, pattern: "[.x]+", required: {when: {kind: unit}}}
"""

RULES = """\
rules:
  deck: count is 39
  kinds: count where kind = unit is 24 and count where kind = resource is 10
"""

#: A mistake -> the row and column of the cell in CARDS, the wrong value, and what is reported.
PLANTED: dict[str, tuple[int, int, Any, str]] = {
    "a kind that does not exist": (
        12,
        3,
        "unti",
        "D14: kind: 'unti' is none of the values that the field may have (did you mean 'unit'?)",
    ),
    "a negative attack": (3, 4, -5, "E5: attack: -5 given, expected at least 0"),
    "a range of 3 cells": (6, 5, ".x.", "F8: range: 3 characters given, expected exactly 30"),
    "a name twice": (9, 2, "Unit 4", f"C11: name: 'Unit 4' is given twice (first at {BOOK}:Cards!C6)"),
    "a deck of 38": (15, 1, 1, "B1: error deck rule: count is 38, expected 39"),
}


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    game.change(GAME, "cards: cards.yaml", "cards: cards.xlsx")
    game.change(GAME, "fields: {name: text}\n", FIELDS + RULES)
    return game


def write(game: GameOnDisk, *planted: str) -> None:
    rows = [list(row) for row in CARDS]
    for name in planted:
        row, column, value, _ = PLANTED[name]
        rows[row][column] = value
    game.write(BOOK, workbook({"Cards": [HEADER, *rows]}))


def check(game: GameOnDisk, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["check", "tiny", "--project", str(game.root), *options])
    out, err = capsys.readouterr()
    return int(str(stopped.value.code)), out + err


def test_the_game_without_mistakes_has_no_findings(game: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    write(game)
    assert check(game, capsys)[0] == 0


@pytest.mark.parametrize("name", PLANTED)
def test_each_mistake_is_refused_at_its_cell(
    game: GameOnDisk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(game.root)
    write(game, name)
    code, printed = check(game, capsys)
    assert code == (1 if name == "a deck of 38" else 2)
    assert printed.splitlines()[0].startswith(f"{BOOK}:Cards!{PLANTED[name][3]}")


def test_all_mistakes_in_cells_are_reported_at_once(
    game: GameOnDisk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.root)
    write(game, *PLANTED)
    faults = json.loads(check(game, capsys, "--json")[1])["faults"]
    assert [(fault["line"], fault["column"]) for fault in faults] == [(5, 5), (8, 6), (11, 3), (14, 4)]
