"""The rules of docs/rules.md hold for its game, and each is broken by a change at the cell that the change is in."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import Finding
from cardgen.data.rules.running import check_card_rules
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in

PAGE = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
COOKBOOK = PAGE.partition("## Cookbook")[2]
CSV = dict(re.findall(r"`(\w+\.csv)`:\n\n```csv\n(.*?)```", COOKBOOK, re.DOTALL))
RULES = "".join(re.findall(r"```yaml\n(.*?)```", COOKBOOK, re.DOTALL))
IDS = re.findall(r"^([a-z-]+):", RULES, re.MULTILINE)
STANDARD = re.search(r"^`standard.yaml`: `(.*)`$", COOKBOOK, re.MULTILINE)

#: The rule that a change breaks -> the file, the old and the new text, and the line and the column of the finding.
CHANGES = {
    "deck-size": ("cards", "red-field,4", "red-field,5", (1, 4)),
    "all-cards": ("cards", "red-field,4", "red-field,5", (1, 4)),
    "kinds": ("cards", "blue-guard,3", "blue-guard,4", (1, 4)),
    "different-units": ("cards", "trap,blue,", "unit,blue,", (1, 4)),
    "factions": ("cards", "Blue snare,trap,blue", "Blue snare,trap,green", (1, 4)),
    "most-copies": ("cards", "red-scout,6", "red-scout,7", (2, 11)),
    "as-many": ("cards", "red-trap,2", "red-trap,3", (1, 4)),
    "half-units": ("cards", "blue-scout,6", "blue-scout,2", (1, 4)),
    "hands": ("standard", "hand: 5", "hand: 9", (1, 4)),
    "one-giant": ("cards", "red-giant,1", "red-giant,2", (4, 11)),
    "shields": ("cards", "shield|charge", "charge", (1, 55)),
    "abilities-of-faction": ("cards", "3,flight,", "3,,", (1, 55)),
    "few-rare": ("cards", "shield|charge", "shield|charge|flight", (1, 55)),
    "worth": ("cards", "blue,6,6,4,3", "blue,6,6,4,2", (10, 45)),
    "attack-range": ("cards", "red,5,6,4,3", "red,5,11,4,3", (4, 34)),
    "units-complete": ("cards", "blue,6,6,4,3", "blue,6,6,,3", (10, 1)),
    "traps-affect": ("cards", ",enemy,", ",all,", (13, 42)),
    "fair-cost": ("cards", "red,5,6,4,3", "red,3,6,4,3", (4, 32)),
    "cost-of-kind": ("cards", "resource,blue,0,,,1", "resource,blue,1,,,1", (11, 37)),
    "no-long-text": ("cards", "Attack at once.", "Attack at once and then again and again.", (3, 57)),
    "full-stop": ("cards", "Turn an attacker.", "Turn an attacker", (13, 48)),
    "capital": ("cards", "Red mine", "red mine", (6, 12)),
    "id-by-faction": ("cards", "blue-well", "red-well", (11, 1)),
    "few-abilities": ("cards", "shield|charge", "shield|charge|swift", (3, 42)),
    "names-differ": ("cards", "Blue scout", "Red scout", (8, 14)),
    "glossary": ("cards", "shield|charge", "shield|chrage", (3, 42)),
    "glossary-used": ("glossary", "charge,May", "charge2,May", (4, 1)),
    "playable": ("cards", "red,0,,,3", "red,0,,,2", (4, 38)),
    "rare-is-strong": ("cards", "unit,red,5,6", "unit,red,2,6", (4, 23)),
    "strongest": ("cards", "blue,6,6,4,3", "blue,6,5,4,3", (1, 34)),
    "same-total": ("cards", "trap,blue,1,1", "trap,blue,1,9", (1, 34)),
    "curve": ("cards", "red,3,3,2,2", "red,6,3,2,2", (1, 29)),
    "killable": ("cards", "unit,red,1,1,1,1", "unit,red,1,1,2,1", (8, 37)),
    "short-glossary": ("glossary", "May move twice.", "May move twice or attack twice each round.", (2, 7)),
    "counters": ("cards", "3,flight,", "3,,", (0, 0)),
}


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    assert STANDARD is not None
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    game.change("card_data/tiny/game.yaml", "  main:", "  fighters:")
    game.change("card_data/tiny/game.yaml", "decks: [main]", "decks: [fighters]")
    game.change(
        "card_data/tiny/game.yaml",
        "    cards: cards.yaml\n    template: tiny.yaml\n    size: card\n    fields: {name: text}\n",
        "    cards: cards.csv\n    template: tiny.yaml\n    size: card\n    fields:\n"
        "      {name: text, kind: text, faction: text, cost: integer, attack: integer?, defence: integer?,\n"
        "       level: integer?, abilities: list?, affects: text?, text: text?}\n"
        "  glossary:\n    titles: {en: Glossary, zh: 词汇}\n    cards: glossary.csv\n    template: tiny.yaml\n"
        "    size: card\n    fields: {text: text}\n"
        "rulesets: {standard: standard.yaml}\nrules: rules.yaml\n",
    )
    for name, text in CSV.items():
        game.write(f"card_data/tiny/{name}", text)
    game.write("card_data/tiny/standard.yaml", STANDARD[1] + "\n")
    game.write("card_data/tiny/rules.yaml", "rules:\n" + "".join(f"  {line}\n" for line in RULES.splitlines()))
    return game


def findings(game: GameOnDisk) -> list[Finding]:
    return list(check_card_rules(game.load()))


def test_there_are_thirty_rules_that_hold(game: GameOnDisk) -> None:
    assert len(IDS) == len(set(IDS)) >= 30
    assert list(map(str, findings(game))) == []


def test_each_rule_is_broken_by_a_change() -> None:
    assert list(CHANGES) == IDS


@pytest.mark.parametrize("rule", CHANGES)
def test_a_change_that_breaks_a_rule_is_found_at_its_cell(game: GameOnDisk, rule: str) -> None:
    file, old, new, place = CHANGES[rule]
    path = f"card_data/tiny/{file}.{'yaml' if file == 'standard' else 'csv'}"
    game.change(path, old, new)
    found = [finding for finding in findings(game) if finding.code == rule]
    assert found, rule
    places = [(finding.place.line, finding.place.column) for finding in found]
    assert place == (0, 0) or place in places, list(map(str, found))


def test_the_table_of_functions_is_generated() -> None:
    spec = importlib.util.spec_from_file_location("make_rules", REPOSITORY / "docs" / "make_rules.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.with_table(PAGE) == PAGE, "run python docs/make_rules.py"
